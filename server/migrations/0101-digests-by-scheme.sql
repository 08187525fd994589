-- A digest keeps the scheme it was made by: one that covers more is written beside it, and makes no game look changed.

-- owner: features/returns
-- The digests of each version of a game's mathematics, each written when the version was first met by its scheme: the same version and scheme never give another.
-- `game_version` holds those of the first scheme for the servers that still compare them; what knows schemes reads and writes it no more.
create table game_digest (
  game_id integer not null,
  version smallint not null,
  scheme smallint not null,
  digest text not null,
  met_at timestamptz not null,
  primary key (game_id, version, scheme)
);
revoke update, delete, truncate on game_digest from laro_app;

insert into game_digest select game_id, version, 1, digest, met_at from game_version;
