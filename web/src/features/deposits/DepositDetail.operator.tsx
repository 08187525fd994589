import type { QueuedDeposit } from "@laro/contract/deposits";
import type { ComponentType } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { DepositBadge } from "./DepositBadge.tsx";
import type { Decision } from "./deposits.operator.api.ts";
import { type DepositRights, hasApproved, isUndecided, mayApprove, mayReject } from "./queueRights.operator.ts";
import { Arrived } from "./QueueTable.operator.tsx";

interface DepositDetailProps {
  row: QueuedDeposit;
  look: ComponentType<{ id: string; label: string }> | undefined;
  rights: DepositRights;
  onDecide: (row: QueuedDeposit, decision: Decision) => void;
  onClose: () => void;
}

export function DepositDetailOperator({ row, look: Look, rights, onDecide, onClose }: DepositDetailProps) {
  const t = useT();
  const { slipId } = row;
  const lines = [
    { label: t("deposits.queueMember"), value: row.memberName },
    { label: t("deposits.queueVerified"), value: row.verifiedName ?? t("deposits.queueUnverified") },
    { label: t("deposits.method"), value: row.methodName },
    { label: t("deposits.paid"), value: <Arrived {...row} /> },
    { label: t("deposits.queueTotal"), value: <Money minor={row.depositedTotal} /> },
    { label: t("deposits.queueOpened"), value: <DateTime at={row.createdAt} shape="exact" /> },
    ...(row.settledAt === null ? [] : [{ label: t("deposits.queueSettled"), value: <DateTime at={row.settledAt} shape="exact" /> }]),
    ...(row.bonusName === null ? [] : [{ label: row.bonusName, value: row.bonus === null ? "–" : <Money minor={row.bonus} /> }]),
    ...(row.providerReference === null ? [] : [{ label: t("deposits.providerReference"), value: <span className="break-all">{row.providerReference}</span> }]),
    ...(row.decidedBy === null ? [] : [{ label: t("deposits.queueDecidedBy"), value: row.decidedBy }]),
    ...(row.reason === null ? [] : [{ label: t("ui.reason"), value: row.reason }]),
  ];
  const footer = mayReject(rights, row) && (
    <>
      <Button tone="secondary" onClick={() => onDecide(row, "reject")} className="flex-1 sm:flex-none">
        {t("deposits.queueReject")}
      </Button>
      {mayApprove(rights, row) && (
        <Button tone="success" onClick={() => onDecide(row, "approve")} className="flex-1 sm:flex-none">
          {t("deposits.queueApprove")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open title={row.reference} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <Money minor={row.amount} className="font-display text-2xl font-bold" />
          <DepositBadge state={row.state} />
        </p>
        {slipId !== null && Look && <Look id={slipId} label={t("deposits.queueSlip")} />}
        <Approvals row={row} rights={rights} />
        <dl className="grid rounded-sm border border-line bg-card">
          {lines.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line px-4 py-2.5 last:border-b-0">
              <dt className="shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 text-end text-sm font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

const TWO_OFFICERS = 2;

/** Who found how much so far, and whose word is still wanting. */
function Approvals({ row, rights }: Pick<DepositDetailProps, "row" | "rights">) {
  const t = useT();
  const { approvals, state } = row;
  if (state !== "checked" && approvals.length < TWO_OFFICERS) return null;
  return (
    <section aria-label={t("deposits.approvals")} className="grid gap-2 rounded-sm border border-line bg-card p-4 text-sm">
      <p className="font-semibold">{t("deposits.approvalsOf", { given: approvals.length, needed: TWO_OFFICERS })}</p>
      {approvals.map(({ officer, paid, reason, at }) => (
        <p key={officer} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <span className="font-medium">{officer}</span> <Money minor={paid} className="font-semibold" /> <span className="text-muted">{reason}</span>
          </span>
          <DateTime at={at} className="text-xs text-muted" />
        </p>
      ))}
      {isUndecided(row) && <p className="text-muted">{t(hasApproved(rights, row) ? "deposits.approvalsYours" : "deposits.approvalsWanting")}</p>}
    </section>
  );
}
