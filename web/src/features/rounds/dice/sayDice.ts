import type { DiceChoice, DiceOutcome } from "@laro/contract/core/plays/dice";
import { groupThousands } from "../../../ui/Money.tsx";
import type { Say } from "../face.ts";

/** Hundredths as two decimals: 4731 is "47.31". */
export const hundredths = (value: number): string => groupThousands((value / 100).toFixed(2));

export const sayDice: Say = (round, t) => {
  const [{ side, target }, { roll, multiplier }] = [round.choice as DiceChoice, round.outcome as DiceOutcome];
  return {
    outcome: hundredths(roll),
    facts: [
      { label: t("rounds.choice"), value: `${t(side === "under" ? "rounds.rollUnder" : "rounds.rollOver")} ${hundredths(target)}` },
      { label: t("rounds.multiplier"), value: `${hundredths(multiplier)}×` },
    ],
  };
};
