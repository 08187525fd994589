import { accountTypes } from "@laro/contract/core/accountTypes";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import type { Moment } from "./rebates.rates.ts";

const MEMBERS_PER_SLICE = 5_000;
const STEPS_AT_ONCE_MAX = 2_000;

interface Pace {
  readonly membersPerSlice: number;
  readonly stepsMax: number;
}

/**
 * Gives the rebates of every frozen day that has not given them, the oldest first: its members in slices, each a transaction that also says how far it came. Safe to run at any
 * time, by any number of processes, and to be cut off anywhere.
 */
export async function earnRebates(
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
  const { rows: locks } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('rebates:earn')) as "isMine"`.execute(tx);
  const open = locks[0]!.isMine ? await findOpenDay(tx, moment) : undefined;
  if (open === undefined) return false;
  const { upto, count } = open.given ? await nextSlice(tx, open, members) : { upto: null, count: 0n };
  const sums = upto === null ? { members: 0n, amount: 0n } : await giveSlice(tx, moment, { ...open, last: upto });
  await sql`
    update rebate_day set upto = ${upto ?? open.upto}, members = members + ${sums.members}, amount = amount + ${sums.amount},
      done_at = ${count < BigInt(members) ? moment.now : null}
    where day = ${open.day}::date and done_at is null`.execute(tx);
  return true;
}

/**
 * The oldest frozen day that is not done, once the levels its play reached are known to the end; written down with what stood when it was over: its table, what of games counts by it,
 * and whether rebates were on.
 */
async function findOpenDay(tx: Tx, moment: Moment): Promise<OpenDay | undefined> {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day from (
      select min(day) as day from activity_day where state = 'frozen' and day > coalesce((select max(day) from rebate_day where done_at is not null), '-infinity')
    ) d
    where exists (select from vip_day v where v.day = d.day and v.done)
      and not exists (select from vip_table t where not t.done and t.since < (d.day + 1)::timestamp at time zone ${moment.timeZone})`.execute(tx);
  const day = rows[0]?.day;
  if (day === undefined) return undefined;
  const find = () => tx.selectFrom("rebate_day").select(["version", "given", "upto"]).where("day", "=", day).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return { ...known, day };
  await sql`
    insert into rebate_day (day, version, given, counted) select day, version, given, counted from rebate_counted
    where day = ${day}::date and at >= day::timestamp at time zone ${moment.timeZone}`.execute(tx);
  const open = await find();
  return open && { ...open, day };
}

async function nextSlice(tx: Tx, { day, upto }: OpenDay, members: number): Promise<{ upto: bigint | null; count: bigint }> {
  const { rows } = await sql<{ upto: bigint | null; count: bigint }>`
    select max(account_id) as upto, count(*) as count
    from (select account_id from member_day where day = ${day}::date and account_id > ${upto} order by account_id limit ${members}) next`.execute(tx);
  return rows[0]!;
}

/**
 * Writes what a day came to for its members, by category: its valid bets, less what was voided on it, by the rate of the label that its play reached. What is below a centavo is no
 * line, and what is below zero takes nothing back. Trials and closed accounts get none.
 */
async function giveSlice(tx: Tx, { timeZone }: Moment, { day, version, upto, last }: OpenDay & { last: bigint }): Promise<{ members: bigint; amount: bigint }> {
  const { rows } = await sql<{ members: bigint; amount: bigint }>`
    with span as (select ${day}::timestamp at time zone ${timeZone} as start, (${day}::date + 1)::timestamp at time zone ${timeZone} as stop),
    member as materialized (
      select m.account_id, l.label from member_day m join account a on a.id = m.account_id
      join vip_level l on l.version = vip_version_of(${day}::date, ${timeZone})
        and l.level = coalesce((select max(u.level) from vip_level_up u where u.account_id = m.account_id and u.day <= ${day}::date), 0)
      where m.day = ${day}::date and m.account_id > ${upto} and m.account_id <= ${last} and a.type <> ${accountTypes.trial} and not a.closed
    ), rate as (
      select o.key as label, r.key as category, r.value::bigint as bps
      from rebate_table t cross join lateral jsonb_each(t.rates) o cross join lateral jsonb_each_text(o.value) r where t.version = ${version}
    ), counted as (
      select c.key::integer as game_id, c.value::bigint as percent from rebate_day d cross join lateral jsonb_each_text(d.counted) c where d.day = ${day}::date
    ), fact as (
      select m.account_id, g.category, p.game_id, p.valid
      from member m join wallet w on w.account_id = m.account_id join play_day p on p.wallet_id = w.id and p.day = ${day}::date join game g on g.id = p.game_id
      union all
      select v.account_id, v.category, v.game_id, v.valid from span cross join lateral activity_voids(span.start, span.stop, ${timeZone}) v join member m on m.account_id = v.account_id
    ), game_sum as (
      select account_id, category, game_id, sum(valid)::bigint as valid from fact group by account_id, category, game_id
    ), play as (
      select s.account_id, s.category, sum(s.valid * coalesce(c.percent, 100) / 100)::bigint as valid
      from game_sum s left join counted c on c.game_id = s.game_id group by s.account_id, s.category
    ), written as (
      insert into rebate (account_id, day, category, label, valid, bps, amount)
      select p.account_id, ${day}::date, p.category, m.label, p.valid, r.bps, p.valid * r.bps / 10000
      from play p join member m on m.account_id = p.account_id join rate r on r.label = m.label and r.category = p.category
      where p.valid * r.bps >= 10000
      returning account_id, amount
    )
    select count(distinct account_id) as members, coalesce(sum(amount), 0)::bigint as amount from written`.execute(tx);
  return rows[0]!;
}
