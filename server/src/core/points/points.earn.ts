import { accountTypes } from "@laro/contract/core/accountTypes";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { isPointsOn } from "./points.ts";
import { ratioVersionOf } from "./points.ratios.ts";

/** When a job works, and whose calendar days it means. */
interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

const MEMBERS_PER_SLICE = 5_000;
const STEPS_AT_ONCE_MAX = 2_000;

interface Pace {
  readonly membersPerSlice: number;
  readonly stepsMax: number;
}

/**
 * Gives the points of every frozen day that has not given them, the oldest first: its members in slices, each a transaction that also says how far it came. Safe to run at any
 * time, by any number of processes, and to be cut off anywhere.
 */
export async function earnPoints(
  database: Pick<Database, "begin">,
  moment: Moment,
  { membersPerSlice = MEMBERS_PER_SLICE, stepsMax = STEPS_AT_ONCE_MAX }: Partial<Pace> = {},
): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps++) {
    if (!(await database.begin((tx) => earnStep(tx, moment, membersPerSlice)))) return;
  }
}

interface OpenDay {
  readonly day: string;
  readonly version: number;
  readonly given: boolean;
  readonly upto: bigint;
}

/** One slice of the oldest day; false when there is none, or another process is at it. */
async function earnStep(tx: Tx, moment: Moment, members: number): Promise<boolean> {
  const { rows: locks } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('points:earn')) as "isMine"`.execute(tx);
  const open = locks[0]!.isMine ? await findOpenDay(tx) : undefined;
  if (open === undefined) return false;
  const { upto, count } = open.given ? await nextSlice(tx, open, members) : { upto: null, count: 0n };
  const sums = upto === null ? { members: 0n, points: 0n } : await giveSlice(tx, moment, { ...open, last: upto });
  await sql`
    update points_day set upto = ${upto ?? open.upto}, members = members + ${sums.members}, points = points + ${sums.points},
      done_at = ${count < BigInt(members) ? moment.now : null}
    where day = ${open.day}::date and done_at is null`.execute(tx);
  return true;
}

/** The oldest frozen day that is not done, written down with what holds for it when it is first seen. */
async function findOpenDay(tx: Tx): Promise<OpenDay | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from activity_day
    where state = 'frozen' and day > coalesce((select max(day) from points_day where done_at is not null), '-infinity')`.execute(tx);
  const day = rows[0]!.day;
  if (day === null) return undefined;
  await tx
    .insertInto("points_day")
    .values({ day, version: await ratioVersionOf(tx, day), given: await isPointsOn(tx) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom("points_day")
    .select(["version", "given", "upto"])
    .where("day", "=", day)
    .executeTakeFirstOrThrow()
    .then((row) => ({ ...row, day }));
}

async function nextSlice(tx: Tx, { day, upto }: OpenDay, members: number): Promise<{ upto: bigint | null; count: bigint }> {
  const { rows } = await sql<{ upto: bigint | null; count: bigint }>`
    select max(account_id) as upto, count(*) as count
    from (select account_id from member_day where day = ${day}::date and account_id > ${upto} order by account_id limit ${members}) next`.execute(tx);
  return rows[0]!;
}

/**
 * Adds the valid bets of a day to what its members carry, by category, and gives them the whole points of it. What was voided on the day counts as less than nothing, and takes
 * away no point that was given. Trials and closed accounts earn none.
 */
async function giveSlice(
  tx: Tx,
  { now, timeZone }: Moment,
  { day, version, upto, last }: OpenDay & { last: bigint },
): Promise<{ members: bigint; points: bigint }> {
  const { rows } = await sql<{ members: bigint; points: bigint }>`
    with span as (select ${day}::timestamp at time zone ${timeZone} as start, (${day}::date + 1)::timestamp at time zone ${timeZone} as stop),
    member as materialized (
      select m.account_id from member_day m join account a on a.id = m.account_id
      where m.day = ${day}::date and m.account_id > ${upto} and m.account_id <= ${last} and a.type <> ${accountTypes.trial} and not a.closed
    ), ratio as (
      select r.key as category, r.value::bigint as per from points_ratio t cross join lateral jsonb_each_text(t.ratios) r where t.version = ${version}
    ), fact as (
      select m.account_id, g.category, p.valid
      from member m join wallet w on w.account_id = m.account_id join play_day p on p.wallet_id = w.id and p.day = ${day}::date join game g on g.id = p.game_id
      union all
      select v.account_id, v.category, v.valid from span cross join lateral activity_voids(span.start, span.stop, ${timeZone}) v join member m on m.account_id = v.account_id
    ), play as (
      select account_id, category, sum(valid)::bigint as valid from fact group by account_id, category having sum(valid) <> 0
    ), earned as materialized (
      select p.account_id, p.category, p.valid, r.per, coalesce(c.rest, 0) + p.valid as total, greatest(coalesce(c.rest, 0) + p.valid, 0) / r.per as points
      from play p join ratio r on r.category = p.category left join points_carry c on c.account_id = p.account_id and c.category = p.category
    ), kept as (
      insert into points_carry (account_id, category, rest) select account_id, category, total - points * per from earned order by account_id, category
      on conflict (account_id, category) do update set rest = excluded.rest
    ), grown as (
      insert into points_account (account_id, balance, seq)
      select account_id, sum(points), count(*) from earned where points > 0 group by account_id order by account_id
      on conflict (account_id) do update set balance = points_account.balance + excluded.balance, seq = points_account.seq + excluded.seq
      returning account_id, balance, seq
    ), placed as (
      select *, row_number() over own as place, sum(points) over own as sum, count(*) over (partition by account_id) as lines, sum(points) over (partition by account_id) as whole
      from earned where points > 0 window own as (partition by account_id order by category)
    ), written as (
      insert into points_line (account_id, seq, ref, kind, changed, balance_after, detail, at)
      select p.account_id, g.seq - p.lines + p.place, points_earned_ref(p.account_id, ${day}::date, p.category), 'earned', p.points, g.balance - p.whole + p.sum,
             jsonb_build_object('day', ${day}::text, 'category', p.category, 'valid', p.valid, 'per', p.per), ${now}
      from placed p join grown g on g.account_id = p.account_id
      returning account_id, changed
    )
    select count(distinct account_id) as members, coalesce(sum(changed), 0)::bigint as points from written`.execute(tx);
  return rows[0]!;
}

/** About how many points the running day brought a member so far: what was gathered of it, with what is carried, by the table in force. */
export async function readToday(db: Db, { accountId, now, timeZone }: Moment & { accountId: bigint }): Promise<bigint> {
  const { rows } = await sql<{ points: bigint }>`
    with today as (
      select t.day::date as day, t.day at time zone ${timeZone} as start from (select date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) as day) t
    ), play as (
      select h.category, sum(h.valid) as valid
      from today cross join generate_series(0, 24) n join member_hour h on h.account_id = ${accountId} and h.hour = today.start + n * interval '1 hour' group by h.category
    ), ratio as (
      select r.key as category, r.value::bigint as per
      from (select ratios from points_ratio where from_day <= (select day from today) order by version desc limit 1) t cross join lateral jsonb_each_text(t.ratios) r
    )
    select coalesce(sum(div(greatest(coalesce(c.rest, 0) + p.valid, 0), r.per)), 0)::bigint as points
    from play p join ratio r on r.category = p.category left join points_carry c on c.account_id = ${accountId} and c.category = p.category`.execute(
    db as unknown as Tx,
  );
  return rows[0]!.points;
}
