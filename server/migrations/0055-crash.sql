-- Crash: a live table whose draws last, and whose tickets may be cashed out meanwhile. Its account and its row of the catalogue as its engine is.
insert into system_account values (-31, 'house:CRASH_1');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (31, 1031, 1, 'BGS', 'CRASH_1', 'Live Crash', '{}', 'LIVE', 'LIVE', '{}', '{provable}', 'crash kwitis rocket multiplier cash out aviator bustabit', 'rocket', 'open', 100, 20000, 10000, 9899, 'exact', 5, 31, '2026-11-25');

-- A draw that lasts moves scheduled, open, closed, acting, drawn, settled. acts_at: when it began; how long it lasts follows from its result, which is written when it is over.
alter table draw add column acts_at timestamptz;
alter table draw drop constraint draw_state_check;
alter table draw add constraint draw_state_check check (state in ('scheduled', 'open', 'closed', 'acting', 'drawn', 'settled', 'void'));
alter table draw add constraint draw_acts_check check ((state = 'acting') <= (acts_at is not null and seed is null and result is null));
grant update (acts_at) on draw to laro_app;
