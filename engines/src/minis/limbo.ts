import { LimboChoice } from "@laro/contract/core/plays/minis";
import type { LimboOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { DRAWS, pointOf, TARGET_MAX, targetReturn, targetVariance, winningDraws } from "./point.ts";

/** Whether a stake on this target counts towards turnover and bonuses: a bet that wins with 90 % or more counts nothing. */
export const countsTowardsTurnover = ({ target }: LimboChoice): boolean => winningDraws(target) * 10 < DRAWS * 9;

/** The chance to win in hundredths of a percent, rounded down. */
export const chanceBps = (target: number): number => Math.floor((winningDraws(target) * 10_000) / DRAWS);

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
};
