-- An open round is gone within moments, and a plan that is made while its table has no page reads all of it until the next is made.
alter table open_round set (vacuum_truncate = off);

-- Many calls of vendors as before, without joins between the calls and their transactions: those cost the square of what is called at once. What a call comes to, and how its
-- wallet and its round stand, is read once and taken by its place from then on.
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
           c.had - c.bets + c.wins as after, x.stake as open_stake, x.win as open_win, case c.state when 1 then null when 4 then x.stake + c.bets else 0 end as counted
    from (
      select u.*, case when u.known is null then case when u.closes then 1 else 2 end when u.closes then 4 else 3 end::smallint as state
      from unnest(wallets, keys, vendors, contras, games, entries, closings, foreigns, looks, known, had, seqs, bets, wins) with ordinality
        u(wallet, key, vendor, contra, game, entry, closes, foreign_id, look, known, had, seq, bets, wins, o)
      where careful is null or not (u.o = any(careful))
    ) c
    left join open_round x on x.wallet_id = c.wallet and x.id = c.known
  ), moved as (
    update wallet w set balance = t.after, seq = w.seq + (t.bets > 0)::int + (t.wins > 0)::int, staked = w.staked + t.bets, won = w.won + t.wins,
           uncounted = w.uncounted + t.bets - coalesce(t.counted, t.bets), stake_left = w.stake_left - t.bets, loss_left = w.loss_left - (t.bets - t.wins)
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
