-- What agents' contracts would come to, accounts agents open, and what ends early.

-- owner: features/agentContracts
-- When a kind is closed: periods that begin on these days pay nobody. told_to: of those who hold or gave one the last account that was written to; null when all were.
create table agent_contract_rest (
  kind text not null check (kind in ('dividend', 'daily', 'hourly', 'realTime')),
  from_day date not null,
  until_day date,
  told_to bigint default 0,
  primary key (kind, from_day)
);
create unique index agent_contract_rest_open on agent_contract_rest (kind) where until_day is null;
revoke delete, truncate on agent_contract_rest from laro_app;
revoke update on agent_contract_rest from laro_app;
grant update (until_day, told_to) on agent_contract_rest to laro_app;

-- owner: core/accounts
-- An account that an agent opened for somebody, until they take it with a code that the agent passes on. made: how many codes were made on that day.
create table account_activation (
  account_id bigint primary key,
  agent_id bigint not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries smallint not null default 0,
  day date not null,
  made smallint not null default 1,
  opened_at timestamptz not null,
  activated_at timestamptz
);
create index account_activation_agent on account_activation (agent_id, opened_at desc);
revoke delete, truncate on account_activation from laro_app;

-- owner: core/agents
-- The code by which a player refers friends, made when it is first asked for: they join under the player's agent.
create table agent_referral (
  account_id bigint primary key,
  code text not null unique,
  made_at timestamptz not null
);
create index agent_node_referrer on agent_node (referrer_id, joined_at) where referrer_id is not null;
revoke update, delete, truncate on agent_referral from laro_app;

-- How many a move may move: more than the console allows only where the command line proposed it.
alter table agent_move add column members_max integer not null default 200000;

