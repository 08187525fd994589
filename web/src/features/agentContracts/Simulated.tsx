import type { Simulation, TemplateCost } from "@laro/contract/agentContracts";
import type { ReactNode } from "react";
import { useEffect, useEffectEvent } from "react";
import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";

/** So long nothing more is written before the server is asked. */
const PAUSE_MS = 400;

const keyOf = (input: unknown): string => JSON.stringify(input, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));

/** Asks a moment after what is written changed, and not while it is at fault. */
export function useAskedLive<Input>(ask: (input: Input) => void, input: Input | undefined): void {
  const key = input === undefined ? undefined : keyOf(input);
  const askNow = useEffectEvent(() => {
    if (input !== undefined) ask(input);
  });
  useEffect(() => {
    if (key === undefined) return undefined;
    const timer = setTimeout(() => askNow(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
}

interface Fact {
  label: string;
  figure: ReactNode;
  isSum?: boolean;
}

function Facts({ title, list, children }: { title: string; list: readonly Fact[]; children?: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2 rounded-sm border border-line bg-field px-4 py-3 text-sm">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid gap-1">
        {list.map(({ label, figure, isSum = false }) => (
          <div key={label} className={cx("flex items-baseline justify-between gap-4", isSum && "border-t border-line pt-1 font-semibold")}>
            <dt className={isSum ? "" : "text-muted"}>{label}</dt>
            <dd className="figures text-end">{figure}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

const Unsaid = ({ closed }: { closed: NonNullable<Simulation["closed"]> }) => (
  <p className="text-sm text-muted">{useT()("agentContracts.simUnsaid", { why: closed })}</p>
);

interface Asked<Value> {
  data: Value | undefined;
  isPending: boolean;
}

/** What terms would have come to on past days, while they are written. */
export function Simulated({ asked: { data, isPending } }: { asked: Asked<Simulation> }) {
  const t = useT();
  if (data === undefined) return isPending ? <Skeleton className="h-28 w-full" /> : null;
  if (data.came === null) return <Unsaid closed={data.closed ?? "none"} />;
  const { from, to, bet, result, active, tier, gross, before, own } = data.came;
  const list: readonly Fact[] = [
    { label: t("commissions.figure", { figure: "bet" }), figure: <Money minor={bet} /> },
    { label: t("commissions.figure", { figure: "result" }), figure: <Money minor={result} /> },
    { label: t("agentContracts.simActive"), figure: active },
    { label: t("agentContracts.simTier"), figure: tier ?? t("agentContracts.simNoTier") },
    { label: t("agentContracts.simGross"), figure: <Money minor={gross} />, isSum: true },
    ...(before === null ? [] : [{ label: t("agentContracts.simBefore"), figure: <Money minor={before} /> }]),
    ...(own === null
      ? []
      : [
          { label: t("commissions.figure", { figure: "owed" }), figure: <Money minor={-own.owed} /> },
          { label: t("commissions.pay"), figure: <Money minor={own.pay} />, isSum: true },
        ]),
  ];
  return <Facts title={t("agentContracts.simTitle", { from: formatCalendar(from), to: formatCalendar(to) })} list={list} />;
}

/** What a version of limits would have cost, and whom it would have changed most. */
export function CostOfVersion({ asked: { data, isPending } }: { asked: Asked<TemplateCost> }) {
  const t = useT();
  if (data === undefined) return isPending ? <Skeleton className="h-28 w-full" /> : null;
  if (data.came === null) return <Unsaid closed={data.closed ?? "none"} />;
  const { from, to, contracts, winners, losers, before, after, list } = data.came;
  const facts: readonly Fact[] = [
    { label: t("agentContracts.contracts"), figure: contracts },
    { label: t("agentContracts.simHouseNow"), figure: <Money minor={before} /> },
    { label: t("agentContracts.simHouseThen"), figure: <Money minor={after} />, isSum: true },
    { label: t("agentContracts.simChanged"), figure: t("agentContracts.simWinners", { winners, losers }) },
  ];
  return (
    <Facts title={t("agentContracts.simTitle", { from: formatCalendar(from), to: formatCalendar(to) })} list={facts}>
      {list.length > 0 && (
        <ul aria-label={t("agentContracts.simChanges")} className="grid gap-1 border-t border-line pt-2">
          {list.map(({ number, agentName, before: was, after: becomes }) => (
            <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="break-words">
                {agentName} <span className="text-muted">{number}</span>
              </span>
              <span className="figures">
                <Money minor={was} /> → <Money minor={becomes} className={becomes > was ? "text-win-text" : "text-accent-text"} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Facts>
  );
}
