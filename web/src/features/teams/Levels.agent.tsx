import { type TeamRow, teams, teamSorts } from "@laro/contract/teams";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable, type Sort } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import type { TeamPlace } from "./place.agent.ts";
import { BasisNote, SpanBar, TypeBadge, useFlowColumns, usePlayColumns } from "./teamParts.agent.tsx";
import { useReport } from "./teams.api.ts";

export type LevelKind = "betting" | "loss" | "money";
type SortKey = (typeof teamSorts)[number];

const firstSort = { betting: "valid", loss: "result", money: "deposits" } as const satisfies Record<LevelKind, SortKey>;

/** What of the address a level is sorted by. */
function useSort({ read, change }: TeamPlace, kind: LevelKind) {
  const key = teamSorts.find((one) => one === read("sort")) ?? firstSort[kind];
  const order = read("order") === "ascending" ? "ascending" : "descending";
  const sort: Sort = { key, direction: order };
  const sortBy = (next: string) => change({ sort: next, order: next === key && order === "descending" ? "ascending" : undefined });
  return { asked: { sort: key, order } as const, sort, sortBy };
}

/** One level of the line: each account with everyone below it, by any of its figures. */
export function Level({ place, kind }: { place: TeamPlace; kind: LevelKind }) {
  const t = useT();
  const refusal = useRefusal();
  const { asked, sort, sortBy } = useSort(place, kind);
  const of = { ...place.span, ...(place.id === undefined ? {} : { id: place.id }), ...asked };
  const report = useReport(of);
  const csv = useCsv(teams.reportCsv, of);
  const face = faceOf(report, report.rows.length);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SpanBar place={place} csv={csv} />
      <BasisNote of={report.first} />
      {face !== "refused" && <Totals totals={report.first?.totals} kind={kind} />}
      <DataTable
        caption={t("teams.level")}
        columns={useColumns(kind)}
        rows={report.rows}
        rowKey={({ id }) => String(id)}
        sort={sort}
        onSort={sortBy}
        onOpen={({ id, isHere }) => isHere && place.change({ of: String(id), tab: undefined })}
        face={face}
        empty={<EmptyState text={t("teams.level.empty")} />}
        refused={<RefusedState {...refusal(report)} />}
        footer={<More {...report} label={t("ui.more")} />}
      />
    </div>
  );
}

function Totals({ totals, kind }: { totals: NonNullable<ReturnType<typeof useReport>["first"]>["totals"] | undefined; kind: LevelKind }) {
  const t = useT();
  const money = (figure: bigint | undefined) => (figure === undefined ? "–" : <Money minor={figure} />);
  const ofPlay = (["valid", "stake", "win", "result"] as const).map((key) => ({ label: t(`teams.csv.${key}`), figure: totals && money(totals[key]) }));
  const ofMoney = [
    ...(["deposits", "withdrawals", "bonuses"] as const).map((key) => ({ label: t(`teams.csv.${key}`), figure: totals && money(totals.flow?.[key]) })),
    { label: t("teams.csv.firstDeposits"), figure: totals && <span className="figures">{totals.flow?.firstDeposits ?? "–"}</span> },
  ];
  return <Figures label={t("teams.totals")} figures={kind === "money" ? ofMoney : ofPlay} />;
}

/** Who is no longer on the level counts in its past and cannot be opened. */
function Name({ row: { account, isHere } }: { row: TeamRow }) {
  const t = useT();
  return (
    <span className="font-semibold">
      {account}
      {!isHere && <span className="ms-2 text-xs font-normal text-muted">{t("teams.gone")}</span>}
    </span>
  );
}

function useColumns(kind: LevelKind): readonly Column<TeamRow>[] {
  const t = useT();
  const play = usePlayColumns();
  const flow = useFlowColumns();
  const figures = {
    betting: [play.rounds, play.valid, play.stake, play.win],
    loss: [play.stake, play.win, play.result],
    money: flow,
  } as const;
  return [
    { key: "account", label: t("teams.csv.account"), primary: true, render: (row) => <Name row={row} /> },
    { key: "type", label: t("teams.csv.type"), render: ({ type }) => <TypeBadge type={type} /> },
    ...figures[kind],
  ];
}
