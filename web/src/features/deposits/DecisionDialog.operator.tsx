import { RefusedCall } from "@laro/contract/core/call";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { QueuedDeposit } from "@laro/contract/deposits";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../ui/Money.tsx";
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

/** Refusals that say the row on the screen is old. */
const tooLate: ReadonlySet<string> = new Set(["deposits.not_submitted", "deposits.own_approval"]);

/** What follows a decision: on to the next row, also where another officer was faster. */
function useOutcome(onDone: () => void) {
  const refresh = useRefreshQueue();
  return (toastOf: (row: QueuedDeposit) => string) => ({
    onSuccess: (row: QueuedDeposit) => {
      showToast(toastOf(row), "success");
      onDone();
    },
    onError: (refusal: Error) => {
      if (!(refusal instanceof RefusedCall && tooLate.has(refusal.code))) return;
      showToast(refusal.text, "problem");
      refresh();
      onDone();
    },
  });
}

/** What an amount would do: credit the deposit, or wait for another officer. */
function useEffectOf({ state, amount, approvals, aloneUpTo }: QueuedDeposit, paid: bigint) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const write = (minor: bigint) => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const [first] = state === "checked" ? approvals : [];
  const isSecond = first?.paid === paid;
  const isEnough = isSecond || paid <= aloneUpTo;
  const warnings = [
    first && !isSecond && t("deposits.queueOtherAmount", { officer: first.officer, amount: write(first.paid) }),
    !isEnough && t("deposits.queueTwoOfficers", { amount: write(aloneUpTo) }),
    isEnough && paid !== amount && t(paid < amount ? "deposits.queueShort" : "deposits.queueOver"),
  ];
  return { next: isEnough ? "credited" : "checked", warning: paid > 0n ? warnings.filter(Boolean).join(" ") || undefined : undefined } as const;
}

function Approval({ row, onDone, onCancel }: DecisionProps) {
  const { id, reference, amount, depositedTotal, state } = row;
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const command = useApprove();
  const follow = useOutcome(onDone);
  const [typed, setTyped] = useState(state === "checked" ? "" : formatAmount(amount));
  const paid = parseAmount(typed) ?? 0n;
  const { next, warning } = useEffectOf(row, paid);
  const fault = command.error ? faultOf(command.error) : undefined;
  const toastOf = (answered: QueuedDeposit) => t(answered.state === "checked" ? "deposits.queueCheckedToast" : "deposits.queueApprovedToast", { reference });
  const changes: Change[] = [
    { label: t("deposits.queueState"), before: t(`deposits.state.${state}`), after: t(`deposits.state.${next}`) },
    {
      label: t("deposits.queueTotal"),
      before: <Money minor={depositedTotal} />,
      after: <Money minor={next === "credited" ? depositedTotal + paid : depositedTotal} />,
    },
  ];
  return (
    <ChangeDialog
      title={t("deposits.queueApproveTitle", { reference })}
      changes={changes}
      warning={warning}
      tone="success"
      isBlocked={paid === 0n}
      {...asking(command, { verb: t("deposits.queueApprove"), hint: t("deposits.queueReasonHint"), fields: ["paid"] })}
      onConfirm={(reason) => command.mutate({ id, paid, reason }, follow(toastOf))}
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

function Rejection({ row: { id, reference, state }, onDone, onCancel }: DecisionProps) {
  const t = useT();
  const asking = useAsking();
  const command = useReject();
  const follow = useOutcome(onDone);
  return (
    <ChangeDialog
      title={t("deposits.queueRejectTitle", { reference })}
      changes={[{ label: t("deposits.queueState"), before: t(`deposits.state.${state}`), after: t("deposits.state.rejected") }]}
      tone="danger"
      {...asking(command, { verb: t("deposits.queueReject"), hint: t("deposits.queueRejectHint") })}
      onConfirm={(reason) =>
        command.mutate(
          { id, reason },
          follow(() => t("deposits.queueRejectedToast", { reference })),
        )
      }
      onCancel={onCancel}
    />
  );
}
