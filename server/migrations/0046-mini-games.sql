-- The mini games of the house: an account for each, and its row of the catalogue as its engine is.
insert into system_account values (-3, 'house:LIMBO'), (-4, 'house:PLINKO');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, lines, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (3, 1003, 1, 'BGS', 'LIMBO', 'Limbo', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'kwitis rocket multiplier target crash', 'rocket', 'open', null, 100, 20000, 10000, 9899, 'exact', 5, 3, '2026-11-23'),
  (4, 1004, 1, 'BGS', 'PLINKO', 'Plinko', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'ball pins drop bola', 'balls', 'open', null, 100, 200000, 1000, 9882, 'exact', 3, 4, '2026-11-23');
