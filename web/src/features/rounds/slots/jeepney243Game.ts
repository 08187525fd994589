import type { FreeSpinsOutcome, SlotOutcome } from "@laro/contract/core/plays/slots";
import {
  JEEPNEY_COINS,
  JEEPNEY_FREE_GAMES,
  jeepney243,
  jeepneyFreeMachine,
  jeepneyMachine,
  jeepneySymbols,
  jeepneyWinChance,
} from "@laro/engines/slots/jeepney-243";
import { SCATTERS } from "@laro/engines/slots/ways";
import { jeepneyArt } from "./jeepneyArt.tsx";
import { type SlotGame, spinStep } from "./slotGame.ts";

const { strips, pays, scatterPays, wild, scatter } = jeepneyMachine;

const freeOf = (outcome: SlotOutcome): readonly SlotOutcome[] => (outcome as FreeSpinsOutcome).free;
const bringsMore = ({ grid }: SlotOutcome): boolean => grid.flat().filter((symbol) => symbol === scatter).length >= SCATTERS;

/** How many games are known of while this one is shown: ten, and twenty once one of the first ten has brought more. */
const gamesKnown = (games: readonly SlotOutcome[], at: number): number =>
  games.slice(0, Math.min(at + 1, JEEPNEY_FREE_GAMES)).some(bringsMore) ? games.length : JEEPNEY_FREE_GAMES;

export const jeepney243Game: SlotGame = {
  strips,
  wild,
  lines: [],
  coins: BigInt(JEEPNEY_COINS),
  pays: pays.map((byCount, symbol) => (symbol === scatter ? scatterPays : byCount)),
  glyph: "jeepney",
  scene: "sea",
  symbols: jeepneySymbols.map((name) => ({ name, art: jeepneyArt[name] })),
  get exactReturn() {
    return jeepney243.exactReturn();
  },
  get variance() {
    return jeepney243.exactVariance();
  },
  winChance: jeepneyWinChance,
  maxWinMultiple: jeepney243.maxWinMultiple,
  stopsFirst: [24, 0, 10, 19, 8],
  stakeFirst: 2_000n,
  hint: (t) => t("rounds.slots.jeepneyHint"),
  scatterName: (t) => t("rounds.slots.jeepneys"),
  rules: (t) => [
    { symbol: wild, text: t("rounds.slots.jeepneyWild") },
    { symbol: scatter, text: t("rounds.slots.jeepneyScatter", { games: JEEPNEY_FREE_GAMES }) },
    { text: t("rounds.slots.jeepneyFree", { games: JEEPNEY_FREE_GAMES }) },
    { text: t("rounds.slots.ruleWays") },
    { text: t("rounds.slots.decided") },
  ],
  featureOf: (outcome) =>
    freeOf(outcome).map((spin, at, all) =>
      spinStep(jeepneyFreeMachine.strips, spin, (t) => t("rounds.slots.freeGame", { at: at + 1, of: gamesKnown(all, at) })),
    ),
};
