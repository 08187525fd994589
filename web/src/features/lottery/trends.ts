/** How a value of a row of draws stands: how often it fell, how long it has not fallen, and the longest it ever did not. */
export interface Trend {
  readonly value: number;
  readonly times: number;
  readonly missing: number;
  readonly longest: number;
  /** Draws between two falls on the mean, in tenths; undefined where it fell less than twice. */
  readonly meanTenths: number | undefined;
}

/** What fell in a row of draws, the newest first: each draw's values in this row. */
export function trendsOf(drawn: readonly (readonly number[])[], { from, to }: { from: number; to: number }): readonly Trend[] {
  return Array.from({ length: to - from + 1 }, (_, at) => trendOf(drawn, from + at));
}

function trendOf(drawn: readonly (readonly number[])[], value: number): Trend {
  const places = drawn.flatMap((values, at) => (values.includes(value) ? [at] : []));
  const gaps = places.slice(1).map((place, at) => place - places[at]! - 1);
  const missing = places[0] ?? drawn.length;
  const tail = places.length === 0 ? 0 : drawn.length - 1 - places.at(-1)!;
  return {
    value,
    times: places.length,
    missing,
    longest: Math.max(missing, tail, ...gaps),
    meanTenths: gaps.length === 0 ? undefined : Math.round((gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) * 10),
  };
}

/** How many of some values are what somebody asks. */
export const share = (values: readonly number[], is: (value: number) => boolean): number => values.filter(is).length;
