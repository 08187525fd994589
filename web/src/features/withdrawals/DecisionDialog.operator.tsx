import { RefusedCall } from "@laro/contract/core/call";
import type { QueuedWithdrawal } from "@laro/contract/withdrawals";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { stateWords } from "./queueWords.operator.tsx";
import { useDecide, useRefreshQueue, type Decision } from "./withdrawals.operator.api.ts";

const decisions = {
  approve: {
    title: "withdrawals.queueApproveTitle",
    verb: "withdrawals.queueApprove",
    hint: "withdrawals.queueReasonHint",
    toast: "withdrawals.queueApprovedToast",
    tone: "success",
    next: "approved",
  },
  reject: {
    title: "withdrawals.queueRejectTitle",
    verb: "withdrawals.queueReject",
    hint: "withdrawals.queueRejectHint",
    toast: "withdrawals.queueRejectedToast",
    tone: "danger",
    next: "rejected",
  },
} as const satisfies Record<Decision, object>;

/** Refusals that say the row on the screen is old. */
const tooLate: ReadonlySet<string> = new Set(["withdrawals.not_pending", "withdrawals.own_approval"]);

/** Another officer must still say yes. */
const firstApproval = { ...decisions.approve, toast: "withdrawals.queueCheckedToast", next: "checked" } as const;

export interface DecisionDialogProps {
  row: QueuedWithdrawal;
  decision: Decision;
  onDone: () => void;
  onCancel: () => void;
}

export function DecisionDialogOperator({ row, decision, onDone, onCancel }: DecisionDialogProps) {
  const t = useT();
  const asking = useAsking();
  const refresh = useRefreshQueue();
  const command = useDecide(decision);
  const { reference, amount, balance, payout, approvals, approvalsNeeded } = row;
  const isFirstOfTwo = decision === "approve" && approvals.length + 1 < approvalsNeeded;
  const { title, verb, hint, toast, tone, next } = isFirstOfTwo ? firstApproval : decisions[decision];
  const changes: Change[] = [
    { label: t("withdrawals.queueState"), before: t(stateWords[row.state]), after: t(stateWords[next]) },
    {
      label: t("withdrawals.queueHeld"),
      before: <Money minor={amount} />,
      after: isFirstOfTwo ? (
        <Money minor={amount} />
      ) : decision === "approve" ? (
        <>
          {t("withdrawals.queueToBank")} <Money minor={payout} />
        </>
      ) : (
        <Money minor={0n} />
      ),
    },
    { label: t("withdrawals.queueBalance"), before: <Money minor={balance} />, after: <Money minor={decision === "approve" ? balance : balance + amount} /> },
  ];
  const decide = (reason: string) =>
    command.mutate(
      { id: row.id, reason },
      {
        onSuccess: ({ state }) => {
          // Other decisions of the day may have made two officers of one.
          showToast(t(state === "checked" ? firstApproval.toast : toast, { reference }), "success");
          onDone();
        },
        onError: (refusal) => {
          if (!(refusal instanceof RefusedCall && tooLate.has(refusal.code))) return;
          showToast(refusal.text, "problem");
          refresh();
          onDone();
        },
      },
    );
  return (
    <ChangeDialog
      title={t(title, { reference })}
      changes={changes}
      tone={tone}
      {...asking(command, { verb: t(verb), hint: t(hint) })}
      onConfirm={decide}
      onCancel={onCancel}
    />
  );
}
