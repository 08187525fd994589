import { sql } from "kysely";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import type { Found, SignalRule } from "./rule.ts";
import { decimal, isFewsDevice, isFewsPayout, isProvedPayout, keyOf } from "../../core/accounts/sharing.ts";

const SPLIT = { days: 30, fromMinor: 10_000_00n, percent: 50 } as const;

/** Two lines of one owner, neither below the other, of which one wins about what the other loses: the dividend of the losing one is earned for nothing. */
export const split: SignalRule = {
  rule: "split",
  version: 2,
  holds: "proved",
  looksAt: "days",
  find: ({ day }) => sql<Found>`
    with line as materialized (
      select l.agent_id, n.path, sum(l.stake - l.win)::bigint as result from line_day l join agent_node n on n.account_id = l.agent_id
      where l.day > ${day}::date - ${SPLIT.days}::integer and l.day <= ${day}::date
      group by l.agent_id, n.path having abs(sum(l.stake - l.win)) >= ${SPLIT.fromMinor}
    ), owned as (
      select 'device' as basis, up.agent_id as up, down.agent_id as down, true as proved
      from line up join account_device mine on mine.account_id = up.agent_id join account_device theirs on theirs.device = mine.device
      join line down on down.agent_id = theirs.account_id where up.result > 0 and down.result < 0 and ${isFewsDevice(sql`mine.device`)}
      union
      select 'payout', up.agent_id, down.agent_id, ${isProvedPayout("mine", "theirs")}
      from line up join payout_account mine on mine.account_id = up.agent_id join payout_account theirs on theirs.number = mine.number and theirs.bank = mine.bank
      join line down on down.agent_id = theirs.account_id where up.result > 0 and down.result < 0 and ${isFewsPayout(sql`mine.bank`, sql`mine.number`)}
      union
      select 'name', up.agent_id, down.agent_id, true
      from line up join account mine on mine.id = up.agent_id join account theirs on lower(theirs.verified_name) = lower(mine.verified_name)
      join line down on down.agent_id = theirs.id where up.result > 0 and down.result < 0
    )
    select up.agent_id as "accountId", ${keyOf(sql`up.agent_id, down.agent_id, to_char(${day}::date, 'YYYY-MM')`, sql`bool_or(o.proved)`)} as key,
           array[down.agent_id] as subjects, bool_or(o.proved) as "isProved",
           jsonb_build_object('basis', coalesce(min(o.basis) filter (where o.proved), min(o.basis)), 'result', ${decimal(sql`up.result`)}, 'against', ${decimal(sql`down.result`)}) as figures
    from owned o join line up on up.agent_id = o.up join line down on down.agent_id = o.down
    where not up.agent_id = any(down.path) and not down.agent_id = any(up.path)
      and least(up.result, -down.result) * 100 >= greatest(up.result, -down.result) * ${SPLIT.percent}
    group by up.agent_id, down.agent_id, up.result, down.result order by up.agent_id, down.agent_id`,
};

const CROSS_DRAWS = 5;

/** Two members who share a browser stand on both sides of five draws of a day. */
export const crossBets: SignalRule = {
  rule: "crossBets",
  version: 1,
  holds: false,
  looksAt: "days",
  find: ({ day, timeZone }) => {
    const fellOf = (account: ReturnType<typeof sql>) => sql`
      select r.draw_id, sum(r.win - r.stake) as fell from wallet w join round_settled r on r.wallet_id = w.id
      where w.account_id = ${account} and r.draw_id is not null and r.id >= uuid_floor(${dayStart(day, timeZone)} - interval '1 day')
        and r.at >= ${dayStart(day, timeZone)} and r.at < ${dayEnd(day, timeZone)} group by r.draw_id`;
    return sql<Found>`
      with pair as materialized (
        select distinct mine.account_id as one, theirs.account_id as other
        from member_day a join account_device mine on mine.account_id = a.account_id
        join account_device theirs on theirs.device = mine.device and theirs.account_id > mine.account_id
        join member_day b on b.account_id = theirs.account_id and b.day = a.day
        where a.day = ${day}::date and a.rounds > 0 and b.rounds > 0 and ${isFewsDevice(sql`mine.device`)}
      )
      select coalesce(n.parent_id, p.one) as "accountId", concat_ws(' ', p.one, p.other, ${day}::date) as key, array[p.one, p.other] as subjects,
             jsonb_build_object('draws', c.draws::text) as figures
      from pair p left join agent_node n on n.account_id = p.one cross join lateral (
        select count(*) as draws from (${fellOf(sql`p.one`)}) x join (${fellOf(sql`p.other`)}) y on y.draw_id = x.draw_id where sign(x.fell) * sign(y.fell) < 0
      ) c
      where c.draws >= ${CROSS_DRAWS} order by p.one, p.other`;
  },
};
