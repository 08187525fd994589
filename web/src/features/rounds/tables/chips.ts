import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { TableBets } from "@laro/contract/core/plays/tables";

/** What lies on each spot, in minor units; a spot without chips is absent. */
export type Bets = Readonly<Record<string, bigint>>;

/** The chips there are, in minor units. */
export const CHIPS = [100n, 500n, 2_500n, 10_000n, 50_000n, 100_000n] as const;
const UNDO_MAX = 60;
const SPOTS_MAX = 200;
const THOUSAND = 1_000n;
const MILLION = 1_000_000n;

export const totalOf = (bets: Bets): bigint => Object.values(bets).reduce((sum, minor) => sum + minor, 0n);

/** One chip more on each of the spots, twice on one that is named twice; nothing where they would pass the table's limit together. */
export function addChips(bets: Bets, { spots, chip, limit }: { spots: readonly string[]; chip: bigint; limit: bigint }): Bets | undefined {
  const laid: Record<string, bigint> = { ...bets };
  for (const spot of spots) laid[spot] = (laid[spot] ?? 0n) + chip;
  return isWithin(laid, limit) ? laid : undefined;
}

/** All chips twice. */
export function doubleChips(bets: Bets, limit: bigint): Bets | undefined {
  const doubled = Object.fromEntries(Object.entries(bets).map(([spot, minor]) => [spot, minor * 2n]));
  return isWithin(doubled, limit) ? doubled : undefined;
}

export function takeChips(bets: Bets, spot: string): Bets {
  const { [spot]: _, ...rest } = bets;
  return rest;
}

/** Whether a table takes bets of this sum, on so many spots. */
export const isWithin = (bets: Bets, limit: bigint): boolean => totalOf(bets) <= limit && Object.keys(bets).length <= SPOTS_MAX;

/** What lies, and what lay before each change, the newest last. */
export interface Layout {
  readonly bets: Bets;
  readonly before: readonly Bets[];
}

export const changeTo = ({ bets, before }: Layout, next: Bets): Layout => ({ bets: next, before: [...before, bets].slice(-UNDO_MAX) });

export function undo({ bets, before }: Layout): Layout {
  return { bets: before.at(-1) ?? bets, before: before.slice(0, -1) };
}

export const choiceOf = (bets: Bets): TableBets => ({ bets: Object.fromEntries(Object.entries(bets).map(([spot, minor]) => [spot, formatAmount(minor)])) });

export const betsOf = ({ bets }: TableBets): Bets => Object.fromEntries(Object.entries(bets).map(([spot, amount]) => [spot, parseAmount(amount) ?? 0n]));

/** An amount as a chip bears it: 25, 1.2K, 3M; cut off, never rounded up. */
export function shortAmount(minor: bigint): string {
  const whole = minor / 100n;
  if (whole < THOUSAND) return whole.toString();
  const [unit, letter] = whole < MILLION ? [THOUSAND, "K"] : [MILLION, "M"];
  const tenth = ((whole % unit) * 10n) / unit;
  return `${whole / unit}${tenth === 0n ? "" : `.${tenth}`}${letter}`;
}

/** The largest chip that is not above an amount: its colour stands for the stack. */
export const chipFor = (minor: bigint): bigint => CHIPS.findLast((chip) => chip <= minor) ?? CHIPS[0];
