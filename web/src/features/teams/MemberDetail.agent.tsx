import { isAgentType } from "@laro/contract/core/accountTypes";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { teams } from "@laro/contract/teams";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DayTable } from "./DayTable.agent.tsx";
import type { TeamPlace } from "./place.agent.ts";
import { BasisNote, SpanBar, Trail, TypeBadge, usePlayColumns, useTypeName } from "./teamParts.agent.tsx";
import { useDays, useMember } from "./teams.api.ts";

type Detail = OutputOf<(typeof teams)["member"]>;

/** Where the two of them deal with each other. */
export interface BetweenUs {
  readonly offer: (id: bigint) => string;
  readonly transfer: (account: string) => string;
  readonly rounds: (id: bigint) => string;
}

interface DetailProps {
  readonly id: bigint;
  readonly place: TeamPlace;
  readonly links: BetweenUs;
}

/** One account of the line: its place, its figures, and what there is between it and the agent. */
export function MemberDetail({ id, place, links }: DetailProps) {
  const t = useT();
  const refusal = useRefusal();
  const { change, span } = place;
  const member = useMember({ id, ...span });
  const back = () => change({ open: undefined, part: undefined });
  const openStep = (to: bigint | undefined) =>
    change(to === undefined ? { open: undefined, of: undefined, part: undefined } : { open: String(to), part: undefined });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft className="rtl:rotate-180" />} onClick={back} className="justify-self-start">
        {t("teams.back")}
      </Button>
      {member.data === undefined && member.error !== null && (
        <section className="rounded-md border border-line bg-card">
          <RefusedState {...refusal(member)} />
        </section>
      )}
      {member.data === undefined && member.error === null && <Skeleton className="h-96 w-full" />}
      {member.data !== undefined && (
        <>
          <Trail trail={member.data.trail} onOpen={openStep} />
          <Head member={member.data} place={place} links={links} />
          <SpanBar place={place} />
          <BasisNote of={member.data} />
          <Sums member={member.data} />
          <Parts member={member.data} place={place} />
        </>
      )}
    </div>
  );
}

