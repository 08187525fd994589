-- Slots of a book, as their engines are.
insert into system_account values (-21, 'house:HALO_HALO'), (-23, 'house:BULKAN_WAYS');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (21, 1021, 1, 'BGS', 'HALO_HALO', 'Halo-Halo', '{}', 'RNG', 'RNG', '{provable}', 'slot halohalo clusters tumble dessert ice ube', 'candy', 'open', 100, 40000, 5000, 9559, 'exact', 4, 21, '2026-11-23'),
  (23, 1023, 1, 'BGS', 'BULKAN_WAYS', 'Bulkan Ways', '{}', 'RNG', 'RNG', '{scatter,provable}', 'slot bulkan volcano taal mayon ways free spins tumble', 'volcano', 'open', 100, 20000, 10000, 9622, 'exact', 5, 23, '2026-11-23');
