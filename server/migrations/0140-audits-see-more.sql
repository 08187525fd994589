-- What vendors' transactions are held against tells more: which account they stand on, and that what moved something has an entry. Rebates are held against what was played.

-- A24: a vendor's entries are the sums of its transactions, each once, and stand on its own account; what moved something has an entry; what was rolled back was there, whole and once;
-- its rounds are open here as long as there.
create or replace view audit_a24 as
  with told as (
    select wallet_id, round_id, min(e.vendor_id) as vendor, max(e.vendor_id) as other, sum(case type when 1 then amount when 3 then case when o.kind = 1 then -amount else 0 end else 0 end) as stake,
           sum(case type when 2 then amount when 3 then case when o.kind = 2 then -amount else 0 end else 0 end) as win
    from vendor_entry e left join lateral (select x.type as kind from vendor_entry x where e.type = 3 and x.wallet_id = e.wallet_id and x.ref = e.original) o on true
    where round_id is not null group by wallet_id, round_id
  ), lines as (
    select wallet_id, round_id, min(case kind when 16 then contra + 3 else contra end) as least, max(case kind when 16 then contra + 3 else contra end) as most
    from transfer where round_id = ref group by wallet_id, round_id
  )
  select coalesce(t.wallet_id, l.wallet_id) as wallet_id, coalesce(t.round_id, l.round_id) as id, 'an entry is not the sum of its vendor''s transactions' as fault
  from told t full join lines l on l.wallet_id = t.wallet_id and l.round_id = t.round_id
  left join round r on r.wallet_id = coalesce(t.wallet_id, l.wallet_id) and r.id = coalesce(t.round_id, l.round_id)
  where t.round_id is null or r.stake is distinct from t.stake or r.win is distinct from t.win
  union all
  select e.wallet_id, e.ref, 'a rollback of what was not there, or not of all of it' from vendor_entry e
  left join vendor_entry o on o.wallet_id = e.wallet_id and o.ref = e.original
  where e.type = 3 and (o.ref is null and e.original <> e.ref or e.amount > 0 and (o.type not in (1, 2) or o.amount <> e.amount))
  union all
  select v.wallet_id, v.key, 'a vendor''s round is open here and closed there, or the other way' from vendor_round v
  left join open_round o on o.wallet_id = v.wallet_id and o.id = v.round_id
  where (v.closed_at is null) <> (o.id is not null)
  union all
  select t.wallet_id, t.round_id, 'an entry is of two vendors, or stands on another''s account' from told t left join lines l on l.wallet_id = t.wallet_id and l.round_id = t.round_id
  where t.vendor <> t.other or l.least <> -10000 - 10 * t.vendor::bigint or l.most <> -10000 - 10 * t.vendor::bigint
  union all
  select e.wallet_id, e.ref, 'a transaction moved something and is part of no entry' from vendor_entry e where e.round_id is null and e.amount > 0 and e.type in (1, 2, 3);

-- A39: as before; and no day brought a member back more than counted of its play. Not held against the member's day: what was voided or corrected
-- in one category is taken off there from all of them, and takes nothing from another category's rebate.
create or replace view audit_a39 as
  select c.account_id, c.id::text as subject, 'a claim is not its lines' as fault
  from rebate_claim c left join (
    select claim_id, min(account_id) as account_id, max(account_id) as other, sum(amount) as amount, count(*) as lines from rebate where claim_id is not null group by claim_id
  ) l on l.claim_id = c.id
  where (c.account_id, c.account_id, c.amount, c.lines) is distinct from (l.account_id, l.other, l.amount, l.lines)
  union all
  select coalesce(c.account_id, t.account_id), coalesce(c.id::text, t.ref::text), 'a claim and its money differ'
  from rebate_claim c full join (
    select t.ref, min(w.account_id) as account_id, sum(t.amount) as amount, count(*) as lines, min(w.kind) as kind, min(t.contra) as contra
    from transfer t join wallet w on w.id = t.wallet_id where t.kind = 19 group by t.ref
  ) t on t.ref = derived_id('rebate-money', c.id::text)
  where (c.account_id, c.amount, 1, 1, -302) is distinct from (t.account_id, t.amount, t.lines, t.kind, t.contra)
  union all
  select null, d.day::text, 'a day of rebates is not its lines'
  from rebate_day d full join (select day, count(distinct account_id) as members, sum(amount) as amount from rebate group by day) r on r.day = d.day
  where (coalesce(d.members, 0), coalesce(d.amount, 0)) <> (coalesce(r.members, 0), coalesce(r.amount, 0))
  union all
  select r.account_id, r.day::text, 'a line is not by its day''s rate'
  from rebate r join rebate_day d on d.day = r.day join rebate_table t on t.version = d.version
  where (t.rates -> r.label ->> r.category)::integer is distinct from r.bps
  union all
  select r.account_id, r.day::text, 'a line is not by its member''s level'
  from (select distinct account_id, day, label from rebate) r
  where not exists (
    select from vip_level l where l.label = r.label
      and l.level = coalesce((select max(u.level) from vip_level_up u where u.account_id = r.account_id and u.day <= r.day), 0)
  )
  union all
  select r.account_id, r.day::text, 'more came back than was played'
  from (select account_id, day, sum(valid) as valid from rebate group by account_id, day) r
  left join (
    select w.account_id, p.day, sum(greatest(p.valid, 0)) as valid from play_day p join wallet w on w.id = p.wallet_id group by w.account_id, p.day
  ) p on p.account_id = r.account_id and p.day = r.day
  where r.valid > coalesce(p.valid, 0);
