import type { LimboChoice, LimboOutcome, PlinkoChoice, PlinkoOutcome } from "@laro/contract/core/plays/minis";
import { hundredths } from "../dice/sayDice.ts";
import type { GameFace } from "../face.ts";
import { multiple } from "./multiple.ts";

export const sayLimbo: GameFace["say"] = (round, t) => {
  const [{ target }, { point, multiplier }] = [round.choice as LimboChoice, round.outcome as LimboOutcome];
  return {
    outcome: `${hundredths(point)}×`,
    facts: [
      { label: t("rounds.choice"), value: `${t("rounds.target")} ${hundredths(target)}×` },
      { label: t("rounds.multiplier"), value: `${hundredths(multiplier)}×` },
    ],
  };
};

export const sayPlinko: GameFace["say"] = (round, t) => {
  const [{ rows, risk }, { multiplier }] = [round.choice as PlinkoChoice, round.outcome as PlinkoOutcome];
  return {
    outcome: multiple(multiplier),
    facts: [{ label: t("rounds.choice"), value: `${t("rounds.pinRows", { rows })} · ${t(`rounds.risk.${risk}`)}` }],
  };
};
