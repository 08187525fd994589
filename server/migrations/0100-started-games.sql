-- The games a member started, each once: what one opens without end is one row a game, and a list of them reads no launch.

-- owner: core/vendors
create table started_game (
  account_id bigint not null references account (id),
  game_id integer not null,
  at timestamptz not null,
  primary key (account_id, game_id)
);
create index started_game_at on started_game (at);

insert into started_game select account_id, game_id, max(at) from launch where account_id is not null group by account_id, game_id;
