-- A settled round that was wrong is corrected by an entry of the day it is found: its stake given back, its win changed. What a take-back cannot take is owed, on an account
-- and in one list.
insert into system_account values (-401, 'receivable:BGS');

-- owner: core/wallet
-- What a member owes after a take-back: asked of the win, taken from the wallet; the rest rests on the receivable account. id: the entry that asked. Nothing collects it: two
-- officers let the house bear it, or take it from what the member has won.
create table shortfall (
  id uuid primary key,
  wallet_id bigint not null,
  round_id uuid not null,
  game_id integer not null,
  account bigint not null,
  asked bigint not null,
  taken bigint not null check (taken >= 0 and taken < asked),
  state text not null default 'open' check (state in ('open', 'writtenOff', 'adjusted')),
  at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null))
);
create index shortfall_state on shortfall (state, id);
create index shortfall_wallet on shortfall (wallet_id, id);
revoke update, delete, truncate on shortfall from laro_app;
grant update (state, settled_at) on shortfall to laro_app;

alter table house_proposal drop constraint house_proposal_kind_check;
alter table house_proposal add constraint house_proposal_kind_check check (kind in ('stakes', 'voidRound', 'voidDraw', 'salt', 'correctRound', 'shortfall'));

-- The rounds and entries of some lines of a wallet, each once: at the line of its stake, of the stake given back, or of its win, won or corrected, where nothing was staked.
create or replace function play_lines(of_wallet bigint, low bigint, high bigint) returns table (game_id integer, at timestamptz, stake bigint, win bigint, part_of uuid) language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select r.game_id, t.at, r.stake, r.win, r.part_of
  from transfer t join round r on r.wallet_id = of_wallet and r.id = t.round_id and r.at = t.at
  where t.wallet_id = of_wallet and t.seq >= low and t.seq <= high and t.kind in (1, 10, 15)
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
         (min(l.part_of::text) filter (where l.stake < 0 or l.win < 0))::uuid
  from generate_series(next, least(parts, next + 64) - 1) p(part) left join lateral play_lines(of_wallet, p.part * 512 + 1, (p.part + 1) * 512) l on true
  group by p.part, l.game_id order by p.part, l.game_id
  on conflict do nothing;
end $$;

-- As before; and a win taken back of a round that was opened before the span takes no room in it.
create or replace function play_between(of_wallet bigint, start timestamptz, stop timestamptz, zone text)
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
         case when zone is null and l.stake < 0 and l.part_of < uuid_floor(start) then 0 else l.stake end,
         case when zone is null and l.win < 0 and l.part_of < uuid_floor(start) then 0 else l.win end,
         case when l.part_of is null then 0 else l.stake end, case when l.part_of is null then 0 else l.win end
  from edge e cross join lateral generate_series(e.first, e.last) g(part) cross join lateral play_lines(of_wallet, g.part * 512 + 1, (g.part + 1) * 512) l
  where g.part not in (select part from inside) and l.at >= start and l.at < stop
$$;

-- A settled round as it stands: what closed it, and the sums of its corrections.
create function round_stands(of_wallet bigint, of_round uuid) returns table (
  game_id integer, status smallint, stake bigint, win bigint, valid bigint, seed_id bigint, nonce bigint, detail jsonb, draw_id bigint, at timestamptz, corrections bigint
) language sql stable as $$
  select s.game_id, s.status, s.stake + c.stake, s.win + c.win, s.valid + c.valid, s.seed_id, s.nonce, s.detail, s.draw_id, s.at, c.count
  from (
    select * from round_settled r where r.wallet_id = of_wallet and r.id = of_round and r.status = 1
    union all
    select r.* from round e join round_settled r on r.wallet_id = e.wallet_id and r.id = e.id where e.wallet_id = of_wallet and e.part_of = of_round and e.status = 4
  ) s cross join lateral (
    select count(*) as count, coalesce(sum(r.all_stake), 0)::bigint as stake, coalesce(sum(r.all_win), 0)::bigint as win, coalesce(sum(r.valid), 0)::bigint as valid
    from round r where r.wallet_id = of_wallet and r.part_of = of_round and r.status = 5
  ) c
$$;

-- Corrects a settled round of a wallet to another stake, win and valid bet, by an entry of this moment; op_version is how many corrections it has then. What is given goes
-- before what is taken, whatever is closed or limited; what the wallet does not have is owed, so it is never negative. Result codes 20 (the round is not settled as it was
-- asked for) and 21 (its operation was reversed) join those before.
create function ledger_correct(
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
  perform ledger_pause('correct.after_money');
  insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at, valid, part_of, all_stake, all_win, draw_id)
  values (op_wallet, op_entry, s.game_id, -back, more, 5, s.seed_id, s.nonce, coalesce(s.detail, '{}') || jsonb_build_object('correction', op_note), in_at, to_valid - s.valid, op_round, -back, more, s.draw_id);
  if missing > 0 then
    insert into shortfall (id, wallet_id, round_id, game_id, account, asked, taken, at) values (op_entry, op_wallet, op_round, s.game_id, op_owed, -more, -more - missing, in_at);
  end if;
  insert into idempotency values (op_ref, op_wallet, op_digest, op_entry, after, in_at);
  code := 0; balance := after;
