-- What a vendor may say was won without a stake: bounds, and what waits beyond them. And what its jackpots stand at.

-- grant_win_max: what free rounds may come to where nobody knows what their game pays at most. prize_day_max: what a vendor may give of its own in a day.
alter table vendor add column grant_win_max bigint not null default 10000000 check (grant_win_max > 0);
alter table vendor add column prize_day_max bigint not null default 100000000 check (prize_day_max > 0);

-- win_max: the most these rounds can come to, as it was known when they were given; null where nobody knows. A game's multiple is rounded down, so one more counts. Whoever changes the game later does not change it.
alter table free_round add column win_max bigint check (win_max >= 0);
update free_round f set win_max = least(f.rounds::numeric * f.stake * (g.max_win_multiple + 1), 100000000000)::bigint from game g where g.id = f.game_id and g.max_win_multiple is not null;

-- held: what they are said to have won waits for two officers.
alter table free_round drop constraint free_round_state_check;
alter table free_round add constraint free_round_state_check check (state in ('issuing', 'issued', 'active', 'held', 'finished', 'cancelled', 'expired', 'failed'));

-- owner: core/vendors
-- What a vendor gave of its own on a day, without what officers let pass. Who adds to it holds the row, so that two gifts at once do not both find the same room.
create table vendor_prize_day (
  vendor_id smallint not null references vendor (id),
  day date not null,
  given bigint not null default 0 check (given >= 0),
  primary key (vendor_id, day)
);
revoke delete, truncate on vendor_prize_day from laro_app;

-- owner: core/vendors
-- What a vendor says was won and is beyond its bound: in no wallet before two officers said what is paid of it, which is all, some or nothing. id: the prize's own, which what
-- is paid bears. balance_after: what the vendor was told, and is told again.
create table vendor_prize_held (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  wallet_id bigint not null,
  account_id bigint not null,
  vendor_id smallint not null references vendor (id),
  game_id integer not null,
  issue uuid unique references free_round (id),
  foreign_id text not null,
  digest bigint not null,
  amount bigint not null check (amount > 0),
  bound bigint not null check (bound >= 0),
  balance_after bigint not null,
  at timestamptz not null,
  state text not null default 'held' check (state in ('held', 'decided')),
  pays bigint check (pays between 0 and amount),
  reason text,
  proposed_by bigint,
  proposed_name text,
  proposed_at timestamptz,
  decision text,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  constraint vendor_prize_held_proposed check ((pays is null) = (proposed_by is null)),
  constraint vendor_prize_held_decided check ((state = 'decided') = (decided_by is not null)),
  constraint vendor_prize_held_two_persons check (decided_by is null or coalesce(decided_by <> proposed_by, false))
);
create index vendor_prize_held_state on vendor_prize_held (state, number);
revoke delete, truncate on vendor_prize_held from laro_app;
revoke update on vendor_prize_held from laro_app;
grant update (state, pays, reason, proposed_by, proposed_name, proposed_at, decision, decided_by, decided_name, decided_at) on vendor_prize_held to laro_app;

-- owner: core/vendors
-- What the jackpots of a vendor's games stand at, as it last said.
create table vendor_jackpot_level (
  game_id integer not null references game (id),
  code text not null,
  vendor_id smallint not null references vendor (id),
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  primary key (game_id, code)
);
create index vendor_jackpot_level_vendor on vendor_jackpot_level (vendor_id);
create index vendor_jackpot_level_at on vendor_jackpot_level (at);

-- A28: what waits is in no wallet, what was decided is paid as two officers said, a grant waits with its prize, and none won more than it could unless they said so.
create view audit_a28 as
  select h.wallet_id, h.id, 'a held prize was paid unasked, or not as it was decided' as fault
  from vendor_prize_held h left join vendor_entry e on e.wallet_id = h.wallet_id and e.ref = h.id
  where (h.state = 'held' and e.ref is not null) or (h.state = 'decided' and (e.ref is null or e.type <> 4 or e.amount <> h.pays or e.issue is distinct from h.issue))
  union all
  select h.wallet_id, coalesce(f.id, h.issue), 'a grant waits without its prize, or a prize without its grant'
  from (select id from free_round where state = 'held') f
  full join (select wallet_id, issue from vendor_prize_held where state = 'held' and issue is not null) h on h.issue = f.id
  where f.id is null or h.issue is null
  union all
  select null, f.id, 'a grant won more than it could come to, and no two officers said so'
  from free_round f where f.won > f.win_max and not exists (select from vendor_prize_held h where h.issue = f.id and h.state = 'decided');
grant select on audit_a28 to laro_app;
