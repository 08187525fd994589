-- Raffles: a campaign whose prizes are drawn. The seed is promised when it is published; the list of tickets is frozen and its hash published at the close; both together draw.

-- owner: core/campaigns
create table raffle (
  campaign_id uuid primary key references campaign (id),
  -- Opens only with the installation's key, so that whoever reads the database does not choose among lists before the close.
  seed_sealed bytea not null,
  -- Written when the places were drawn.
  server_seed bytea check (length(server_seed) = 32),
  server_seed_hash bytea not null check (length(server_seed_hash) = 32 and (server_seed is null or server_seed_hash = sha256(server_seed))),
  -- SHA-256 of the list: a line for each entry, its number and its tickets.
  list_hash bytea,
  entries integer not null default 0,
  tickets bigint not null default 0,
  at timestamptz not null,
  frozen_at timestamptz,
  drawn_at timestamptz,
  constraint raffle_frozen check ((frozen_at is null) = (list_hash is null)),
  constraint raffle_drawn_after check (drawn_at is null or frozen_at is not null),
  constraint raffle_told check ((drawn_at is null) = (server_seed is null))
);
revoke delete, truncate on raffle from laro_app;

-- owner: core/campaigns
-- The frozen list: entries in the order they joined, each with its tickets, the first of them by its number from 0.
create table raffle_entry (
  campaign_id uuid not null references raffle (campaign_id),
  entry integer not null,
  account_id bigint not null,
  tickets integer not null check (tickets > 0),
  first bigint not null check (first >= 0),
  primary key (campaign_id, entry),
  constraint raffle_entry_once unique (campaign_id, account_id)
);
revoke update, delete, truncate on raffle_entry from laro_app;

-- owner: core/campaigns
-- Each ticket that was drawn, in turn. place: what it won; null where its entry had won already or could not be rewarded, so that the next was drawn.
create table raffle_drawn (
  campaign_id uuid not null references raffle (campaign_id),
  turn integer not null,
  ticket bigint not null,
  entry integer not null,
  place integer,
  primary key (campaign_id, turn),
  constraint raffle_drawn_place unique (campaign_id, place)
);
revoke update, delete, truncate on raffle_drawn from laro_app;

-- A37 with raffles: what a campaign and its days spent is what its rewards cost that were not refused, a frozen list is its tickets, and each place that was drawn is its winner's reward.
create or replace view audit_a37 as
  select c.id, null::date as day, 'a campaign did not spend what its rewards cost' as fault
  from campaign c left join (select campaign_id, sum(cost) as cost from reward where state <> 'refused' group by campaign_id) r on r.campaign_id = c.id
  where c.spent <> coalesce(r.cost, 0)
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
