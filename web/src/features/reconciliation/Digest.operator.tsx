import type { BankStatement } from "@laro/contract/reconciliation";
import { useT } from "../../api/language.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";

const DIGITS_SHOWN = 12;

/** The first digits of a file's digest; the whole goes to the clipboard. */
export function DigestOperator({ digest }: Pick<BankStatement, "digest">) {
  const t = useT();
  return (
    <span className="inline-flex items-center gap-1">
      <code className="text-xs" title={digest}>
        {digest.slice(0, DIGITS_SHOWN)}
      </code>
      <CopyButton text={digest} label={t("reconciliation.statementCopy")} copiedLabel={t("reconciliation.copied")} />
    </span>
  );
}
