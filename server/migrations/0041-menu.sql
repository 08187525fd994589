-- What operators arrange of the navigation and of the home page, version after version; and a game's changes are read page by page.

-- owner: core/settings
-- The newest is in force; while there is none the site is as shipped. A version is never changed: what is taken back stands again as a new one.
create table menu_version (
  no integer primary key check (no > 0),
  home text[] not null,
  home_off text[] not null,
  menu_off text[] not null,
  restored integer check (restored < no),
  by bigint not null,
  reason text not null,
  at timestamptz not null
);
revoke update, delete, truncate on menu_version from laro_app;

create index game_change_page on game_change (game_id, id);
drop index game_change_game;
