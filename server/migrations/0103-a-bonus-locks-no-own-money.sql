-- A bonus stands beside what must be staked before money leaves, not in it: own money can be withdrawn while it runs. What it asks for is counted from where the wallet's counter of
-- stakes that count stood when it started. One runs at a time; others wait, with all their days, in the order they were given.
-- A version of before can neither give nor end a bonus after this: it is refused and nothing moves, so a payment whose deposit chose one is credited when its message comes again.
alter table bonus alter column deposit_id drop not null, alter column expires_at drop not null,
  add column needed bigint check (needed >= 0), add column days integer check (days > 0), add column started_at timestamptz,
  -- Where the counter stood at the start; what was done of it once it ended.
  add column from_valid bigint, add column done bigint check (done between 0 and needed);

-- Those that run keep what was staked for them, those that ended what is said of them.
update bonus b set needed = s.needed, days = greatest(ceil(extract(epoch from b.expires_at - b.at) / 86400), 1), started_at = b.at,
  from_valid = case when b.state = 'active' then s.reached - s.done else s.from_staked end,
  done = case b.state when 'active' then null when 'released' then s.needed else s.done end
from (
  select o.id, coalesce(t.needed, o.amount) as needed, w.staked - w.uncounted as reached, coalesce(t.from_staked, w.staked - w.uncounted) as from_staked,
         coalesce(greatest(least(w.staked - w.uncounted - t.from_staked, t.needed), 0), 0) as done
  from bonus o join wallet w on w.account_id = o.account_id and w.kind = 1 left join turnover t on t.source = 'bonus' and t.source_id = o.id
) s where s.id = b.id;

-- Their lines go, and those behind move up by what was still to be staked.
update turnover t set from_staked = t.from_staked - g.gone, until_staked = t.until_staked - g.gone
from (
  select l.id, l.source, sum(case when l.source = 'bonus' then greatest(l.until_staked - greatest(l.from_staked, w.staked - w.uncounted), 0) else 0 end)
    over (partition by l.account_id order by l.id) as gone
  from turnover l join wallet w on w.account_id = l.account_id and w.kind = 1
  where exists (select from turnover o where o.account_id = l.account_id and o.source = 'bonus' and o.until_staked > w.staked - w.uncounted)
) g where g.id = t.id and g.source <> 'bonus' and g.gone > 0;
delete from turnover where source = 'bonus';
alter table turnover drop constraint turnover_source_check;
alter table turnover add constraint turnover_source_check check (source in ('deposit', 'adjustment', 'transfer', 'freeRounds'));

alter table bonus drop constraint bonus_state_check;
alter table bonus alter column needed set not null, alter column days set not null,
  add constraint bonus_state_check check (state in ('waiting', 'active', 'released', 'forfeited', 'expired')),
  add constraint bonus_waits check (state <> 'waiting' or coalesce(started_at, expires_at) is null and from_valid is null),
  add constraint bonus_runs check (state <> 'active' or started_at is not null and expires_at is not null and from_valid is not null),
  add constraint bonus_ended check ((done is null) = (state in ('waiting', 'active'))),
  add constraint bonus_earned check (state <> 'released' or done = needed);
create index bonus_waiting on bonus (account_id, number) where state = 'waiting';

create or replace view audit_a10 as
  select w.account_id, w.balance as held, coalesce(b.active, 0) as active, 'the bonus wallet is not what its bonuses say' as fault
  from wallet w left join (select account_id, sum(amount) as active from bonus where state in ('active', 'waiting') group by account_id) b on b.account_id = w.account_id
  where w.kind = 2 and w.balance <> coalesce(b.active, 0);

-- Where a stake that counted is taken back the counter falls, for lines of turnover as before. For a bonus that runs it falls by what the round counted since its start; what the
-- round counted before that was never its own, so it asks for nothing a second time. The caller holds the wallet and writes the entry that takes back after this.
create function stakes_close_up(of_wallet bigint, of_round uuid, fallen bigint) returns void language plpgsql as $$
begin
  perform turnover_close_up(of_wallet);
  update bonus b set from_valid = least(b.from_valid - greatest(fallen - s.since, 0), w.staked - w.uncounted)
  from wallet w cross join lateral (
    select greatest(coalesce(sum(coalesce(r.valid, r.stake)), 0), 0)::bigint as since from bonus a join round r on r.wallet_id = w.id and (r.id = of_round or r.part_of = of_round) and r.at >= a.started_at
    where a.account_id = w.account_id and a.state = 'active'
  ) s where w.id = of_wallet and b.account_id = w.account_id and b.state = 'active';
end $$;

-- As before; what is taken back is said with its round.
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
    if counted < 0 then perform stakes_close_up(op_wallet, part, -counted); end if;
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
  if to_valid < s.valid then perform stakes_close_up(op_wallet, op_round, s.valid - to_valid); end if;
  perform ledger_pause('correct.after_money');
  insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at, valid, part_of, all_stake, all_win, draw_id)
  values (op_wallet, op_entry, s.game_id, -back, more, 5, s.seed_id, s.nonce, coalesce(s.detail, '{}') || jsonb_build_object('correction', op_note), in_at, to_valid - s.valid, op_round, -back, more, s.draw_id);
  if missing > 0 then
    insert into shortfall (id, wallet_id, round_id, game_id, account, asked, taken, at) values (op_entry, op_wallet, op_round, s.game_id, op_owed, -more, -more - missing, in_at);
  end if;
  insert into idempotency values (op_ref, op_wallet, op_digest, op_entry, after, in_at);
  code := 0; balance := after;
end $$;
