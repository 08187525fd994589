import type { BaccaratResult } from "@laro/contract/core/plays/tables";
import { rankOf } from "./shoe.ts";

/** Ace to nine count their pips, tens and court cards nothing. */
export const pointsOfRank = (rank: number): number => (rank >= 9 ? 0 : rank + 1);

/** The points of a hand: the last digit of its sum. */
export const pointsOf = (cards: readonly number[]): number => cards.reduce((sum, card) => sum + pointsOfRank(rankOf(card)), 0) % 10;

const NATURAL = 8;

/** Whether the player's hand draws a third card, by the points of both first hands. */
export const playerDraws = (player: number, banker: number): boolean => player <= 5 && banker < NATURAL;

/** On which points of the player's third card the banker draws with 3 to 6. */
const bankerDrawsOn: Readonly<Partial<Record<number, (third: number) => boolean>>> = {
  3: (third) => third !== 8,
  4: (third) => third >= 2 && third <= 7,
  5: (third) => third >= 4 && third <= 7,
  6: (third) => third === 6 || third === 7,
};

/** Whether the banker's hand draws where neither hand was a natural; `third` is the points of the player's third card, if it drew one. */
export const bankerDraws = (banker: number, third: number | undefined): boolean =>
  third === undefined ? banker <= 5 : banker <= 2 || (bankerDrawsOn[banker]?.(third) ?? false);

export const isNatural = (player: number, banker: number): boolean => player >= NATURAL || banker >= NATURAL;

export type Winner = "player" | "banker" | "tie";
export const winnerOf = (player: number, banker: number): Winner => (player === banker ? "tie" : player > banker ? "player" : "banker");

/** What of a round decides its bets. */
export interface BaccaratFacts {
  readonly winner: Winner;
  readonly bankerPoints: number;
  readonly cards: number;
  readonly isPlayerPair: boolean;
  readonly isBankerPair: boolean;
  /** How many of the two first hands are two of one card, rank and suit. */
  readonly perfectPairs: number;
}

export function readBaccarat({ player, banker }: BaccaratResult): BaccaratFacts {
  const isPair = ([one = 0, other = 0]: readonly number[]): boolean => rankOf(one) === rankOf(other);
  return {
    winner: winnerOf(pointsOf(player), pointsOf(banker)),
    bankerPoints: pointsOf(banker),
    cards: player.length + banker.length,
    isPlayerPair: isPair(player),
    isBankerPair: isPair(banker),
    perfectPairs: [player, banker].filter(([one, other]) => one === other).length,
  };
}
