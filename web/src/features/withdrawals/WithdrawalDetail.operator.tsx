import type { QueuedWithdrawal } from "@laro/contract/withdrawals";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { StatusTimeline, type TimelineStep } from "../../ui/StatusTimeline.tsx";
import { StateBadge, stateWords } from "./queueWords.operator.tsx";
import type { Decision } from "./withdrawals.operator.api.ts";

export interface WithdrawalDetailProps {
  row: QueuedWithdrawal;
  onDecide: ((row: QueuedWithdrawal, decision: Decision) => void) | undefined;
  onClose: () => void;
}

export function WithdrawalDetailOperator({ row, onDecide, onClose }: WithdrawalDetailProps) {
  const t = useT();
  const lines = [
    { label: t("withdrawals.queueMember"), value: row.memberName },
    { label: t("withdrawals.queueTo"), value: <span className="figures">{`${row.bank} ${row.numberMasked}`}</span> },
    { label: t("withdrawals.queueHolder"), value: row.holder },
    { label: t("withdrawals.queueDeposited"), value: <Money minor={row.depositedTotal} /> },
    { label: t("withdrawals.queueBalance"), value: <Money minor={row.balance} /> },
    ...(row.reason === null ? [] : [{ label: t("withdrawals.queueReason"), value: row.reason }]),
  ];
  const footer = row.state === "pending" && onDecide && (
    <>
      <Button tone="secondary" onClick={() => onDecide(row, "reject")} className="flex-1 sm:flex-none">
        {t("withdrawals.queueReject")}
      </Button>
      <Button tone="success" onClick={() => onDecide(row, "approve")} className="flex-1 sm:flex-none">
        {t("withdrawals.queueApprove")}
      </Button>
    </>
  );
  return (
    <Dialog open title={row.reference} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <Money minor={row.amount} className="font-display text-2xl font-bold" />
          <StateBadge state={row.state} />
        </p>
        <dl className="grid rounded-sm border border-line bg-card">
          {lines.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line px-4 py-2.5 last:border-b-0">
              <dt className="shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 text-end text-sm font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        <StatusTimeline label={t("withdrawals.queueSteps")} steps={useSteps(row)} />
      </div>
    </Dialog>
  );
}

function useSteps({ state, createdAt, decidedAt, decidedBy, paidAt, closedAt }: QueuedWithdrawal): TimelineStep[] {
  const t = useT();
  const at = (moment: string | null) => moment !== null && <DateTime at={moment} shape="exact" />;
  const by = decidedBy !== null && t("withdrawals.queueDecidedBy", { name: decidedBy });
  const requested: TimelineStep = { label: t("withdrawals.queueRequested"), state: "done", at: at(createdAt) };
  if (state === "rejected") return [requested, { label: t(stateWords.rejected), state: "failed", at: at(decidedAt), note: by }];
  const approved: TimelineStep = {
    label: t(decidedAt === null ? stateWords.pending : stateWords.approved),
    state: decidedAt === null ? "current" : "done",
    at: at(decidedAt),
    note: by,
  };
  if (state === "failed") return [requested, approved, { label: t(stateWords.failed), state: "failed", at: at(closedAt) }];
  return [
    requested,
    approved,
    { label: t(stateWords.paid), state: paidAt !== null ? "done" : state === "approved" ? "current" : "todo", at: at(paidAt) },
    { label: t(stateWords.received), state: state === "received" ? "done" : state === "paid" ? "current" : "todo", at: at(closedAt) },
  ];
}
