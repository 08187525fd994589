import { accountTypes } from "@laro/contract/core/accountTypes";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tellAll } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { assignHosts } from "./vip.hosts.ts";

const ACCOUNTS_PER_STEP = 20_000;
const STEPS_AT_ONCE_MAX = 2_000;
/** A level that was reached longer ago is no news: days are made up for. */
const NEWS_DAYS = 7;
/** One notice has room for so many members. */
const TOLD_TOGETHER = 200;

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

interface Pace {
  readonly accountsPerStep: number;
  readonly stepsMax: number;
}

/**
 * Adds the valid bets of every frozen day to its members, the oldest first and each once; then lets those rise whom a new table, or the play of the days that are not
 * counted yet, brought further. Each step is a transaction of its own, safe to be cut off anywhere, by any number of processes: whoever comes second leaves it to the first.
 */
export async function countVip(
  { database, clock, timeZone }: Pick<Platform, "database" | "clock" | "timeZone">,
  { accountsPerStep = ACCOUNTS_PER_STEP, stepsMax = STEPS_AT_ONCE_MAX }: Partial<Pace> = {},
): Promise<void> {
  const moment = { now: clock.now(), timeZone };
  for (let steps = 0; steps < stepsMax; steps++) if (!(await database.begin((tx) => countStep(tx, moment, accountsPerStep)))) break;
  await database.begin(async (tx) => (await takeTurn(tx)) && raiseByRunningDays(tx, moment));
  await database.begin(assignHosts);
}

