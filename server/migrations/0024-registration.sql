-- owner: core/accounts
-- What a member told of themselves beside their contacts: one sealed document.
create table account_profile (
  account_id bigint primary key,
  sealed bytea not null,
  at timestamptz not null
);

-- owner: core/accounts
-- How many accounts one address opened within the hour, and one browser within the day.
create table registration_count (
  key text primary key,
  count int not null,
  since timestamptz not null
);
create index registration_count_since on registration_count (since);

-- owner: features/venues
-- The licensed places members belong to. A closed one is offered no more; who chose it keeps it.
create table venue (
  id bigint generated always as identity primary key,
  label text not null,
  closed boolean not null default false,
  created_at timestamptz not null
);
create unique index venue_label on venue (lower(label));
create index account_venue on account (venue_id) where venue_id is not null;
