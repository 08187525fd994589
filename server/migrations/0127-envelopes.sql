-- Red envelopes: a campaign whose budget falls in envelopes. They are cut when it is published, by a seed that is promised then and told when it is over; each member opens one.
alter table campaign drop constraint campaign_trigger_check;
alter table campaign add constraint campaign_trigger_check check (trigger in ('registered', 'applied', 'played', 'visited', 'deposited', 'ranked', 'drawn', 'rain'));
create index campaign_rain on campaign (starts_at) where trigger = 'rain' and version > 0;

-- owner: core/campaigns
-- taken, given: how many envelopes were opened, and what was in them; the row is locked once for all who come in one moment.
create table envelope_rain (
  campaign_id uuid primary key references campaign (id),
  -- Opens only with the installation's key, and is told when the rain is over.
  seed_sealed bytea not null,
  server_seed_hash bytea not null check (length(server_seed_hash) = 32),
  total bigint not null check (total > 0),
  slips integer not null check (slips > 0),
  smallest bigint not null check (smallest > 0),
  largest bigint not null check (largest >= smallest),
  taken integer not null default 0 check (taken >= 0),
  given bigint not null default 0 check (given >= 0),
  at timestamptz not null,
  constraint envelope_rain_taken check (taken <= slips and given <= total)
);
revoke update, delete, truncate on envelope_rain from laro_app;
grant update (taken, given) on envelope_rain to laro_app;

-- owner: core/campaigns
-- What each envelope holds, in the order in which they are taken.
create table envelope_slip (
  campaign_id uuid not null references envelope_rain (campaign_id),
  n integer not null check (n > 0),
  amount bigint not null check (amount > 0),
  primary key (campaign_id, n)
);
revoke update, delete, truncate on envelope_slip from laro_app;

-- owner: core/campaigns
-- Who opened which. It is paid once, under an id made of campaign and account; no foreign keys, because thousands come in one second.
create table envelope_claim (
  campaign_id uuid not null,
  account_id bigint not null,
  number bigint generated always as identity,
  n integer not null check (n > 0),
  at timestamptz not null,
  paid_at timestamptz,
  primary key (campaign_id, account_id),
  constraint envelope_claim_once unique (campaign_id, n)
);
create index envelope_claim_account on envelope_claim (account_id, number);
create index envelope_claim_unpaid on envelope_claim (number) where paid_at is null;
revoke update, delete, truncate on envelope_claim from laro_app;
grant update (paid_at) on envelope_claim to laro_app;

-- Opens envelopes for all who come in one moment, with the rain locked once: numbered in the order they came, one for each account, as long as there are any. Codes: 0 opened,
-- 1 opened before, 2 none is left, 3 the rain is not open, 4 the account may not.
create function envelope_claim_many(of_rain uuid, accounts bigint[], allowed boolean[], in_at timestamptz)
returns table (account bigint, code smallint, n integer, amount bigint, opened_at timestamptz, is_paid boolean) language plpgsql as $$
declare
  rain envelope_rain; is_open boolean;
begin
  select * into rain from envelope_rain r where r.campaign_id = of_rain for update;
  is_open := exists (select from campaign c where c.id = of_rain and c.state = 'published' and c.starts_at <= in_at and c.ends_at > in_at);
  with asked as materialized (
    select u.account, min(u.place) as place from unnest(accounts, allowed) with ordinality u(account, may, place)
    where u.may and is_open and not exists (select from envelope_claim k where k.campaign_id = of_rain and k.account_id = u.account) group by u.account
  ), opened as (
    insert into envelope_claim (campaign_id, account_id, n, at)
    select of_rain, o.account, o.n, in_at from (select a.account, (rain.taken + row_number() over (order by a.place))::integer as n from asked a) o where o.n <= rain.slips
    returning envelope_claim.n
  )
  update envelope_rain r set taken = r.taken + o.many, given = r.given + o.sum
  from (select count(*)::integer as many, sum(s.amount)::bigint as sum from opened p join envelope_slip s on s.campaign_id = of_rain and s.n = p.n) o
  where r.campaign_id = of_rain and o.many > 0;
  return query
    select u.account, (case when k.n > rain.taken then 0 when k.n is not null then 1 when not u.may then 4 when not is_open then 3 else 2 end)::smallint, k.n, s.amount, k.at, k.paid_at is not null
    from (select x.account, bool_or(x.may) as may from unnest(accounts, allowed) x(account, may) group by x.account) u
    left join envelope_claim k on k.campaign_id = of_rain and k.account_id = u.account
    left join envelope_slip s on s.campaign_id = of_rain and s.n = k.n;
end $$;

