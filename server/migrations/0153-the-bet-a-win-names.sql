-- Where a protocol wants a win to name its bet, the statement that books the win looks for the bet as well: a question before it was a way to the database more, and another
-- writer could change the answer. `founding`: the bet of each transaction, `given`: the prize that may stand for it; null where nothing is asked. What is not so is code 24: nothing
-- happened, and who asked looks closer.

drop function ledger_calls(timestamptz, text, bigint[], uuid[], smallint[], bigint[], integer[], uuid[], boolean[], text[], integer[], integer[], uuid[], smallint[], bigint[], bigint[], text[]);
drop function ledger_call(timestamptz, text, bigint, uuid, smallint, bigint, integer, uuid, boolean, text, integer, uuid[], smallint[], bigint[], bigint[], text[], boolean);

create function ledger_calls(
  in_at timestamptz, zone text, wallets bigint[], keys uuid[], vendors smallint[], contras bigint[], games integer[], entries uuid[], closings boolean[], foreigns text[], looks integer[],
  step_calls integer[], refs uuid[], types smallint[], amounts bigint[], digests bigint[], foreign_ids text[],
  founding uuid[] default null, given uuid[] default null
) returns table (item integer, code smallint, balance bigint) language plpgsql as $$
declare
  locked bigint[]; careful integer[]; bets bigint[]; wins bigint[]; steps integer[]; seen integer[]; unfounded integer[] := '{}'; had bigint[]; seqs bigint[]; known uuid[]; one record; first integer; last integer;
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
  if founding is not null then
    unfounded := array(
      select s.call from unnest(step_calls, founding, given) s(call, bet, prize)
      left join vendor_entry b on b.wallet_id = wallets[s.call] and b.ref = s.bet
      left join vendor_entry g on g.wallet_id = wallets[s.call] and g.ref = s.prize
      where s.bet is not null and (b.type is distinct from 1 or g.ref is not null)
    );
  end if;

  select array_agg(r.o order by r.o) filter (where r.careful), array_agg(r.balance order by r.o), array_agg(r.seq order by r.o), array_agg(r.round_id order by r.o) into careful, had, seqs, known
  from (
    select c.o::integer as o, w.balance, w.seq, v.round_id,
       w.id is null or not coalesce(c.wallet = any(locked), false) or w.status <> 0 or w.block <> 0 or c.steps = 0 or c.o = any(seen) or c.o = any(unfounded) or v.closed_at is not null
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
        coalesce(refs[first:last], '{}'), coalesce(types[first:last], '{}'), coalesce(amounts[first:last], '{}'), coalesce(digests[first:last], '{}'), coalesce(foreign_ids[first:last], '{}'),
        founding => founding[first:last], given => given[first:last]);
      code := one.code; balance := one.balance;
    end if;
    return next;
  end loop;
end $$;

create function ledger_call(
  in_at timestamptz, zone text, op_wallet bigint, op_key uuid, op_vendor smallint, op_contra bigint, op_game integer, op_entry uuid, op_closes boolean, op_foreign text, op_look integer,
  refs uuid[], types smallint[], amounts bigint[], digests bigint[], foreign_ids text[],
  op_played boolean default false, founding uuid[] default null, given uuid[] default null, out code smallint, out balance bigint
) language plpgsql as $$
declare
  w wallet; seen vendor_entry; v vendor_round; o open_round; allowed record; line record;
  fresh integer[] := '{}'; bets bigint := 0; wins bigint := 0; low bigint := 0; running bigint := 0; state smallint; part uuid; counted bigint; place bigint; after bigint;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance;
  if exists (
    select from unnest(founding, given) s(bet, prize)
    left join vendor_entry b on b.wallet_id = op_wallet and b.ref = s.bet
    left join vendor_entry g on g.wallet_id = op_wallet and g.ref = s.prize
    where s.bet is not null and (b.type is distinct from 1 or g.ref is not null)
  ) then code := 24; return; end if;
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
  if counted < 0 then perform stakes_close_up(op_wallet, part, -counted); end if;
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