-- owner: core/agents
-- That a member is counted again earlier than it was decided; two officers decide it.
create table agent_counted_again (
  id uuid primary key,
  not_counted_id uuid not null references agent_not_counted (id),
  until_day date not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint agent_counted_again_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index agent_counted_again_open on agent_counted_again (not_counted_id) where state = 'proposed';
revoke delete, truncate on agent_counted_again from laro_app;
revoke update on agent_counted_again from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on agent_counted_again to laro_app;

-- The functions of settlements learn to reckon contracts that nobody signed: imagined is a list of them, with tiers, limits and what they begin with, and takes the place of
-- those that stand. Everything else is as it was.
drop function settlement_reckon(text, text, date, date, timestamptz, timestamptz, text, bigint, uuid[]);
drop function settlement_day_lines(text, text, date, date, bigint);
drop function settlement_hour_lines(timestamptz, date, bigint);
drop function settlement_contracts(text, text, date, date);

-- The contracts of a kind that count days of [first_day, next_day), and which of them: [from_day, to_day).
create function settlement_contracts(of_kind text, of_period text, first_day date, next_day date, imagined jsonb default null)
  returns table (id uuid, agent_id bigint, upline_id bigint, template_id bigint, period text, carries boolean, from_day date, to_day date, limits jsonb, tiers jsonb,
    carry_out bigint, makeup_out bigint) language sql stable as $$
  select c.id, c.agent_id, c.upline_id, c.template_id, c.period, c.carries, greatest(c.starts_on, settlement_contracts.first_day),
         least(coalesce(c.ends_on, settlement_contracts.next_day), settlement_contracts.next_day), null::jsonb, null::jsonb, null::bigint, null::bigint
  from agent_contract c
  where imagined is null and c.kind = of_kind and not exists (
      select from agent_contract_rest x where x.kind = of_kind and x.from_day <= settlement_contracts.first_day and coalesce(x.until_day, 'infinity') > settlement_contracts.first_day)
    and c.starts_on < settlement_contracts.next_day and (of_period is null or c.period = of_period)
    and coalesce(c.ends_on, settlement_contracts.next_day) > greatest(c.starts_on, settlement_contracts.first_day)
  union all
  select i.id, i.agent_id, i.upline_id, i.template_id, i.period, i.carries, greatest(i.starts_on, settlement_contracts.first_day),
         least(coalesce(i.ends_on, settlement_contracts.next_day), settlement_contracts.next_day), i.limits, i.tiers, i.carry_out, i.makeup_out
  from jsonb_to_recordset(imagined) i(id uuid, agent_id bigint, upline_id bigint, template_id bigint, period text, carries boolean, starts_on date, ends_on date, limits jsonb,
    tiers jsonb, carry_out bigint, makeup_out bigint)
  where imagined is not null and i.starts_on < settlement_contracts.next_day
    and coalesce(i.ends_on, settlement_contracts.next_day) > greatest(i.starts_on, settlement_contracts.first_day)
$$;

-- Sums of each contract's line over its days, from frozen facts, less members not counted. active: members whose valid bets over those days come to active_from, each in
-- the line of their last day of play.
-- Of a single contract that is imagined the members of its line alone are looked at.
create function settlement_day_lines(of_kind text, of_period text, first_day date, next_day date, active_from bigint, imagined jsonb default null)
  returns table (contract_id uuid, bet bigint, ahead bigint, behind bigint, result bigint, deposits bigint, bonuses bigint, active bigint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts(of_kind, of_period, settlement_day_lines.first_day, settlement_day_lines.next_day, imagined)
  ), line as (
    select c.id, sum(d.valid)::bigint as bet, sum(d.ahead)::bigint as ahead, sum(d.behind)::bigint as behind, sum(d.stake - d.win)::bigint as result,
           sum(d.deposits)::bigint as deposits, sum(d.bonuses)::bigint as bonuses
    from c join line_day d on d.agent_id = c.agent_id and d.day >= c.from_day and d.day < c.to_day group by c.id
  ), left_out as materialized (
    select distinct on (m.day, m.account_id) m.* from agent_not_counted x
    join member_day m on m.account_id = x.account_id and m.day >= greatest(x.from_day, settlement_day_lines.first_day)
      and m.day < least(coalesce(x.until_day, settlement_day_lines.next_day), settlement_day_lines.next_day)
    where x.state = 'confirmed' and m.agent_id is not null
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
create function settlement_hour_lines(of_hour timestamptz, on_day date, active_from bigint, imagined jsonb default null)
  returns table (contract_id uuid, bet bigint, result bigint, active bigint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts('hourly', null, on_day, on_day + 1, imagined)
  ), member as materialized (
    select m.agent_id, m.account_id, sum(m.valid)::bigint as valid, sum(m.stake - m.win)::bigint as result,
           not exists (select from agent_not_counted x where x.account_id = m.account_id and x.state = 'confirmed' and x.from_day <= on_day and coalesce(x.until_day, 'infinity') > on_day) as counts
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

-- What every contract of a kind comes to for the days [first_day, next_day), or for the hour or the five minutes [starts, stops) of first_day. taken: the corrections that
-- go into the makeup. Each division is of whole numbers, rounded down.
create function settlement_reckon(of_kind text, of_period text, first_day date, next_day date, starts timestamptz, stops timestamptz, zone text, active_from bigint, taken uuid[], imagined jsonb default null)
  returns table (
    contract_id uuid, agent_id bigint, upline_id bigint, from_day date, to_day date, period text, tier smallint, bet bigint, ahead bigint, behind bigint, result bigint,
    deductions jsonb, active bigint, carry_in bigint, base bigint, carry_out bigint, gross bigint, owed bigint, makeup_in bigint, net bigint, remainder bigint, is_moved boolean
  ) language sql stable as $$
  with line as materialized (
    select l.*, null::bigint as counted, null::bigint as points, null::smallint as top
    from settlement_day_lines(of_kind, of_period, settlement_reckon.first_day, settlement_reckon.next_day, active_from, imagined) l where of_kind in ('dividend', 'daily')
    union all
    select h.contract_id, h.bet, 0, 0, h.result, 0, 0, h.active, null, null, null
    from settlement_hour_lines(starts, settlement_reckon.first_day, active_from, imagined) h where of_kind = 'hourly'
    union all
    select w.contract_id, w.bet, 0, 0, w.result, 0, 0, w.active, w.counted, w.points, w.top
    from settlement_window_lines(starts, stops, zone, settlement_reckon.first_day) w where of_kind = 'realTime'
  ), c as materialized (
    select k.*, coalesce(p.carry_out, 0) as carry_in, coalesce(p.makeup_out, 0) + coalesce(d.amount, 0) as makeup_in, coalesce(p.remainder, 0) as remainder_in, d.amount is not null as is_corrected
    from settlement_contracts(of_kind, of_period, settlement_reckon.first_day, settlement_reckon.next_day, imagined) k
    left join lateral (
      (select p.carry_out, p.makeup_out, p.remainder from settlement_pay p
       where imagined is null and p.agent_id = k.agent_id and p.kind = of_kind and not p.discarded order by p.number desc limit 1)
      union all
      select k.carry_out, k.makeup_out, 0 where imagined is not null
    ) p on true
    left join (select x.agent_id, sum(x.amount)::bigint as amount from settlement_proposal x where x.id = any(taken) group by x.agent_id) d on d.agent_id = k.agent_id
  ), taking as (
    select c.id, greatest(l.result, 0) * coalesce((t.limits ->> 'adminRate')::bigint, 0) / 100000 as admin,
           l.deposits * coalesce((t.limits ->> 'paymentsRate')::bigint, 0) / 100000 as payments,
           case when (t.limits ->> 'deductBonuses')::boolean then l.bonuses else 0 end as bonuses,
           case when (t.limits ->> 'deductSalaries')::boolean then coalesce((
             select sum(s.gross) from settlement_pay s where s.agent_id = c.agent_id and s.kind <> 'dividend' and not s.discarded and s.starts_on >= c.from_day and s.starts_on < c.to_day
           ), 0)::bigint else 0 end as salaries
    from c join line l on l.contract_id = c.id join agent_contract_template f on f.id = c.template_id
      cross join lateral (select coalesce(c.limits, f.limits) as limits) t where of_kind = 'dividend'
  ), based as (
    select c.*, l.bet, coalesce(l.ahead, 0) as ahead, coalesce(l.behind, 0) as behind, coalesce(l.result, 0) as result, coalesce(l.active, 0) as active, l.points, l.top,
           case of_kind when 'dividend' then l.result - t.admin - t.payments - t.bonuses - t.salaries + c.carry_in when 'realTime' then coalesce(l.counted, 0)
                        else l.bet + c.carry_in end as sum,
           case when of_kind = 'dividend' then jsonb_build_object('admin', t.admin::text, 'payments', t.payments::text, 'bonuses', t.bonuses::text, 'salaries', t.salaries::text)
                else '{}' end as deductions
    from c left join line l on l.contract_id = c.id left join taking t on t.id = c.id
  ), tiers as (
    select t.contract_id, t.tier, t.min_bet, t.min_result, t.min_active, t.rate, t.profit_rate, t.loss_rate from agent_contract_tier t where imagined is null
    union all
    select c.id, t.tier, t.min_bet, t.min_result, t.min_active, t.rate, t.profit_rate, t.loss_rate
    from c cross join lateral jsonb_to_recordset(c.tiers) t(tier smallint, min_bet bigint, min_result bigint, min_active integer, rate integer, profit_rate integer, loss_rate integer)
    where imagined is not null
  ), reached as (
    select distinct on (b.id) b.id, t.tier, t.rate, t.profit_rate, t.loss_rate from based b join tiers t on t.contract_id = b.id
    where of_kind <> 'realTime' and b.bet >= t.min_bet and (t.min_result = 0 or b.result >= t.min_result) and b.active >= t.min_active
    order by b.id, t.tier desc
  ), worth as (
    select b.*, coalesce(r.tier, b.top) as tier, greatest(b.sum, 0) as base,
           case when of_kind = 'realTime' then coalesce(b.points, 0) when of_kind = 'dividend' then greatest(b.sum, 0) * coalesce(r.rate, 0)
                else greatest(b.sum, 0) * coalesce(r.rate, 0) + b.ahead * coalesce(r.profit_rate, 0) + b.behind * coalesce(r.loss_rate, 0) end
           + case when of_kind in ('hourly', 'realTime') then b.remainder_in else 0 end as points_due
    from based b left join reached r on r.id = b.id
  ), earned as materialized (
    select w.*, greatest(w.points_due / 100000, 0) as gross from worth w
  ), owing as (
    select u.id, sum(l.gross)::bigint as owed
    from earned u join (
      select e.upline_id, e.gross, e.to_day - 1 as ends_on from earned e where e.upline_id is not null
      union all
      select p.upline_id, p.gross, p.ends_on from settlement_pay p
      where imagined is null and of_kind = 'dividend' and p.kind = of_kind and not p.discarded and p.upline_id is not null and p.ends_on >= settlement_reckon.first_day and p.ends_on < settlement_reckon.next_day
      union all
      select p.upline_id, p.gross, p.ends_on from c join settlement_pay p on p.upline_id = c.agent_id and p.kind = of_kind and not p.discarded
        and p.ends_on >= settlement_reckon.first_day and p.ends_on < settlement_reckon.next_day and coalesce(p.starts_at = starts, true)
      where imagined is not null and not exists (select from c same where same.id = p.contract_id)
    ) l on l.upline_id = u.agent_id and l.ends_on >= u.from_day and l.ends_on < u.to_day
    group by u.id
  )
  select e.id, e.agent_id, e.upline_id, e.from_day, e.to_day, e.period, e.tier, coalesce(e.bet, 0), e.ahead, e.behind, e.result, e.deductions, e.active,
         case when of_kind = 'realTime' then 0 else e.carry_in end, e.base,
         case when of_kind = 'realTime' or (of_kind = 'dividend' and not e.carries) then 0 else least(e.sum, 0) end,
         e.gross, coalesce(o.owed, 0), e.makeup_in, e.gross - coalesce(o.owed, 0) + e.makeup_in,
         case when of_kind in ('hourly', 'realTime') then e.points_due - e.gross * 100000 else 0 end,
         case of_kind when 'realTime' then coalesce(e.points, 0) <> 0 else e.bet <> 0 end or o.owed is not null or e.is_corrected
  from earned e left join owing o on o.id = e.id
$$;

-- What imagined contracts would have come to over the days [first_day, next_day): period by period, day by day or hour by hour, each beginning with what the one before left.
create function settlement_imagine(of_kind text, of_period text, first_day date, next_day date, zone text, active_from bigint, imagined jsonb)
  returns table (contract_id uuid, from_day date, to_day date, tier smallint, bet bigint, result bigint, active bigint, gross bigint, owed bigint, net bigint) language plpgsql stable as $$
declare
  span record;
  found jsonb;
begin
  for span in
    with recursive parts as (
      select settlement_imagine.first_day as begins, least(p.next_day, settlement_imagine.next_day) as ends
      from settlement_span(coalesce(of_period, 'D'), settlement_imagine.first_day) p
      union all
      select s.ends, least(p.next_day, settlement_imagine.next_day) from parts s cross join lateral settlement_span(coalesce(of_period, 'D'), s.ends) p
      where s.ends < settlement_imagine.next_day
    )
    select s.begins, s.ends, h.at from parts s cross join lateral (
      select null::timestamptz as at where of_kind <> 'hourly'
      union all
      select g from generate_series(s.begins::timestamp at time zone zone, (s.ends::timestamp at time zone zone) - interval '1 hour', interval '1 hour') g where of_kind = 'hourly'
    ) h order by s.begins, h.at
  loop
    select coalesce(jsonb_agg(to_jsonb(k)), '[]') into found
    from settlement_reckon(of_kind, of_period, span.begins, span.ends, span.at, span.at + interval '1 hour', zone, active_from, '{}', imagined) k;
    return query
      select k.contract_id, k.from_day, k.to_day, k.tier, k.bet, k.result, k.active, k.gross, k.owed, k.net
      from jsonb_to_recordset(found) k(contract_id uuid, from_day date, to_day date, tier smallint, bet bigint, result bigint, active bigint, gross bigint, owed bigint, net bigint);
    imagined := (
      select jsonb_agg(i.one || case when k.contract_id is null then '{}' else jsonb_build_object('carry_out', k.carry_out, 'makeup_out', least(k.net, 0)) end)
      from jsonb_array_elements(imagined) i(one) left join jsonb_to_recordset(found) k(contract_id uuid, carry_out bigint, net bigint) on k.contract_id = (i.one ->> 'id')::uuid
    );
  end loop;
end $$;
