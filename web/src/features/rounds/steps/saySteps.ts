import type { BlackjackOutcome, CoinOutcome, HiLoOutcome, MinesOutcome, PokerOutcome } from "@laro/contract/core/plays/steps";
import type { Round } from "@laro/contract/rounds";
import type { Translator } from "@laro/locales/t";
import type { SaidRound, Say } from "../face.ts";
import { times } from "./hundredths.ts";

type Fallen = Pick<Round, "outcome">;

/** A round that was given back decided nothing. */
const isVoid = ({ outcome }: Fallen): boolean => Object.keys(outcome).length === 0;

const pokerHands = (outcome: PokerOutcome, t: Translator): string => t("rounds.steps.hand", { hand: outcome.hand });

function sayHands({ hands }: BlackjackOutcome, t: Translator): string {
  return hands.map(({ result }) => t("rounds.steps.result", { result })).join(" · ");
}

/** A round in a word or two. */
export function sayShort(round: Fallen, t: Translator): string {
  if (isVoid(round)) return t("rounds.steps.givenBack");
  const { outcome } = round;
  if ("hands" in outcome) return sayHands(outcome as BlackjackOutcome, t);
  if ("hand" in outcome) return pokerHands(outcome as PokerOutcome, t);
  return times((outcome as CoinOutcome).multiplier);
}

const say =
  <Outcome>(factsOf: (outcome: Outcome, t: Translator) => NonNullable<SaidRound["facts"]>): Say =>
  (round, t) => ({ outcome: sayShort(round, t), facts: isVoid(round) ? [] : factsOf(round.outcome as Outcome, t) });

export const sayMines = say<MinesOutcome>(({ picks, field, multiplier }, t) => [
  { label: t("rounds.steps.mines"), value: String(field.length) },
  { label: t("rounds.steps.pearls"), value: String(picks.length) },
  { label: t("rounds.multiplier"), value: times(multiplier) },
]);

export const sayHiLo = say<HiLoOutcome>(({ cards, multiplier }, t) => [
  { label: t("rounds.steps.cards"), value: String(cards.length) },
  { label: t("rounds.multiplier"), value: times(multiplier) },
]);

export const sayCoin = say<CoinOutcome>(({ fell, multiplier }, t) => [
  { label: t("rounds.steps.tosses"), value: String(fell.length) },
  { label: t("rounds.multiplier"), value: times(multiplier) },
]);

export const sayBlackjack = say<BlackjackOutcome>(({ hands }, t) => [{ label: t("rounds.steps.hands"), value: String(hands.length) }]);

export const sayPoker = say<PokerOutcome>(({ multiplier }, t) => [{ label: t("rounds.multiplier"), value: times(multiplier) }]);
