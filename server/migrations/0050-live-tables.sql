-- Live tables: games whose draws many watch and bet on together. Their accounts, their rows of the catalogue as their engines are, and what is staked on a draw.
insert into system_account values (-25, 'house:ROULETTE_1'), (-26, 'house:ROULETTE_SPEED_1'), (-27, 'house:BACCARAT_1'), (-28, 'house:BACCARAT_NC_1'), (-29, 'house:DRAGON_TIGER_1'), (-30, 'house:SIC_BO_1');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (25, 1025, 1, 'BGS', 'ROULETTE_1', 'Live Roulette', '{}', 'LIVE', 'LIVE', '{roulette}', '{wheel,provable}', 'ruleta rulet european zero racetrack table', 'roulette', 'open', 100, 5000000, 36, 9729, 'exact', 3, 25, '2026-11-24'),
  (26, 1026, 1, 'BGS', 'ROULETTE_SPEED_1', 'Live Speed Roulette', '{}', 'LIVE', 'LIVE', '{roulette}', '{wheel,provable}', 'ruleta rulet european zero racetrack fast table', 'roulette', 'open', 100, 5000000, 36, 9729, 'exact', 3, 26, '2026-11-24'),
  (27, 1027, 1, 'BGS', 'BACCARAT_1', 'Live Baccarat', '{}', 'LIVE', 'LIVE', '{baccarat}', '{cards,provable}', 'bakarat baccara punto banco table', 'cards', 'open', 100, 900000, 201, 8564, 'exact', 3, 27, '2026-11-24'),
  (28, 1028, 1, 'BGS', 'BACCARAT_NC_1', 'Live Baccarat No Commission', '{}', 'LIVE', 'LIVE', '{baccarat}', '{cards,provable}', 'bakarat baccara punto banco komisyon table', 'cards', 'open', 100, 900000, 201, 8564, 'exact', 3, 28, '2026-11-24'),
  (29, 1029, 1, 'BGS', 'DRAGON_TIGER_1', 'Live Dragon Tiger', '{}', 'LIVE', 'LIVE', '{dragontiger}', '{cards,provable}', 'dragontiger dragon tigre table', 'dragon', 'open', 100, 3000000, 51, 8602, 'exact', 3, 29, '2026-11-24'),
  (30, 1030, 1, 'BGS', 'SIC_BO_1', 'Live Sic Bo', '{}', 'LIVE', 'LIVE', '{sicbo}', '{provable}', 'sicbo dice dais tai sai table', 'dice', 'open', 100, 1000000, 191, 8750, 'exact', 4, 30, '2026-11-24');

-- owner: core/draws
-- What lies on the spots of a draw, by the process that took the tickets: shown to everybody, and what the house's margin is counted from. It may be lost in a crash;
-- the tickets are what counts.
create unlogged table draw_tally (
  draw_id bigint not null,
  process uuid not null,
  members integer not null,
  spots jsonb not null,
  at timestamptz not null,
  primary key (draw_id, process)
);
