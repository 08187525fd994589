import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useProposeReversal } from "./adjustments.operator.api.ts";

export interface ReversalDialogProps {
  memberName: string;
  /** The operation, and what the pressed line of it moved. */
  reference: string;
  amount: bigint;
  onClose: () => void;
}

/** Proposes to mirror an operation of the journal. */
export function ReversalDialogOperator({ memberName, reference, amount, onClose }: ReversalDialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useProposeReversal();
  const changes: Change[] = [
    { label: t("adjustments.reversalMoves", { name: memberName }), before: <Money minor={amount} signed />, after: <Money minor={-amount} signed /> },
    { label: t("adjustments.original"), before: <code className="text-xs break-all">{reference}</code>, after: t("adjustments.mirrored") },
  ];
  const done = (proposal: { reference: string }) => {
    showToast(t("adjustments.proposedToast", { reference: proposal.reference }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("adjustments.reversalTitle")}
      changes={changes}
      tone="primary"
      {...asking(command, { verb: t("adjustments.propose"), hint: t("adjustments.reversalHint") })}
      onConfirm={(reason) => command.mutate({ memberName, original: reference, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
