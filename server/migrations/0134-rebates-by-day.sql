-- Rebates: which games count in part, and whether rebates are given, is written down for each day while it runs. Tournaments: no play for money counts in one.

drop table rebate_counted;
-- owner: features/rebates
-- The house's games that do not count whole on a day, by number, with how much of each 100 bet on them counts, by the tables of rates and of points that hold for it; given: whether
-- rebates were switched on. Reckoned by a job again and again while the day runs, and once before it: what stands here when it ends is what it is given by.
create table rebate_counted (
  day date primary key,
  version integer not null references rebate_table (version),
  counted jsonb not null,
  given boolean not null,
  at timestamptz not null
);
revoke delete, truncate on rebate_counted from laro_app;

-- Who has something open, and since when: the payment goes through it member by member.
drop index rebate_open;
create index rebate_unpaid on rebate (account_id, day) where claim_id is null;

-- A tournament counts chips, and never counted play for money for anything.
update participation p set counts = 'nothing', target = null, progress = 0, progressed_at = null
from tournament t where t.campaign_id = p.campaign_id and p.counts <> 'nothing';

-- A39: a claim is the sum of its member's lines and exactly one movement of that amount to them, and no money came as a rebate without one; what a day came to is its lines; and a line
-- is by the rate of its day's table, and by the label of a level its member had by then.
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
  );

-- A40: a seat is what it began with and what its rounds made of it, numbered without a gap and no more than it has; no round took more chips than there were, nor was played before or
-- after its tournament; only a tournament has seats, whoever sits there is in it, and it is what its rule says.
create or replace view audit_a40 as
  select s.campaign_id, s.account_id, 'a seat is not what its rounds made of it' as fault
  from tournament_seat s join tournament t on t.campaign_id = s.campaign_id
  left join (select campaign_id, account_id, count(*) as rounds, max(n) as last, sum(win - stake) as net from tournament_round group by campaign_id, account_id) r
    on r.campaign_id = s.campaign_id and r.account_id = s.account_id
  where s.chips <> t.chips + coalesce(r.net, 0) or s.rounds <> coalesce(r.rounds, 0) or s.rounds <> coalesce(r.last, 0) or s.rounds > t.rounds
  union all
  select s.campaign_id, s.account_id, 'a seat is nobody''s who is in the tournament'
  from tournament_seat s where not exists (select from participation p where p.campaign_id = s.campaign_id and p.account_id = s.account_id)
  union all
  select r.campaign_id, r.account_id, 'a round took more chips than the seat had'
  from (
    select campaign_id, account_id, stake, coalesce(sum(win - stake) over (partition by campaign_id, account_id order by n rows between unbounded preceding and 1 preceding), 0) as net
    from tournament_round
  ) r join tournament t on t.campaign_id = r.campaign_id
  where r.stake > t.chips + r.net
  union all
  select r.campaign_id, r.account_id, 'a round was played before or after its tournament'
  from tournament_round r join campaign c on c.id = r.campaign_id
  where r.at < (select min(v.starts_at) from campaign_version v where v.campaign_id = r.campaign_id and v.state = 'published') or r.at >= c.ends_at
  union all
  select t.campaign_id, null, 'a tournament is not what its rule says'
  from tournament t join campaign_version v on v.campaign_id = t.campaign_id
  where v.state = 'published' and (v.rule -> 'trigger' -> 'seat' ->> 'gameCode', (v.rule -> 'trigger' -> 'seat' ->> 'chips')::bigint, (v.rule -> 'trigger' -> 'seat' ->> 'rounds')::integer)
    is distinct from (t.game_code, t.chips, t.rounds);
