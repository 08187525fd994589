-- Player protection: more kinds of limits, breaks and the reality check, all inside the bet's own transaction.

alter table play_limit drop constraint play_limit_kind_check;
-- For the kind `time` the amount is in whole minutes.
alter table play_limit add constraint play_limit_kind_check check (kind in ('loss', 'stake', 'deposit', 'time'));

-- owner: core/limits
create table exclusion (
  id uuid primary key,
  account_id bigint not null,
  kind text not null check (kind in ('timeout', 'self', 'family', 'operator')),
  period text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  firm_until timestamptz not null,
  reason text,
  made_by text not null,
  ended_at timestamptz,
  ended_by text
);
create index exclusion_account on exclusion (account_id, ends_at);

-- owner: core/limits
create table play_protection (
  account_id bigint primary key,
  reality_minutes integer not null check (reality_minutes between 10 and 240),
  reality_checked_at timestamptz not null
);

-- Who was a member before has the reality check from now on, every hour as both packs begin.
insert into play_protection (account_id, reality_minutes, reality_checked_at) select id, 60, now() from account;

-- staked and won count all play since the wallet was opened, so that turnover and net positions cost nothing to read.
-- block is the result code every stake is refused with until left_until: 0 none, 10 time limit, 11 excluded, 12 reality check.
alter table wallet add column staked bigint not null default 0, add column won bigint not null default 0, add column block smallint not null default 0;
update wallet w set staked = r.stake, won = r.win from (select wallet_id, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as win from transfer where kind = 1 group by wallet_id) r where r.wallet_id = w.id;
update wallet set limited = true, left_until = null where kind = 1;

-- How long a member was logged in since a moment. Sessions at once count once, and one counts until it ended or was last heard of: it is seen once a minute.
create function time_used(owner bigint, since timestamptz, in_at timestamptz) returns interval language sql stable as $$
  select coalesce(sum(upper(span) - lower(span)), interval '0')
  from unnest((
    select range_agg(tstzrange(greatest(created_at, since), least(ended_at, seen_at + interval '1 minute', in_at)))
    from session
    where kind = 'member' and subject_id = owner and seen_at > since - interval '1 minute'
      and greatest(created_at, since) < least(ended_at, seen_at + interval '1 minute', in_at)
  )) span
$$;
create index session_member_seen on session (subject_id, seen_at) where kind = 'member';

-- What a member paid in or may still pay in since a moment: what is open counts, what failed does not.
create function deposit_used(owner bigint, since timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(coalesce(paid, amount)), 0)::bigint from deposit where account_id = owner and created_at >= since and state in ('pending', 'submitted', 'credited')
$$;
create index deposit_account_created on deposit (account_id, created_at);

-- When the next reality check of a member falls due: some minutes after the last answer, or after the oldest living session began if that is later.
-- With no session none has been played; the first to come cannot begin before now.
create function reality_due(owner bigint, in_at timestamptz) returns timestamptz language sql stable as $$
  select greatest(p.reality_checked_at, coalesce((select min(s.created_at) from session s where s.kind = 'member' and s.subject_id = owner and s.ended_at is null and s.seen_at > in_at - interval '30 minutes'), in_at))
         + p.reality_minutes * interval '1 minute'
  from play_protection p where p.account_id = owner
$$;

-- What protects the player now. The answer holds until left_until: the next midnight or the first moment something changes.
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
  update wallet set limited = any_limit or break_until is not null or check_at is not null, stake_left = stake_room, loss_left = loss_room, block = stop,
         left_until = least(period_start(in_at, 'day', zone) + interval '1 day', changes_at, break_until,
                            case when time_room > interval '0' then in_at + time_room end,
                            -- A check that is due is looked at again with each stake: logging in anew answers it too.
                            case when check_at is not null then greatest(check_at, in_at) end)
   where id = of_wallet;
end $$;

