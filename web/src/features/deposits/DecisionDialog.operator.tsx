import { RefusedCall } from "@laro/contract/core/call";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { QueuedDeposit } from "@laro/contract/deposits";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Decision, useApprove, useRefreshQueue, useReject } from "./deposits.operator.api.ts";

interface DecisionProps {
  row: QueuedDeposit;
  onDone: () => void;
  onCancel: () => void;
}

/** Says yes with what really arrived, or no; either with a reason. */
export const DecisionDialogOperator = ({ decision, ...rest }: DecisionProps & { decision: Decision }) =>
  decision === "approve" ? <Approval {...rest} /> : <Rejection {...rest} />;

/** What follows a decision: on to the next row, also where another officer was faster. */
function useOutcome(onDone: () => void) {
  const refresh = useRefreshQueue();
  return (toast: string) => ({
    onSuccess: () => {
      showToast(toast, "success");
      onDone();
    },
    onError: (refusal: Error) => {
      if (!(refusal instanceof RefusedCall && refusal.code === "deposits.not_submitted")) return;
      showToast(refusal.text, "problem");
      refresh();
      onDone();
    },
  });
}

function useLabels(hint: string, confirm: string) {
  const t = useT();
  return {
    before: t("deposits.queueBefore"),
    after: t("deposits.queueAfter"),
    reason: t("deposits.reason"),
    reasonHint: hint,
    confirm,
    cancel: t("ui.cancel"),
  };
}

function Approval({ row: { id, reference, amount, depositedTotal }, onDone, onCancel }: DecisionProps) {
  const t = useT();
  const faultOf = useFault();
  const { mutate, isPending, error } = useApprove();
  const follow = useOutcome(onDone);
  const labels = useLabels(t("deposits.queueReasonHint"), t("deposits.queueApprove"));
  const [typed, setTyped] = useState(formatAmount(amount));
  const paid = parseAmount(typed) ?? 0n;
  const fault = error ? faultOf(error) : undefined;
  const changes: Change[] = [
    { label: t("deposits.queueState"), before: t("deposits.state.submitted"), after: t("deposits.state.credited") },
    { label: t("deposits.queueTotal"), before: <Money minor={depositedTotal} />, after: <Money minor={depositedTotal + paid} /> },
  ];
  return (
    <ChangeDialog
      title={t("deposits.queueApproveTitle", { reference })}
      changes={changes}
      warning={paid > 0n && paid !== amount ? t(paid < amount ? "deposits.queueShort" : "deposits.queueOver") : undefined}
      labels={labels}
      tone="success"
      error={fault?.field === "paid" ? undefined : fault?.text}
      busy={isPending}
      isBlocked={paid === 0n}
      onConfirm={(reason) => mutate({ id, paid, reason }, follow(t("deposits.queueApprovedToast", { reference })))}
      onCancel={onCancel}
    >
      <AmountField
        label={t("deposits.queueArrived")}
        hint={
          <>
            {t("deposits.asked")}: <Money minor={amount} />
          </>
        }
        error={fault?.field === "paid" ? fault.text : undefined}
        value={typed}
        onChange={setTyped}
        required
      />
    </ChangeDialog>
  );
}

function Rejection({ row: { id, reference }, onDone, onCancel }: DecisionProps) {
  const t = useT();
  const faultOf = useFault();
  const { mutate, isPending, error } = useReject();
  const follow = useOutcome(onDone);
  const labels = useLabels(t("deposits.queueRejectHint"), t("deposits.queueReject"));
  return (
    <ChangeDialog
      title={t("deposits.queueRejectTitle", { reference })}
      changes={[{ label: t("deposits.queueState"), before: t("deposits.state.submitted"), after: t("deposits.state.rejected") }]}
      labels={labels}
      tone="danger"
      error={error && faultOf(error).text}
      busy={isPending}
      onConfirm={(reason) => mutate({ id, reason }, follow(t("deposits.queueRejectedToast", { reference })))}
      onCancel={onCancel}
    />
  );
}
