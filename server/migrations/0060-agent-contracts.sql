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
  constraint agent_contract_template_two_persons check (state <> 'published' or coalesce(decided_by <> proposed_by, false))
);
create index agent_contract_template_kind on agent_contract_template (kind, id);
revoke delete, truncate on agent_contract_template from laro_app;
revoke update on agent_contract_template from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on agent_contract_template to laro_app;

-- owner: features/agentContracts
-- Between an agent, who is paid, and its upline: its direct parent, or null for the house. Terms never change: a change is a new contract. period: D day, W week from
-- Monday, S half a month, M month, H hour, null for real-time. It counts the days in [starts_on, ends_on). superseded: a new contract of the pair began; cascaded: its
-- upline's contract changed or ended, or a move; cause: the words or the contract that ended it.
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
  constraint agent_contract_period check ((kind = 'realTime') = (period is null) and (kind = 'hourly') = (coalesce(period, '') = 'H')),
  constraint agent_contract_active_starts check (state in ('offered', 'rejected', 'withdrawn', 'lapsed') or starts_on is not null),
  constraint agent_contract_ended_ends check (state not in ('superseded', 'cascaded', 'terminated') or ends_on is not null)
);
create index agent_contract_earning on agent_contract (kind, starts_on, ends_on) where starts_on is not null;
create unique index agent_contract_request on agent_contract (agent_id, kind) where state = 'offered';
create index agent_contract_upline on agent_contract (upline_id, kind, id);
create index agent_contract_agent on agent_contract (agent_id, kind, id);
create index agent_contract_offered on agent_contract (offered_at) where state = 'offered';
revoke delete, truncate on agent_contract from laro_app;
revoke update on agent_contract from laro_app;
grant update (state, starts_on, ends_on, cause, end_asked_by, end_asked_at, end_reason, answered_at) on agent_contract to laro_app;

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
