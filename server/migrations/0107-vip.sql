-- VIP: levels by the valid bets of a member's whole life, a bonus of each week's net loss, and hosts.

-- owner: features/vip
-- A table of levels and since when it holds. upto, done: the members up to this account were looked at, whether they stand higher by it.
create table vip_table (
  version integer primary key,
  since timestamptz not null,
  proposal_id uuid unique,
  upto bigint not null default 0,
  done boolean not null default false
);
create index vip_table_waiting on vip_table (version) where not done;
revoke delete, truncate on vip_table from laro_app;
revoke update on vip_table from laro_app;
grant update (upto, done) on vip_table to laro_app;

-- owner: features/vip
-- What a level asks for and gives. valid: the valid bets that reach it; bonus_bps: of a week's net loss, in hundredths of a percent; week_max: the most of it.
create table vip_level (
  version integer not null references vip_table,
  level smallint not null check (level between 0 and 20),
  label text not null check (label in ('Bronze', 'Silver', 'Gold', 'Platinum')),
  valid bigint not null check (valid >= 0),
  bonus_bps integer not null check (bonus_bps between 0 and 10000),
  week_max bigint check (week_max > 0),
  primary key (version, level),
  check ((bonus_bps = 0) = (week_max is null))
);
revoke update, delete, truncate on vip_level from laro_app;

insert into vip_table (version, since, done) values (1, 'epoch', true);
insert into vip_level (version, level, label, valid, bonus_bps, week_max)
select 1, level, label, thousands * 100000, bps, pesos * 100
from (values
  (0, 'Bronze', 0::bigint, 0, null::bigint), (1, 'Bronze', 10, 0, null), (2, 'Bronze', 30, 0, null), (3, 'Bronze', 60, 0, null),
  (4, 'Silver', 100, 500, 500), (5, 'Silver', 200, 500, 750), (6, 'Silver', 350, 500, 1000), (7, 'Silver', 550, 500, 1500), (8, 'Silver', 800, 500, 2000),
  (9, 'Silver', 1200, 500, 3000),
  (10, 'Gold', 2000, 1000, 5000), (11, 'Gold', 3000, 1000, 6000), (12, 'Gold', 4500, 1000, 8000), (13, 'Gold', 7000, 1000, 10000), (14, 'Gold', 10000, 1000, 15000),
  (15, 'Platinum', 15000, 1000, 20000), (16, 'Platinum', 25000, 1000, 30000), (17, 'Platinum', 40000, 1000, 40000), (18, 'Platinum', 60000, 1000, 50000),
  (19, 'Platinum', 100000, 1000, 75000), (20, 'Platinum', 200000, 1000, 100000)
) shipped (level, label, thousands, bps, pesos);

-- The table that held when a calendar day ended.
create function vip_version_of(of_day date, zone text) returns integer language sql stable as $$
  select max(version) from vip_table where since < (of_day + 1)::timestamp at time zone zone
$$;