-- A37 with rains: what a campaign and its days spent is what its rewards cost that were not refused and what its envelopes hold, whether they were taken or not.
create or replace view audit_a37 as
  select c.id, null::date as day, 'a campaign did not spend what its rewards cost' as fault
  from campaign c left join (select campaign_id, sum(cost) as cost from reward where state <> 'refused' group by campaign_id) r on r.campaign_id = c.id
  left join envelope_rain e on e.campaign_id = c.id
  where c.spent <> coalesce(r.cost, 0) + coalesce(e.total, 0)
  union all
  select d.campaign_id, d.day, 'a day of a campaign did not spend what its rewards cost'
  from campaign_day d left join (select campaign_id, day, sum(cost) as cost from reward where state <> 'refused' group by campaign_id, day) r on r.campaign_id = d.campaign_id and r.day = d.day
  where d.spent <> coalesce(r.cost, 0)
  union all
  select f.campaign_id, null, 'the list of a raffle is not its tickets'
  from raffle f left join (select campaign_id, count(*) as entries, sum(tickets) as tickets from raffle_entry group by campaign_id) e on e.campaign_id = f.campaign_id
  where f.entries <> coalesce(e.entries, 0) or f.tickets <> coalesce(e.tickets, 0)
  union all
  select d.campaign_id, null, 'a drawn place is not its winner''s reward'
  from raffle_drawn d join raffle_entry e on e.campaign_id = d.campaign_id and e.entry = d.entry
  left join reward r on r.campaign_id = d.campaign_id and r.account_id = e.account_id and r.occasion = 'once'
  where d.place is not null and r.id is null;

-- A26 with rains: a line of a prize is a vendor's, or what a red envelope held, of which A41 speaks.
create or replace view audit_a26 as
  select coalesce(e.wallet_id, t.wallet_id) as wallet_id, coalesce(e.ref, t.ref) as id, 'a prize is not its one line, or another gave it' as fault
  from (select * from vendor_entry where type = 4 and amount > 0) e
  full join (
    select x.wallet_id, x.ref, count(*) as lines, sum(x.amount) as amount, min(x.contra) as least, max(x.contra) as most from transfer x
    where x.kind = 17 and not exists (select from envelope_claim k where derived_id('envelope', k.campaign_id::text, k.account_id::text) = x.ref) group by x.wallet_id, x.ref
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

-- A41: a rain's envelopes come to its total, those that were opened are the first of them and what it says was taken and given, and each that is paid is one line of what it held, in its
-- member's main wallet; one that waits has none. Money of no envelope is a fault of A26.
create view audit_a41 as
  select r.campaign_id, null::bigint as account_id, 'the envelopes of a rain are not its total' as fault
  from envelope_rain r left join (
    select campaign_id, count(*) as many, sum(amount) as amount, min(n) as first, max(n) as last, min(amount) as smallest, max(amount) as largest from envelope_slip group by campaign_id
  ) s on s.campaign_id = r.campaign_id
  where s.many is distinct from r.slips or s.amount is distinct from r.total or s.first <> 1 or s.last <> r.slips or s.smallest <> r.smallest or s.largest <> r.largest
  union all
  select coalesce(r.campaign_id, k.campaign_id), null, 'what a rain says was taken is not what was opened'
  from envelope_rain r full join (
    select c.campaign_id, count(*) as many, max(c.n) as last, count(s.n) as held, sum(s.amount) as amount
    from envelope_claim c left join envelope_slip s on s.campaign_id = c.campaign_id and s.n = c.n group by c.campaign_id
  ) k on k.campaign_id = r.campaign_id
  where r.campaign_id is null or r.taken <> coalesce(k.many, 0) or r.taken <> coalesce(k.last, 0) or r.taken <> coalesce(k.held, 0) or r.given <> coalesce(k.amount, 0)
  union all
  select k.campaign_id, k.account_id, 'an envelope and its money differ'
  from (
    select c.campaign_id, c.account_id, c.paid_at, s.amount, derived_id('envelope', c.campaign_id::text, c.account_id::text) as ref
    from envelope_claim c left join envelope_slip s on s.campaign_id = c.campaign_id and s.n = c.n
  ) k left join (
    select t.ref, w.account_id, w.kind as wallet_kind, count(*) as lines, sum(t.amount) as amount from transfer t join wallet w on w.id = t.wallet_id
    where t.kind = 17 and t.contra = -302 group by t.ref, w.account_id, w.kind
  ) t on t.ref = k.ref
  where (k.paid_at is not null) <> (t.ref is not null)
    or (t.ref is not null and (t.account_id <> k.account_id or t.wallet_kind <> 1 or t.lines <> 1 or t.amount <> k.amount));
grant select on audit_a41 to laro_app;
