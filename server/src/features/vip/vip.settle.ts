import { sql } from "kysely";
import { giveBonus } from "../../core/bonuses/bonuses.ts";
import { mayBeRewarded } from "../../core/limits/rewards.ts";
import { packs } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import { dayStart } from "../../core/wallet/history.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { walletStatus } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { WEEK_MIN_MINOR } from "./vip.levels.ts";

/** On Monday, when Sunday is long over. */
const SETTLED_FROM_HOUR = 2;
const MEMBERS_AT_ONCE = 500;
const WEEKS_AT_ONCE_MAX = 60;
/** A week's bonus: to be staked once, within a week. */
const bonusOfWeek = { code: "VIPWEEK", wagering: 1n, days: 7 } as const;

/**
 * Settles every week that is over: once its Sunday is frozen and counted, each member whose level gives a bonus and who played in it has the week written down, and the
 * bonus given, in a transaction of their own. Safe to be cut off anywhere and to be run by any number of processes: a week has one row for a member. The first week of all
 * is the one it is first called in. While the feature is off nothing is settled; what a week gave is given when it is on again.
 */
export async function settleWeeks(platform: Platform): Promise<void> {
  const { database, clock, timeZone } = platform;
  if (!(await isFlagOn(database.db, "vip"))) return;
  const moment = { now: clock.now(), timeZone };
  await database.begin((tx) => openWeeks(tx, moment));
  for (const week of await listDueWeeks(database.db, moment)) await settleWeek(platform, week);
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** Opens the weeks up to the running one. */
async function openWeeks(tx: Tx, { now, timeZone }: Moment): Promise<void> {
  await sql`
    with running as (select date_trunc('week', ${now}::timestamptz at time zone ${timeZone})::date as week)
    insert into vip_settlement (week)
    select d::date from running r, generate_series(coalesce((select max(week) + 7 from vip_settlement), r.week)::timestamp, r.week::timestamp, '7 days') d
    on conflict do nothing`.execute(tx);
}

/** The weeks that are over and whose play, levels and rebates are known to the end, the oldest first. */
async function listDueWeeks(db: Db, { now, timeZone }: Moment): Promise<readonly string[]> {
  const { rows } = await sql<{ week: string }>`
    select s.week::text as week from vip_settlement s
    where s.settled_at is null and (s.week + 7)::timestamp + ${SETTLED_FROM_HOUR} * interval '1 hour' <= ${now}::timestamptz at time zone ${timeZone}
      and exists (select from vip_day d where d.day = s.week + 6 and d.done)
      and exists (select from rebate_day r where r.day = s.week + 6 and r.done_at is not null)
      and not exists (select from vip_table t where not t.done and t.since < (s.week + 7)::timestamp at time zone ${timeZone})
    order by s.week limit ${WEEKS_AT_ONCE_MAX}`.execute(db as unknown as Tx);
  return rows.map(({ week }) => week);
}

async function settleWeek(platform: Platform, week: string): Promise<void> {
  const { database, clock, timeZone } = platform;
  const of = { week, timeZone };
  await workThrough(platform, {
    job: "vip:settle",
    find: (after) => listUnsettled(database.db, { ...of, after }),
    each: (tx, { number: accountId }) => settleMember(tx, platform, { ...of, accountId }),
  });
  if ((await listUnsettled(database.db, { ...of, after: 0n })).length === 0) await database.begin((tx) => closeWeek(tx, { week, now: clock.now() }));
}

interface WeekOf {
  readonly week: string;
  readonly timeZone: string;
}

/** The level a member `v` had when a week's Sunday ended. */
const levelThen = ({ week }: WeekOf) =>
  sql`coalesce((select max(u.level) from vip_level_up u where u.account_id = v.account_id and u.day <= ${week}::date + 6), 0)`;

/** The members with play in a week that have no row for it, of levels that give a bonus, by account. */
async function listUnsettled(db: Db, { after, ...of }: WeekOf & { readonly after: bigint }): Promise<readonly { readonly number: bigint }[]> {
  const { week, timeZone } = of;
  const { rows } = await sql<{ number: bigint }>`
    select v.account_id as number from vip_member v
    where v.account_id > ${after} and v.level > 0
      and exists (select from member_day d where d.account_id = v.account_id and d.day >= ${week}::date and d.day < ${week}::date + 7 and (d.stake <> 0 or d.win <> 0))
      and exists (select from vip_level l where l.version = vip_version_of(${week}::date + 6, ${timeZone}) and l.level = ${levelThen(of)} and l.bonus_bps > 0)
      and not exists (select from vip_week w where w.week = ${week}::date and w.account_id = v.account_id)
    order by v.account_id limit ${MEMBERS_AT_ONCE}`.execute(db as unknown as Tx);
  return rows;
}

/** Writes a member's week down and gives its bonus, both or neither; whoever comes second finds it written. The stake of a bonus bet was nobody's loss. */
async function settleMember(
  tx: Tx,
  { clock, config }: Pick<Platform, "clock" | "config">,
  { accountId, ...of }: WeekOf & { readonly accountId: bigint },
): Promise<void> {
  const { week, timeZone } = of;
  const now = clock.now();
  const id = derivedId("bonus", "vip", week, String(accountId));
  const { rows } = await sql<{ bonus: bigint }>`
    with fact as (
      select l.level, d.stake, d.win, b.rebate, d.base, l.bonus_bps, l.week_max, least(div(d.base::numeric * l.bonus_bps, 10000)::bigint, l.week_max) as share, ${mayBeRewarded(now, packs[config.pack])} and not exists (
               select from wallet c where c.account_id = a.id and c.kind in (${walletKinds.main}, ${walletKinds.bonus}) and c.status = ${walletStatus.noDebits}
             ) as may
      from vip_member v join account a on a.id = v.account_id
      join vip_level l on l.version = vip_version_of(${week}::date + 6, ${timeZone}) and l.level = ${levelThen(of)}
      cross join lateral (
        select coalesce(sum(r.amount), 0)::bigint as rebate from rebate r where r.account_id = v.account_id and r.day >= ${week}::date and r.day < ${week}::date + 7
      ) b
      cross join lateral (
        select coalesce(sum(g.stake), 0) as stake from bonus_bet_play g
        where g.account_id = v.account_id and g.at >= ${dayStart(week, timeZone)} and g.at < ${dayStart(week, timeZone)} + interval '7 days'
      ) g
      cross join lateral (
        select (coalesce(sum(m.stake), 0) - g.stake)::bigint as stake, coalesce(sum(m.win), 0)::bigint as win,
               greatest(0, coalesce(sum(m.stake - m.win), 0) - g.stake - b.rebate)::bigint as base
        from member_day m where m.account_id = v.account_id and m.day >= ${week}::date and m.day < ${week}::date + 7
      ) d
      where v.account_id = ${accountId}
    ), told as (
      select *, case when base = 0 then 'noLoss' when share < ${WEEK_MIN_MINOR}::bigint then 'tooSmall' when not may then 'rewards' else 'given' end as state from fact
    )
    insert into vip_week (week, account_id, level, stake, win, rebate, base, bonus_bps, week_max, bonus, state, bonus_id, at)
    select ${week}::date, ${accountId}, level, stake, win, rebate, base, bonus_bps, week_max, case state when 'given' then share else 0 end, state,
           case state when 'given' then ${id}::uuid end, ${now}::timestamptz
    from told on conflict do nothing returning bonus`.execute(tx);
  const [written] = rows;
  if (written === undefined) return;
  if (written.bonus > 0n) await giveBonus(tx, { now, timeZone }, { ...bonusOfWeek, id, accountId, amountMinor: written.bonus });
  staleOnCommit(tx, ["vip.mine", "vip.weeks"], [`member:${accountId}`]);
}

/** Says what a week came to, once it has a row for everyone it is due. */
async function closeWeek(tx: Tx, { week, now }: { week: string; now: Date }): Promise<void> {
  await sql`
    update vip_settlement s set members = w.members, given = w.given, amount = w.amount, settled_at = ${now}
    from (select count(*) as members, count(bonus_id) as given, coalesce(sum(bonus), 0) as amount from vip_week where week = ${week}::date) w
    where s.week = ${week}::date and s.settled_at is null`.execute(tx);
  staleOnCommit(tx, ["vip.payouts"], ["operators"]);
}
