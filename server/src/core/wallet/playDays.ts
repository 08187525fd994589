import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** A bet that began before midnight may commit after it; none takes this long. */
const SETTLED_AFTER_MINUTES = 10;
const DAYS_AT_ONCE_MAX = 40;

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** Writes down the play of each calendar day that is over and not yet written, the oldest first; safe to run at any time, by any number of processes. */
export async function rollUpPlay(tx: Tx, { now, timeZone }: Moment): Promise<void> {
  // Two at once would write one day twice: the second waits here and then finds it done.
  await sql`select pg_advisory_xact_lock(hashtext('play_day'))`.execute(tx);
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day from generate_series(
      coalesce((select max(day) + 1 from play_day_done), (select (min(at) at time zone ${timeZone})::date from round)),
      ((${now}::timestamptz - ${SETTLED_AFTER_MINUTES} * interval '1 minute') at time zone ${timeZone})::date - 1,
      interval '1 day'
    ) day limit ${DAYS_AT_ONCE_MAX}`.execute(tx);
  for (const { day } of rows) {
    await sql`
      insert into play_day (wallet_id, day, game_id, rounds, stake, win)
      select wallet_id, ${day}::date, game_id, count(*), sum(stake), sum(win) from round
      where at >= ${day}::date::timestamp at time zone ${timeZone} and at < (${day}::date + 1)::timestamp at time zone ${timeZone}
      group by wallet_id, game_id`.execute(tx);
    await tx.insertInto("play_day_done").values({ day, at: now }).execute();
  }
}
