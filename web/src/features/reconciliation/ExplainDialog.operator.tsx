import type { Difference } from "@laro/contract/reconciliation";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { kindWords, sideWord } from "./DifferenceTable.operator.tsx";
import { useExplain } from "./reconciliation.operator.api.ts";

/** Says why a difference is there, which closes it. */
export function ExplainDialogOperator({ row, onClose }: { row: Difference; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useExplain();
  const side = (name: string, minor: bigint | null) => (
    <>
      {name} {minor === null ? "–" : <Money minor={minor} />}
    </>
  );
  const changes: Change[] = [
    { label: t("reconciliation.state"), before: t("reconciliation.open"), after: t("reconciliation.explained") },
    { label: t(kindWords[row.kind]), before: side(t("reconciliation.ours"), row.ours), after: side(t(sideWord(row.party)), row.theirs) },
  ];
  const done = () => {
    showToast(t("reconciliation.explainedToast"), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("reconciliation.explainTitle", { reference: row.shortReference ?? row.reference.slice(0, 8) })}
      changes={changes}
      tone="primary"
      {...asking(command, {
        verb: t("reconciliation.explain"),
        hint: t("reconciliation.explainHint"),
        reason: { label: t("reconciliation.explanation"), field: "explanation" },
      })}
      onConfirm={(explanation) => command.mutate({ id: row.id, explanation }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
