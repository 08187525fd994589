-- The mini games of the house: an account for each, and its row of the catalogue as its engine is.
insert into system_account values (-3, 'house:LIMBO'), (-4, 'house:PLINKO'), (-5, 'house:WHEEL'), (-6, 'house:KENO'), (-7, 'house:SCRATCH'), (-8, 'house:PAROL_BINGO');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, lines, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (3, 1003, 1, 'BGS', 'LIMBO', 'Limbo', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'kwitis rocket multiplier target crash', 'rocket', 'open', null, 100, 20000, 10000, 9899, 'exact', 5, 3, '2026-11-23'),
  (4, 1004, 1, 'BGS', 'PLINKO', 'Plinko', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'ball pins drop bola', 'balls', 'open', null, 100, 200000, 1000, 9882, 'exact', 3, 4, '2026-11-23'),
  (5, 1005, 1, 'BGS', 'WHEEL', 'Perya Wheel', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'wheel spin fortune segments ruleta', 'wheel', 'open', null, 100, 1000000, 49, 9900, 'exact', 3, 5, '2026-11-23'),
  (6, 1006, 1, 'BGS', 'KENO', 'Keno', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'numbers pick draw numero', 'balls', 'open', null, 100, 20000, 10000, 9604, 'exact', 4, 6, '2026-11-23'),
  (7, 1007, 1, 'BGS', 'SCRATCH', 'Fiesta Scratch', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'ticket scratch card kaskas premyo', 'ticket', 'open', null, 2000, 10000, 10000, 9500, 'exact', 5, 7, '2026-11-23'),
  (8, 1008, 1, 'BGS', 'PAROL_BINGO', 'Parol Bingo', '{}', 'BGS', 'MINI', '{BG}', '{provable}', 'bingo cards balls lines', 'balls', 'open', null, 1000, 48000, 5000, 9270, 'exact', 4, 8, '2026-11-23');
