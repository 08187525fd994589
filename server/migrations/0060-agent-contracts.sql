-- What agents agree with each other and with the house. Rates are thousandths of a percent (25000 is 25.000 %); amounts are minor units.

-- owner: features/agentContracts
-- The limits contracts of a kind are offered within, a version each; made by one officer and published by another. A contract keeps its version for life.
create table agent_contract_template (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('dividend', 'daily', 'hourly', 'realTime')),
  limits jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'published', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  -- What is shipped is nobody's: 0.
  constraint agent_contract_template_two_persons check (state <> 'published' or proposed_by = 0 or coalesce(decided_by <> proposed_by, false))
);
create index agent_contract_template_kind on agent_contract_template (kind, id);
revoke delete, truncate on agent_contract_template from laro_app;
revoke update on agent_contract_template from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on agent_contract_template to laro_app;

-- owner: features/agentContracts
-- Between an agent, who is paid, and its upline: its direct parent, or null for the house. Terms never change: a change is a new contract. period: D day, W week from
-- Monday, S half a month, M month, H hour, null for real-time. It counts the days in [starts_on, ends_on). superseded: a new contract of the pair began; cascaded: its
-- upline's contract changed or ended, or a move; cause: replaced, cascade, move, agreed or house.
create table agent_contract (
  id uuid primary key,
  number bigint generated always as identity,
  kind text not null check (kind in ('dividend', 'daily', 'hourly', 'realTime')),
  agent_id bigint not null,
  upline_id bigint,
  template_id bigint not null references agent_contract_template (id),
  period text check (period in ('D', 'W', 'S', 'M', 'H')),
  carries boolean not null,
  state text not null default 'offered' check (state in ('offered', 'active', 'rejected', 'withdrawn', 'lapsed', 'endRequested', 'superseded', 'cascaded', 'terminated')),
  starts_on date,
  ends_on date,
  replaces uuid references agent_contract (id),
  cause text,
  end_asked_by bigint,
  end_asked_at timestamptz,
  end_reason text,
  offered_by_operator bigint,
  offered_at timestamptz not null,
  answered_at timestamptz,
  reminded_at timestamptz,
  constraint agent_contract_period check ((kind = 'realTime') = (period is null) and (kind = 'hourly') = (coalesce(period, '') = 'H')),
  constraint agent_contract_active_starts check (state in ('offered', 'rejected', 'withdrawn', 'lapsed') or starts_on is not null),
  constraint agent_contract_ended_ends check (state not in ('superseded', 'cascaded', 'terminated') or ends_on is not null)
);
create index agent_contract_earning on agent_contract (kind, starts_on, ends_on) where starts_on is not null;
create unique index agent_contract_request on agent_contract (agent_id, kind) where state = 'offered';
-- One contract an agent holds of a kind; what ended earlier runs to its last day beside it.
create unique index agent_contract_current on agent_contract (agent_id, kind) where state in ('active', 'endRequested');
create index agent_contract_upline on agent_contract (upline_id, kind, id);
create index agent_contract_agent on agent_contract (agent_id, kind, id);
create index agent_contract_offered on agent_contract (offered_at) where state = 'offered';
create index agent_contract_asked on agent_contract (end_asked_at) where state = 'endRequested';
create index agent_contract_number on agent_contract (number desc);
revoke delete, truncate on agent_contract from laro_app;
revoke update on agent_contract from laro_app;
grant update (state, starts_on, ends_on, cause, end_asked_by, end_asked_at, end_reason, answered_at, reminded_at) on agent_contract to laro_app;

-- owner: features/agentContracts
-- The thresholds and rates of a tier, from 1; the highest tier reached counts for all. single_bet: real-time only; profit_rate, loss_rate: daily and real-time only.
create table agent_contract_tier (
  contract_id uuid not null references agent_contract (id),
  tier smallint not null check (tier between 1 and 10),
  min_bet bigint not null default 0 check (min_bet >= 0),
  min_result bigint not null default 0 check (min_result >= 0),
  min_active integer not null default 0 check (min_active >= 0),
  single_bet bigint not null default 0 check (single_bet >= 0),
  rate integer not null check (rate > 0),
  profit_rate integer not null default 0 check (profit_rate >= 0),
  loss_rate integer not null default 0 check (loss_rate >= 0),
  primary key (contract_id, tier)
);
revoke update, delete, truncate on agent_contract_tier from laro_app;

