import { RefusedCall } from "@laro/contract/core/call";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { QueuedDeposit } from "@laro/contract/deposits";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
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

function Approval({ row: { id, reference, amount, depositedTotal }, onDone, onCancel }: DecisionProps) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const command = useApprove();
  const follow = useOutcome(onDone);
  const [typed, setTyped] = useState(formatAmount(amount));
  const paid = parseAmount(typed) ?? 0n;
  const fault = command.error ? faultOf(command.error) : undefined;
  const changes: Change[] = [
    { label: t("deposits.queueState"), before: t("deposits.state.submitted"), after: t("deposits.state.credited") },
    { label: t("deposits.queueTotal"), before: <Money minor={depositedTotal} />, after: <Money minor={depositedTotal + paid} /> },
  ];
  return (
    <ChangeDialog
      title={t("deposits.queueApproveTitle", { reference })}
      changes={changes}
      warning={paid > 0n && paid !== amount ? t(paid < amount ? "deposits.queueShort" : "deposits.queueOver") : undefined}
      tone="success"
      isBlocked={paid === 0n}
      {...asking(command, { verb: t("deposits.queueApprove"), hint: t("deposits.queueReasonHint"), fields: ["paid"] })}
      onConfirm={(reason) => command.mutate({ id, paid, reason }, follow(t("deposits.queueApprovedToast", { reference })))}
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
  const asking = useAsking();
  const command = useReject();
  const follow = useOutcome(onDone);
  return (
    <ChangeDialog
      title={t("deposits.queueRejectTitle", { reference })}
      changes={[{ label: t("deposits.queueState"), before: t("deposits.state.submitted"), after: t("deposits.state.rejected") }]}
      tone="danger"
      {...asking(command, { verb: t("deposits.queueReject"), hint: t("deposits.queueRejectHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, follow(t("deposits.queueRejectedToast", { reference })))}
      onCancel={onCancel}
    />
  );
}
