// Every game of the house by its code, of the first version of its mathematics.
import { books } from "./books.mjs";
import { drawsOf } from "./fair.mjs";
import { lotteries, settleLottery } from "./lottery.mjs";
import { minis } from "./minis.mjs";
import { slots } from "./slots.mjs";
import { steps } from "./steps.mjs";
import { settleTable, tables } from "./tables.mjs";

const instant = { ...minis, ...slots, ...books };

/** Whether there is such a game here. */
export const isKnown = (gameCode, version = 1) => version === 1 && [instant, steps, tables, lotteries].some((games) => Object.hasOwn(games, gameCode));

/** The codes of all of them. */
export const codes = [instant, steps, tables, lotteries].flatMap((games) => Object.keys(games));

/**
 * Plays a round again: { gameCode, stake (its first, in hundredths of the currency), choice, actions, serverSeed, clientSeed, nonce, outcome }. `outcome` is what
 * was recorded; only where a ticket was cashed out is taken from it. Answers { win, staked, outcome, takesJackpot }, or undefined where no such round can be over.
 */
export function playAgain({ gameCode, actions = [], ...round }) {
  const draw = drawsOf(round);
  if (Object.hasOwn(steps, gameCode)) return steps[gameCode]({ ...round, actions, draw });
  if (Object.hasOwn(lotteries, gameCode)) {
    const settled = settleLottery(gameCode, { ...round, draw });
    return settled && { staked: round.stake, ...settled };
  }
  const played = Object.hasOwn(tables, gameCode) ? settleTable(gameCode, { ...round, actions, draw }) : instant[gameCode]({ ...round, draw });
  return played && { staked: round.stake, ...played };
}

/** What falls at a table or in a lottery. */
export const drawAgain = (gameCode, seeds) => (tables[gameCode] ?? lotteries[gameCode]).fall(drawsOf(seeds));
