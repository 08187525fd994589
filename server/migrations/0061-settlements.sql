-- What contracts pay: computed in sets from frozen facts, seen before it is approved, paid once by its natural key. Amounts are minor units.

-- owner: features/settlements
create table settlement_run (
  id uuid primary key,
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
create index settlement_run_newest on settlement_run (starts_on desc, id desc);
revoke delete, truncate on settlement_run from laro_app;

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
-- base; makeup: the agent's own pay below zero. gross of its own rate, owed to the contracts it gave, net = gross - owed + makeup_in, pay = max(0, net).
create table settlement_pay (
  id uuid primary key,
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
  remainder integer not null default 0,
  state text not null check (state in ('computed', 'held', 'approved', 'paid', 'nothing', 'voided')),
  reason text,
  paid_with uuid,
  paid_at timestamptz,
  constraint settlement_pay_adds_up check (pay + makeup_out = gross - owed + makeup_in)
);
create unique index settlement_pay_once on settlement_pay (contract_id, starts_at) where state <> 'voided';
create index settlement_pay_agent on settlement_pay (agent_id, kind, starts_at desc);
create index settlement_pay_upline on settlement_pay (upline_id, kind, starts_at desc);
create index settlement_pay_run on settlement_pay (run_id, id);
create index settlement_pay_waiting on settlement_pay (agent_id) where state = 'approved';
create index settlement_pay_held on settlement_pay (id) where state = 'held';
revoke delete, truncate on settlement_pay from laro_app;
revoke update on settlement_pay from laro_app;
grant update (state, reason, paid_with, paid_at) on settlement_pay to laro_app;

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
