-- A round of several steps is several rows of `round`, its entries, each written when it happens; what is open stands in one small table.

-- part_of: the round an entry belongs to, which is its own id for the one that opens; null in a round that is whole in one row. all_stake, all_win: of the
-- whole round, on the entry that closes it. status: 1 whole, 2 opens, 3 adds, 4 closes, 5 corrects. An entry that gives a stake back has a stake below zero.
-- draw_id: the draw a ticket takes part in.
alter table round add column part_of uuid, add column all_stake bigint, add column all_win bigint, add column draw_id bigint;
create index round_part on round (wallet_id, part_of) where part_of is not null;
create index round_closed on round (wallet_id, at) where status in (4, 5);
create index round_draw on round (draw_id) where draw_id is not null;

-- owner: core/wallet
-- A round is open exactly as long as its row is here: what closes it deletes the row in its own transaction, so nothing is paid twice. stepped: it waits for its
-- player, who has one of a game at most. state: what was chosen and done, from which all else follows. due_at: when the clock acts.
create table open_round (
  wallet_id bigint not null,
  id uuid not null,
  game_id integer not null,
  draw_id bigint,
  stake bigint not null,
  win bigint not null default 0,
  stepped boolean not null,
  step integer not null default 0,
  seed_id bigint,
  nonce bigint,
  state jsonb not null,
  due_at timestamptz,
  at timestamptz not null,
  primary key (wallet_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create unique index open_round_stepped on open_round (wallet_id, game_id) where stepped;
create index open_round_draw on open_round (draw_id, wallet_id, id) where draw_id is not null;
create index open_round_due on open_round (due_at) where due_at is not null;

-- owner: core/draws
-- A chain of seeds: link 0 is the anchor, shown from the moment the chain is made; each link is SHA-256 of the 32 bytes of the one above it, up to the top. A draw
-- with link k shows seed k, whose hash is the link below. The salt comes after the anchor was shown, so nobody could choose the chain for it.
create table draw_chain (
  id integer generated always as identity primary key,
  series text not null,
  length integer not null check (length > 0),
  anchor bytea not null unique check (length(anchor) = 32),
  top_sealed bytea not null,
  created_at timestamptz not null,
  salt text,
  salt_source text,
  salted_at timestamptz,
  check ((salt is null) = (salted_at is null) and (salt is null) = (salt_source is null))
);
create index draw_chain_series on draw_chain (series, id);

-- owner: core/draws
-- One result that settles many tickets. It moves scheduled, open, closed, drawn, settled, or to void before it is settled; a void draw keeps its link and shows its seed.
create table draw (
  id bigint generated always as identity primary key,
  series text not null,
  number text not null,
  game_id integer not null,
  chain_id integer not null references draw_chain (id),
  link integer not null check (link > 0),
  commitment bytea not null,
  salt text not null,
  seed bytea,
  result jsonb,
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  draws_at timestamptz not null check (draws_at >= closes_at),
  state text not null default 'scheduled' check (state in ('scheduled', 'open', 'closed', 'drawn', 'settled', 'void')),
  member_max bigint not null check (member_max > 0),
  tickets integer,
  staked bigint,
  paid bigint,
  void_reason text,
  drawn_at timestamptz,
  settled_at timestamptz,
  unique (series, number),
  unique (chain_id, link),
  check ((state in ('drawn', 'settled')) <= (result is not null and seed is not null)),
  check ((state = 'void') = (void_reason is not null))
);
create index draw_series on draw (series, id);
revoke update, delete, truncate on draw from laro_app;
grant update (seed, result, state, tickets, staked, paid, void_reason, drawn_at, settled_at) on draw to laro_app;
revoke delete, truncate on draw_chain from laro_app;
revoke update on draw_chain from laro_app;
grant update (salt, salt_source, salted_at) on draw_chain to laro_app;

-- Moves a draw from exactly one state to the next and says whether it stood there. It waits for the tickets in flight, which hold the lock together, and no ticket
-- waits for it: so once `closed` is committed, the tickets of a draw are final.
create function draw_move(of_draw bigint, was text, becomes text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7, of_draw::integer);
  update draw set state = becomes where id = of_draw and state = was;
  return found;
end $$;

-- Rounds as they were settled: one row each, and one for each correction, at the moment it closed. The one definition for record, profit and loss and valid bet.
create view round_settled as
  select wallet_id, id, coalesce(part_of, id) as round_id, game_id, status, coalesce(all_stake, stake) as stake, coalesce(all_win, win) as win,
         coalesce(valid, all_stake, stake) as valid, seed_id, nonce, detail, at, draw_id
  from round where status in (1, 4, 5);
grant select on round_settled to laro_app;

-- What was written down of days and of parts of the journal knows both bases: stake and win as they moved, settled_… and valid as rounds closed (null in days
-- written before there were open rounds: as stake and win); in parts, open_… is what of stake and win belongs to rounds of several entries, and opened the
-- first opened round that something was given back of.
alter table play_day add column settled_stake bigint, add column settled_win bigint, add column valid bigint;
alter table play_part add column open_stake bigint not null default 0, add column open_win bigint not null default 0, add column opened uuid;

drop view audit_a12;
drop function play_lines(bigint, bigint, bigint);
drop function play_between(bigint, timestamptz, timestamptz, text);

-- The rounds and entries of some lines of a wallet, each once: at the line of its stake, of the stake given back, or of its win where nothing was staked.
create function play_lines(of_wallet bigint, low bigint, high bigint) returns table (game_id integer, at timestamptz, stake bigint, win bigint, part_of uuid) language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select r.game_id, t.at, r.stake, r.win, r.part_of
  from transfer t join round r on r.wallet_id = of_wallet and r.id = t.round_id and r.at = t.at
  where t.wallet_id = of_wallet and t.seq >= low and t.seq <= high and t.kind in (1, 10)
    and (r.stake > 0 and t.kind = 1 and t.amount < 0 or r.stake < 0 and t.kind = 10 or r.stake = 0)
$$;

create or replace function play_keep(of_wallet bigint, since timestamptz) returns void language plpgsql as $$
declare
  next bigint := (select max(part) + 1 from play_part where wallet_id = of_wallet);
  parts bigint := (select seq / 512 from wallet where id = of_wallet);
begin
  if coalesce(next, 0) >= parts then return; end if;
  next := coalesce(next, (journal_seq(of_wallet, since - interval '31 days') - 1) / 512);
  insert into play_part (wallet_id, part, game_id, rounds, stake, win, began, ended, open_stake, open_win, opened)
  select of_wallet, p.part, coalesce(l.game_id, 0), count(l.at) filter (where l.part_of is null), coalesce(sum(l.stake), 0), coalesce(sum(l.win), 0),
         coalesce(min(l.at), 'infinity'), coalesce(max(l.at), '-infinity'),
         coalesce(sum(l.stake) filter (where l.part_of is not null), 0), coalesce(sum(l.win) filter (where l.part_of is not null), 0),
         (min(l.part_of::text) filter (where l.stake < 0))::uuid
  from generate_series(next, least(parts, next + 64) - 1) p(part) left join lateral play_lines(of_wallet, p.part * 512 + 1, (p.part + 1) * 512) l on true
  group by p.part, l.game_id order by p.part, l.game_id
  on conflict do nothing;
end $$;

-- Play of a wallet in a span of time, by game, and by the calendar days of a time zone where one is given: `rounds` are those of one row, stake and win all that
-- moved, open_stake and open_win what of it belongs to rounds of several entries. Without a time zone it is asked for limits, and a stake given back of a round
-- that was opened before the span makes no room in it. Two transactions may take their moments in one order and the wallet's lock in the other, by less than a minute.
create function play_between(of_wallet bigint, start timestamptz, stop timestamptz, zone text)
  returns table (day date, game_id integer, rounds bigint, stake bigint, win bigint, open_stake bigint, open_win bigint) language sql stable as $$
  with edge as materialized (
    select (journal_seq(of_wallet, start - interval '1 minute') - 1) / 512 as first, (journal_seq(of_wallet, stop + interval '1 minute') - 1) / 512 as last
  ), inside as materialized (
    select p.part from edge e join play_part p on p.wallet_id = of_wallet and p.part >= e.first and p.part <= e.last
    group by p.part
    having min(p.began) >= start and max(p.ended) < stop
       and (zone is null or (min(p.began) at time zone zone)::date = (max(p.ended) at time zone zone)::date)
       and (zone is not null or bool_and(p.opened is null or p.opened >= uuid_floor(start)))
  )
  select (p.began at time zone zone)::date, p.game_id, p.rounds, p.stake, p.win, p.open_stake, p.open_win
  from inside i join play_part p on p.wallet_id = of_wallet and p.part = i.part
  union all
  select (l.at at time zone zone)::date, l.game_id, (l.part_of is null)::int::bigint,
         case when zone is null and l.stake < 0 and l.part_of < uuid_floor(start) then 0 else l.stake end, l.win,
         case when l.part_of is null then 0 else l.stake end, case when l.part_of is null then 0 else l.win end
  from edge e cross join lateral generate_series(e.first, e.last) g(part) cross join lateral play_lines(of_wallet, g.part * 512 + 1, (g.part + 1) * 512) l
  where g.part not in (select part from inside) and l.at >= start and l.at < stop
$$;

-- Whether a stake may leave a wallet that the caller has locked, by every rule: 0, or the code of what forbids it. Limits that are stale are read anew; of a day
-- that has begun they count from its beginning: what was sent before midnight and waited until after it belongs to the new day, so in_at moves.
create function ledger_allow(of_wallet bigint, inout in_at timestamptz, zone text, debit bigint, plays boolean, game integer, out code smallint) language plpgsql as $$
declare
  w wallet; site jsonb;
begin
  select * into w from wallet where id = of_wallet;
  if debit > 0 and (w.status = 2 or (w.status = 1 and plays)) then code := 7; return; end if;
  if plays and debit > 0 then
    select value into site from setting where key = 'status';
    if (site->>'maintenance')::boolean then code := 13; return; end if;
    if (site->>'regionRestriction')::boolean then code := 14; return; end if;
    if exists (select from game_stop s where s.game_id = game) then code := 15; return; end if;
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

create or replace function ledger_post(
  in_at timestamptz, zone text, op_ref uuid, op_wallet bigint, op_contra bigint, op_debit bigint, op_credit bigint, op_kind smallint, op_digest bigint,
  op_round uuid, op_game integer, op_seed bigint, op_nonce bigint, op_detail jsonb, op_valid bigint default null,
  out code smallint, out balance bigint, out round_id uuid, out next_nonce bigint, out moved_to timestamptz
) language plpgsql as $$
declare
  w wallet; seen idempotency; allowed record; plays boolean := op_kind = 1;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance; next_nonce := w.nonce; round_id := op_round;
  select * into seen from idempotency where ref = op_ref;
  if found then
    if seen.wallet_id <> op_wallet or seen.digest <> op_digest then code := 4; return; end if;
    code := 1; balance := seen.balance_after; round_id := seen.round_id; return;
  end if;
  select * into allowed from ledger_allow(op_wallet, in_at, zone, op_debit, plays, op_game);
  if allowed.in_at > in_at then in_at := allowed.in_at; moved_to := in_at; end if;
  if allowed.code <> 0 then code := allowed.code; return; end if;
  if op_seed is not null and (w.seed_id is distinct from op_seed or w.nonce <> op_nonce) then code := 5; return; end if;
  update wallet p set balance = p.balance - op_debit + op_credit,
         seq = p.seq + (op_debit > 0)::int + (op_credit > 0)::int,
         nonce = p.nonce + (op_seed is not null)::int,
         staked = p.staked + case when plays then op_debit else 0 end,
         won = p.won + case when plays then op_credit else 0 end,
         uncounted = p.uncounted + case when plays then op_debit - coalesce(op_valid, op_debit) else 0 end,
         stake_left = p.stake_left - case when plays then op_debit else 0 end,
         loss_left = p.loss_left - case when plays then op_debit - op_credit else 0 end
   where id = op_wallet;
  perform ledger_pause('post.after_debit');
  if op_debit > 0 then
    insert into transfer values (op_wallet, w.seq + 1, op_ref, op_contra, -op_debit, op_kind, op_round, w.balance - op_debit, in_at);
  end if;
  if op_credit > 0 then
    insert into transfer values (op_wallet, w.seq + (op_debit > 0)::int + 1, op_ref, op_contra, op_credit, op_kind, op_round, w.balance - op_debit + op_credit, in_at);
  end if;
  if op_game is not null then
    insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at, valid)
    values (op_wallet, op_round, op_game, op_debit, op_credit, 1, op_seed, op_nonce, op_detail, in_at, op_valid);
  end if;
  insert into idempotency values (op_ref, op_wallet, op_digest, op_round, w.balance - op_debit + op_credit, in_at);
  code := 0; balance := w.balance - op_debit + op_credit; next_nonce := w.nonce + (op_seed is not null)::int;
end $$;

-- Writes one entry of a round of several: money, counters, the row of `round` and of `open_round`, all or none. A stake above zero leaves by every rule; one below
-- zero is given back, and wins are paid, whatever is closed or limited. The wallet is locked before the open round, by whoever touches both.
-- Result codes 16 (the round is not open), 17 (one of this game is open already), 18 (the draw takes no tickets) and 19 (more than a member may stake on one draw) join
-- those before.
create function ledger_entry(
  in_at timestamptz, zone text, op_ref uuid, op_wallet bigint, op_contra bigint, op_stake bigint, op_win bigint, op_digest bigint, op_entry uuid, op_part uuid, op_status smallint,
  op_game integer, op_seed bigint, op_nonce bigint, op_detail jsonb, op_valid bigint, op_stepped boolean, op_state jsonb, op_due timestamptz, op_draw bigint default null,
  out code smallint, out balance bigint, out round_id uuid, out next_nonce bigint, out moved_to timestamptz
) language plpgsql as $$
declare
  w wallet; seen idempotency; o open_round; d draw; allowed record; line record; after bigint; place bigint;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance; next_nonce := w.nonce; round_id := op_part;
  select * into seen from idempotency where ref = op_ref;
  if found then
    if seen.wallet_id <> op_wallet or seen.digest <> op_digest then code := 4; return; end if;
    code := 1; balance := seen.balance_after; round_id := seen.round_id; return;
  end if;
  select * into o from open_round where wallet_id = op_wallet and id = op_part for update;
  if op_status = 2 and op_stepped and exists (select from open_round x where x.wallet_id = op_wallet and x.game_id = op_game and x.stepped) then code := 17; return; end if;
  if op_status in (3, 4) and o.id is null then code := 16; return; end if;
  if op_draw is not null then
    -- The lock before the look, in two statements: whoever closes the draw waits for this transaction, or was before it and is seen.
    if not pg_try_advisory_xact_lock_shared(7, op_draw::integer) then code := 18; return; end if;
    select * into d from draw where id = op_draw;
    if not found or d.state <> 'open' or d.closes_at <= in_at then code := 18; return; end if;
    if op_stake + (select coalesce(sum(x.stake), 0) from open_round x where x.draw_id = op_draw and x.wallet_id = op_wallet) > d.member_max then code := 19; return; end if;
  end if;
  if op_stake > 0 then
    select * into allowed from ledger_allow(op_wallet, in_at, zone, op_stake, true, case when op_status = 2 then op_game end);
    if allowed.in_at > in_at then in_at := allowed.in_at; moved_to := in_at; end if;
    if allowed.code <> 0 then code := allowed.code; return; end if;
  end if;
  if op_seed is not null and (w.seed_id is distinct from op_seed or w.nonce <> op_nonce) then code := 5; return; end if;
  after := w.balance; place := w.seq;
  for line in select * from (values (-op_stake, case when op_stake > 0 then 1 else 10 end), (op_win, 1)) l(amount, kind) where l.amount <> 0 loop
    after := after + line.amount; place := place + 1;
    insert into transfer values (op_wallet, place, op_ref, op_contra, line.amount, line.kind, op_entry, after, in_at);
  end loop;
  update wallet p set balance = after, seq = place, nonce = p.nonce + (op_seed is not null)::int, staked = p.staked + op_stake, won = p.won + op_win,
         uncounted = p.uncounted + op_stake - op_valid, stake_left = p.stake_left - greatest(op_stake, 0), loss_left = p.loss_left - (greatest(op_stake, 0) - op_win),
         -- What is given back makes room only in the period it was staked in: the limits are read again.
         left_until = case when op_stake >= 0 then p.left_until end
   where id = op_wallet;
  perform ledger_pause('entry.after_money');
  insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at, valid, part_of, all_stake, all_win, draw_id)
  -- The closing entry names the seed of the opening one: a record reads no other row.
  values (op_wallet, op_entry, op_game, op_stake, op_win, op_status, coalesce(op_seed, case when op_status = 4 then o.seed_id end), coalesce(op_nonce, case when op_status = 4 then o.nonce end), op_detail, in_at, op_valid, op_part,
          case when op_status = 4 then o.stake + op_stake end, case when op_status = 4 then o.win + op_win end, coalesce(op_draw, o.draw_id));
  case op_status
    when 2 then insert into open_round values (op_wallet, op_part, op_game, op_draw, op_stake, op_win, op_stepped, 0, op_seed, op_nonce, op_state, op_due, in_at);
    when 3 then update open_round x set stake = x.stake + op_stake, win = x.win + op_win, step = x.step + 1, state = op_state, due_at = op_due where wallet_id = op_wallet and id = op_part;
    when 4 then delete from open_round where wallet_id = op_wallet and id = op_part;
  end case;
  insert into idempotency values (op_ref, op_wallet, op_digest, op_entry, after, in_at);
  code := 0; balance := after; next_nonce := w.nonce + (op_seed is not null)::int;
