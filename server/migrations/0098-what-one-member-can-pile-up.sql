-- Where a key of a member is from: a form that is not handed in, their own word, or a document that an officer approved. Null: from before this was kept.
alter table screening_person add column source text check (source in ('draft', 'said', 'document'));

-- How often pictures of a case were handed in since when: what is refused once it was drawn has cost as much.
alter table verification add column uploads integer not null default 0, add column uploads_since timestamptz;

-- owner: features/agentContracts
-- On which day a side last asked for the end of a contract, which it may once a day, whatever became of it.
create table agent_contract_end_request (
  contract_id uuid not null,
  asked_by bigint not null,
  day date not null,
  primary key (contract_id, asked_by)
);
revoke delete, truncate on agent_contract_end_request from laro_app;
