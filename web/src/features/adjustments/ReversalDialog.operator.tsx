import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
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
  const faultOf = useFault();
  const { mutateAsync, isPending, error } = useProposeReversal();
  const changes: Change[] = [
    { label: t("adjustments.reversalMoves", { name: memberName }), before: <Money minor={amount} signed />, after: <Money minor={-amount} signed /> },
    { label: t("adjustments.original"), before: <code className="text-xs break-all">{reference}</code>, after: t("adjustments.mirrored") },
  ];
  const propose = async (reason: string): Promise<void> => {
    try {
      const proposal = await mutateAsync({ memberName, original: reference, reason });
      showToast(t("adjustments.proposedToast", { reference: proposal.reference }), "success");
      onClose();
    } catch {
      // The dialog says why.
    }
  };
  return (
    <ChangeDialog
      title={t("adjustments.reversalTitle")}
      changes={changes}
      labels={{
        before: t("adjustments.before"),
        after: t("adjustments.after"),
        reason: t("adjustments.reason"),
        reasonHint: t("adjustments.reversalHint"),
        confirm: t("adjustments.propose"),
        cancel: t("ui.cancel"),
      }}
      tone="primary"
      error={error && faultOf(error).text}
      busy={isPending}
      onConfirm={(reason) => void propose(reason)}
      onCancel={onClose}
    />
  );
}
