-- How a session came to be, from where, and how sure we are who holds it.
alter table session
  add column device bytea,
  add column country text,
  add column agent text,
  add column method text not null default 'password' check (method in ('password', 'sms', 'remembered', 'social', 'passkey', 'register', 'recovery', 'trial', 'handOver')),
  add column factor text,
  add column proved_at timestamptz,
  add column limited_until timestamptz,
  add column ended_by text;

-- An account may have no password: a trial, or one that enters through a provider.
alter table account
  alter column password_hash drop not null,
  add column venue_id bigint,
  add column avatar smallint not null default 1 check (avatar between 1 and 24),
  add column factor_when text not null default 'newIp' check (factor_when in ('newIp', 'always', 'off')),
  add column eligibility text not null default 'open' check (eligibility in ('open', 'ineligible')),
  add column restrictions text[] not null default '{}' check (restrictions <@ array['deposit', 'play', 'withdraw', 'transfer', 'bonus']),
  add column rest_from timestamptz,
  add column rest_until timestamptz,
  add column rest_cause text,
  add column closing_at timestamptz,
  add column erased_at timestamptz;

-- owner: core/contacts
-- A telephone number or an e-mail address: sealed, with a keyed hash to find it by. Only who verified one owns it.
create table account_contact (
  account_id bigint not null,
  kind text not null check (kind in ('phone', 'email')),
  sealed bytea not null,
  hash bytea not null,
  masked text not null,
  verified_at timestamptz,
  at timestamptz not null,
  primary key (account_id, kind)
);
create unique index account_contact_verified on account_contact (kind, hash) where verified_at is not null;
create index account_contact_hash on account_contact (hash);

-- owner: core/accounts
-- What a member agreed to and took back, as it happened.
create table consent (
  id uuid primary key,
  account_id bigint not null,
  kind text not null check (kind in ('terms', 'privacy', 'declaration', 'marketingEmail', 'marketingSms')),
  version text not null,
  given boolean not null,
  address text not null,
  at timestamptz not null
);
create index consent_account on consent (account_id, kind, at desc);
revoke update, delete on consent from laro_app;

-- How many failed without one that was right between them, and when the last was looked at.
alter table login_failure add column streak integer not null default 0, add column last_at timestamptz;
create index login_failure_since on login_failure (since);

-- owner: core/devices
-- The browsers an account has entered from; a device is the hash of a cookie.
create table account_device (
  account_id bigint not null,
  device bytea not null,
  agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Until when no second factor is asked for on it, because its owner said so.
  trusted_until timestamptz,
  -- Since when it has entered by a weak factor alone.
  weak_since timestamptz,
  primary key (account_id, device)
);
create index account_device_device on account_device (device);

-- owner: core/devices
-- The addresses an account has fully entered from: /32 of version 4, /64 of version 6.
create table account_address (
  account_id bigint not null,
  address text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, address)
);
create index account_address_address on account_address (address);

-- owner: core/sessions
-- A login that waits for its second factor, named by the hash of a cookie.
create table challenge (
  hash bytea primary key,
  account_id bigint not null,
  entry text not null check (entry in ('player', 'agent')),
  -- How the login began, which decides what may finish it.
  first text not null,
  tries smallint not null default 0,
  must_change_password boolean not null,
  password_expired boolean not null,
  remember boolean not null,
  device bytea not null,
  address text not null,
  expires_at timestamptz not null
);
create index challenge_account on challenge (account_id);
create index challenge_expires on challenge (expires_at);

-- owner: core/sessions
-- "Remember me": each opens a session once; a second use of one says that somebody has a copy.
create table remember_token (
  selector bytea primary key,
  account_id bigint not null,
  device bytea not null,
  hash bytea not null,
  spent_at timestamptz,
  expires_at timestamptz not null
);
create index remember_token_account on remember_token (account_id);
create index remember_token_expires on remember_token (expires_at);

-- owner: core/sessions
-- Every way in that was tried, for its owner to look at.
create table login_event (
  id uuid primary key,
  kind text not null check (kind in ('member', 'operator')),
  subject_id bigint not null,
  outcome text not null,
  method text not null,
  factor text,
  address text not null,
  country text,
  device bytea,
  agent text not null,
  at timestamptz not null
);
create index login_event_subject on login_event (kind, subject_id, id desc);
create index login_event_at on login_event (at);
