import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { TableCashed, TableChosen, TableSums } from "@laro/contract/core/watching";
import { ROAD_DRAWS, type tables, type Ticket } from "@laro/contract/tables";
import { sql } from "kysely";
import type { z } from "zod";
import { maskName, mayBeShown } from "../../core/accounts/faces.ts";
import { type CatalogueGame, engineOf } from "../../core/catalogue/catalogue.ts";
import { knowSetStakes, type SetStakes, stakesInForce } from "../../core/catalogue/stakes.ts";
import { readStops } from "../../core/catalogue/stops.ts";
import { findChain } from "../../core/draws/chain.ts";
import { findLatestDraw, flightOf, listDrawn, type Draw } from "../../core/draws/draws.ts";
import { readTally } from "../../core/draws/tally.ts";
import { countChosen, listActed } from "../../core/draws/turns.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { listMyTickets, type OpenTicket } from "../../core/wallet/entries.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db } from "../../platform/db.ts";
import { describePhase } from "./tables.phase.ts";
import { findSeries, gameOf, listSeries, MEMBER_MAX, type Series, ticketsMaxOf } from "./tables.series.ts";

/** How many of those who cashed out are named. */
const CASHED_SHOWN = 20;

/** A draw this long past its next step is not held: nobody leads the table. */
const ABANDONED_MS = 60_000;

/** A flight is held as long as the longest may last, so that nothing tells how long this one will. */
const isHeld = (draw: Draw, now: Date): boolean => {
  const flightMs = draw.state === "acting" ? (flightOf(draw)?.longestMs ?? 0) : 0;
  return now.getTime() - (draw.drawnAt ?? draw.turnUntil ?? draw.actsAt ?? draw.drawsAt).getTime() < flightMs + ABANDONED_MS;
};

const getSeries = (code: string): Series => findSeries(code) ?? refuse("games.not_found", { field: "series" });

/** The most a member may lay on a draw of a table with all their tickets, in minor units. */
function memberMaxOf(game: CatalogueGame, pack: JurisdictionPack, set: SetStakes | undefined): bigint {
  const engine = engineOf(game);
  const { stakeMax } = stakesInForce(engine, pack, set);
  if (engine.kind !== "shared") return stakeMax;
  // What officers set holds for all of a member's tickets, but each of a flight's two stands for itself.
  const isForAll = (set?.stakeMax ?? null) !== null && engine.flight === undefined;
  const most = isForAll ? stakeMax : stakeMax * BigInt(ticketsMaxOf(engine));
  return most < MEMBER_MAX ? most : MEMBER_MAX;
}

/** The live tables, in their order. */
export async function listTables(db: Db, pack: JurisdictionPack, now: Date): Promise<OutputOf<(typeof tables)["list"]>> {
  const [stops, set] = [await readStops(db), await knowSetStakes(db)];
  const list = await Promise.all(
    listSeries().map(async (series) => {
      const game = gameOf(series);
      const draw = await findLatestDraw(db, series.code);
      const isRunning = draw !== undefined && isHeld(draw, now) && !stops.has(game.gameId) && !pack.closedGameTypes.includes("LIVE");
      return {
        series: series.code,
        nodeId: game.nodeId,
        displayName: game.displayName,
        isRunning,
        stakeMin: stakesInForce(engineOf(game), pack, set.get(game.gameId)).stakeMin,
        memberMax: memberMaxOf(game, pack, set.get(game.gameId)),
        phase: isRunning ? describePhase(series, draw, now) : null,
      };
    }),
  );
  return { list };
}

