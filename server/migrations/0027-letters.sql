-- What became of a letter after it was sent, and how much of what is sent is used.
alter table dispatch
  -- Country and first digits of a number, which the numbers of a farm share.
  add column prefix text,
  -- When the code in it was used.
  add column used_at timestamptz,
  -- When the provider said what became of it.
  add column reported_at timestamptz,
  -- The first of those that were sent again.
  add column again_of uuid,
  -- What it was written for, where it is written once.
  add column source text unique;
create index dispatch_prefix on dispatch (prefix, created_at) where prefix is not null;
create index dispatch_again on dispatch (again_of) where again_of is not null;

alter table code
  add column dispatch_id uuid,
  add column channel text not null default 'sms' check (channel in ('sms', 'email'));
create index code_device on code (device);
create index code_dispatch on code (dispatch_id) where dispatch_id is not null;

-- owner: core/codes
-- What officers are told of codes: the day's money runs out, or a prefix was closed because hardly a code sent to it came back.
create table code_alert (
  id uuid primary key,
  kind text not null check (kind in ('money', 'prefix')),
  -- The prefix; empty for the whole site.
  subject text not null,
  sent bigint not null,
  used bigint not null,
  -- In minor units; of the day's money alone.
  spent bigint not null default 0,
  maximum bigint not null default 0,
  at timestamptz not null,
  -- Until when it holds.
  until timestamptz not null
);
create index code_alert_subject on code_alert (kind, subject, until);
