-- owner: features/identities
-- A sign-in under way at a foreign provider: what shows that its answer belongs to this browser, and then who the provider says it is.
create table social_attempt (
  state bytea primary key,
  provider text not null check (provider in ('google', 'facebook')),
  device bytea not null,
  verifier text not null,
  nonce text not null,
  ticket bytea unique,
  subject text,
  label text,
  expires_at timestamptz not null,
  check ((ticket is null) = (subject is null))
);
create index social_attempt_expires on social_attempt (expires_at);

-- owner: features/identities
-- An account's sign-ins elsewhere: who they are there is a provider and its own name for them, never an e-mail address.
create table identity (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  account_id bigint not null references account (id),
  label text not null,
  at timestamptz not null,
  last_at timestamptz not null,
  primary key (provider, subject),
  unique (account_id, provider)
);
