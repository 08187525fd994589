import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { walletKinds } from "./posting.ts";

/** A bet that began before midnight may commit after it; none takes this long. */
const SETTLED_AFTER_MINUTES = 10;
const DAYS_AT_ONCE_MAX = 40;
/** As `0020-play-parts.sql` cuts the journal. */
const PART_LINES = 512;

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

export interface PlayFilter {
  readonly walletIds: readonly bigint[];
  readonly timeZone: string;
  readonly gameId?: number | undefined;
  /** Calendar days, both included; without one the play begins or ends wherever it does. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PlaySum {
  readonly rounds: number;
  readonly stake: bigint;
  readonly win: bigint;
}

/** How many rounds match, and the sums of their stakes and wins in minor units; costs the days and parts of the span, not their rounds. */
export async function sumPlay(db: Db | Tx, filter: PlayFilter): Promise<PlaySum> {
  const { rows } = await sql<PlaySum>`select ${sums} from (${played(filter)}) p`.execute(db as Tx);
  return rows[0]!;
}

/** The same for each calendar day with play, newest first. */
export async function listPlay(db: Db | Tx, filter: PlayFilter): Promise<readonly (PlaySum & { readonly day: string })[]> {
  const { rows } = await sql<PlaySum & { day: string }>`select day::text as day, ${sums} from (${played(filter)}) p group by p.day order by p.day desc`.execute(
    db as Tx,
  );
  return rows;
}

const sums = sql`coalesce(sum(rounds), 0)::integer as rounds, coalesce(sum(stake), 0)::bigint as stake, coalesce(sum(win), 0)::bigint as win`;

/** What was written down of closed days, and of full parts of the journal after the last of them; a round belongs to the day of its `at`. */
const played = ({ walletIds, timeZone, gameId = null, from = null, to = null }: { [Key in keyof PlayFilter]: PlayFilter[Key] | null }) => sql`
  select day, rounds, stake, win from play_day
  where wallet_id = any(${walletIds}::bigint[]) and (${gameId}::integer is null or game_id = ${gameId}::integer)
    and day >= coalesce(${from}::date, '-infinity') and day <= coalesce(${to}::date, 'infinity')
  union all
  select p.day, p.rounds, p.stake, p.win
  from (
    select greatest(coalesce((select max(day) + 1 from play_day_done), '2000-01-01'), ${from}::date)::timestamp at time zone ${timeZone} as start,
           (coalesce(${to}::date, '9999-12-30') + 1)::timestamp at time zone ${timeZone} as stop
  ) span cross join unnest(${walletIds}::bigint[]) w(id) cross join lateral play_between(w.id, span.start, span.stop, ${timeZone}) p
  where span.start < span.stop and (${gameId}::integer is null or p.game_id = ${gameId}::integer)`;

/**
 * Writes down what was played in the parts of an account's journal that are full, so that a read after it costs a few parts and not their rounds. Every
 * line is summed once, whoever reads and however often.
 */
export async function keepPlay({ db, begin }: Pick<Database, "db" | "begin">, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const { rows } = await sql<{ walletId: bigint }>`
    select w.id as "walletId" from wallet w
    where w.account_id = ${accountId} and w.kind = ${walletKinds.main}
      and w.seq / ${PART_LINES}::bigint > coalesce((select max(part) + 1 from play_part where wallet_id = w.id), 0)`.execute(db as Tx);
  for (const { walletId } of rows) await begin((tx) => sql`select play_keep(${walletId}::bigint, ${now})`.execute(tx));
}
