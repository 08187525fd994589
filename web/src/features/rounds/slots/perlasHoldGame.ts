import type { Pearl, PearlsOutcome, SlotOutcome } from "@laro/contract/core/plays/slots";
import {
  CELLS,
  PEARL_ODDS,
  pearlPots,
  PEARLS_BEGIN,
  pearlWorths,
  PERLAS_COINS,
  perlasHold,
  perlasMachine,
  perlasSymbols,
  perlasWinChance,
  RESPINS,
} from "@laro/engines/slots/perlas-hold";
import { groupThousands } from "../../../ui/Money.tsx";
import { perlasArt } from "./perlasArt.tsx";
import { type HoldStep, ofLines, type SlotGame } from "./slotGame.ts";

const worthOf = (pearls: readonly Pearl[]): number => pearls.reduce((sum, { worth }) => sum + worth, 0);

/** The pearls as they lie after each respin; the last step brings the pot. */
function holdSteps(outcome: SlotOutcome): readonly HoldStep[] {
  const { hold } = outcome as PearlsOutcome;
  if (hold === null) return [];
  let left = RESPINS;
  let lying: readonly Pearl[] = [];
  return [hold.pearls, ...hold.respins].map((come, at): HoldStep => {
    left = come.length > 0 ? RESPINS : left - 1;
    lying = [...lying, ...come];
    const pot = at === hold.respins.length ? hold.pot : 0;
    const over = left === 0 || lying.length === CELLS;
    const { length: pearls } = lying;
    const respins = left;
    return {
      kind: "hold",
      pearls: lying,
      fresh: come.length,
      coins: (worthOf(come) + pot) * PERLAS_COINS,
      caption: (t) => (over ? t("rounds.slots.pearlsEnd", { pearls, pot }) : t("rounds.slots.pearlsGoOn", { pearls, respins })),
    };
  });
}

export const perlasHoldGame: SlotGame = {
  ...ofLines(perlasMachine),
  glyph: "fish",
  scene: "sea",
  symbols: perlasSymbols.map((name) => ({ name, art: perlasArt[name] })),
  get exactReturn() {
    return perlasHold.exactReturn();
  },
  get variance() {
    return perlasHold.exactVariance();
  },
  winChance: perlasWinChance,
  maxWinMultiple: perlasHold.maxWinMultiple,
  stopsFirst: [31, 4, 19, 28, 24],
  stakeFirst: 2_000n,
  hint: (t) => t("rounds.slots.perlasHint"),
  scatterName: (t) => t("rounds.slots.pearls"),
  rules: (t) => [
    { symbol: perlasMachine.wild, text: t("rounds.slots.perlasWild") },
    { symbol: perlasMachine.scatter, text: t("rounds.slots.perlasBegin", { pearls: PEARLS_BEGIN, respins: RESPINS, odds: PEARL_ODDS }) },
    { text: t("rounds.slots.perlasWorths", { worths: pearlWorths.map(({ worth, of100 }) => `${worth}× (${of100}%)`).join(", ") }) },
    { text: t("rounds.slots.perlasPots", { pots: pearlPots.map(({ pearls, pot }) => `${pearls}: ${groupThousands(String(pot))}×`).join(", ") }) },
    { text: t("rounds.ruleLines", { lines: perlasMachine.lines.length }) },
    { text: t("rounds.slots.decided") },
  ],
  featureOf: holdSteps,
};
