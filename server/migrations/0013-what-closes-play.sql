-- What closes play is asked where money moves: the site's status and the games that officers stopped. A limit counts by the moment of posting, and a stake
-- that is nearly sure to come back counts nothing towards turnover.

-- owner: core/catalogue
-- Games that take no new rounds; who stopped one and why stands in the staff's record.
create table game_stop (
  game_id integer primary key,
  at timestamptz not null
);

-- valid: what of the stake counts towards turnover and bonuses; null where all of it does.
alter table round add column valid bigint;
-- uncounted: the part of staked that counts nothing. limits_read_at: no stake is posted at an earlier moment than the limits it is held against were read.
alter table wallet add column uncounted bigint not null default 0, add column limits_read_at timestamptz;

-- A round's id is made when it is posted or at most some seconds before; its moment decides.
create or replace function limit_used(of_wallet bigint, limit_kind text, since timestamptz) returns bigint language sql stable as $$
  select coalesce(case when limit_kind = 'stake' then sum(stake) else sum(stake - win) end, 0)::bigint
  from round where wallet_id = of_wallet and id >= uuid_floor(since - interval '1 minute') and at >= since
$$;

create or replace function ledger_refresh_limits(of_wallet bigint, in_at timestamptz, zone text) returns void language plpgsql as $$
declare
  owner bigint := (select account_id from wallet where id = of_wallet);
  stake_room bigint; loss_room bigint; time_room interval; changes_at timestamptz; any_limit boolean; break_until timestamptz; check_at timestamptz; stop smallint;
begin
  select min(greatest(l.cap - limit_used(of_wallet, 'stake', l.since), 0)) filter (where l.kind = 'stake'),
         min(greatest(l.cap - limit_used(of_wallet, 'loss', l.since), 0)) filter (where l.kind = 'loss'),
         min(l.cap * interval '1 minute' - time_used(owner, l.since, in_at)) filter (where l.kind = 'time'),
         min(l.changes), count(*) > 0
    into stake_room, loss_room, time_room, changes_at, any_limit
  from (
    select p.kind, case when p.next_from <= in_at then p.next_amount else p.amount end as cap,
           case when p.next_from > in_at then p.next_from end as changes, period_start(in_at, p.period, zone) as since
    from play_limit p where p.account_id = owner and p.kind <> 'deposit'
  ) l where l.cap is not null or l.changes is not null;
  -- An exclusion is in force from the moment it is written: the clock of the process that asks may stand a little before its start.
  select max(e.ends_at) into break_until from exclusion e where e.account_id = owner and e.ended_at is null and e.ends_at > in_at;
  check_at := reality_due(owner, in_at);
  stop := case when break_until is not null then 11 when time_room <= interval '0' then 10 when check_at <= in_at then 12 else 0 end;
  update wallet set limited = any_limit or break_until is not null or check_at is not null, stake_left = stake_room, loss_left = loss_room, block = stop, limits_read_at = in_at,
         left_until = least(period_start(in_at, 'day', zone) + interval '1 day', changes_at, break_until,
                            case when time_room > interval '0' then in_at + time_room end,
                            -- A check that is due is looked at again with each stake: logging in anew answers it too.
                            case when check_at is not null then greatest(check_at, in_at) end)
   where id = of_wallet;
end $$;

drop function ledger_post(timestamptz, text, uuid, bigint, bigint, bigint, bigint, smallint, bigint, uuid, integer, bigint, bigint, jsonb);
drop function ledger_batch(timestamptz, text, uuid[], bigint[], bigint[], bigint[], bigint[], smallint[], bigint[], uuid[], integer[], bigint[], bigint[], text[]);