function Head({ member, place, links }: { member: Detail; place: TeamPlace; links: BetweenUs }) {
  const t = useT();
  const typeName = useTypeName();
  const { id, account, type, level, joinedOn, lastDay, link, hasLine, seesRounds } = member;
  const isDirect = level === 1;
  const facts: readonly { label: string; text: ReactNode }[] = [
    { label: t("teams.csv.type"), text: typeName(type) },
    { label: t("teams.csv.level"), text: level },
    { label: t("teams.csv.joinedOn"), text: formatCalendar(joinedOn) },
    { label: t("teams.csv.lastDay"), text: lastDay === null ? t("teams.never") : formatCalendar(lastDay) },
    ...(link === null ? [] : [{ label: t("teams.csv.link"), text: link === "" ? t("agents.code") : link }]),
  ];
  return (
    <section aria-labelledby="mate" className="grid grid-cols-1 gap-4 rounded-md border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          <h1 id="mate" className="min-w-0 truncate text-xl font-bold">
            {account}
          </h1>
          <TypeBadge type={type} />
        </div>
        <div className="flex flex-wrap gap-2">
          {hasLine && (
            <Button tone="secondary" size="sm" onClick={() => place.change({ of: String(id), open: undefined, part: undefined })}>
              {t("teams.below.button")}
            </Button>
          )}
          {seesRounds && (
            <ButtonLink tone="secondary" size="sm" to={links.rounds(id)}>
              {t("teams.look.rounds")}
            </ButtonLink>
          )}
          {isDirect && isAgentType(type) && (
            <ButtonLink tone="secondary" size="sm" to={links.offer(id)}>
              {t("teams.offer")}
            </ButtonLink>
          )}
          {isDirect && seesRounds && (
            <ButtonLink size="sm" to={links.transfer(account)}>
              {t("teams.transfer")}
            </ButtonLink>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(({ label, text }) => (
          <div key={label} className="grid min-w-0 gap-0.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="figures truncate text-sm font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Sums({ member: { own, line, flow, hasLine } }: { member: Detail }) {
  const t = useT();
  const figures = [
    { label: t("teams.ownBet"), figure: <Money minor={own.valid} /> },
    { label: t("teams.ownResult"), figure: <Money minor={own.result} /> },
    ...(hasLine
      ? [
          { label: t("teams.csv.line"), figure: <Money minor={line.valid} /> },
          { label: t("teams.lineResult"), figure: <Money minor={line.result} /> },
        ]
      : [
          { label: t("teams.csv.win"), figure: <Money minor={own.win} /> },
          { label: t("teams.csv.rounds"), figure: <Count of={own.rounds} /> },
        ]),
    { label: t("teams.ownDeposits"), figure: <Money minor={flow.deposits} /> },
    { label: t("teams.ownWithdrawals"), figure: <Money minor={flow.withdrawals} /> },
    { label: t("teams.ownBonuses"), figure: <Money minor={flow.bonuses} /> },
    { label: t("teams.csv.firstDeposits"), figure: <span className="figures">{flow.firstDeposits}</span> },
  ];
  return <Figures label={t("teams.totals")} figures={figures} />;
}

const parts = ["own", "line", "categories", "between"] as const;

function Parts({ member, place }: { member: Detail; place: TeamPlace }) {
  const t = useT();
  const open = parts.filter((part) => part !== "line" || member.hasLine);
  const first = member.hasLine ? "line" : "own";
  const part = open.find((one) => one === place.read("part")) ?? first;
  return (
    <>
      <Tabs
        label={t("teams.parts")}
        items={open.map((one) => ({ id: one, label: t(`teams.part.${one}`) }))}
        value={part}
        onChange={(next) => place.change({ part: next === first ? undefined : next })}
      />
      {(part === "own" || part === "line") && <Days id={member.id} of={part} place={place} />}
      {part === "categories" && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <Categories title={t("teams.categories.own")} rows={member.ownPlay} />
          {member.hasLine && <Categories title={t("teams.categories.line")} rows={member.linePlay} />}
        </div>
      )}
      {part === "between" && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <Contracts rows={member.contracts} />
          <Transfers rows={member.transfers} />
        </div>
      )}
    </>
  );
}

function Days({ id, of, place: { span } }: { id: bigint; of: "own" | "line"; place: TeamPlace }) {
  const days = useDays({ id, of, ...span });
  return <DayTable days={{ ...days, list: days.data?.list }} span={span} shown="valid" withFlow />;
}

/** A list that is part of an answer: it is there or empty. */
function Part<Row>({
  title,
  text,
  rows,
  ...table
}: {
  title: string;
  text: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
}) {
  return (
    <section className="grid grid-cols-1 content-start gap-2">
      <h2 className="text-base font-semibold">{title}</h2>
      <DataTable caption={title} rows={rows} {...table} face={rows.length === 0 ? "empty" : "ready"} empty={<EmptyState text={text} />} refused={null} />
    </section>
  );
}

function Categories({ title, rows }: { title: string; rows: Detail["ownPlay"] }) {
  const t = useT();
  const { valid, stake, win, result } = usePlayColumns();
  const columns: readonly Column<Detail["ownPlay"][number]>[] = [
    {
      key: "category",
      label: t("teams.category"),
      primary: true,
      render: ({ category }) => <span className="font-semibold">{t("games.type", { type: category })}</span>,
    },
    ...[valid, stake, win, result].map(({ sortable: _, ...column }) => column),
  ];
  return <Part title={title} text={t("teams.categories.empty")} rows={rows} columns={columns} rowKey={({ category }) => category} />;
}

const RATE_UNIT = 1_000;
const rateOf = (rate: number): string => `${(rate / RATE_UNIT).toFixed(3)}%`;

function Contracts({ rows }: { rows: Detail["contracts"] }) {
  const t = useT();
  type Row = Detail["contracts"][number];
  const columns: readonly Column<Row>[] = [
    { key: "kind", label: t("teams.contract.kind"), primary: true, render: ({ kind }) => <span className="font-semibold">{t(`teams.contract.${kind}`)}</span> },
    {
      key: "state",
      label: t("teams.contract.state"),
      render: ({ state }) => <Badge tone={state === "active" ? "win" : "neutral"}>{t(`teams.contractState.${state}`)}</Badge>,
    },
    {
      key: "rate",
      label: t("teams.contract.rate"),
      align: "end",
      render: ({ rateFrom, rateTo }) => <span className="figures">{rateFrom === rateTo ? rateOf(rateTo) : `${rateOf(rateFrom)} – ${rateOf(rateTo)}`}</span>,
    },
    {
      key: "starts",
      label: t("teams.contract.starts"),
      align: "end",
      render: ({ startsOn }) => <span className="figures">{startsOn === null ? "–" : formatCalendar(startsOn)}</span>,
    },
  ];
  return <Part title={t("teams.contracts")} text={t("teams.contracts.empty")} rows={rows} columns={columns} rowKey={({ id }) => id} />;
}

function Transfers({ rows }: { rows: Detail["transfers"] }) {
  const t = useT();
  type Row = Detail["transfers"][number];
  const columns: readonly Column<Row>[] = [
    { key: "reference", label: t("transfers.reference"), primary: true, render: ({ reference }) => <span className="figures font-semibold">{reference}</span> },
    { key: "at", label: t("transfers.at"), render: ({ at }) => <DateTime at={at} className="text-muted" /> },
    {
      key: "amount",
      label: t("transfers.amount"),
      align: "end",
      render: ({ amount, direction }) => <Money minor={direction === "sent" ? -amount : amount} signed className="font-semibold" />,
    },
  ];
  return <Part title={t("teams.transfers")} text={t("teams.transfers.empty")} rows={rows} columns={columns} rowKey={({ id }) => id} />;
}
