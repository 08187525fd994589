-- Signals: what rules found in what members and agents do, for officers to look at; and the accreditation of agents where the market asks for one.

-- owner: features/signals
-- What a rule saw about an account, once for a rule and a key; the key says what would be the same again. It grows while nobody decided it. holds: while nobody decided it,
-- the account is paid no commission. subjects: the accounts it is about besides. seen: an officer looks into it; acted: something was done about it.
create table signal (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  rule text not null,
  rule_version smallint not null,
  key text not null,
  account_id bigint not null,
  subjects bigint[] not null,
  figures jsonb not null,
  day date not null,
  holds boolean not null,
  state text not null default 'open' check (state in ('open', 'seen', 'dismissed', 'acted')),
  opened_at timestamptz not null,
  seen_by text,
  seen_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  reason text,
  unique (rule, key),
  constraint signal_decided check (state not in ('dismissed', 'acted') or (decided_by is not null and decided_at is not null and reason is not null))
);
create index signal_state on signal (state, holds, number);
create index signal_rule on signal (rule, state, holds, number);
create index signal_account on signal (account_id, state, holds, number);
create index signal_holding on signal (account_id) where holds and state in ('open', 'seen');
revoke delete, truncate on signal from laro_app;
revoke update on signal from laro_app;
grant update (rule_version, subjects, figures, state, seen_by, seen_at, decided_by, decided_at, reason) on signal to laro_app;

-- owner: features/signals
-- Up to where a rule has looked: a moment, or the end of the last day that was frozen then.
create table signal_look (
  rule text primary key,
  upto timestamptz not null
);

-- What changed since a rule looked last.
create index account_device_last on account_device (last_at);
create index account_address_last on account_address (last_at);
create index payout_account_created on payout_account (created_at);
create index agent_node_joined on agent_node (joined_at);
create index verification_decided on verification (decided_at) where state = 'approved';
create index account_verified_name on account (lower(verified_name)) where verified_name is not null;

-- owner: core/agents
-- An agent's accreditation by the regulator. inForce: until ends_at, the end of expires_on; two officers put it in force, one ends it. letters: how many told of its end.
create table agent_accreditation (
  id uuid primary key,
  number bigint generated always as identity unique,
  agent_id bigint not null,
  code text not null,
  expires_on date not null,
  ends_at timestamptz not null,
  letters smallint not null default 0,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'inForce', 'declined', 'over')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  -- Why it is over: another took its place, its day came, or an officer ended it.
  ended_name text,
  end_reason text,
  ended_at timestamptz,
  constraint agent_accreditation_two_persons check (state not in ('inForce', 'over') or coalesce(decided_by <> proposed_by, false))
);
create unique index agent_accreditation_in_force on agent_accreditation (agent_id) where state = 'inForce';
create unique index agent_accreditation_code on agent_accreditation (lower(code)) where state = 'inForce';
create unique index agent_accreditation_open on agent_accreditation (agent_id) where state = 'proposed';
create index agent_accreditation_agent on agent_accreditation (agent_id, number);
create index agent_accreditation_state on agent_accreditation (state, number);
create index agent_accreditation_ends on agent_accreditation (ends_at) where state = 'inForce';
revoke delete, truncate on agent_accreditation from laro_app;
revoke update on agent_accreditation from laro_app;
grant update (letters, state, decided_by, decided_name, decision, decided_at, ended_name, end_reason, ended_at) on agent_accreditation to laro_app;
