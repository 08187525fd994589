import type { DiceOutcome, SlotOutcome } from "@laro/contract/core/plays";

/** Whether an outcome is a dice roll; every other house game is a slot. */
export const isDice = (outcome: DiceOutcome | SlotOutcome): outcome is DiceOutcome => "roll" in outcome;
