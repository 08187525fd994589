import type { RouletteResult, TableBets } from "@laro/contract/core/plays/tables";
import { instantOf } from "../engine.ts";
import { type Pay, tableOf } from "./felt.ts";
import { CHIPS_HUNDREDTHS, POCKETS, rouletteSpots } from "./wheel.ts";

/** Zero is paid like any other number; outside bets lose on it whole: no la partage. The first four pay 8:1 as a corner does. */
const payOf = (covered: readonly number[]): Pay<number> => {
  const wins = new Set(covered);
  const pay = CHIPS_HUNDREDTHS / covered.length;
  return (pocket) => (wins.has(pocket) ? pay : 0);
};

/** Roulette with one zero: `stream.uniform(37)` is the pocket, 0 to 36. */
export const rouletteTable = tableOf<RouletteResult, number>({
  gameCode: "ROULETTE",
  stakeMax: 5_000_000n,
  payMax: CHIPS_HUNDREDTHS,
  spots: new Map([...rouletteSpots].map(([spot, covered]) => [spot, payOf(covered)])),
  drawResult: (stream) => ({ pocket: stream.uniform(POCKETS) }),
  read: ({ pocket }) => pocket,
  enumerate: () => Array.from({ length: POCKETS }, (_, pocket) => ({ facts: pocket, ways: 1n })),
});

export const roulette = instantOf<TableBets, RouletteResult>(rouletteTable);
