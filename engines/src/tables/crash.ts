import { parseAmount } from "@laro/contract/core/money";
import { type CrashResult, TableBets } from "@laro/contract/core/plays/tables";
import { rational, riskedStake } from "../engine.ts";
import type { ChoiceSchema, Flight, SharedEngine } from "../engine.ts";
import { DRAWS, pointOf, TARGET_MAX, TARGET_MIN, targetReturn, targetVariance } from "../minis/point.ts";
import { GROWTH_BITS, growthAt } from "./growth.ts";

export { TARGET_MAX, TARGET_MIN };

const WHOLE = 100n;
/** A ticket of this stake that flies to the end wins 2,000,000.00, the most the house pays for one round. */
const limits = { stakeMin: 100n, stakeMax: 20_000n, stakeStep: 100n };

/** The value after so many whole milliseconds of flight, in hundredths: 100 · e^(0.06 s), rounded down, from 100 up to 1,000,000. Whole numbers alone decide it. */
export const valueAt = (elapsedMs: number): number => Math.min(TARGET_MAX, Number((growthAt(elapsedMs) * WHOLE) >> GROWTH_BITS));

/** The first whole millisecond at which the value is this much or more, in hundredths. */
export function reachedMs(value: number): number {
  let [low, high] = [0, LONGEST_MS];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (valueAt(middle) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** After so long the value is the largest, 10,000 times the stake: a test holds it. */
export const LONGEST_MS = 153_506;

/** How long a flight with this point lasts: it ends as soon as the value would be larger, or with the largest. */
const lastsMs = ({ point }: CrashResult): number => (point < Number(WHOLE) ? 0 : point >= TARGET_MAX ? LONGEST_MS : reachedMs(point + 1));

interface CrashBet {
  /** In hundredths. */
  readonly target: number;
  readonly minor: bigint;
}

const SPOT = /^[1-9][0-9]{2,6}$/;

const isSpot = (spot: string): boolean => SPOT.test(spot) && Number(spot) >= TARGET_MIN && Number(spot) <= TARGET_MAX;

/** Throws a RangeError for bets nobody read: they would lose in silence. */
function readBet({ bets }: TableBets): CrashBet {
  const [[spot, amount] = ["", ""], ...more] = Object.entries(bets);
  const minor = parseAmount(amount);
  if (!isSpot(spot) || more.length > 0 || minor === undefined || minor % limits.stakeStep !== 0n)
    throw new RangeError(`No bet of this table: ${amount} on ${spot}.`);
  return { target: Number(spot), minor };
}

const parseChoice: ChoiceSchema<TableBets> = {
  safeParse(input) {
    const read = TableBets.safeParse(input);
    if (!read.success) return read;
    const spots = Object.keys(read.data.bets);
    if (spots.length === 1 && isSpot(spots[0]!)) return read;
    return { success: false, error: new RangeError("A ticket has one stake, on the multiple it is cashed out at by itself.") };
  },
};

const payOf = (minor: bigint, cashed: number): bigint => (minor * BigInt(cashed)) / WHOLE; // Exact: a stake is whole hundreds.

const cashOut: Flight<TableBets, CrashResult>["cashOut"] = ({ bets, result, elapsedMs }) => {
  if (elapsedMs < 0 || elapsedMs >= lastsMs(result)) return undefined;
  const { target, minor } = readBet(bets);
  const cashed = Math.min(target, valueAt(elapsedMs));
  return { winMinor: payOf(minor, cashed), cashed };
};

/**
 * Crash: r = `stream.uniform(2^32)`, the draw's only one; the point is that of Limbo, 99 · 2^32 / (r + 1) rounded down, in hundredths, and 1,000,000 at most.
 * The value climbs from 1.00 as e^(0.06 s). A ticket is one stake on the spot that names, in hundredths, where it is cashed out by itself; 1,000,000 is the end of the
 * longest flight. Whoever cashes out before the value passes the point is paid the value of that very moment, a ticket whose own multiple is at or below the point
 * just that, and every other loses.
 */
export const crashTable: SharedEngine<TableBets, CrashResult> = {
  kind: "shared",
  gameCode: "CRASH_1",
  vendorCode: "BGS",
  gameType: "LIVE",
  ...limits,
  cycleMs: 1_000,
  parseChoice,
  maxWinMultiple: rational(BigInt(TARGET_MAX), WHOLE),
  // What was cashed out right after the start risked next to nothing.
  validMinor: riskedStake,
  stakeOf: (bets) => readBet(bets).minor,
  drawResult: (stream) => ({ point: Math.min(TARGET_MAX, pointOf(stream.uniform(DRAWS))) }),
  settle({ bets, result }) {
    const { target, minor } = readBet(bets);
    return target <= result.point ? { winMinor: payOf(minor, target), part: { cashed: target } } : { winMinor: 0n };
  },
  worstCase: (spots) => Object.entries(spots).reduce((sum, [spot, minor]) => sum + payOf(minor, isSpot(spot) ? Number(spot) : TARGET_MAX), 0n),
  exactReturn: (choice) => targetReturn(choice && readBet(choice).target),
  exactVariance: (choice) => targetVariance(choice === undefined ? TARGET_MAX : readBet(choice).target),
  flight: {
    longestMs: LONGEST_MS,
    lastsMs,
    cashOut,
    endAt({ bets, result, cashed }) {
      const end = cashOut({ bets, result, elapsedMs: reachedMs(cashed) });
      return end?.cashed === cashed ? end : undefined;
    },
    targetOf: (bets) => readBet(bets).target,
    valueAt,
  },
};
