import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { TableDesk, tables } from "@laro/contract/tables";
import { sql } from "kysely";
import { findLatestDraw, mayVoid, tableOf, type Draw } from "../../core/draws/draws.ts";
import { readTally } from "../../core/draws/tally.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { findSeries, gameOf, LIABILITY_MAX, listSeries, type Series } from "./tables.series.ts";

/** The live tables as they stand: what lies on each draw, what the house could come to owe for it, and who leads. */
export async function listDesk(db: Db): Promise<OutputOf<(typeof tables)["desk"]>> {
  const leaders = await readLeaders(db);
  return { list: await Promise.all(listSeries().map((series) => describe(db, series, leaders.get(series.code) ?? null))) };
}

async function describe(db: Db, series: Series, leader: TableDesk["leader"]): Promise<TableDesk> {
  const draw = await findLatestDraw(db, series.code);
  const worstCase = draw === undefined ? 0n : await readWorst(db, draw);
  return {
    series: series.code,
    displayName: gameOf(series).displayName,
    draw: draw === undefined ? null : await describeDraw(db, draw),
    worstCase,
    liabilityMax: LIABILITY_MAX,
    margin: LIABILITY_MAX - worstCase,
    leader,
  };
}

/** What a draw could still come to pay: nothing more once it is over. */
async function readWorst(db: Db, draw: Draw): Promise<bigint> {
  if (draw.state === "settled" || draw.state === "void") return 0n;
  const { spots } = await readTally(db, draw.id);
  return tableOf(draw).worstCase(spots);
}

async function describeDraw(db: Db, draw: Draw): Promise<TableDesk["draw"]> {
  const { id, number, link, state, opensAt, closesAt, drawsAt } = draw;
  const open = await db
    .selectFrom("open_round")
    .select(({ fn }) => [
      fn.countAll<number>().as("tickets"),
      fn.count<number>("wallet_id").distinct().as("members"),
      fn.sum<string | null>("stake").as("staked"),
    ])
    .where("draw_id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    id,
    number,
    link,
    state,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    drawsAt: drawsAt.toISOString(),
    tickets: Number(open.tickets),
    members: Number(open.members),
    staked: BigInt(open.staked ?? 0),
    mayVoid: mayVoid(draw),
  };
}

/** Who holds each table's lock: the connection of its leader, by the name it gave itself, and since when it is there. */
async function readLeaders(db: Db): Promise<ReadonlyMap<string, { name: string; since: string }>> {
  const { rows } = await sql<{ series: string; name: string; since: Date }>`
    select series, name, since from table_leaders(${listSeries().map(({ code }) => code)}::text[])`.execute(db as Tx);
  return new Map(rows.map(({ series, name, since }) => [series, { name, since: since.toISOString() }]));
}

/** The draws of a series, newest first. Refuses with `games.not_found`. */
export async function listDraws(
  db: Db,
  { series, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof tables)["draws"]>,
): Promise<OutputOf<(typeof tables)["draws"]>> {
  const { code } = findSeries(series) ?? refuse("games.not_found", { field: "series" });
  const rows = await db
    .selectFrom("draw")
    .select(["id", "number", "link", "state", "closes_at as closesAt", "tickets", "staked", "paid", "void_reason as voidReason"])
    .where("series", "=", code)
    .$if(isNumberCursor(cursor), (query) => query.where("id", "<", BigInt(cursor!)))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: ({ closesAt, ...row }) => ({ ...row, closesAt: closesAt.toISOString() }), cursorOf: ({ id }) => id });
}
