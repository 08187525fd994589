import { sql } from "kysely";
import { dayEnd } from "../../core/wallet/history.ts";
import type { Found, SignalRule } from "./rule.ts";
import { decimal } from "../../core/accounts/sharing.ts";

const BONUS_ONLY = { days: 90, depositors: 10, percent: 30, silentDays: 7 } as const;

/** Over 30 % of those who came by a link and deposited stop once a deposit's bonus is released. */
export const bonusOnly: SignalRule = {
  rule: "bonusOnly",
  version: 1,
  holds: false,
  looksAt: "days",
  find: ({ day, timeZone }) => sql<Found>`
    with depositor as (
      select n.link_code, n.account_id, exists (
        select from bonus b where b.account_id = n.account_id and b.deposit_id is not null and b.state = 'released' and b.closed_at < ${dayEnd(day, timeZone)} - ${BONUS_ONLY.silentDays} * interval '1 day'
          and not exists (
            select from member_day m where m.account_id = n.account_id and m.valid > 0 and m.day > (b.closed_at at time zone ${timeZone})::date and m.day <= ${day}::date
          )
      ) as stopped
      from agent_node n
      where n.link_code is not null and n.joined_at >= ${dayEnd(day, timeZone)} - ${BONUS_ONLY.days} * interval '1 day'
        and exists (select from deposit d where d.account_id = n.account_id and d.state = 'credited')
    )
    select l.agent_id as "accountId", concat_ws(' ', l.code, to_char(${day}::date, 'YYYY-MM')) as key, array_agg(d.account_id order by d.account_id) filter (where d.stopped) as subjects,
           jsonb_build_object('members', count(*)::text, 'stopped', count(*) filter (where d.stopped)::text) as figures
    from depositor d join agent_link l on l.code = d.link_code
    group by l.agent_id, l.code
    having count(*) >= ${BONUS_ONLY.depositors} and count(*) filter (where d.stopped) * 100 > count(*) * ${BONUS_ONLY.percent} order by 2`,
};

const DEPOSIT_LEAVE = { days: 30, members: 5, percent: 50, gonePercent: 80 } as const;

/** Of those who joined within 30 days and deposited, half took nearly all of it out again and bet less than they brought. */
export const depositLeave: SignalRule = {
  rule: "depositLeave",
  version: 1,
  holds: false,
  looksAt: "days",
  find: ({ day, timeZone }) => sql<Found>`
    with newcomer as (
      select n.parent_id as agent, n.account_id, f.deposits, f.withdrawals, f.valid,
             f.withdrawals * 100 >= f.deposits * ${DEPOSIT_LEAVE.gonePercent} and f.valid < f.deposits as has_left
      from agent_node n cross join lateral (
        select coalesce(sum(m.deposits), 0)::bigint as deposits, coalesce(sum(m.withdrawals), 0)::bigint as withdrawals, coalesce(sum(m.valid), 0)::bigint as valid
        from member_day m where m.account_id = n.account_id and m.day <= ${day}::date
      ) f
      where n.parent_id is not null and n.joined_at >= ${dayEnd(day, timeZone)} - ${DEPOSIT_LEAVE.days} * interval '1 day' and f.deposits > 0
    )
    select agent as "accountId", concat_ws(' ', agent, to_char(${day}::date, 'YYYY-MM')) as key, array_agg(account_id order by account_id) filter (where has_left) as subjects,
           jsonb_build_object('members', count(*)::text, 'left', count(*) filter (where has_left)::text, 'deposits', ${decimal(sql`sum(deposits) filter (where has_left)`)},
             'withdrawals', ${decimal(sql`sum(withdrawals) filter (where has_left)`)}) as figures
    from newcomer group by agent
    having count(*) filter (where has_left) >= ${DEPOSIT_LEAVE.members} and count(*) filter (where has_left) * 100 >= count(*) * ${DEPOSIT_LEAVE.percent} order by 2`,
};

const CHURN = { days: 30, times: 100, fromMinor: 100_000_00n, dayFromMinor: 10_000_00n } as const;

/** Valid bets of a month far above what came in, at under half of what the games keep: play for the commission. */
export const churn: SignalRule = {
  rule: "churn",
  version: 1,
  holds: false,
  looksAt: "days",
  find: ({ day, edge }) => sql<Found>`
    select p.agent_id as "accountId", concat_ws(' ', p.agent_id, p.account_id, to_char(${day}::date, 'YYYY-MM')) as key, array[p.account_id] as subjects,
           jsonb_build_object('valid', ${decimal(sql`f.valid`)}, 'deposits', ${decimal(sql`f.deposits`)}, 'result', ${decimal(sql`f.result`)}) as figures
    from member_day p cross join lateral (
      select sum(m.valid)::bigint as valid, sum(m.deposits)::bigint as deposits, sum(m.stake - m.win)::bigint as result
      from member_day m where m.account_id = p.account_id and m.day > ${day}::date - ${CHURN.days}::integer and m.day <= ${day}::date
    ) f
    where p.day = ${day}::date and p.agent_id is not null and p.valid >= ${CHURN.dayFromMinor}
      and f.valid >= ${CHURN.fromMinor} and f.valid > f.deposits * ${CHURN.times} and f.result::numeric * 100000 * 2 < f.valid::numeric * ${edge}
    order by p.agent_id, p.account_id`,
};

const SURGE = { days: 14, known: 7, times: 10, fromMinor: 100_000_00n } as const;

/** A line's valid bets of a day are ten times what is usual. */
export const surge: SignalRule = {
  rule: "surge",
  version: 1,
  holds: false,
  looksAt: "days",
  find: ({ day }) => sql<Found>`
    select l.agent_id as "accountId", concat_ws(' ', l.agent_id, ${day}::date) as key, '{}'::bigint[] as subjects,
           jsonb_build_object('valid', ${decimal(sql`l.valid`)}, 'usual', ${decimal(sql`u.valid`)}) as figures
    from line_day l cross join lateral (
      select percentile_disc(0.5) within group (order by b.valid) as valid, count(*) as known
      from line_day b where b.agent_id = l.agent_id and b.day >= ${day}::date - ${SURGE.days}::integer and b.day < ${day}::date
    ) u
    where l.day = ${day}::date and l.valid >= ${SURGE.fromMinor} and u.known >= ${SURGE.known} and l.valid > u.valid * ${SURGE.times} order by l.agent_id`,
};
