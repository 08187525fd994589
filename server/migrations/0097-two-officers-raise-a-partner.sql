-- What may be staked at a partner is raised by two officers, as a vendor's bounds are.

-- owner: features/partners
-- What one officer wants to be staked at a partner beyond its rules, and another decides. wanted: the bound, null for none; the currencies and games that would be added.
create table partner_proposal (
  id uuid primary key,
  partner_id smallint not null references partner (id),
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
  constraint partner_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index partner_proposal_open on partner_proposal (partner_id) where state = 'proposed';
revoke delete, truncate on partner_proposal from laro_app;
revoke update on partner_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on partner_proposal to laro_app;
