-- Slot machines of the house, as their engines are.
insert into system_account values (-19, 'house:FIESTA_LINES'), (-20, 'house:JEEPNEY_243'), (-22, 'house:PERLAS_HOLD');
insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, features, words, motif, state, lines, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (19, 1019, 1, 'BGS', 'FIESTA_LINES', 'Fiesta Lines', 'RNG', 'RNG', '{wild,scatter,freespins,provable}', 'slot pista masskara drum tambol free spins', 'mask', 'open', 20, 100, 40000, 4077, 9621, 'exact', 3, 19, '2026-11-23'),
  (20, 1020, 1, 'BGS', 'JEEPNEY_243', 'Jeepney 243', 'RNG', 'RNG', '{wild,scatter,freespins,ways,provable}', 'slot jeep dyip ways free games', 'jeepney', 'open', null, 100, 50000, 3876, 9594, 'exact', 3, 20, '2026-11-23'),
  (22, 1022, 1, 'BGS', 'PERLAS_HOLD', 'Perlas Hold', 'RNG', 'RNG', '{wild,respins,provable}', 'slot pearl perlas respin hold pots', 'pearl', 'open', 25, 100, 100000, 1312, 9589, 'exact', 4, 22, '2026-11-23');
