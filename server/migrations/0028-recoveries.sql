-- owner: features/recoveries
-- A link that sets a new password, by the hash of what stands in it; it opens once.
create table recovery_ticket (
  hash bytea primary key,
  account_id bigint not null,
  expires_at timestamptz not null
);
create index recovery_ticket_account on recovery_ticket (account_id);
create index recovery_ticket_expires on recovery_ticket (expires_at);

-- owner: features/recoveries
-- Who asked for a new password, and how often since when: what was typed, the browser, the network.
create table recovery_request (
  key text primary key,
  count integer not null,
  since timestamptz not null
);
create index recovery_request_since on recovery_request (since);