end $$;

-- Takes the stakes of many tickets in one statement and one commit, each by every rule; a wallet held elsewhere is answered as busy, as in `ledger_batch`.
create function ledger_tickets(
  in_at timestamptz, zone text, refs uuid[], wallets bigint[], contras bigint[], stakes bigint[], digests bigint[], rounds uuid[], games integer[], states text[], draws bigint[]
) returns table (item integer, code smallint, balance bigint, round_id uuid, next_nonce bigint, moved_to timestamptz) language plpgsql as $$
declare
  locked bigint[]; one record;
begin
  select array_agg(l.id) into locked from (select w.id from wallet w where w.id = any(wallets) order by w.id for update skip locked) l;
  for i in 1 .. cardinality(wallets) loop
    item := i; round_id := rounds[i]; moved_to := null;
    if exists (select from wallet w where w.id = wallets[i]) and not coalesce(wallets[i] = any(locked), false) then
      code := 6; balance := 0; next_nonce := 0;
    else
      select * into one from ledger_entry(in_at, zone, refs[i], wallets[i], contras[i], stakes[i], 0, digests[i], rounds[i], rounds[i], 2::smallint, games[i], null, null, null, 0,
        false, states[i]::jsonb, null, draws[i]);
      code := one.code; balance := one.balance; round_id := one.round_id; next_nonce := one.next_nonce; moved_to := one.moved_to;
    end if;
    return next;
  end loop;
