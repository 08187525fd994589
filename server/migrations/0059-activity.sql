-- What members did each calendar day, and each line: from journal and rounds alone, written once and then frozen. Amounts are minor units; days are days of the pack's time zone.

insert into system_account values (-304, 'commission');

-- The lines of a day that are no bets.
create index transfer_money on transfer (at) where kind <> 1;

-- owner: core/activity
-- A gathered span of five minutes: gathered once.
create table activity_window (
  starts_at timestamptz primary key,
  rounds bigint not null,
  gathered_at timestamptz not null
);
revoke update, truncate on activity_window from laro_app;

-- owner: core/activity
-- The play of an hour by member and category, for what is shown of today; agent_id: the parent then. Kept eight days.
create table member_hour (
  hour timestamptz not null,
  account_id bigint not null,
  category text not null,
  agent_id bigint,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (hour, account_id, category)
);
create index member_hour_agent on member_hour (agent_id, hour);

-- owner: core/activity
-- The play of an hour of everyone below an agent.
create table line_hour (
  hour timestamptz not null,
  agent_id bigint not null,
  parent_id bigint,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (hour, agent_id)
);
create index line_hour_parent on line_hour (parent_id, hour);

-- owner: core/activity
-- open: the day runs or waits; written: its facts stand; frozen: they were checked and never change.
create table activity_day (
  day date primary key,
  state text not null check (state in ('open', 'written', 'frozen')),
  members bigint not null default 0,
  rounds bigint not null default 0,
  valid bigint not null default 0,
  stake bigint not null default 0,
  win bigint not null default 0,
  fault text,
  frozen_at timestamptz
);
revoke delete, truncate on activity_day from laro_app;

-- owner: core/activity
-- One member's day; agent_id: the parent of that day. valid: valid bets; result of the house: stake - win. Money by its far side, so what was reversed counts by itself.
create table member_day (
  day date not null,
  account_id bigint not null,
  agent_id bigint,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  deposits bigint not null,
  first_deposit boolean not null,
  withdrawals bigint not null,
  bonuses bigint not null,
  fees bigint not null,
  commission bigint not null,
  primary key (day, account_id)
);
create index member_day_agent on member_day (agent_id, day);
create index member_day_account on member_day (account_id, day);
revoke update, delete, truncate on member_day from laro_app;

-- owner: core/activity
-- The day of everyone below an agent, for each agent with anyone below. ahead, behind: valid bets of members whose day ended with win above stake, and below.
-- joined: accounts opened that day; active: members with a valid bet of at least the brand's figure.
create table line_day (
  day date not null,
  agent_id bigint not null,
  parent_id bigint,
  depth smallint not null,
  members bigint not null,
  agents bigint not null,
  joined bigint not null,
  active bigint not null,
  first_deposits bigint not null,
  rounds bigint not null,
  valid bigint not null,
  ahead bigint not null,
  behind bigint not null,
  stake bigint not null,
  win bigint not null,
  deposits bigint not null,
  withdrawals bigint not null,
  bonuses bigint not null,
  fees bigint not null,
  commission bigint not null,
  primary key (day, agent_id)
);
create index line_day_parent on line_day (parent_id, day);
create index line_day_agent on line_day (agent_id, day);
revoke update, delete, truncate on line_day from laro_app;

-- owner: core/activity
create table line_play_day (
  day date not null,
  agent_id bigint not null,
  category text not null,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (day, agent_id, category)
);
create index line_play_day_agent on line_play_day (agent_id, day);
revoke update, delete, truncate on line_play_day from laro_app;
