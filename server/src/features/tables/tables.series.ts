import type { BaccaratResult, LiveBlackjackShown } from "@laro/contract/core/plays/tables";
import { FLIGHT_TICKETS_MAX, TICKETS_MAX, TURN_TICKETS_MAX } from "@laro/contract/tables";
import type { SharedEngine } from "@laro/engines/engine";
import { packs, type JurisdictionPack } from "../../core/settings/packs.ts";
import { findGameByCode, type CatalogueGame } from "../../core/catalogue/catalogue.ts";
import type { TurnMs } from "../../core/draws/turns.ts";

const SECOND_MS = 1_000;

/** How long each part of a draw takes. */
interface Phases {
  /** While tickets are taken. */
  readonly betsMs: number;
  /** Between the last ticket and the draw. */
  readonly lockMs: number;
  /** While the result is shown; then it is paid. */
  readonly showMs: (result: unknown) => number;
  /** While it stands. */
  readonly resultMs: number;
}

/** A table: draws of one game, one after the other. Its code is its game's. */
export interface Series extends Phases {
  readonly code: string;
  /** Between the close and the result its tickets act: in flight, or in turns where those have their times. */
  readonly acts?: true;
  /** How long a turn takes. */
  readonly turnMs?: TurnMs;
}

const showing = (code: string, betsMs: number, showMs: number, resultMs: number): Series => ({
  code,
  betsMs,
  lockMs: SECOND_MS,
  showMs: () => showMs,
  resultMs,
});

const CARD_MS = 1_600;

/** Cards come one after the other, so a draw with more of them is shown longer. */
const dealing = (code: string): Series => ({
  code,
  betsMs: 15 * SECOND_MS,
  lockMs: SECOND_MS,
  showMs: (result) => {
    const { player, banker } = result as BaccaratResult;
    return (player.length + banker.length) * CARD_MS;
  },
  resultMs: 5 * SECOND_MS,
});

/** How long a hand of blackjack is dealt, insurance is asked, and each decision may take. */
const TURN_MS = { deal: 5 * SECOND_MS, insurance: 6 * SECOND_MS, hands: 10 * SECOND_MS } as const;

/** The tables there are. The times are those of the games people know; a round of bets is long enough to lay and confirm. */
const all: readonly Series[] = [
  showing("ROULETTE_1", 20 * SECOND_MS, 9 * SECOND_MS, 6 * SECOND_MS),
  showing("ROULETTE_SPEED_1", 12 * SECOND_MS, 7 * SECOND_MS, 5 * SECOND_MS),
  dealing("BACCARAT_1"),
  dealing("BACCARAT_NC_1"),
  showing("DRAGON_TIGER_1", 15 * SECOND_MS, 4 * SECOND_MS, 4 * SECOND_MS),
  showing("SIC_BO_1", 18 * SECOND_MS, 5 * SECOND_MS, 6 * SECOND_MS),
  // It flies as soon as bets are closed. Whoever cashed out in time is heard for two seconds after the crash; then the rest is settled.
  { code: "CRASH_1", betsMs: 7 * SECOND_MS, lockMs: 0, showMs: () => 2 * SECOND_MS, resultMs: SECOND_MS, acts: true },
  // The cards are dealt as soon as bets are closed; then everybody decides in the same turns, and the dealer's cards are the result.
  {
    code: "BLACKJACK_1",
    betsMs: 15 * SECOND_MS,
    lockMs: 0,
    showMs: () => 6 * SECOND_MS,
    resultMs: 5 * SECOND_MS,
    acts: true,
    turnMs: ({ asks }) => TURN_MS[asks as LiveBlackjackShown["asks"]],
  },
];

export const listSeries = (): readonly Series[] => all;

export const findSeries = (code: string): Series | undefined => all.find((series) => series.code === code);

export const gameOf = ({ code }: Pick<Series, "code">): CatalogueGame => findGameByCode(code)!;

/** The most a member may stake on one draw, and the most the house may owe for one; in minor units. */
export const MEMBER_MAX = 10_000_000n;
export const LIABILITY_MAX = 500_000_000n;

/** Only where no money is real may the server choose the salt of its own chain. */
export const maySaltItself = (pack: JurisdictionPack): boolean => pack === packs.sandbox;

/** How many tickets a member may have on one draw. */
export const ticketsMaxOf = ({ turns, flight }: Pick<SharedEngine<unknown, unknown>, "turns" | "flight">): number =>
  turns !== undefined ? TURN_TICKETS_MAX : flight !== undefined ? FLIGHT_TICKETS_MAX : TICKETS_MAX;
