-- What counts of a vendor's round is known when it closes: nothing of a stake that just came back, and where both sides of a thing can be staked on no more than was at stake.
create function counted_of(stake bigint, win bigint, game_type text) returns bigint language sql immutable parallel safe as $$
  select case when win = stake then 0 when game_type in ('LIVE', 'SPORTS', 'ESPORTS', 'PVP', 'COCKFIGHT') then least(stake, abs(win - stake)) else stake end
$$;

-- Where a stake that counted is taken back the counter of stakes falls: a line of turnover that begins above it would ask for that stake again, so it moves down, and those
-- behind it with it. The caller holds the wallet.
create function turnover_close_up(of_wallet bigint) returns void language plpgsql as $$
declare
  line turnover; gap bigint; owner bigint; reached bigint;
begin
  select w.account_id, w.staked - w.uncounted into owner, reached from wallet w where w.id = of_wallet;
  for line in select * from turnover t where t.account_id = owner and t.until_staked > reached order by t.id loop
    gap := greatest(line.from_staked - reached, 0);
    if gap > 0 then update turnover t set from_staked = t.from_staked - gap, until_staked = t.until_staked - gap where t.id = line.id; end if;
    reached := greatest(line.until_staked - gap, reached);
  end loop;
end $$;

-- As before; what counts is what `counted_of` says of the whole round.
create or replace function ledger_calls(
  in_at timestamptz, zone text, wallets bigint[], keys uuid[], vendors smallint[], contras bigint[], games integer[], entries uuid[], closings boolean[], foreigns text[], looks integer[],
  step_calls integer[], refs uuid[], types smallint[], amounts bigint[], digests bigint[], foreign_ids text[]
) returns table (item integer, code smallint, balance bigint) language plpgsql as $$
declare
  locked bigint[]; careful integer[]; bets bigint[]; wins bigint[]; steps integer[]; seen integer[]; had bigint[]; seqs bigint[]; known uuid[]; one record; first integer; last integer;
  site jsonb := (select value from setting where key = 'status');
  shut boolean := coalesce((site->>'maintenance')::boolean, false) or coalesce((site->>'regionRestriction')::boolean, false);
  stopped integer[] := (select array_agg(s.game_id) from game_stop s);
