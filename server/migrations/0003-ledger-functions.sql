-- Result codes, mirrored in core/wallet/ledger.ts: 0 applied, 1 repeat, 2 insufficient, 3 unknown wallet, 4 id used with other content,
-- 5 stale nonce, 6 wallet busy, 7 closed for debits, 8 stake limit, 9 loss limit.

-- A test freezes the server's side of a posting at a named moment; in service the setting is never there.
create function ledger_pause(moment text) returns void language plpgsql as $$
begin
  if current_setting('laro.pause_at', true) = moment then perform pg_sleep(1); end if;
end $$;

-- One operation with every rule, under the wallet's lock: the careful path of the batch and the way of every slower transaction.
create function ledger_post(
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
  if plays and w.stake_left < op_debit then code := 8; return; end if;
  if plays and op_debit > 0 and w.loss_left < op_debit then code := 9; return; end if;
  if w.balance < op_debit then code := 2; return; end if;
  if op_seed is not null and (w.seed_id is distinct from op_seed or w.nonce <> op_nonce) then code := 5; return; end if;
  update wallet set balance = w.balance - op_debit + op_credit,
         seq = w.seq + (op_debit > 0)::int + (op_credit > 0)::int,
         nonce = w.nonce + (op_seed is not null)::int,
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

-- Many operations, one statement, one commit, each id once. Wallets that need a rule looked at go through ledger_post one by one; the rest are written as sets.
create function ledger_batch(
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
    select u.wallet, w.id as known, coalesce(u.wallet = any(locked), false) as held, w.status, i.ref as seen,
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
  where x.known is null or not x.held or x.status <> 0 or x.seen is not null or x.low < 0 or x.stale or x.stake_room < 0 or x.loss_room < 0 or x.off_nonce;

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
    update wallet w set balance = w.balance + d.net, seq = w.seq + d.lines, nonce = w.nonce + d.draws,
           stake_left = w.stake_left - d.stake, loss_left = w.loss_left - d.loss
    from (
      select op.wallet, sum(op.credit - op.debit)::bigint as net, sum((op.debit > 0)::int + (op.credit > 0)::int) as lines, count(op.seed) as draws,
             coalesce(sum(op.debit) filter (where op.kind = 1), 0)::bigint as stake, coalesce(sum(op.debit - op.credit) filter (where op.kind = 1), 0)::bigint as loss
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

-- Mirrors what an operation moved, once: a correction is a new entry, never a change.
create function ledger_reverse(in_at timestamptz, zone text, of_wallet bigint, original uuid, new_ref uuid, out code smallint, out balance bigint) language plpgsql as $$
declare
  net bigint; far bigint; posted record;
begin
  select sum(t.amount), min(t.contra) into net, far from transfer t where t.wallet_id = of_wallet and t.ref = original;
  if net is null then code := 3; return; end if;
  insert into reversal values (original, new_ref, in_at) on conflict do nothing;
  if not found then code := 1; return; end if;
  -- What took and gave the same moved nothing, so its mirror has no line.
  if net = 0 then code := 0; select w.balance into balance from wallet w where w.id = of_wallet; return; end if;
  select * into posted from ledger_post(in_at, zone, new_ref, of_wallet, far, greatest(net, 0), greatest(-net, 0), 6::smallint, 0, null, null, null, null, null);
  code := posted.code; balance := posted.balance;
end $$;

-- Recomputes every balance from the journal and answers the wallets that changed; a healthy ledger answers none.
create function ledger_rebuild() returns table (wallet_id bigint, was bigint, became bigint) language sql as $$
  with journal as (
    select w.id, w.balance as was, coalesce(sum(t.amount), 0)::bigint as became, count(t.seq) as lines
    from wallet w left join transfer t on t.wallet_id = w.id group by w.id
  ), mended as (
    update wallet w set balance = j.became, seq = j.lines from journal j where j.id = w.id and (w.balance <> j.became or w.seq <> j.lines) returning w.id
  )
  select j.id, j.was, j.became from journal j join mended m on m.id = j.id
$$;
revoke execute on function ledger_rebuild() from public, laro_app;
