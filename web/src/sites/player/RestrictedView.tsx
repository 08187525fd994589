import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Contact } from "../../features/site/Contact.tsx";
import { TornBunting } from "../../ui/art/scenes.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ClosedSite } from "./ClosedSite.tsx";

/** The third root view: not for visitors from where this one is, and which address says so (SITE-26, SITE-27). */
export function RestrictedView() {
  const t = useT();
  const { ip } = usePermission().location;
  return (
    <ClosedSite art={<TornBunting className="w-52" />} title={t("site.blockip")} text={t("site.info_ip_block")}>
      <p className="mt-2 flex items-center gap-3 rounded-md border border-line bg-raised py-2 ps-4 pe-2">
        <span className="text-muted">{t("site.yourAddress")}</span>
        <code className="text-base font-semibold">{ip}</code>
        <CopyButton text={ip} label={t("ui.copy")} copiedLabel={t("copy_success")} />
      </p>
      <section aria-label={t("site.customerService")} className="grid gap-2 text-muted">
        <h2 className="text-sm font-semibold text-text">{t("site.customerService")}</h2>
        <Contact />
      </section>
    </ClosedSite>
  );
}