end $$;

-- As before; and a round that was corrected is not mirrored: result code 22. Whoever corrects it waits for the wallet, or was before and is seen.
create or replace function ledger_reverse(in_at timestamptz, zone text, of_wallet bigint, original uuid, new_ref uuid, out code smallint, out balance bigint) language plpgsql as $$
declare
  net bigint; far bigint; posted record;
begin
  perform from wallet where id = of_wallet for update;
  select sum(t.amount), min(t.contra) into net, far from transfer t where t.wallet_id = of_wallet and t.ref = original;
  if net is null then code := 3; return; end if;
  if exists (select from idempotency i join round c on c.wallet_id = of_wallet and c.part_of = i.round_id and c.status = 5 where i.ref = original) then code := 22; return; end if;
  insert into reversal values (original, new_ref, in_at) on conflict do nothing;
  if not found then code := 1; return; end if;
  -- What took and gave the same moved nothing, so its mirror has no line.
  if net = 0 then code := 0; select w.balance into balance from wallet w where w.id = of_wallet; return; end if;
  select * into posted from ledger_post(in_at, zone, new_ref, of_wallet, far, greatest(net, 0), greatest(-net, 0), 6::smallint, 0, null, null, null, null, null);
  code := posted.code; balance := posted.balance;
end $$;

-- Ends what a member owes, once: the house bears it, or it is taken from the wallet as far as that holds more than was deposited since. Codes as before; 16 where it is ended.
create function ledger_end_shortfall(in_at timestamptz, op_ref uuid, of_shortfall uuid, is_borne boolean, out code smallint, out free bigint) language plpgsql as $$
declare
  w wallet; h shortfall; line record; after bigint; place bigint; owed bigint;
begin
  select * into h from shortfall where id = of_shortfall;
  if not found then code := 16; return; end if;
  select * into w from wallet where id = h.wallet_id for update;
  select * into h from shortfall where id = of_shortfall for update;
  if h.state <> 'open' then code := 16; return; end if;
  owed := h.asked - h.taken;
  select greatest(w.balance - coalesce(sum(t.amount), 0), 0) into free from transfer t
  where t.wallet_id = h.wallet_id and t.seq >= journal_seq(h.wallet_id, h.at) and t.at >= h.at and t.kind <> 1 and t.contra = -101;
  if not is_borne and free < owed then code := 2; return; end if;
  after := w.balance; place := w.seq;
  for line in select * from (values (case when is_borne then owed end, 5, -301::bigint), (-owed, 16, h.account)) l(amount, kind, far) where l.amount is not null loop
    after := after + line.amount; place := place + 1;
    insert into transfer values (h.wallet_id, place, op_ref, line.far, line.amount, line.kind, null, after, in_at);
  end loop;
  update wallet set balance = after, seq = place where id = h.wallet_id;
  update shortfall set state = case when is_borne then 'writtenOff' else 'adjusted' end, settled_at = in_at where id = of_shortfall;
  insert into idempotency values (op_ref, h.wallet_id, 0, null, after, in_at);
  code := 0;
end $$;

create or replace function ledger_rebuild() returns table (wallet_id bigint, was bigint, became bigint) language sql as $$
  with journal as (
    select w.id, w.balance as was, coalesce(t.total, 0)::bigint as became, coalesce(t.lines, 0) as lines, coalesce(r.stake, 0)::bigint as staked, coalesce(r.win, 0)::bigint as won, coalesce(u.uncounted, 0)::bigint as uncounted
    from wallet w
    left join (select wallet_id, sum(amount) as total, count(*) as lines from transfer group by wallet_id) t on t.wallet_id = w.id
    left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0 and kind = 1 or kind = 10), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1 or kind = 15), 0)::bigint as win from transfer where kind in (1, 10, 15) group by wallet_id) r on r.wallet_id = w.id
    left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  ), mended as (
    update wallet w set balance = j.became, seq = j.lines, staked = j.staked, won = j.won, uncounted = j.uncounted
    from journal j where j.id = w.id and (w.balance <> j.became or w.seq <> j.lines or w.staked <> j.staked or w.won <> j.won or w.uncounted <> j.uncounted) returning w.id
  )
  select j.id, j.was, j.became from journal j join mended m on m.id = j.id
$$;

-- A6: each entry and the journal tell one story: what was staked less what was given back, and what was won with what was corrected of it.
create or replace view audit_a6 as
  with moved as (
    select wallet_id, round_id, coalesce(sum(-amount) filter (where amount < 0 and kind = 1 or kind = 10), 0) as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1 or kind = 15), 0) as win
    from transfer where round_id is not null and kind in (1, 10, 15) group by wallet_id, round_id
  )
  select coalesce(r.id, m.round_id) as round_id, 'round and journal disagree' as fault
  from round r full join moved m on m.wallet_id = r.wallet_id and m.round_id = r.id
  where r.id is null or (m.round_id is null and (r.part_of is null or r.stake <> 0 or r.win <> 0)) or r.stake <> m.stake or r.win <> m.win;

