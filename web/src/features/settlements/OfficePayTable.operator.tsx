import type { OfficePay } from "@laro/contract/commissions";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, DataTable, None, type TableFace } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { PayState, writePeriod } from "./settlementWords.operator.tsx";

interface OfficePayTableProps {
  caption: string;
  rows: readonly OfficePay[];
  face: TableFace;
  empty: ReactNode;
  refused: ReactNode;
  footer: ReactNode;
  /** Pays of several kinds and periods stand together, each with why it is held and by when that is decided. */
  isHeld?: boolean;
  onOpen: (pay: OfficePay) => void;
}

export function OfficePayTable({ isHeld = false, ...table }: OfficePayTableProps) {
  const t = useT();
  const columns: Column<OfficePay>[] = [
    {
      key: "agent",
      label: t("commissions.agent"),
      primary: true,
      render: ({ agentName, uplineName, isFirstUnverified }) => (
        <span className="grid justify-items-start">
          <span className="font-semibold">{agentName}</span>
          {isFirstUnverified === true && <Badge tone="primary">{t("settlements.firstUnverified")}</Badge>}
          <span className="text-xs font-normal text-muted">{t("settlements.owedBy", { name: uplineName ?? t("commissions.house") })}</span>
        </span>
      ),
    },
    ...(isHeld ? heldColumns(t) : plainColumns(t)),
    {
      key: "gross",
      label: t("commissions.figure", { figure: "gross" }),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ gross }) => (gross === 0n ? <None /> : <Money minor={gross} />),
    },
    {
      key: "owed",
      label: t("commissions.figure", { figure: "owed" }),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ owed }) => (owed === 0n ? <None /> : <Money minor={-owed} />),
    },
    { key: "pay", label: t("commissions.pay"), align: "end", render: ({ pay }) => <Money minor={pay} className="font-semibold" /> },
  ];
  if (!isHeld) columns.push({ key: "state", label: t("commissions.stateLabel"), align: "end", render: ({ state }) => <PayState state={state} /> });
  return <DataTable columns={columns} rowKey={({ id }) => id} {...table} />;
}

type Words = ReturnType<typeof useT>;

const heldColumns = (t: Words): Column<OfficePay>[] => [
  {
    key: "period",
    label: t("commissions.period"),
    render: (pay) => (
      <span className="grid">
        <span className="figures">{writePeriod(pay)}</span>
        <span className="text-xs text-muted">{t("commissions.kind", { kind: pay.kind })}</span>
      </span>
    ),
  },
  {
    key: "reason",
    label: t("settlements.why"),
    className: "md:whitespace-normal",
    render: ({ reason, held }) => (
      <span className="grid">
        {reason !== null && t("settlements.reason", { reason })}
        {held && <span className="hidden text-xs text-muted md:max-lg:inline">{t("commissions.due", { due: formatCalendar(held.dueOn) })}</span>}
      </span>
    ),
  },
  {
    key: "due",
    label: t("settlements.due"),
    className: "md:max-lg:hidden",
    render: ({ held }) => (held ? <span className="figures">{formatCalendar(held.dueOn)}</span> : <None />),
  },
];

const plainColumns = (t: Words): Column<OfficePay>[] => [
  { key: "bet", label: t("commissions.figure", { figure: "bet" }), align: "end", render: ({ bet }) => <Money minor={bet} /> },
  {
    key: "result",
    label: t("commissions.figure", { figure: "result" }),
    align: "end",
    className: "md:max-xl:hidden",
    render: ({ result }) => <Money minor={result} />,
  },
];
