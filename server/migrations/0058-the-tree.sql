-- The tree of agents as ranges of paths, what stood before a move, links, and the standing of an agent.

-- The line below an agent with path P is `path > P and path < P with its last element one higher`: one range of this index, in tree order.
drop index agent_node_path;
alter table agent_node
  add column depth smallint generated always as (cardinality(path)) stored,
  add column referrer_id bigint,
  add column link_code text;
create index agent_node_path on agent_node (path);
create index agent_node_parent on agent_node (parent_id, account_id);
-- The agents directly below an agent, and those at the top.
create index agent_node_agent on agent_node (parent_id, account_id) where invitation_code is not null;
create index agent_node_link on agent_node (link_code, joined_at) where link_code is not null;

-- Where the subtree of a path ends: the least path after all of it.
create function line_end(path bigint[]) returns bigint[] language sql immutable strict parallel safe as $$ select path[1:cardinality(path) - 1] || (path[cardinality(path)] + 1) $$;

-- owner: core/agents
-- A move of an account with all its line, from a day on; two officers decide it. failed: on its day the tree no longer allowed it.
create table agent_move (
  id uuid primary key,
  account_id bigint not null,
  from_parent bigint,
  to_parent bigint,
  from_day date not null,
  depth_max smallint not null,
  fingerprint text not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined', 'done', 'failed')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  done_on date,
  constraint agent_move_two_persons check (state not in ('confirmed', 'done', 'failed') or coalesce(decided_by <> proposed_by, false))
);
create unique index agent_move_open on agent_move (account_id) where state in ('proposed', 'confirmed');
create index agent_move_due on agent_move (from_day) where state = 'confirmed';
create index agent_move_state on agent_move (state, id);
create index agent_move_account on agent_move (account_id, id);
revoke delete, truncate on agent_move from laro_app;
revoke update on agent_move from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at, done_on) on agent_move to laro_app;

-- owner: core/agents
-- What stood before a move: only nodes that moved. The place of a day D is the row with the least `until_day` after D, else today's.
create table agent_past (
  account_id bigint not null,
  until_day date not null,
  parent_id bigint,
  path bigint[] not null,
  primary key (account_id, until_day)
);
create index agent_past_day on agent_past (until_day);
revoke update, delete, truncate on agent_past from laro_app;

-- The tree as it stood on a day.
create function agent_of_day(on_day date) returns table (account_id bigint, parent_id bigint, path bigint[]) language sql stable as $$
  select n.account_id, n.parent_id, n.path from agent_node n where not exists (select from agent_past p where p.account_id = n.account_id and p.until_day > on_day)
  union all
  (select distinct on (p.account_id) p.account_id, p.parent_id, p.path from agent_past p where p.until_day > on_day order by p.account_id, p.until_day)
$$;

-- owner: core/agents
-- A way to register under an agent; the agent's first is its invitation code. opens: the account type a newcomer gets.
create table agent_link (
  code text primary key,
  agent_id bigint not null,
  label text not null,
  opens smallint not null check (opens in (0, 1, 2, 41, 42)),
  visits bigint not null default 0,
  made_at timestamptz not null,
  closed_at timestamptz
);
create index agent_link_agent on agent_link (agent_id, made_at);
insert into agent_link (code, agent_id, label, opens, made_at) select invitation_code, account_id, '', 0, joined_at from agent_node where invitation_code is not null;
revoke delete, truncate on agent_link from laro_app;
revoke update on agent_link from laro_app;
grant update (visits, closed_at) on agent_link to laro_app;

-- owner: core/agents
-- A browser's visit to a link counts once a day; forgotten after two days.
create table agent_visit (
  day date not null,
  code text not null,
  visitor bytea not null,
  primary key (day, code, visitor)
);

-- owner: core/agents
-- held: earns, is paid nothing, offers, passes and links nothing; closed: contracts end with the day. Nobody without a row is anything but open.
create table agent_standing (
  id uuid primary key,
  agent_id bigint not null,
  standing text not null check (standing in ('open', 'held', 'closed')),
  until timestamptz,
  reason text not null,
  state text not null check (state in ('proposed', 'inForce', 'declined', 'over')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint agent_standing_two_persons check (state not in ('inForce', 'over') or coalesce(decided_by <> proposed_by, false) or (standing = 'held' and until is not null and decided_by is null))
);
create unique index agent_standing_in_force on agent_standing (agent_id) where state = 'inForce';
create unique index agent_standing_open on agent_standing (agent_id) where state = 'proposed';
create index agent_standing_agent on agent_standing (agent_id, id);
create index agent_standing_state on agent_standing (state, id);
revoke delete, truncate on agent_standing from laro_app;
revoke update on agent_standing from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on agent_standing to laro_app;

-- owner: core/agents
-- A member whose play earns nobody commission from a day on; two officers decide it.
create table agent_not_counted (
  id uuid primary key,
  account_id bigint not null,
  from_day date not null,
  until_day date,
  code text not null check (code in ('sameOwner', 'bonusOnly', 'houseRule', 'other')),
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint agent_not_counted_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index agent_not_counted_open on agent_not_counted (account_id) where state = 'proposed';
create index agent_not_counted_state on agent_not_counted (state, id);
create index agent_not_counted_account on agent_not_counted (account_id, from_day) where state = 'confirmed';
revoke delete, truncate on agent_not_counted from laro_app;
revoke update on agent_not_counted from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at, until_day) on agent_not_counted to laro_app;
