/** Binary places of a fixed-point number. */
export const GROWTH_BITS = 96n;
const ONE = 1n << GROWTH_BITS;
/** The value grows by a factor of e in so many times a hundred thousandth: 0.06 a second is 6 / 100,000 a millisecond. */
const [RATE, OF] = [6n, 100_000n];
/** 2^18 milliseconds are more than four minutes. */
const POWERS = 18;

/** e^(times · 0.00006) as a fixed-point number, by its series; what is rounded down is less than 2^-90 of it. */
function exponential(times: bigint): bigint {
  let [sum, term] = [0n, ONE];
  for (let at = 1n; term > 0n; at += 1n) {
    sum += term;
    term = (term * RATE * times) / (OF * at);
  }
  return sum;
}

const powers: readonly bigint[] = Array.from({ length: POWERS }, (_, power) => exponential(1n << BigInt(power)));

/** e^(0.06 s) after so many whole milliseconds, as a fixed-point number of 96 binary places. Whole numbers alone make it, so server and browser have the very same. */
export function growthAt(elapsedMs: number): bigint {
  let value = ONE;
  for (let power = 0; power < POWERS; power += 1) if (((elapsedMs >> power) & 1) === 1) value = (value * powers[power]!) >> GROWTH_BITS;
  return value;
}
