-- What officers see and do of vendors' calls: keys that two of them put in force, rules, faults that can be found, minutes that are counted, and a round by any of its ids.

alter table vendor_key add column proposed_name text not null default '', add column confirmed_name text, add column reason text not null default '';
-- Whoever's key it is: none counts before a second officer confirmed it.
alter table vendor_key add constraint vendor_key_two_officers
  check (valid_from is null or (proposed_by is not null and confirmed_by is not null and proposed_by <> confirmed_by));
create unique index vendor_key_waiting on vendor_key (vendor_id, use) where valid_from is null and valid_until is null;
grant update (confirmed_name) on vendor_key to laro_app;

-- owner: features/gateway
-- Money bounds of a vendor that one officer wants raised and another decides. wanted: those that would change, null for none.
create table gateway_proposal (
  id uuid primary key,
  vendor_id smallint not null references vendor (id),
  wanted jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint gateway_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index gateway_proposal_open on gateway_proposal (vendor_id) where state = 'proposed';
revoke delete, truncate on gateway_proposal from laro_app;
revoke update on gateway_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on gateway_proposal to laro_app;

-- owner: core/vendors
-- Calls of a vendor by minute, action and what they were refused for ('' where carried out). buckets: how many took below 2, 4, 8 … microseconds, the last one all longer ones.
create table vendor_minute (
  vendor_id smallint not null,
  minute timestamptz not null,
  action text not null,
  code text not null,
  calls bigint not null,
  buckets bigint[] not null,
  primary key (vendor_id, minute, action, code)
);
create index vendor_minute_minute on vendor_minute (minute);

-- owner: core/vendors
-- Settled play of a vendor by calendar day, added up every five minutes.
create table vendor_day (
  day date not null,
  vendor_id smallint not null,
  rounds bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (day, vendor_id)
);
revoke delete, truncate on vendor_day from laro_app;

-- The milliseconds within which a share of calls was answered, rounded up: even inside a bucket. Null where there were none.
create function vendor_quantile(buckets bigint[], share numeric) returns integer language sql immutable parallel safe as $$
  with bucket as (
    select place - 1 as place, calls, sum(calls) over (order by place) as upto, sum(calls) over () as total from unnest(buckets) with ordinality b(calls, place)
  )
  select ceil((case place when 0 then 0 else 2::numeric ^ place end + (share * total - (upto - calls)) / calls * (case place when 0 then 2 else 2::numeric ^ place end)) / 1000)::integer
  from bucket where calls > 0 and upto >= share * total order by place limit 1
$$;

create index vendor_fault_request on vendor_fault (request_id) where request_id is not null;
create index vendor_fault_their_request on vendor_fault (their_request_id) where their_request_id is not null;
create index vendor_fault_their_id on vendor_fault (their_id) where their_id is not null;

-- Ids of vendors come in no order, and an index of them would be touched everywhere by every call. These say which blocks cannot hold an id: nothing to write for a call,
-- and a search reads the few that may.
create index vendor_entry_foreign_id on vendor_entry using brin (foreign_id text_bloom_ops) with (autosummarize = on);
create index vendor_entry_ref on vendor_entry using brin (ref uuid_bloom_ops) with (autosummarize = on);
create index vendor_entry_digest on vendor_entry using brin (digest int8_bloom_ops) with (autosummarize = on);
create index vendor_round_foreign_id on vendor_round using brin (foreign_id text_bloom_ops) with (autosummarize = on);
create index vendor_round_key on vendor_round using brin (key uuid_bloom_ops) with (autosummarize = on);
