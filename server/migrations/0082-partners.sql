-- Partners: foreign operators whose players play instant games of the house. The stake is taken by the partner's wallet before anything is drawn, and what a drawn round
-- won is sent under one id until it is taken. No wallet of ours moves.

-- owner: features/partners
-- A foreign operator. base_url: where its wallet is called, with a slash at its end. frame_origins: the sites that may frame our games. games: which of ours it takes.
create table partner (
  id smallint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z][A-Z0-9_]{1,19}$'),
  name text not null,
  state text not null default 'off' check (state in ('off', 'live')),
  base_url text not null,
  casino_id text not null,
  frame_origins text[] not null,
  currencies text[] not null check (cardinality(currencies) > 0),
  games text[] not null,
  stake_max bigint check (stake_max > 0)
);
revoke delete, truncate on partner from laro_app;

-- owner: core/vendors
-- Keys between us and a partner, as `vendor_key` are those of a vendor: none counts before a second officer confirmed it.
create table partner_key (
  id uuid primary key,
  partner_id smallint not null references partner (id),
  use text not null check (use in ('theirs', 'ours')),
  sealed bytea not null,
  fingerprint text not null,
  reason text not null,
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  confirmed_by bigint,
  confirmed_name text,
  valid_from timestamptz,
  valid_until timestamptz,
  constraint partner_key_two_officers check (valid_from is null or coalesce(proposed_by <> confirmed_by, false))
);
create index partner_key_partner on partner_key (partner_id, use);
create unique index partner_key_waiting on partner_key (partner_id, use) where valid_from is null and valid_until is null;
revoke delete, truncate on partner_key from laro_app;
revoke update on partner_key from laro_app;
grant update (confirmed_by, confirmed_name, valid_from, valid_until) on partner_key to laro_app;

-- owner: features/partners
-- A player of a partner's, by the partner's own name. seed_id: the seed in force; nonce: the number of its next round; next_seed_id: the one that is promised.
create table partner_player (
  id bigint generated always as identity primary key,
  partner_id smallint not null references partner (id),
  foreign_id text not null,
  currency text not null,
  seed_id bigint,
  next_seed_id bigint,
  nonce bigint not null default 0,
  paced_at timestamptz,
  unique (partner_id, foreign_id)
);
revoke delete, truncate on partner_player from laro_app;

-- owner: features/partners
-- Seeds of partners' players, as `seed` are those of members: shown only once no round is drawn from them any more. rounds: how many were, once it is shown.
create table partner_seed (
  id bigint generated always as identity primary key,
  player_id bigint not null references partner_player (id),
  server_seed bytea not null check (length(server_seed) = 32),
  server_seed_hash bytea not null,
  client_seed text not null,
  rounds bigint,
  created_at timestamptz not null,
  revealed_at timestamptz
);
create index partner_seed_player on partner_seed (player_id, id desc);
revoke delete, truncate on partner_seed from laro_app;
revoke update on partner_seed from laro_app;
grant update (client_seed, rounds, revealed_at) on partner_seed to laro_app;

-- owner: features/partners
-- A game that a partner opened for a player of its own, or as a demo for nobody. Ticket and token are hashed; foreign_session: what the partner calls it.
create table partner_launch (
  id uuid primary key,
  partner_id smallint not null references partner (id),
  player_id bigint references partner_player (id),
  game_code text not null,
  language text not null,
  foreign_session text,
  ticket_hash bytea not null unique,
  token_hash bytea unique,
  at timestamptz not null,
  opened_at timestamptz
);
create index partner_launch_at on partner_launch (at);

-- owner: features/partners
-- A round of a partner's player. asked → staked → drawn → closed; or refused by the partner; or, while nothing is drawn, given back: undoing_at, then void.
-- look_at: when it goes on by itself; held_at: since when it waits for an officer. sends: how often what it waits for was sent.
create table partner_round (
  id uuid primary key,
  partner_id smallint not null references partner (id),
  player_id bigint not null references partner_player (id),
  launch_id uuid not null,
  game_code text not null,
  version smallint not null,
  digest bigint not null,
  stake bigint not null check (stake > 0),
  choice jsonb not null,
  state text not null default 'asked' check (state in ('asked', 'staked', 'drawn', 'closed', 'refused', 'void')),
  sends integer not null default 0,
  look_at timestamptz,
  held_at timestamptz,
  undoing_at timestamptz,
  refusal text,
  seed_id bigint references partner_seed (id),
  nonce bigint,
  win bigint check (win >= 0),
  outcome jsonb,
  balance bigint,
  at timestamptz not null,
  drawn_at timestamptz,
  ended_at timestamptz,
  constraint partner_round_drawn check ((state in ('drawn', 'closed')) = (drawn_at is not null) and num_nulls(drawn_at, seed_id, nonce, win, outcome) in (0, 5)),
  constraint partner_round_undone check (undoing_at is null or state in ('asked', 'void')),
  constraint partner_round_ended check ((state in ('closed', 'refused', 'void')) = (ended_at is not null)),
  unique (seed_id, nonce)
);
create index partner_round_look on partner_round (partner_id, look_at) where look_at is not null;
create index partner_round_open on partner_round (partner_id, id) where ended_at is null;
create index partner_round_player on partner_round (player_id, id desc);
create index partner_round_day on partner_round (partner_id, drawn_at) where drawn_at is not null;
create index partner_round_at on partner_round (partner_id, at);
revoke delete, truncate on partner_round from laro_app;
revoke update on partner_round from laro_app;
grant update (state, sends, look_at, held_at, undoing_at, refusal, seed_id, nonce, win, outcome, balance, drawn_at, ended_at) on partner_round to laro_app;

-- What was drawn stays as it was drawn, and what has ended stays ended, whoever writes.
create function partner_round_stays() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (old.drawn_at is not null and (new.drawn_at, new.seed_id, new.nonce, new.win, new.outcome) is distinct from (old.drawn_at, old.seed_id, old.nonce, old.win, old.outcome)) then
    raise exception 'a round of a partner is drawn and ended once';
  end if;
  return new;
end $$;
create trigger partner_round_stays before update on partner_round for each row execute function partner_round_stays();

-- A27: of each seed of a partner's player every number was drawn once, up to the one in force; and a round that is not over either goes on by itself or waits for an officer.
create view audit_a27 as
  select s.player_id, s.id as seed_id, null::uuid as round_id, 'the rounds drawn from a seed are not numbered without a gap' as fault
  from partner_seed s join partner_player p on p.id = s.player_id
  left join (select seed_id, count(*) as rounds, max(nonce) as last from partner_round where seed_id is not null group by seed_id) r on r.seed_id = s.id
  where coalesce(r.rounds, 0) <> case when s.id = p.seed_id then p.nonce else coalesce(s.rounds, 0) end or (r.last is not null and r.last <> r.rounds - 1)
  union all
  select player_id, seed_id, id, 'a round that is not over is forgotten' from partner_round where ended_at is null and look_at is null and held_at is null
  union all
  select r.player_id, r.seed_id, r.id, 'a round was drawn from the seed of another player' from partner_round r join partner_seed s on s.id = r.seed_id where s.player_id <> r.player_id;
grant select on audit_a27 to laro_app;
