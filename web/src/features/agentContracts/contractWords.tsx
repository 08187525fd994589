import type { AgentContract } from "@laro/contract/agentContracts";
import { RefusedCall } from "@laro/contract/core/call";
import type { ContractKind, ContractPeriod } from "@laro/contract/core/contractKinds";
import { formatRate, type Fault, type Terms, type Tier, type TierField, tierFields } from "@laro/contract/core/contractTerms";
import { type Key, useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";

export const kindWords = {
  dividend: "agentContracts.dividend",
  daily: "agentContracts.daily",
  hourly: "agentContracts.hourly",
  realTime: "agentContracts.realTime",
} as const satisfies Record<ContractKind, Key>;

/** Whether something changed since the preview was looked at: it is asked for anew. */
export const isPreviewStale = (error: Error): boolean => error instanceof RefusedCall && error.code === "agentContracts.preview_stale";

export const periodWords = {
  D: "agentContracts.periodD",
  W: "agentContracts.periodW",
  S: "agentContracts.periodS",
  M: "agentContracts.periodM",
  H: "agentContracts.periodH",
} as const satisfies Record<ContractPeriod, Key>;

export const fieldWords = {
  periodValidBet: "agentContracts.periodValidBet",
  periodProfitAndLoss: "agentContracts.periodProfitAndLoss",
  activeMembers: "agentContracts.activeMembers",
  dailyBetAmount: "agentContracts.dailyBetAmount",
  hourlyBetAmount: "agentContracts.hourlyBetAmount",
  singleBet: "agentContracts.singleBet",
  rate: "agentContracts.rate",
  profitRate: "agentContracts.profitRate",
  lossRate: "agentContracts.lossRate",
} as const satisfies Record<TierField, Key>;

const tones = {
  offered: "primary",
  active: "win",
  rejected: "neutral",
  withdrawn: "neutral",
  lapsed: "neutral",
  endRequested: "accent",
  superseded: "neutral",
  cascaded: "neutral",
  terminated: "neutral",
} as const satisfies Record<AgentContract["state"], BadgeTone>;

export function ContractState({ state }: Pick<AgentContract, "state">) {
  const t = useT();
  return <Badge tone={tones[state]}>{t("agentContracts.state", { state })}</Badge>;
}

/** From when a contract earns, and until when. */
export function useDays() {
  const t = useT();
  return ({ startsOn, endsOn }: Pick<AgentContract, "startsOn" | "endsOn">): string => {
    if (startsOn === null) return "";
    if (endsOn === null) return t("agentContracts.from", { day: formatCalendar(startsOn) });
    if (endsOn <= startsOn) return t("agentContracts.neverBegan");
    return t("agentContracts.fromUntil", { from: formatCalendar(startsOn), until: formatCalendar(endsOn) });
  };
}

/** The period with when it is paid; a daily salary says so beside the words of the specification. */
export function usePeriod() {
  const t = useT();
  return (kind: ContractKind, period: Terms["period"]): string => {
    if (period === null) return t("agentContracts.everyFive");
    return kind === "daily" && period === "D" ? `${t("agentContracts.everyOther")} · ${t("agentContracts.dayAfter")}` : t(periodWords[period]);
  };
}

/** The highest rate of terms. */
export const topRateOf = ({ tiers }: Terms): number => tiers.at(-1)?.rate ?? 0;

const isRate = (field: TierField): field is "rate" | "profitRate" | "lossRate" => field === "rate" || field === "profitRate" || field === "lossRate";

export function TierFigure({ tier, field }: { tier: Tier; field: TierField }) {
  if (isRate(field)) return <span className="figures">{formatRate(tier[field] ?? 0)}%</span>;
  return field === "activeMembers" ? <span className="figures">{tier.activeMembers ?? 0}</span> : <Money minor={tier[field] ?? 0n} />;
}

/** The tiers of a contract: what each asks for and what it pays; cards on phones. */
export function TierTable({ kind, terms, number }: Pick<AgentContract, "kind" | "terms" | "number">) {
  const t = useT();
  const rows = terms.tiers.map((tier, at) => ({ ...tier, no: at + 1 }));
  const columns: Column<(typeof rows)[number]>[] = [
    { key: "tier", label: t("agentContracts.tier"), primary: true, render: ({ no }) => t("agentContracts.tierNo", { no }) },
    ...[...tierFields[kind].asks, ...tierFields[kind].pays].map((field) => ({
      key: field,
      label: t(fieldWords[field]),
      align: "end" as const,
      render: (tier: Tier) => <TierFigure tier={tier} field={field} />,
    })),
  ];
  return (
    <DataTable
      caption={t("agentContracts.tiersOf", { number })}
      columns={columns}
      rows={rows}
      rowKey={({ no }) => String(no)}
      face="ready"
      empty={null}
      refused={null}
    />
  );
}

/** The sentence of a fault that the form itself finds. */
export function useFaultText() {
  const t = useT();
  return ({ code, values }: Fault): string => {
    switch (code) {
      case "agentContracts.rate_outside":
        return t("errors.agentContracts.rate_outside", { minimum: String(values["minimum"]), maximum: String(values["maximum"]) });
      case "agentContracts.gap":
        return t("errors.agentContracts.gap", { gap: String(values["gap"]), maximum: String(values["maximum"]) });
      case "agentContracts.tier_unmatched":
        return t("errors.agentContracts.tier_unmatched", { tier: Number(values["tier"]) });
      case "agentContracts.tiers_not_rising":
        return t("errors.agentContracts.tiers_not_rising", { tier: Number(values["tier"]) });
      case "agentContracts.period_outside":
        return t("errors.agentContracts.period_outside", { period: String(values["period"]) });
      default:
        return t("agentContracts.fieldWrong");
    }
  };
}
