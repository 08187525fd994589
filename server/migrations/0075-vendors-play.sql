-- Vendors play our members' money: their calls as entries of rounds, their ids, their keys, and what goes wrong between us.

alter table vendor
  add column protocol text not null default 'softswiss' check (protocol in ('softswiss', 'hub88')),
  add column casino_id text not null default 'laro',
  add column cidrs cidr[] not null default '{}',
  add column calls_per_s integer not null default 500 check (calls_per_s between 1 and 100000),
  add column calls_at_once integer not null default 64 check (calls_at_once between 1 and 1000),
  add column answer_within_ms integer not null default 2500 check (answer_within_ms between 100 and 8000),
  add column stake_max bigint check (stake_max > 0),
  add column hour_loss_max bigint check (hour_loss_max > 0),
  add column round_rule text not null default 'refund' check (round_rule in ('refund', 'hold'));

-- The accounts of a vendor come with it, ten numbers to each: its play, what it gives away, what of a purse nobody can explain, and what members owe it after a win was taken back.
create function vendor_accounts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into system_account values
    (-10000 - 10 * new.id, 'vendor:' || new.code), (-10001 - 10 * new.id, 'vendor:' || new.code || ':promo'),
    (-10002 - 10 * new.id, 'vendor:' || new.code || ':unmatched'), (-10003 - 10 * new.id, 'receivable:' || new.code)
  on conflict do nothing;
  return null;
end $$;
create trigger vendor_accounts after insert on vendor for each row when (new.id <> 1) execute function vendor_accounts();
insert into system_account
  select -10000 - a.place - 10 * v.id, a.before || v.code || a.after
  from vendor v cross join (values (0, 'vendor:', ''), (1, 'vendor:', ':promo'), (2, 'vendor:', ':unmatched'), (3, 'receivable:', '')) a(place, before, after) where v.id <> 1;

-- owner: core/vendors
-- Secrets between us and a vendor: `theirs` verifies what they send, `ours` signs what we send. A key counts from the second officer's word on; a test vendor's
-- needs none. Two of one use at most count at once, while one takes the other's place.
create table vendor_key (
  id uuid primary key,
  vendor_id smallint not null references vendor (id),
  use text not null check (use in ('theirs', 'ours')),
  sealed bytea not null,
  fingerprint text not null,
  proposed_by bigint,
  proposed_at timestamptz not null,
  confirmed_by bigint,
  valid_from timestamptz,
  valid_until timestamptz,
  constraint vendor_key_two_persons check (confirmed_by is null or confirmed_by is distinct from proposed_by)
);
create index vendor_key_vendor on vendor_key (vendor_id, use);
revoke delete, truncate on vendor_key from laro_app;
revoke update on vendor_key from laro_app;
grant update (confirmed_by, valid_from, valid_until) on vendor_key to laro_app;
create trigger catalogue_changed after insert or update on vendor_key for each statement execute function catalogue_changed();

-- owner: core/vendors
-- How a vendor calls a member: random letters, others at each vendor, so that two of them cannot join their lists.
create table vendor_player (
  vendor_id smallint not null references vendor (id),
  player_ref text not null,
  account_id bigint not null references account (id),
  primary key (vendor_id, player_ref),
  unique (vendor_id, account_id)
);
revoke update, delete, truncate on vendor_player from laro_app;

-- owner: core/wallet
-- Each transaction of a vendor once and for ever. type: 1 bet, 2 win, 3 rollback, 9 never came (its rollback was here first). round_id: the entry it is part of; null
-- where nothing moved. original: what a rollback takes back. balance_after: as it was answered.
create table vendor_entry (
  wallet_id bigint not null,
  ref uuid not null,
  vendor_id smallint not null,
  round_id uuid,
  game_id integer not null,
  type smallint not null check (type in (1, 2, 3, 9)),
  amount bigint not null check (amount >= 0),
  digest bigint not null,
  foreign_id text not null,
  original uuid,
  balance_after bigint not null,
  at timestamptz not null,
  primary key (wallet_id, ref),
  check ((original is not null) = (type = 3)),
  check (type <> 9 or amount = 0)
);
revoke update, delete, truncate on vendor_entry from laro_app;
create unique index vendor_entry_undone on vendor_entry (wallet_id, original) where type = 3 and amount > 0;
create index vendor_entry_at on vendor_entry using brin (at) with (autosummarize = on);

