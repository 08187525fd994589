import { reports, type Statement } from "@laro/contract/reports";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useDownload, useDownloadWords } from "../../api/download.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Balance, Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useMonths } from "./reports.api.ts";

/** The member's money month by month; a month opens with what made it and a document to keep. */
export function CreditReport() {
  const t = useT();
  const refusal = useRefusal();
  const months = useMonths();
  const [search, setSearch] = useSearchParams();
  const list = months.data?.list ?? [];
  const chosen = list.find(({ month }) => month === search.get("month")) ?? list[0];
  const columns: readonly Column<Statement>[] = [
    { key: "month", label: t("reports.month"), primary: true, render: ({ month }) => <span className="figures font-semibold">{formatCalendar(month)}</span> },
    { key: "opening", label: t("reports.opening"), align: "end", render: ({ opening }) => <Balance minor={opening} /> },
    { key: "change", label: t("reports.change"), align: "end", render: ({ opening, closing }) => <Money minor={closing - opening} signed /> },
    { key: "closing", label: t("reports.closing"), align: "end", render: ({ closing }) => <Balance minor={closing} className="font-semibold" /> },
  ];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
      <DataTable
        caption={t("reports.months")}
        columns={columns}
        rows={list}
        rowKey={({ month }) => month}
        selectedKey={chosen?.month}
        onOpen={({ month }) => setSearch({ month }, { replace: true })}
        face={faceOf(months, list.length)}
        empty={<EmptyState text={t("reports.months.empty")} />}
        refused={<RefusedState {...refusal(months)} />}
      />
      {chosen && <Month key={chosen.month} statement={chosen} />}
    </div>
  );
}

function Month({ statement }: { statement: Statement }) {
  const t = useT();
  const { stopLabel, progressOf } = useDownloadWords();
  const file = useDownload(reports.statementPdf);
  const { month, opening, deposits, withdrawals, stakes, wins, bonuses, commissions, transfers, adjustments, closing, lines } = statement;
  return (
    <Panel title={t("reports.statement", { month: formatCalendar(month) })} text={t("reports.statement.text", { lines })}>
      <dl className="grid text-sm">
        <Line label={t("reports.opening")} figure={<Balance minor={opening} />} />
        <Line label={t("reports.deposits")} figure={<Money minor={deposits} signed />} />
        <Line label={t("reports.withdrawals")} figure={<Money minor={-withdrawals} signed />} />
        <Line label={t("reports.stakes")} figure={<Money minor={-stakes} signed />} />
        <Line label={t("reports.wins")} figure={<Money minor={wins} signed />} />
        <Line label={t("reports.bonuses")} figure={<Money minor={bonuses} signed />} />
        {commissions !== 0n && <Line label={t("reports.commissions")} figure={<Money minor={commissions} signed />} />}
        <Line label={t("reports.transfers")} figure={<Money minor={transfers} signed />} />
        <Line label={t("reports.adjustments")} figure={<Money minor={adjustments} signed />} />
        <Line label={t("reports.closing")} figure={<Balance minor={closing} className="font-semibold" />} />
      </dl>
      <DownloadButton
        label={t("reports.pdf")}
        stopLabel={stopLabel}
        progress={progressOf(file.progress)}
        onStart={() => file.start({ month })}
        onStop={file.stop}
      />
      <FormFault error={file.error ?? null} />
    </Panel>
  );
}

const Line = ({ label, figure }: { label: string; figure: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0 last:border-t-2">
    <dt className="text-muted">{label}</dt>
    <dd>{figure}</dd>
  </div>
);