-- owner: features/agentContracts
-- What one officer wants: the end of a contract, until another confirms it.
create table agent_contract_ending (
  id uuid primary key,
  contract_id uuid not null references agent_contract (id),
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint agent_contract_ending_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index agent_contract_ending_open on agent_contract_ending (contract_id) where state = 'proposed';
revoke delete, truncate on agent_contract_ending from laro_app;
revoke update on agent_contract_ending from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on agent_contract_ending to laro_app;

-- The first version of each kind is shipped; amounts are minor units. Salaries together stay below what the house game with the least edge leaves (docs/decisions.md).
insert into agent_contract_template (kind, limits, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decision, decided_at)
select kind, jsonb_build_object('rateMin', 1, 'rateMax', rate_max, 'gap', gap, 'tiersMax', 10, 'offerDays', 7, 'amountMax', 100000000000, 'activeMax', 1000000,
         'leastCredit', least_credit, 'advanceMax', 5000000, 'unattendedMax', unattended_max, 'adminRate', admin_rate, 'paymentsRate', payments_rate,
         'deductBonuses', kind = 'dividend', 'deductSalaries', kind = 'dividend'),
       'As shipped', 'published', 0, 'Laro', '2026-01-01', 0, 'Laro', 'As shipped', '2026-01-01'
from (values ('dividend', 60000, 1000, 0, 0, 10000, 2000), ('daily', 150, 10, 0, 0, 0, 0), ('hourly', 100, 10, 100, 2000000, 0, 0), ('realTime', 100, 5, 100, 2000000, 0, 0))
  shipped(kind, rate_max, gap, least_credit, unattended_max, admin_rate, payments_rate);

-- The first start of a period on a day or after it: a week begins on Monday, half a month on the 1st and the 16th. Hours and real-time begin with any day.
create function agent_contract_start(period text, earliest date) returns date language sql immutable parallel safe as $$
  select case period
    when 'W' then earliest + (8 - extract(isodow from earliest)::integer) % 7
    when 'M' then (date_trunc('month', (earliest - 1)::timestamp) + interval '1 month')::date
    when 'S' then case when extract(day from earliest) = 1 then earliest
                       when extract(day from earliest) <= 16 then date_trunc('month', earliest::timestamp)::date + 15
                       else (date_trunc('month', earliest::timestamp) + interval '1 month')::date end
    else earliest end
$$;

-- The terms of a contract as the rule below reads them.
create function agent_contract_terms(contract uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('kind', c.kind, 'period', c.period, 'tiers', (select jsonb_agg(to_jsonb(t) order by t.tier) from agent_contract_tier t where t.contract_id = c.id))
  from agent_contract c where c.id = contract
$$;

-- Whether a downline's terms fit its upline's: for each of its tiers the upline has one with no threshold higher that pays the gap more, and its period lies inside.
-- Bets and members only grow up the tree, so where the downline reaches a tier the upline reaches a better one.
create function agent_terms_fit(upper jsonb, lower jsonb, gap integer) returns boolean language sql immutable parallel safe as $$
  select upper ->> 'kind' = lower ->> 'kind'
    and (upper ->> 'period' is not distinct from lower ->> 'period'
      or (lower ->> 'period', upper ->> 'period') in (('D', 'W'), ('D', 'S'), ('D', 'M'), ('S', 'M')))
    and not exists (
      select from jsonb_to_recordset(lower -> 'tiers') l(min_bet bigint, min_result bigint, min_active integer, single_bet bigint, rate integer, profit_rate integer, loss_rate integer)
      where not exists (
        select from jsonb_to_recordset(upper -> 'tiers') u(min_bet bigint, min_result bigint, min_active integer, single_bet bigint, rate integer, profit_rate integer, loss_rate integer)
        where u.min_bet <= l.min_bet and u.min_result <= l.min_result and u.min_active <= l.min_active and u.single_bet <= l.single_bet
          and u.rate >= l.rate + gap and u.profit_rate >= l.profit_rate and u.loss_rate >= l.loss_rate))
$$;

-- The gap is the one of the downline's own version.
create function agent_contract_gap(contract uuid) returns integer language sql stable parallel safe as $$
  select (t.limits ->> 'gap')::integer from agent_contract c join agent_contract_template t on t.id = c.template_id where c.id = contract
$$;

create function agent_contract_fits(upper uuid, lower uuid) returns boolean language sql stable parallel safe as $$
  select agent_terms_fit(agent_contract_terms(upper), agent_contract_terms(lower), agent_contract_gap(lower))
$$;

-- What a contract loses its days to: from a day until one (null: for good) an upline is without it, and so is whoever it gave that kind to, and so on down.
create function agent_contract_chain(in_kind text, of_uplines bigint[], from_days date[], until_days date[])
returns table (id uuid, agent_id bigint, from_day date, until_day date) language sql stable as $$
  with recursive lost (agent_id, id, from_day, until_day) as (
    select l.upline, null::uuid, l.from_day, l.until_day from unnest(of_uplines, from_days, until_days) l(upline, from_day, until_day)
    union
    select c.agent_id, c.id, greatest(c.starts_on, l.from_day), c.ends_on
    from lost l join agent_contract c on c.upline_id = l.agent_id and c.kind = in_kind
    where c.starts_on is not null and (l.until_day is null or c.starts_on < l.until_day) and (c.ends_on is null or c.ends_on > greatest(c.starts_on, l.from_day))
  )
  select l.id, l.agent_id, min(l.from_day), l.until_day from lost l where l.id is not null group by l.id, l.agent_id, l.until_day
$$;

-- A20: active contracts fit. Over each of its days a contract stands below one of its upline's that it fits; nobody has two of a kind on one day; and none stands with
-- the house below an agent who holds that kind.
create view audit_a20 as
with c as (select id, kind, agent_id, upline_id, state, starts_on, ends_on from agent_contract where starts_on is not null and (ends_on is null or ends_on > starts_on))
select 'does not fit' as fault, c.id, u.id as other from c join c u on u.agent_id = c.upline_id and u.kind = c.kind
  where u.starts_on < coalesce(c.ends_on, 'infinity') and c.starts_on < coalesce(u.ends_on, 'infinity') and not agent_contract_fits(u.id, c.id)
union all
select 'begins without its upline', c.id, null from c where c.upline_id is not null and not exists (
  select from c u where u.agent_id = c.upline_id and u.kind = c.kind and u.starts_on <= c.starts_on and c.starts_on < coalesce(u.ends_on, 'infinity'))
union all
select 'outlives its upline', c.id, u.id from c join c u on u.agent_id = c.upline_id and u.kind = c.kind
  where u.starts_on < coalesce(c.ends_on, 'infinity') and c.starts_on < u.ends_on and u.ends_on < coalesce(c.ends_on, 'infinity')
    and not exists (select from c next where next.agent_id = u.agent_id and next.kind = u.kind and next.starts_on = u.ends_on)
union all
select 'two on one day', c.id, d.id from c join c d on d.agent_id = c.agent_id and d.kind = c.kind and d.id > c.id
  where d.starts_on < coalesce(c.ends_on, 'infinity') and c.starts_on < coalesce(d.ends_on, 'infinity')
union all
select 'below a holder', c.id, u.id from c join agent_node n on n.account_id = c.agent_id join c u on u.agent_id = any(n.path) and u.agent_id <> c.agent_id and u.kind = c.kind
  where c.upline_id is null and c.state in ('active', 'endRequested') and u.state in ('active', 'endRequested');
