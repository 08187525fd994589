-- A vendor whose money brake fell is opened by two officers: one alone could open it again and again, as often as it lost what it may.

-- owner: core/vendors
-- The brake of a vendor, from when it fell until two officers opened it. opening: what the first of them asked for.
create table vendor_brake (
  vendor_id smallint primary key references vendor (id),
  fell_at timestamptz not null,
  opening text check (opening in ('test', 'live')),
  asked_by bigint,
  asked_name text,
  reason text,
  asked_at timestamptz,
  constraint vendor_brake_asked check (num_nonnulls(opening, asked_by, asked_name, reason, asked_at) in (0, 5))
);
revoke truncate on vendor_brake from laro_app;
insert into vendor_brake (vendor_id, fell_at) select id, braked_at from vendor where state = 'paused' and braked_at is not null;
