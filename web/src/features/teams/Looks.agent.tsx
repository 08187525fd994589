import { isAgentType } from "@laro/contract/core/accountTypes";
import { type TeamRound, teams } from "@laro/contract/teams";
import type { ReactNode } from "react";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { type Key, useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DayTable } from "./DayTable.agent.tsx";
import { Level } from "./Levels.agent.tsx";
import { MoneyDays } from "./MoneyDays.agent.tsx";
import { type TeamPlace, useTeamPlace } from "./place.agent.ts";
import { BasisNote, SpanBar, TeamPage, Trail } from "./teamParts.agent.tsx";
import { useDays, useMember, useRounds } from "./teams.api.ts";

type Look = "level" | "line" | "own" | "rounds" | "money";
const words = {
  level: "teams.look.level",
  line: "teams.look.line",
  own: "teams.look.own",
  rounds: "teams.look.rounds",
  money: "teams.look.money",
} as const satisfies Record<Look, Key>;

interface Page {
  readonly place: TeamPlace;
  readonly title: string;
  readonly text: string;
  /** The ways of looking at an account, as far as it has them; the first is shown first. */
  readonly looks: readonly Look[];
  readonly render: (look: Look) => ReactNode;
}

/** An account of the line, the agent itself at first, looked at in one of several ways. */
function Looks({ place, title, text, looks, render }: Page) {
  const t = useT();
  const refusal = useRefusal();
  const { id, span, read, change } = place;
  const member = useMember({ id: id ?? 1n, ...span }, id !== undefined);
  if (id !== undefined && member.data === undefined && member.error !== null)
    return (
      <TeamPage title={title} text={text}>
        <section className="rounded-md border border-line bg-card">
          <RefusedState {...refusal(member)} />
        </section>
      </TeamPage>
    );
  const has = {
    level: id === undefined || (member.data !== undefined && (member.data.hasLine || isAgentType(member.data.type))),
    line: id === undefined || member.data?.hasLine === true,
    own: id !== undefined,
    rounds: member.data?.seesRounds === true,
    money: true,
  } as const satisfies Record<Look, boolean>;
  const open = looks.filter((look) => has[look]);
  const look = open.find((one) => one === read("tab")) ?? open[0];
  const isKnown = id === undefined || member.data !== undefined;
  return (
    <TeamPage title={title} text={text}>
      <Trail trail={member.data?.trail} onOpen={(to) => change({ of: to === undefined ? undefined : String(to), tab: undefined })} />
      {isKnown && open.length > 1 && (
        <Tabs label={t("teams.looks")} items={open.map((one) => ({ id: one, label: t(words[one]) }))} value={look!} onChange={(tab) => change({ tab })} />
      )}
      {isKnown && look !== undefined && <div key={look}>{render(look)}</div>}
    </TeamPage>
  );
}

/** Team betting: levels by figures, a direct member's rounds, anyone's days. */
export function TeamBetting() {
  const t = useT();
  const place = useTeamPlace();
  const render = (look: Look) => {
    if (look === "level") return <Level place={place} kind="betting" />;
    return look === "rounds" ? <Rounds place={place} /> : <Days place={place} of="own" shown="valid" />;
  };
  return <Looks place={place} title={t("teams.betting")} text={t("teams.betting.text")} looks={["level", "rounds", "own"]} render={render} />;
}

/** User loss: the result by branch, member and day. */
export function UserLoss() {
  const t = useT();
  const place = useTeamPlace();
  const render = (look: Look) =>
    look === "level" ? <Level place={place} kind="loss" /> : <Days place={place} of={look === "line" ? "line" : "own"} shown="result" />;
  return <Looks place={place} title={t("teams.loss")} text={t("teams.loss.text")} looks={["level", "line", "own"]} render={render} />;
}

/** Account details: what was deposited, withdrawn and given, as sums; and what the agent itself passed on. */
export function AccountDetails({ transfers }: { transfers: ReactNode }) {
  const t = useT();
  const place = useTeamPlace();
  const render = (look: Look) => {
    if (look === "money") return <MoneyDays place={place} />;
    return look === "level" ? <Level place={place} kind="money" /> : <Days place={place} of="own" shown="result" withFlow />;
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <Looks place={place} title={t("teams.money")} text={t("teams.money.text")} looks={["level", "money", "own"]} render={render} />
      {place.id === undefined && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-lg font-bold">{t("teams.myTransfers")}</h2>
          {transfers}
        </section>
      )}
    </div>
  );
}

function Days({ place, of, shown, withFlow = false }: { place: TeamPlace; of: "line" | "own"; shown: "valid" | "result"; withFlow?: boolean }) {
  const asked = { ...place.span, of, ...(place.id === undefined ? {} : { id: place.id }) };
  const days = useDays(asked);
  const csv = useCsv(teams.daysCsv, asked);
  return (
    <div className="grid grid-cols-1 gap-4">
      <SpanBar place={place} csv={csv} />
      <BasisNote of={days.data} />
      <DayTable days={{ ...days, list: days.data?.list }} span={place.span} shown={shown} withFlow={withFlow} />
    </div>
  );
}

function Rounds({ place }: { place: TeamPlace }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = { id: place.id!, ...place.span };
  const rounds = useRounds(asked);
  const csv = useCsv(teams.roundsCsv, asked);
  const money = (key: "stake" | "valid" | "win"): Column<TeamRound> => ({
    key,
    label: t(`teams.csv.${key}`),
    align: "end",
    render: (row) => <Money minor={row[key]} />,
  });
  const columns: readonly Column<TeamRound>[] = [
    { key: "game", label: t("teams.csv.game"), primary: true, render: ({ game }) => <span className="font-semibold">{game}</span> },
    { key: "at", label: t("teams.csv.time"), render: ({ at }) => <DateTime at={at} shape="exact" className="text-muted" /> },
    money("stake"),
    money("valid"),
    money("win"),
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <SpanBar place={place} csv={csv} />
      <DataTable
        caption={t("teams.look.rounds")}
        columns={columns}
        rows={rounds.rows.map((round, nth) => ({ ...round, nth }))}
        rowKey={({ nth }) => String(nth)}
        face={faceOf(rounds, rounds.rows.length)}
        empty={<EmptyState text={t("teams.rounds.empty")} />}
        refused={<RefusedState {...refusal(rounds)} />}
        footer={<More {...rounds} label={t("ui.more")} />}
      />
    </div>
  );
}
