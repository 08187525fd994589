import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { walletKinds } from "./posting.ts";

/** A bet that began before midnight may commit after it; none takes this long. */
const SETTLED_AFTER_MINUTES = 10;
const WALLETS_PER_SLICE = 20_000;
const SLICES_AT_ONCE_MAX = 1_000;
/** As `0020-play-parts.sql` cuts the journal. */
const PART_LINES = 512;

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

interface Pace {
  readonly walletsPerSlice: number;
  readonly slicesMax: number;
}

/**
 * Writes down the play of each calendar day that is over and not yet written, the oldest first, a slice of its wallets per transaction; safe to run at
 * any time, by any number of processes, and to be cut off anywhere: the next run goes on where this one ended.
 */
export async function rollUpPlay(
  { begin }: Pick<Database, "begin">,
  moment: Moment,
  { walletsPerSlice = WALLETS_PER_SLICE, slicesMax = SLICES_AT_ONCE_MAX }: Partial<Pace> = {},
): Promise<void> {
  for (let slices = 0; slices < slicesMax; slices++) if (!(await begin((tx) => rollUpSlice(tx, moment, walletsPerSlice)))) return;
}

/** Answers whether there may be more to write. */
async function rollUpSlice(tx: Tx, { now, timeZone }: Moment, wallets: number): Promise<boolean> {
  // Two at once would write one slice twice: whoever comes second leaves the work to the first.
  const { rows: locks } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('play_day')) as "isMine"`.execute(tx);
  const slice = locks[0]!.isMine ? await findSlice(tx, { now, timeZone }, wallets) : undefined;
  if (slice === undefined) return false;
  const { day, after, upto, isLast } = slice;
  if (upto !== null) {
    await writeSlice(tx, { day, after, upto, timeZone });
    await tx.insertInto("play_day_part").values({ day, upto, at: now }).execute();
  }
  if (isLast) await tx.insertInto("play_day_done").values({ day, at: now }).execute();
  return true;
}

interface Slice {
  readonly day: string;
  /** The wallets after this one, up to that one; null when there are none left. */
  readonly after: bigint;
  readonly upto: bigint | null;
  readonly isLast: boolean;
}

/** The next wallets of the oldest day that is over and not yet written. The first of all days is found by each wallet's first round, a minute early at most. */
async function findSlice(tx: Tx, { now, timeZone }: Moment, wallets: number): Promise<Slice | undefined> {
  const { rows } = await sql<Slice>`
    with open as (
      select coalesce(
        (select max(day) + 1 from play_day_done),
        (select (min(first.at) - interval '1 minute') at time zone ${timeZone}
         from wallet w cross join lateral (select r.at from round r where r.wallet_id = w.id order by r.id limit 1) first)::date
      ) as day
    ), begun as (
      select day, coalesce((select max(p.upto) from play_day_part p where p.day = o.day), 0) as after from open o
      where day < ((${now}::timestamptz - ${SETTLED_AFTER_MINUTES} * interval '1 minute') at time zone ${timeZone})::date
    )
    select b.day::text as day, b.after, s.upto, s.count < ${wallets} as "isLast"
    from begun b cross join lateral (
      select max(id) as upto, count(*) as count from (select id from wallet where id > b.after order by id limit ${wallets}) next
    ) s`.execute(tx);
  return rows[0];
}

/** Each wallet's rounds are found by the primary key, so a slice costs its own rounds and not the day's. */
async function writeSlice(tx: Tx, { day, after, upto, timeZone }: { day: string; after: bigint; upto: bigint; timeZone: string }): Promise<void> {
  // Said as values: an expression would be worked out again for every wallet.
  const { rows } = await sql<{ start: Date; stop: Date; first: string; last: string }>`
    select span.*, uuid_floor(span.start - interval '1 minute') as first, uuid_floor(span.stop + interval '1 minute') as last from (
      select ${day}::date::timestamp at time zone ${timeZone} as start, (${day}::date + 1)::timestamp at time zone ${timeZone} as stop
    ) span`.execute(tx);
  const { start, stop, first, last } = rows[0]!;
  // The index over moments would be read once for each wallet, and grows with the journal.
  await sql`set local enable_bitmapscan = off`.execute(tx);
  await sql`
    insert into play_day (wallet_id, day, game_id, rounds, stake, win, settled_stake, settled_win, valid)
    select w.id, ${day}::date, r.game_id, count(*) filter (where r.status in (1, 4)), sum(r.stake), sum(r.win),
      coalesce(sum(r.all_stake) filter (where r.status in (1, 4, 5)), 0), coalesce(sum(r.all_win) filter (where r.status in (1, 4, 5)), 0),
      coalesce(sum(valid_bet(r.all_stake, r.all_win, r.valid, r.percent)) filter (where r.status in (1, 4, 5)), 0)
    from wallet w cross join lateral (
      select r.game_id, r.status, r.stake, r.win, coalesce(r.all_stake, r.stake) as all_stake, coalesce(r.all_win, r.win) as all_win,
        coalesce(r.valid, r.all_stake, r.stake) as valid, counts.percent
      from round r left join activity_percent counts on counts.day = ${day}::date and counts.game_id = r.game_id
      where r.wallet_id = w.id and r.id >= ${first}::uuid and r.id < ${last}::uuid and r.at >= ${start} and r.at < ${stop}
      offset 0
    ) r
    where w.id > ${after} and w.id <= ${upto}
    group by w.id, r.game_id`.execute(tx);
}

/** `money`: stakes and wins when they moved. `settled`: those of whole rounds, when they closed. */
export type PlayBasis = "money" | "settled";

export interface PlayFilter {
  readonly basis: PlayBasis;
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

/** How many rounds were settled, and the sums of stakes and wins in minor units on the basis that is asked for; costs the days and parts of the span, not their rounds. */
export async function sumPlay(db: Db | Tx, filter: PlayFilter): Promise<PlaySum> {
  const { rows } = await sql<PlaySum>`select ${sums} from (${played(filter)}) p`.execute(db as Tx);
  return rows[0]!;
}

/** The same for each calendar day with play, newest first. */
export async function listPlay(db: Db | Tx, filter: PlayFilter): Promise<readonly (PlaySum & { readonly day: string })[]> {
  const { rows } = await sql<PlaySum & { day: string }>`select day::text as day, ${sums} from (${played(filter)}) p group by p.day
    having sum(rounds) > 0 or sum(stake) <> 0 or sum(win) <> 0 order by p.day desc`.execute(db as Tx);
  return rows;
}

const sums = sql`coalesce(sum(rounds), 0)::integer as rounds, coalesce(sum(stake), 0)::bigint as stake, coalesce(sum(win), 0)::bigint as win`;

/**
 * What was written down of closed days, and of full parts of the journal after the last of them: a day that is half written counts by its rounds. A round
 * belongs to the day of its `at`.
 */
const played = ({ basis, walletIds, timeZone, gameId = null, from = null, to = null }: { [Key in keyof PlayFilter]: PlayFilter[Key] | null }) => sql`
  select day, rounds, ${basis === "money" ? sql`stake, win` : sql`coalesce(settled_stake, stake) as stake, coalesce(settled_win, win) as win`} from play_day
  where wallet_id = any(${walletIds}::bigint[]) and (${gameId}::integer is null or game_id = ${gameId}::integer)
    and day >= coalesce(${from}::date, '-infinity') and day <= coalesce(${to}::date, 'infinity') and day <= (select max(day) from play_day_done)
  union all
  select p.day, p.rounds, ${basis === "money" ? sql`p.stake, p.win` : sql`p.stake - p.open_stake, p.win - p.open_win`}
  from ${running({ walletIds, timeZone, from, to })} cross join lateral play_between(w.id, span.start, span.stop, ${timeZone}) p
  where span.start < span.stop and (${gameId}::integer is null or p.game_id = ${gameId}::integer)
  union all
  select (r.at at time zone ${timeZone})::date, (r.status = 4)::int, ${basis === "money" ? sql`0, 0` : sql`r.all_stake, r.all_win`}
  from ${running({ walletIds, timeZone, from, to })} join round r on r.wallet_id = w.id and r.status in (4, 5) and r.at >= span.start and r.at < span.stop
  where ${gameId}::integer is null or r.game_id = ${gameId}::integer`;

/** The wallets that are asked about, and the span of days that are not written down. */
const running = ({
  walletIds,
  timeZone,
  from,
  to,
}: {
  walletIds: readonly bigint[] | null;
  timeZone: string | null;
  from: string | null;
  to: string | null;
}) => sql`
  (
    select greatest(coalesce((select max(day) + 1 from play_day_done), '2000-01-01'), ${from}::date)::timestamp at time zone ${timeZone} as start,
           (coalesce(${to}::date, '9999-12-30') + 1)::timestamp at time zone ${timeZone} as stop
  ) span cross join unnest(${walletIds}::bigint[]) w(id)`;

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
