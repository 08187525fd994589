import type { DragonTigerResult, TableBets } from "@laro/contract/core/plays/tables";
import { instantOf } from "../engine.ts";
import { type Fall, type Pay, tableOf } from "./felt.ts";
import { DECKS, isRed, openShoe, rankOf } from "./shoe.ts";

const sides = ["dragon", "tiger"] as const;
export type DragonTigerSide = (typeof sides)[number];

export const dragonTigerSpots = [
  "dragon",
  "tie",
  "tiger",
  "suitedTie",
  "dragonBig",
  "dragonSmall",
  "dragonRed",
  "dragonBlack",
  "tigerBig",
  "tigerSmall",
  "tigerRed",
  "tigerBlack",
] as const;
export type DragonTigerSpot = (typeof dragonTigerSpots)[number];

const EVEN = 200;
/** Dragon and Tiger get half back on a tie. */
const HALF_BACK = 50;
const TIE = 1_200;
const SUITED_TIE = 5_100;
/** A seven loses every bet on one card. */
const SEVEN = 6;
const CARDS = 52;

type Facts = DragonTigerResult;

const sideOf =
  (side: DragonTigerSide): Pay<Facts> =>
  ({ dragon, tiger }) => {
    const lead = rankOf(dragon) - rankOf(tiger);
    return lead === 0 ? HALF_BACK : lead > 0 === (side === "dragon") ? EVEN : 0;
  };
const cardOf =
  (side: DragonTigerSide, wins: (card: number) => boolean): Pay<Facts> =>
  (cards) =>
    rankOf(cards[side]) !== SEVEN && wins(cards[side]) ? EVEN : 0;
const isBig = (card: number): boolean => rankOf(card) > SEVEN;

const pays: Readonly<Record<DragonTigerSpot, Pay<Facts>>> = {
  dragon: sideOf("dragon"),
  tiger: sideOf("tiger"),
  tie: ({ dragon, tiger }) => (rankOf(dragon) === rankOf(tiger) ? TIE : 0),
  suitedTie: ({ dragon, tiger }) => (dragon === tiger ? SUITED_TIE : 0),
  dragonBig: cardOf("dragon", isBig),
  dragonSmall: cardOf("dragon", (card) => !isBig(card)),
  dragonRed: cardOf("dragon", isRed),
  dragonBlack: cardOf("dragon", (card) => !isRed(card)),
  tigerBig: cardOf("tiger", isBig),
  tigerSmall: cardOf("tiger", (card) => !isBig(card)),
  tigerRed: cardOf("tiger", isRed),
  tigerBlack: cardOf("tiger", (card) => !isRed(card)),
};

/** Every two cards: eight of each kind, and one less of the first. */
const enumerate = (): readonly Fall<Facts>[] =>
  Array.from({ length: CARDS * CARDS }, (_, at) => {
    const facts = { dragon: Math.floor(at / CARDS), tiger: at % CARDS };
    return { facts, ways: BigInt(DECKS * (facts.dragon === facts.tiger ? DECKS - 1 : DECKS)) };
  });

/** Dragon and tiger get one card each from eight fresh decks, the dragon first, dealt as `openShoe` says. The ace is low, the king high. */
export const dragonTigerTable = tableOf<DragonTigerResult, Facts>({
  gameCode: "DRAGON_TIGER",
  stakeMax: 3_000_000n,
  payMax: SUITED_TIE,
  spots: new Map(dragonTigerSpots.map((spot) => [spot, pays[spot]])),
  drawResult(stream) {
    const deal = openShoe(stream);
    return { dragon: deal(), tiger: deal() };
  },
  read: (result) => result,
  enumerate,
});

export const dragonTiger = instantOf<TableBets, DragonTigerResult>(dragonTigerTable);
