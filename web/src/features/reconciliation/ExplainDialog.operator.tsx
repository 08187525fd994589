import type { Difference } from "@laro/contract/reconciliation";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { kindWords } from "./DifferenceTable.operator.tsx";
import { useExplain } from "./reconciliation.operator.api.ts";

/** Says why a difference is there, which closes it. */
export function ExplainDialogOperator({ row, onClose }: { row: Difference; onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const { mutateAsync, isPending, error } = useExplain();
  const side = (name: string, minor: bigint | null) => (
    <>
      {name} {minor === null ? "–" : <Money minor={minor} />}
    </>
  );
  const changes: Change[] = [
    { label: t("reconciliation.state"), before: t("reconciliation.open"), after: t("reconciliation.explained") },
    { label: t(kindWords[row.kind]), before: side(t("reconciliation.ours"), row.ours), after: side(t("reconciliation.theirs"), row.theirs) },
  ];
  const explain = async (explanation: string): Promise<void> => {
    try {
      await mutateAsync({ id: row.id, explanation });
      showToast(t("reconciliation.explainedToast"), "success");
      onClose();
    } catch {
      // The dialog says why.
    }
  };
  return (
    <ChangeDialog
      title={t("reconciliation.explainTitle", { reference: row.shortReference ?? row.reference.slice(0, 8) })}
      changes={changes}
      labels={{
        before: t("reconciliation.before"),
        after: t("reconciliation.after"),
        reason: t("reconciliation.explanation"),
        reasonHint: t("reconciliation.explainHint"),
        confirm: t("reconciliation.explain"),
        cancel: t("ui.cancel"),
      }}
      tone="primary"
      error={error && faultOf(error).text}
      busy={isPending}
      onConfirm={(explanation) => void explain(explanation)}
      onCancel={onClose}
    />
  );
}
