-- The role every process works as: it may read and add, and changes only what a rule changes. The journal is append-only for it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'laro_app') then create role laro_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin execute format('grant laro_app to %I', current_user); exception when others then if not pg_has_role(current_user, 'laro_app', 'member') then raise; end if; end $$;
grant usage on schema public to laro_app;
alter default privileges in schema public grant select, insert, update, delete on tables to laro_app;
alter default privileges in schema public grant usage, select on sequences to laro_app;
alter default privileges in schema public grant execute on functions to laro_app;

-- owner: core/accounts
create table account (
  id bigint generated always as identity (start with 1001) primary key,
  name text not null,
  nickname text not null,
  type smallint not null default 0 check (type in (0, 1, 2, 41, 42, 4)),
  password_hash text not null,
  payment_password_hash text,
  payment_password_tries smallint not null default 0,
  payment_password_locked_until timestamptz,
  must_change_password boolean not null default false,
  password_changed_at timestamptz not null,
  verification text not null default 'N' check (verification in ('N', 'P', 'A', 'R')),
  verified_name text,
  closed boolean not null default false,
  language text not null default 'EN',
  profile jsonb not null default '{}',
  created_at timestamptz not null
);
create unique index account_name on account (lower(name));

-- owner: core/accounts
create table operator (
  id bigint generated always as identity primary key,
  name text not null,
  role text not null,
  password_hash text not null,
  closed boolean not null default false,
  created_at timestamptz not null
);
create unique index operator_name on operator (lower(name));

-- owner: core/sessions
create table session (
  token_hash bytea primary key,
  kind text not null check (kind in ('member', 'operator')),
  subject_id bigint not null,
  must_change_password boolean not null,
  ip text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);
create index session_subject on session (kind, subject_id) where ended_at is null;

-- owner: core/sessions
-- Who has ever been logged in: the first-login action fires once, however many devices enter at once.
create table first_login (
  account_id bigint primary key,
  at timestamptz not null
);

-- owner: core/sessions
create table login_failure (
  key text primary key,
  count integer not null,
  since timestamptz not null
);

-- owner: core/sessions
create table once (
  key text primary key,
  expires_at timestamptz not null
);
create index once_expires on once (expires_at);

-- owner: core/sessions
create table live_ticket (
  ticket_hash bytea primary key,
  kind text not null,
  subject_id bigint not null,
  token_hash bytea not null,
  expires_at timestamptz not null
);

-- owner: core/sessions
create table captcha (
  key uuid primary key,
  answer text not null,
  expires_at timestamptz not null
);

-- owner: core/settings
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- owner: core/agents
create table agent_node (
  account_id bigint primary key,
  parent_id bigint,
  path bigint[] not null,
  invitation_code text unique,
  joined_at timestamptz not null
);
create index agent_node_path on agent_node using gin (path);

-- owner: core/audit
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator_id bigint not null,
  operator_name text not null,
  endpoint text not null,
  input jsonb not null,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null
);
revoke update, delete on audit_entry from laro_app;

-- owner: platform
create table command_receipt (
  actor text not null,
  request_id uuid not null,
  endpoint text not null,
  digest bytea not null,
  answer jsonb,
  at timestamptz not null,
  primary key (actor, request_id)
);
