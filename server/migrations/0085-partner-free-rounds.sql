-- Free rounds that partners give their players: each is drawn here and asked of nobody, and what all of them won is told once, under the partner's own name of them.

-- owner: features/partners
-- issue: what the partner calls them. issued → ending (their end is told until it is taken) → closed; or, where nobody played any, cancelled by the partner or expired.
-- look_at: when they go on by themselves, first when their time is over; held_at: since when they wait for an officer. sends: how often their end was told.
create table partner_free_round (
  id uuid primary key,
  partner_id smallint not null references partner (id),
  player_id bigint not null references partner_player (id),
  issue text not null,
  digest bigint not null,
  game_code text not null,
  rounds smallint not null check (rounds > 0),
  stake bigint not null check (stake > 0),
  until timestamptz not null,
  used smallint not null default 0,
  won bigint not null default 0 check (won >= 0),
  state text not null default 'issued' check (state in ('issued', 'ending', 'closed', 'cancelled', 'expired')),
  sends integer not null default 0,
  look_at timestamptz,
  held_at timestamptz,
  refusal text,
  balance bigint,
  at timestamptz not null,
  ending_at timestamptz,
  ended_at timestamptz,
  constraint partner_free_round_used check (used between 0 and rounds and (used > 0 or won = 0) and (state <> 'issued' or used < rounds)),
  constraint partner_free_round_told check ((state in ('ending', 'closed')) = (ending_at is not null) and (ending_at is null or used > 0)),
  constraint partner_free_round_ended check ((state in ('closed', 'cancelled', 'expired')) = (ended_at is not null) and (state not in ('cancelled', 'expired') or used = 0)),
  unique (partner_id, issue)
);
create index partner_free_round_look on partner_free_round (partner_id, look_at) where look_at is not null;
create index partner_free_round_open on partner_free_round (partner_id, id) where ended_at is null;
create index partner_free_round_player on partner_free_round (player_id, id) where state = 'issued';
create index partner_free_round_day on partner_free_round (partner_id, ending_at) where ending_at is not null;
revoke delete, truncate on partner_free_round from laro_app;
revoke update on partner_free_round from laro_app;
grant update (used, won, state, sends, look_at, held_at, refusal, balance, ending_at, ended_at) on partner_free_round to laro_app;

-- What was won stays as it was told, and what has ended stays ended, whoever writes.
create function partner_free_round_stays() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (old.state <> 'issued' and (new.used, new.won, new.ending_at) is distinct from (old.used, old.won, old.ending_at)) then
    raise exception 'free rounds of a partner are told and ended once';
  end if;
  return new;
end $$;
create trigger partner_free_round_stays before update on partner_free_round for each row execute function partner_free_round_stays();

-- The free rounds a round was one of: it was drawn and closed at once.
alter table partner_round add column free_round_id uuid references partner_free_round (id);
alter table partner_round add constraint partner_round_free check (free_round_id is null or (state = 'closed' and sends = 0));
create index partner_round_free_round on partner_round (free_round_id) where free_round_id is not null;

create or replace view audit_a27 as
  select s.player_id, s.id as seed_id, null::uuid as round_id, 'the rounds drawn from a seed are not numbered without a gap' as fault
  from partner_seed s join partner_player p on p.id = s.player_id
  left join (select seed_id, count(*) as rounds, max(nonce) as last from partner_round where seed_id is not null group by seed_id) r on r.seed_id = s.id
  where coalesce(r.rounds, 0) <> case when s.id = p.seed_id then p.nonce else coalesce(s.rounds, 0) end or (r.last is not null and r.last <> r.rounds - 1)
  union all
  select player_id, seed_id, id, 'a round that is not over is forgotten' from partner_round where ended_at is null and look_at is null and held_at is null
  union all
  select r.player_id, r.seed_id, r.id, 'a round was drawn from the seed of another player' from partner_round r join partner_seed s on s.id = r.seed_id where s.player_id <> r.player_id
  union all
  select player_id, null, id, 'free rounds that are not over are forgotten' from partner_free_round where ended_at is null and look_at is null and held_at is null
  union all
  select f.player_id, null, f.id, 'free rounds were not played or won as often or as much as they say'
  from partner_free_round f left join (
    select free_round_id, count(*) as rounds, sum(win) as won, array_agg(distinct player_id) as players
    from partner_round where free_round_id is not null group by free_round_id
  ) r on r.free_round_id = f.id
  where (f.used, f.won) is distinct from (coalesce(r.rounds, 0), coalesce(r.won, 0)) or r.players <> array[f.player_id];
