import { LimboChoice } from "@laro/contract/core/plays/minis";
import type { LimboOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational } from "../engine.ts";
import type { Ending, InstantEngine, Rational } from "../engine.ts";

const DRAWS = 2 ** 32;
/** 99 % of an even game, in hundredths of the stake. */
const EDGE_HUNDREDTHS = 99;
/** The bounds of the contract's `LimboChoice`. */
export const TARGET_MIN = 101;
export const TARGET_MAX = 1_000_000;

/** The point a draw leads to, in hundredths, rounded down: `r` is one of 0 … 2^32 - 1. */
export const pointOf = (r: number): number => Math.floor((EDGE_HUNDREDTHS * DRAWS) / (r + 1));

/** How many of the 2^32 draws lead to the target (in hundredths) or beyond. */
export const winningDraws = (target: number): number => Math.floor((EDGE_HUNDREDTHS * DRAWS) / target);

/** Whether a stake on this target counts towards turnover and bonuses: a bet that wins with 90 % or more counts nothing. */
export const countsTowardsTurnover = ({ target }: LimboChoice): boolean => winningDraws(target) * 10 < DRAWS * 9;

/** The chance to win in hundredths of a percent, rounded down. */
export const chanceBps = (target: number): number => Math.floor((winningDraws(target) * 10_000) / DRAWS);

const draws = BigInt(DRAWS);
const returnOf = (target: number): Rational => rational(BigInt(target) * BigInt(winningDraws(target)), 100n * draws);

/** The target whose return is the least: what rounding takes is most where the fewest draws win. */
function findLeast(): number {
  let [least, leastPaid] = [TARGET_MIN, Infinity];
  for (let target = TARGET_MIN; target <= TARGET_MAX; target += 1) {
    const paid = target * winningDraws(target); // Below 2^39: exact.
    if (paid < leastPaid) [least, leastPaid] = [target, paid];
  }
  return least;
}

let least: number | undefined;

/** Variance of the win per unit staked: chance × (target/100)² less the return squared. */
function varianceOf(target: number): Rational {
  const wins = BigInt(winningDraws(target));
  const square = BigInt(target) ** 2n;
  return rational(square * wins * (draws - wins), 10_000n * draws ** 2n);
}

/** A row of targets from the likeliest to the largest, in hundredths. */
const TARGETS_SHOWN = [TARGET_MIN, 110, 150, 200, 500, 1_000, 10_000, 100_000, TARGET_MAX] as const;

function endingsOf(target: number): readonly Ending[] {
  const wins = BigInt(winningDraws(target));
  return [
    { ways: wins, pays: target },
    { ways: draws - wins, pays: 0 },
  ];
}

const limits = { stakeMin: 100n, stakeMax: 20_000n, stakeStep: 100n };

/**
 * Limbo: r = `stream.uniform(2^32)`, the round's only draw. The point is 99 · 2^32 / (r + 1), rounded down, in hundredths of the stake.
 * A target at or below the point wins and pays exactly the target.
 */
export const limbo: InstantEngine<LimboChoice, LimboOutcome> = {
  kind: "instant",
  gameCode: "LIMBO",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: LimboChoice,
  maxWinMultiple: rational(BigInt(TARGET_MAX), 100n),
  validMinor: ({ choice, stakeMinor }) => (countsTowardsTurnover(choice) ? stakeMinor : 0n),
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    const { target } = LimboChoice.parse(choice);
    const point = pointOf(stream.uniform(DRAWS));
    const multiplier = point >= target ? target : 0;
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { point, multiplier } }; // Exact: a stake is whole hundreds.
  },
  exactReturn: (choice) => returnOf(choice?.target ?? (least ??= findLeast())),
  exactVariance: (choice) => varianceOf(choice?.target ?? TARGET_MAX),
  bets: () =>
    [...new Set([...TARGETS_SHOWN, (least ??= findLeast())])]
      .toSorted((one, other) => one - other)
      .map((target) => ({ choice: { target }, endings: endingsOf(target) })),
};
