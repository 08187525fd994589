import type { DiceChoice } from "@laro/contract/core/plays/dice";
import { winMultiplier, winningRolls } from "@laro/engines/dice/dice";
import { hundredths } from "./sayDice.ts";

export const TARGET_MIN = 200;
export const TARGET_MAX = 9_799;
const MIRROR = 9_999;

/** A target within the game's bounds, in hundredths. */
export const boundTarget = (target: number): number => Math.min(TARGET_MAX, Math.max(TARGET_MIN, Math.round(target)));

/** The other side with the same chance: the target moves to its mirror. */
export const switchSide = ({ target, side }: DiceChoice): DiceChoice => ({ target: boundTarget(MIRROR - target), side: side === "under" ? "over" : "under" });

/** What a choice promises: the chance in percent, the multiplier in hundredths, and what a won stake pays in minor units. */
export function promiseOf(choice: DiceChoice, stakeMinor: bigint): { chance: string; multiplier: number; payoutMinor: bigint } {
  const multiplier = winMultiplier(choice);
  return { chance: hundredths(winningRolls(choice)), multiplier, payoutMinor: (stakeMinor * BigInt(multiplier)) / 100n };
}
