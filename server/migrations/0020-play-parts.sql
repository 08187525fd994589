-- What a member played since any moment, at a cost that does not grow with the rounds since then.

-- Play of every 512 lines of a wallet's journal, written once they are full: the journal only grows, so a part never changes. A part belongs to a span
-- when its first and its last round do; the lines of those at the span's two ends are read.
-- owner: core/wallet
create table play_part (
  wallet_id bigint not null,
  part bigint not null,
  game_id integer not null,
  rounds bigint not null,
  stake bigint not null,
  win bigint not null,
  began timestamptz not null,
  ended timestamptz not null,
  primary key (wallet_id, part, game_id)
);
revoke update, delete, truncate on play_part from laro_app;

-- The rounds of some lines of a wallet, each once: at the line of its stake, or of its win where nothing was staked.
create function play_lines(of_wallet bigint, low bigint, high bigint) returns table (game_id integer, at timestamptz, stake bigint, win bigint) language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select r.game_id, t.at, r.stake, r.win
  from transfer t join round r on r.wallet_id = of_wallet and r.id = t.round_id and r.at = t.at
  where t.wallet_id = of_wallet and t.seq >= low and t.seq <= high and t.kind = 1 and (t.amount < 0 or r.stake = 0)
$$;

-- Writes down a wallet's full parts that are not yet written, the oldest first and so many at once; one without a part begins a month before the moment.
create function play_keep(of_wallet bigint, since timestamptz) returns void language plpgsql as $$
declare
  next bigint := (select max(part) + 1 from play_part where wallet_id = of_wallet);
  parts bigint := (select seq / 512 from wallet where id = of_wallet);
begin
  if next >= parts then return; end if;
  next := coalesce(next, (journal_seq(of_wallet, since - interval '31 days') - 1) / 512);
  insert into play_part
  select of_wallet, p.part, coalesce(l.game_id, 0), count(l.at), coalesce(sum(l.stake), 0), coalesce(sum(l.win), 0), coalesce(min(l.at), 'infinity'), coalesce(max(l.at), '-infinity')
  from generate_series(next, least(parts, next + 64) - 1) p(part) left join lateral play_lines(of_wallet, p.part * 512 + 1, (p.part + 1) * 512) l on true
  group by p.part, l.game_id order by p.part, l.game_id
  on conflict do nothing;
end $$;

-- Play of a wallet in a span of time, by game, and by the calendar days of a time zone where one is given. Two transactions may take their moments in one
-- order and the wallet's lock in the other, by less than a minute (see 0009-records.sql).
create function play_between(of_wallet bigint, start timestamptz, stop timestamptz, zone text)
  returns table (day date, game_id integer, rounds bigint, stake bigint, win bigint) language sql stable as $$
  with edge as materialized (
    select (journal_seq(of_wallet, start - interval '1 minute') - 1) / 512 as first, (journal_seq(of_wallet, stop + interval '1 minute') - 1) / 512 as last
  ), inside as materialized (
    select p.part from edge e join play_part p on p.wallet_id = of_wallet and p.part >= e.first and p.part <= e.last
    group by p.part
    having min(p.began) >= start and max(p.ended) < stop
       and (zone is null or (min(p.began) at time zone zone)::date = (max(p.ended) at time zone zone)::date)
  )
  select (p.began at time zone zone)::date, p.game_id, p.rounds, p.stake, p.win
  from inside i join play_part p on p.wallet_id = of_wallet and p.part = i.part
  union all
  select (l.at at time zone zone)::date, l.game_id, 1::bigint, l.stake, l.win
  from edge e cross join lateral generate_series(e.first, e.last) g(part) cross join lateral play_lines(of_wallet, g.part * 512 + 1, (g.part + 1) * 512) l
  where g.part not in (select part from inside) and l.at >= start and l.at < stop
$$;

-- What was staked or lost since a moment.
create function play_used(of_wallet bigint, limit_kind text, since timestamptz) returns bigint language sql stable as $$
  select coalesce(case when limit_kind = 'stake' then sum(stake) else sum(stake - win) end, 0)::bigint from play_between(of_wallet, since, 'infinity', null)
$$;

-- The same for whoever may write: a bet that has its limits read again does not find the rounds of a month to be summed.
create or replace function limit_used(of_wallet bigint, limit_kind text, since timestamptz) returns bigint language plpgsql volatile as $$
begin
  perform play_keep(of_wallet, since);
  return play_used(of_wallet, limit_kind, since);
end $$;

-- A12: what was written down of full parts is what their lines say.
create view audit_a12 as
  select p.wallet_id, p.part, 'a written part is not what its lines say' as fault
  from (select wallet_id, part, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win, min(began) as began, max(ended) as ended from play_part group by wallet_id, part) p
  cross join lateral (
    select count(*) as rounds, coalesce(sum(l.stake), 0) as stake, coalesce(sum(l.win), 0) as win, coalesce(min(l.at), 'infinity') as began, coalesce(max(l.at), '-infinity') as ended
    from play_lines(p.wallet_id, p.part * 512 + 1, (p.part + 1) * 512) l
  ) r
  where p.rounds <> r.rounds or p.stake <> r.stake or p.win <> r.win or p.began <> r.began or p.ended <> r.ended;
