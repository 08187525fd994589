import { z } from "zod";
import { contractPeriods, type ContractKind, type ContractPeriod } from "./contractKinds.ts";
import type { ErrorCode, RefusalValues } from "./errors.ts";
import { Share } from "./money.ts";

/** 100.000 % in thousandths of a percent. */
const WHOLE = 100_000;
/** More than any template allows, so that a tier too many is refused by its name. */
const TIERS_READ_MAX = 50;
export const ACTIVE_MEMBERS_MAX = 1_000_000;

const Rate = z.int().min(0).max(WHOLE);

/**
 * A tier of a contract as the specification names its fields (ENTITY-50); which of them a kind has stands in `tierFields`. What is left out is zero. The amounts and
 * `activeMembers` are what must be reached at least; `rate`, `profitRate` and `lossRate` are thousandths of a percent.
 */
export const Tier = z.object({
  rate: Rate,
  periodValidBet: Share.optional(),
  periodProfitAndLoss: Share.optional(),
  activeMembers: z.int().min(0).max(ACTIVE_MEMBERS_MAX).optional(),
  dailyBetAmount: Share.optional(),
  hourlyBetAmount: Share.optional(),
  singleBet: Share.optional(),
  /** Added for bets of those ahead; real-time: for rounds won. */
  profitRate: Rate.optional(),
  /** Added for bets of those behind; real-time: for rounds lost. */
  lossRate: Rate.optional(),
});
export type Tier = z.infer<typeof Tier>;

/** What two sides agree on. `period`: null for real-time. `carries`: whether a negative base goes into the next period; only a dividend can do without. */
export const Terms = z.object({ period: z.enum(contractPeriods).nullable(), carries: z.boolean(), tiers: z.array(Tier).min(1).max(TIERS_READ_MAX) });
export type Terms = z.infer<typeof Terms>;

type Threshold = "periodValidBet" | "periodProfitAndLoss" | "dailyBetAmount" | "hourlyBetAmount" | "singleBet" | "activeMembers";
type RateField = "rate" | "profitRate" | "lossRate";
export type TierField = Threshold | RateField;

/** What each kind asks for, and what it pays by. */
export const tierFields = {
  dividend: { asks: ["periodValidBet", "periodProfitAndLoss", "activeMembers"], pays: ["rate"] },
  daily: { asks: ["dailyBetAmount", "activeMembers"], pays: ["rate", "profitRate", "lossRate"] },
  hourly: { asks: ["hourlyBetAmount", "activeMembers"], pays: ["rate"] },
  realTime: { asks: ["singleBet"], pays: ["rate", "profitRate", "lossRate"] },
} as const satisfies Record<ContractKind, { readonly asks: readonly Threshold[]; readonly pays: readonly RateField[] }>;

/** The periods a kind can have; real-time has none. */
export const kindPeriods = {
  dividend: ["D", "W", "S", "M"],
  daily: ["D", "W", "S", "M"],
  hourly: ["H"],
  realTime: [],
} as const satisfies Record<ContractKind, readonly ContractPeriod[]>;

/** The periods that lie inside one: a day in a week, half a month or a month; half a month in a month. */
const inside = { D: ["D"], W: ["D", "W"], S: ["D", "S"], M: ["D", "S", "M"], H: ["H"] } as const satisfies Record<ContractPeriod, readonly ContractPeriod[]>;

/**
 * Within what contracts of a kind are offered. Rates and `gap` (what an upline keeps at least) are thousandths of a percent; amounts minor units. `leastCredit`: smaller pays
 * wait; `advanceMax`: what the house advances an agent at most; `unattendedMax`: what is paid per agent and day without an officer. Zero where the kind has none.
 * `adminRate` of a positive result, `paymentsRate` of deposits, bonuses and salaries are taken off before a dividend.
 */
export const Limits = z.object({
  /** Of a dividend's rate; of a salary's rate with the greater of profit and loss rate. */
  rateMin: z.int().min(1).max(WHOLE),
  rateMax: z.int().min(1).max(WHOLE),
  gap: z.int().min(1).max(WHOLE),
  tiersMax: z.int().min(1).max(10),
  offerDays: z.int().min(1).max(30),
  amountMax: Share,
  activeMax: z.int().min(0).max(ACTIVE_MEMBERS_MAX),
  leastCredit: Share,
  advanceMax: Share,
  unattendedMax: Share,
  adminRate: Rate,
  paymentsRate: Rate,
  deductBonuses: z.boolean(),
  deductSalaries: z.boolean(),
});
export type Limits = z.infer<typeof Limits>;

