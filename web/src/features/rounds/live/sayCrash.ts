import type { CrashOutcome, TableBets } from "@laro/contract/core/plays/tables";
import { TARGET_MAX } from "@laro/engines/minis/limbo";
import { hundredths } from "../dice/sayDice.ts";
import type { Say } from "../face.ts";

export const sayCrash: Say = (round, t) => {
  const { point, cashed } = round.outcome as CrashOutcome;
  const target = Number(Object.keys((round.choice as TableBets).bets)[0]);
  return {
    // A ticket that was cashed out is in the record before its flight is over.
    outcome: point === undefined ? t("rounds.crash.stillFlying") : `${hundredths(point)}×`,
    facts: [
      { label: t("rounds.crash.auto"), value: target === TARGET_MAX ? t("rounds.crash.none") : `${hundredths(target)}×` },
      { label: t("rounds.crash.cashedLabel"), value: cashed === undefined ? t("rounds.crash.notCashed") : `${hundredths(cashed)}×` },
    ],
  };
};
