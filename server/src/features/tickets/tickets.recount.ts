import { findLottery } from "@laro/engines/registry";
import type { LotteryBets } from "@laro/engines/lottery/lottery";
import { sql } from "kysely";
import { forgetExposures, recount } from "../../core/exposures/exposures.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { exposureOf, STAKES_KEY } from "./tickets.asks.ts";

const DRAWS_MAX = 1_000;
const TICKETS_AT_ONCE = 2_000;

interface Held {
  readonly id: bigint;
  readonly series: string;
  readonly isOver: boolean;
  readonly differs: boolean;
}

/** Counts what is held for draws anew from their open tickets, where room was taken for purchases that came to nothing; and forgets what is held for draws that are over. */
export async function recountExposures({ database, clock }: Pick<Platform, "database" | "clock">): Promise<void> {
  const held = await listHeld(database.db);
  const over = held.filter(({ isOver }) => isOver).map(({ id }) => id);
  if (over.length > 0) await database.begin((tx) => forgetExposures(tx, over));
  for (const { id, series } of held.filter(({ isOver, differs }) => !isOver && differs)) {
    await database.begin(async (tx) => recount(tx, { eventId: id, sold: await countSold(tx, { id, series }), now: clock.now() }));
  }
}

/** The draws that room is held for. What is taken for nothing is in their stakes too: those that agree need no count. */
async function listHeld(db: Db): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select d.id, d.series, d.state not in ('open', 'closed') as "isOver",
           e.taken <> (select coalesce(sum(o.stake), 0) from open_round o where o.draw_id = d.id) as differs
    from exposure e join draw d on d.id = e.event_id where e.key = ${STAKES_KEY} limit ${DRAWS_MAX}`.execute(db as Tx);
  return rows;
}

async function countSold(tx: Tx, { id, series }: Pick<Held, "id" | "series">): Promise<ReadonlyMap<string, bigint>> {
  const engine = findLottery(series);
  const sums = new Map<string, bigint>();
  if (engine === undefined) return sums;
  for (let after: { walletId: bigint; id: string } | undefined; ;) {
    const { rows } = await sql<{ id: string; walletId: bigint; bets: LotteryBets }>`
      select o.id, o.wallet_id as "walletId", o.state -> 'choice' as bets from open_round o
      where o.draw_id = ${id} and (o.wallet_id, o.id) > (${after?.walletId ?? 0n}::bigint, ${after?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid)
      order by o.wallet_id, o.id limit ${TICKETS_AT_ONCE}`.execute(tx);
    for (const { bets } of rows) for (const [key, amount] of exposureOf(engine, bets)) sums.set(key, (sums.get(key) ?? 0n) + amount);
    if (rows.length < TICKETS_AT_ONCE) return sums;
    after = rows.at(-1)!;
  }
}