-- Result codes 10 time limit, 11 excluded and 12 reality check join those of 0003-ledger-functions.sql.
create or replace function ledger_post(
  in_at timestamptz, zone text, op_ref uuid, op_wallet bigint, op_contra bigint, op_debit bigint, op_credit bigint, op_kind smallint, op_digest bigint,
  op_round uuid, op_game integer, op_seed bigint, op_nonce bigint, op_detail jsonb,
  out code smallint, out balance bigint, out round_id uuid, out next_nonce bigint
) language plpgsql as $$
declare
  w wallet; seen idempotency; plays boolean := op_kind = 1;
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
    insert into round values (op_wallet, op_round, op_game, op_debit, op_credit, 1, op_seed, op_nonce, op_detail, in_at);
  end if;
  insert into idempotency values (op_ref, op_wallet, op_digest, op_round, w.balance - op_debit + op_credit, in_at);
  code := 0; balance := w.balance - op_debit + op_credit; next_nonce := w.nonce + (op_seed is not null)::int;
end $$;

create or replace function ledger_batch(
  in_at timestamptz, zone text, refs uuid[], wallets bigint[], contras bigint[], debits bigint[], credits bigint[], kinds smallint[], digests bigint[],
  rounds uuid[], games integer[], seeds bigint[], nonces bigint[], details text[]
) returns table (item integer, code smallint, balance bigint, round_id uuid, next_nonce bigint) language plpgsql as $$
declare
  locked bigint[]; careful bigint[]; one record;
begin
  -- In id order, so two batches never wait for each other in a circle; a wallet held elsewhere is skipped and answered as busy.
  select array_agg(l.id) into locked from (select w.id from wallet w where w.id = any(wallets) order by w.id for update skip locked) l;
  -- Asked here first: in service the setting is never there, and every call would cost each batch a statement of its own.
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.after_lock'); end if;

  select array_agg(distinct x.wallet) into careful from (
    select u.wallet, w.id as known, coalesce(u.wallet = any(locked), false) as held, w.status, w.block, i.ref as seen,
           w.balance + sum(u.credit - u.debit) over upto - u.credit as low,
           w.limited and (w.left_until is null or w.left_until <= in_at) as stale,
           w.stake_left - sum(u.debit) filter (where u.kind = 1) over upto as stake_room,
           w.loss_left - sum(u.debit - u.credit) filter (where u.kind = 1) over upto - u.credit as loss_room,
           u.seed is not null and (w.seed_id is distinct from u.seed or w.nonce + count(u.seed) over upto - 1 <> u.nonce) as off_nonce
    from unnest(refs, wallets, debits, credits, kinds, seeds, nonces) with ordinality u(ref, wallet, debit, credit, kind, seed, nonce, o)
    left join wallet w on w.id = u.wallet
    left join idempotency i on i.ref = u.ref
    window upto as (partition by u.wallet order by u.o rows unbounded preceding)
  ) x
  where x.known is null or not x.held or x.status <> 0 or x.block <> 0 or x.seen is not null or x.low < 0 or x.stale or x.stake_room < 0 or x.loss_room < 0 or x.off_nonce;

  return query
  with op as materialized (
    select u.o::integer as o, u.ref, u.wallet, u.contra, u.debit, u.credit, u.kind, u.digest, u.round, u.game, u.seed, u.nonce, u.detail,
           (w.balance + sum(u.credit - u.debit) over upto)::bigint as after,
           (w.seq + sum((u.debit > 0)::int + (u.credit > 0)::int) over upto)::bigint as last_seq,
           w.nonce + count(u.seed) over upto as next
    from unnest(refs, wallets, contras, debits, credits, kinds, digests, rounds, games, seeds, nonces, details) with ordinality
         u(ref, wallet, contra, debit, credit, kind, digest, round, game, seed, nonce, detail, o)
    join wallet w on w.id = u.wallet
    where careful is null or not (u.wallet = any(careful))
    window upto as (partition by u.wallet order by u.o rows unbounded preceding)
  ), moved as (
    update wallet w set balance = w.balance + d.net, seq = w.seq + d.lines, nonce = w.nonce + d.draws, staked = w.staked + d.stake, won = w.won + d.win,
           stake_left = w.stake_left - d.stake, loss_left = w.loss_left - (d.stake - d.win)
    from (
      select op.wallet, sum(op.credit - op.debit)::bigint as net, sum((op.debit > 0)::int + (op.credit > 0)::int) as lines, count(op.seed) as draws,
             coalesce(sum(op.debit) filter (where op.kind = 1), 0)::bigint as stake, coalesce(sum(op.credit) filter (where op.kind = 1), 0)::bigint as win
      from op group by op.wallet
    ) d where w.id = d.wallet
  ), written as (
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at)
    select op.wallet, op.last_seq - (leg.amount < 0 and op.credit > 0)::int, op.ref, op.contra, leg.amount, op.kind, op.round,
           case when leg.amount < 0 then op.after - op.credit else op.after end, in_at
    from op cross join lateral (values (-op.debit), (op.credit)) leg(amount) where leg.amount <> 0
  ), played as (
    insert into round (wallet_id, id, game_id, stake, win, status, seed_id, nonce, detail, at)
    select op.wallet, op.round, op.game, op.debit, op.credit, 1, op.seed, op.nonce, op.detail::jsonb, in_at from op where op.game is not null
  ), kept as (
    insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at)
    select op.ref, op.wallet, op.digest, op.round, op.after, in_at from op
  )
  select op.o, 0::smallint, op.after, op.round, op.next from op;
  if current_setting('laro.pause_at', true) is not null then perform ledger_pause('batch.before_commit'); end if;

  if careful is null then return; end if;
  for i in 1 .. cardinality(wallets) loop
    continue when not (wallets[i] = any(careful));
    item := i; round_id := rounds[i];
    if exists (select from wallet w where w.id = wallets[i]) and not coalesce(wallets[i] = any(locked), false) then
      code := 6; balance := 0; next_nonce := 0;
    else
      select * into one from ledger_post(in_at, zone, refs[i], wallets[i], contras[i], debits[i], credits[i], kinds[i], digests[i], rounds[i], games[i], seeds[i], nonces[i], details[i]::jsonb);
      code := one.code; balance := one.balance; round_id := one.round_id; next_nonce := one.next_nonce;
    end if;
    return next;
  end loop;
