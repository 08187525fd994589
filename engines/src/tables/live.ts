import type { SharedEngine } from "../engine.ts";

/** The most a member may stake on an even chance of one draw; what pays more takes less, so that none of them wins more than `SPOT_WIN_MAX`. Minor units. */
const SPOT_MAX = 5_000_000n;
const SPOT_WIN_MAX = 7_200_000n;
const EVEN_CHANCE = 200n;
const UNIT = 100n;
/** Maxima are whole hundreds of the currency. */
const ROUND_TO = 10_000n;

/** A table's mathematics under the code of a series: one result of a draw settles the tickets of everybody. */
export const liveOf = <Bets, Result>(gameCode: string, shared: SharedEngine<Bets, Result>): SharedEngine<Bets, Result> => ({
  ...shared,
  gameCode,
  gameType: "LIVE",
});

/** What a member may stake on one spot of a draw, in minor units: a straight number 2,000.00, an even chance 50,000.00. */
export function spotMaximum(table: Pick<SharedEngine<unknown, unknown>, "worstCase">, spot: string): bigint {
  // What one unit pays at best, in hundredths.
  const pay = table.worstCase({ [spot]: UNIT });
  if (pay <= EVEN_CHANCE) return SPOT_MAX;
  const most = (SPOT_WIN_MAX * UNIT) / pay;
  return most < ROUND_TO ? most - (most % UNIT) : most - (most % ROUND_TO);
}