async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('vip:count')) as "isMine"`.execute(tx);
  return rows[0]!.isMine;
}

/** The next members of a new table, else of the oldest day that is not counted; false when there are none, or another process is at it. */
async function countStep(tx: Tx, moment: Moment, accounts: number): Promise<boolean> {
  if (!(await takeTurn(tx))) return false;
  return (await raiseByTable(tx, moment, accounts)) || countDay(tx, moment, accounts);
}

/** The accounts of a step: those after one, up to another. */
interface Slice {
  readonly upto: bigint;
  readonly isLast: boolean;
}

async function cutSlice(tx: Tx, ids: RawBuilder<unknown>, { after, accounts }: { after: bigint; accounts: number }): Promise<Slice> {
  const { rows } = await sql<{
    upto: bigint | null;
    count: bigint;
  }>`select max(account_id) as upto, count(*) as count from (${ids} limit ${accounts}) next`.execute(tx);
  const { upto, count } = rows[0]!;
  return { upto: upto ?? after, isLast: count < BigInt(accounts) };
}

interface Risen {
  readonly accountId: bigint;
  readonly level: number;
  readonly day: string;
}

/**
 * The parts of a statement that write down who reached what: `reached (account_id, level, day)` stands before them, `top` is the highest of each. A level that was seen on
 * a running day keeps an earlier day once that is counted.
 */
const writeReached = (now: Date) => sql`up as (
    insert into vip_level_up (account_id, level, day, at) select account_id, level, day, ${now}::timestamptz from reached
    on conflict (account_id, level) do update set day = excluded.day where vip_level_up.day > excluded.day
    returning account_id, level, day
  ), top as (select distinct on (account_id) account_id, level, day from up order by account_id, level desc)`;

async function countDay(tx: Tx, moment: Moment, accounts: number): Promise<boolean> {
  const { now, timeZone } = moment;
  const { rows: next } = await sql<{ day: string; upto: bigint }>`
    select day::text as day, upto from vip_day where not done
    union all
    select * from (select day::text, 0::bigint from activity_day where state = 'frozen' and day > coalesce((select max(day) from vip_day), '-infinity') order by activity_day.day limit 1) fresh
    limit 1`.execute(tx);
  const [counting] = next;
  if (counting === undefined) return false;
  const { day, upto: after } = counting;
  const ids = sql`select account_id from member_day where day = ${day}::date and account_id > ${after} order by account_id`;
  const { upto, isLast } = await cutSlice(tx, ids, { after, accounts });
  const { rows } = await sql<Risen>`
    with before as materialized (
      select m.account_id, coalesce(v.valid, 0) as had, coalesce(v.valid, 0) + m.valid as has, coalesce(v.level, 0) as level
      from member_day m join account a on a.id = m.account_id and a.type <> ${accountTypes.trial} left join vip_member v on v.account_id = m.account_id
      where m.day = ${day}::date and m.account_id > ${after} and m.account_id <= ${upto} and m.valid <> 0
    ), reached as (
      select b.account_id, l.level, ${day}::date as day from before b
      join vip_level l on l.version = vip_version_of(${day}::date, ${timeZone}) and l.level > 0 and l.valid <= b.has and (l.level > b.level or l.valid > b.had)
    ), ${writeReached(now)}, kept as (
      insert into vip_member as k (account_id, level, valid, reached_at)
      select b.account_id, greatest(b.level, coalesce(t.level, 0)), b.has, case when t.level > b.level then ${now}::timestamptz end
      from before b left join top t on t.account_id = b.account_id
      on conflict (account_id) do update set level = excluded.level, valid = excluded.valid, reached_at = coalesce(excluded.reached_at, k.reached_at)
    )
    select t.account_id as "accountId", t.level, t.day::text as day from top t join before b on b.account_id = t.account_id and t.level > b.level`.execute(tx);
  await sql`insert into vip_day (day, upto, done) values (${day}::date, ${upto}, ${isLast}) on conflict (day) do update set upto = excluded.upto, done = excluded.done`.execute(
    tx,
  );
  await tellRisen(tx, rows, moment);
  return true;
}

/** A table that asks for less lifts whoever has it already; the day is that of the table. */
async function raiseByTable(tx: Tx, moment: Moment, accounts: number): Promise<boolean> {
  const { now, timeZone } = moment;
  const table = await tx.selectFrom("vip_table").select(["version", "upto"]).where("done", "=", false).orderBy("version").limit(1).executeTakeFirst();
  if (table === undefined) return false;
  const { version, upto: after } = table;
  const { upto, isLast } = await cutSlice(tx, sql`select account_id from vip_member where account_id > ${after} order by account_id`, { after, accounts });
  const { rows } = await sql<Risen>`
    with reached as (
      select v.account_id, l.level, (t.since at time zone ${timeZone})::date as day from vip_member v
      join vip_table t on t.version = ${version} join vip_level l on l.version = t.version and l.level > v.level and l.valid <= v.valid
      where v.account_id > ${after} and v.account_id <= ${upto}
    ), ${writeReached(now)}, ${raiseMembers(now)}
    select account_id as "accountId", level, day::text as day from top`.execute(tx);
  await tx.updateTable("vip_table").set({ upto, done: isLast }).where("version", "=", version).execute();
  await tellRisen(tx, rows, moment);
  return true;
}

const raiseMembers = (now: Date) => sql`kept as (
    insert into vip_member as k (account_id, level, reached_at) select account_id, level, ${now}::timestamptz from top
    on conflict (account_id) do update set level = excluded.level, reached_at = excluded.reached_at
  )`;

/** Between two closes: what the hours of the days that are not counted say, day by day, each by the table of its day. */
async function raiseByRunningDays(tx: Tx, moment: Moment): Promise<void> {
  const { now, timeZone } = moment;
  const { rows } = await sql<Risen>`
    with counted as (
      select coalesce(max(day), '-infinity') as day from vip_day where not exists (select from vip_day where not done) having not exists (select from vip_day where not done)
    ), played as materialized (
      select h.account_id, (h.hour at time zone ${timeZone})::date as day, sum(h.valid)::bigint as valid
      from counted c, member_hour h join account a on a.id = h.account_id and a.type <> ${accountTypes.trial}
      where h.hour >= case when c.day = '-infinity' then '-infinity'::timestamptz else (c.day + 1)::timestamp at time zone ${timeZone} end
      group by 1, 2
    ), force as materialized (select day, vip_version_of(day, ${timeZone}) as version from (select distinct day from played) d), so_far as (
      select p.account_id, p.day, coalesce(v.level, 0) as level, coalesce(v.valid, 0) + sum(p.valid) over (partition by p.account_id order by p.day) as valid
      from played p left join vip_member v on v.account_id = p.account_id
    ), reached as (
      select s.account_id, l.level, min(s.day) as day from so_far s join force f on f.day = s.day
      join vip_level l on l.version = f.version and l.level > s.level and l.valid <= s.valid
      group by s.account_id, l.level
    ), ${writeReached(now)}, ${raiseMembers(now)}
    select account_id as "accountId", level, day::text as day from top`.execute(tx);
  await tellRisen(tx, rows, moment);
}

/** Tells members of the highest level they just reached. */
async function tellRisen(tx: Tx, risen: readonly Risen[], { now, timeZone }: Moment): Promise<void> {
  if (risen.length === 0) return;
  const { rows } = await sql<{ since: string }>`select ((${now}::timestamptz at time zone ${timeZone})::date - ${NEWS_DAYS}::integer)::text as since`.execute(
    tx,
  );
  const news = risen
    .filter(({ day }) => day >= rows[0]!.since)
    .map(({ accountId, level }) => ({ accountId: String(accountId), levelId: `level ${level}`, kind: String(level) }));
  await tellAll(tx, "vip.levelled", news);
  for (let from = 0; from < news.length; from += TOLD_TOGETHER)
    staleOnCommit(
      tx,
      ["vip.mine"],
      news.slice(from, from + TOLD_TOGETHER).map(({ accountId }) => `member:${accountId}` as const),
    );
}
