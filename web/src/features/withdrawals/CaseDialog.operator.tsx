import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { givesBack, type QueuedWithdrawal } from "@laro/contract/withdrawals";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { stateWords } from "./queueWords.operator.tsx";
import { useCloseCase, useConfirmReturn, useProposeReturn, type CaseStep } from "./withdrawals.operator.api.ts";

const steps = {
  propose: { title: "withdrawals.case.proposeTitle", verb: "withdrawals.case.propose", toast: "withdrawals.case.proposedToast", tone: "primary" },
  confirm: { title: "withdrawals.case.confirmTitle", verb: "withdrawals.case.confirm", toast: "withdrawals.case.confirmedToast", tone: "success" },
  close: { title: "withdrawals.case.closeTitle", verb: "withdrawals.case.close", toast: "withdrawals.case.closedToast", tone: "danger" },
} as const satisfies Record<CaseStep, object>;

interface CaseDialogProps {
  row: QueuedWithdrawal;
  step: CaseStep;
  onDone: () => void;
  onCancel: () => void;
}

/** One step of a case: a proposal, another officer's confirmation of it, or the end without a return. */
export function CaseDialogOperator({ row, step, onDone, onCancel }: CaseDialogProps) {
  const t = useT();
  const asking = useAsking();
  const commands = { propose: useProposeReturn(), confirm: useConfirmReturn(), close: useCloseCase() };
  const remaining = row.case?.remaining ?? 0n;
  const [typed, setTyped] = useState(formatAmount(remaining));
  const { title, verb, toast, tone } = steps[step];
  const amount = step === "propose" ? parseAmount(typed) : row.proposedReturn?.amount;
  const isTooMuch = amount !== undefined && amount > remaining;
  const done = {
    onSuccess: () => {
      showToast(t(toast, { reference: row.reference }), "success");
      onDone();
    },
  };
  const act = (reason: string) => {
    if (step === "close") commands.close.mutate({ id: row.id, reason }, done);
    else if (amount !== undefined) commands[step].mutate({ id: row.id, amount, reason }, done);
  };
  return (
    <ChangeDialog
      title={t(title, { reference: row.reference })}
      changes={useChanges(row, step, amount)}
      tone={tone}
      isBlocked={step !== "close" && (amount === undefined || amount === 0n || isTooMuch)}
      {...asking(commands[step], { verb: t(verb), hint: t("withdrawals.queueReasonHint") })}
      onConfirm={act}
      onCancel={onCancel}
    >
      {step === "propose" && (
        <AmountField
          label={t("withdrawals.case.amount")}
          hint={t("withdrawals.case.amountHint")}
          error={isTooMuch ? t("errors.withdrawals.remaining_too_large", { maximum: formatAmount(remaining) }) : undefined}
          value={typed}
          onChange={setTyped}
          required
        />
      )}
    </ChangeDialog>
  );
}

function useChanges(row: QueuedWithdrawal, step: CaseStep, amount = 0n): Change[] {
  const t = useT();
  const { state, balance, proposedReturn } = row;
  if (step === "propose") {
    const before = proposedReturn === null ? "–" : <Money minor={proposedReturn.amount} />;
    return [{ label: t("withdrawals.case.proposal"), before, after: <Money minor={amount} /> }];
  }
  const next = step === "confirm" ? "returned" : "received";
  const movedMinor = step === "confirm" ? givesBack(row, amount) : 0n;
  return [
    { label: t("withdrawals.queueState"), before: t(stateWords[state]), after: t(stateWords[next]) },
    { label: t("withdrawals.queueBalance"), before: <Money minor={balance} />, after: <Money minor={balance + movedMinor} /> },
  ];
}
