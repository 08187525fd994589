import type { AmlAlert } from "@laro/contract/aml";
import { useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import type { AmlRights, Decision } from "./aml.operator.api.ts";
import { Due, ruleWords, StateBadge, useFigures, writeDay } from "./amlWords.operator.tsx";

export interface AlertDetailProps {
  row: AmlAlert;
  rights: AmlRights;
  onDecide: (row: AmlAlert, decision: Decision) => void;
  onClose: () => void;
}

export function AlertDetailOperator({ row, rights, onDecide, onClose }: AlertDetailProps) {
  const t = useT();
  const figuresOf = useFigures();
  const lines = [
    { label: t("aml.member"), value: row.memberName },
    { label: t("aml.rule"), value: `${t(ruleWords[row.rule])}, ${t("aml.version", { version: row.ruleVersion })}` },
    { label: t("aml.day"), value: writeDay(row.day) },
    ...figuresOf(row.figures).map(({ label, text }) => ({ label, value: <span className="figures">{text}</span> })),
    { label: t("aml.openedAt"), value: <DateTime at={row.openedAt} shape="exact" /> },
    { label: t("aml.dueOn"), value: <Due {...row} /> },
    ...(row.decidedBy === null ? [] : [{ label: t("aml.decidedBy"), value: row.decidedBy }]),
    ...(row.reason === null ? [] : [{ label: t("ui.reason"), value: row.reason }]),
    ...(row.closedAt === null ? [] : [{ label: t("aml.closedAt"), value: <DateTime at={row.closedAt} shape="exact" /> }]),
  ];
  const footer = (
    <>
      {rights.canReadJournal && (
        <ButtonLink tone="ghost" to={`/journal?${new URLSearchParams({ member: row.memberName })}`} className="me-auto">
          {t("aml.journal")}
        </ButtonLink>
      )}
      {rights.canDecide && row.state !== "closed" && (
        <Button tone="secondary" onClick={() => onDecide(row, "close")}>
          {t("aml.close")}
        </Button>
      )}
      {rights.canDecide && row.state === "open" && <Button onClick={() => onDecide(row, "openCase")}>{t("aml.openCase")}</Button>}
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
              <dd className="min-w-0 text-end text-sm font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">{t("aml.silence")}</p>
      </div>
    </Dialog>
  );
}
