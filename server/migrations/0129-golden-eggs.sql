-- Golden eggs: a second draw of prizes beside the VIP wheel. Campaigns give its tickets; its prizes are a table that two officers decide, some of them limited.

-- owner: features/prizeDraws
-- A table of eggs and since when new tickets are for it; a ticket is drawn on the table it was given for.
create table prize_egg_table (
  version integer primary key,
  since timestamptz not null,
  proposal_id uuid unique
);
revoke update, delete, truncate on prize_egg_table from laro_app;

-- owner: features/prizeDraws
-- points or cash (minor units), weight of all weights, stock: how many there are in all, null where nobody counts. given: how often it was.
create table prize_egg (
  version integer not null references prize_egg_table,
  place smallint not null check (place between 0 and 11),
  points integer check (points > 0),
  cash bigint check (cash > 0),
  weight integer not null check (weight > 0),
  stock integer check (stock > 0),
  given bigint not null default 0 check (given >= 0),
  primary key (version, place),
  constraint prize_egg_one check (num_nonnulls(points, cash) = 1),
  constraint prize_egg_stock check (stock is null or given <= stock)
);
revoke update, delete, truncate on prize_egg from laro_app;
grant update (given) on prize_egg to laro_app;

-- ₱4.95 a ticket on average.
insert into prize_egg_table (version, since) values (1, 'epoch');
insert into prize_egg (version, place, points, cash, weight, stock) values
  (1, 0, 50, null, 400, null), (1, 1, 100, null, 250, null), (1, 2, 200, null, 150, null), (1, 3, 500, null, 80, null),
  (1, 4, null, 500, 80, null), (1, 5, null, 2000, 30, null), (1, 6, null, 10000, 8, 500), (1, 7, null, 100000, 2, 20);

