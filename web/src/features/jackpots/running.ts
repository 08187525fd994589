/** What a pool shows: it runs from one amount to another, both minor units, and stands there. */
export interface Run {
  readonly from: bigint;
  readonly to: bigint;
}

/** Where a pool runs that shows `shown` (nothing yet: undefined) when it hears of what is in it now and what was before the newest count. It never shows more than is in it. */
export function runOn(shown: bigint | undefined, { was, amount }: { readonly was: bigint; readonly amount: bigint }): Run {
  const from = shown === undefined || shown < was ? was : shown;
  return { from: from > amount ? amount : from, to: amount };
}

const WHOLE = 1_000n;

/** What is shown after so much of the time, in thousandths. */
export const shownAt = ({ from, to }: Run, permille: number): bigint =>
  from + ((to - from) * BigInt(Math.min(1_000, Math.max(0, Math.floor(permille))))) / WHOLE;
