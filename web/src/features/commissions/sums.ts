import type { ExplainedDay, ExplainedPart, OwnSide, PricedRounds, SeenPay } from "@laro/contract/commissions";
import { RATE_UNIT } from "@laro/contract/core/contractKinds";

export const figures = ["bet", "ahead", "behind", "result", "deposits", "bonuses"] as const;
export type Figures = Readonly<Record<(typeof figures)[number], bigint>>;

/** What counted parts come to. */
export const sumParts = (parts: readonly (Figures & Pick<Partial<ExplainedPart>, "counted">)[]): Figures =>
  Object.fromEntries(figures.map((figure) => [figure, parts.reduce((sum, part) => sum + (part.counted === false ? 0n : part[figure]), 0n)])) as Figures;

/** Which of its line's figures a pay of a kind is made of. */
export const figuresOf = {
  dividend: ["bet", "result"],
  daily: ["bet", "ahead", "behind"],
  hourly: ["bet"],
  realTime: ["bet"],
} as const satisfies Record<SeenPay["kind"], readonly (keyof Figures & keyof SeenPay)[]>;

/** Whether a pay's days come to its own figures. */
export function daysAddUp(pay: SeenPay, days: readonly ExplainedDay[]): boolean {
  const sums = sumParts(days);
  return figuresOf[pay.kind].every((figure) => sums[figure] === pay[figure]);
}

/** Whether the parts of a day, all of them, come to the day's figures. */
export function partsAddUp(day: ExplainedDay, parts: readonly ExplainedPart[]): boolean {
  const sums = sumParts(parts);
  return figures.every((figure) => sums[figure] === day[figure]);
}

const positive = (minor: bigint): bigint => (minor > 0n ? minor : 0n);

/** What a pay's base is before it is cut off at zero: of a real-time pay the bets that reached a tier. */
function sumOf({ kind, result, deductions, carryIn, bet }: SeenPay, tiers: Tiers): bigint {
  if (kind === "dividend") return carryIn + result - deductions.admin - deductions.payments - deductions.bonuses - deductions.salaries;
  return carryIn + (tiers === null ? bet : tiers.reduce((sum, tier) => sum + tier.bet, 0n));
}

type Tiers = readonly PricedRounds[] | null;
type Priced = Pick<PricedRounds, "bet" | "ahead" | "behind" | "rate" | "profitRate" | "lossRate">;
const pointsOf = ({ bet, ahead, behind, rate, profitRate, lossRate }: Priced): bigint =>
  bet * BigInt(rate) + ahead * BigInt(profitRate) + behind * BigInt(lossRate);

/** Whether the rounds of a real-time pay are still those it was computed from: whoever is left out since then makes them fewer. */
export const tiersStand = (pay: SeenPay, tiers: Tiers): boolean => tiers === null || pay.base === positive(sumOf(pay, tiers));

/**
 * Computes a pay again from its own numbers, rounding down: base, gross, and what is left after what is owed, where the reader sees it. Of an hour and of five minutes the
 * rest of the division before may make a hundredth more.
 */
export function formulaAddsUp(pay: SeenPay, own: Pick<OwnSide, "owed" | "makeupIn" | "makeupOut" | "pay"> | null, tiers: Tiers = null): boolean {
  const { kind, base, gross } = pay;
  const points = tiers === null ? pointsOf({ ...pay, bet: base }) : tiers.reduce((sum, tier) => sum + pointsOf(tier), 0n);
  const more = gross - positive(points) / RATE_UNIT;
  const isGross = more === 0n || (more === 1n && (kind === "hourly" || kind === "realTime"));
  return base === positive(sumOf(pay, tiers)) && isGross && (own === null || isNet(gross, own));
}

const isNet = (gross: bigint, { owed, makeupIn, makeupOut, pay }: Pick<OwnSide, "owed" | "makeupIn" | "makeupOut" | "pay">): boolean => {
  const net = gross - owed + makeupIn;
  return pay === positive(net) && makeupOut === -positive(-net);
};
