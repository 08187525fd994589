-- What members write to each other at live tables, who reported it and what officers decided.

-- owner: features/chats
-- A message, under the name it was shown with. Kept 30 days, a reported one a year.
create table chat_message (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  series text not null,
  account_id bigint not null,
  name text not null,
  text text not null,
  at timestamptz not null,
  reports integer not null default 0,
  hidden_by text,
  judged_at timestamptz
);
create index chat_message_series on chat_message (series, number) where hidden_by is null;
create index chat_message_account on chat_message (account_id, number);
create index chat_message_reported on chat_message (number) where reports > 0 and judged_at is null;
create index chat_message_at on chat_message (at);

-- owner: features/chats
-- Who reported what: once for each member and message.
create table chat_report (
  message_id uuid not null references chat_message (id) on delete cascade,
  account_id bigint not null,
  at timestamptz not null,
  primary key (message_id, account_id)
);
create index chat_report_account on chat_report (account_id);

-- owner: features/chats
-- Who may not write; without an end for good.
create table chat_mute (
  account_id bigint primary key,
  until timestamptz,
  made_by text not null,
  reason text not null,
  at timestamptz not null
);
create index chat_mute_at on chat_mute (at);

-- owner: features/chats
-- A chat that an officer closed or slowed down; the others are open.
create table chat_room (
  series text primary key,
  open boolean not null,
  every_seconds integer not null check (every_seconds in (3, 15, 60))
);
