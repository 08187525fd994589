import type { AmlAlert } from "@laro/contract/aml";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Decision, useDecide } from "./aml.operator.api.ts";
import { stateWords } from "./amlWords.operator.tsx";

const decisions = {
  openCase: { title: "aml.openCaseTitle", verb: "aml.openCase", hint: "aml.openCaseHint", toast: "aml.caseToast", tone: "primary", next: "case" },
  close: { title: "aml.closeTitle", verb: "aml.close", hint: "aml.closeHint", toast: "aml.closedToast", tone: "success", next: "closed" },
} as const satisfies Record<Decision, object>;

export interface DecisionDialogProps {
  row: AmlAlert;
  decision: Decision;
  onClose: () => void;
}

export function DecisionDialogOperator({ row, decision, onClose }: DecisionDialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useDecide(decision);
  const { title, verb, hint, toast, tone, next } = decisions[decision];
  const { reference } = row;
  const done = () => {
    showToast(t(toast, { reference }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t(title, { reference })}
      changes={[{ label: t("aml.state"), before: t(stateWords[row.state]), after: t(stateWords[next]) }]}
      tone={tone}
      {...asking(command, { verb: t(verb), hint: t(hint) })}
      onConfirm={(reason) => command.mutate({ id: row.id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
