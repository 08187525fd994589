-- Table games of the house, as their engines are.
insert into system_account values (-14, 'house:ROULETTE'), (-15, 'house:BACCARAT'), (-16, 'house:DRAGON_TIGER'), (-17, 'house:SIC_BO'), (-18, 'house:BACCARAT_NC');
insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (14, 1014, 1, 'BGS', 'ROULETTE', 'Roulette', 'BGS', 'BGS', '{roulette}', '{wheel,provable}', 'ruleta rulet european zero racetrack', 'roulette', 'open', 100, 5000000, 36, 9729, 'exact', 3, 14, '2026-11-23'),
  (15, 1015, 1, 'BGS', 'BACCARAT', 'Baccarat', 'BGS', 'BGS', '{baccarat}', '{cards,provable}', 'bakarat baccara punto banco', 'cards', 'open', 100, 900000, 201, 8564, 'exact', 3, 15, '2026-11-23'),
  (16, 1016, 1, 'BGS', 'DRAGON_TIGER', 'Dragon Tiger', 'BGS', 'BGS', '{dragontiger}', '{cards,provable}', 'dragontiger dragon tigre', 'dragon', 'open', 100, 3000000, 51, 8602, 'exact', 3, 16, '2026-11-23'),
  (17, 1017, 1, 'BGS', 'SIC_BO', 'Sic Bo', 'BGS', 'BGS', '{sicbo}', '{provable}', 'sicbo dice dais tai sai', 'dice', 'open', 100, 1000000, 191, 8750, 'exact', 4, 17, '2026-11-23'),
  (18, 1018, 1, 'BGS', 'BACCARAT_NC', 'Baccarat No Commission', 'BGS', 'BGS', '{baccarat}', '{cards,provable}', 'bakarat baccara punto banco komisyon', 'cards', 'open', 100, 900000, 201, 8564, 'exact', 3, 18, '2026-11-23');