-- owner: core/wallet
-- A vendor's round that took more than one call: what finds it by the name the vendor gave it. look_at: when the vendor is asked what became of it.
create table vendor_round (
  wallet_id bigint not null,
  key uuid not null,
  vendor_id smallint not null,
  round_id uuid not null,
  foreign_id text not null,
  game_id integer not null,
  at timestamptz not null,
  closed_at timestamptz,
  look_at timestamptz,
  looks smallint not null default 0,
  primary key (wallet_id, key)
);
revoke delete, truncate on vendor_round from laro_app;
create index vendor_round_look on vendor_round (look_at) where closed_at is null;
create index vendor_round_vendor on vendor_round (vendor_id, look_at) where closed_at is null;

-- owner: core/vendors
-- What went wrong between us and a vendor, kept for 30 days; `body` without what nobody may read.
create table vendor_fault (
  id uuid primary key,
  vendor_id smallint not null references vendor (id),
  direction text not null check (direction in ('in', 'out')),
  action text not null,
  code text not null,
  account_id bigint,
  their_id text,
  request_id text,
  their_request_id text,
  body text,
  at timestamptz not null
);
create index vendor_fault_vendor on vendor_fault (vendor_id, id);
create index vendor_fault_at on vendor_fault (at);
revoke update on vendor_fault from laro_app;

-- Writes one call of a vendor with every rule: its bets leave the wallet by all of them, its wins are paid whatever is closed, all or none. What stands already is left
-- out: the same id with the same content does nothing twice. All bets and all wins of a call are one entry, in two lines, whose ref is the entry's id.
-- Result code 23 (the transaction was rolled back) joins those before; 1 says that nothing was left to do.
create function ledger_call(
  in_at timestamptz, zone text, op_wallet bigint, op_key uuid, op_vendor smallint, op_contra bigint, op_game integer, op_entry uuid, op_closes boolean, op_foreign text, op_look integer,
  refs uuid[], types smallint[], amounts bigint[], digests bigint[], foreign_ids text[], out code smallint, out balance bigint
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
  if bets > 0 then
    select * into allowed from ledger_allow(op_wallet, in_at, zone, bets, true, op_game);
    in_at := greatest(in_at, allowed.in_at);
    if allowed.code not in (0, 2) then code := allowed.code; return; end if;
    if w.balance + low < 0 then code := 2; return; end if;
  end if;
  state := case when v.round_id is null then case when op_closes then 1 else 2 end when o.id is null then 5 when op_closes then 4 else 3 end;
  part := coalesce(v.round_id, op_entry);
  -- What counts of the stakes is counted when the round closes, and of what comes later at once.
  counted := case state when 1 then null when 4 then o.stake + bets when 5 then bets else 0 end;
  place := w.seq; after := w.balance;
  for line in select l.amount from (values (-bets, case when w.balance < bets then 1 else 0 end), (wins, case when w.balance < bets then 0 else 1 end)) l(amount, turn) where l.amount <> 0 order by l.turn loop
    place := place + 1; after := after + line.amount;
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, place, op_entry, op_contra, line.amount, 1, op_entry, after, in_at);
  end loop;
  update wallet p set balance = after, seq = place, staked = p.staked + bets, won = p.won + wins, uncounted = p.uncounted + bets - coalesce(counted, bets),
         stake_left = p.stake_left - bets, loss_left = p.loss_left - (bets - wins)
   where id = op_wallet;
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

-- Writes many calls of vendors, each of another wallet, in one statement and one commit: those that need no care in sets, the others by `ledger_call`. A wallet held
-- elsewhere is answered as busy (6), as in `ledger_batch`. step_calls: which call each transaction belongs to, from 1, in its order.
create function ledger_calls(
  in_at timestamptz, zone text, wallets bigint[], keys uuid[], vendors smallint[], contras bigint[], games integer[], entries uuid[], closings boolean[], foreigns text[], looks integer[],
  step_calls integer[], refs uuid[], types smallint[], amounts bigint[], digests bigint[], foreign_ids text[]
) returns table (item integer, code smallint, balance bigint) language plpgsql as $$
declare
  locked bigint[]; careful integer[]; one record; first integer; last integer;
  site jsonb := (select value from setting where key = 'status');
  shut boolean := coalesce((site->>'maintenance')::boolean, false) or coalesce((site->>'regionRestriction')::boolean, false);
  stopped integer[] := (select array_agg(s.game_id) from game_stop s);