end $$;

-- Closes many rounds in one statement, given in the order of their wallets, and answers the code of each: 0 paid now, 1 or 16 closed before.
create function ledger_close(
  in_at timestamptz, zone text, refs uuid[], wallets bigint[], contras bigint[], stakes bigint[], wins bigint[], rounds uuid[], entries uuid[], games integer[], details text[], valids bigint[]
) returns table (item integer, code smallint) language plpgsql as $$
begin
  perform w.id from wallet w where w.id = any(wallets) order by w.id for update;
  for i in 1 .. cardinality(wallets) loop
    item := i;
    select e.code into code from ledger_entry(in_at, zone, refs[i], wallets[i], contras[i], stakes[i], wins[i], 0, entries[i], rounds[i], 4::smallint, games[i], null, null, details[i]::jsonb,
      valids[i], false, null, null) e;
    return next;
  end loop;
end $$;

create or replace function ledger_rebuild() returns table (wallet_id bigint, was bigint, became bigint) language sql as $$
  with journal as (
    select w.id, w.balance as was, coalesce(t.total, 0)::bigint as became, coalesce(t.lines, 0) as lines, coalesce(r.stake, 0)::bigint as staked, coalesce(r.win, 0)::bigint as won, coalesce(u.uncounted, 0)::bigint as uncounted
    from wallet w
    left join (select wallet_id, sum(amount) as total, count(*) as lines from transfer group by wallet_id) t on t.wallet_id = w.id
    left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0 or kind = 10), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1), 0)::bigint as win from transfer where kind in (1, 10) group by wallet_id) r on r.wallet_id = w.id
    left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  ), mended as (
    update wallet w set balance = j.became, seq = j.lines, staked = j.staked, won = j.won, uncounted = j.uncounted
    from journal j where j.id = w.id and (w.balance <> j.became or w.seq <> j.lines or w.staked <> j.staked or w.won <> j.won or w.uncounted <> j.uncounted) returning w.id
  )
  select j.id, j.was, j.became from journal j join mended m on m.id = j.id
