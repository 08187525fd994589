-- What of each house game came back, beside what its mathematics say; and which mathematics those are.

-- owner: features/returns
-- Settled rounds by day and version of the game's mathematics, without what jackpots paid. squares: the sum of the stakes' squares, from which the band follows.
create table game_return (
  game_id integer not null,
  version smallint not null,
  day date not null,
  rounds bigint not null,
  stake bigint not null,
  win bigint not null,
  squares numeric not null,
  primary key (game_id, version, day)
);

-- owner: features/returns
-- Up to which moment rounds are counted: one row.
create table game_return_count (
  one boolean primary key default true check (one),
  until timestamptz not null
);

-- owner: features/returns
-- The digest of each version of a game's mathematics, written when it was first met: the same version never gives another.
create table game_version (
  game_id integer not null,
  version smallint not null,
  digest text not null,
  met_at timestamptz not null,
  primary key (game_id, version)
);
revoke update, delete, truncate on game_version from laro_app;

-- owner: features/returns
-- What officers must look at. return: it was outside its band at two days' ends; mathematics: a version is not what it was, and the game is stopped.
create table game_alert (
  id uuid primary key,
  game_id integer not null,
  version smallint not null,
  reason text not null check (reason in ('return', 'mathematics')),
  at timestamptz not null,
  seen_by text,
  seen_at timestamptz
);
create unique index game_alert_open on game_alert (game_id, reason) where seen_at is null;
create index game_alert_game on game_alert (game_id, version, reason, at);
