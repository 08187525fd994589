import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { computeResult, findDraw, keepResult, lockDraw, lockSeries, seedOf, type Draw } from "./draws.ts";
import { hashTickets, logOpening } from "./root.ts";

/** A lottery's draw that something is to be done for. */
export type DueDraw = Pick<Draw, "id" | "series" | "state" | "drawsAt" | "ticketsRoot" | "seed">;

/** Of each lottery, so that one that is stuck takes no turn of the others. */
const DUE_OF_ONE_MAX = 50;

/** The draws of lotteries that take no more tickets, or should not, and are not settled, the oldest of each lottery; in the order of their chains. */
export async function listDueDraws(
  db: Db | Tx,
  { series, gameIds, now }: { series: readonly string[]; gameIds: readonly number[]; now: Date },
): Promise<readonly DueDraw[]> {
  const { rows } = await sql<DueDraw>`
    select d.* from unnest(${series}::text[]) s(series) cross join lateral (
      select d.id, d.series, d.state, d.draws_at as "drawsAt", d.tickets_root as "ticketsRoot", d.seed from draw d
      where d.rooted and d.series = s.series and d.seed is null and (d.state <> 'open' or d.closes_at <= ${now}) order by d.id limit ${DUE_OF_ONE_MAX}
    ) d
    union all
    select d.* from unnest(${gameIds}::integer[]) g(id) cross join lateral (
      select d.id, d.series, d.state, d.draws_at, d.tickets_root, d.seed from draw d
      where d.rooted and d.state = 'drawn' and d.game_id = g.id order by d.id limit ${DUE_OF_ONE_MAX}
    ) d
    order by 2, 1`.execute(db as Tx);
  return rows;
}

/** Hashes the tickets of a closed draw, or of a void one whose seed is to be shown, and logs that its seed is going to be opened. Both stand before anything is opened. */
export async function sealTickets(tx: Tx, { id, now }: { id: bigint; now: Date }): Promise<void> {
  await lockDraw(tx, id);
  const draw = await findDraw(tx, id);
  if (draw === undefined || !draw.rooted || draw.seed !== null || (draw.state !== "closed" && draw.state !== "void")) return;
  if (draw.ticketsRoot === null) await hashTickets(tx, draw);
  await logOpening(tx, { id, reason: draw.state === "void" ? "void" : "drawn", now });
}

/**
 * Opens the seed of a lottery's draw whose tickets are hashed, writes its result down where it is not void, and what it promises of the draw above it. Answers false
 * where it is not time, or a draw below it in the chain is not drawn: its seed would follow from this one.
 */
export async function openSeed(tx: Tx, keys: Keys, { id, now }: { id: bigint; now: Date }): Promise<boolean> {
  const known = await findDraw(tx, id);
  if (known === undefined) return false;
  await lockSeries(tx, known.series);
  await lockDraw(tx, id);
  const draw = (await findDraw(tx, id))!;
  if (!draw.rooted || draw.seed !== null || draw.ticketsRoot === null || (await isHeldBack(tx, draw))) return false;
  if (draw.state === "void") {
    await tx
      .updateTable("draw")
      .set({ seed: await seedOf(tx, keys, draw), drawn_at: now })
      .where("id", "=", id)
      .execute();
  } else if (draw.state === "closed" && draw.drawsAt <= now) {
    await keepResult(tx, { id, now, ...(await computeResult(tx, keys, draw)) });
  } else return false;
  await sql`select draw_promise(${id})`.execute(tx);
  return true;
}

/** Whether a draw below waits: every link of a chain is opened, one after the other. */
async function isHeldBack(tx: Tx, { id }: Draw): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from draw d join draw b on b.series = d.series and b.chain_id = d.chain_id and b.link < d.link where d.id = ${id} and b.rooted and b.seed is null) as waits`.execute(
    tx,
  );
  return rows[0]!.waits;
}
