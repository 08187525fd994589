-- owner: core/contacts
-- A contact that another took the place of: until then its owner may stop that, and a forgotten password is still asked for by it.
create table contact_change (
  account_id bigint not null,
  kind text not null check (kind in ('phone', 'email')),
  sealed bytea not null,
  hash bytea not null,
  masked text not null,
  verified_at timestamptz not null,
  -- The hash of the code that stops it.
  code_hash bytea not null,
  at timestamptz not null,
  until timestamptz not null,
  primary key (account_id, kind)
);
create unique index contact_change_code on contact_change (code_hash);
create index contact_change_hash on contact_change (kind, hash);
create index contact_change_until on contact_change (until);
