import type { Adjustment } from "@laro/contract/adjustments";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { bonusWords, stateWords } from "./adjustmentWords.operator.tsx";
import { type Decision, useDecide } from "./adjustments.operator.api.ts";

const decisions = {
  confirm: { title: "adjustments.confirmTitle", verb: "adjustments.confirm", toast: "adjustments.confirmedToast", tone: "success", next: "confirmed" },
  decline: { title: "adjustments.declineTitle", verb: "adjustments.decline", toast: "adjustments.declinedToast", tone: "danger", next: "declined" },
} as const satisfies Record<Decision, object>;

export interface DecisionDialogProps {
  row: Adjustment;
  decision: Decision;
  onClose: () => void;
}

export function DecisionDialogOperator({ row, decision, onClose }: DecisionDialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useDecide(decision);
  const { title, verb, toast, tone, next } = decisions[decision];
  const { reference } = row;
  const changes: Change[] = [
    { label: t("adjustments.state"), before: t(stateWords[row.state]), after: t(stateWords[next]) },
    {
      label: t("adjustments.moves", { name: row.memberName }),
      before: <Money minor={0n} />,
      after: <Money minor={decision === "confirm" ? row.amount : 0n} signed />,
    },
  ];
  if (row.bonus !== null && decision === "confirm")
    changes.push({ label: t("adjustments.bonus"), before: <Money minor={row.bonus.amount} />, after: t(bonusWords[row.bonus.state]) });
  const done = () => {
    showToast(t(toast, { reference }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t(title, { reference })}
      changes={changes}
      tone={tone}
      {...asking(command, { verb: t(verb), hint: t("adjustments.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: row.id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
