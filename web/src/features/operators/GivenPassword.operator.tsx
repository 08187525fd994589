import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

export interface Given {
  readonly name: string;
  readonly password: string;
}

/** A password that was drawn for someone, shown this once. */
export function GivenPasswordOperator({ name, password, onClose }: Given & { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      title={t("operators.givenTitle", { name })}
      size="md"
      onClose={onClose}
      closeLabel={t("ui.close")}
      footer={<Button onClick={onClose}>{t("operators.givenDone")}</Button>}
    >
      <p className="text-muted">{t("operators.givenText", { name })}</p>
      <p className="mt-4 flex items-center justify-between gap-3 rounded-sm border border-line bg-field px-4 py-3">
        <code className="text-base break-all select-all">{password}</code>
        <CopyButton text={password} label={t("ui.copy")} copiedLabel={t("copy_success")} />
      </p>
    </Dialog>
  );
}
