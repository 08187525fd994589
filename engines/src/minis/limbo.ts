import { LimboChoice } from "@laro/contract/core/plays/minis";
import type { LimboOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, isNearlySure, rational } from "../engine.ts";
import type { Ending, InstantEngine } from "../engine.ts";
import { DRAWS, leastTarget, pointOf, TARGET_MAX, TARGET_MIN, targetReturn, targetVariance, winningDraws } from "./point.ts";

const draws = BigInt(DRAWS);

/** Whether a stake on this target counts towards turnover and bonuses. */
export const countsTowardsTurnover = ({ target }: LimboChoice): boolean => !isNearlySure({ numerator: BigInt(winningDraws(target)), denominator: draws });

/** The chance to win in hundredths of a percent, rounded down. */
export const chanceBps = (target: number): number => Math.floor((winningDraws(target) * 10_000) / DRAWS);

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
  multipleOf: ({ target }) => rational(BigInt(target), 100n),
  validMinor: ({ choice, stakeMinor }) => (countsTowardsTurnover(choice) ? stakeMinor : 0n),
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    const { target } = LimboChoice.parse(choice);
    const point = pointOf(stream.uniform(DRAWS));
    const multiplier = point >= target ? target : 0;
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { point, multiplier } }; // Exact: a stake is whole hundreds.
  },
  exactReturn: (choice) => targetReturn(choice?.target),
  exactVariance: (choice) => targetVariance(choice?.target ?? TARGET_MAX),
  bets: () =>
    [...new Set([...TARGETS_SHOWN, leastTarget()])].toSorted((one, other) => one - other).map((target) => ({ choice: { target }, endings: endingsOf(target) })),
};
