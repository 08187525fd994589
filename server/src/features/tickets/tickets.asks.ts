import type { LotteryBets, LotteryEngine } from "@laro/engines/lottery/lottery";
import { findSpot } from "@laro/engines/lottery/lottery";
import { parseAmount } from "@laro/contract/core/money";
import type { Ask } from "../../core/exposures/exposures.ts";
import type { DrawLimits } from "./tickets.limits.ts";

/** The mark that holds all that is staked on a draw; no lottery's own is named so. */
export const STAKES_KEY = "stakes";
const WHOLE = 100n;

/** What a ticket can win at each mark of a result, in minor units: held before it is sold, so that no result costs more than the house bears. */
export function exposureOf(engine: LotteryEngine<unknown>, bets: LotteryBets): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [spot, amount] of Object.entries(bets)) {
    const { bet, pick } = findSpot(engine.lottery.bets, spot)!;
    const unit = parseAmount(amount)!;
    for (const { key, most } of bet.keysOf(pick)) sums.set(key, (sums.get(key) ?? 0n) + (unit * most) / WHOLE);
  }
  return sums.set(STAKES_KEY, engine.stakeOf(bets));
}

export function asksOf(engine: LotteryEngine<unknown>, bets: LotteryBets, { numberMax, stakesMax }: DrawLimits): readonly Ask[] {
  return [...exposureOf(engine, bets)].map(([key, amount]) => ({ key, amount, cap: key === STAKES_KEY ? stakesMax : numberMax }));
}

/** The unit a line that still fits a mark, in whole steps of minor units, by the pick of these that wins most there. */
export function unitLeft(engine: LotteryEngine<unknown>, bets: LotteryBets, { key, left }: { key: string; left: bigint }): bigint {
  const mosts = Object.keys(bets).flatMap((spot) => {
    const { bet, pick } = findSpot(engine.lottery.bets, spot)!;
    return bet.keysOf(pick).flatMap((one) => (one.key === key ? [one.most] : []));
  });
  const most = mosts.reduce((largest, one) => (one > largest ? one : largest), 1n);
  const unit = (left * WHOLE) / most;
  return unit - (unit % engine.lottery.unitStep);
}
