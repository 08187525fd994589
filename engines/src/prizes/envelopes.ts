import { fairStream, type Hmac } from "../fair.ts";

/** The most one envelope may hold, in minor units: an amount is one draw of the stream. */
export const ENVELOPE_MINOR_MAX = 1_000_000_000n;

/** What is cut: the total, how many envelopes, and the least and most that one holds. Minor units. */
export interface Rain {
  readonly total: bigint;
  readonly slips: number;
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/** Whether a total can be cut so: each amount within its bounds, and all together exactly the total. */
export const canCut = ({ total, slips, minimum, maximum }: Rain): boolean =>
  Number.isInteger(slips) &&
  slips >= 1 &&
  minimum >= 1n &&
  minimum <= maximum &&
  maximum <= ENVELOPE_MINOR_MAX &&
  total >= BigInt(slips) * minimum &&
  total <= BigInt(slips) * maximum;

/**
 * Cuts a total into envelopes by a seed: amounts in the order in which they are claimed, in minor units. The stream is that of the seed (32 bytes) under the client seed
 * "envelopes" and number 0. Anybody who holds the seed can cut again:
 *
 * 1. For each envelope, `left` counting it and those after it, twice = 2 · rest / left, rounded down. Its amount is `least` + uniform(`most` - `least` + 1), where
 *    least = the largest of minimum, twice - maximum, rest - (left - 1) · maximum, and most = the smallest of maximum, twice - minimum, rest - (left - 1) · minimum.
 *    So it lies evenly about what is left on average, and what is left after it can still be cut.
 * 2. Then the order: for each place from the last to the second, uniform(place + 1), counted from 0, says with which place at or before it changes.
 *
 * Throws a RangeError for what cannot be cut.
 */
export function cutEnvelopes({ hmac, seed, ...rain }: Rain & { readonly hmac: Hmac; readonly seed: Uint8Array }): readonly bigint[] {
  if (!canCut(rain)) throw new RangeError("This total cannot be cut into so many envelopes of these amounts.");
  const { slips, minimum, maximum } = rain;
  const stream = fairStream({ hmac, serverSeed: seed, clientSeed: "envelopes", nonce: 0n });
  const amounts: bigint[] = [];
  let rest = rain.total;
  for (let left = BigInt(slips); left > 0n; left -= 1n) {
    const twice = (2n * rest) / left;
    const least = largest(minimum, twice - maximum, rest - (left - 1n) * maximum);
    const most = smallest(maximum, twice - minimum, rest - (left - 1n) * minimum);
    const amount = least + BigInt(stream.uniform(Number(most - least) + 1));
    amounts.push(amount);
    rest -= amount;
  }
  for (let place = slips - 1; place > 0; place -= 1) {
    const other = stream.uniform(place + 1);
    [amounts[place], amounts[other]] = [amounts[other]!, amounts[place]!];
  }
  return amounts;
}

const largest = (...amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => (one > other ? one : other));
const smallest = (...amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => (one < other ? one : other));
