import { KENO_NUMBERS, KENO_PICKS_MAX } from "@laro/contract/core/plays/minis";

export const COLUMNS = 8;
export const numbers: readonly number[] = Array.from({ length: KENO_NUMBERS }, (_, at) => at + 1);

/** The picks with a number taken out or put in, in rising order; as they were where there are ten already. */
export function togglePick(picks: readonly number[], number: number): number[] {
  if (picks.includes(number)) return picks.filter((one) => one !== number);
  return picks.length === KENO_PICKS_MAX ? [...picks] : [...picks, number].toSorted((one, other) => one - other);
}

/** So many different numbers, any of them as likely as any other; the browser's own chance is good enough to choose for somebody. */
export function quickPick(count: number, random: Uint32Array<ArrayBuffer> = crypto.getRandomValues(new Uint32Array(KENO_NUMBERS))): number[] {
  return numbers
    .toSorted((one, other) => (random[one - 1] ?? 0) - (random[other - 1] ?? 0))
    .slice(0, count)
    .toSorted((one, other) => one - other);
}

const moves: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };

/** The number an arrow key leads to from another, or the same at the edge. */
export function stepNumber(number: number, key: string): number | undefined {
  const by = moves[key];
  if (by === undefined) return undefined;
  const next = number + by;
  return next < 1 || next > KENO_NUMBERS ? number : next;
}
