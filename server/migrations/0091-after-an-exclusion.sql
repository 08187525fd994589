-- Nobody earns by bringing people back: what is played in the half year after an exclusion that a member or the family asked for counts for nobody.

-- The days of which play earns nobody commission: from the day on which the exclusion ends, before the day half a year later.
alter table exclusion add column uncounted_from date, add column uncounted_until date;
update exclusion e set uncounted_from = day, uncounted_until = (day + interval '6 months')::date
from (select id, (least(coalesce(ended_at, ends_at), ends_at) at time zone 'Asia/Manila')::date as day from exclusion) over
where over.id = e.id and e.kind in ('self', 'family');
alter table exclusion add constraint exclusion_uncounted check (
  (uncounted_from is null) = (uncounted_until is null) and (uncounted_from is null or kind in ('self', 'family')));
create index exclusion_uncounted on exclusion (uncounted_until, uncounted_from) where uncounted_until is not null;

-- Whose play counts for nobody, and on which days, [from_day, until_day): two officers decided it, or an exclusion was over not long ago.
create view uncounted as
  select account_id, from_day, coalesce(until_day, 'infinity') as until_day from agent_not_counted where state = 'confirmed'
  union all
  select account_id, uncounted_from, uncounted_until from exclusion where uncounted_from is not null;
grant select on uncounted to laro_app;

-- The functions that settle, as they were, with this for who does not count.

-- Sums of each contract's line over its days, from frozen facts, less members not counted. active: members whose valid bets over those days come to active_from, each in
-- the line of their last day of play.
-- Of a single contract that is imagined the members of its line alone are looked at.
create or replace function settlement_day_lines(of_kind text, of_period text, first_day date, next_day date, active_from bigint, imagined jsonb default null)
  returns table (contract_id uuid, bet bigint, ahead bigint, behind bigint, result bigint, deposits bigint, bonuses bigint, active bigint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts(of_kind, of_period, settlement_day_lines.first_day, settlement_day_lines.next_day, imagined)
  ), line as (
    select c.id, sum(d.valid)::bigint as bet, sum(d.ahead)::bigint as ahead, sum(d.behind)::bigint as behind, sum(d.stake - d.win)::bigint as result,
           sum(d.deposits)::bigint as deposits, sum(d.bonuses)::bigint as bonuses
    from c join line_day d on d.agent_id = c.agent_id and d.day >= c.from_day and d.day < c.to_day group by c.id
  ), left_out as materialized (
    select distinct on (m.day, m.account_id) m.* from uncounted x
    join member_day m on m.account_id = x.account_id and m.day >= greatest(x.from_day, settlement_day_lines.first_day)
      and m.day < least(x.until_day, settlement_day_lines.next_day)
    where m.agent_id is not null
    order by m.day, m.account_id
  ), less as (
    select c.id, sum(o.valid)::bigint as bet, coalesce(sum(o.valid) filter (where o.win > o.stake), 0)::bigint as ahead,
           coalesce(sum(o.valid) filter (where o.win < o.stake), 0)::bigint as behind, sum(o.stake - o.win)::bigint as result,
           sum(o.deposits)::bigint as deposits, sum(o.bonuses)::bigint as bonuses
    from left_out o cross join lateral unnest(settlement_path(o.agent_id, o.day)) up(id)
    join c on c.agent_id = up.id and o.day >= c.from_day and o.day < c.to_day group by c.id
  ), span as materialized (
    select distinct c.from_day, c.to_day from c
  ), whose as materialized (
    select distinct m.account_id
    from c cross join lateral (
      select n.account_id from agent_node up join agent_node n on n.path >= up.path and n.path < line_end(up.path) where up.account_id = c.agent_id and n.invitation_code is not null
      union select p.account_id from agent_past p where c.agent_id = any(p.path)
    ) b join member_day m on m.agent_id = b.account_id and m.day >= c.from_day and m.day < c.to_day
    where jsonb_array_length(imagined) = 1
  ), member as (
    select r.from_day, r.to_day, m.day, m.account_id, m.rounds, m.valid from span r join member_day m on m.day >= r.from_day and m.day < r.to_day
    where jsonb_array_length(imagined) is distinct from 1
    union all
    select r.from_day, r.to_day, m.day, m.account_id, m.rounds, m.valid
    from span r cross join whose w join member_day m on m.account_id = w.account_id and m.day >= r.from_day and m.day < r.to_day
  ), played as (
    select m.from_day, m.to_day, m.account_id, max(m.day) as last_day
    from member m
    where m.rounds <> 0 and not exists (select from left_out o where o.day = m.day and o.account_id = m.account_id)
    group by m.from_day, m.to_day, m.account_id having sum(m.valid) >= active_from
  ), direct as materialized (
    select p.from_day, p.to_day, p.last_day, m.agent_id, count(*) as members
    from played p join member_day m on m.day = p.last_day and m.account_id = p.account_id where m.agent_id is not null
    group by p.from_day, p.to_day, p.last_day, m.agent_id
  ), busy as (
    select d.from_day, d.to_day, up.id as agent_id, sum(d.members)::bigint as members
    from direct d cross join lateral unnest(settlement_path(d.agent_id, d.last_day)) up(id)
    group by d.from_day, d.to_day, up.id
  )
  select c.id, coalesce(l.bet, 0) - coalesce(o.bet, 0), coalesce(l.ahead, 0) - coalesce(o.ahead, 0), coalesce(l.behind, 0) - coalesce(o.behind, 0),
         coalesce(l.result, 0) - coalesce(o.result, 0), coalesce(l.deposits, 0) - coalesce(o.deposits, 0), coalesce(l.bonuses, 0) - coalesce(o.bonuses, 0), coalesce(b.members, 0)
  from c left join line l on l.id = c.id left join less o on o.id = c.id
  left join busy b on b.from_day = c.from_day and b.to_day = c.to_day and b.agent_id = c.agent_id
