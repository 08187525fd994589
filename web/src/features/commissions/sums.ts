import type { ExplainedDay, ExplainedPart, OwnSide, SeenPay } from "@laro/contract/commissions";
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

/** What a pay's base is before it is cut off at zero: of a real-time pay the bets that reached a tier, which nothing here sums. */
export function sumOf({ kind, result, deductions, carryIn, bet, base }: SeenPay): bigint {
  if (kind === "realTime") return base;
  return carryIn + (kind === "dividend" ? result - deductions.admin - deductions.payments - deductions.bonuses - deductions.salaries : bet);
}

/**
 * Computes a pay again from its own numbers, rounding down: base, gross, and what is left after what is owed, where the reader sees it. Rates of a real-time pay differ by
 * round, so its gross stands as it is; of an hour the rest of the division before may make a hundredth more.
 */
export function formulaAddsUp(pay: SeenPay, own: Pick<OwnSide, "owed" | "makeupIn" | "makeupOut" | "pay"> | null): boolean {
  const { kind, base, rate, profitRate, lossRate, ahead, behind, gross } = pay;
  const exact = kind === "dividend" ? base * BigInt(rate) : base * BigInt(rate) + ahead * BigInt(profitRate) + behind * BigInt(lossRate);
  const more = gross - exact / RATE_UNIT;
  const isGross = kind === "realTime" || more === 0n || (kind === "hourly" && more === 1n);
  return base === positive(sumOf(pay)) && isGross && (own === null || isNet(gross, own));
}

const isNet = (gross: bigint, { owed, makeupIn, makeupOut, pay }: Pick<OwnSide, "owed" | "makeupIn" | "makeupOut" | "pay">): boolean => {
  const net = gross - owed + makeupIn;
  return pay === positive(net) && makeupOut === -positive(-net);
};
