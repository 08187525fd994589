-- Live blackjack: one hand for all who staked, each decides on their own. Its account and its row of the catalogue as its engine is.
insert into system_account values (-32, 'house:BLACKJACK_1');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (32, 1032, 1, 'BGS', 'BLACKJACK_1', 'Live Blackjack', '{}', 'LIVE', 'LIVE', '{blackjack}', '{cards,provable}', 'blackjack beinteuno 21 twenty one table dealer', 'cards', 'open', 100, 900000, 8, 9942, 'exact', 3, 32, '2026-11-26');

-- A draw that goes in turns is `acting` as one that flies is. shown: what everybody sees in the turn it is at, and nothing that is hidden; turn_until: when that turn
-- is over. What its tickets decide stands in `open_round`; whatever nobody sees yet follows from the sealed chain and is in no row.
alter table draw add column shown jsonb, add column turn_until timestamptz;
alter table draw add constraint draw_turn_check check ((shown is null) = (turn_until is null));
grant update (shown, turn_until) on draw to laro_app;

-- owner: features/layouts
-- Bets a member keeps to lay them again: fifteen places a game. They stake nothing.
create table bet_layout (
  account_id bigint not null references account (id),
  game_id integer not null,
  place smallint not null check (place between 1 and 15),
  bets jsonb not null,
  at timestamptz not null,
  primary key (account_id, game_id, place)
);
