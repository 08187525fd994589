import type { AmlAlert } from "@laro/contract/aml";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
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
  const faultOf = useFault();
  const { mutateAsync, isPending, error } = useDecide(decision);
  const { title, verb, hint, toast, tone, next } = decisions[decision];
  const { reference } = row;
  const decide = async (reason: string): Promise<void> => {
    try {
      await mutateAsync({ id: row.id, reason });
      showToast(t(toast, { reference }), "success");
      onClose();
    } catch {
      // The dialog says why.
    }
  };
  return (
    <ChangeDialog
      title={t(title, { reference })}
      changes={[{ label: t("aml.state"), before: t(stateWords[row.state]), after: t(stateWords[next]) }]}
      labels={{
        before: t("aml.before"),
        after: t("aml.after"),
        reason: t("aml.reason"),
        reasonHint: t(hint),
        confirm: t(verb),
        cancel: t("ui.cancel"),
      }}
      tone={tone}
      error={error && faultOf(error).text}
      busy={isPending}
      onConfirm={(reason) => void decide(reason)}
      onCancel={onClose}
    />
  );
}
