-- Who a member is, what officers decided about it, and what money may do meanwhile.

-- An approval that ran out still lets money leave until this moment.
alter table account add column withdraw_until timestamptz;

alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check check (purpose in ('slip', 'receipt', 'idFront', 'idBack', 'selfie'));

-- owner: core/wallet
-- An officer's freeze: a wallet's status is made of this and of what the account may do, so that neither undoes the other.
create table wallet_freeze (
  account_id bigint primary key,
  at timestamptz not null
);
insert into wallet_freeze (account_id, at) select account_id, now() from wallet where kind = 1 and status = 2;

-- What an account's wallets are open to: 2 no debits, 1 no stakes, 0 all. The market is what the running pack asks for, kept with the settings.
create function wallet_status_of(account bigint) returns smallint language sql stable as $$
  select (case
    when a.eligibility <> 'open' or a.closed or exists (select from wallet_freeze f where f.account_id = a.id) then 2
    when 'play' = any(a.restrictions) then 1
    when a.verification <> 'A' and coalesce((select (s.value ->> 'verifiedOnly')::boolean from setting s where s.key = 'market'), false) then 1
    else 0 end)::smallint
  from account a where a.id = account
$$;

-- owner: features/verifications
-- One attempt of a member to show who they are. The form and what an officer read off the document are sealed; the hashes find the same person again.
create table verification (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint not null,
  state text not null check (state in ('draft', 'submitted', 'askAgain', 'approved', 'refused', 'expired')),
  id_type smallint not null check (id_type between 1 and 20),
  sealed bytea not null,
  printed bytea,
  document_hash bytea,
  person_hash bytea not null,
  front uuid,
  back uuid,
  selfie uuid,
  asked text[] not null default '{}' check (asked <@ array['person', 'front', 'back', 'selfie']),
  reasons text[] not null default '{}',
  note text,
  submitted_at timestamptz,
  due_at timestamptz,
  claimed_by bigint,
  claimed_until timestamptz,
  decided_by bigint,
  second_by bigint,
  decided_at timestamptz,
  reopened boolean not null default false,
  -- What the first of two officers decided about a case that was opened again.
  proposed jsonb,
  looked_up_at timestamptz,
  expires_on date,
  letters smallint not null default 0,
  at timestamptz not null,
  constraint verification_two_persons check (not reopened or state in ('submitted', 'expired') or (second_by is not null and second_by <> decided_by)),
  constraint verification_whole check (state in ('draft', 'askAgain') or (front is not null and back is not null and selfie is not null))
);
create unique index verification_one on verification (account_id) where state in ('draft', 'submitted', 'askAgain', 'approved', 'refused');
create index verification_account on verification (account_id, number desc);
create index verification_queue on verification (state, due_at, number);
create index verification_document on verification (document_hash) where document_hash is not null;
create index verification_person on verification (person_hash);
create index verification_expires on verification (expires_on) where state = 'approved' and expires_on is not null;

-- owner: features/verifications
-- Everything that was ever handed in, also what was asked for again.
create table verification_submission (
  id uuid primary key,
  verification_id uuid not null,
  account_id bigint not null,
  front uuid not null,
  back uuid not null,
  selfie uuid not null,
  at timestamptz not null
);
create index verification_submission_account on verification_submission (account_id, at);
revoke update, delete, truncate on verification_submission from laro_app;

-- owner: features/verifications
-- Another account that looks like the same person, and what two officers say of it.
create table verification_match (
  verification_id uuid not null,
  other_id uuid not null,
  kind text not null check (kind in ('document', 'person')),
  verdict text check (verdict in ('samePerson', 'anotherPerson')),
  proposed_by bigint,
  decided_by bigint,
  at timestamptz not null,
  primary key (verification_id, other_id),
  constraint verification_match_two_persons check (decided_by is null or verdict = 'samePerson' or coalesce(decided_by <> proposed_by, false))
);

-- owner: core/accounts
-- Why an account may not take part, and who cleared it.
create table eligibility_case (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint not null,
  cause text not null check (cause in ('underage', 'barredGroup', 'restrictedList', 'falseIdentity')),
  state text not null default 'open' check (state in ('open', 'cleared')),
  opened_by bigint,
  proposed_by bigint,
  decided_by bigint,
  opened_at timestamptz not null,
  decided_at timestamptz,
  constraint eligibility_two_persons check (state <> 'cleared' or coalesce(decided_by <> proposed_by, false))
);
create unique index eligibility_case_one on eligibility_case (account_id, cause) where state = 'open';
create index eligibility_case_state on eligibility_case (state, number desc);

-- A13: a wallet is open to what its account may do, and to nothing else.
create view audit_a13 as
  select w.id as wallet_id, 'a wallet is open to something else than its account' as fault
  from account a
  cross join lateral (select wallet_status_of(a.id) as due) s
  join wallet w on w.account_id = a.id and w.kind <> 3 and w.status <> s.due;
