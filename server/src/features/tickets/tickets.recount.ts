import { setImmediate } from "node:timers/promises";
import { findLottery } from "@laro/engines/registry";
import type { LotteryBets } from "@laro/engines/lottery/lottery";
import { sql } from "kysely";
import { forgetExposures, recount } from "../../core/exposures/exposures.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { exposureOf, STAKES_KEY } from "./tickets.asks.ts";

const DRAWS_MAX = 1_000;
/** So many are reckoned without a pause. */
const TICKETS_AT_ONCE = 100;

interface Held {
  readonly id: bigint;
  readonly series: string;
  readonly isOver: boolean;
  readonly differs: boolean;
}

type Recounting = Pick<Platform, "database" | "clock" | "log">;

/** Counts what is held for draws anew from their open tickets, where room was taken for purchases that came to nothing; and forgets what is held for draws that are over. */
export async function recountExposures(platform: Recounting): Promise<void> {
  const { database, log } = platform;
  const held = await listHeld(database.db);
  const over = held.filter(({ isOver }) => isOver).map(({ id }) => id);
  if (over.length > 0) await database.begin((tx) => forgetExposures(tx, over));
  for (const draw of held.filter(({ isOver, differs }) => !isOver && differs)) {
    // A fault of one draw does not stop the others.
    await recountDraw(platform, draw).catch((error: unknown) =>
      log.error({ fault: (error as Error).message, draw: String(draw.id) }, "what is held for a draw was not counted anew"),
    );
  }
}

/** The clock is read before the tickets: what is sold while they are counted moved its marks after it, and those are left alone. */
async function recountDraw({ database, clock }: Recounting, { id, series }: Held): Promise<void> {
  const now = clock.now();
  const sold = await countSold(database.db, { id, series });
  await database.begin((tx) => recount(tx, { eventId: id, sold, now }));
}

/** The draws that room is held for. What is taken for nothing is in their stakes too: those that agree need no count. */
async function listHeld(db: Db): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select d.id, d.series, d.state not in ('open', 'closed') as "isOver",
           e.taken <> (select coalesce(sum(o.stake), 0) from open_round o where o.draw_id = d.id) as differs
    from exposure e join draw d on d.id = e.event_id where e.key = ${STAKES_KEY} limit ${DRAWS_MAX}`.execute(db as Tx);
  return rows;
}

async function countSold(db: Db, { id, series }: Pick<Held, "id" | "series">): Promise<ReadonlyMap<string, bigint>> {
  const engine = findLottery(series);
  const sums = new Map<string, bigint>();
  if (engine === undefined) return sums;
  for (let after: { walletId: bigint; id: string } | undefined; ;) {
    const { rows } = await sql<{ id: string; walletId: bigint; bets: LotteryBets }>`
      select o.id, o.wallet_id as "walletId", o.state -> 'choice' as bets from open_round o
      where o.draw_id = ${id} and (o.wallet_id, o.id) > (${after?.walletId ?? 0n}::bigint, ${after?.id ?? "00000000-0000-0000-0000-000000000000"}::uuid)
      order by o.wallet_id, o.id limit ${TICKETS_AT_ONCE}`.execute(db as Tx);
    for (const { bets } of rows) for (const [key, amount] of exposureOf(engine, bets)) sums.set(key, (sums.get(key) ?? 0n) + amount);
    if (rows.length < TICKETS_AT_ONCE) return sums;
    after = rows.at(-1)!;
    await setImmediate();
  }
}
