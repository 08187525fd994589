-- owner: core/dispatches
-- Every letter that leaves us, by telephone or e-mail. Whom it goes to and what it says are sealed.
create table dispatch (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  template text not null,
  account_id bigint,
  target bytea not null,
  masked text not null,
  content bytea not null,
  language text not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'expired')),
  attempts smallint not null default 0,
  -- What the provider calls it and what it took, in minor units.
  reference text,
  cost bigint,
  -- The provider's words where it was not taken.
  fault text,
  created_at timestamptz not null,
  sent_at timestamptz,
  expires_at timestamptz not null
);
create index dispatch_channel on dispatch (channel, id desc);
create index dispatch_state on dispatch (state, id desc);
create index dispatch_created on dispatch (created_at);

-- owner: core/codes
-- A code somebody shall repeat: a keyed hash of it, bound to what it is for, whom it went to and the browser that asked. One that nobody was sent looks like any other.
create table code (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'login', 'recovery', 'contact', 'challenge')),
  target bytea not null,
  device bytea not null,
  account_id bigint,
  hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a newer one took its place.
  ended_at timestamptz,
  used_at timestamptz
);
create index code_target on code (target, purpose, id desc);
create index code_expires on code (expires_at);

-- owner: core/codes
-- How much was sent to whom and for whom since when; the key names what is counted and over how long.
create table code_budget (
  key text primary key,
  used bigint not null,
  since timestamptz not null,
  until timestamptz not null
);
create index code_budget_until on code_budget (until);
