import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Minor units on each spot. */
export type Spots = Readonly<Record<string, bigint>>;

/** What lies on a draw, and how many staked it. */
export interface Tally {
  readonly members: number;
  readonly spots: Spots;
}

interface Row {
  readonly members: number;
  readonly spots: unknown;
}

const readSpots = (spots: unknown): Spots =>
  Object.fromEntries(Object.entries(spots as Readonly<Record<string, string>>).map(([spot, amount]) => [spot, parseAmount(amount) ?? 0n]));

/** One sum of several. */
export function addSpots(...all: readonly Spots[]): Spots {
  const sum: Record<string, bigint> = {};
  for (const spots of all) for (const [spot, minor] of Object.entries(spots)) sum[spot] = (sum[spot] ?? 0n) + minor;
  return sum;
}

/** All that lies on a draw, as its processes last said; `but` leaves out what one of them says itself. */
export async function readTally(db: Db | Tx, drawId: bigint, but?: string): Promise<Tally> {
  const rows: readonly Row[] = await (db as Db)
    .selectFrom("draw_tally")
    .select(["members", "spots"])
    .where("draw_id", "=", drawId)
    .$if(but !== undefined, (query) => query.where("process", "<>", but!))
    .execute();
  return { members: rows.reduce((sum, { members }) => sum + members, 0), spots: addSpots(...rows.map(({ spots }) => readSpots(spots))) };
}

/** What one process said of a draw; nothing where it said nothing. */
export async function readTallyOf(db: Db | Tx, drawId: bigint, process: string): Promise<Tally> {
  const row = await (db as Db)
    .selectFrom("draw_tally")
    .select(["members", "spots"])
    .where("draw_id", "=", drawId)
    .where("process", "=", process)
    .executeTakeFirst();
  return row === undefined ? { members: 0, spots: {} } : { members: row.members, spots: readSpots(row.spots) };
}

/** Says what lies on a draw through one process. */
export async function writeTally(tx: Tx, { drawId, process, tally, now }: { drawId: bigint; process: string; tally: Tally; now: Date }): Promise<void> {
  const spots = JSON.stringify(Object.fromEntries(Object.entries(tally.spots).map(([spot, minor]) => [spot, formatAmount(minor)])));
  await sql`
    insert into draw_tally (draw_id, process, members, spots, at) values (${drawId}, ${process}, ${tally.members}, ${spots}::jsonb, ${now})
    on conflict (draw_id, process) do update set members = excluded.members, spots = excluded.spots, at = excluded.at`.execute(tx);
}

/** Forgets what lay on the draws of a series that are over. */
export async function clearTallies(tx: Tx, series: string): Promise<void> {
  await sql`delete from draw_tally t using draw d where d.id = t.draw_id and d.series = ${series} and d.state in ('settled', 'void')`.execute(tx);
}
