import type { TeamDay } from "@laro/contract/teams";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DayChart } from "../../ui/DayChart.tsx";
import type { DaySpan } from "../../ui/days.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { useFlowColumns, usePlayColumns } from "./teamParts.agent.tsx";

type Shown = "valid" | "result";
const titles = { valid: "teams.chart.valid", result: "teams.chart.result" } as const satisfies Record<Shown, Key>;

interface DayTableProps {
  days: { readonly list: readonly TeamDay[] | undefined; readonly isPending: boolean; readonly error: Error | null; readonly refetch: () => unknown };
  span: DaySpan;
  /** Which figure the bars are. */
  shown: Shown;
  /** Money as columns too. */
  withFlow?: boolean;
}

/** Closed days as bars and, below them, in figures. */
export function DayTable({ days, span, shown, withFlow = false }: DayTableProps) {
  const t = useT();
  const refusal = useRefusal();
  const list = days.list ?? [];
  const face = faceOf(days, list.length);
  const labels = {
    title: t(titles[shown]),
    chart: t("teams.chart.label", { figure: t(`teams.csv.${shown}`), from: formatCalendar(span.from), to: formatCalendar(span.to) }),
    highest: t("teams.chart.highest"),
    lowest: t("teams.chart.lowest"),
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {face === "ready" && (
        <DayChart labels={labels} amounts={new Map(list.map((day) => [day.day, day[shown]]))} tone={shown === "valid" ? "primary" : "win"} {...span} />
      )}
      <DataTable
        caption={t("teams.days")}
        columns={useColumns(withFlow)}
        rows={list}
        rowKey={({ day }) => day}
        face={face}
        empty={<EmptyState text={t("teams.days.empty")} />}
        refused={<RefusedState {...refusal(days)} />}
        maxHeight="30rem"
      />
    </div>
  );
}

function useColumns(withFlow: boolean): readonly Column<TeamDay>[] {
  const t = useT();
  const play = usePlayColumns();
  const flow = useFlowColumns().map(({ sortable: _, ...column }) => column);
  const counted = (key: "active" | "joined"): Column<TeamDay> => ({
    key,
    label: t(`teams.csv.${key}`),
    align: "end",
    render: (day) => (day[key] === null ? null : <span className="figures">{day[key]}</span>),
  });
  return [
    { key: "day", label: t("teams.csv.day"), primary: true, render: ({ day }) => <span className="figures font-semibold">{formatCalendar(day)}</span> },
    ...[play.valid, play.stake, play.win, play.result].map(({ sortable: _, ...column }) => column),
    counted("active"),
    counted("joined"),
    ...(withFlow ? flow : []),
  ];
}