$$;

-- A3: an id may stand without lines where its entry moved nothing, as a lost round's closing does.
create or replace view audit_a3 as
  with posted as (select ref, count(distinct wallet_id) as wallets, min(wallet_id) as wallet_id, max(seq) as last_seq from transfer group by ref)
  select coalesce(i.ref, p.ref) as ref, 'id without its lines, lines without their id, or another answer' as fault
  from idempotency i full join posted p on p.ref = i.ref
  left join transfer t on t.wallet_id = p.wallet_id and t.seq = p.last_seq
  left join round r on p.ref is null and r.wallet_id = i.wallet_id and r.id = i.round_id and r.part_of is not null and r.stake = 0 and r.win = 0
  where i.ref is null or (p.ref is null and r.id is null) or p.wallets <> 1 or p.wallet_id <> i.wallet_id or t.balance_after <> i.balance_after;

-- A5: nonces are used up by what is drawn: whole rounds and those that open.
create or replace view audit_a5 as
  with drawn as (select seed_id, count(*) as rounds, count(distinct nonce) as nonces, min(nonce) as first, max(nonce) as last from round where seed_id is not null and status in (1, 2) group by seed_id)
  select d.seed_id, 'gap or repeat of a nonce' as fault from drawn d where d.rounds <> d.nonces or d.first <> 0 or d.last <> d.rounds - 1
  union all
  select w.seed_id, 'the wallet expects another nonce than the rounds leave' from wallet w left join drawn d on d.seed_id = w.seed_id
  where w.seed_id is not null and w.nonce <> coalesce(d.rounds, 0);

