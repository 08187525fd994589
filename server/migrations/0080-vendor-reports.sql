-- Vendors' own reports beside our books: the payment provider becomes one party among many. What vendors' games return, and rounds that two officers end.

-- The tables of the payment provider stay as they are under their names, as the part of that party: a version that still runs goes on with them and sees nothing else.
alter table reconciliation_day
  add column party text not null default 'psp', add column state text not null default 'checked', add column is_cut boolean not null default false;

-- owner: features/reconciliation
-- A day of a party's report held against our books. For a vendor, in is staked and out is won. state: `missing` where the party told nothing. is_cut: it told more
-- differences than are listed.
create table party_day (
  party text not null default 'psp',
  day date not null,
  checked_at timestamptz not null,
  ours_in bigint not null,
  ours_out bigint not null,
  theirs_in bigint not null,
  theirs_out bigint not null,
  state text not null default 'checked',
  is_cut boolean not null default false,
  unique (party, day)
) partition by list (party);
alter table party_day attach partition reconciliation_day for values in ('psp');
-- owner: features/reconciliation
create table vendor_report_day partition of party_day default;
alter table vendor_report_day add constraint vendor_report_day_state check (state in ('checked', 'missing'));
revoke delete, truncate on party_day, vendor_report_day from laro_app;

create sequence party_difference_id;
select setval('party_difference_id', (select coalesce(max(id), 0) + 1 from reconciliation_difference), false);
alter table reconciliation_difference alter column id drop identity;
alter table reconciliation_difference alter column id set default nextval('party_difference_id'),
  add column party text not null default 'psp', add column player text not null default '', add column said text;

-- owner: features/reconciliation
-- What a party and our books tell differently, each once. player: whose it is, by the party's name of a member, because vendors repeat ids between players; empty at the
-- payment provider. said: what the amounts do not tell: the other day, the other player, the amount with its fraction.
create table party_difference (
  id bigint not null default nextval('party_difference_id'),
  party text not null default 'psp',
  day date not null,
  flow text not null,
  kind text not null,
  player text not null default '',
  reference text not null,
  ours bigint,
  theirs bigint,
  said text,
  explanation text,
  explained_by text,
  explained_at timestamptz,
  unique (party, flow, player, reference)
) partition by list (party);
alter table party_difference attach partition reconciliation_difference for values in ('psp');
-- owner: features/reconciliation
create table vendor_difference partition of party_difference default;
alter table vendor_difference add primary key (id),
  add constraint vendor_difference_flow check (flow in ('stake', 'win', 'rollback', 'prize')),
  add constraint vendor_difference_kind check (kind in ('missingHere', 'missingThere', 'amount', 'otherPlayer', 'otherDay', 'fraction', 'receivable'));
create index party_difference_open on party_difference (id) where explanation is null;
create index party_difference_explained on party_difference (id) where explanation is not null;
create index party_difference_party on party_difference (party, day, id);

-- owner: features/reconciliation
-- Our books of a vendor's day by its players, while they are held against its report: what moved, and the sum of the entries' digests. run: whose they are; they go with it.
create table vendor_book (
  run uuid not null,
  party text not null,
  player text collate "C" not null,
  wallet_id bigint not null,
  entries bigint not null,
  stake numeric not null,
  win numeric not null,
  rollback numeric not null,
  prize numeric not null,
  digest numeric not null,
  primary key (run, party, player)
);

-- What an entry counts for in a book: the first 64 bits of the SHA-256 of its player, flow, id and amount, each on a line. Sums of them are alike only where the sets are,
-- whatever the amounts add up to.
create function vendor_digest(player text, flow text, id text, amount bigint) returns bigint language sql stable parallel safe as $$
  select ('x' || encode(substring(sha256(convert_to(player || E'\n' || flow || E'\n' || id || E'\n' || (amount / 100)::text || '.' || lpad((amount % 100)::text, 2, '0'), 'UTF8')) for 8), 'hex'))::bit(64)::bigint
$$;

-- Sums of digests as a report tells them: modulo 2 ^ 64, never below zero.
create function vendor_digest_sum(digests numeric) returns text language sql immutable parallel safe as $$
  select mod(mod(coalesce(digests, 0), 18446744073709551616) + 18446744073709551616, 18446744073709551616)::text
$$;

-- What was taken back from members who had spent it, by vendor and day.
create index shortfall_account on shortfall (account, at);

-- owner: core/vendors
-- Settled play of a vendor's games by calendar day, added up every five minutes: n, Σs and Σw as they are, and what the band of a return is made of: Σs², Σsw and Σw².
create table vendor_game_day (
  vendor_id smallint not null,
  day date not null,
  game_id integer not null,
  rounds bigint not null,
  stake bigint not null,
  win bigint not null,
  stake_squares numeric not null,
  products numeric not null,
  win_squares numeric not null,
  primary key (vendor_id, day, game_id)
);
revoke delete, truncate on vendor_game_day from laro_app;

-- A return and its band: R = Σw/Σs, Var R = (Σw² − 2RΣsw + R²Σs²)/(Σs)² · n/(n−1), R ± 3.29 σ, in percent. Nulls below 1,000 rounds or without a stake.
create function return_band(rounds numeric, stake numeric, win numeric, stake_squares numeric, products numeric, win_squares numeric, out percent numeric, out low numeric, out high numeric)
language sql immutable parallel safe as $$
  select round(100 * r.value, 2), case when d.value is not null then greatest(round(100 * (r.value - 3.29 * d.value), 2), 0) end, round(100 * (r.value + 3.29 * d.value), 2)
  from (select win / nullif(stake, 0) as value) r
  cross join lateral (
    select case when stake > 0 and rounds >= 1000
      then sqrt(greatest(win_squares - 2 * r.value * products + r.value * r.value * stake_squares, 0) / (stake * stake) * rounds / (rounds - 1)) end as value
  ) d
$$;

-- silent_at: since when a vendor that is asked about its open round says nothing. After 72 hours it waits for officers, as what is held does.
alter table vendor_round add column silent_at timestamptz;
create index vendor_round_silent on vendor_round (vendor_id, silent_at) where silent_at is not null and closed_at is null;

-- owner: features/gateway
-- What one officer wants to become of an open round nobody can tell of, and another decides. outcome: `close` ends it as it stands, `refund` gives its stakes back.
create table gateway_round_proposal (
  id uuid primary key,
  vendor_id smallint not null references vendor (id),
  wallet_id bigint not null,
  key uuid not null,
  outcome text not null check (outcome in ('close', 'refund')),
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint gateway_round_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index gateway_round_proposal_open on gateway_round_proposal (wallet_id, key) where state = 'proposed';
revoke delete, truncate on gateway_round_proposal from laro_app;
revoke update on gateway_round_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on gateway_round_proposal to laro_app;
