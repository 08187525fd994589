import type { ProfitLine } from "@laro/contract/reports";
import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useDayLabels } from "../../api/days.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { nowMs } from "../../api/clock.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DayChart } from "../../ui/DayChart.tsx";
import { addDays, dayIn, type DaySpan, readSpan } from "../../ui/days.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { useHouseGames, useProfit } from "./reports.api.ts";

/** The server answers no more days at once. */
const DAYS_MAX = 366;

/** Profit and loss by day: the picture first, then each day, whose rounds the betting record shows. */
export function ProfitLoss({ recordTo }: { recordTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const [, navigate] = useLocation();
  const { span, today, gameCode, show } = useProfitFilter();
  const profit = useProfit({ ...span, ...(gameCode === "" ? {} : { gameCode }) });
  const lines = profit.data?.list ?? [];
  const face = faceOf(profit, lines.length);
  const chart = {
    title: t("reports.profit.chart"),
    chart: t("reports.profit.chart.label", { from: formatCalendar(span.from), to: formatCalendar(span.to) }),
    highest: t("reports.profit.best"),
    lowest: t("reports.profit.worst"),
  };
  const recordOf = ({ day }: ProfitLine) => `${recordTo}?from=${day}&to=${day}${gameCode === "" ? "" : `&gameCode=${encodeURIComponent(gameCode)}`}`;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <GameFilter value={gameCode} onChange={(code) => show(span, code)} />
        <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(next) => show(next, gameCode)} />
      </div>
      {face !== "refused" && <Totals totals={profit.data} />}
      {face === "ready" && <DayChart labels={chart} amounts={new Map(lines.map((line) => [line.day, line.profit]))} {...span} />}
      <DataTable
        caption={t("reports.profit.title")}
        columns={useColumns()}
        rows={lines}
        rowKey={({ day }) => day}
        onOpen={(line) => navigate(recordOf(line))}
        face={face}
        empty={<EmptyState text={t("reports.profit.empty")} action={<ButtonLink to="/">{t("reports.profit.play")}</ButtonLink>} />}
        refused={<RefusedState {...refusal(profit)} />}
      />
    </div>
  );
}

function useProfitFilter() {
  const { timeZone } = usePermission().jurisdiction;
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(nowMs);
  const today = dayIn(timeZone, openedAt);
  const asked = readSpan(search, today);
  const earliest = addDays(asked.to, 1 - DAYS_MAX);
  const span = asked.from < earliest ? { from: earliest, to: asked.to } : asked;
  const show = (next: DaySpan, code: string) => setSearch({ ...next, ...(code === "" ? {} : { gameCode: code }) }, { replace: true });
  return { span, today, gameCode: search.get("gameCode") ?? "", show };
}

function GameFilter({ value, onChange }: { value: string; onChange: (gameCode: string) => void }) {
  const t = useT();
  const { data } = useHouseGames();
  const options = [
    { value: "", label: t("reports.profit.allGames") },
    ...(data?.list ?? []).map(({ gameCode, displayName }) => ({ value: gameCode, label: displayName })),
  ];
  return (
    <div className="w-full sm:w-44">
      <Select label={t("reports.profit.game")} value={value} onChange={(event) => onChange(event.target.value)} options={options} />
    </div>
  );
}

function Totals({ totals }: { totals: Omit<ProfitLine, "day"> | undefined }) {
  const t = useT();
  const figures = [
    { label: t("reports.profit.rounds"), figure: totals && <span className="figures">{totals.rounds}</span> },
    { label: t("reports.stakes"), figure: totals && <Money minor={totals.stake} /> },
    { label: t("reports.wins"), figure: totals && <Money minor={totals.win} /> },
    { label: t("reports.profit.profit"), figure: totals && <Money minor={totals.profit} signed /> },
  ];
  return <Figures label={t("reports.profit.totals")} figures={figures} />;
}

function useColumns(): readonly Column<ProfitLine>[] {
  const t = useT();
  return [
    { key: "day", label: t("reports.profit.day"), primary: true, render: ({ day }) => <span className="figures font-semibold">{formatCalendar(day)}</span> },
    { key: "rounds", label: t("reports.profit.rounds"), align: "end", render: ({ rounds }) => <span className="figures">{rounds}</span> },
    { key: "stake", label: t("reports.stakes"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
    { key: "win", label: t("reports.wins"), align: "end", render: ({ win }) => <Money minor={win} /> },
    { key: "profit", label: t("reports.profit.profit"), align: "end", render: ({ profit }) => <Money minor={profit} signed className="font-semibold" /> },
  ];
}
