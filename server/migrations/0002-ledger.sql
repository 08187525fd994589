-- owner: core/wallet
-- The far side of every journal line. No balance is kept here: a row for the house would serialise every bet.
create table system_account (
  id bigint primary key check (id < 0),
  code text not null unique
);
insert into system_account values
  (-1, 'house:DICE'), (-2, 'house:MANGO_RUSH'),
  (-101, 'psp:deposit'), (-102, 'psp:payout'),
  (-201, 'transit:withdrawal'),
  (-301, 'adjustment');
revoke insert, update, delete on system_account from laro_app;

-- owner: core/wallet
-- kind: 1 main, 2 bonus, 3 locked. status: 0 open, 1 no stakes, 2 no debits at all; wins and refunds always pay.
-- stake_left and loss_left are what the player's limits still allow until left_until; null means no such limit.
create table wallet (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  kind smallint not null,
  currency text not null,
  status smallint not null default 0,
  balance bigint not null default 0 constraint wallet_never_negative check (balance >= 0),
  seq bigint not null default 0,
  seed_id bigint,
  nonce bigint not null default 0,
  limited boolean not null default false,
  stake_left bigint,
  loss_left bigint,
  left_until timestamptz
) with (fillfactor = 60);
create unique index wallet_account on wallet (account_id, kind);

-- owner: core/wallet
-- One row, two legs: the wallet's line and its contra account. amount is signed from the wallet's side.
create table transfer (
  wallet_id bigint not null,
  seq bigint not null,
  ref uuid not null,
  contra bigint not null,
  amount bigint not null constraint transfer_moves_something check (amount <> 0),
  kind smallint not null,
  round_id uuid,
  balance_after bigint not null,
  at timestamptz not null,
  primary key (wallet_id, seq)
);
revoke update, delete, truncate on transfer from laro_app;
create index transfer_at on transfer using brin (at);

-- owner: core/wallet
create table round (
  wallet_id bigint not null,
  id uuid not null,
  game_id integer not null,
  stake bigint not null,
  win bigint not null,
  status smallint not null,
  seed_id bigint,
  nonce bigint,
  detail jsonb,
  at timestamptz not null,
  primary key (wallet_id, id)
);
revoke update, delete, truncate on round from laro_app;
create index round_at on round using brin (at);

-- owner: core/wallet
create table idempotency (
  ref uuid primary key,
  wallet_id bigint not null,
  digest bigint not null,
  round_id uuid,
  balance_after bigint not null,
  at timestamptz not null
);
revoke update, delete, truncate on idempotency from laro_app;

-- owner: core/wallet
create table reversal (
  original_ref uuid primary key,
  ref uuid not null unique,
  at timestamptz not null
);
revoke update, delete, truncate on reversal from laro_app;

-- owner: core/wallet
create table seed (
  id bigint generated always as identity primary key,
  wallet_id bigint not null,
  server_seed bytea not null,
  server_seed_hash bytea not null,
  client_seed text not null,
  rounds bigint,
  created_at timestamptz not null,
  revealed_at timestamptz
);
create index seed_wallet on seed (wallet_id, id);

-- owner: core/limits
create table play_limit (
  account_id bigint not null,
  kind text not null check (kind in ('loss', 'stake')),
  period text not null check (period in ('day', 'week', 'month')),
  amount bigint,
  next_amount bigint,
  next_from timestamptz,
  updated_at timestamptz not null,
  primary key (account_id, kind, period)
);

-- The least UUID of version 7 made at a moment: rounds of a time span are a range of the primary key.
create function uuid_floor(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- When the running day, week (from Monday) or month began in the pack's time zone.
create function period_start(at timestamptz, period text, zone text) returns timestamptz language sql stable as $$
  select date_trunc(period, at at time zone zone) at time zone zone
$$;

create function limit_used(of_wallet bigint, limit_kind text, since timestamptz) returns bigint language sql stable as $$
  select coalesce(case when limit_kind = 'stake' then sum(stake) else sum(stake - win) end, 0)::bigint
  from round where wallet_id = of_wallet and id >= uuid_floor(since)
$$;

-- What the player's limits still allow. The answer holds until the next midnight or the next change of a limit, whichever is first.
create function ledger_refresh_limits(of_wallet bigint, in_at timestamptz, zone text) returns void language plpgsql as $$
declare
  owner bigint := (select account_id from wallet where id = of_wallet);
  stake_room bigint; loss_room bigint; until timestamptz; any_limit boolean;
begin
  select min(case when l.kind = 'stake' then greatest(l.cap - limit_used(of_wallet, 'stake', l.since), 0) end),
         min(case when l.kind = 'loss' then greatest(l.cap - limit_used(of_wallet, 'loss', l.since), 0) end),
         min(l.changes), count(*) > 0
    into stake_room, loss_room, until, any_limit
  from (
    select p.kind, case when p.next_from <= in_at then p.next_amount else p.amount end as cap,
           case when p.next_from > in_at then p.next_from end as changes, period_start(in_at, p.period, zone) as since
    from play_limit p where p.account_id = owner
  ) l where l.cap is not null or l.changes is not null;
  update wallet set limited = any_limit, stake_left = stake_room, loss_left = loss_room,
         left_until = least(until, period_start(in_at, 'day', zone) + interval '1 day')
   where id = of_wallet;
end $$;
