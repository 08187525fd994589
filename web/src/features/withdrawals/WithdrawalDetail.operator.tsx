import type { QueuedWithdrawal, WithdrawalState } from "@laro/contract/withdrawals";
import type { ReactNode } from "react";
import { type Key, useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { StatusTimeline, type TimelineStep } from "../../ui/StatusTimeline.tsx";
import { CaseCardOperator, type PictureLook } from "./CaseCard.operator.tsx";
import { hasApproved, isUndecided, mayApprove, mayReject, type QueueRights } from "./queueRights.operator.ts";
import { RiskBadges, StateBadge, stateWords } from "./queueWords.operator.tsx";
import type { CaseStep, Decision } from "./withdrawals.operator.api.ts";

export interface WithdrawalDetailProps {
  row: QueuedWithdrawal;
  rights: QueueRights;
  picture: PictureLook;
  onDecide: (row: QueuedWithdrawal, decision: Decision) => void;
  onSettle: (row: QueuedWithdrawal, step: CaseStep) => void;
  onClose: () => void;
}

export function WithdrawalDetailOperator({ row, rights, picture, onDecide, onSettle, onClose }: WithdrawalDetailProps) {
  const t = useT();
  const lines = [
    { label: t("withdrawals.queueMember"), value: row.memberName },
    ...(row.requestedBy === null ? [] : [{ label: t("withdrawals.queueAskedBy"), value: row.requestedBy }]),
    { label: t("withdrawals.queueTo"), value: <span className="figures">{`${row.bank} ${row.numberMasked}`}</span> },
    { label: t("withdrawals.queueHolder"), value: row.holder },
    { label: t("withdrawals.queueDeposited"), value: <Money minor={row.depositedTotal} /> },
    { label: t("withdrawals.queueBalance"), value: <Money minor={row.balance} /> },
    ...(row.fee > 0n
      ? [
          { label: t("withdrawals.queueFee"), value: <Money minor={row.fee} /> },
          { label: t("withdrawals.queuePayout"), value: <Money minor={row.payout} /> },
        ]
      : []),
    ...(row.reason === null ? [] : [{ label: t("ui.reason"), value: row.reason }]),
  ];
  return (
    <Dialog open title={row.reference} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={useFooter({ row, rights, onDecide, onSettle })}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <Money minor={row.amount} className="font-display text-2xl font-bold" />
          <StateBadge state={row.state} />
        </p>
        <RiskBadges risks={row.risks} requestedBy={row.requestedBy} />
        {row.case && <CaseCardOperator row={row} opened={row.case} rights={rights} picture={picture} />}
        <Approvals row={row} rights={rights} />
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

type FooterProps = Pick<WithdrawalDetailProps, "row" | "rights" | "onDecide" | "onSettle">;

/** What this officer can do with the row as it stands. */
function useFooter({ row, rights, onDecide, onSettle }: FooterProps): ReactNode {
  const t = useT();
  if (row.state === "investigating" && rights.canSettleCases) {
    const isAnothers = row.proposedReturn !== null && row.proposedReturn.officer !== rights.officer;
    return (
      <>
        <Button tone="secondary" onClick={() => onSettle(row, "close")} className="flex-1 sm:flex-none">
          {t("withdrawals.case.close")}
        </Button>
        <Button tone="secondary" onClick={() => onSettle(row, "propose")} className="flex-1 sm:flex-none">
          {t("withdrawals.case.propose")}
        </Button>
        {isAnothers && (
          <Button tone="success" onClick={() => onSettle(row, "confirm")} className="flex-1 sm:flex-none">
            {t("withdrawals.case.confirm")}
          </Button>
        )}
      </>
    );
  }
  if (!mayReject(rights, row)) return undefined;
  return (
    <>
      <Button tone="secondary" onClick={() => onDecide(row, "reject")} className="flex-1 sm:flex-none">
        {t("withdrawals.queueReject")}
      </Button>
      {mayApprove(rights, row) && (
        <Button tone="success" onClick={() => onDecide(row, "approve")} className="flex-1 sm:flex-none">
          {t("withdrawals.queueApprove")}
        </Button>
      )}
    </>
  );
}

/** Who said yes so far, and whose word is still wanting. */
function Approvals({ row, rights }: Pick<WithdrawalDetailProps, "row" | "rights">) {
  const t = useT();
  const { approvals, approvalsNeeded } = row;
  if (approvalsNeeded < 2) return null;
  return (
    <section aria-label={t("withdrawals.approvals")} className="grid gap-2 rounded-sm border border-line bg-card p-4 text-sm">
      <p className="font-semibold">{t("withdrawals.approvalsOf", { given: approvals.length, needed: approvalsNeeded })}</p>
      {approvals.map(({ officer, reason, at }) => (
        <p key={officer} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <span className="font-medium">{officer}</span> <span className="text-muted">{reason}</span>
          </span>
          <DateTime at={at} className="text-xs text-muted" />
        </p>
      ))}
      {isUndecided(row) && (
        <p className="text-muted">
          {hasApproved(rights, row) ? t("withdrawals.approvalsYours") : t("withdrawals.approvalsWanting", { needed: approvalsNeeded })}
        </p>
      )}
    </section>
  );
}

const lastWords: Partial<Record<WithdrawalState, Key>> = { investigating: stateWords.investigating, returned: stateWords.returned };
const ended: ReadonlySet<WithdrawalState> = new Set(["received", "returned"]);

function useSteps({ state, forced, createdAt, decidedAt, decidedBy, paidAt, closedAt }: QueuedWithdrawal): TimelineStep[] {
  const t = useT();
  const at = (moment: string | null) => moment !== null && <DateTime at={moment} shape="exact" />;
  const by = decidedBy !== null && t("withdrawals.queueDecidedBy", { name: decidedBy });
  const requested: TimelineStep = { label: t("withdrawals.queueRequested"), state: "done", at: at(createdAt) };
  if (state === "rejected") return [requested, { label: t(stateWords.rejected), state: "failed", at: at(decidedAt), note: by }];
  const approved: TimelineStep = {
    label: t(decidedAt === null ? stateWords[state] : stateWords.approved),
    state: decidedAt === null ? "current" : "done",
    at: at(decidedAt),
    note: by,
  };
  if (state === "failed") return [requested, approved, { label: t(stateWords.failed), state: "failed", at: at(closedAt) }];
  return [
    requested,
    approved,
    { label: t(stateWords.paid), state: paidAt !== null ? "done" : state === "approved" ? "current" : "todo", at: at(paidAt) },
    {
      label: t(lastWords[state] ?? stateWords.received),
      state: ended.has(state) ? "done" : paidAt !== null ? "current" : "todo",
      at: at(closedAt),
      note: forced && t("withdrawals.queueForced"),
    },
  ];
}