-- A6: each entry and the journal tell one story: what was staked less what was given back, and what was won.
create or replace view audit_a6 as
  with moved as (
    select wallet_id, round_id, coalesce(sum(-amount) filter (where amount < 0 or kind = 10), 0) as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1), 0) as win
    from transfer where round_id is not null and kind in (1, 10) group by wallet_id, round_id
  )
  select coalesce(r.id, m.round_id) as round_id, 'round and journal disagree' as fault
  from round r full join moved m on m.wallet_id = r.wallet_id and m.round_id = r.id
  where r.id is null or (m.round_id is null and (r.part_of is null or r.stake <> 0 or r.win <> 0)) or r.stake <> m.stake or r.win <> m.win;

-- A9 on both bases.
create or replace view audit_a9 as
  select w.id as wallet_id, null::date as day, 'counted play is not what the journal says' as fault
  from wallet w left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0 or kind = 10), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1), 0)::bigint as win from transfer where kind in (1, 10) group by wallet_id) r on r.wallet_id = w.id
  left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  where w.staked <> coalesce(r.stake, 0) or w.won <> coalesce(r.win, 0) or w.uncounted <> coalesce(u.uncounted, 0)
  union all
  select coalesce(p.wallet_id, r.wallet_id), coalesce(p.day, r.day), 'a closed day is not what its rounds say'
  from (
    select wallet_id, day, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win, sum(coalesce(settled_stake, stake)) as settled_stake, sum(coalesce(settled_win, win)) as settled_win,
           sum(valid) as valid
    from play_day group by wallet_id, day
  ) p full join (
    select d.day, r.wallet_id, count(*) filter (where r.status in (1, 4)) as rounds, sum(r.stake) as stake, sum(r.win) as win,
           coalesce(sum(coalesce(r.all_stake, r.stake)) filter (where r.status in (1, 4, 5)), 0) as settled_stake,
           coalesce(sum(coalesce(r.all_win, r.win)) filter (where r.status in (1, 4, 5)), 0) as settled_win,
           coalesce(sum(coalesce(r.valid, r.all_stake, r.stake)) filter (where r.status in (1, 4, 5)), 0) as valid
    from (
      select day, null::bigint as upto from play_day_done
      union all
      select day, max(upto) from play_day_part where day not in (select day from play_day_done) group by day
    ) d join round r on r.at >= d.day::timestamp at time zone 'Asia/Manila' and r.at < (d.day + 1)::timestamp at time zone 'Asia/Manila' and (d.upto is null or r.wallet_id <= d.upto)
    group by d.day, r.wallet_id
  ) r on r.wallet_id = p.wallet_id and r.day = p.day
  where p.rounds is distinct from r.rounds or p.stake is distinct from r.stake or p.win is distinct from r.win
     or p.settled_stake is distinct from r.settled_stake or p.settled_win is distinct from r.settled_win or (p.valid is not null and p.valid <> r.valid);

