import type { FreeSpinsOutcome, SlotOutcome } from "@laro/contract/core/plays/slots";
import { FIESTA_FREE_SPINS, fiestaFreeMachine, fiestaLines, fiestaMachine, fiestaSymbols, fiestaWinChance } from "@laro/engines/slots/fiesta-lines";
import { fiestaArt } from "./fiestaArt.tsx";
import { ofLines, type SlotGame, spinStep } from "./slotGame.ts";

const freeOf = (outcome: SlotOutcome): readonly SlotOutcome[] => (outcome as FreeSpinsOutcome).free;

export const fiestaLinesGame: SlotGame = {
  ...ofLines(fiestaMachine),
  glyph: "guitar",
  scene: "plaza",
  symbols: fiestaSymbols.map((name) => ({ name, art: fiestaArt[name] })),
  get exactReturn() {
    return fiestaLines.exactReturn();
  },
  get variance() {
    return fiestaLines.exactVariance();
  },
  winChance: fiestaWinChance,
  maxWinMultiple: fiestaLines.maxWinMultiple,
  stopsFirst: [5, 13, 14, 9, 26],
  stakeFirst: 2_000n,
  hint: (t) => t("rounds.slots.fiestaHint"),
  scatterName: (t) => t("rounds.slots.drums"),
  rules: (t) => [
    { symbol: fiestaMachine.wild, text: t("rounds.slots.fiestaWild") },
    { symbol: fiestaMachine.scatter, text: t("rounds.slots.fiestaScatter", { spins: FIESTA_FREE_SPINS }) },
    { text: t("rounds.slots.fiestaFree", { spins: FIESTA_FREE_SPINS }) },
    { text: t("rounds.ruleLines", { lines: fiestaMachine.lines.length }) },
    { text: t("rounds.slots.decided") },
  ],
  featureOf: (outcome) =>
    freeOf(outcome).map((spin, at, all) => spinStep(fiestaFreeMachine.strips, spin, (t) => t("rounds.slots.freeSpin", { at: at + 1, of: all.length }))),
};