begin
  select array_agg(l.id) into locked from (select w.id from wallet w where w.id = any(wallets) order by w.id for update skip locked) l;
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.after_lock'); end if;

  -- By the place of each call: what it comes to, and below how its wallet and its round stand.
  select array_agg(s.bets order by s.call), array_agg(s.wins order by s.call), array_agg(s.steps order by s.call) into bets, wins, steps
  from (
    select t.call, coalesce(sum(t.amount) filter (where t.type = 1), 0)::bigint as bets, coalesce(sum(t.amount) filter (where t.type = 2), 0)::bigint as wins, count(t.type)::integer as steps
    from (select u.* from unnest(step_calls, types, amounts) u(call, type, amount) union all select o, null, null from generate_series(1, cardinality(wallets)) o) t group by t.call
  ) s;
  seen := array(select s.call from unnest(step_calls, refs) s(call, ref) join vendor_entry e on e.wallet_id = wallets[s.call] and e.ref = s.ref);

  select array_agg(r.o order by r.o) filter (where r.careful), array_agg(r.balance order by r.o), array_agg(r.seq order by r.o), array_agg(r.round_id order by r.o) into careful, had, seqs, known
  from (
    select c.o::integer as o, w.balance, w.seq, v.round_id,
       w.id is null or not coalesce(c.wallet = any(locked), false) or w.status <> 0 or w.block <> 0 or c.steps = 0 or c.o = any(seen) or v.closed_at is not null
       or w.balance < c.bets or c.bets > 0 and (w.stake_left < c.bets or w.loss_left < c.bets or shut or coalesce(c.game = any(stopped), false))
       or w.limited and (w.left_until is null or w.left_until <= in_at or w.limits_read_at > in_at) as careful
    from unnest(wallets, keys, games, bets, steps) with ordinality c(wallet, key, game, bets, steps, o)
    left join wallet w on w.id = c.wallet
    left join vendor_round v on v.wallet_id = c.wallet and v.key = c.key
  ) r;

  return query
  with told as materialized (
    select c.o::integer as o, c.wallet, c.key, c.vendor, c.contra, c.game, c.entry, c.foreign_id, c.look, coalesce(c.known, c.entry) as part, c.state, c.had, c.seq, c.bets, c.wins,
           c.had - c.bets + c.wins as after, x.stake as open_stake, x.win as open_win,
           case c.state when 1 then counted_of(c.bets, c.wins, (select g.game_type from game g where g.id = c.game)) when 4 then counted_of(x.stake + c.bets, x.win + c.wins, (select g.game_type from game g where g.id = c.game)) else 0 end as counted
    from (
      select u.*, case when u.known is null then case when u.closes then 1 else 2 end when u.closes then 4 else 3 end::smallint as state
      from unnest(wallets, keys, vendors, contras, games, entries, closings, foreigns, looks, known, had, seqs, bets, wins) with ordinality
        u(wallet, key, vendor, contra, game, entry, closes, foreign_id, look, known, had, seq, bets, wins, o)
      where careful is null or not (u.o = any(careful))
    ) c
    left join open_round x on x.wallet_id = c.wallet and x.id = c.known
  ), moved as (
    update wallet w set balance = t.after, seq = w.seq + (t.bets > 0)::int + (t.wins > 0)::int, staked = w.staked + t.bets, won = w.won + t.wins,
           uncounted = w.uncounted + t.bets - t.counted, stake_left = w.stake_left - t.bets, loss_left = w.loss_left - (t.bets - t.wins)
    from told t where w.id = t.wallet
  ), written as (
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at)
    select t.wallet, t.seq + leg.place, t.entry, t.contra, leg.amount, 1, t.entry, leg.after, in_at
    from told t cross join lateral (values (1, -t.bets, t.had - t.bets), (1 + (t.bets > 0)::int, t.wins, t.after)) leg(place, amount, after) where leg.amount <> 0
  ), played as (
    insert into round (wallet_id, id, game_id, stake, win, status, detail, at, valid, part_of, all_stake, all_win)
    select t.wallet, t.entry, t.game, t.bets, t.wins, t.state, null, in_at, t.counted, case when t.state <> 1 then t.part end,
           case when t.state = 4 then t.open_stake + t.bets end, case when t.state = 4 then t.open_win + t.wins end
    from told t
  ), opened as (
    insert into open_round (wallet_id, id, game_id, stake, win, stepped, state, at) select t.wallet, t.entry, t.game, t.bets, t.wins, false, '{}', in_at from told t where t.state = 2
  ), added as (
    update open_round x set stake = x.stake + t.bets, win = x.win + t.wins, step = x.step + 1 from told t where t.state = 3 and x.wallet_id = t.wallet and x.id = t.part
  ), closed as (
    delete from open_round x using told t where t.state = 4 and x.wallet_id = t.wallet and x.id = t.part
  ), named as (
    insert into vendor_round (wallet_id, key, vendor_id, round_id, foreign_id, game_id, at, look_at)
    select t.wallet, t.key, t.vendor, t.entry, t.foreign_id, t.game, in_at, in_at + make_interval(secs => t.look) from told t where t.state = 2
  ), ended as (
    update vendor_round r set closed_at = in_at, look_at = null from told t where t.state = 4 and r.wallet_id = t.wallet and r.key = t.key
  ), kept as (
    insert into vendor_entry (wallet_id, ref, vendor_id, round_id, game_id, type, amount, digest, foreign_id, balance_after, at)
    select wallets[s.call], s.ref, vendors[s.call], entries[s.call], games[s.call], s.type, s.amount, s.digest, s.foreign_id,
           had[s.call] + sum(case s.type when 1 then -s.amount else s.amount end) over (partition by s.call order by s.place rows unbounded preceding), in_at
    from unnest(step_calls, refs, types, amounts, digests, foreign_ids) with ordinality s(call, ref, type, amount, digest, foreign_id, place)
    where careful is null or not (s.call = any(careful))
  )
  select t.o, 0::smallint, t.after from told t;
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.before_commit'); end if;

  if careful is null then return; end if;
  foreach item in array careful loop
    if exists (select from wallet w where w.id = wallets[item]) and not coalesce(wallets[item] = any(locked), false) then
      code := 6; balance := 0;
    else
      -- The transactions of a call stand together.
      first := array_position(step_calls, item); last := first - 1 + steps[item];
      select * into one from ledger_call(in_at, zone, wallets[item], keys[item], vendors[item], contras[item], games[item], entries[item], closings[item], foreigns[item], looks[item],
        coalesce(refs[first:last], '{}'), coalesce(types[first:last], '{}'), coalesce(amounts[first:last], '{}'), coalesce(digests[first:last], '{}'), coalesce(foreign_ids[first:last], '{}'));
      code := one.code; balance := one.balance;
    end if;
    return next;
  end loop;
