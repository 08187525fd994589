-- Table games of the house, as their engines are.
insert into system_account values (-14, 'house:ROULETTE'), (-15, 'house:BACCARAT');
insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (14, 1014, 1, 'BGS', 'ROULETTE', 'Roulette', 'BGS', 'BGS', '{roulette}', '{wheel,provable}', 'ruleta rulet european zero racetrack', 'roulette', 'open', 100, 5000000, 36, 9729, 'exact', 3, 14, '2026-11-23'),
  (15, 1015, 1, 'BGS', 'BACCARAT', 'Baccarat', 'BGS', 'BGS', '{baccarat}', '{cards,provable}', 'bakarat baccara punto banco', 'cards', 'open', 100, 900000, 201, 8564, 'exact', 3, 15, '2026-11-23');
