import type { TableBets } from "@laro/contract/core/plays/tables";
import type { SharedEngine } from "@laro/engines/engine";
import { baccaratNcTable, baccaratSpots, baccaratTable } from "@laro/engines/tables/baccarat";
import { sicBoSpots, sicBoTable } from "@laro/engines/tables/sic-bo";
import { expect, test } from "vitest";
import { baccaratPays } from "./baccaratPays.ts";
import { sicBoPays } from "./sicBoPays.ts";

/** The most a spot pays beside its stake, in units of it. */
const mostOf = (table: Pick<SharedEngine<TableBets, never>, "worstCase">, spot: string): number => Number(table.worstCase({ [spot]: 100n })) / 100 - 1;
/** The largest "n:1" in what a felt says. */
const said = (words: string): number => Math.max(...[...words.matchAll(/([\d.]+):1/g)].map(([, units]) => Number(units)));

test("what the felts say of each spot is what the engines pay at most", () => {
  for (const table of [baccaratTable, baccaratNcTable])
    for (const spot of baccaratSpots) expect([spot, said(baccaratPays(table.gameCode)[spot])]).toEqual([spot, Math.round(mostOf(table, spot) * 100) / 100]);
  for (const spot of sicBoSpots) expect([spot, said(sicBoPays(spot))]).toEqual([spot, mostOf(sicBoTable, spot)]);
});