-- Result codes 13 maintenance, 14 region and 15 stopped game join those before. moved_to is the moment a posting was moved to, null where it kept its own.
create function ledger_post(
  in_at timestamptz, zone text, op_ref uuid, op_wallet bigint, op_contra bigint, op_debit bigint, op_credit bigint, op_kind smallint, op_digest bigint,
  op_round uuid, op_game integer, op_seed bigint, op_nonce bigint, op_detail jsonb, op_valid bigint default null,
  out code smallint, out balance bigint, out round_id uuid, out next_nonce bigint, out moved_to timestamptz
) language plpgsql as $$
declare
  w wallet; seen idempotency; plays boolean := op_kind = 1; site jsonb;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance; next_nonce := w.nonce; round_id := op_round;
  select * into seen from idempotency where ref = op_ref;
  if found then
    if seen.wallet_id <> op_wallet or seen.digest <> op_digest then code := 4; return; end if;
    code := 1; balance := seen.balance_after; round_id := seen.round_id; return;
  end if;
  if op_debit > 0 and (w.status = 2 or (w.status = 1 and plays)) then code := 7; return; end if;
  if plays and op_debit > 0 then
    select value into site from setting where key = 'status';
    if (site->>'maintenance')::boolean then code := 13; return; end if;
    if (site->>'regionRestriction')::boolean then code := 14; return; end if;
    if exists (select from game_stop s where s.game_id = op_game) then code := 15; return; end if;
  end if;
  -- Limits of a day that has begun count from its beginning: what was sent before midnight and waited until after it belongs to the new day.
  if plays and w.limited and w.limits_read_at > in_at then in_at := w.limits_read_at; moved_to := in_at; end if;
  if plays and w.limited and (w.left_until is null or w.left_until <= in_at) then
    perform ledger_refresh_limits(op_wallet, in_at, zone);
    select * into w from wallet where id = op_wallet;
  end if;
  if plays and op_debit > 0 and w.block <> 0 then code := w.block; return; end if;
  if plays and w.stake_left < op_debit then code := 8; return; end if;
  if plays and op_debit > 0 and w.loss_left < op_debit then code := 9; return; end if;
  if w.balance < op_debit then code := 2; return; end if;
  if op_seed is not null and (w.seed_id is distinct from op_seed or w.nonce <> op_nonce) then code := 5; return; end if;
  update wallet set balance = w.balance - op_debit + op_credit,
         seq = w.seq + (op_debit > 0)::int + (op_credit > 0)::int,
         nonce = w.nonce + (op_seed is not null)::int,
         staked = w.staked + case when plays then op_debit else 0 end,
         won = w.won + case when plays then op_credit else 0 end,
         uncounted = w.uncounted + case when plays then op_debit - coalesce(op_valid, op_debit) else 0 end,
         stake_left = w.stake_left - case when plays then op_debit else 0 end,
         loss_left = w.loss_left - case when plays then op_debit - op_credit else 0 end
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

create function ledger_batch(
  in_at timestamptz, zone text, refs uuid[], wallets bigint[], contras bigint[], debits bigint[], credits bigint[], kinds smallint[], digests bigint[],
  rounds uuid[], games integer[], seeds bigint[], nonces bigint[], details text[], valids bigint[] default null
) returns table (item integer, code smallint, balance bigint, round_id uuid, next_nonce bigint, moved_to timestamptz) language plpgsql as $$
declare
  locked bigint[]; careful bigint[]; one record;
  site jsonb := (select value from setting where key = 'status');
  shut boolean := coalesce((site->>'maintenance')::boolean, false) or coalesce((site->>'regionRestriction')::boolean, false);
  stopped integer[] := (select array_agg(s.game_id) from game_stop s);
