-- An operator's first password is given once and must be changed.
alter table operator
  add column must_change_password boolean not null default false,
  add column password_changed_at timestamptz;

-- What an entry of the chain tells: a command that was carried out, unless it says otherwise, as all older entries do not.
alter table audit_entry
  add column kind text not null default 'command' check (kind in ('command', 'begun', 'refused', 'read', 'download', 'login')),
  add column code text;
create index audit_entry_kind on audit_entry (kind, id);
create index audit_entry_login on audit_entry (operator_id, id) where kind = 'login';

-- owner: core/payments
-- Refused messages that nobody we know signed just now: anyone can send them, so they are counted by sender and minute, with one sample.
create table unsigned_message (
  minute timestamptz not null,
  address text not null,
  count bigint not null check (count > 0),
  fault text not null,
  sample bytea not null,
  primary key (minute, address)
);

-- What anyone could send no longer stands among what the provider signed.
drop index webhook_event_fault;
create index webhook_event_fault on webhook_event (id) where fault is not null and fault not in ('webhooks.signature_wrong', 'webhooks.too_old');