$$;

-- The same of an hour.
create or replace function settlement_hour_lines(of_hour timestamptz, on_day date, active_from bigint, imagined jsonb default null)
  returns table (contract_id uuid, bet bigint, result bigint, active bigint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts('hourly', null, on_day, on_day + 1, imagined)
  ), member as materialized (
    select m.agent_id, m.account_id, sum(m.valid)::bigint as valid, sum(m.stake - m.win)::bigint as result,
           not exists (select from uncounted x where x.account_id = m.account_id and x.from_day <= on_day and x.until_day > on_day) as counts
    from member_hour m where m.hour = of_hour and m.agent_id is not null group by m.agent_id, m.account_id
  ), direct as (
    select agent_id, coalesce(sum(valid) filter (where not counts), 0)::bigint as bet, coalesce(sum(result) filter (where not counts), 0)::bigint as result,
           count(*) filter (where counts and valid >= active_from) as active
    from member group by agent_id
  ), spread as (
    select up.id as agent_id, sum(d.bet)::bigint as bet, sum(d.result)::bigint as result, sum(d.active)::bigint as active
    from direct d cross join lateral unnest(settlement_path(d.agent_id, on_day)) up(id) group by up.id
  )
  select c.id, coalesce(h.valid, 0) - coalesce(s.bet, 0), coalesce(h.stake - h.win, 0) - coalesce(s.result, 0), coalesce(s.active, 0)
  from c left join line_hour h on h.hour = of_hour and h.agent_id = c.agent_id left join spread s on s.agent_id = c.agent_id
$$;

-- The rounds of a span of time, and what was voided in it as negative ones, each priced by the tier its valid bet reaches: points are hundred-thousandths of a minor unit,
-- counted the valid bets that reached any. Rounds are put into buckets between the thresholds there are, so that what is spread over the tree is agents and not rounds.
-- ahead, behind: of the valid bets those that won more than their stake, and less.
create or replace function settlement_window_lines(starts timestamptz, stops timestamptz, zone text, on_day date)
  returns table (contract_id uuid, bet bigint, result bigint, active bigint, counted bigint, points bigint, top smallint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts('realTime', null, on_day, on_day + 1)
  ), edges as materialized (
    -- One bucket begins at zero; the tiers of other kinds, whose single bets are all zero, are never joined.
    select case when exists (select from c) then 0::bigint || coalesce(array_agg(distinct t.single_bet order by t.single_bet), '{}') end as edge
    from c join agent_contract_tier t on t.contract_id = c.id and t.single_bet > 0
  ), fell as (
    select p.account_id, width_bucket(abs(p.valid), e.edge) as bucket, p.valid, p.stake - p.win as result, (p.win - p.stake) * case when p.valid < 0 then -1 else 1 end as won
    from activity_play(starts, stops, zone) p cross join edges e where e.edge is not null
  ), member as materialized (
    select account_id, bucket, sum(valid)::bigint as valid, coalesce(sum(valid) filter (where won > 0), 0)::bigint as ahead, coalesce(sum(valid) filter (where won < 0), 0)::bigint as behind,
           sum(result)::bigint as result
    from fell group by account_id, bucket
  ), place as materialized (
    select n.account_id, n.parent_id from agent_of_day(on_day) n
    where n.account_id = any(array(select account_id from member)) and n.parent_id is not null
      and not exists (select from uncounted x where x.account_id = n.account_id and x.from_day <= on_day and x.until_day > on_day)
  ), direct as materialized (
    select n.parent_id as agent_id, m.bucket, sum(m.valid)::bigint as valid, sum(m.ahead)::bigint as ahead, sum(m.behind)::bigint as behind, sum(m.result)::bigint as result
    from member m join place n on n.account_id = m.account_id group by 1, m.bucket
  ), line as materialized (
    select d.*, n.parent_id, n.path[:cardinality(n.path) - 1] as above
    from direct d join agent_of_day(on_day) n on n.account_id = d.agent_id and n.account_id = any(array(select agent_id from direct))
  ), branch as (
    -- Siblings have the same above them.
    select min(above) as above, bucket, sum(valid)::bigint as valid, sum(ahead)::bigint as ahead, sum(behind)::bigint as behind, sum(result)::bigint as result
    from line group by parent_id, bucket
  ), spread as (
    select p.agent_id, p.bucket, sum(p.valid)::bigint as valid, sum(p.ahead)::bigint as ahead, sum(p.behind)::bigint as behind, sum(p.result)::bigint as result from (
      select agent_id, bucket, valid, ahead, behind, result from line
      union all
      select up.id, b.bucket, b.valid, b.ahead, b.behind, b.result from branch b cross join lateral unnest(b.above) up(id)
    ) p group by p.agent_id, p.bucket
  )
  select c.id, sum(s.valid)::bigint, sum(s.result)::bigint, 0::bigint, coalesce(sum(s.valid) filter (where t.tier is not null), 0)::bigint,
         coalesce(sum(s.valid * t.rate + s.ahead * t.profit_rate + s.behind * t.loss_rate), 0)::bigint, max(t.tier)
  from c join spread s on s.agent_id = c.agent_id cross join edges e
  left join lateral (
    select * from agent_contract_tier t where t.contract_id = c.id and s.bucket > 0 and t.single_bet <= e.edge[s.bucket] order by t.tier desc limit 1
  ) t on true
  group by c.id
$$;
