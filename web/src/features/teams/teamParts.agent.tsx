import type { Flow, Mate, Play } from "@laro/contract/teams";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { useCsv } from "../../api/csv.ts";
import { useDayLabels } from "../../api/days.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { type Key, useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, None } from "../../ui/DataTable.tsx";
import { formatCalendar, formatManila } from "../../ui/DateTime.tsx";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { Money } from "../../ui/Money.tsx";
import type { TeamPlace } from "./place.agent.ts";

/** A page of the team below its heading. */
export function TeamPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="max-w-180 text-sm text-muted">{text}</p>
      </header>
      {children}
    </div>
  );
}

/** From which day to which, and the same as a file. */
export function SpanBar({ place: { span, today, change }, csv, children }: { place: TeamPlace; csv?: ReturnType<typeof useCsv>; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {children}
      <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(next) => change({ ...next })} />
      {csv && (
        <div className="grid gap-2 sm:ms-auto">
          <DownloadButton {...csv.button} />
          <FormFault error={csv.error} />
        </div>
      )}
    </div>
  );
}

/** The way from the agent down to the account that is looked at; each step leads back there. */
export function Trail({ trail, onOpen }: { trail: readonly Mate[] | undefined; onOpen: (id: bigint | undefined) => void }) {
  const t = useT();
  if (trail === undefined || trail.length < 2) return null;
  return (
    <nav aria-label={t("teams.trail")}>
      <ol className="flex flex-wrap items-center gap-1 text-sm">
        {trail.map(({ id, account }, place) => {
          const name = place === 0 ? t("teams.mine") : account;
          return (
            <li key={String(id)} className="flex min-w-0 items-center gap-1">
              {place > 0 && <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted rtl:rotate-180" />}
              {place === trail.length - 1 ? (
                <span aria-current="page" className="truncate px-2 font-semibold">
                  {name}
                </span>
              ) : (
                <Button tone="ghost" size="sm" onClick={() => onOpen(place === 0 ? undefined : id)}>
                  {name}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface Basis {
  readonly frozenTo: string | null;
  readonly basis?: "days" | "hours" | undefined;
  readonly asOf?: string | null | undefined;
}

/** Whether a figure is of closed days or of today's hours: it is never both. */
export function BasisNote({ of }: { of: Basis | undefined }) {
  const t = useT();
  if (of === undefined) return null;
  const { frozenTo, basis = "days", asOf = null } = of;
  const words = () => {
    if (basis === "hours") return asOf === null ? t("teams.noHours") : t("teams.asOf", { time: timeOf(asOf) });
    return frozenTo === null ? t("teams.nothingClosed") : t("teams.closedTo", { day: formatCalendar(frozenTo) });
  };
  return <p className="text-xs text-muted">{words()}</p>;
}

const SECONDS = ":00".length;
/** Hours and minutes, as a clock shows them. */
export const timeOf = (at: string): string => formatManila(at, "time").slice(0, -SECONDS);

/** The member types of the specification. */
const typeWords: Partial<Record<number, Key>> = {
  0: "agents.type0",
  1: "agents.type1",
  2: "agents.type2",
  41: "agents.type41",
  42: "agents.type42",
  4: "agents.type4",
};

export function useTypeName(): (type: number) => string {
  const t = useT();
  return (type) => {
    const word = typeWords[type];
    return word === undefined ? String(type) : t(word);
  };
}

export function TypeBadge({ type }: { type: number }) {
  return <Badge tone={type === 0 ? "neutral" : "primary"}>{useTypeName()(type)}</Badge>;
}

/** The figures of play, as columns. */
export function usePlayColumns(): Readonly<Record<keyof Play, Column<Play>>> {
  const t = useT();
  const money = (key: Exclude<keyof Play, "rounds">): Column<Play> => ({
    key,
    label: t(`teams.csv.${key}`),
    align: "end",
    sortable: true,
    render: (row) => (row[key] === 0n ? <None /> : <Money minor={row[key]} className={key === "result" ? "font-semibold" : undefined} />),
  });
  return {
    rounds: { key: "rounds", label: t("teams.csv.rounds"), align: "end", sortable: true, render: ({ rounds }) => <Count of={rounds} /> },
    valid: money("valid"),
    stake: money("stake"),
    win: money("win"),
    result: money("result"),
  };
}

/** The figures of money, as columns; hours know none. */
export function useFlowColumns(): readonly Column<{ flow: Flow | null }>[] {
  const t = useT();
  const money = (key: "deposits" | "withdrawals" | "bonuses"): Column<{ flow: Flow | null }> => ({
    key,
    label: t(`teams.csv.${key}`),
    align: "end",
    sortable: true,
    render: ({ flow }) => (flow === null ? null : flow[key] === 0n ? <None /> : <Money minor={flow[key]} />),
  });
  return [
    money("deposits"),
    money("withdrawals"),
    money("bonuses"),
    {
      key: "firstDeposits",
      label: t("teams.csv.firstDeposits"),
      align: "end",
      render: ({ flow }) => (flow === null ? null : flow.firstDeposits === 0 ? <None /> : <Count of={flow.firstDeposits} />),
    },
  ];
}