/** The highest rate any template may allow, in thousandths of a percent: 60 % of a result, 2 % of bets. */
export const rateCeiling = { dividend: 60_000, daily: 2_000, hourly: 2_000, realTime: 2_000 } as const satisfies Record<ContractKind, number>;

/** What an offer is held against. `upper`: the terms of whoever offers; null for the house. */
export interface Bounds {
  readonly kind: ContractKind;
  readonly limits: Limits;
  readonly periods: readonly ContractPeriod[];
  readonly lossRates: boolean;
  readonly upper: Terms | null;
}

/** Why terms cannot be offered: a code, and the field it is about. */
export interface Fault {
  readonly code: ErrorCode;
  readonly values: RefusalValues;
}

const DIGITS = 3;

/** Thousandths of a percent as people write them: 25000 is "25", 150 is "0.15". */
export const formatRate = (rate: number): string => `${Math.floor(rate / 1_000)}.${String(rate % 1_000).padStart(DIGITS, "0")}`.replace(/\.?0+$/, "");

/** Reads "25" or "0.15" as thousandths of a percent; undefined for a sign, an exponent, a fourth decimal, or more than 100. */
export function parseRate(text: string): number | undefined {
  const [, whole, fraction = ""] = /^([0-9]{1,3})(?:\.([0-9]{1,3}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const rate = Number(whole) * 1_000 + Number(fraction.padEnd(DIGITS, "0"));
  return rate <= WHOLE ? rate : undefined;
}

const askOf = (tier: Tier, field: Threshold): bigint => BigInt(tier[field] ?? 0);
const payOf = (tier: Tier, field: RateField): number => tier[field] ?? 0;
const invalid = (field: string, problem: string): Fault => ({ code: "request.invalid", values: { field, problem } });

/** What is wrong with terms, the first of it; undefined where they can be offered. The browser shows it while they are written, the server decides by it. */
export function findFault(terms: Terms, bounds: Bounds): Fault | undefined {
  return findPeriodFault(terms, bounds) ?? findTierFault(terms, bounds) ?? findNotRising(terms, bounds) ?? findUnmatched(terms, bounds);
}

function findPeriodFault({ period, carries }: Terms, { kind, periods, upper }: Bounds): Fault | undefined {
  const own: readonly (ContractPeriod | null)[] = kind === "realTime" ? [null] : kindPeriods[kind].filter((one) => periods.includes(one));
  if (!own.includes(period)) return invalid("period", "invalid_value");
  if (!carries && kind !== "dividend") return invalid("carries", "invalid_value");
  if (upper === null || upper.period === null || period === null) return undefined;
  const fitting: readonly ContractPeriod[] = inside[upper.period];
  return fitting.includes(period) ? undefined : { code: "agentContracts.period_outside", values: { field: "period", period: upper.period } };
}

function findTierFault({ tiers }: Terms, bounds: Bounds): Fault | undefined {
  const { kind, limits } = bounds;
  if (tiers.length > limits.tiersMax) return { code: "agentContracts.tiers_not_rising", values: { field: "tiers", tier: limits.tiersMax + 1 } };
  const named: readonly string[] = [...tierFields[kind].asks, ...tierFields[kind].pays];
  for (const [at, tier] of tiers.entries()) {
    const foreign = Object.entries(tier).find(([name, value]) => value !== undefined && !named.includes(name));
    if (foreign !== undefined) return invalid(`tiers.${at}.${foreign[0]}`, "unrecognized_keys");
    const fault = findAskFault(tier, at, bounds) ?? findRateFault(tier, at, bounds);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findAskFault(tier: Tier, at: number, { kind, limits }: Bounds): Fault | undefined {
  for (const field of tierFields[kind].asks) {
    const most = field === "activeMembers" ? BigInt(limits.activeMax) : limits.amountMax;
    if (askOf(tier, field) > most) return invalid(`tiers.${at}.${field}`, "too_big");
  }
  // A share of nothing is none: the line's result must be above zero.
  return kind === "dividend" && askOf(tier, "periodProfitAndLoss") < 1n ? invalid(`tiers.${at}.periodProfitAndLoss`, "too_small") : undefined;
}

function findRateFault(tier: Tier, at: number, { limits, lossRates }: Bounds): Fault | undefined {
  const [profit, loss] = [payOf(tier, "profitRate"), payOf(tier, "lossRate")];
  const outside = (field: RateField, minimum: number, maximum: number): Fault => ({
    code: "agentContracts.rate_outside",
    values: { field: `tiers.${at}.${field}`, minimum: formatRate(minimum), maximum: formatRate(maximum) },
  });
  if (tier.rate < limits.rateMin || tier.rate > limits.rateMax) return outside("rate", limits.rateMin, limits.rateMax);
  if (tier.rate + profit > limits.rateMax) return outside("profitRate", 0, limits.rateMax - tier.rate);
  if (loss > 0 && !lossRates) return outside("lossRate", 0, 0);
  return tier.rate + loss > limits.rateMax ? outside("lossRate", 0, limits.rateMax - tier.rate) : undefined;
}

/** Each tier asks and pays at least what the one before does, and more of something: so the highest that is reached is one. */
function findNotRising({ tiers }: Terms, { kind }: Bounds): Fault | undefined {
  const { asks, pays } = tierFields[kind];
  const at = tiers.findIndex((tier, index) => {
    const before = tiers[index - 1];
    if (before === undefined) return false;
    const steps = asks.map((field) => askOf(tier, field) - askOf(before, field));
    const raises = pays.map((field) => payOf(tier, field) - payOf(before, field));
    return steps.some((step) => step < 0n) || !steps.some((step) => step > 0n) || raises.some((raise) => raise < 0) || !raises.some((raise) => raise > 0);
  });
  return at === -1 ? undefined : { code: "agentContracts.tiers_not_rising", values: { field: `tiers.${at}`, tier: at + 1 } };
}

/** The tiers of an upline that are reached wherever this one is. */
const coveringOf = (upper: Terms, tier: Tier, kind: ContractKind): readonly Tier[] =>
  upper.tiers.filter((own) => tierFields[kind].asks.every((field) => askOf(own, field) <= askOf(tier, field)));

/** The highest rate a tier can be given so that the gap stays; undefined where none of the upline's own tiers covers it. */
export function findBestRate(upper: Terms, tier: Tier, { kind, limits }: Pick<Bounds, "kind" | "limits">): number | undefined {
  const covering = coveringOf(upper, tier, kind);
  return covering.length === 0 ? undefined : Math.max(...covering.map(({ rate }) => rate)) - limits.gap;
}

function findUnmatched({ tiers }: Terms, { kind, limits, upper }: Bounds): Fault | undefined {
  if (upper === null) return undefined;
  for (const [at, tier] of tiers.entries()) {
    const covering = coveringOf(upper, tier, kind);
    const best = findBestRate(upper, tier, { kind, limits });
    if (best === undefined) return { code: "agentContracts.tier_unmatched", values: { field: `tiers.${at}`, tier: at + 1 } };
    if (tier.rate > best)
      return { code: "agentContracts.gap", values: { field: `tiers.${at}.rate`, gap: formatRate(limits.gap), maximum: formatRate(Math.max(best, 0)) } };
    for (const field of ["profitRate", "lossRate"] as const) {
      const most = Math.max(...covering.map((own) => payOf(own, field)));
      if (payOf(tier, field) > most)
        return { code: "agentContracts.rate_outside", values: { field: `tiers.${at}.${field}`, minimum: "0", maximum: formatRate(most) } };
    }
    const isCovered = covering.some(
      (own) => own.rate >= tier.rate + limits.gap && payOf(own, "profitRate") >= payOf(tier, "profitRate") && payOf(own, "lossRate") >= payOf(tier, "lossRate"),
    );
    if (!isCovered) return { code: "agentContracts.tier_unmatched", values: { field: `tiers.${at}`, tier: at + 1 } };
  }
  return undefined;
}

/** The nearest terms that fit below new ones: each tier at the highest rate that leaves the gap; what none covers is left out. Undefined where nothing fits. */
export function fitTerms(terms: Terms, bounds: Bounds): Terms | undefined {
  const { upper, kind } = bounds;
  if (upper === null) return terms;
  const tiers = terms.tiers.flatMap((tier) => {
    const best = findBestRate(upper, tier, bounds);
    const covering = coveringOf(upper, tier, kind);
    if (best === undefined || best < bounds.limits.rateMin) return [];
    const cut = Object.fromEntries(
      tierFields[kind].pays.map((field) => [
        field,
        Math.min(payOf(tier, field), field === "rate" ? best : Math.max(...covering.map((own) => payOf(own, field)))),
      ]),
    );
    return [{ ...tier, ...cut }];
  });
  const rising = tiers.filter((tier, at) => at === 0 || tier.rate > tiers[at - 1]!.rate);
  const fitting = { ...terms, tiers: rising };
  return rising.length > 0 && findFault(fitting, bounds) === undefined ? fitting : undefined;
}
