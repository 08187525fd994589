import { Apple, Download, Smartphone } from "lucide-react";
import { useState } from "react";
import { useDownloadAddress } from "../../api/appAddress.ts";
import { useT } from "../../api/language.ts";
import { useResources } from "../../features/content/content.api.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { canInstall, install } from "./install.ts";

/** CONST-55. */
const CODE_SIZE = 120;
const systems = [
  { os: "iOS", guide: "/guide/ios", Icon: Apple },
  { os: "Android", guide: "/guide/android", Icon: Smartphone },
] as const;

/** Two codes for a telephone's camera, one for each system (LAYOUT-24); how it is installed stands where the operator's own entry leads (ENTITY-42). */
export function AppCodes() {
  const t = useT();
  const addressFor = useDownloadAddress();
  const resources = useResources();
  return (
    <ul className="grid grid-cols-2 gap-4 text-center">
      {systems.map(({ os, guide, Icon }) => (
        <li key={os} className="grid justify-items-center gap-3 rounded-md border border-line bg-card p-4">
          <b className="flex items-center gap-2 text-sm font-semibold">
            <Icon aria-hidden="true" className="size-4.5" />
            {os}
          </b>
          <QrCode text={addressFor(os)} label={t("site.appCode", { os })} size={CODE_SIZE} />
          <Anchor
            to={resources.find(({ labelNameEn }) => labelNameEn === `${os} app`)?.url ?? guide}
            className="flex min-h-11 items-center text-sm font-semibold text-primary-text underline underline-offset-4"
          >
            {t("site.appGuide", { os })}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

/** How the site comes onto a home screen: where the browser offers it, by one press. */
export function AppDownload({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [isOffered, setOffered] = useState(canInstall);
  return (
    <Dialog open title={t("site.appDownload")} onClose={onClose} closeLabel={t("ui.close")}>
      <div className="grid gap-4" onClickCapture={(event) => (event.target as Element).closest("a") && onClose()}>
        <p className="text-sm text-muted">{t("site.appText")}</p>
        {isOffered && (
          <Button block icon={<Download />} onClick={() => void install().then(() => setOffered(false))}>
            {t("site.appInstall")}
          </Button>
        )}
        <AppCodes />
      </div>
    </Dialog>
  );
}