-- A9 with corrections.
create or replace view audit_a9 as
  select w.id as wallet_id, null::date as day, 'counted play is not what the journal says' as fault
  from wallet w left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0 and kind = 1 or kind = 10), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1 or kind = 15), 0)::bigint as win from transfer where kind in (1, 10, 15) group by wallet_id) r on r.wallet_id = w.id
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
           coalesce(sum(valid_bet(coalesce(r.all_stake, r.stake), coalesce(r.all_win, r.win), coalesce(r.valid, r.all_stake, r.stake), v.percent)) filter (where r.status in (1, 4, 5)), 0) as valid
    from (
      select day, null::bigint as upto from play_day_done
      union all
      select day, max(upto) from play_day_part where day not in (select day from play_day_done) group by day
    ) d join round r on r.at >= d.day::timestamp at time zone 'Asia/Manila' and r.at < (d.day + 1)::timestamp at time zone 'Asia/Manila' and (d.upto is null or r.wallet_id <= d.upto)
    left join activity_percent v on v.day = d.day and v.game_id = r.game_id
    group by d.day, r.wallet_id
  ) r on r.wallet_id = p.wallet_id and r.day = p.day
  where p.rounds is distinct from r.rounds or p.stake is distinct from r.stake or p.win is distinct from r.win
     or p.settled_stake is distinct from r.settled_stake or p.settled_win is distinct from r.settled_win or (p.valid is not null and p.valid <> r.valid);

-- A12: what was written down of full parts is what their lines say.
create or replace view audit_a12 as
  select p.wallet_id, p.part, 'a written part is not what its lines say' as fault
  from (
    select wallet_id, part, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win, min(began) as began, max(ended) as ended, sum(open_stake) as open_stake, sum(open_win) as open_win,
           min(opened::text) as opened
    from play_part group by wallet_id, part
  ) p cross join lateral (
    select count(*) filter (where l.part_of is null) as rounds, coalesce(sum(l.stake), 0) as stake, coalesce(sum(l.win), 0) as win, coalesce(min(l.at), 'infinity') as began,
           coalesce(max(l.at), '-infinity') as ended, coalesce(sum(l.stake) filter (where l.part_of is not null), 0) as open_stake,
           coalesce(sum(l.win) filter (where l.part_of is not null), 0) as open_win, min(l.part_of::text) filter (where l.stake < 0 or l.win < 0) as opened
    from play_lines(p.wallet_id, p.part * 512 + 1, (p.part + 1) * 512) l
  ) r
  where p.rounds <> r.rounds or p.stake <> r.stake or p.win <> r.win or p.began <> r.began or p.ended <> r.ended or p.open_stake <> r.open_stake or p.open_win <> r.open_win
     or p.opened is distinct from r.opened;

-- A15: corrections of rounds of one row too.
create or replace view audit_a15 as
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
  where c.status = 5 and not exists (select from round r where r.wallet_id = c.wallet_id and (r.part_of = c.part_of and r.status = 4 or r.id = c.part_of and r.status = 1));

-- A23: corrections leave no round less than nothing, and none corrects what was reversed; what they could not take is owed and stands on the receivable accounts, until
-- officers ended it.
create view audit_a23 as
  with corrected as (select wallet_id, part_of, sum(all_stake) as stake, sum(all_win) as win, sum(valid) as valid from round where status = 5 group by wallet_id, part_of)
  select c.wallet_id, c.part_of as id, 'a corrected round is less than nothing' as fault
  from corrected c join round_settled s on s.wallet_id = c.wallet_id and s.round_id = c.part_of and s.status in (1, 4)
  where s.stake + c.stake < 0 or s.win + c.win < 0 or s.valid + c.valid < 0
  union all
  select c.wallet_id, c.part_of, 'a round was corrected and reversed' from corrected c
  join idempotency i on i.wallet_id = c.wallet_id and i.round_id = c.part_of join reversal v on v.original_ref = i.ref
  union all
  select coalesce(h.wallet_id, t.wallet_id), coalesce(h.id, t.round_id), 'what is owed is not what its correction could not take'
  from shortfall h full join (
    select wallet_id, round_id, sum(amount) as amount, min(contra) as contra from transfer where kind = 16 and amount > 0 group by wallet_id, round_id
  ) t on t.wallet_id = h.wallet_id and t.round_id = h.id
  left join round r on r.wallet_id = h.wallet_id and r.id = h.id and r.status = 5
  where t.amount is distinct from h.asked - h.taken or t.contra is distinct from h.account or r.win is distinct from -h.asked
  union all
  select coalesce(h.wallet_id, t.wallet_id), null, 'the receivable account is not what is owed'
  from (select wallet_id, account, sum(asked - taken) filter (where state = 'open') as owed from shortfall group by wallet_id, account) h
  full join (select wallet_id, contra, sum(amount) as amount from transfer where kind = 16 group by wallet_id, contra) t on t.wallet_id = h.wallet_id and t.contra = h.account
  where coalesce(t.amount, 0) <> coalesce(h.owed, 0);
grant select on audit_a23 to laro_app;
