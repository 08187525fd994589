import type { BaccaratResult, TableBets } from "@laro/contract/core/plays/tables";
import { instantOf } from "../engine.ts";
import type { Stream } from "../fair.ts";
import { enumerateBaccarat } from "./baccarat.count.ts";
import { bankerDraws, type BaccaratFacts, isNatural, playerDraws, pointsOf, readBaccarat } from "./baccarat.rules.ts";
import { once, type Pay, tableOf } from "./felt.ts";
import { openShoe } from "./shoe.ts";

export const baccaratSpots = ["player", "banker", "tie", "playerPair", "bankerPair", "eitherPair", "perfectPair", "small", "big"] as const;
export type BaccaratSpot = (typeof baccaratSpots)[number];

/** Player and Banker are given back on a tie. */
const PUSH = 100;
const PAIR = 1_200;
const EITHER_PAIR = 600;
const PERFECT_PAIR = [0, 2_600, 20_100] as const;
const TIE = 900;
const SMALL = 250;
const BIG = 154;
const EVEN = 200;
const COMMISSION = 195;
const HALF = 150;
const FOUR_CARDS = 4;

/** Deals one round: player, banker, player, banker, then the player's third card and the banker's, where the rules ask for one. */
export function dealBaccarat(stream: Stream): BaccaratResult {
  const deal = openShoe(stream);
  const [p1, b1, p2, b2] = [deal(), deal(), deal(), deal()];
  const [player, banker] = [
    [p1, p2],
    [b1, b2],
  ];
  const points = [pointsOf(player), pointsOf(banker)] as const;
  if (isNatural(...points)) return { player, banker };
  const third = playerDraws(...points) ? deal() : undefined;
  if (third !== undefined) player.push(third);
  if (bankerDraws(points[1], third === undefined ? undefined : pointsOf([third]))) banker.push(deal());
  return { player, banker };
}

type Pays = Readonly<Record<BaccaratSpot, Pay<BaccaratFacts>>>;

const paysOf = (bankerPay: Pay<BaccaratFacts>): Pays => ({
  player: ({ winner }) => (winner === "tie" ? PUSH : winner === "player" ? EVEN : 0),
  banker: (facts) => (facts.winner === "tie" ? PUSH : facts.winner === "banker" ? bankerPay(facts) : 0),
  tie: ({ winner }) => (winner === "tie" ? TIE : 0),
  playerPair: ({ isPlayerPair }) => (isPlayerPair ? PAIR : 0),
  bankerPair: ({ isBankerPair }) => (isBankerPair ? PAIR : 0),
  eitherPair: ({ isPlayerPair, isBankerPair }) => (isPlayerPair || isBankerPair ? EITHER_PAIR : 0),
  perfectPair: ({ perfectPairs }) => PERFECT_PAIR[perfectPairs] ?? 0,
  small: ({ cards }) => (cards === FOUR_CARDS ? SMALL : 0),
  big: ({ cards }) => (cards > FOUR_CARDS ? BIG : 0),
});

/** Both tables fall alike; they only pay Banker differently. */
const enumerate = once(enumerateBaccarat);

const baccaratOf = (gameCode: string, pays: Pays) =>
  tableOf<BaccaratResult, BaccaratFacts>({
    gameCode,
    stakeMax: 900_000n,
    payMax: PERFECT_PAIR[2],
    spots: new Map(baccaratSpots.map((spot) => [spot, pays[spot]])),
    drawResult: dealBaccarat,
    read: readBaccarat,
    enumerate,
  });

/**
 * Punto banco from eight fresh decks, dealt as `openShoe` says: player, banker, player, banker, then the third cards of player and banker. With 8 or 9 in
 * two cards nobody draws. The player draws at 5 or less. The banker draws at 5 or less if the player stood; else at 2 or less, at 3 unless the player's
 * third card was an 8, at 4 on 2 to 7, at 5 on 4 to 7, at 6 on 6 or 7.
 */
export const baccaratTable = baccaratOf(
  "BACCARAT",
  paysOf(() => COMMISSION),
);

/** The same without commission: Banker pays evenly, and half where it wins with 6. */
export const baccaratNcTable = baccaratOf(
  "BACCARAT_NC",
  paysOf(({ bankerPoints }) => (bankerPoints === 6 ? HALF : EVEN)),
);

export const baccarat = instantOf<TableBets, BaccaratResult>(baccaratTable);
export const baccaratNc = instantOf<TableBets, BaccaratResult>(baccaratNcTable);
