-- The operator's side of the house's games: what stops them, what may be staked on one, and what two officers decide.

-- A game is stopped by word of its own, of its family or of the whole house, and is open again when none of them stands.
alter table game_stop
  add column scope text not null default 'game' check (scope in ('game', 'family', 'house')),
  add column reason text,
  add column by_name text;
alter table game_stop drop constraint game_stop_pkey, add primary key (game_id, scope);

-- What waits longest for its player, and what of a table is under way.
create index open_round_oldest on open_round (id) where stepped;
create index draw_running on draw (game_id) where state in ('scheduled', 'open', 'closed', 'acting', 'drawn');

-- owner: core/catalogue
-- What officers let be staked on a game, narrower than its engine does; null where the engine's word stands. A least above the most closes the game.
create table game_stake (
  game_id integer primary key,
  stake_min bigint check (stake_min > 0),
  stake_max bigint check (stake_max > 0),
  by_name text not null,
  at timestamptz not null
);
create trigger catalogue_changed after insert or update or delete or truncate on game_stake for each statement execute function catalogue_changed();

-- owner: features/house
-- What one officer wants done about the house's games and another decides: wider stakes, a round or a draw given back, a chain's salt. subject: the game's code,
-- or the id of the round, draw or chain; detail: what stands in the proposal.
create table house_proposal (
  id uuid primary key,
  kind text not null check (kind in ('stakes', 'voidRound', 'voidDraw', 'salt')),
  subject text not null,
  game_code text not null,
  detail jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint house_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index house_proposal_open on house_proposal (kind, subject) where state = 'proposed';
create index house_proposal_state on house_proposal (state, id);
revoke delete, truncate on house_proposal from laro_app;
revoke update on house_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on house_proposal to laro_app;

-- A stopped game takes no new rounds; one that its player has open is finished, with what its steps add to the stake: its return counts on them.
create or replace function ledger_allow(of_wallet bigint, inout in_at timestamptz, zone text, debit bigint, plays boolean, game integer, out code smallint) language plpgsql as $$
declare
  w wallet; site jsonb;
begin
  select * into w from wallet where id = of_wallet;
  if debit > 0 and (w.status = 2 or (w.status = 1 and plays)) then code := 7; return; end if;
  if plays and debit > 0 then
    select value into site from setting where key = 'status';
    if (site->>'maintenance')::boolean then code := 13; return; end if;
    if (site->>'regionRestriction')::boolean then code := 14; return; end if;
    if exists (select from game_stop s where s.game_id = game)
       and not exists (select from open_round o where o.wallet_id = of_wallet and o.game_id = game and o.stepped) then code := 15; return; end if;
  end if;
  if plays and w.limited and w.limits_read_at > in_at then in_at := w.limits_read_at; end if;
  if plays and w.limited and (w.left_until is null or w.left_until <= in_at) then
    perform ledger_refresh_limits(of_wallet, in_at, zone);
    select * into w from wallet where id = of_wallet;
  end if;
  if plays and debit > 0 and w.block <> 0 then code := w.block; return; end if;
  if plays and w.stake_left < debit then code := 8; return; end if;
  if plays and debit > 0 and w.loss_left < debit then code := 9; return; end if;
  code := case when w.balance < debit then 2 else 0 end;
end $$;

-- Who leads a table: the connection that holds its lock, by the name it gave itself and since when it is there, which the services' role may not read by itself.
create function table_leaders(codes text[]) returns table (series text, name text, since timestamptz) language sql stable security definer set search_path = pg_catalog as $$
  select s.code, a.application_name, a.backend_start
  from unnest(codes) s(code)
  join pg_locks l on l.locktype = 'advisory' and l.classid = 8 and l.objid::bigint = (hashtext(s.code)::bigint & 4294967295) and l.objsubid = 2 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
  join pg_stat_activity a on a.pid = l.pid
$$;
