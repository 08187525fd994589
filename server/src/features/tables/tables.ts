import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { TableSums } from "@laro/contract/core/watching";
import { ROAD_DRAWS, type tables, type Ticket } from "@laro/contract/tables";
import type { z } from "zod";
import { engineOf } from "../../core/catalogue/catalogue.ts";
import { knowSetStakes, stakesInForce } from "../../core/catalogue/stakes.ts";
import { readStops } from "../../core/catalogue/stops.ts";
import { findChain } from "../../core/draws/chain.ts";
import { findLatestDraw, listDrawn, type Draw } from "../../core/draws/draws.ts";
import { readTally } from "../../core/draws/tally.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { listMyTickets, type OpenTicket } from "../../core/wallet/entries.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db } from "../../platform/db.ts";
import { describePhase } from "./tables.phase.ts";
import { findSeries, gameOf, listSeries, MEMBER_MAX, type Series } from "./tables.series.ts";

/** A draw this long past its next step is not held: nobody leads the table. */
const ABANDONED_MS = 60_000;

const isHeld = ({ state, drawsAt, drawnAt }: Draw, now: Date): boolean =>
  now.getTime() - (state === "drawn" || state === "settled" ? drawnAt! : drawsAt).getTime() < ABANDONED_MS;

const getSeries = (code: string): Series => findSeries(code) ?? refuse("games.not_found", { field: "series" });

/** The live tables, in their order. */
export async function listTables(db: Db, pack: JurisdictionPack, now: Date): Promise<OutputOf<(typeof tables)["list"]>> {
  const [stops, set] = [await readStops(db), await knowSetStakes(db)];
  const list = await Promise.all(
    listSeries().map(async (series) => {
      const game = gameOf(series);
      const draw = await findLatestDraw(db, series.code);
      const isRunning = draw !== undefined && isHeld(draw, now) && !stops.has(game.gameId);
      return {
        series: series.code,
        displayName: game.displayName,
        isRunning,
        stakeMin: stakesInForce(engineOf(game), pack, set.get(game.gameId)).stakeMin,
        memberMax: MEMBER_MAX,
        phase: isRunning ? describePhase(series, draw, now) : null,
      };
    }),
  );
  return { list };
}

/** A table as it stands. */
export async function getTable(db: Db, { code, now }: { code: string; now: Date }): Promise<OutputOf<(typeof tables)["get"]>> {
  const series = getSeries(code);
  const [draw, last, chain] = await Promise.all([findLatestDraw(db, code), listDrawn(db, { series: code, limit: ROAD_DRAWS }), findChain(db, code)]);
  return {
    series: code,
    displayName: gameOf(series).displayName,
    phase: draw === undefined || !isHeld(draw, now) ? null : describePhase(series, draw, now),
    sums: draw === undefined ? null : await readSums(db, draw.id),
    last: last.map(({ number, link, result }) => ({ number, link, result: result as Record<string, unknown> })),
    chain: chain === undefined ? null : { anchor: chain.anchor.toString("hex"), length: chain.length, salt: chain.salt, saltSource: chain.saltSource },
    memberMax: MEMBER_MAX,
    at: now.toISOString(),
  };
}

/** What lies on a draw, as everybody may know it. */
export async function readSums(db: Db, drawId: bigint): Promise<z.output<typeof TableSums>> {
  const { members, spots } = await readTally(db, drawId);
  return { drawId, members, spots: Object.fromEntries(Object.entries(spots).map(([spot, minor]) => [spot, formatAmount(minor)])) };
}

/** The member's tickets that wait for their draw, of all tables or of one. */
export async function listMine(db: Db, { accountId, code }: { accountId: bigint; code: string | undefined }): Promise<{ list: Ticket[] }> {
  const wanted = code === undefined ? undefined : getSeries(code).code;
  const tickets = await listMyTickets(db, { walletId: await getMainWalletId(db, accountId) });
  return { list: tickets.filter(({ series }) => wanted === undefined || series === wanted).map(describeTicket) };
}

const describeTicket = ({ id, series, drawId, number, stake, state }: OpenTicket): Ticket => ({
  id,
  series,
  drawId,
  number,
  stake,
  bets: (state.choice as { bets: Record<string, string> }).bets,
});
