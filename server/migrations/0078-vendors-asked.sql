-- Vendors are asked and watched: tokens of launches, what became of open rounds, and what players win in an hour.

-- A launch may bear a token: its bets name it, and it ends with 30 minutes of silence. seen_at: when it was last played with, to the minute.
alter table launch add column token_hash bytea unique, add column seen_at timestamptz;

-- unknown_at: when its vendor first said that it does not know the round, or cancelled it. held_at: since when it waits for officers; nobody looks at it by the clock any more.
alter table vendor_round add column unknown_at timestamptz, add column held_at timestamptz;
create index vendor_round_held on vendor_round (vendor_id, held_at) where held_at is not null and closed_at is null;

-- braked_at: when players had won more from it within an hour than it may lose, so that it was paused.
alter table vendor add column braked_at timestamptz;

-- owner: core/vendors
-- What players won from a vendor, net and by the minute, for two hours.
create table vendor_taken (
  vendor_id smallint not null references vendor (id),
  minute timestamptz not null,
  net bigint not null,
  primary key (vendor_id, minute)
);
create index vendor_taken_minute on vendor_taken (minute);