/** A table as it stands. */
export async function getTable(db: Db, { code, pack, now }: { code: string; pack: JurisdictionPack; now: Date }): Promise<OutputOf<(typeof tables)["get"]>> {
  const series = getSeries(code);
  const game = gameOf(series);
  const [draw, last, chain, set] = await Promise.all([
    findLatestDraw(db, code),
    listDrawn(db, { series: code, limit: ROAD_DRAWS }),
    findChain(db, code),
    knowSetStakes(db),
  ]);
  return {
    series: code,
    displayName: game.displayName,
    phase: draw === undefined || !isHeld(draw, now) ? null : describePhase(series, draw, now),
    sums: draw === undefined ? null : await readSums(db, draw),
    cashed: draw === undefined ? null : await readCashed(db, draw, now),
    chosen: draw === undefined ? null : await readChosen(db, draw),
    last: last.map(({ number, link, result }) => ({ number, link, result: result as Record<string, unknown> })),
    chain: chain === undefined ? null : { anchor: chain.anchor.toString("hex"), length: chain.length, salt: chain.salt, saltSource: chain.saltSource },
    memberMax: memberMaxOf(game, pack, set.get(game.gameId)),
    at: now.toISOString(),
  };
}

/** What lies on a draw, as everybody may know it; in one sum where a spot is a member's own plan for the flight. */
export async function readSums(db: Db, draw: Draw): Promise<z.output<typeof TableSums>> {
  const { members, spots } = await readTally(db, draw.id);
  const all = Object.values(spots).reduce((sum, minor) => sum + minor, 0n);
  const shown = flightOf(draw) === undefined ? Object.entries(spots) : all > 0n ? [["all", all] as const] : [];
  return { drawId: draw.id, members, spots: Object.fromEntries(shown.map(([spot, minor]) => [spot, formatAmount(minor)])) };
}

/** Who cashed out of a draw, newest first; without those whom strangers may not see. Strangers see no whole name. */
async function listCashed(db: Db, { drawId, now }: { drawId: bigint; now: Date }): Promise<readonly { name: string; cashed: number; winMinor: bigint }[]> {
  const { rows } = await sql<{ name: string; cashed: number; winMinor: bigint }>`
    select a.name, (r.detail->'outcome'->>'cashed')::integer as cashed, r.win as "winMinor"
    from round r join wallet w on w.id = r.wallet_id join account a on a.id = w.account_id
    where r.draw_id = ${drawId} and r.status = 4 and r.win > 0 and ${mayBeShown(now)}
    order by r.id desc limit ${CASHED_SHOWN}`.execute(db);
  return rows;
}

/** Who cashed out of a draw, as everybody may know it; null where nobody can. */
export async function readCashed(db: Db, draw: Draw, now: Date): Promise<z.output<typeof TableCashed> | null> {
  if (flightOf(draw) === undefined) return null;
  const cashed = await listCashed(db, { drawId: draw.id, now });
  return { drawId: draw.id, list: cashed.map(({ name, cashed: at, winMinor }) => ({ name: maskName(name), cashed: at, win: winMinor })) };
}

/** What was decided in the turn a draw is at, as everybody may know it; null where nothing is being decided. */
const readChosen = async (db: Db, draw: Draw) => (draw.state === "acting" && draw.shown !== null ? describeChosen(draw, await listActed(db, draw.id)) : null);

export function describeChosen(draw: Draw, acted: Parameters<typeof countChosen>[1]): z.output<typeof TableChosen> | null {
  return draw.shown && { drawId: draw.id, turn: draw.shown.turn, acts: countChosen(draw, acted) };
}

/** The member's tickets that wait for their draw, of all tables or of one. */
export async function listMine(db: Db, { accountId, code }: { accountId: bigint; code: string | undefined }): Promise<{ list: Ticket[] }> {
  const wanted = code === undefined ? undefined : getSeries(code).code;
  const series = wanted === undefined ? listSeries().map(({ code: one }) => one) : [wanted];
  const tickets = await listMyTickets(db, { walletId: await getMainWalletId(db, accountId), series });
  return { list: tickets.map(describeTicket) };
}

export const describeTicket = ({ id, series, drawId, number, stake, state }: OpenTicket): Ticket => ({
  id,
  series,
  drawId,
  number,
  stake,
  bets: (state.choice as { bets: Record<string, string> }).bets,
  actions: state.actions as Ticket["actions"],
});