end $$;

create or replace function ledger_call(
  in_at timestamptz, zone text, op_wallet bigint, op_key uuid, op_vendor smallint, op_contra bigint, op_game integer, op_entry uuid, op_closes boolean, op_foreign text, op_look integer,
  refs uuid[], types smallint[], amounts bigint[], digests bigint[], foreign_ids text[],
  op_played boolean default false, out code smallint, out balance bigint
) language plpgsql as $$
declare
  w wallet; seen vendor_entry; v vendor_round; o open_round; allowed record; line record;
  fresh integer[] := '{}'; bets bigint := 0; wins bigint := 0; low bigint := 0; running bigint := 0; state smallint; part uuid; counted bigint; place bigint; after bigint;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance;
  for i in 1 .. cardinality(refs) loop
    select * into seen from vendor_entry e where e.wallet_id = op_wallet and e.ref = refs[i];
    if not found then
      fresh := fresh || i;
      running := running + case when types[i] = 1 then -amounts[i] else amounts[i] end;
      low := least(low, running);
      if types[i] = 1 then bets := bets + amounts[i]; else wins := wins + amounts[i]; end if;
    elsif seen.type = 9 or exists (select from vendor_entry e where e.wallet_id = op_wallet and e.original = refs[i] and e.type = 3 and e.amount > 0) then code := 23; return;
    elsif seen.type <> types[i] or seen.amount <> amounts[i] or seen.digest <> digests[i] then code := 4; return;
    else balance := seen.balance_after;
    end if;
  end loop;
  select * into v from vendor_round r where r.wallet_id = op_wallet and r.key = op_key;
  if v.round_id is not null then select * into o from open_round r where r.wallet_id = op_wallet and r.id = v.round_id for update; end if;
  if cardinality(fresh) = 0 and (o.id is null or not op_closes) then
    code := 1;
    if cardinality(refs) = 0 then balance := w.balance; end if;
    return;
  end if;
  balance := w.balance;
  if bets > 0 and not op_played then
    select * into allowed from ledger_allow(op_wallet, in_at, zone, bets, true, op_game);
    in_at := greatest(in_at, allowed.in_at);
    if allowed.code not in (0, 2) then code := allowed.code; return; end if;
    if w.balance + low < 0 then code := 2; return; end if;
  end if;
  state := case when v.round_id is null then case when op_closes then 1 else 2 end when o.id is null then 5 when op_closes then 4 else 3 end;
  part := coalesce(v.round_id, op_entry);
  -- What counts of the stakes is counted when the round closes; of what comes later, what the whole round counts differently.
  counted := case state when 1 then counted_of(bets, wins, (select g.game_type from game g where g.id = op_game)) when 4 then counted_of(o.stake + bets, o.win + wins, (select g.game_type from game g where g.id = op_game)) else 0 end;
  if state = 5 then
    select counted_of(s.stake + bets, s.win + wins, (select g.game_type from game g where g.id = op_game)) - s.valid into counted from round_stands(op_wallet, part) s;
    counted := coalesce(counted, bets);
  end if;
  place := w.seq; after := w.balance;
  for line in select l.amount from (values (-bets, case when w.balance < bets then 1 else 0 end), (wins, case when w.balance < bets then 0 else 1 end)) l(amount, turn) where l.amount <> 0 order by l.turn loop
    place := place + 1; after := after + line.amount;
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, place, op_entry, op_contra, line.amount, 1, op_entry, after, in_at);
  end loop;
  update wallet p set balance = after, seq = place, staked = p.staked + bets, won = p.won + wins, uncounted = p.uncounted + bets - counted,
         stake_left = p.stake_left - bets, loss_left = p.loss_left - (bets - wins),
         left_until = case when op_played then null else p.left_until end
   where id = op_wallet;
  if counted < 0 then perform turnover_close_up(op_wallet); end if;
  perform ledger_pause('call.after_money');
  insert into round (wallet_id, id, game_id, stake, win, status, detail, at, valid, part_of, all_stake, all_win)
  values (op_wallet, op_entry, op_game, bets, wins, state, null, in_at, counted, case when state <> 1 then part end,
          case state when 4 then o.stake + bets when 5 then bets end, case state when 4 then o.win + wins when 5 then wins end);
  case state
    when 1, 5 then null;
    when 2 then
      insert into open_round (wallet_id, id, game_id, stake, win, stepped, state, at) values (op_wallet, op_entry, op_game, bets, wins, false, '{}', in_at);
      insert into vendor_round (wallet_id, key, vendor_id, round_id, foreign_id, game_id, at, look_at) values (op_wallet, op_key, op_vendor, op_entry, op_foreign, op_game, in_at, in_at + make_interval(secs => op_look));
    when 3 then update open_round x set stake = x.stake + bets, win = x.win + wins, step = x.step + 1 where x.wallet_id = op_wallet and x.id = part;
    when 4 then
      delete from open_round x where x.wallet_id = op_wallet and x.id = part;
      update vendor_round x set closed_at = in_at, look_at = null where x.wallet_id = op_wallet and x.key = op_key;
  end case;
  insert into vendor_entry (wallet_id, ref, vendor_id, round_id, game_id, type, amount, digest, foreign_id, balance_after, at)
  select op_wallet, s.ref, op_vendor, op_entry, op_game, s.type, s.amount, s.digest, s.foreign_id,
         w.balance + sum(case s.type when 1 then -s.amount else s.amount end) over (order by s.place rows unbounded preceding), in_at
  from unnest(refs, types, amounts, digests, foreign_ids) with ordinality s(ref, type, amount, digest, foreign_id, place) where s.place = any(fresh);
  code := 0; balance := after;
