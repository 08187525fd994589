-- The house's games in steps: an account for each, and its row of the catalogue as its engine is.
insert into system_account values
  (-9, 'house:MINES'), (-10, 'house:HI_LO'), (-11, 'house:COIN_FLIP'), (-12, 'house:BLACKJACK'), (-13, 'house:VIDEO_POKER');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, lines, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (9, 1009, 1, 'BGS', 'MINES', 'Mines', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'tiles pearls sea urchin perlas dagat bomba', 'pearl', 'open', null, 100, 20000, 9193, 9828, 'exact', 5, 9, '2026-11-23'),
  (10, 1010, 1, 'BGS', 'HI_LO', 'Hi-Lo', '{}', 'BGS', 'MINI', '{AC}', '{provable}', 'cards higher lower baraha taas baba', 'cards', 'open', null, 100, 20000, 10000, 9831, 'exact', 5, 10, '2026-11-23'),
  (11, 1011, 1, 'BGS', 'COIN_FLIP', 'Coin Flip', '{"tl":"Kara Krus"}', 'BGS', 'MINI', '{AC}', '{provable}', 'coin heads tails toss kara krus piso cara y cruz', 'coins', 'open', null, 100, 20000, 8110, 9900, 'exact', 5, 11, '2026-11-23'),
  (12, 1012, 1, 'BGS', 'BLACKJACK', 'Blackjack', '{}', 'BGS', 'BGS', '{blackjack}', '{provable}', 'cards twenty-one 21 dealer baraha', 'cards', 'open', null, 100, 1000000, 16, 9948, 'exact', 2, 12, '2026-11-23'),
  (13, 1013, 1, 'BGS', 'VIDEO_POKER', 'Video Poker', '{}', 'BGS', 'BGS', '{}', '{provable}', 'cards jacks or better five card draw royal flush baraha', 'cards', 'open', null, 100, 250000, 800, 9954, 'exact', 3, 13, '2026-11-23');
