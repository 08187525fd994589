-- What vendors play is audited as all else: their lines carry the id of their entry, and their own ids stand in `vendor_entry`.

-- A3: what is not a vendor's stands with its id in `idempotency`; a vendor's line bears its entry's id, and A24 looks after it.
create or replace view audit_a3 as
  with posted as (
    select ref, count(distinct wallet_id) as wallets, min(wallet_id) as wallet_id, max(seq) as last_seq from transfer where round_id is distinct from ref group by ref
  )
  select coalesce(i.ref, p.ref) as ref, 'id without its lines, lines without their id, or another answer' as fault
  from idempotency i full join posted p on p.ref = i.ref
  left join transfer t on t.wallet_id = p.wallet_id and t.seq = p.last_seq
  left join round r on p.ref is null and r.wallet_id = i.wallet_id and r.id = i.round_id and r.part_of is not null and r.stake = 0 and r.win = 0
  where i.ref is null or (p.ref is null and r.id is null) or p.wallets <> 1 or p.wallet_id <> i.wallet_id or t.balance_after <> i.balance_after;

-- A6: an entry that moved nothing has no line, whatever it is part of: a vendor may end a round with a win below the smallest coin.
create or replace view audit_a6 as
  with moved as (
    select wallet_id, round_id, coalesce(sum(-amount) filter (where amount < 0 and kind = 1 or kind = 10), 0) as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1 or kind = 15), 0) as win
    from transfer where round_id is not null and kind in (1, 10, 15) group by wallet_id, round_id
  )
  select coalesce(r.id, m.round_id) as round_id, 'round and journal disagree' as fault
  from round r full join moved m on m.wallet_id = r.wallet_id and m.round_id = r.id
  where r.id is null or r.stake <> coalesce(m.stake, 0) or r.win <> coalesce(m.win, 0);

-- A23: a vendor may take a win back while its round is open.
create or replace view audit_a23 as
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
  left join round r on r.wallet_id = h.wallet_id and r.id = h.id and r.status in (3, 5)
  where t.amount is distinct from h.asked - h.taken or t.contra is distinct from h.account or r.win is distinct from -h.asked
  union all
  select coalesce(h.wallet_id, t.wallet_id), null, 'the receivable account is not what is owed'
  from (select wallet_id, account, sum(asked - taken) filter (where state = 'open') as owed from shortfall group by wallet_id, account) h
  full join (select wallet_id, contra, sum(amount) as amount from transfer where kind = 16 group by wallet_id, contra) t on t.wallet_id = h.wallet_id and t.contra = h.account
  where coalesce(t.amount, 0) <> coalesce(h.owed, 0);

-- A24: a vendor's entries are the sums of its transactions, each once; what was rolled back was there, whole and once; its rounds are open here as long as there.
create view audit_a24 as
  with told as (
    select wallet_id, round_id, sum(case type when 1 then amount when 3 then case when o.kind = 1 then -amount else 0 end else 0 end) as stake,
           sum(case type when 2 then amount when 3 then case when o.kind = 2 then -amount else 0 end else 0 end) as win
    from vendor_entry e left join lateral (select x.type as kind from vendor_entry x where e.type = 3 and x.wallet_id = e.wallet_id and x.ref = e.original) o on true
    where round_id is not null group by wallet_id, round_id
  )
  select coalesce(t.wallet_id, l.wallet_id) as wallet_id, coalesce(t.round_id, l.round_id) as id, 'an entry is not the sum of its vendor''s transactions' as fault
  from told t full join (select distinct wallet_id, round_id from transfer where round_id = ref) l on l.wallet_id = t.wallet_id and l.round_id = t.round_id
  left join round r on r.wallet_id = coalesce(t.wallet_id, l.wallet_id) and r.id = coalesce(t.round_id, l.round_id)
  where t.round_id is null or r.stake is distinct from t.stake or r.win is distinct from t.win
  union all
  select e.wallet_id, e.ref, 'a rollback of what was not there, or not of all of it' from vendor_entry e
  left join vendor_entry o on o.wallet_id = e.wallet_id and o.ref = e.original
  where e.type = 3 and (o.ref is null and e.original <> e.ref or e.amount > 0 and (o.type not in (1, 2) or o.amount <> e.amount))
  union all
  select v.wallet_id, v.key, 'a vendor''s round is open here and closed there, or the other way' from vendor_round v
  left join open_round o on o.wallet_id = v.wallet_id and o.id = v.round_id
  where (v.closed_at is null) <> (o.id is not null);
grant select on audit_a24 to laro_app;