-- owner: features/vip
-- Another table that one officer wants and another decides.
create table vip_proposal (
  id uuid primary key,
  levels jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint vip_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index vip_proposal_open on vip_proposal ((true)) where state = 'proposed';
revoke delete, truncate on vip_proposal from laro_app;
revoke update on vip_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on vip_proposal to laro_app;

-- owner: features/vip
-- Who looks after the members of the host's levels. url: where one writes.
create table vip_host (
  id uuid primary key,
  name text not null,
  picture_id uuid,
  hours text not null,
  url text not null,
  active boolean not null,
  made_at timestamptz not null
);
revoke delete, truncate on vip_host from laro_app;

-- owner: features/vip
-- valid: the valid bets of the days that are counted. level: the highest ever reached, which never falls.
create table vip_member (
  account_id bigint primary key,
  level smallint not null default 0,
  valid bigint not null default 0,
  reached_at timestamptz,
  host_id uuid references vip_host
);
create index vip_member_level on vip_member (level desc, account_id) where level > 0;
create index vip_member_host on vip_member (host_id, level desc, account_id) where host_id is not null;
revoke delete, truncate on vip_member from laro_app;

-- owner: features/vip
-- day: the calendar day whose play reached the level; at: when that was seen.
create table vip_level_up (
  account_id bigint not null,
  level smallint not null check (level between 1 and 20),
  day date not null,
  at timestamptz not null,
  primary key (account_id, level)
);
create index vip_level_up_at on vip_level_up (at);
revoke delete, truncate on vip_level_up from laro_app;
revoke update on vip_level_up from laro_app;
grant update (day) on vip_level_up to laro_app;

-- owner: features/vip
-- A frozen day whose valid bets are added to its members: those up to this account, and all of them once it is done.
create table vip_day (
  day date primary key,
  upto bigint not null default 0,
  done boolean not null default false
);
create index vip_day_waiting on vip_day (day) where not done;
revoke delete, truncate on vip_day from laro_app;

-- owner: features/vip
-- A week by its Monday. members, given, amount: what it came to once it is settled.
create table vip_settlement (
  week date primary key check (extract(isodow from week) = 1),
  members integer not null default 0,
  given integer not null default 0,
  amount bigint not null default 0,
  settled_at timestamptz
);
create index vip_settlement_waiting on vip_settlement (week) where settled_at is null;
revoke delete, truncate on vip_settlement from laro_app;

-- owner: features/vip
-- What a week was for a member, line by line, and the bonus that it gave. level: as it was when its Sunday ended.
create table vip_week (
  week date not null,
  account_id bigint not null,
  level smallint not null,
  stake bigint not null,
  win bigint not null,
  rebate bigint not null default 0,
  base bigint not null check (base = greatest(0, stake - win - rebate)),
  bonus_bps integer not null,
  week_max bigint,
  bonus bigint not null,
  state text not null check (state in ('given', 'noLoss', 'tooSmall', 'rewards')),
  bonus_id uuid unique,
  at timestamptz not null,
  primary key (week, account_id),
  check ((state = 'given') = (bonus > 0) and (state = 'given') = (bonus_id is not null))
);
create index vip_week_account on vip_week (account_id, week);
revoke update, delete, truncate on vip_week from laro_app;

-- A32: a week's bonus is one bonus of its amount to its member, and no other bonus says it is one; a member's valid bets are those of the counted days, and the level is the
-- highest that was reached.
create view audit_a32 as
  select coalesce(w.account_id, b.account_id) as account_id, w.week, 'a week is not what its bonus says' as fault
  from (select * from vip_week where bonus_id is not null) w full join (select * from bonus where code = 'VIPWEEK') b on b.id = w.bonus_id
  where w.account_id is distinct from b.account_id or w.bonus is distinct from b.amount
  union all
  select coalesce(m.account_id, d.account_id), null, 'valid bets are not those of the counted days'
  from vip_member m full join (
    select d.account_id, sum(d.valid)::bigint as valid from vip_day c join member_day d on d.day = c.day and (c.done or d.account_id <= c.upto)
    join account a on a.id = d.account_id and a.type <> 4 group by d.account_id
  ) d on d.account_id = m.account_id
  where coalesce(m.valid, 0) <> coalesce(d.valid, 0)
  union all
  select coalesce(m.account_id, u.account_id), null, 'a level is not the highest that was reached'
  from vip_member m full join (select account_id, max(level) as level from vip_level_up group by account_id) u on u.account_id = m.account_id
  where coalesce(m.level, 0) <> coalesce(u.level, 0)
  union all
  select null, s.week, 'a settled week is not the sum of its members'
  from vip_settlement s left join (
    select week, count(*) as members, count(bonus_id) as given, sum(bonus) as amount from vip_week group by week
  ) w on w.week = s.week
  where s.settled_at is not null and (s.members, s.given, s.amount) <> (coalesce(w.members, 0), coalesce(w.given, 0), coalesce(w.amount, 0));