begin
  -- In id order, so two batches never wait for each other in a circle; a wallet held elsewhere is skipped and answered as busy.
  select array_agg(l.id) into locked from (select w.id from wallet w where w.id = any(wallets) order by w.id for update skip locked) l;
  -- Asked here first: in service the setting is never there, and every call would cost each batch a statement of its own.
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.after_lock'); end if;

  select array_agg(distinct x.wallet) into careful from (
    select u.wallet, w.id as known, coalesce(u.wallet = any(locked), false) as held, w.status, w.block, i.ref as seen,
           w.balance + sum(u.credit - u.debit) over upto - u.credit as low,
           w.limited and (w.left_until is null or w.left_until <= in_at or w.limits_read_at > in_at) as stale,
           w.stake_left - sum(u.debit) filter (where u.kind = 1) over upto as stake_room,
           w.loss_left - sum(u.debit - u.credit) filter (where u.kind = 1) over upto - u.credit as loss_room,
           u.seed is not null and (w.seed_id is distinct from u.seed or w.nonce + count(u.seed) over upto - 1 <> u.nonce) as off_nonce,
           u.kind = 1 and u.debit > 0 and (shut or u.game = any(stopped)) as stopped
    from unnest(refs, wallets, debits, credits, kinds, seeds, nonces, games) with ordinality u(ref, wallet, debit, credit, kind, seed, nonce, game, o)
    left join wallet w on w.id = u.wallet
    left join idempotency i on i.ref = u.ref
    window upto as (partition by u.wallet order by u.o rows unbounded preceding)
  ) x
  where x.known is null or not x.held or x.status <> 0 or x.block <> 0 or x.seen is not null or x.low < 0 or x.stale or x.stake_room < 0 or x.loss_room < 0 or x.off_nonce or x.stopped;

  return query
  with op as materialized (
    select u.o::integer as o, u.ref, u.wallet, u.contra, u.debit, u.credit, u.kind, u.digest, u.round, u.game, u.seed, u.nonce, u.detail, u.valid,
           (w.balance + sum(u.credit - u.debit) over upto)::bigint as after,
           (w.seq + sum((u.debit > 0)::int + (u.credit > 0)::int) over upto)::bigint as last_seq,
           w.nonce + count(u.seed) over upto as next
    from unnest(refs, wallets, contras, debits, credits, kinds, digests, rounds, games, seeds, nonces, details, valids) with ordinality
         u(ref, wallet, contra, debit, credit, kind, digest, round, game, seed, nonce, detail, valid, o)
    join wallet w on w.id = u.wallet
    where careful is null or not (u.wallet = any(careful))
    window upto as (partition by u.wallet order by u.o rows unbounded preceding)
  ), moved as (
    update wallet w set balance = w.balance + d.net, seq = w.seq + d.lines, nonce = w.nonce + d.draws, staked = w.staked + d.stake, won = w.won + d.win, uncounted = w.uncounted + d.uncounted,
           stake_left = w.stake_left - d.stake, loss_left = w.loss_left - (d.stake - d.win)
    from (
      select op.wallet, sum(op.credit - op.debit)::bigint as net, sum((op.debit > 0)::int + (op.credit > 0)::int) as lines, count(op.seed) as draws,
             coalesce(sum(op.debit) filter (where op.kind = 1), 0)::bigint as stake, coalesce(sum(op.credit) filter (where op.kind = 1), 0)::bigint as win,
             coalesce(sum(op.debit - op.valid) filter (where op.kind = 1), 0)::bigint as uncounted
      from op group by op.wallet
    ) d where w.id = d.wallet
  ), written as (
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at)
    select op.wallet, op.last_seq - (leg.amount < 0 and op.credit > 0)::int, op.ref, op.contra, leg.amount, op.kind, op.round,
           case when leg.amount < 0 then op.after - op.credit else op.after end, in_at
    from op cross join lateral (values (-op.debit), (op.credit)) leg(amount) where leg.amount <> 0
  ), played as (
    insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at, valid)
    select op.wallet, op.round, op.game, op.debit, op.credit, 1, op.seed, op.nonce, op.detail::jsonb, in_at, op.valid from op where op.game is not null
  ), kept as (
    insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at)
    select op.ref, op.wallet, op.digest, op.round, op.after, in_at from op
  )
  select op.o, 0::smallint, op.after, op.round, op.next, null::timestamptz from op;
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.before_commit'); end if;

  if careful is null then return; end if;
  for i in 1 .. cardinality(wallets) loop
    continue when not (wallets[i] = any(careful));
    item := i; round_id := rounds[i]; moved_to := null;
    if exists (select from wallet w where w.id = wallets[i]) and not coalesce(wallets[i] = any(locked), false) then
      code := 6; balance := 0; next_nonce := 0;
    else
      select * into one from ledger_post(in_at, zone, refs[i], wallets[i], contras[i], debits[i], credits[i], kinds[i], digests[i], rounds[i], games[i], seeds[i], nonces[i], details[i]::jsonb, valids[i]);
      code := one.code; balance := one.balance; round_id := one.round_id; next_nonce := one.next_nonce; moved_to := one.moved_to;
    end if;
    return next;
  end loop;
