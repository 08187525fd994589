-- Bonus bets: rounds of house games whose stake is given. What is not played yet is nobody's money and lies in no wallet.
alter table reward drop constraint reward_gives_check;
alter table reward add constraint reward_gives_check check (gives in ('cash', 'points', 'bonus', 'ticket', 'bonusBet'));

-- owner: core/bonuses
-- So many rounds of one stake. What a round wins is the member's. ended_at: what of them was left was taken back.
create table bonus_bet (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint not null references account (id),
  stake bigint not null check (stake > 0),
  count integer not null check (count > 0),
  used integer not null default 0,
  at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint bonus_bet_used check (used between 0 and count)
);
create index bonus_bet_left on bonus_bet (account_id, expires_at, number) where used < count and ended_at is null;
revoke update, delete, truncate on bonus_bet from laro_app;
grant update (used, ended_at) on bonus_bet to laro_app;

-- owner: core/bonuses
-- A round that was played with one.
create table bonus_bet_play (
  bet_id uuid not null references bonus_bet (id),
  n integer not null,
  account_id bigint not null,
  round_id uuid not null unique,
  game_id integer not null,
  stake bigint not null,
  win bigint not null,
  at timestamptz not null,
  primary key (bet_id, n)
);
create index bonus_bet_play_of on bonus_bet_play (account_id, round_id);
revoke update, delete, truncate on bonus_bet_play from laro_app;

-- A36: an issued reward of money, points, a bonus or bonus bets has exactly what it gave, and nothing was given so without one; the money of bonus bets is A45's.
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
    or b.expires_at <> b.at + (r.gift->>'days')::integer * interval '1 day';

-- A45: bonus bets were played as often as they say, and each play is a round of their stake that counts for nothing and whose stake was given, once.
create view audit_a45 as
  select b.id, b.account_id, 'bonus bets were not played as often as they say' as fault
  from bonus_bet b left join (select bet_id, count(*) as plays, max(n) as last from bonus_bet_play group by bet_id) p on p.bet_id = b.id
  where b.used <> coalesce(p.plays, 0) or b.used <> coalesce(p.last, 0)
  union all
  select p.bet_id, p.account_id, 'a bonus bet and its round differ'
  from bonus_bet_play p join bonus_bet b on b.id = p.bet_id
  left join wallet w on w.account_id = p.account_id and w.kind = 1 left join round r on r.wallet_id = w.id and r.id = p.round_id
  where p.account_id <> b.account_id or p.stake <> b.stake or (r.stake, r.win, r.valid, r.status, r.game_id) is distinct from (p.stake, p.win, 0::bigint, 1::smallint, p.game_id)
  union all
  select p.bet_id, p.account_id, 'the money of a bonus bet is not its stake'
  from bonus_bet_play p left join wallet w on w.account_id = p.account_id and w.kind = 1
  left join (select ref, wallet_id, sum(amount) as amount, count(*) as lines from transfer where kind = 8 and contra = -302 group by ref, wallet_id) t
    on t.ref = derived_id('bonus-bet', p.bet_id::text, p.n::text)
  where (t.wallet_id, t.amount, t.lines) is distinct from (w.id, p.stake::numeric, 1::bigint);
grant select on audit_a45 to laro_app;
