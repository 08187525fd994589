-- The cashier's money is held against the cashier's rows, both ways; agents' pay against what officers said of it.

-- A46: each adjustment, deposit, withdrawal, return and transfer between members that moved money has its lines, of its amount and its member's, and each such line has its row. A mirror has
-- the officers' row who wanted it. What the house bore of a debt is an adjustment too.
create view audit_a46 as
  with due (ref, account_id, wallet, contra, kind, amount) as (
    select derived_id('adjustment', id::text), account_id, 1, -301, 5, amount from adjustment where state = 'confirmed' and kind <> 'reversal'
    union all
    select derived_id('reversal', original::text), account_id, 1, 0, 6, amount from adjustment where state = 'confirmed' and kind = 'reversal' and amount <> 0
    union all
    select derived_id('shortfall', h.id::text), w.account_id, w.kind, -301, 5, h.asked - h.taken from shortfall h join wallet w on w.id = h.wallet_id where h.state = 'writtenOff'
    union all
    select derived_id('deposit-credit', id::text), account_id, 1, -101, 2, paid from deposit where state = 'credited'
    union all
    select derived_id('memberTransfer', m.id::text, s.way), case s.way when 'out' then m.from_account else m.to_account end, 1, -203, 7, s.sign * m.amount
    from member_transfer m cross join (values ('out', -1), ('in', 1)) s (way, sign)
    union all
    select derived_id(s.step, o.id::text, s.way), o.account_id, s.wallet, -201, 3, s.sign * o.amount
    from withdrawal o join (values ('hold', 'out', 1, -1), ('hold', 'in', 3, 1), ('release', 'out', 3, -1), ('release', 'in', 1, 1)) s (step, way, wallet, sign)
      on s.step = 'hold' or o.state in ('rejected', 'failed')
    union all
    select derived_id(s.step, o.id::text), o.account_id, 3, s.contra, s.kind, case s.step when 'payout' then o.fee - o.amount else -o.fee end
    from withdrawal o join (values ('payout', -102, 4), ('payout-fee', -303, 9)) s (step, contra, kind) on s.step = 'payout' or o.fee > 0
    where o.state in ('paid', 'received', 'investigating', 'returned')
    union all
    select derived_id('withdrawal-return', o.id::text), o.account_id, 1, -102, 6, c.returned
    from withdrawal o left join withdrawal_case c on c.withdrawal_id = o.id where o.state = 'returned' or c.returned is not null
    union all
    select derived_id('withdrawal-return-fee', o.id::text), o.account_id, 1, -303, 6, o.fee
    from withdrawal o join withdrawal_case c on c.withdrawal_id = o.id where o.fee > 0 and c.returned = o.amount - o.fee
  ), told as (
    select t.ref, w.account_id, w.kind as wallet, case when v.ref is null then t.contra else 0 end as contra, t.kind, sum(t.amount)::bigint as amount
    from transfer t left join reversal v on v.ref = t.ref join wallet w on w.id = t.wallet_id
    where t.contra in (-101, -102, -201, -203, -301, -303) or v.ref is not null
    group by 1, 2, 3, 4, 5
  )
  select coalesce(d.ref, t.ref) as ref, coalesce(d.account_id, t.account_id) as account_id,
         case when d.ref is null then 'the cashier''s money without its row' else 'a row of the cashier without its money' end as fault
  from due d full join told t on t.ref = d.ref and t.account_id = d.account_id and t.wallet = d.wallet and t.contra = d.contra and t.kind = d.kind and t.amount = d.amount
  where d.ref is null or t.ref is null;
grant select on audit_a46 to laro_app;

-- How many approvals a settlement was computed to need, by the market's rules of that day; null of those before.
alter table settlement_run add column approvals_needed smallint;

-- A44: a settlement that pays has the approvals it needs, and what goes out is of such a one. A pay that was held goes out once two officers released it, of its amount; what two officers
-- voided stays so, and nothing else is voided. A correction is paid once two confirmed it. Of settlements before, those that waited for officers have at least one.
create view audit_a44 as
  select r.id, 'a settlement pays with fewer approvals than it needs' as fault
  from settlement_run r left join (select run_id, count(*) as given from settlement_approval group by run_id) a on a.run_id = r.id
  where r.state in ('approved', 'paying', 'paid') and coalesce(a.given, 0) < coalesce(r.approvals_needed, case when r.approved_at = r.made_at then 0 else 1 end)
  union all
  select p.id, 'a pay goes out without its settlement' from settlement_pay p left join settlement_run r on r.id = p.run_id
  where p.state in ('approved', 'paid') and (p.discarded or coalesce(r.state, '') not in ('approved', 'paying', 'paid'))
  union all
  select p.id, 'a pay that was held goes out unreleased' from settlement_pay p
  where p.reason is not null and p.state in ('computed', 'approved', 'paid')
    and not exists (select from settlement_proposal x where x.pay_id = p.id and x.kind = 'release' and x.state = 'confirmed' and x.amount = p.pay)
  union all
  select p.id, 'a pay is voided by nobody, or what two officers voided is not' from settlement_pay p
  left join settlement_proposal x on x.pay_id = p.id and x.kind = 'void' and x.state = 'confirmed'
  where not p.discarded and (p.state = 'voided') <> (x.id is not null)
  union all
  select x.id, 'a correction is paid that two officers did not confirm' from settlement_proposal x
  where x.taken_by is not null and (x.kind <> 'correction' or x.state <> 'confirmed' or x.decided_by is not distinct from x.proposed_by);
grant select on audit_a44 to laro_app;
