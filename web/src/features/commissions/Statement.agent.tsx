import { commissions } from "@laro/contract/commissions";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { nowMs } from "../../api/clock.ts";
import { useDownload, useDownloadWords } from "../../api/download.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar, formatManila } from "../../ui/DateTime.tsx";
import { dayIn } from "../../ui/days.ts";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Sign } from "../../ui/Proof.tsx";
import { Select } from "../../ui/Select.tsx";
import { useStatement } from "./commissions.api.ts";

type Statement = OutputOf<(typeof commissions)["statement"]>;

const MONTHS_OFFERED = 24;
const MONTH = /^[2-9]\d{3}-(0[1-9]|1[0-2])$/;

/** The months up to one, the newest first. */
function monthsTo(last: string): readonly string[] {
  const [year = 0, month = 1] = last.split("-").map(Number);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, "yyyy-mm".length));
}

/** A month of pay by kind beside the lines of the account record, to keep as a file. */
export function StatementAgent() {
  const t = useT();
  const refusal = useRefusal();
  const { timeZone } = usePermission().jurisdiction;
  const [openedAt] = useState(nowMs);
  const [params, setParams] = useSearchParams();
  const months = monthsTo(dayIn(timeZone, openedAt).slice(0, "yyyy-mm".length));
  const asked = params.get("month") ?? "";
  const month = MONTH.test(asked) && asked <= months[0]! ? asked : months[0]!;
  const statement = useStatement(month);
  const rows = statement.data?.list ?? [];
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-56">
          <Select
            label={t("commissions.month")}
            value={month}
            options={months.map((value) => ({ value, label: formatCalendar(value) }))}
            onChange={(event) => setParams({ part: "statement", month: event.target.value }, { replace: true })}
          />
        </div>
        <Files month={month} />
      </div>
      <DataTable
        caption={t("commissions.statement", { month: formatCalendar(month) })}
        columns={useColumns()}
        rows={rows}
        rowKey={({ kind }) => kind}
        face={faceOf(statement, rows.length)}
        empty={<EmptyState drawing="banca" text={t("commissions.nothingPaid")} />}
        refused={<RefusedState {...refusal(statement)} />}
        footer={statement.data && <Against statement={statement.data} />}
      />
      {statement.data && statement.data.corrections.length > 0 && <Corrections list={statement.data.corrections} />}
    </div>
  );
}

function Files({ month }: { month: string }) {
  const t = useT();
  const { stopLabel, progressOf } = useDownloadWords();
  const [csv, pdf] = [useDownload(commissions.statementCsv), useDownload(commissions.statementPdf)];
  const files = [
    { label: t("commissions.csvFile"), file: csv },
    { label: t("commissions.pdfFile"), file: pdf },
  ];
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {files.map(({ label, file }) => (
          <DownloadButton
            key={label}
            label={label}
            stopLabel={stopLabel}
            progress={progressOf(file.progress)}
            onStart={() => file.start({ month })}
            onStop={file.stop}
          />
        ))}
      </div>
      <FormFault error={csv.error ?? pdf.error ?? null} />
    </div>
  );
}

function useColumns(): readonly Column<Statement["list"][number]>[] {
  const t = useT();
  return [
    {
      key: "kind",
      label: t("commissions.kindLabel"),
      primary: true,
      render: ({ kind }) => <span className="font-semibold">{t("commissions.kind", { kind })}</span>,
    },
    { key: "pays", label: t("commissions.count"), align: "end", render: ({ pays }) => <span className="figures">{pays}</span> },
    { key: "gross", label: t("commissions.figure", { figure: "gross" }), align: "end", render: ({ gross }) => <Money minor={gross} /> },
    { key: "owed", label: t("commissions.figure", { figure: "owed" }), align: "end", render: ({ owed }) => <Money minor={-owed} /> },
    { key: "pay", label: t("commissions.pay"), align: "end", render: ({ pay }) => <Money minor={pay} className="font-semibold" /> },
  ];
}

/** The sum of the rows, added up here, beside what the account record says of the month. */
function Against({ statement: { list, pay, journal } }: { statement: Statement }) {
  const t = useT();
  const sum = list.reduce((all, row) => all + row.pay, 0n);
  const isRight = sum === pay && pay === journal;
  return (
    <div className="grid gap-2 text-sm">
      <dl className="grid gap-1">
        {[
          { label: t("commissions.pays"), minor: sum },
          { label: t("commissions.journal"), minor: journal },
        ].map(({ label, minor }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">
              <Money minor={minor} />
            </dd>
          </div>
        ))}
      </dl>
      <Sign isGood={isRight}>{isRight ? t("commissions.statementRight") : t("commissions.wrong")}</Sign>
    </div>
  );
}

function Corrections({ list }: { list: Statement["corrections"] }) {
  const t = useT();
  return (
    <Panel title={t("commissions.corrections")} text={t("commissions.correctionsText")}>
      <ul className="grid text-sm">
        {list.map(({ at, kind, amount, reason }) => (
          <li key={`${at}${reason}`} className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0">
            <span className="grid min-w-0">
              <span className="break-words">{reason}</span>
              <span className="text-xs text-muted">
                {t("commissions.kind", { kind })}, {formatManila(at)}
              </span>
            </span>
            <Money minor={amount} signed />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
