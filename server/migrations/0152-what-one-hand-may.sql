-- A number that was bound in a name its member had before can be bound again in the name they have now.
alter table payout_account drop constraint payout_account_account_id_bank_number_key,
  add unique (account_id, bank, number, holder);

-- How many deposits of a member are under way is counted with each new one.
create index deposit_open on deposit (account_id) where state in ('pending', 'submitted', 'checked');

-- owner: core/wallet
-- Who lifted the freeze of an account's wallets last: they do not alone send what it held back.
create table freeze_lifted (
  account_id bigint primary key,
  lifted_by bigint not null,
  at timestamptz not null
);
revoke delete, truncate on freeze_lifted from laro_app;

-- Bonus bets stand still in a time-out, as bonuses do: they end later than they were given for, never sooner.
grant update (expires_at) on bonus_bet to laro_app;

-- When an officer took an application: after an hour another may.
alter table participation add column taken_at timestamptz;
update participation set taken_at = at where state = 'process';

-- A36, whose bonus bets may end later than they were given for: a time-out makes them wait.
create or replace view audit_a36 as
  select coalesce(r.id, t.ref) as id, coalesce(r.account_id, t.account_id) as account_id, 'an issued reward and its money differ' as fault
  from (select id, account_id, amount from reward where state = 'issued' and gives = 'cash') r
  full join (
    select t.ref, w.account_id, sum(t.amount) as amount from transfer t join wallet w on w.id = t.wallet_id
    where t.kind = 8 and t.contra = -302 and w.kind = 1
      and not exists (select from bonus_bet_play p where derived_id('bonus-bet', p.bet_id::text, p.n::text) = t.ref)
    group by t.ref, w.account_id
  ) t on t.ref = derived_id('reward-money', r.id::text)
  where r.id is null or t.ref is null or t.account_id <> r.account_id or t.amount <> r.amount
  union all
  select r.id, r.account_id, 'an issued reward and its points differ'
  from reward r left join points_line l on l.ref = derived_id('reward-points', r.id::text) and l.account_id = r.account_id
  where r.gives = 'points' and (r.state = 'issued') <> (l.ref is not null) or (r.gives = 'points' and l.changed <> r.amount)
  union all
  select r.id, r.account_id, 'an issued reward and its bonus differ'
  from reward r left join bonus b on b.id = derived_id('reward-bonus', r.id::text) and b.account_id = r.account_id
  where r.gives = 'bonus' and (r.state = 'issued') <> (b.id is not null) or (r.gives = 'bonus' and b.amount <> r.amount)
  union all
  select coalesce(r.id, b.id), coalesce(r.account_id, b.account_id), 'an issued reward and its bonus bets differ'
  from (select id, account_id, amount, gift from reward where state = 'issued' and gives = 'bonusBet') r
  full join bonus_bet b on b.id = derived_id('reward-bonus-bet', r.id::text)
  where r.id is null or b.id is null or b.account_id <> r.account_id or b.count <> r.amount or b.stake <> (r.gift->>'stake')::numeric * 100
    or b.expires_at < b.at + (r.gift->>'days')::integer * interval '1 day';
