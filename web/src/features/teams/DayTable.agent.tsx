import type { TeamDay } from "@laro/contract/teams";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
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
  const wasPlayed = list.some((day) => day[shown] !== 0n);
  const labels = {
    title: t(titles[shown]),
    chart: t("teams.chart.label", { figure: t(`teams.csv.${shown}`), from: formatCalendar(span.from), to: formatCalendar(span.to) }),
    highest: t("teams.chart.highest"),
    lowest: t("teams.chart.lowest"),
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {face === "ready" && wasPlayed && (
        <DayChart labels={labels} amounts={new Map(list.map((day) => [day.day, day[shown]]))} tone={shown === "valid" ? "primary" : "win"} {...span} />
      )}
      <DataTable
        caption={t("teams.days")}
        columns={useColumns(list, withFlow)}
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

/** Between a phone's cards and a wide window there is no room for all of them. */
const NARROW = { hidden: "md:max-xl:hidden", never: undefined } as const;

/** What no day of them knows, own days do not know who joined, has no column. */
function useColumns(list: readonly TeamDay[], withFlow: boolean): readonly Column<TeamDay>[] {
  const t = useT();
  const play = usePlayColumns();
  const flow = useFlowColumns().map(({ sortable: _, ...column }) => column);
  const counted = (key: "active" | "joined"): Column<TeamDay> => ({
    key,
    label: t(`teams.csv.${key}`),
    align: "end",
    className: NARROW[key === "active" && !withFlow ? "never" : "hidden"],
    render: (day) => (day[key] ? <Count of={day[key]} /> : <None />),
  });
  const known = (["active", "joined"] as const).filter((key) => list.some((day) => day[key] !== null));
  return [
    { key: "day", label: t("teams.csv.day"), primary: true, render: ({ day }) => <span className="figures font-semibold">{formatCalendar(day)}</span> },
    ...[play.valid, play.stake, play.win, play.result].map(({ sortable: _, ...column }) => ({
      ...column,
      className: NARROW[withFlow && (column.key === "stake" || column.key === "win") ? "hidden" : "never"],
    })),
    ...known.map(counted),
    ...(withFlow ? flow : []),
  ];
}