end $$;

-- Play by calendar day, written once a day is over: totals of any span cost its days, not its rounds.
-- owner: core/wallet
create table play_day (
  wallet_id bigint not null,
  day date not null,
  game_id integer not null,
  rounds bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (wallet_id, day, game_id)
);
revoke update, delete, truncate on play_day from laro_app;

-- owner: core/wallet
create table play_day_done (
  day date primary key,
  at timestamptz not null
);
revoke update, delete, truncate on play_day_done from laro_app;

-- A9: what a wallet counted of its play is what the journal says, and what was written down of closed days is what their rounds say.
create view audit_a9 as
  select w.id as wallet_id, null::date as day, 'counted play is not what the journal says' as fault
  from wallet w left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as win from transfer where kind = 1 group by wallet_id) r on r.wallet_id = w.id
  where w.staked <> coalesce(r.stake, 0) or w.won <> coalesce(r.win, 0)
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
    select w.id, w.balance as was, coalesce(t.total, 0)::bigint as became, coalesce(t.lines, 0) as lines, coalesce(r.stake, 0)::bigint as staked, coalesce(r.win, 0)::bigint as won
    from wallet w
    left join (select wallet_id, sum(amount) as total, count(*) as lines from transfer group by wallet_id) t on t.wallet_id = w.id
    left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as win from transfer where kind = 1 group by wallet_id) r on r.wallet_id = w.id
  ), mended as (
    update wallet w set balance = j.became, seq = j.lines, staked = j.staked, won = j.won
    from journal j where j.id = w.id and (w.balance <> j.became or w.seq <> j.lines or w.staked <> j.staked or w.won <> j.won) returning w.id
  )
  select j.id, j.was, j.became from journal j join mended m on m.id = j.id
$$;
