import type { OwnSide, SeenPay } from "@laro/contract/commissions";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { type Column, DataTable, None, type TableFace } from "../../ui/DataTable.tsx";
import { Money } from "../../ui/Money.tsx";
import { PayState, useWhen, writePeriod, writeRate } from "./commissionWords.tsx";

interface PayTableProps<Row extends SeenPay & Partial<OwnSide>> {
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

/** Pays with all that decides them: what came in from the period before, what is owed, and what is left for the next; of another's what the reader owes for it. */
export function PayTable<Row extends SeenPay & Partial<OwnSide>>({ hasKinds = false, who, ...table }: PayTableProps<Row>) {
  const t = useT();
  const sayWhen = useWhen();
  const money = (key: "carryIn" | "gross" | "owed" | "makeupIn"): Column<Row> => ({
    key,
    label: t("commissions.figure", { figure: key }),
    align: "end",
    className: key === "carryIn" || key === "makeupIn" || (key === "owed" && who !== undefined) ? "md:max-xl:hidden" : undefined,
    render: (row) => {
      const minor = row[key] ?? 0n;
      return minor === 0n ? <None /> : <Money minor={key === "owed" ? -minor : minor} />;
    },
  });
  const own: Column<Row>[] = [
    money("owed"),
    money("makeupIn"),
    { key: "pay", label: t("commissions.pay"), align: "end", render: ({ pay }) => <Money minor={pay ?? 0n} className="font-semibold" /> },
    {
      key: "state",
      label: t("commissions.stateLabel"),
      align: "end",
      className: "md:whitespace-normal",
      render: (row) => (
        <span className="inline-grid justify-items-end gap-0.5">
          {row.state && <PayState state={row.state} />}
          <span className="text-xs text-muted empty:hidden">{sayWhen(row)}</span>
        </span>
      ),
    },
  ];
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
    ...(who === undefined ? own : []),
  ];
  return <DataTable columns={columns} rowKey={({ id }) => id} {...table} />;
}
