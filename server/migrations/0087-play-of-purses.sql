-- What is played at vendors that keep a wallet of their own: asked for, booked as any vendor's play, and held against what they say is there.

-- A call as before; op_played: what it tells was played already, so no rule of protection is asked, and the limits are read anew at the next stake.
drop function ledger_call(timestamptz, text, bigint, uuid, smallint, bigint, integer, uuid, boolean, text, integer, uuid[], smallint[], bigint[], bigint[], text[]);
create function ledger_call(
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
  -- What counts of the stakes is counted when the round closes, and of what comes later at once.
  counted := case state when 1 then null when 4 then o.stake + bets when 5 then bets else 0 end;
  place := w.seq; after := w.balance;
  for line in select l.amount from (values (-bets, case when w.balance < bets then 1 else 0 end), (wins, case when w.balance < bets then 0 else 1 end)) l(amount, turn) where l.amount <> 0 order by l.turn loop
    place := place + 1; after := after + line.amount;
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, place, op_entry, op_contra, line.amount, 1, op_entry, after, in_at);
  end loop;
  update wallet p set balance = after, seq = place, staked = p.staked + bets, won = p.won + wins, uncounted = p.uncounted + bets - coalesce(counted, bets),
         stake_left = p.stake_left - bets, loss_left = p.loss_left - (bets - wins),
         left_until = case when op_played then null else p.left_until end
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

-- Moves one amount into a wallet or out of it, whatever is closed: what follows from something that happened elsewhere. It stands once for its ref.
create function ledger_move(in_at timestamptz, op_wallet bigint, op_ref uuid, op_contra bigint, op_amount bigint, op_kind smallint, op_digest bigint) returns void language plpgsql as $$
declare
  w wallet;
begin
  update wallet p set balance = p.balance + op_amount, seq = p.seq + 1 where p.id = op_wallet returning * into w;
  insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, w.seq, op_ref, op_contra, op_amount, op_kind, null, w.balance, in_at);
  perform ledger_pause('call.after_money');
  insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at) values (op_ref, op_wallet, op_digest, null, w.balance, in_at);
end $$;

-- owner: core/wallet
-- What was read of a member's play in a purse, some records at a time, or what a recall found there. net: what the play came to, which moved between the main wallet and the
-- purse. unmatched: what moved between the purse and its vendor's unmatched account.
create table vendor_pulled (
  id uuid primary key,
  wallet_id bigint not null,
  purse_id bigint not null,
  vendor_id smallint not null,
  net bigint not null,
  unmatched bigint not null,
  at timestamptz not null
);
create index vendor_pulled_wallet on vendor_pulled (wallet_id, vendor_id, at);
create index vendor_pulled_at on vendor_pulled using brin (at) with (autosummarize = on);
revoke update, delete, truncate on vendor_pulled from laro_app;

-- owner: core/wallet
-- What of a purse nobody can explain yet: above zero the vendor had more than is known of, below zero less. id and since: of what is open now, null where nothing is. short:
-- what of it stands for records that came before those they follow from. matched_at: when the vendor last said what is there; what was played until then is in its word.
create table vendor_unmatched (
  purse_id bigint primary key,
  account_id bigint not null,
  vendor_id smallint not null,
  amount bigint not null default 0,
  short bigint not null default 0 check (short >= 0),
  id uuid,
  since timestamptz,
  matched_at timestamptz,
  check ((amount = 0) = (id is null) and (id is null) = (since is null))
);
create index vendor_unmatched_open on vendor_unmatched (vendor_id, since) where amount <> 0;
revoke delete, truncate on vendor_unmatched from laro_app;

-- owner: core/vendors
-- How far a vendor's records were read: all of it up to read_until. part_s: how many seconds of them are asked for at once. since: when money first went there.
create table vendor_play_window (
  vendor_id smallint primary key,
  wallet_kind smallint not null unique,
  since timestamptz not null,
  read_until timestamptz not null,
  part_s integer not null default 900 check (part_s between 1 and 3600)
);
revoke delete, truncate on vendor_play_window from laro_app;

-- What stands in a purse that nobody can explain is told with the vendor's other differences.
alter table vendor_difference drop constraint vendor_difference_flow;
alter table vendor_difference drop constraint vendor_difference_kind;
alter table vendor_difference add constraint vendor_difference_flow check (flow in ('stake', 'win', 'rollback', 'prize', 'purse')),
  add constraint vendor_difference_kind check (kind in ('missingHere', 'missingThere', 'amount', 'otherPlayer', 'otherDay', 'fraction', 'receivable', 'unmatched'));

-- A29: a purse is what went there less what came home, with what was played and what is unmatched; what was read of a wallet's play is what its entries say, and none of
-- such a vendor came by another way; what is unmatched stands once, and on its vendor's account.
create view audit_a29 as
  select w.account_id, w.id, 'a purse is not what went there, came home, was played and is unmatched' as fault
  from vendor_play_window y join wallet w on w.kind = y.wallet_kind
  left join (
    select account_id, vendor_id, sum(case direction when 'in' then amount else -amount end) as amount from vendor_transfer
    where direction = 'in' and state = 'done' or direction = 'out' and state <> 'refused' group by account_id, vendor_id
  ) m on m.account_id = w.account_id and m.vendor_id = y.vendor_id
  left join (select purse_id, sum(net + unmatched) as amount from vendor_pulled group by purse_id) p on p.purse_id = w.id
  where w.balance <> coalesce(m.amount, 0) + coalesce(p.amount, 0)
  union all
  select w.account_id, w.id, 'what is unmatched is not what its account says, or not what was booked'
  from (select purse_id, min(vendor_id) as vendor_id, sum(unmatched) as amount, count(distinct vendor_id) as vendors from vendor_pulled group by purse_id) p
  full join vendor_unmatched u on u.purse_id = p.purse_id
  join wallet w on w.id = coalesce(u.purse_id, p.purse_id)
  left join lateral (select sum(t.amount) as amount from transfer t where t.wallet_id = w.id and t.contra = -10002 - 10 * coalesce(u.vendor_id, p.vendor_id)::bigint) l on true
  where p.vendors > 1 or coalesce(u.amount, 0) <> coalesce(p.amount, 0) or coalesce(l.amount, 0) <> coalesce(p.amount, 0)
  union all
  select w.account_id, w.id, 'what was read of a wallet''s play is not what its entries say'
  from (select wallet_id, vendor_id, at, sum(net) as net from vendor_pulled group by wallet_id, vendor_id, at) p
  full join (
    select e.wallet_id, e.vendor_id, e.at, sum(case e.type when 1 then -e.amount when 2 then e.amount when 3 then case o.type when 1 then e.amount when 2 then -e.amount end end) as net
    from vendor_entry e join vendor v on v.id = e.vendor_id and v.wallet_mode = 'transfer' join vendor_play_window y on y.vendor_id = e.vendor_id and e.at >= y.since
    left join vendor_entry o on e.type = 3 and o.wallet_id = e.wallet_id and o.ref = e.original
    where e.type in (1, 2, 3) and e.amount > 0 group by e.wallet_id, e.vendor_id, e.at
  ) e on e.wallet_id = p.wallet_id and e.vendor_id = p.vendor_id and e.at = p.at
  join wallet w on w.id = coalesce(p.wallet_id, e.wallet_id)
  where coalesce(p.net, 0) <> coalesce(e.net, 0);
grant select on audit_a29 to laro_app;
