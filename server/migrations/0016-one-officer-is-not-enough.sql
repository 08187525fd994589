-- What no officer gives alone: more than was ordered, more than a day's figure in all kinds together. And the bank's statements, which approved transfers are held against.

alter table deposit drop constraint deposit_state_check;
alter table deposit add constraint deposit_state_check check (state in ('pending', 'submitted', 'checked', 'credited', 'failed', 'expired', 'rejected'));
-- Who approved first, where two must; who approved last, null for the provider's word and for what was credited before two were asked for.
alter table deposit
  add column approvals_needed smallint not null default 1 check (approvals_needed in (1, 2)),
  add column checked_by bigint,
  add column approved_by bigint,
  add constraint deposit_two_persons check (
    state <> 'credited' or approved_by is null
    or (approvals_needed = 1 and paid <= amount) or (checked_by is not null and checked_by <> approved_by)
  );

-- owner: features/deposits
-- An officer's word for an amount. Two of one round agree on it; another amount begins a new round, in which an officer counts once again.
create table deposit_approval (
  deposit_id uuid not null,
  round smallint not null,
  operator_id bigint not null,
  operator_name text not null,
  paid bigint not null check (paid > 0),
  reason text not null,
  at timestamptz not null,
  primary key (deposit_id, round, operator_id)
);
revoke update, delete, truncate on deposit_approval from laro_app;

create or replace function deposit_used(owner bigint, since timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(coalesce(paid, amount)), 0)::bigint from deposit
  where account_id = owner and created_at >= since and state in ('pending', 'submitted', 'checked', 'credited')
$$;

-- How many officers a withdrawal needed when this one approved: what its member got on that day counts with it.
alter table withdrawal_approval add column needed smallint not null default 1;

create index deposit_by_officer on deposit (account_id, settled_at) where decided_by is not null and state = 'credited';
create index deposit_checked on deposit (account_id) where state = 'checked';
create index withdrawal_decided on withdrawal (account_id, decided_at) where decided_at is not null;
create index withdrawal_checked on withdrawal (account_id) where state = 'checked';
create index withdrawal_case_returned on withdrawal_case (decided_at) where returned is not null;
create index adjustment_confirmed on adjustment (account_id, decided_at) where state = 'confirmed';

-- What a member got through officers' hands since a moment, or is about to get because a first officer approved it; one order is left out, the one that is asked about.
create function handed_out(owner bigint, since timestamptz, apart uuid) returns bigint language sql stable as $$
  select (
    (select coalesce(sum(paid), 0) from deposit where account_id = owner and decided_by is not null and state = 'credited' and settled_at >= since and id <> apart)
    + (select coalesce(sum(v.paid), 0) from deposit d
       join lateral (select paid from deposit_approval where deposit_id = d.id order by round desc limit 1) v on true
       where d.account_id = owner and d.state = 'checked' and d.id <> apart)
    + (select coalesce(sum(amount), 0) from withdrawal
       where account_id = owner and decided_at >= since and state in ('approved', 'paid', 'received', 'investigating', 'returned') and id <> apart)
    + (select coalesce(sum(amount), 0) from withdrawal where account_id = owner and state = 'checked' and id <> apart)
    + (select coalesce(sum(c.returned), 0) from withdrawal_case c join withdrawal w on w.id = c.withdrawal_id
       where c.returned is not null and c.decided_at >= since and w.account_id = owner)
    + (select coalesce(sum(amount), 0) from adjustment where account_id = owner and state = 'confirmed' and decided_at >= since and amount > 0)
  )::bigint
$$;

-- owner: features/reconciliation
-- A file of the bank as it came. A day is told by one statement; another of the same days takes the place of the first.
create table bank_statement (
  id bigint generated always as identity primary key,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  digest bytea not null,
  content bytea not null,
  lines integer not null,
  total bigint not null,
  imported_by bigint not null,
  imported_name text not null,
  imported_at timestamptz not null,
  replaced_at timestamptz,
  constraint bank_statement_digest check (sha256(content) = digest),
  constraint bank_statement_days exclude using gist (daterange(first_day, last_day, '[]') with &&) where (replaced_at is null)
);
revoke update, delete, truncate on bank_statement from laro_app;
grant update (replaced_at) on bank_statement to laro_app;

-- owner: features/reconciliation
-- What came in on the bank's account. A line counts until its statement is replaced, and belongs to a deposit once it is found.
create table bank_line (
  id uuid primary key,
  statement_id bigint not null,
  line integer not null,
  day date not null,
  reference text not null,
  payer text not null,
  amount bigint not null check (amount > 0),
  counts boolean not null default true,
  deposit_id uuid,
  unique (statement_id, line),
  check (counts or deposit_id is null)
);
create index bank_line_open on bank_line (day) where counts and deposit_id is null;
create index bank_line_deposit on bank_line (deposit_id) where deposit_id is not null;
revoke update, delete, truncate on bank_line from laro_app;
grant update (counts, deposit_id) on bank_line to laro_app;

alter table reconciliation_difference drop constraint reconciliation_difference_flow_check;
alter table reconciliation_difference add constraint reconciliation_difference_flow_check check (flow in ('payment', 'payout', 'transfer'));