end $$;

create or replace function ledger_rollback(
  in_at timestamptz, op_wallet bigint, op_vendor smallint, op_contra bigint, op_owed bigint, op_game integer, op_entry uuid, op_ref uuid, op_foreign text, op_original uuid, op_original_foreign text,
  out code smallint, out balance bigint, out moves boolean
) language plpgsql as $$
declare
  w wallet; seen vendor_entry; was vendor_entry; r round; o open_round; part uuid; state smallint; back bigint := 0; taken bigint := 0; lacks bigint := 0; counted bigint; line record; place bigint; after bigint;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance;
  select * into seen from vendor_entry e where e.wallet_id = op_wallet and e.ref = op_ref;
  if found then
    if seen.type <> 3 or seen.original <> op_original then code := 4; return; end if;
    code := 1; balance := seen.balance_after; moves := seen.amount > 0; return;
  end if;
  select * into was from vendor_entry e where e.wallet_id = op_wallet and e.ref = op_original;
  if not found and op_ref <> op_original then
    insert into vendor_entry (wallet_id, ref, vendor_id, game_id, type, amount, digest, foreign_id, balance_after, at)
    values (op_wallet, op_original, op_vendor, op_game, 9, 0, 0, op_original_foreign, w.balance, in_at);
  end if;
  moves := coalesce(was.type in (1, 2), false) and not exists (select from vendor_entry e where e.wallet_id = op_wallet and e.original = op_original and e.type = 3 and e.amount > 0);
  after := w.balance; place := w.seq;
  if moves then
    select * into r from round x where x.wallet_id = op_wallet and x.id = was.round_id;
    part := coalesce(r.part_of, r.id);
    select * into o from open_round x where x.wallet_id = op_wallet and x.id = part for update;
    state := case when o.id is null then 5 else 3 end;
    if was.type = 1 then back := -was.amount; else taken := -was.amount; lacks := greatest(was.amount - w.balance, 0); end if;
    counted := 0;
    if state = 5 then
      select counted_of(s.stake + back, s.win + taken, (select g.game_type from game g where g.id = r.game_id)) - s.valid into counted from round_stands(op_wallet, part) s;
      counted := coalesce(counted, back);
    end if;
    for line in select * from (values (1, -back, op_contra, 10), (2, lacks, op_owed, 16), (3, taken, op_contra, 15)) l(turn, amount, contra, kind) where l.amount <> 0 order by l.turn loop
      place := place + 1; after := after + line.amount;
      insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, place, op_entry, line.contra, line.amount, line.kind, op_entry, after, in_at);
    end loop;
    update wallet p set balance = after, seq = place, staked = p.staked + back, won = p.won + taken, uncounted = p.uncounted + back - counted, left_until = null where id = op_wallet;
    if counted < 0 then perform turnover_close_up(op_wallet); end if;
    perform ledger_pause('call.after_money');
    insert into round (wallet_id, id, game_id, stake, win, status, detail, at, valid, part_of, all_stake, all_win)
    values (op_wallet, op_entry, r.game_id, back, taken, state, null, in_at, counted, part, case when state = 5 then back end, case when state = 5 then taken end);
    if lacks > 0 then
      insert into shortfall (id, wallet_id, round_id, game_id, account, asked, taken, at) values (op_entry, op_wallet, part, r.game_id, op_owed, was.amount, was.amount - lacks, in_at);
    end if;
    if state = 3 then update open_round x set stake = x.stake + back, win = x.win + taken, step = x.step + 1 where x.wallet_id = op_wallet and x.id = part; end if;
  end if;
  insert into vendor_entry (wallet_id, ref, vendor_id, round_id, game_id, type, amount, digest, foreign_id, original, balance_after, at)
  values (op_wallet, op_ref, op_vendor, case when moves then op_entry end, coalesce(was.game_id, op_game), 3, case when moves then was.amount else 0 end, 0, op_foreign, op_original, after, in_at);
  code := 0; balance := after;
