-- owner: core/sessions
-- A member's passkeys: what verifies one, and how often it says it was used.
create table passkey (
  id uuid primary key,
  account_id bigint not null,
  credential bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_account on passkey (account_id, id);

-- Which passkey a session showed.
alter table session add column passkey uuid;
