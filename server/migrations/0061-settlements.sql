-- What contracts pay: computed in sets from frozen facts, seen before it is approved, paid once by its natural key. Amounts are minor units.

-- owner: features/settlements
create table settlement_run (
  id uuid primary key,
  number bigint generated always as identity,
  kind text not null check (kind in ('dividend', 'daily', 'hourly', 'realTime')),
  period text check (period in ('D', 'W', 'S', 'M', 'H')),
  starts_on date not null,
  ends_on date not null,
  attempt smallint not null default 1,
  state text not null check (state in ('computing', 'preview', 'approved', 'paying', 'paid', 'discarded')),
  figures jsonb not null default '{}',
  reason text,
  made_at timestamptz not null,
  approved_at timestamptz,
  paid_at timestamptz,
  check (ends_on >= starts_on)
);
create unique index settlement_run_period on settlement_run (kind, coalesce(period, ''), starts_on) where state <> 'discarded';
create index settlement_run_newest on settlement_run (starts_on desc, number desc);
revoke delete, truncate on settlement_run from laro_app;
revoke update on settlement_run from laro_app;
grant update (state, figures, reason, approved_at, paid_at) on settlement_run to laro_app;

-- owner: features/settlements
-- The hours and the spans of five minutes that were settled, each once.
create table settlement_window (
  kind text not null check (kind in ('hourly', 'realTime')),
  starts_at timestamptz not null,
  primary key (kind, starts_at)
);
revoke update, delete, truncate on settlement_window from laro_app;

-- owner: features/settlements
create table settlement_approval (
  run_id uuid not null references settlement_run (id),
  operator_id bigint not null,
  operator_name text not null,
  at timestamptz not null,
  primary key (run_id, operator_id)
);
revoke update, delete, truncate on settlement_approval from laro_app;

-- owner: features/settlements
-- What one contract pays for one period. bet, ahead, behind, result, active: of the agent's line on frozen facts, less members not counted. carry: the line's negative
-- base; makeup: the agent's own pay below zero. gross of its own rate, owed to the contracts it gave, net = gross - owed + makeup_in, pay = max(0, net). number: the order
-- they were computed in, which carry and makeup follow. remainder: what is left of a division of an hour or a window, in hundred-thousandths of a minor unit. discarded:
-- computed again under another id; a pay that officers voided stays what its period came to. pays_on: the first day it is paid on, null for any. paid_with: the
-- journal's id of the line that paid it.
create table settlement_pay (
  id uuid primary key,
  number bigint generated always as identity,
  contract_id uuid not null,
  kind text not null,
  starts_at timestamptz not null,
  starts_on date not null,
  ends_on date not null,
  attempt smallint not null default 1,
  run_id uuid references settlement_run (id),
  agent_id bigint not null,
  upline_id bigint,
  tier smallint,
  bet bigint not null,
  ahead bigint not null default 0,
  behind bigint not null default 0,
  result bigint not null,
  deductions jsonb not null default '{}',
  active integer not null,
  carry_in bigint not null default 0 check (carry_in <= 0),
  base bigint not null,
  carry_out bigint not null default 0 check (carry_out <= 0),
  gross bigint not null check (gross >= 0),
  owed bigint not null default 0 check (owed >= 0),
  makeup_in bigint not null default 0,
  makeup_out bigint not null default 0 check (makeup_out <= 0),
  pay bigint not null check (pay >= 0),
  remainder bigint not null default 0,
  discarded boolean not null default false,
  pays_on date,
  state text not null check (state in ('computed', 'held', 'approved', 'paid', 'nothing', 'voided')),
  reason text,
  paid_with uuid,
  paid_at timestamptz,
  constraint settlement_pay_adds_up check (pay + makeup_out = gross - owed + makeup_in)
);
create unique index settlement_pay_once on settlement_pay (contract_id, starts_at) where not discarded;
create index settlement_pay_chain on settlement_pay (agent_id, kind, number desc) where not discarded;
create index settlement_pay_agent on settlement_pay (agent_id, kind, starts_at desc);
create index settlement_pay_upline on settlement_pay (upline_id, kind, starts_at desc);
create index settlement_pay_run on settlement_pay (run_id, starts_at, id);
create index settlement_pay_waiting on settlement_pay (agent_id, number) where state = 'approved';
create index settlement_pay_unpaid on settlement_pay (run_id) where state = 'approved';
create index settlement_pay_held on settlement_pay (starts_at, id) where state = 'held';
revoke delete, truncate on settlement_pay from laro_app;
revoke update on settlement_pay from laro_app;
grant update (state, reason, discarded, paid_with, paid_at) on settlement_pay to laro_app;

