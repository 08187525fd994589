import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { saveFile } from "../../api/download.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";

/** Ten codes that are shown this once; they are left only by who says that they are kept. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const [isKept, setKept] = useState(false);
  const text = codes.join("\n");
  return (
    <div className="grid gap-4">
      <div data-print className="grid gap-3">
        <p className="text-sm text-muted">{t("factors.recoveryText")}</p>
        <ol aria-label={t("factors.recovery")} className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-field px-4 py-3 text-base">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={text} label={t("ui.copy")} copiedLabel={t("copy_success")} />
        <Button tone="secondary" size="sm" icon={<Download />} onClick={() => saveFile("recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }))}>
          {t("factors.download")}
        </Button>
        <Button tone="secondary" size="sm" icon={<Printer />} onClick={() => window.print()}>
          {t("factors.print")}
        </Button>
      </div>
      <Checkbox label={t("factors.kept")} checked={isKept} onChange={(event) => setKept(event.target.checked)} />
      <Button disabled={!isKept} onClick={onDone}>
        {t("factors.done")}
      </Button>
    </div>
  );
}
