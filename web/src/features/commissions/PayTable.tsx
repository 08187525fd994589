import type { Pay } from "@laro/contract/commissions";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { type Column, DataTable, None, type TableFace } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { PayState, writePeriod, writeRate } from "./commissionWords.tsx";

interface PayTableProps<Row extends Pay> {
  caption: string;
  rows: readonly Row[];
  face: TableFace;
  empty: ReactNode;
  refused: ReactNode;
  footer: ReactNode;
  /** The kind stands below the period where pays of several are listed. */
  hasKinds?: boolean;
  /** Whose pay it is, where it is not the reader's. */
  who?: ((row: Row) => string) | undefined;
  onOpen: (row: Row) => void;
}

/** Pays with all that decides them: what came in from the period before, what is owed, and what is left for the next. */
export function PayTable<Row extends Pay>({ hasKinds = false, who, ...table }: PayTableProps<Row>) {
  const t = useT();
  const money = (key: "carryIn" | "gross" | "owed" | "makeupIn"): Column<Row> => ({
    key,
    label: t("commissions.figure", { figure: key }),
    align: "end",
    className: key === "carryIn" || key === "makeupIn" || (key === "owed" && who !== undefined) ? "md:max-xl:hidden" : undefined,
    render: (row) => (row[key] === 0n ? <None /> : <Money minor={key === "owed" ? -row[key] : row[key]} />),
  });
  const columns: Column<Row>[] = [
    {
      key: "period",
      label: t("commissions.period"),
      primary: true,
      render: (row) => (
        <span className="grid">
          <span className="figures font-semibold">{writePeriod(row)}</span>
          {hasKinds && <span className="text-xs font-normal text-muted">{t("commissions.kind", { kind: row.kind })}</span>}
        </span>
      ),
    },
    ...(who === undefined ? [] : [{ key: "who", label: t("commissions.agent"), render: (row: Row) => who(row) }]),
    {
      key: "bet",
      label: t("commissions.figure", { figure: "bet" }),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ bet }) => (bet === 0n ? <None /> : <Money minor={bet} />),
    },
    {
      key: "rate",
      label: t("commissions.rate"),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ rate }) => (rate === 0 ? <None /> : <span className="figures">{writeRate(rate)}</span>),
    },
    money("carryIn"),
    money("gross"),
    money("owed"),
    money("makeupIn"),
    { key: "pay", label: t("commissions.pay"), align: "end", render: ({ pay }) => <Money minor={pay} className="font-semibold" /> },
    {
      key: "state",
      label: t("commissions.stateLabel"),
      align: "end",
      render: ({ state, held }) => (
        <span className="inline-grid justify-items-end gap-0.5">
          <PayState state={state} />
          {held && <span className="text-xs text-muted">{t("commissions.due", { due: formatCalendar(held.dueOn) })}</span>}
        </span>
      ),
    },
  ];
  return <DataTable columns={columns} rowKey={({ id }) => id} {...table} />;
}
