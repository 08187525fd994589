-- owner: features/deposits
create table deposit (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  method text not null,
  amount bigint not null check (amount > 0),
  paid bigint check (paid > 0),
  state text not null default 'pending' check (state in ('pending', 'credited', 'failed', 'expired')),
  provider_ref text unique,
  qr_payload text,
  pay_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create index deposit_account on deposit (account_id, number);
create index deposit_pending on deposit (expires_at) where state = 'pending';

-- owner: features/payoutAccounts
create table payout_account (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  bank text not null,
  holder text not null,
  number text not null,
  created_at timestamptz not null,
  unique (account_id, bank, number)
);

-- owner: features/withdrawals
create table withdrawal (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  payout_account_id bigint not null,
  amount bigint not null check (amount > 0),
  state text not null default 'pending' check (state in ('pending', 'approved', 'paid', 'received', 'rejected', 'failed')),
  reason text,
  decided_by text,
  provider_ref text unique,
  created_at timestamptz not null,
  decided_at timestamptz,
  paid_at timestamptz,
  received_by timestamptz,
  closed_at timestamptz
);
create index withdrawal_account on withdrawal (account_id, number);
create index withdrawal_state on withdrawal (state, number);
create index withdrawal_waiting on withdrawal (received_by) where state = 'paid';
create index withdrawal_paid on withdrawal (paid_at) where paid_at is not null;

-- owner: features/messages
create table message (
  id uuid primary key,
  account_id bigint not null,
  source text not null,
  template text not null,
  "values" jsonb not null,
  read_at timestamptz,
  at timestamptz not null,
  unique (account_id, source)
);
create index message_account on message (account_id, id);
create index message_unread on message (account_id) where read_at is null;

-- owner: core/payments
-- What foreign parties sent and we took, once each, or refused.
create table webhook_event (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text,
  accepted boolean not null,
  fault text,
  body jsonb,
  at timestamptz not null
);
create unique index webhook_event_once on webhook_event (provider, event_id) where accepted;

-- Money held for withdrawals that wait is exactly what the locked wallets hold.
create view audit_a8 as
  select w.account_id, w.balance as held, coalesce(o.waiting, 0) as waiting, 'held money is not what waits to be paid' as fault
  from wallet w left join (select account_id, sum(amount) as waiting from withdrawal where state in ('pending', 'approved') group by account_id) o on o.account_id = w.account_id
  where w.kind = 3 and w.balance <> coalesce(o.waiting, 0);

-- owner: features/games
-- Rounds of the last day by game, counted by a job: what the popularity index is made of.
create table game_popularity (
  game_id integer primary key,
  rounds bigint not null,
  counted_at timestamptz not null
);
