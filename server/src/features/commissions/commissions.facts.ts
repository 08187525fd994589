import { type RawBuilder, sql } from "kysely";

/** Facts of lines and of members in the same columns, whether they were kept by day or by hour. */
export interface Facts {
  readonly lines: RawBuilder<unknown>;
  readonly members: RawBuilder<unknown>;
}

interface Span {
  /** SQL for the first and the last day or hour, both included. */
  readonly from: RawBuilder<unknown>;
  readonly to: RawBuilder<unknown>;
}

/** Frozen days. A valid bet of a member whose day ended above stake is ahead, below stake behind. */
export const dayFacts = ({ from, to }: Span): Facts => ({
  lines: sql`(
    select l.day, l.agent_id, l.parent_id, l.valid as bet, l.ahead, l.behind, l.stake - l.win as result, l.deposits, l.bonuses
    from line_day l where l.day >= ${from} and l.day <= ${to}
  )`,
  members: sql`(
    select m.day, m.account_id, m.agent_id, m.valid as bet, case when m.win > m.stake then m.valid else 0 end as ahead,
      case when m.win < m.stake then m.valid else 0 end as behind, m.stake - m.win as result, m.deposits, m.bonuses
    from member_day m where m.day >= ${from} and m.day <= ${to}
  )`,
});

/** Hours, of which only bets and results are kept. */
export const hourFacts = ({ from, to }: Span, timeZone: string): Facts => ({
  lines: sql`(
    select (l.hour at time zone ${timeZone})::date as day, l.agent_id, l.parent_id, l.valid as bet, 0::bigint as ahead, 0::bigint as behind,
      l.stake - l.win as result, 0::bigint as deposits, 0::bigint as bonuses
    from line_hour l where l.hour >= ${from} and l.hour <= ${to}
  )`,
  members: sql`(
    select (m.hour at time zone ${timeZone})::date as day, m.account_id, m.agent_id, sum(m.valid)::bigint as bet, 0::bigint as ahead, 0::bigint as behind,
      sum(m.stake - m.win)::bigint as result, 0::bigint as deposits, 0::bigint as bonuses
    from member_hour m where m.hour >= ${from} and m.hour <= ${to} group by 1, m.account_id, m.agent_id
  )`,
});

/** Whether a member `m` counts for nobody on its day. */
const isOut = sql`
  m.account_id in (select n.account_id from uncounted n) and exists (
    select from uncounted n where n.account_id = m.account_id and n.from_day <= m.day and m.day < n.until_day
  )`;

/** What members of an agent's line did who are not counted, with the path of the parent they had that day. */
export const notCounted = ({ members }: Facts, agentId: bigint) => sql`(
  select m.*, line.path from ${members} m cross join lateral (
    select coalesce(
      (select p.path from agent_past p where p.account_id = m.agent_id and p.until_day > m.day order by p.until_day limit 1),
      (select n.path from agent_node n where n.account_id = m.agent_id)
    ) as path
  ) line where ${isOut} and ${agentId} = any(line.path)
)`;

/** Members of a line as it stands today who count, so long as there are not many. */
export const countedMembers = ({ members }: Facts, agentId: bigint) => sql`(
  select m.* from ${members} m
  where m.agent_id in (
    select below.account_id from agent_node top join agent_node below on below.path >= top.path and below.path < line_end(top.path) where top.account_id = ${agentId}
  ) and not (${isOut})
)`;