-- A12: what was written down of full parts is what their lines say.
create view audit_a12 as
  select p.wallet_id, p.part, 'a written part is not what its lines say' as fault
  from (
    select wallet_id, part, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win, min(began) as began, max(ended) as ended, sum(open_stake) as open_stake, sum(open_win) as open_win,
           min(opened::text) as opened
    from play_part group by wallet_id, part
  ) p cross join lateral (
    select count(*) filter (where l.part_of is null) as rounds, coalesce(sum(l.stake), 0) as stake, coalesce(sum(l.win), 0) as win, coalesce(min(l.at), 'infinity') as began,
           coalesce(max(l.at), '-infinity') as ended, coalesce(sum(l.stake) filter (where l.part_of is not null), 0) as open_stake,
           coalesce(sum(l.win) filter (where l.part_of is not null), 0) as open_win, min(l.part_of::text) filter (where l.stake < 0) as opened
    from play_lines(p.wallet_id, p.part * 512 + 1, (p.part + 1) * 512) l
  ) r
  where p.rounds <> r.rounds or p.stake <> r.stake or p.win <> r.win or p.began <> r.began or p.ended <> r.ended or p.open_stake <> r.open_stake or p.open_win <> r.open_win
     or p.opened is distinct from r.opened;

-- A15: an opened round is open or has been closed once, never both or neither; its sums are those of its entries; nothing else is open.
create view audit_a15 as
  with told as (
    select wallet_id, part_of as id, sum(stake) as stake, sum(win) as win, count(*) filter (where status = 2 and id = part_of) as opened, count(*) filter (where status = 4) as closed,
           max(all_stake) as all_stake, max(all_win) as all_win, count(*) filter (where status = 3) as added
    from round where part_of is not null and status < 5 group by wallet_id, part_of
  )
  select coalesce(t.wallet_id, o.wallet_id) as wallet_id, coalesce(t.id, o.id) as round_id, 'an opened round is not open, or not closed once, or not the sum of its entries' as fault
  from told t full join open_round o on o.wallet_id = t.wallet_id and o.id = t.id
  where t.id is null or t.opened <> 1 or t.closed + (o.id is not null)::int <> 1
     or (o.id is null and (t.all_stake is distinct from t.stake or t.all_win is distinct from t.win)) or (o.id is not null and (o.stake <> t.stake or o.win <> t.win))
  union all
  select c.wallet_id, c.part_of, 'a correction of a round that is not closed' from round c
  where c.status = 5 and not exists (select from round r where r.wallet_id = c.wallet_id and r.part_of = c.part_of and r.status = 4);

