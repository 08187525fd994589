import type { Adjustment } from "@laro/contract/adjustments";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable, type TableFace } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { KindBadge } from "./adjustmentWords.operator.tsx";
import type { AdjustmentRights, Decision } from "./adjustments.operator.api.ts";

export interface AdjustmentTableProps {
  state: Adjustment["state"];
  rows: readonly Adjustment[];
  face: TableFace;
  empty: ReactNode;
  refused: ReactNode;
  footer: ReactNode;
  rights: AdjustmentRights;
  onOpen: (row: Adjustment) => void;
  onDecide: (row: Adjustment, decision: Decision) => void;
}

export function AdjustmentTableOperator({ state, rights, onDecide, ...table }: AdjustmentTableProps) {
  const t = useT();
  const columns: Column<Adjustment>[] = [
    { key: "reference", label: t("adjustments.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("adjustments.member"), render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    { key: "kind", label: t("adjustments.kind"), render: ({ kind }) => <KindBadge kind={kind} /> },
    { key: "amount", label: t("adjustments.amount"), align: "end", render: ({ amount }) => <Money minor={amount} signed className="font-semibold" /> },
    {
      key: "reason",
      label: t("ui.reason"),
      className: "md:max-xl:hidden",
      render: ({ reason }) => <span className="block max-w-60 truncate text-muted">{reason}</span>,
    },
    { key: "proposed", label: t("adjustments.proposedBy"), render: ({ proposedAt, proposedBy }) => <Hand at={proposedAt} name={proposedBy} /> },
  ];
  if (state !== "proposed")
    columns.push({
      key: "decided",
      label: t("adjustments.decidedBy"),
      align: "end",
      render: ({ decidedAt, decidedBy }) => <Hand at={decidedAt} name={decidedBy} />,
    });
  else if (rights.canDecide)
    columns.push({
      key: "decide",
      label: t("adjustments.decision"),
      align: "end",
      className: "md:max-lg:hidden",
      render: (row) => <DecisionButtons row={row} officer={rights.officer} onDecide={onDecide} />,
    });
  return <DataTable caption={t("adjustments.title")} columns={columns} rowKey={({ id }) => id} {...table} />;
}

function Hand({ at, name }: { at: string | null; name: string | null }) {
  return (
    <span className="grid">
      <span>{name}</span>
      {at !== null && <DateTime at={at} className="text-xs text-muted" />}
    </span>
  );
}

interface DecisionButtonsProps {
  row: Adjustment;
  officer: string;
  onDecide: (row: Adjustment, decision: Decision) => void;
}

/** One's own proposal can only be taken back: another officer confirms it. */
export function DecisionButtons({ row, officer, onDecide }: DecisionButtonsProps) {
  const t = useT();
  const decisions = row.proposedBy === officer ? (["decline"] as const) : (["confirm", "decline"] as const);
  return (
    <span className="inline-flex gap-2">
      {decisions.map((decision) => (
        <Button
          key={decision}
          tone={decision === "confirm" ? "success" : "secondary"}
          size="sm"
          aria-label={t(decision === "confirm" ? "adjustments.confirmTitle" : "adjustments.declineTitle", { reference: row.reference })}
          onClick={(event) => {
            event.stopPropagation();
            onDecide(row, decision);
          }}
        >
          {t(decision === "confirm" ? "adjustments.confirm" : "adjustments.decline")}
        </Button>
      ))}
    </span>
  );
}
