import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { CHAINS_MAX, type Draw, type DrawChain, type draws } from "@laro/contract/draws";
import type { Db } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const shownDraws = (db: Db) =>
  db
    .selectFrom("draw as d")
    .innerJoin("draw_chain as c", "c.id", "d.chain_id")
    .select(["d.id", "d.series", "d.number", "d.state", "c.anchor", "d.link", "d.commitment", "d.salt", "d.seed", "d.result", "d.void_reason as voidReason"])
    .select(["d.closes_at as closesAt", "d.draws_at as drawsAt", "d.drawn_at as drawnAt", "d.tickets_root as ticketsRoot"]);

type Row = Awaited<ReturnType<ReturnType<typeof shownDraws>["execute"]>>[number];

const describe = ({ id: _id, state, anchor, commitment, seed, result, closesAt, drawsAt, drawnAt, ticketsRoot, ...draw }: Row): Draw => ({
  ...draw,
  state: state as Draw["state"],
  anchor: anchor.toString("hex"),
  commitment: commitment?.toString("hex") ?? null,
  seed: seed?.toString("hex") ?? null,
  result: result as Draw["result"],
  ticketsRoot: ticketsRoot?.toString("hex") ?? null,
  closesAt: closesAt.toISOString(),
  drawsAt: drawsAt.toISOString(),
  drawnAt: drawnAt?.toISOString() ?? null,
});

/** A table's draws, newest first. */
export async function listDraws(
  db: Db,
  { series, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof draws)["list"]>,
): Promise<OutputOf<(typeof draws)["list"]>> {
  const rows = await shownDraws(db)
    .where("d.series", "=", series)
    .$if(isNumberCursor(cursor), (query) => query.where("d.id", "<", BigInt(cursor!)))
    .orderBy("d.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

/** One draw by its number. Refuses with `draws.not_found`. */
export async function getDraw(db: Db, { series, number }: InputOf<(typeof draws)["get"]>): Promise<Draw> {
  const row = await shownDraws(db).where("d.series", "=", series).where("d.number", "=", number).executeTakeFirst();
  return describe(row ?? refuse("draws.not_found", { field: "number" }));
}

/** A table's chains, newest first; of a chain's seeds nothing is in it. */
export async function listChains(db: Db, series: string): Promise<DrawChain[]> {
  const rows = await db
    .selectFrom("draw_chain as c")
    .select(["c.series", "c.anchor", "c.length", "c.created_at as createdAt", "c.salt", "c.salt_source as saltSource", "c.salted_at as saltedAt"])
    .select((of) =>
      of
        .selectFrom("draw as d")
        .select((link) => link.fn.coalesce(link.fn.max("d.link"), link.lit(0)).as("used"))
        .whereRef("d.chain_id", "=", "c.id")
        .as("used"),
    )
    .where("c.series", "=", series)
    .orderBy("c.id", "desc")
    .limit(CHAINS_MAX)
    .execute();
  return rows.map(({ anchor, createdAt, saltedAt, used, ...chain }) => ({
    ...chain,
    used: used ?? 0,
    anchor: anchor.toString("hex"),
    createdAt: createdAt.toISOString(),
    saltedAt: saltedAt?.toISOString() ?? null,
  }));
}