-- owner: features/settlements
-- What two officers change of an agent's next makeup: a wrong rule put right, a makeup waived; and what they decide of a pay that is held.
create table settlement_proposal (
  id uuid primary key,
  kind text not null check (kind in ('correction', 'release', 'void')),
  agent_id bigint not null,
  contract_kind text not null,
  pay_id uuid references settlement_pay (id),
  amount bigint not null default 0,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  taken_by uuid,
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint settlement_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index settlement_proposal_pay on settlement_proposal (pay_id) where state = 'proposed';
create index settlement_proposal_state on settlement_proposal (state, id);
create index settlement_proposal_due on settlement_proposal (agent_id, contract_kind) where state = 'confirmed' and kind = 'correction' and taken_by is null;
revoke delete, truncate on settlement_proposal from laro_app;
revoke update on settlement_proposal from laro_app;
grant update (state, taken_by, decided_by, decided_name, decision, decided_at) on settlement_proposal to laro_app;

-- Where the period that a day is in begins, and where the next does: D the day, W the week from Monday, S the 1st and the 16th, M the month.
create function settlement_span(period text, of_day date) returns table (first_day date, next_day date) language sql immutable parallel safe as $$
  select b.first_day,
         case when period = 'D' then b.first_day + 1 when period = 'W' then b.first_day + 7 when period = 'S' and extract(day from b.first_day) = 1 then b.first_day + 15
              else (date_trunc('month', b.first_day::timestamp) + interval '1 month')::date end
  from (
    select case period when 'D' then of_day when 'W' then date_trunc('week', of_day::timestamp)::date
                when 'S' then date_trunc('month', of_day::timestamp)::date + case when extract(day from of_day) > 15 then 15 else 0 end
                else date_trunc('month', of_day::timestamp)::date end as first_day
  ) b
$$;

-- The contracts of a kind that count days of [first_day, next_day), and which of them: [from_day, to_day).
create function settlement_contracts(of_kind text, of_period text, first_day date, next_day date)
  returns table (id uuid, agent_id bigint, upline_id bigint, template_id bigint, period text, carries boolean, from_day date, to_day date) language sql stable as $$
  select c.id, c.agent_id, c.upline_id, c.template_id, c.period, c.carries, greatest(c.starts_on, settlement_contracts.first_day),
         least(coalesce(c.ends_on, settlement_contracts.next_day), settlement_contracts.next_day)
  from agent_contract c
  where c.kind = of_kind and c.starts_on < settlement_contracts.next_day and (of_period is null or c.period = of_period)
    and coalesce(c.ends_on, settlement_contracts.next_day) > greatest(c.starts_on, settlement_contracts.first_day)
$$;

-- The path of an account as it stood on a day: what stood before the first move after it, else what stands. One account costs two looks, whatever the size of the tree.
create function settlement_path(of_account bigint, on_day date) returns bigint[] language sql stable as $$
  select coalesce(
    (select p.path from agent_past p where p.account_id = of_account and p.until_day > on_day order by p.until_day limit 1), (select n.path from agent_node n where n.account_id = of_account)
  )
$$;

-- Sums of each contract's line over its days, from frozen facts, less members not counted. active: members whose valid bets over those days come to active_from, each in
-- the line of their last day of play.
create function settlement_day_lines(of_kind text, of_period text, first_day date, next_day date, active_from bigint)
  returns table (contract_id uuid, bet bigint, ahead bigint, behind bigint, result bigint, deposits bigint, bonuses bigint, active bigint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts(of_kind, of_period, settlement_day_lines.first_day, settlement_day_lines.next_day)
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
  ), played as (
    select r.from_day, r.to_day, m.account_id, max(m.day) as last_day
    from (select distinct c.from_day, c.to_day from c) r join member_day m on m.day >= r.from_day and m.day < r.to_day
    where m.rounds <> 0 and not exists (select from left_out o where o.day = m.day and o.account_id = m.account_id)
    group by r.from_day, r.to_day, m.account_id having sum(m.valid) >= active_from
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
create function settlement_hour_lines(of_hour timestamptz, on_day date, active_from bigint)
  returns table (contract_id uuid, bet bigint, result bigint, active bigint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts('hourly', null, on_day, on_day + 1)
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

-- The rounds of a span of time, and what was voided in it as negative ones, each priced by the tier its valid bet reaches: points are hundred-thousandths of a minor unit,
-- counted the valid bets that reached any. Rounds are put into buckets between the thresholds there are, so that what is spread over the tree is agents and not rounds.
create function settlement_window_lines(starts timestamptz, stops timestamptz, zone text, on_day date)
  returns table (contract_id uuid, bet bigint, result bigint, active bigint, counted bigint, points bigint, top smallint) language sql stable as $$
  with c as materialized (
    select * from settlement_contracts('realTime', null, on_day, on_day + 1)
  ), edges as materialized (
    select array_agg(distinct t.single_bet order by t.single_bet) as edge from c join agent_contract_tier t on t.contract_id = c.id
  ), member as materialized (
    select p.account_id, width_bucket(abs(p.valid), e.edge) as bucket, sign((p.win - p.stake) * case when p.valid < 0 then -1 else 1 end)::integer as fell,
           sum(p.valid)::bigint as valid, sum(p.stake - p.win)::bigint as result
    from activity_play(starts, stops, zone) p cross join edges e where e.edge is not null group by 1, 2, 3
  ), direct as (
    select n.path[cardinality(n.path) - 1] as agent_id, m.bucket, m.fell, sum(m.valid)::bigint as valid, sum(m.result)::bigint as result
    from member m cross join lateral (select settlement_path(m.account_id, on_day) as path) n
    where cardinality(n.path) > 1
      and not exists (select from agent_not_counted x where x.account_id = m.account_id and x.state = 'confirmed' and x.from_day <= on_day and coalesce(x.until_day, 'infinity') > on_day)
    group by 1, m.bucket, m.fell
  ), spread as (
    select up.id as agent_id, d.bucket, d.fell, sum(d.valid)::bigint as valid, sum(d.result)::bigint as result
    from direct d cross join lateral unnest(settlement_path(d.agent_id, on_day)) up(id) group by up.id, d.bucket, d.fell
  )
  select c.id, sum(s.valid)::bigint, sum(s.result)::bigint, 0::bigint, coalesce(sum(s.valid) filter (where t.tier is not null), 0)::bigint,
         coalesce(sum(s.valid * (t.rate + case s.fell when 1 then t.profit_rate when -1 then t.loss_rate else 0 end)), 0)::bigint, max(t.tier)
  from c join spread s on s.agent_id = c.agent_id cross join edges e
  left join lateral (
    select * from agent_contract_tier t where t.contract_id = c.id and s.bucket > 0 and t.single_bet <= e.edge[s.bucket] order by t.tier desc limit 1
  ) t on true
  group by c.id
$$;

-- What every contract of a kind comes to for the days [first_day, next_day), or for the hour or the five minutes [starts, stops) of first_day. taken: the corrections that
-- go into the makeup. Each division is of whole numbers, rounded down.
create function settlement_reckon(of_kind text, of_period text, first_day date, next_day date, starts timestamptz, stops timestamptz, zone text, active_from bigint, taken uuid[])
  returns table (
    contract_id uuid, agent_id bigint, upline_id bigint, from_day date, to_day date, period text, tier smallint, bet bigint, ahead bigint, behind bigint, result bigint,
    deductions jsonb, active bigint, carry_in bigint, base bigint, carry_out bigint, gross bigint, owed bigint, makeup_in bigint, net bigint, remainder bigint, is_moved boolean
  ) language sql stable as $$
  with line as materialized (
    select l.*, null::bigint as counted, null::bigint as points, null::smallint as top
    from settlement_day_lines(of_kind, of_period, settlement_reckon.first_day, settlement_reckon.next_day, active_from) l where of_kind in ('dividend', 'daily')
    union all
    select h.contract_id, h.bet, 0, 0, h.result, 0, 0, h.active, null, null, null
    from settlement_hour_lines(starts, settlement_reckon.first_day, active_from) h where of_kind = 'hourly'
    union all
    select w.contract_id, w.bet, 0, 0, w.result, 0, 0, w.active, w.counted, w.points, w.top
    from settlement_window_lines(starts, stops, zone, settlement_reckon.first_day) w where of_kind = 'realTime'
  ), c as materialized (
    select k.*, coalesce(p.carry_out, 0) as carry_in, coalesce(p.makeup_out, 0) + coalesce(d.amount, 0) as makeup_in, coalesce(p.remainder, 0) as remainder_in, d.amount is not null as is_corrected
    from settlement_contracts(of_kind, of_period, settlement_reckon.first_day, settlement_reckon.next_day) k
    left join lateral (
      select p.carry_out, p.makeup_out, p.remainder from settlement_pay p
      where p.agent_id = k.agent_id and p.kind = of_kind and not p.discarded order by p.number desc limit 1
    ) p on true
    left join (select x.agent_id, sum(x.amount)::bigint as amount from settlement_proposal x where x.id = any(taken) group by x.agent_id) d on d.agent_id = k.agent_id
  ), taking as (
    select c.id, greatest(l.result, 0) * coalesce((t.limits ->> 'adminRate')::bigint, 0) / 100000 as admin,
           l.deposits * coalesce((t.limits ->> 'paymentsRate')::bigint, 0) / 100000 as payments,
           case when (t.limits ->> 'deductBonuses')::boolean then l.bonuses else 0 end as bonuses,
           case when (t.limits ->> 'deductSalaries')::boolean then coalesce((
             select sum(s.gross) from settlement_pay s where s.agent_id = c.agent_id and s.kind <> 'dividend' and not s.discarded and s.starts_on >= c.from_day and s.starts_on < c.to_day
           ), 0)::bigint else 0 end as salaries
    from c join line l on l.contract_id = c.id join agent_contract_template t on t.id = c.template_id where of_kind = 'dividend'
  ), based as (
    select c.*, l.bet, coalesce(l.ahead, 0) as ahead, coalesce(l.behind, 0) as behind, coalesce(l.result, 0) as result, coalesce(l.active, 0) as active, l.points, l.top,
           case of_kind when 'dividend' then l.result - t.admin - t.payments - t.bonuses - t.salaries + c.carry_in when 'realTime' then coalesce(l.counted, 0)
                        else l.bet + c.carry_in end as sum,
           case when of_kind = 'dividend' then jsonb_build_object('admin', t.admin::text, 'payments', t.payments::text, 'bonuses', t.bonuses::text, 'salaries', t.salaries::text)
                else '{}' end as deductions
    from c left join line l on l.contract_id = c.id left join taking t on t.id = c.id
  ), reached as (
    select distinct on (b.id) b.id, t.tier, t.rate, t.profit_rate, t.loss_rate from based b join agent_contract_tier t on t.contract_id = b.id
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
      where of_kind = 'dividend' and p.kind = of_kind and not p.discarded and p.upline_id is not null and p.ends_on >= settlement_reckon.first_day and p.ends_on < settlement_reckon.next_day
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

-- Writes down what every contract comes to, once for a contract and a start. Of days each contract has its row; of hours and windows those where anything moved.
create function settlement_write(
  of_run uuid, of_attempt integer, of_kind text, of_period text, first_day date, next_day date, starts timestamptz, stops timestamptz, zone text, active_from bigint,
  needs_approval boolean, taken uuid[]
) returns void language plpgsql as $$
begin
  with due as (
    select k.*, coalesce(starts, k.from_day::timestamp at time zone zone) as at
    from settlement_reckon(of_kind, of_period, settlement_write.first_day, settlement_write.next_day, starts, stops, zone, active_from, taken) k
    where k.is_moved or of_kind in ('dividend', 'daily')
  ), written as (
    insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, attempt, run_id, agent_id, upline_id, tier, bet, ahead, behind, result, deductions, active,
                                carry_in, base, carry_out, gross, owed, makeup_in, makeup_out, pay, remainder, state, pays_on)
    select case of_attempt when 1 then derived_id('settlement', d.contract_id::text, t.said) else derived_id('settlement', d.contract_id::text, t.said, of_attempt::text) end,
           d.contract_id, of_kind, d.at, d.from_day, d.to_day - 1, of_attempt, of_run, d.agent_id, d.upline_id, d.tier, d.bet, d.ahead, d.behind, d.result, d.deductions, d.active,
           d.carry_in, d.base, d.carry_out, d.gross, d.owed, d.makeup_in, least(d.net, 0), greatest(d.net, 0), d.remainder,
           case when d.net <= 0 then 'nothing' when needs_approval then 'computed' else 'approved' end,
           case of_kind when 'daily' then (select s.next_day from settlement_span(d.period, d.from_day) s) end
    from due d cross join lateral (select to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as said) t
    on conflict (contract_id, starts_at) where not discarded do nothing
    returning id, agent_id
  )
  update settlement_proposal x set taken_by = w.id from written w where x.id = any(taken) and x.agent_id = w.agent_id;
end $$;

-- Adds to the figures of a run.
create function settlement_count(of_run uuid, more jsonb) returns void language sql as $$
  update settlement_run r set figures = r.figures || (
    select jsonb_object_agg(m.key, (coalesce((r.figures ->> m.key)::bigint, 0) + m.value::bigint)::text) from jsonb_each_text(more) m
  ) where r.id = of_run
$$;

-- A21: what was paid is what the journal says: one line for each paid pay, or for the hours or windows it pays together, of the same amount and to the same agent.
create view audit_a21 as
  with paid as (
    select paid_with, min(agent_id) as agent_id, max(agent_id) as last_agent, sum(pay) as pay, bool_or(paid_with = derived_id('commission', id::text)) as named,
           count(*) filter (where kind in ('dividend', 'daily')) as alone, count(*) as pays
    from settlement_pay where state = 'paid' group by paid_with
  ), line as (
    select t.ref, sum(t.amount) as amount, count(*) as lines, min(w.account_id) as account_id from transfer t join wallet w on w.id = t.wallet_id where t.kind = 11 group by t.ref
  )
  select coalesce(p.paid_with, l.ref) as ref, 'paid commission and the journal disagree' as fault
  from paid p full join line l on l.ref = p.paid_with
  where p.pays is null or l.ref is null or p.pay <> l.amount or l.lines <> 1 or p.agent_id <> l.account_id or p.last_agent <> p.agent_id or not p.named or (p.alone > 0 and p.pays > 1)
  union all
  select paid_with, 'a pay has a line and is not paid' from settlement_pay where paid_with is not null and state <> 'paid';

-- A22: what is paid below a contract of the house is its gross and what the makeups moved; each pay owes what the contracts it gave come to; each takes up carry and makeup
-- where the one before left them.
create view audit_a22 as
  with recursive below as (
    select h.id, h.id as top from settlement_pay h where not h.discarded and h.upline_id is null
    union all
    select l.id, b.top from below b join settlement_pay u on u.id = b.id
    join settlement_pay l on not l.discarded and l.kind = u.kind and l.upline_id = u.agent_id
      and case when u.kind in ('hourly', 'realTime') then l.starts_at = u.starts_at else l.ends_on >= u.starts_on and l.ends_on <= u.ends_on end
  ), owing as (
    select u.id, u.owed, coalesce(sum(l.gross), 0) as due
    from settlement_pay u left join settlement_pay l on not l.discarded and l.kind = u.kind and l.upline_id = u.agent_id
      and case when u.kind in ('hourly', 'realTime') then l.starts_at = u.starts_at else l.ends_on >= u.starts_on and l.ends_on <= u.ends_on end
    where not u.discarded group by u.id, u.owed
  ), chain as (
    select p.id, p.kind, p.carry_in, p.makeup_in, coalesce(lag(p.carry_out) over before, 0) as carried, coalesce(lag(p.makeup_out) over before, 0) as left_over,
           coalesce((select sum(x.amount) from settlement_proposal x where x.taken_by = p.id), 0) as corrected
    from settlement_pay p where not p.discarded window before as (partition by p.agent_id, p.kind order by p.number)
  )
  select b.top as id, 'what is paid below a contract of the house is not what it came to' as fault
  from below b join settlement_pay p on p.id = b.id group by b.top
  having sum(p.pay) <> sum(p.gross) filter (where p.upline_id is null) - sum(p.makeup_out - p.makeup_in)
  union all
  select o.id, 'a pay owes other than the contracts it gave came to' from owing o where o.owed <> o.due
  union all
  select l.id, 'nobody owes a pay' from settlement_pay l
  where not l.discarded and l.upline_id is not null and l.gross > 0 and l.id not in (select b.id from below b)
    and (l.kind <> 'dividend' or not exists (select from agent_contract c where c.kind = l.kind and c.agent_id = l.upline_id and c.starts_on <= l.ends_on and coalesce(c.ends_on, 'infinity') > l.ends_on))
  union all
  select c.id, 'carry or makeup is not what the period before left' from chain c
  where c.makeup_in <> c.left_over + c.corrected or (c.kind <> 'realTime' and c.carry_in <> c.carried);
grant select on audit_a21, audit_a22 to laro_app;
