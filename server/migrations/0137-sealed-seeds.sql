-- The seed a member's rounds are drawn from opens only with the installation's key until it is shown: with it, whoever reads the database, a backup of it too, knew every
-- outcome to come. So does a partner's player's.
alter table seed
  add column seed_sealed bytea,
  alter column server_seed drop not null,
  add constraint seed_kept check (server_seed is not null or (revealed_at is null and seed_sealed is not null));
alter table partner_seed
  add column seed_sealed bytea,
  alter column server_seed drop not null,
  add constraint partner_seed_kept check (server_seed is not null or (revealed_at is null and seed_sealed is not null));

-- Seeds from before they were sealed; a job seals them.
create index seed_open on seed (id) where revealed_at is null and seed_sealed is null;
create index partner_seed_open on partner_seed (id) where revealed_at is null and seed_sealed is null;
-- Seeds whose rounds the audit draws again: of those that were shown, few had any where members retire them unused.
create index seed_drawn on seed (id) where revealed_at is not null and rounds > 0;
grant update (server_seed, seed_sealed) on partner_seed to laro_app;
