-- Corrections in two hands, the ledger held against the provider's report, and what the rules against money laundering saw.

-- owner: features/adjustments
create table adjustment (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  kind text not null check (kind in ('credit', 'debit', 'reversal')),
  amount bigint not null,
  original uuid,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint adjustment_two_persons check (state <> 'confirmed' or (decided_by is not null and decided_by <> proposed_by)),
  check ((kind = 'reversal') = (original is not null))
);
create index adjustment_state on adjustment (state, number);
create unique index adjustment_reversal on adjustment (original) where original is not null and state <> 'declined';

-- owner: features/reconciliation
create table reconciliation_day (
  day date primary key,
  checked_at timestamptz not null,
  ours_in bigint not null,
  ours_out bigint not null,
  theirs_in bigint not null,
  theirs_out bigint not null
);

-- owner: features/reconciliation
create table reconciliation_difference (
  id bigint generated always as identity primary key,
  day date not null,
  flow text not null check (flow in ('payment', 'payout')),
  kind text not null check (kind in ('missingHere', 'missingThere', 'amount')),
  reference text not null,
  ours bigint,
  theirs bigint,
  explanation text,
  explained_by text,
  explained_at timestamptz,
  unique (flow, reference)
);
create index reconciliation_difference_open on reconciliation_difference (id) where explanation is null;
create index reconciliation_difference_explained on reconciliation_difference (id) where explanation is not null;
create index reconciliation_difference_day on reconciliation_difference (day, id);

-- The same as derivedId of platform/ids.ts: what a line was posted for is found from either end.
create function derived_id(variadic parts text[]) returns uuid language sql stable as $$
  select encode(set_byte(set_byte(h.hash, 6, (get_byte(h.hash, 6) & 15) | 128), 8, (get_byte(h.hash, 8) & 63) | 128), 'hex')::uuid
  from (select substring(sha256(convert_to(array_to_json(parts)::text, 'UTF8')) for 16) as hash) h
$$;

-- The lines against the provider's two accounts, by time: no bet is in it, so it costs the hot path nothing.
create index transfer_psp on transfer (at) where contra in (-101, -102);

-- owner: features/aml
create table aml_alert (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  rule text not null check (rule in ('large', 'structuring', 'passThrough')),
  rule_version integer not null,
  day date not null,
  amount bigint not null,
  figures jsonb not null,
  state text not null default 'open' check (state in ('open', 'case', 'closed')),
  due_on date not null,
  opened_at timestamptz not null,
  decided_by text,
  reason text,
  closed_at timestamptz,
  unique (account_id, rule, day)
);
create index aml_alert_state on aml_alert (state, due_on, number);