begin
  select array_agg(l.id) into locked from (select w.id from wallet w where w.id = any(wallets) order by w.id for update skip locked) l;
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.after_lock'); end if;

  with step as materialized (
    select s.call, sum(s.amount) filter (where s.type = 1) as bets, bool_or(e.ref is not null) as seen
    from unnest(step_calls, refs, types, amounts) s(call, ref, type, amount)
    left join vendor_entry e on e.wallet_id = wallets[s.call] and e.ref = s.ref
    group by s.call
  )
  select array_agg(c.o::integer) into careful
  from unnest(wallets, keys, games) with ordinality c(wallet, key, game, o)
  left join wallet w on w.id = c.wallet
  left join vendor_round v on v.wallet_id = c.wallet and v.key = c.key
  left join step on step.call = c.o
  where w.id is null or not coalesce(c.wallet = any(locked), false) or w.status <> 0 or w.block <> 0 or step.call is null or step.seen or v.closed_at is not null
     or w.balance < coalesce(step.bets, 0) or w.stake_left < step.bets or w.loss_left < step.bets or step.bets > 0 and (shut or c.game = any(stopped))
     or w.limited and (w.left_until is null or w.left_until <= in_at or w.limits_read_at > in_at);

  return query
  with call as materialized (
    select c.o::integer as o, c.wallet, c.key, c.vendor, c.contra, c.game, c.entry, c.closes, c.foreign_id, c.look, v.round_id as known, coalesce(v.round_id, c.entry) as part,
           case when v.round_id is null then case when c.closes then 1 else 2 end when c.closes then 4 else 3 end::smallint as state, w.balance as had, w.seq
    from unnest(wallets, keys, vendors, contras, games, entries, closings, foreigns, looks) with ordinality c(wallet, key, vendor, contra, game, entry, closes, foreign_id, look, o)
    join wallet w on w.id = c.wallet
    left join vendor_round v on v.wallet_id = c.wallet and v.key = c.key
    where careful is null or not (c.o = any(careful))
  ), told as materialized (
    select c.*, s.bets, s.wins, c.had - s.bets + s.wins as after, x.stake as open_stake, x.win as open_win,
           case c.state when 1 then null when 4 then x.stake + s.bets else 0 end as counted
    from call c
    join (
      select t.call, coalesce(sum(t.amount) filter (where t.type = 1), 0)::bigint as bets, coalesce(sum(t.amount) filter (where t.type = 2), 0)::bigint as wins
      from unnest(step_calls, types, amounts) t(call, type, amount) group by t.call
    ) s on s.call = c.o
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
    select t.wallet, s.ref, t.vendor, t.entry, t.game, s.type, s.amount, s.digest, s.foreign_id,
           t.had + sum(case s.type when 1 then -s.amount else s.amount end) over (partition by s.call order by s.place rows unbounded preceding), in_at
    from unnest(step_calls, refs, types, amounts, digests, foreign_ids) with ordinality s(call, ref, type, amount, digest, foreign_id, place) join told t on t.o = s.call
  )
  select t.o, 0::smallint, t.after from told t;
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.before_commit'); end if;

  if careful is null then return; end if;
  foreach item in array careful loop
    if exists (select from wallet w where w.id = wallets[item]) and not coalesce(wallets[item] = any(locked), false) then
      code := 6; balance := 0;
    else
      -- The transactions of a call stand together.
      first := array_position(step_calls, item); last := first - 1 + (select count(*) from unnest(step_calls) s(call) where s.call = item);
      select * into one from ledger_call(in_at, zone, wallets[item], keys[item], vendors[item], contras[item], games[item], entries[item], closings[item], foreigns[item], looks[item],
        coalesce(refs[first:last], '{}'), coalesce(types[first:last], '{}'), coalesce(amounts[first:last], '{}'), coalesce(digests[first:last], '{}'), coalesce(foreign_ids[first:last], '{}'));
      code := one.code; balance := one.balance;
    end if;
    return next;
  end loop;
end $$;

-- Takes back transactions of a vendor, in the order given, in the caller's transaction: a bet's stake comes back, a win leaves again as far as the wallet holds it, and the
-- rest is owed. What never came is written down so that it never will; what was taken back is not taken back again. `moves` says whether the rollback moved money, now
-- or when it came first. Throws nothing: a code other than 0 and 1 asks the caller to undo all of it.
create function ledger_rollback(
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
    counted := case when state = 5 then back else 0 end;
    for line in select * from (values (1, -back, op_contra, 10), (2, lacks, op_owed, 16), (3, taken, op_contra, 15)) l(turn, amount, contra, kind) where l.amount <> 0 order by l.turn loop
      place := place + 1; after := after + line.amount;
      insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, place, op_entry, line.contra, line.amount, line.kind, op_entry, after, in_at);
    end loop;
    update wallet p set balance = after, seq = place, staked = p.staked + back, won = p.won + taken, uncounted = p.uncounted + back - counted, left_until = null where id = op_wallet;
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