-- A16: a draw's seed hashes to its commitment, which is the link below; links and states have no gap that hides a result; no ticket came at or after the close;
-- nothing of a draw that is over is open, and what a settled draw says of its tickets is what their entries say.
create view audit_a16 as
  select d.id as draw_id, 'the seed is not the one that was promised' as fault from draw d where d.seed is not null and sha256(d.seed) <> d.commitment
  union all
  select d.id, 'the promise is not the link below' from draw d join draw_chain c on c.id = d.chain_id left join draw b on b.chain_id = d.chain_id and b.link = d.link - 1
  where d.commitment <> case when d.link = 1 then c.anchor else coalesce(b.seed, d.commitment) end
  union all
  select max(d.id), 'a link of the chain was passed over' from draw d group by d.chain_id having max(d.link) <> count(*)
  union all
  select d.id, 'a draw later in the chain was drawn before this one' from draw d
  where d.seed is null and exists (select from draw n where n.chain_id = d.chain_id and n.link > d.link and n.seed is not null)
  union all
  select d.id, 'a ticket came after the close, or to a draw that never opened' from draw d join round r on r.draw_id = d.id and r.status = 2 where r.at >= d.closes_at or d.state = 'scheduled'
  union all
  select d.id, 'a ticket of a draw that is over is open' from draw d join open_round o on o.draw_id = d.id where d.state in ('settled', 'void')
  union all
  select d.id, 'a settled draw says other sums than its tickets'
  from draw d left join (
    select draw_id, count(*) filter (where status = 2) as tickets, sum(stake) as staked, sum(win) as paid from round where draw_id is not null and status < 5 group by draw_id
  ) r on r.draw_id = d.id
  where d.state = 'settled' and (d.tickets <> coalesce(r.tickets, 0) or d.staked <> coalesce(r.staked, 0) or d.paid <> coalesce(r.paid, 0));
