import type { Progress } from "@laro/contract/commissions";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { useT } from "../../api/language.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useProgress } from "./commissions.api.ts";
import { writeAmount, writeRate } from "./commissionWords.tsx";

/** How the running period of each contract, or of those of one kind, stands, and what the next rate still asks for. Nothing stands here without a contract. */
export function ProgressAgent({ kind }: { kind?: ContractKind }) {
  const t = useT();
  const { data } = useProgress();
  const list = data?.list.filter((one) => kind === undefined || one.kind === kind) ?? [];
  if (list.length === 0) return null;
  return (
    <Panel title={t("commissions.running")} text={t("commissions.runningText")}>
      <ul className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {list.map((one) => (
          <Running key={one.contractId} one={one} />
        ))}
      </ul>
    </Panel>
  );
}

/** A bar is of whole numbers; what it shows is a share, so hundredths of a percent are fine enough. */
const FULL = 10_000n;
const partOf = (had: bigint, missing: bigint): number => (missing === 0n ? Number(FULL) : had <= 0n ? 0 : Number((had * FULL) / (had + missing)));
/** The next tier is as far as what it lacks most. */
const shareOf = ({ bet, result, active }: Progress, next: NonNullable<Progress["next"]>): number =>
  Math.min(partOf(bet, next.bet), partOf(result, next.result), partOf(BigInt(active ?? 0), BigInt(next.active)));

function Running({ one }: { one: Progress }) {
  const t = useT();
  const { kind, startsOn, endsOn, frozenTo, bet, result, active, rate, next } = one;
  const days = startsOn === endsOn ? formatCalendar(startsOn) : `${formatCalendar(startsOn)} – ${formatCalendar(endsOn)}`;
  const facts = [
    { label: t("commissions.figure", { figure: "bet" }), figure: <Money minor={bet} /> },
    ...(kind === "dividend" ? [{ label: t("commissions.figure", { figure: "result" }), figure: <Money minor={result} /> }] : []),
    ...(active === null || kind === "realTime" ? [] : [{ label: t("commissions.active"), figure: <span className="figures">{active}</span> }]),
  ];
  return (
    <li className="grid content-start gap-2">
      <Meter
        label={`${t("commissions.kind", { kind })}, ${days}`}
        value={next === null ? 1 : shareOf(one, next)}
        max={next === null ? 1 : Number(FULL)}
        text={rate === 0 ? undefined : t("commissions.nowAt", { rate: writeRate(rate) })}
        tone={next === null ? "win" : "primary"}
      />
      <p className="text-sm">{useNextWords()(one)}</p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        {facts.map(({ label, figure }) => (
          <div key={label} className="flex gap-1.5">
            <dt>{label}</dt>
            <dd className="text-text">{figure}</dd>
          </div>
        ))}
      </dl>
      {kind !== "hourly" && kind !== "realTime" && (
        <p className="text-xs text-muted">{frozenTo === null ? t("commissions.estimate") : t("commissions.frozenTo", { day: formatCalendar(frozenTo) })}</p>
      )}
    </li>
  );
}

/** "412,300.00 more bet until 40%". */
function useNextWords() {
  const t = useT();
  return ({ kind, next, rate }: Progress): string => {
    if (next === null) return kind === "realTime" ? t("commissions.everyRound") : t("commissions.highest", { rate: writeRate(rate) });
    const missing = [
      ...(next.bet > 0n ? [t("commissions.moreBet", { amount: writeAmount(next.bet) })] : []),
      ...(next.result > 0n ? [t("commissions.moreResult", { amount: writeAmount(next.result) })] : []),
      ...(next.active > 0 ? [t("commissions.moreActive", { count: next.active })] : []),
    ].join(", ");
    return t("commissions.until", { missing, rate: writeRate(next.rate) });
  };
}
