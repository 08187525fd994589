-- Pictures, turnover line by line, bonuses, bank transfers, withdrawals in two hands and their cases, transfers between wallets and members.

insert into system_account values
  (-202, 'transit:fund'), (-203, 'transit:member'), (-204, 'transit:bonus'),
  (-302, 'promotion'), (-303, 'fees');

-- owner: core/images
-- A picture a member handed in: re-encoded, sealed with a key of its own, which is sealed with the data key.
create table image (
  id uuid primary key,
  account_id bigint not null,
  purpose text not null check (purpose in ('slip', 'receipt')),
  sealed bytea not null,
  sealed_key bytea not null,
  at timestamptz not null
);
revoke update, delete, truncate on image from laro_app;

-- owner: core/turnover
-- What must be staked before money leaves. Lines stand one behind the other on the wallet's counter of stakes, so what is played fills the oldest first.
create table turnover (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  source text not null check (source in ('deposit', 'bonus', 'adjustment')),
  source_id uuid not null,
  needed bigint not null check (needed >= 0),
  from_staked bigint not null,
  until_staked bigint not null,
  at timestamptz not null,
  unique (source, source_id),
  check (until_staked = from_staked + needed)
);
create index turnover_open on turnover (account_id, until_staked);

insert into turnover (account_id, source, source_id, needed, from_staked, until_staked, at)
select d.account_id, 'deposit', d.id, d.paid, 0, d.paid, d.settled_at from deposit d where d.state = 'credited' and d.paid is not null order by d.number;
-- Lines of old deposits begin one behind the other.
update turnover t set from_staked = s.before, until_staked = s.before + t.needed
from (select id, coalesce(sum(needed) over (partition by account_id order by id rows between unbounded preceding and 1 preceding), 0) as before from turnover) s where s.id = t.id;

alter table deposit drop constraint deposit_state_check;
alter table deposit add constraint deposit_state_check check (state in ('pending', 'submitted', 'credited', 'failed', 'expired', 'rejected'));
alter table deposit add column bonus_code text, add column slip_id uuid, add column receiving_account jsonb, add column decided_by text, add column reason text;
create index deposit_state on deposit (state, number);
create index deposit_settled on deposit (settled_at) where settled_at is not null;
create index webhook_event_fault on webhook_event (id) where fault is not null;

-- owner: core/bonuses
create table bonus (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  code text not null,
  deposit_id uuid not null unique,
  amount bigint not null check (amount > 0),
  state text not null default 'active' check (state in ('active', 'released', 'forfeited', 'expired')),
  at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index bonus_account on bonus (account_id, number);
create index bonus_active on bonus (expires_at) where state = 'active';
-- One at a time, whoever grants.
create unique index bonus_one_active on bonus (account_id) where state = 'active';

alter table withdrawal drop constraint withdrawal_state_check;
alter table withdrawal add constraint withdrawal_state_check
  check (state in ('pending', 'checked', 'approved', 'paid', 'received', 'investigating', 'returned', 'rejected', 'failed'));
alter table withdrawal
  add column fee bigint not null default 0 check (fee >= 0 and fee < amount),
  add column risks jsonb not null default '[]',
  add column approvals_needed smallint not null default 1 check (approvals_needed in (1, 2)),
  add column forced boolean not null default false,
  add column reminded_at timestamptz,
  add column disputable_until timestamptz;
update withdrawal set disputable_until = paid_at + interval '30 days' where paid_at is not null;
create index withdrawal_account_created on withdrawal (account_id, created_at);

-- owner: features/withdrawals
-- One officer counts once: the second approval can only be another's.
create table withdrawal_approval (
  withdrawal_id uuid not null,
  operator_id bigint not null,
  operator_name text not null,
  reason text not null,
  at timestamptz not null,
  primary key (withdrawal_id, operator_id)
);
revoke update, delete, truncate on withdrawal_approval from laro_app;

-- owner: features/withdrawals
create table withdrawal_case (
  withdrawal_id uuid primary key,
  answer text not null check (answer in ('notReceived', 'partlyReceived')),
  remaining bigint not null check (remaining > 0),
  opened_at timestamptz not null,
  proposed_amount bigint check (proposed_amount > 0),
  proposed_by bigint,
  proposed_name text,
  proposed_reason text,
  proposed_at timestamptz,
  decided_by bigint,
  decided_name text,
  decided_reason text,
  decided_at timestamptz,
  returned bigint,
  constraint withdrawal_case_two_persons check (returned is null or (decided_by is not null and proposed_by is not null and decided_by <> proposed_by))
);

-- owner: features/withdrawals
create table withdrawal_proof (
  withdrawal_id uuid not null,
  image_id uuid primary key,
  at timestamptz not null
);
create index withdrawal_proof_of on withdrawal_proof (withdrawal_id);
revoke update, delete, truncate on withdrawal_proof from laro_app;

create or replace view audit_a8 as
  select w.account_id, w.balance as held, coalesce(o.waiting, 0) as waiting, 'held money is not what waits to be paid' as fault
  from wallet w left join (select account_id, sum(amount) as waiting from withdrawal where state in ('pending', 'checked', 'approved') group by account_id) o on o.account_id = w.account_id
  where w.kind = 3 and w.balance <> coalesce(o.waiting, 0);

-- A10: bonus wallets hold exactly the bonuses that are active.
create view audit_a10 as
  select w.account_id, w.balance as held, coalesce(b.active, 0) as active, 'the bonus wallet is not what its bonuses say' as fault
  from wallet w left join (select account_id, sum(amount) as active from bonus where state = 'active' group by account_id) b on b.account_id = w.account_id
  where w.kind = 2 and w.balance <> coalesce(b.active, 0);

-- owner: features/transfers
create table member_transfer (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  from_account bigint not null,
  to_account bigint not null check (to_account <> from_account),
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index member_transfer_from on member_transfer (from_account, number);
create index member_transfer_to on member_transfer (to_account, number);
revoke update, delete, truncate on member_transfer from laro_app;
