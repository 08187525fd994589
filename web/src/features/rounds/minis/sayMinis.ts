import type {
  BingoOutcome,
  ScratchOutcome,
  KenoChoice,
  KenoOutcome,
  LimboChoice,
  LimboOutcome,
  PlinkoChoice,
  PlinkoOutcome,
  WheelChoice,
  WheelOutcome,
} from "@laro/contract/core/plays/minis";
import { type CrashOutcome, FLIGHT_END, type TableBets } from "@laro/contract/core/plays/tables";
import { hundredths } from "../dice/sayDice.ts";
import { groupThousands, multiple } from "../../../ui/Money.tsx";
import type { Say } from "../face.ts";

export const sayLimbo: Say = (round, t) => {
  const [{ target }, { point, multiplier }] = [round.choice as LimboChoice, round.outcome as LimboOutcome];
  return {
    outcome: `${hundredths(point)}×`,
    facts: [
      { label: t("rounds.choice"), value: `${t("rounds.target")} ${hundredths(target)}×` },
      { label: t("rounds.multiplier"), value: `${hundredths(multiplier)}×` },
    ],
  };
};

export const sayPlinko: Say = (round, t) => {
  const [{ rows, risk }, { multiplier }] = [round.choice as PlinkoChoice, round.outcome as PlinkoOutcome];
  return {
    outcome: multiple(multiplier),
    facts: [{ label: t("rounds.choice"), value: `${t("rounds.pinRows", { rows })} · ${t(`rounds.risk.${risk}`)}` }],
  };
};

export const sayWheel: Say = (round, t) => {
  const [{ segments, risk }, { multiplier }] = [round.choice as WheelChoice, round.outcome as WheelOutcome];
  return { outcome: multiple(multiplier), facts: [{ label: t("rounds.choice"), value: `${segments} · ${t(`rounds.risk.${risk}`)}` }] };
};

export const sayKeno: Say = (round, t) => {
  const [{ picks }, { hits, multiplier }] = [round.choice as KenoChoice, round.outcome as KenoOutcome];
  return {
    outcome: t("rounds.kenoResult", { hits, picks: picks.length }),
    facts: [
      { label: t("rounds.choice"), value: picks.join(", ") },
      { label: t("rounds.multiplier"), value: multiple(multiplier) },
    ],
  };
};

export const sayScratch: Say = ({ outcome }, t) => {
  const { ticket, multiplier } = outcome as ScratchOutcome;
  return { outcome: t("rounds.scratchResult", { number: groupThousands(String(ticket)), prize: multiple(multiplier) }) };
};

export const sayBingo: Say = ({ outcome }, t) => {
  const { cards } = outcome as BingoOutcome;
  return { outcome: t("rounds.bingoResult", { cards: cards.length, lines: cards.reduce((all, { lines }) => all + lines, 0) }) };
};

export const sayCrash: Say = (round, t) => {
  const { point, cashed } = round.outcome as CrashOutcome;
  const target = Number(Object.keys((round.choice as TableBets).bets)[0]);
  return {
    // A ticket that was cashed out is in the record before its flight is over.
    outcome: point === undefined ? t("rounds.crash.stillFlying") : `${hundredths(point)}×`,
    facts: [
      { label: t("rounds.crash.auto"), value: target === FLIGHT_END ? t("rounds.crash.none") : `${hundredths(target)}×` },
      { label: t("rounds.crash.cashedLabel"), value: cashed === undefined ? t("rounds.crash.notCashed") : `${hundredths(cashed)}×` },
    ],
  };
};
