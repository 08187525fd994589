import type { OutputOf } from "@laro/contract/core/endpoint";
import { type Mover, teams } from "@laro/contract/teams";
import { TrendingDown, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { useCsv } from "../../api/csv.ts";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Count } from "../../ui/Count.tsx";
import type { DaySpan } from "../../ui/days.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { cx } from "../../ui/cx.ts";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DayTable } from "./DayTable.agent.tsx";
import { useTeamPlace } from "./place.agent.ts";
import { BasisNote, SpanBar, TeamPage, timeOf } from "./teamParts.agent.tsx";
import { useDashboard } from "./teams.api.ts";

type Dashboard = OutputOf<(typeof teams)["dashboard"]>;

/** The landing page of an agent: its line today, yesterday and over a span. */
export function TeamOverview({ invitation, memberTo }: { invitation: ReactNode; memberTo: (id: bigint) => string }) {
  const t = useT();
  const refusal = useRefusal();
  const place = useTeamPlace("past30");
  const dashboard = useDashboard(place.span);
  const csv = useCsv(teams.daysCsv, place.span);
  const shown = place.read("figure") === "result" ? "result" : "valid";
  return (
    <TeamPage title={t("teams.overview")} text={t("teams.overview.text")}>
      {dashboard.error && dashboard.data === undefined ? (
        <section className="rounded-md border border-line bg-card">
          <RefusedState {...refusal(dashboard)} />
        </section>
      ) : (
        <Tiles dashboard={dashboard.data} span={place.span} />
      )}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-[1.1fr_1fr_1fr]">
        <div className="grid md:max-lg:col-span-2">{invitation}</div>
        <Movers dashboard={dashboard.data} way="risers" memberTo={memberTo} />
        <Movers dashboard={dashboard.data} way="fallers" memberTo={memberTo} />
      </div>
      <SpanBar place={place} csv={csv}>
        <Tabs
          label={t("teams.chart.choose")}
          items={[
            { id: "valid", label: t("teams.csv.valid") },
            { id: "result", label: t("teams.csv.result") },
          ]}
          value={shown}
          onChange={(figure) => place.change({ figure: figure === "valid" ? undefined : figure })}
        />
      </SpanBar>
      <BasisNote of={dashboard.data && { frozenTo: dashboard.data.frozenTo }} />
      {!dashboard.error && <DayTable days={{ ...dashboard, list: dashboard.data?.days }} span={place.span} shown={shown} />}
    </TeamPage>
  );
}

/** Today by its hours, yesterday and the span by closed days: three cards, so that no figure is of both. */
function Tiles({ dashboard, span }: { dashboard: Dashboard | undefined; span: DaySpan }) {
  const t = useT();
  const { today, yesterday, period, income, asOf } = dashboard ?? {};
  const todayText = () => {
    if (dashboard === undefined) return undefined;
    return asOf ? t("teams.asOf", { time: timeOf(asOf) }) : t("teams.noHours");
  };
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
      <Panel title={t("teams.today")} text={todayText()}>
        <Facts
          facts={[
            { label: t("teams.csv.valid"), figure: today && <Money minor={today.valid} /> },
            { label: t("teams.csv.result"), figure: today && <Money minor={today.result} /> },
            { label: t("teams.income"), figure: income && <Money minor={income.today} /> },
            { label: t("teams.csv.rounds"), figure: today && <Count of={today.rounds} /> },
          ]}
          note={t("teams.today.note")}
        />
      </Panel>
      <Panel title={t("teams.yesterday")} text={dashboard && (yesterday ? t("teams.dayClosed") : t("teams.dayOpen"))}>
        <DayFacts day={dashboard && (yesterday ?? null)} income={income?.yesterday} activeLabel={t("teams.csv.active")} />
      </Panel>
      <div className="grid md:max-lg:col-span-2">
        <Panel title={t("teams.period")} text={t("teams.period.text", { from: formatCalendar(span.from), to: formatCalendar(span.to) })}>
          <DayFacts day={period} income={income?.period} activeLabel={t("teams.activeADay")} isWide />
        </Panel>
      </div>
    </div>
  );
}

/** A closed day or many; null where there is none yet. */
interface DayFactsProps {
  day: Dashboard["period"] | null | undefined;
  income: bigint | undefined;
  activeLabel: string;
  /** Between a phone and a wide window it has a row of its own. */
  isWide?: boolean;
}

function DayFacts({ day, income, activeLabel, isWide = false }: DayFactsProps) {
  const t = useT();
  const money = (figure: bigint | undefined): ReactNode => figure !== undefined && <Money minor={figure} />;
  const count = (figure: number | null | undefined): ReactNode => <Count of={figure} />;
  // Undefined while it loads, a dash where the day is not closed.
  const shown = (figure: ReactNode): ReactNode => (day === null ? "–" : day && figure);
  return (
    <Facts
      isWide={isWide}
      facts={[
        { label: t("teams.csv.valid"), figure: shown(money(day?.valid)) },
        { label: t("teams.csv.result"), figure: shown(money(day?.result)) },
        { label: t("teams.income"), figure: income === undefined ? undefined : <Money minor={income} /> },
        { label: activeLabel, figure: shown(count(day?.active)) },
        { label: t("teams.csv.joined"), figure: shown(count(day?.joined)) },
        { label: t("teams.csv.firstDeposits"), figure: shown(count(day?.flow.firstDeposits)) },
      ]}
    />
  );
}

function Facts({ facts, note, isWide = false }: { facts: readonly { label: string; figure: ReactNode }[]; note?: string; isWide?: boolean }) {
  return (
    <>
      <dl className={cx("grid grid-cols-2 gap-x-4 gap-y-3", isWide && "md:max-lg:grid-cols-3")}>
        {facts.map(({ label, figure }) => (
          <div key={label} className="grid min-w-0 gap-0.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-base font-semibold">{figure ?? <Skeleton className="h-6 w-24" />}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="text-xs text-muted">{note}</p>}
    </>
  );
}

const icons = { risers: <TrendingUp className="size-5 text-win-text" />, fallers: <TrendingDown className="size-5 text-accent-text" /> } as const;

/** The direct downlines that gained or lost most against the week before. */
function Movers({ dashboard, way, memberTo }: { dashboard: Dashboard | undefined; way: "risers" | "fallers"; memberTo: (id: bigint) => string }) {
  const t = useT();
  const movers = dashboard?.movers?.[way];
  const words = dashboard?.movers === null ? t("teams.movers.tooMany") : t(`teams.${way}.none`);
  return (
    <Panel title={t(`teams.${way}`)} text={t("teams.movers.text")} aside={icons[way]}>
      {dashboard === undefined && <Skeleton className="h-24 w-full" />}
      {dashboard !== undefined && (movers ?? []).length === 0 && <p className="text-sm text-muted">{words}</p>}
      <ul className="grid gap-2">
        {movers?.map((mover) => (
          <MoverLine key={String(mover.id)} mover={mover} to={memberTo(mover.id)} />
        ))}
      </ul>
    </Panel>
  );
}

function MoverLine({ mover: { account, before, now }, to }: { mover: Mover; to: string }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
      <Anchor to={to} className="min-w-0 truncate rounded-sm py-1 font-semibold hover:text-primary-text">
        {account}
      </Anchor>
      <Money minor={now - before} signed />
    </li>
  );
}