end $$;

create or replace function ledger_correct(
  in_at timestamptz, op_ref uuid, op_wallet bigint, op_contra bigint, op_owed bigint, op_round uuid, op_entry uuid, op_version bigint, to_stake bigint, to_win bigint, to_valid bigint,
  op_digest bigint, op_note jsonb, out code smallint, out balance bigint, out missing bigint
) language plpgsql as $$
declare
  w wallet; seen idempotency; s record; line record; after bigint; place bigint; back bigint; more bigint;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance; missing := 0;
  select * into seen from idempotency where ref = op_ref;
  if found then
    code := case when seen.wallet_id <> op_wallet or seen.digest <> op_digest then 4 else 1 end; balance := seen.balance_after;
    select h.asked - h.taken into missing from shortfall h where h.id = seen.round_id;
    missing := coalesce(missing, 0); return;
  end if;
  select * into s from round_stands(op_wallet, op_round);
  if not found or s.corrections <> op_version - 1 or to_stake < 0 or to_stake > s.stake or to_win < 0 or (to_stake = s.stake and to_win = s.win) then code := 20; return; end if;
  if s.status = 1 and exists (
    select from transfer t join reversal v on v.original_ref = t.ref
    where t.wallet_id = op_wallet and t.round_id = op_round and t.seq >= journal_seq(op_wallet, s.at - interval '1 minute') and t.seq < journal_seq(op_wallet, s.at + interval '1 minute')
  ) then code := 21; return; end if;
  back := s.stake - to_stake; more := to_win - s.win;
  missing := greatest(-more - w.balance - back, 0);
  after := w.balance; place := w.seq;
  for line in select * from (values (back, 10, op_contra), (missing, 16, op_owed), (more, 15, op_contra)) l(amount, kind, far) where l.amount <> 0 loop
    after := after + line.amount; place := place + 1;
    insert into transfer values (op_wallet, place, op_ref, line.far, line.amount, line.kind, op_entry, after, in_at);
  end loop;
  update wallet p set balance = after, seq = place, staked = p.staked - back, won = p.won + more, uncounted = p.uncounted - back + s.valid - to_valid,
         -- Where the correction makes room depends on when the round was opened: the limits are read again.
         left_until = null
   where id = op_wallet;
  if to_valid < s.valid then perform turnover_close_up(op_wallet); end if;
  perform ledger_pause('correct.after_money');
  insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at, valid, part_of, all_stake, all_win, draw_id)
  values (op_wallet, op_entry, s.game_id, -back, more, 5, s.seed_id, s.nonce, coalesce(s.detail, '{}') || jsonb_build_object('correction', op_note), in_at, to_valid - s.valid, op_round, -back, more, s.draw_id);
  if missing > 0 then
    insert into shortfall (id, wallet_id, round_id, game_id, account, asked, taken, at) values (op_entry, op_wallet, op_round, s.game_id, op_owed, -more, -more - missing, in_at);
  end if;
  insert into idempotency values (op_ref, op_wallet, op_digest, op_entry, after, in_at);
  code := 0; balance := after;
end $$;

-- Lines that stand above their counter since before.
do $$ begin
  perform turnover_close_up(w.id) from wallet w where w.kind = 1 and exists (select from turnover t where t.account_id = w.account_id and t.from_staked > w.staked - w.uncounted);
end $$;
