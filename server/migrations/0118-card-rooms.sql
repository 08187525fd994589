-- Card rooms among members: their accounts, and their rows of the catalogue. No engine draws a win: a hand is played by people, and the house keeps its rake.
insert into system_account values (-93, 'house:TONGITS');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, sort, released_on) values
  (93, 1093, 1, 'BGS', 'TONGITS', 'Tongits', '{}', 'PVP', 'PVP', '{}', '{cards,provable}', 'tongits tong-its tongit baraha sunog sagasa sapaw', 'cards', 'open', 800, 80000, 3, 93, '2026-11-29');

-- owner: features/pvp
-- Who sits where now. An account sits at one table, and no computer sits for money.
create table pvp_seat (
  table_id uuid not null,
  seat smallint not null check (seat between 0 and 3),
  room text not null,
  account_id bigint unique,
  is_practice boolean not null,
  at timestamptz not null,
  primary key (table_id, seat),
  constraint pvp_seat_practice check (is_practice = (room like '%-FREE')),
  constraint pvp_seat_no_computer_for_money check (is_practice or account_id is not null)
);
create index pvp_seat_room on pvp_seat (room, table_id);

-- owner: features/pvp
-- A hand for money, from its deal on. seed_hash was shown before any seat brought its bytes; seed_sealed opens only with the installation's key, and seed is written
-- when the hand is over. moves: how many acts are in `pvp_move`; acted_at: the last of them, or the deal. unit, hold and rake are minor units.
create table pvp_hand (
  id uuid primary key,
  table_id uuid not null,
  room text not null check (room not like '%-FREE'),
  game_id integer not null,
  version smallint not null,
  number integer not null check (number > 0),
  unit bigint not null check (unit > 0),
  hold bigint not null check (hold > 0),
  hitter smallint not null check (hitter between 0 and 3),
  seed_hash bytea not null check (length(seed_hash) = 32),
  seed_sealed bytea not null,
  seed bytea check (length(seed) = 32),
  state text not null default 'open' check (state in ('open', 'settled', 'void')),
  moves integer not null default 0 check (moves >= 0),
  outcome jsonb,
  rake bigint check (rake >= 0),
  started_at timestamptz not null,
  acted_at timestamptz not null,
  ended_at timestamptz,
  unique (table_id, number),
  check ((state = 'open') = (ended_at is null) and (state = 'open') = (seed is null)),
  check ((state = 'settled') = (rake is not null))
);
create index pvp_hand_open on pvp_hand (acted_at) where state = 'open';
revoke delete, truncate on pvp_hand from laro_app;

-- owner: features/pvp
-- A seat of a hand: whose it is, the round its hold is, the bytes its browser brought; once it is over what came back of the hold, and what was won after rake.
create table pvp_hand_seat (
  hand_id uuid not null references pvp_hand (id),
  seat smallint not null check (seat between 0 and 3),
  account_id bigint not null,
  wallet_id bigint not null,
  round_id uuid not null unique,
  bytes bytea not null check (length(bytes) = 16),
  units smallint,
  back bigint check (back >= 0),
  win bigint check (win >= 0),
  primary key (hand_id, seat),
  unique (hand_id, account_id),
  check ((units is null) = (back is null) and (units is null) = (win is null))
);
create index pvp_hand_seat_account on pvp_hand_seat (account_id, hand_id);

-- owner: features/pvp
-- An act of a hand, written before anybody is told; auto: the clock took it.
create table pvp_move (
  hand_id uuid not null references pvp_hand (id),
  seq integer not null check (seq >= 0),
  seat smallint not null check (seat between 0 and 3),
  act jsonb not null,
  auto boolean not null,
  at timestamptz not null,
  primary key (hand_id, seq)
);
revoke update, delete, truncate on pvp_move from laro_app;

-- A38: what the seats of a settled hand lost together is its rake, a void one kept nothing, each open hand's holds are open and no others are, what is said of a seat
-- is what its round came to, and no hand is open for half an hour.
create view audit_a38 as
  select h.id, null::smallint as seat, 'a settled hand kept another rake, or a void one something' as fault
  from pvp_hand h join pvp_hand_seat s on s.hand_id = h.id where h.state <> 'open'
  group by h.id, h.hold, h.rake having sum(h.hold - s.back - s.win) is distinct from coalesce(h.rake, 0) or count(s.back) <> count(*)
  union all
  select h.id, null, 'a hand is open for half an hour' from pvp_hand h where h.state = 'open' and h.started_at < now() - interval '30 minutes'
  union all
  select h.id, h.seat, 'an open hand and its holds differ'
  from (select p.id, s.seat, s.wallet_id, s.round_id, p.hold from pvp_hand p join pvp_hand_seat s on s.hand_id = p.id where p.state = 'open') h
  full join (select wallet_id, id, stake from open_round where game_id = 93) o on o.wallet_id = h.wallet_id and o.id = h.round_id
  where h.id is null or o.id is null or o.stake <> h.hold
  union all
  select h.id, s.seat, 'a seat and its round differ'
  from pvp_hand h join pvp_hand_seat s on s.hand_id = h.id
  left join round r on r.wallet_id = s.wallet_id and r.part_of = s.round_id and r.status = 4
  where h.state <> 'open' and (r.id is null or r.all_stake <> h.hold - s.back or r.all_win <> s.win)
  union all
  select h.id, null, 'a hand has lost an act' from pvp_hand h where h.moves <> (select count(*) from pvp_move m where m.hand_id = h.id);
