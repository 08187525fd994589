-- Settlements find the lines above those who played in sets: a function called for each of a hundred thousand took most of a full window's time. What comes out is the same.

-- An id that follows from its parts. The digest is made once: put in the place of its call it was made three times for each id.
create or replace function derived_id(variadic parts text[]) returns uuid language plpgsql stable as $$
declare
  digest bytea := substring(sha256(convert_to(array_to_json(parts)::text, 'UTF8')) for 16);
begin
  return encode(set_byte(set_byte(digest, 6, (get_byte(digest, 6) & 15) | 128), 8, (get_byte(digest, 8) & 63) | 128), 'hex')::uuid;
end $$;

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
      and not exists (select from agent_not_counted x where x.account_id = n.account_id and x.state = 'confirmed' and x.from_day <= on_day and coalesce(x.until_day, 'infinity') > on_day)
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
