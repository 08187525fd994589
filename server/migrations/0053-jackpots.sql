-- Jackpots: pools that a game's stakes fill, and that one of its rounds takes whole. The first game with one, as its engine is.
insert into system_account values (-24, 'house:GINTONG_PAROL'), (-206, 'transit:jackpot');
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, lines, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (24, 1024, 1, 'BGS', 'GINTONG_PAROL', 'Gintong Parol', '{}', 'RNG', 'RNG', '{JP}', '{wild,provable}', 'slot jackpot golden lantern star christmas pasko ginto bituin premyo', 'lantern', 'open', 10, 200, 100000, 2000, 9325, 'exact', 4, 24, '2026-11-24');

-- owner: core/jackpots
-- A pool is a wallet of account 0, so it is never negative and its lines say what came and went. What stakes put in counts up to `counted_until`; `last_added` is what
-- the newest count brought. Seed, rate and odds are the engine's, as they were when the pool was opened.
create table jackpot (
  game_id integer primary key,
  code text not null unique,
  wallet_id bigint not null unique,
  seed bigint not null check (seed > 0),
  rate_ppm bigint not null check (rate_ppm >= 0),
  one_in bigint not null check (one_in > 0),
  opened_at timestamptz not null,
  counted_until timestamptz not null check (counted_until >= opened_at),
  last_added bigint not null default 0
);
revoke update, delete, truncate on jackpot from laro_app;
grant update (counted_until, last_added) on jackpot to laro_app;

-- owner: core/jackpots
create table jackpot_win (
  round_id uuid primary key,
  wallet_id bigint not null,
  game_id integer not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index jackpot_win_at on jackpot_win (at desc, round_id desc);
revoke update, delete, truncate on jackpot_win from laro_app;

-- Rounds that wait for their jackpot: neither their player nor a draw ends them.
create index open_round_hit on open_round (game_id, id) where not stepped and draw_id is null;

-- A17: a pool holds the seeds put into it, one more than it was taken, and its part of all stakes up to where they are counted, less what was taken; nothing else moved
-- it. Each win of it closed its round and paid it in full, and no round of its game was closed without one.
create view audit_a17 as
  with said as (
    select j.game_id, coalesce(sum(t.amount) filter (where t.contra = -302), 0) as seeded, coalesce(sum(t.amount) filter (where t.contra = -j.game_id), 0) as added,
           coalesce(-sum(t.amount) filter (where t.contra = -206), 0) as paid, count(*) filter (where t.kind <> 12 or t.contra not in (-302, -206, -j.game_id)) as strange
    from jackpot j left join transfer t on t.wallet_id = j.wallet_id group by j.game_id
  ), won as (select game_id, count(*) as times, sum(amount) as amount from jackpot_win group by game_id)
  select j.game_id, null::uuid as round_id, 'a pool is not its seeds, its part of the stakes and what was taken of it' as fault
  from jackpot j join said s on s.game_id = j.game_id left join won w on w.game_id = j.game_id
  where s.strange <> 0 or s.seeded <> j.seed * (1 + coalesce(w.times, 0)) or s.paid <> coalesce(w.amount, 0)
     or s.added * 1000000 <> j.rate_ppm * (select coalesce(sum(r.stake), 0) from round r where r.game_id = j.game_id and r.at >= j.opened_at and r.at < j.counted_until)
  union all
  select w.game_id, w.round_id, 'a jackpot that was taken did not close its round' from jackpot_win w
  where not exists (select from round r where r.wallet_id = w.wallet_id and r.part_of = w.round_id and r.status = 4 and r.win = w.amount)
  union all
  select r.game_id, r.part_of, 'a round took a jackpot of which nothing is written' from jackpot j join round r on r.game_id = j.game_id and r.status = 4
  where not exists (select from jackpot_win w where w.round_id = r.part_of);
