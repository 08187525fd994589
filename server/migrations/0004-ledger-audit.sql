-- The invariants of the ledger. Every view is empty when the ledger is right; `npm run audit` and every test of money reads them all.

-- A1: each line moves something against a known account, and all accounts together are zero.
create view audit_a1 as
  select t.wallet_id, t.seq, 'line against an unknown account or of nothing' as fault from transfer t
  where t.amount = 0 or not exists (select from system_account s where s.id = t.contra)
  union all
  select null, null, 'wallets and system accounts do not sum to zero'
  where (select coalesce(sum(balance), 0) from wallet) + (select coalesce(sum(-amount), 0) from transfer) <> 0;

-- A2: a stored balance is the sum of its lines; seq has no gap; balance_after is a chain.
create view audit_a2 as
  with line as (
    select wallet_id, seq, balance_after, sum(amount) over w as running, row_number() over w as expected
    from transfer window w as (partition by wallet_id order by seq)
  )
  select l.wallet_id, l.seq, 'gap in seq or broken balance chain' as fault from line l where l.seq <> l.expected or l.balance_after <> l.running
  union all
  select w.id, w.seq, 'stored balance or seq is not what the lines say' from wallet w
  left join (select wallet_id, sum(amount) as total, count(*) as lines from transfer group by wallet_id) t on t.wallet_id = w.id
  where w.balance <> coalesce(t.total, 0) or w.seq <> coalesce(t.lines, 0);

-- A3: each acknowledged id stands once, with its lines and the balance it was answered with; no line stands without its id.
create view audit_a3 as
  with posted as (select ref, count(distinct wallet_id) as wallets, min(wallet_id) as wallet_id, max(seq) as last_seq from transfer group by ref)
  select coalesce(i.ref, p.ref) as ref, 'id without its lines, lines without their id, or another answer' as fault
  from idempotency i full join posted p on p.ref = i.ref
  left join transfer t on t.wallet_id = p.wallet_id and t.seq = p.last_seq
  where i.ref is null or p.ref is null or p.wallets <> 1 or p.wallet_id <> i.wallet_id or t.balance_after <> i.balance_after;

-- A4: no wallet is ever negative.
create view audit_a4 as
  select id as wallet_id, null::bigint as seq, 'negative balance' as fault from wallet where balance < 0
  union all
  select wallet_id, seq, 'was negative after this line' from transfer where balance_after < 0;

-- A5: the nonces of a seed have no gap and no repeat, and the wallet knows the next one.
create view audit_a5 as
  with drawn as (select seed_id, count(*) as rounds, count(distinct nonce) as nonces, min(nonce) as first, max(nonce) as last from round where seed_id is not null group by seed_id)
  select d.seed_id, 'gap or repeat of a nonce' as fault from drawn d where d.rounds <> d.nonces or d.first <> 0 or d.last <> d.rounds - 1
  union all
  select w.seed_id, 'the wallet expects another nonce than the rounds leave' from wallet w left join drawn d on d.seed_id = w.seed_id
  where w.seed_id is not null and w.nonce <> coalesce(d.rounds, 0);

-- A6: a round and the journal tell one story, so a repeat can only answer the first outcome.
create view audit_a6 as
  with moved as (
    select wallet_id, round_id, coalesce(sum(-amount) filter (where amount < 0), 0) as stake, coalesce(sum(amount) filter (where amount > 0), 0) as win
    from transfer where round_id is not null and kind = 1 group by wallet_id, round_id
  )
  select coalesce(r.id, m.round_id) as round_id, 'round and journal disagree' as fault
  from round r full join moved m on m.wallet_id = r.wallet_id and m.round_id = r.id
  where r.id is null or m.round_id is null or r.stake <> m.stake or r.win <> m.win;

-- A7: nothing rests in transit.
create view audit_a7 as
  select s.code, sum(t.amount) as amount, 'money left in transit' as fault
  from system_account s join transfer t on t.contra = s.id where s.code like 'transit:%' group by s.code having sum(t.amount) <> 0;
