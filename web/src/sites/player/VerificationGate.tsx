import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Contact } from "../../features/site/Contact.tsx";
import { Helpline } from "../../features/protection/Helpline.player.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";

/** Stands where a market lets only verified members pay in: what is missing, that it cannot be mended here yet, and who helps. */
export function VerificationGate() {
  const t = useT();
  return (
    <Panel title={t("deposits.gate.title")} text={t("deposits.gate.text")} className="border-primary-text">
      <div className="grid gap-2 text-sm">
        <h3 className="font-semibold">{t("site.customerService")}</h3>
        <Contact />
      </div>
      <ButtonLink to={usePermission().customerService.url} tone="secondary" className="justify-self-start">
        {t("site.help")}
      </ButtonLink>
      <Helpline />
    </Panel>
  );
}