-- owner: features/prizeDraws
-- Another table that one officer wants and another decides.
create table prize_egg_proposal (
  id uuid primary key,
  prizes jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint prize_egg_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index prize_egg_proposal_open on prize_egg_proposal (state) where state = 'proposed';
revoke delete, truncate on prize_egg_proposal from laro_app;
revoke update on prize_egg_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on prize_egg_proposal to laro_app;

-- A ticket is for the wheel or for an egg. reward_id, place: the reward of a campaign that gave it, and which of its tickets it is. prize: the place of what an egg gave;
-- replaced: what lay at its stop had run out.
alter table prize_ticket
  add column draw text not null default 'wheel' check (draw in ('wheel', 'egg')),
  add column reward_id uuid,
  add column place smallint check (place > 0),
  add column cash bigint check (cash > 0),
  add column prize smallint,
  add column replaced boolean not null default false,
  drop constraint prize_ticket_cause_check,
  add constraint prize_ticket_cause_check check (cause in ('level', 'month', 'campaign')),
  add constraint prize_ticket_given check ((cause = 'campaign') = (reward_id is not null) and (reward_id is null) = (place is null)),
  drop constraint prize_ticket_drawn_whole,
  add constraint prize_ticket_drawn_whole check (
    num_nulls(client_seed, stop, drawn_at) in (0, 3) and num_nonnulls(points, cash) = (drawn_at is not null)::integer
    and (prize is not null) = (draw = 'egg' and drawn_at is not null) and (draw = 'egg' or (cash is null and not replaced))),
  drop constraint prize_ticket_once,
  add constraint prize_ticket_once unique nulls not distinct (account_id, cause, level, month, reward_id, place);
revoke delete, truncate on prize_ticket from laro_app;
drop index prize_ticket_waiting;
drop index prize_ticket_drawn;
create index prize_ticket_waiting on prize_ticket (account_id, draw, number) where drawn_at is null;
create index prize_ticket_drawn on prize_ticket (account_id, draw, number) where drawn_at is not null;

-- A26 with eggs: a line of a prize is a vendor's, what a red envelope held, of which A41 speaks, or what an egg held, of which A42 speaks.
create or replace view audit_a26 as
  select coalesce(e.wallet_id, t.wallet_id) as wallet_id, coalesce(e.ref, t.ref) as id, 'a prize is not its one line, or another gave it' as fault
  from (select * from vendor_entry where type = 4 and amount > 0) e
  full join (
    select x.wallet_id, x.ref, count(*) as lines, sum(x.amount) as amount, min(x.contra) as least, max(x.contra) as most from transfer x
    where x.kind = 17 and not exists (select from prize_ticket k where k.cash is not null and derived_id('prize-money', k.id::text) = x.ref)
      and not exists (select from envelope_claim k where derived_id('envelope', k.campaign_id::text, k.account_id::text) = x.ref) group by x.wallet_id, x.ref
  ) t on t.wallet_id = e.wallet_id and t.ref = e.ref
  where e.ref is null or t.ref is null or t.lines <> 1 or t.amount <> e.amount or t.least <> t.most
     or t.least <> case when e.issue is null then -10001 - 10 * e.vendor_id::bigint else -302 end
  union all
  select e.wallet_id, coalesce(f.id, e.issue), 'a grant won something else than its prize, or another member got it'
  from free_round f full join (select * from vendor_entry where issue is not null) e on e.issue = f.id
  left join wallet w on w.id = e.wallet_id
  where f.id is null or f.won <> coalesce(e.amount, 0) or (e.ref is not null and (w.account_id <> f.account_id or e.vendor_id <> f.vendor_id))
  union all
  select e.wallet_id, coalesce(e.ref, t.source_id), 'what must be staked for a prize is not what its grant says'
  from (
    select e.wallet_id, e.ref, f.account_id, e.amount * f.wagering as needed from vendor_entry e join free_round f on f.id = e.issue where e.amount > 0 and f.wagering > 0
  ) e full join (select * from turnover where source = 'freeRounds') t on t.source_id = e.ref
  where e.ref is null or t.source_id is null or t.account_id <> e.account_id or t.needed <> e.needed;

-- A42: an egg that was drawn gave the prize that lies at its stop or, run out, its replacement; money of it is one line to its member (money of no egg is a fault of A26), and
-- points are A33's; each prize was given as often as it says; every ticket for an egg was given by an issued reward.
create view audit_a42 as
  select t.id, t.account_id, 'a drawn egg and the money won by it differ' as fault
  from (select id, account_id, cash from prize_ticket where cash is not null) t
  left join (
    select l.ref, count(*) as lines, min(w.account_id) as account_id, min(w.kind) as wallet_kind, sum(l.amount) as amount, min(l.contra) as contra
    from transfer l join wallet w on w.id = l.wallet_id where l.kind = 17 group by l.ref
  ) m on m.ref = derived_id('prize-money', t.id::text)
  where m.ref is null or m.lines <> 1 or m.account_id <> t.account_id or m.wallet_kind <> 1 or m.contra <> -302 or m.amount <> t.cash
  union all
  select t.id, t.account_id, 'an egg gave another prize than the one at its stop'
  from prize_ticket t
  left join prize_egg g on g.version = t.version and g.place = t.prize
  left join lateral (
    select p.place, p.stock from (select place, stock, sum(weight) over (order by place) as upto from prize_egg where version = t.version) p where p.upto > t.stop order by p.place limit 1
  ) s on true
  left join lateral (
    select r.place from prize_egg r where r.version = t.version and r.stock is null and r.points is not null order by r.points, r.place limit 1
  ) r on true
  where t.draw = 'egg' and t.drawn_at is not null
    and (g.place is null or s.place is null or (g.points, g.cash) is distinct from (t.points, t.cash)
      or case when t.replaced then s.stock is null or t.prize <> r.place else t.prize <> s.place end)
  union all
  select null, null, format('prize %s of table %s was not given as often as it says', g.place, g.version)
  from prize_egg g left join (select version, prize, count(*) as given from prize_ticket where draw = 'egg' and drawn_at is not null group by version, prize) t
    on t.version = g.version and t.prize = g.place
  where g.given <> coalesce(t.given, 0) or g.given > g.stock
  union all
  select t.id, t.account_id, 'a ticket for an egg that no reward gave'
  from prize_ticket t left join reward r on r.id = t.reward_id and r.account_id = t.account_id and r.state = 'issued' and r.gift->>'gives' = 'egg' and t.place <= r.amount
  where t.draw = 'egg' and r.id is null;
grant select on audit_a42 to laro_app;
