import { DiceChoice } from "@laro/contract/core/plays/dice";
import type { DiceOutcome } from "@laro/contract/core/plays/dice";
import { assertStake, isNearlySure, rational } from "../engine.ts";
import type { Ending, InstantEngine } from "../engine.ts";
import { varianceOf } from "../minis/odds.ts";

const ROLLS = 10_000;
/** 99 % of an even game: a multiplier of 100.00 / winning rolls, less 1 %, in hundredths. */
const MULTIPLIER_TIMES_ROLLS = 990_000;
/** The bounds of the contract's `DiceChoice`. */
const TARGET_MIN = 200;
const TARGET_MAX = 9_799;

/** How many of the 10,000 rolls win: those below the target, or those above it; the target itself always loses. */
export function winningRolls({ target, side }: DiceChoice): number {
  return side === "under" ? target : ROLLS - 1 - target;
}

/** What a won roll pays, in hundredths of the stake, rounded down to a hundredth: the house keeps the fraction. */
export function winMultiplier(choice: DiceChoice): number {
  return Math.floor(MULTIPLIER_TIMES_ROLLS / winningRolls(choice));
}

/** What a roll pays, in hundredths of the stake: the multiplier when won, 0 when lost. */
export function rollMultiplier(choice: DiceChoice, roll: number): number {
  const isWon = choice.side === "under" ? roll < choice.target : roll > choice.target;
  return isWon ? winMultiplier(choice) : 0;
}

/** Whether a stake on this choice counts towards turnover and bonuses. */
export const countsTowardsTurnover = (choice: DiceChoice): boolean => !isNearlySure({ numerator: BigInt(winningRolls(choice)), denominator: BigInt(ROLLS) });

/** Return of a choice in millionths, exactly. */
function returnMillionths(choice: DiceChoice): number {
  return winningRolls(choice) * winMultiplier(choice);
}

/** Every choice up to symmetry: under the target wins as often as over its mirror, 9999 - target. */
const choices = Array.from({ length: TARGET_MAX - TARGET_MIN + 1 }, (_, index): DiceChoice => ({
  target: TARGET_MIN + index,
  side: "under",
}));
const leastReturnMillionths = Math.min(...choices.map(returnMillionths));
const mostMultiplier = Math.max(...choices.map(winMultiplier));
/** The choice whose win varies most: the rarest. */
const boldest: DiceChoice = { target: TARGET_MIN, side: "under" };

/** A row of choices, the 99 % that most of them return among them. */
const TARGETS_SHOWN = [TARGET_MIN, 1_000, 2_500, 5_000, 7_500, 9_000, TARGET_MAX] as const;

function shownChoices(): readonly DiceChoice[] {
  const least = choices.find((choice) => returnMillionths(choice) === leastReturnMillionths)!;
  const shown = TARGETS_SHOWN.map((target): DiceChoice => ({ target, side: "under" }));
  return [...shown, least].toSorted((one, other) => one.target - other.target);
}

const endingsOf = (choice: DiceChoice): readonly Ending[] => [
  { ways: BigInt(winningRolls(choice)), pays: winMultiplier(choice) },
  { ways: BigInt(ROLLS - winningRolls(choice)), pays: 0 },
];

const limits = { stakeMin: 100n, stakeMax: 1_000_000n, stakeStep: 100n };

/** Dice: `stream.uniform(10000)` is the roll, shown as 0.00 to 99.99; the player bets that it falls under or over a target. */
export const dice: InstantEngine<DiceChoice, DiceOutcome> = {
  kind: "instant",
  gameCode: "DICE",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: DiceChoice,
  maxWinMultiple: rational(BigInt(mostMultiplier), 100n),
  multipleOf: (choice) => rational(BigInt(winMultiplier(choice)), 100n),
  validMinor: ({ choice, stakeMinor }) => (countsTowardsTurnover(choice) ? stakeMinor : 0n),
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    // The registry hands engines out untyped, and a choice nobody read would lose in silence.
    const read = DiceChoice.parse(choice);
    const roll = stream.uniform(ROLLS);
    const multiplier = rollMultiplier(read, roll);
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { roll, multiplier } }; // Exact: a stake is whole hundreds.
  },
  exactReturn(choice) {
    return rational(BigInt(choice ? returnMillionths(choice) : leastReturnMillionths), 1_000_000n);
  },
  exactVariance: (choice) => varianceOf(endingsOf(choice ?? boldest)),
  bets: () => shownChoices().map((choice) => ({ choice, endings: endingsOf(choice) })),
};
