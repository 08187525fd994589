-- The catalogue: vendors with their studios and games as rows, when they take no play, who started what, what members keep, and the wins that are shown.

-- owner: core/vendors
-- Who brings games; the house is the first. `simulated`: a test vendor of ours, which says so wherever it is shown.
create table vendor (
  id smallint primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{1,16}$'),
  name text not null,
  state text not null check (state in ('off', 'test', 'live', 'paused')),
  simulated boolean not null,
  base_url text,
  game_origins text[] not null default '{}',
  sort integer not null,
  in_footer boolean not null default false
);

-- owner: core/catalogue
-- Whose game it is; `code` is `vassalage` on the wire. A vendor can bring many. `lettering`: the face its covers are lettered with.
create table studio (
  code text primary key check (code ~ '^[A-Z0-9]{1,16}$'),
  vendor_id smallint not null references vendor (id),
  name text not null,
  node_id integer not null unique check (node_id between 2001 and 2999),
  sort integer not null,
  hot_game_id integer,
  lettering smallint not null check (lettering between 0 and 6)
);

-- owner: core/catalogue
-- A game's number stands in every round of it and is never used again: house games below 1,000. Their engines, accounts and routes stand in the code, so that a bet reads no row.
create table game (
  id integer primary key,
  node_id integer not null unique check (node_id between 1001 and 1999 or node_id > 10000),
  vendor_id smallint not null references vendor (id),
  studio text not null references studio (code),
  game_code text not null,
  name text not null,
  names jsonb not null default '{}',
  game_type text not null,
  category text not null check (category in ('LIVE', 'RNG', 'SPORTS', 'ESPORTS', 'PVP', 'FISH', 'LOTT', 'ELOTT', 'COCKFIGHT', 'JACKPOT', 'MINI', 'BGS')),
  classes text[] not null default '{}',
  features text[] not null default '{}',
  words text not null default '',
  motif text not null default '',
  is_group boolean not null default false,
  state text not null check (state in ('hidden', 'open', 'gone')),
  lines smallint,
  stake_min bigint check (stake_min > 0),
  stake_max bigint check (stake_max >= stake_min),
  max_win_multiple integer,
  rtp_bps integer check (rtp_bps between 0 and 10000),
  rtp_source text check (rtp_source in ('exact', 'stated')),
  volatility smallint check (volatility between 1 and 5),
  demo boolean not null default false,
  valid_percent smallint not null default 100 check (valid_percent between 0 and 100),
  picture_id uuid,
  sort integer not null,
  released_on date,
  unique (vendor_id, game_code),
  check ((rtp_bps is null) = (rtp_source is null))
);
create index game_studio on game (studio);

-- owner: core/catalogue
-- What officers changed of a game, and why; nothing of it is ever changed.
create table game_change (
  id uuid primary key,
  game_id integer not null,
  field text not null,
  before text not null,
  after text not null,
  by bigint not null,
  reason text not null,
  at timestamptz not null
);
create index game_change_game on game_change (game_id, at);
revoke update, delete, truncate on game_change from laro_app;

-- owner: core/catalogue
-- A time without new play, of a vendor or of one game.
create table game_window (
  id uuid primary key,
  vendor_id smallint references vendor (id),
  game_id integer references game (id),
  from_at timestamptz not null,
  until_at timestamptz not null,
  texts jsonb not null default '{}',
  check (until_at > from_at),
  check ((vendor_id is null) <> (game_id is null))
);
create index game_window_until on game_window (until_at);

-- owner: core/catalogue
-- Goes up with each change of what a lobby shows; whoever keeps the catalogue in memory looks here.
create table catalogue_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null
);
insert into catalogue_version (version) values (1);

create function catalogue_changed() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end $$;
create trigger catalogue_changed after insert or update or delete or truncate on vendor for each statement execute function catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on studio for each statement execute function catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on game for each statement execute function catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on game_window for each statement execute function catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on game_stop for each statement execute function catalogue_changed();
create trigger catalogue_changed after insert or update or delete or truncate on game_popularity for each statement execute function catalogue_changed();

-- owner: core/vendors
-- Who started what. A house game opens no ticket; a vendor's game opens by one, once. No account: a visitor's demo.
create table launch (
  id uuid primary key,
  ticket_hash bytea unique,
  account_id bigint,
  game_id integer not null,
  mode text not null check (mode in ('demo', 'real')),
  device text,
  language text not null,
  at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz
);
create index launch_account on launch (account_id, at);
create index launch_at on launch using brin (at);

-- owner: features/favourites
create table favourite (
  account_id bigint not null references account (id),
  node_id integer not null,
  vendor text not null,
  game_type text not null,
  at timestamptz not null,
  primary key (account_id, node_id)
);

-- owner: features/winners
-- Settled rounds that paid more than their stake, as the strip of winners shows them: the newest 500.
create table winner (
  round_id uuid primary key,
  wallet_id bigint not null,
  game_id integer not null,
  stake bigint not null,
  win bigint not null check (win > stake),
  at timestamptz not null
);
create index winner_at on winner (at);

-- owner: features/winners
-- Members who do not want to be shown.
create table winner_hidden (
  account_id bigint primary key references account (id),
  at timestamptz not null
);

-- owner: features/winners
-- Up to when rounds were looked through.
create table winner_mark (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);

-- The house and its two games, as their engines are.
insert into vendor (id, code, name, state, simulated, sort, in_footer) values (1, 'BGS', 'Laro', 'live', false, 0, true);
insert into studio (code, vendor_id, name, node_id, sort, lettering) values ('BGS', 1, 'Laro', 2001, 0, 0);
insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, features, words, motif, state, lines, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (1, 1001, 1, 'BGS', 'DICE', 'Dice', 'BGS', 'BGS', '{provable}', 'roll number under over', 'dice', 'open', null, 100, 1000000, 49, 9803, 'exact', 3, 1, '2026-01-05'),
  (2, 1002, 1, 'BGS', 'MANGO_RUSH', 'Mango Rush', 'RNG', 'RNG', '{wild,scatter,provable}', 'slot fruit mangga', 'mango', 'open', 20, 100, 100000, 2000, 9600, 'exact', 3, 2, '2026-01-05');
