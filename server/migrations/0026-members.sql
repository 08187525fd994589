-- The office: second factors, staff with several roles that two superadmins decide about, and what officers do about members.

-- owner: core/factors
-- The secret of an authenticator, sealed. It counts once it was confirmed; of the steps of 30 seconds none is taken twice.
create table totp (
  kind text not null check (kind in ('member', 'operator')),
  subject_id bigint not null,
  sealed bytea not null,
  last_step bigint not null default 0,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (kind, subject_id)
);

-- owner: core/factors
-- What opens once where the authenticator is lost; a keyed hash of it.
create table recovery_code (
  kind text not null check (kind in ('member', 'operator')),
  subject_id bigint not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (kind, subject_id, hash)
);

-- owner: core/factors
-- Tries at a second factor, counted before they are looked at: of a quarter of an hour, and of a day.
create table factor_try (
  kind text not null check (kind in ('member', 'operator')),
  subject_id bigint not null,
  count smallint not null default 0,
  since timestamptz not null,
  day_count smallint not null default 0,
  day_since timestamptz not null,
  closed_until timestamptz,
  primary key (kind, subject_id)
);

-- A session of staff that must first enrol a second factor.
alter table session add column factor_missing boolean not null default false;
create index session_ip on session (ip) where kind = 'member';

-- What someone of the staff may do is the union of their roles; `role` stays for the version that runs while this is applied.
alter table operator add column roles text[] not null default '{}';
update operator set roles = array[role];
create function operator_roles() returns trigger language plpgsql as $$
begin
  if cardinality(new.roles) = 0 or (tg_op = 'UPDATE' and new.role <> old.role and new.roles = old.roles) then new.roles := array[new.role]; end if;
  new.role := case when 'superadmin' = any(new.roles) then 'superadmin' else new.roles[1] end;
  return new;
end $$;
create trigger operator_roles before insert or update of role, roles on operator for each row execute function operator_roles();
alter table operator
  add constraint operator_auditor_stands_alone check (not 'auditor' = any(roles) or cardinality(roles) = 1),
  add constraint operator_kyc_is_not_finance check (not roles @> array['kyc', 'finance']);

-- owner: features/operators
-- What one superadmin proposes about the staff and another decides.
create table operator_proposal (
  id uuid primary key,
  kind text not null check (kind in ('create', 'setRoles', 'resetPassword', 'resetFactor', 'reopen')),
  -- Null for someone who has no account yet.
  operator_id bigint,
  name text not null,
  roles text[] not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint operator_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by and decided_by is distinct from operator_id, false))
);
create unique index operator_proposal_open on operator_proposal (kind, lower(name)) where state = 'proposed';
create index operator_proposal_state on operator_proposal (state, id);

-- What was done on the machine itself stands in the chain as operator 0.
create index audit_entry_machine on audit_entry (id) where operator_id = 0;

-- owner: features/members
-- What officers write about a member for each other.
create table member_note (
  id uuid primary key,
  account_id bigint not null,
  text text not null,
  operator_id bigint not null,
  operator_name text not null,
  at timestamptz not null
);
create index member_note_account on member_note (account_id, id desc);
revoke update, delete, truncate on member_note from laro_app;

-- owner: features/members
-- What one officer proposes about a member's account and a second person decides.
create table member_proposal (
  id uuid primary key,
  account_id bigint not null,
  kind text not null check (kind in ('reopen', 'name', 'factor')),
  -- The new verified name.
  name text,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint member_proposal_name check ((kind = 'name') = (name is not null)),
  constraint member_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index member_proposal_open on member_proposal (account_id, kind) where state = 'proposed';
create index member_proposal_state on member_proposal (state, id);
create index member_proposal_account on member_proposal (account_id, id);

-- What officers look for: each filter and each key of the search.
create index account_name_prefix on account ((lower(name) collate "C"));
create index account_type_id on account (type, id desc);
create index account_verification_id on account (verification, id desc);
create index account_ineligible on account (id desc) where eligibility <> 'open';
create index account_restricted on account (id desc) where restrictions <> '{}';
create index account_closed on account (id desc) where closed;
create index payout_account_number on payout_account (number);
create index session_device on session (device) where kind = 'member' and device is not null;
