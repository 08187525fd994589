-- What agents read and write in their back office: announcements for them, letters to their downlines, and money that members pass on.

alter table content drop constraint content_kind_check;
alter table content add constraint content_kind_check check (
  kind in ('banner', 'notice', 'popup', 'promotion', 'help', 'term', 'post', 'news', 'guide', 'text', 'video', 'resource', 'agentNotice', 'agentLetter')
);

-- owner: features/content
-- The version of an announcement for agents that an agent has read: a newer one is unread again.
create table content_read (
  account_id bigint not null,
  content_id uuid not null references content (id) on delete cascade,
  no integer not null,
  at timestamptz not null,
  primary key (account_id, content_id)
);

-- owner: features/messages
-- A letter of an agent to one direct downline, or to all of them where `to_account` is null; it stays as it was written. `texts` by language, EN always.
-- `delivered_to` is the last account, in order of number, that was looked at; `day` is the market's.
create table agent_letter (
  id uuid primary key,
  agent_id bigint not null,
  to_account bigint,
  texts jsonb not null,
  day date not null,
  at timestamptz not null,
  delivered_to bigint not null default 0,
  delivered_at timestamptz
);
create index agent_letter_agent on agent_letter (agent_id, id);
create index agent_letter_day on agent_letter (agent_id, day);
revoke update, truncate on agent_letter from laro_app;
grant update (delivered_to, delivered_at) on agent_letter to laro_app;

alter table message add column letter_id uuid, add column reported_at timestamptz;

-- The message a thread reports; one thread each.
alter table feedback add column message_id uuid;
create unique index feedback_message_reported on feedback (message_id) where message_id is not null;

alter table turnover drop constraint turnover_source_check;
alter table turnover add constraint turnover_source_check check (source in ('deposit', 'bonus', 'adjustment', 'transfer'));

-- What a member sent and got today.
create index member_transfer_from_at on member_transfer (from_account, at);
create index member_transfer_to_at on member_transfer (to_account, at);