end $$;

-- A9 also: what counts nothing is what the rounds say.
create or replace view audit_a9 as
  select w.id as wallet_id, null::date as day, 'counted play is not what the journal says' as fault
  from wallet w left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as win from transfer where kind = 1 group by wallet_id) r on r.wallet_id = w.id
  left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  where w.staked <> coalesce(r.stake, 0) or w.won <> coalesce(r.win, 0) or w.uncounted <> coalesce(u.uncounted, 0)
  union all
  select coalesce(p.wallet_id, r.wallet_id), coalesce(p.day, r.day), 'a closed day is not what its rounds say'
  from (select wallet_id, day, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win from play_day group by wallet_id, day) p
  full join (
    select d.day, r.wallet_id, count(*) as rounds, sum(r.stake) as stake, sum(r.win) as win
    from play_day_done d join round r on r.at >= d.day::timestamp at time zone 'Asia/Manila' and r.at < (d.day + 1)::timestamp at time zone 'Asia/Manila' group by d.day, r.wallet_id
  ) r on r.wallet_id = p.wallet_id and r.day = p.day
  where p.rounds is distinct from r.rounds or p.stake is distinct from r.stake or p.win is distinct from r.win;

create or replace function ledger_rebuild() returns table (wallet_id bigint, was bigint, became bigint) language sql as $$
  with journal as (
    select w.id, w.balance as was, coalesce(t.total, 0)::bigint as became, coalesce(t.lines, 0) as lines, coalesce(r.stake, 0)::bigint as staked, coalesce(r.win, 0)::bigint as won, coalesce(u.uncounted, 0)::bigint as uncounted
    from wallet w
    left join (select wallet_id, sum(amount) as total, count(*) as lines from transfer group by wallet_id) t on t.wallet_id = w.id
    left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as win from transfer where kind = 1 group by wallet_id) r on r.wallet_id = w.id
    left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  ), mended as (
    update wallet w set balance = j.became, seq = j.lines, staked = j.staked, won = j.won, uncounted = j.uncounted
    from journal j where j.id = w.id and (w.balance <> j.became or w.seq <> j.lines or w.staked <> j.staked or w.won <> j.won or w.uncounted <> j.uncounted) returning w.id
  )
  select j.id, j.was, j.became from journal j join mended m on m.id = j.id
$$;

-- A11: what the payment provider says is paid stands in the ledger, or an officer has explained why not.
create view audit_a11 as
  with said as (
    select e.body->>'reference' as reference, case e.body->>'type' when 'payout.paid' then 'payout' else 'payment' end as flow
    from webhook_event e where e.body->>'type' in ('payout.paid', 'payment.paid')
  )
  select distinct s.flow, s.reference, 'the provider says it is paid and the ledger does not' as fault
  from said s left join withdrawal w on s.flow = 'payout' and w.id::text = s.reference left join deposit d on s.flow = 'payment' and d.id::text = s.reference
  where (w.state in ('pending', 'checked', 'approved', 'rejected', 'failed') or d.state <> 'credited')
    and not exists (select from reconciliation_difference x where x.flow = s.flow and x.reference = s.reference and x.explanation is not null);
