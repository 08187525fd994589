import type { Adjustment } from "@laro/contract/adjustments";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { DecisionButtons } from "./AdjustmentTable.operator.tsx";
import { bonusWords, journalOf, KindBadge, StateBadge } from "./adjustmentWords.operator.tsx";
import type { AdjustmentRights, Decision } from "./adjustments.operator.api.ts";

export interface AdjustmentDetailProps {
  row: Adjustment;
  rights: AdjustmentRights;
  onDecide: (row: Adjustment, decision: Decision) => void;
  onClose: () => void;
}

export function AdjustmentDetailOperator({ row, rights, onDecide, onClose }: AdjustmentDetailProps) {
  const t = useT();
  const canDecide = rights.canDecide && row.state === "proposed";
  const lines = [
    { label: t("adjustments.member"), value: row.memberName },
    { label: t("adjustments.kind"), value: <KindBadge kind={row.kind} /> },
    { label: t("ui.reason"), value: row.reason },
    { label: t("adjustments.proposedBy"), value: row.proposedBy },
    { label: t("adjustments.proposedAt"), value: <DateTime at={row.proposedAt} shape="exact" /> },
    ...(row.original === null ? [] : [{ label: t("adjustments.original"), value: <Original reference={row.original} /> }]),
    ...(row.bonus === null ? [] : [{ label: t("adjustments.bonus"), value: <BonusOf bonus={row.bonus} /> }]),
    ...(row.decidedBy === null ? [] : [{ label: t("adjustments.decidedBy"), value: row.decidedBy }]),
    ...(row.decidedAt === null ? [] : [{ label: t("adjustments.decidedAt"), value: <DateTime at={row.decidedAt} shape="exact" /> }]),
    ...(row.decision === null ? [] : [{ label: t("adjustments.decision"), value: row.decision }]),
  ];
  const footer = (
    <>
      {rights.canReadJournal && (
        <ButtonLink tone="ghost" size="sm" to={journalOf(row.memberName, row.original)} className="me-auto">
          {t("adjustments.journal")}
        </ButtonLink>
      )}
      {canDecide && <DecisionButtons row={row} officer={rights.officer} onDecide={onDecide} />}
    </>
  );
  return (
    <Dialog open title={row.reference} size="md" onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <Money minor={row.amount} signed className="font-display text-2xl font-bold" />
          <StateBadge state={row.state} />
        </p>
        <dl className="grid rounded-sm border border-line bg-card">
          {lines.map(({ label, value }) => (
            <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line px-4 py-2.5 last:border-b-0">
              <dt className="shrink-0 text-sm text-muted">{label}</dt>
              <dd className="min-w-0 text-end text-sm font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {canDecide && row.proposedBy === rights.officer && <p className="text-sm text-muted">{t("adjustments.ownProposal")}</p>}
      </div>
    </Dialog>
  );
}

function BonusOf({ bonus: { reference, amount, state } }: { bonus: NonNullable<Adjustment["bonus"]> }) {
  const t = useT();
  return (
    <>
      <span className="figures">{reference}</span> <Money minor={amount} /> · {t(bonusWords[state])}
    </>
  );
}

function Original({ reference }: { reference: string }) {
  const t = useT();
  return (
    <span className="inline-flex items-center gap-1">
      <code className="text-xs break-all">{reference}</code>
      <CopyButton text={reference} label={t("adjustments.copy")} copiedLabel={t("adjustments.copied")} />
    </span>
  );
}
