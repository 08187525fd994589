-- Tournaments: a board that is ranked by chips. A seat costs nothing, and chips are no money: they are in no wallet, no journal and no total of play.

-- owner: core/campaigns
-- What a campaign gives everybody a seat for; written when it is first published, and never changed.
create table tournament (
  campaign_id uuid primary key references campaign (id),
  game_code text not null,
  chips bigint not null check (chips > 0),
  rounds integer not null check (rounds > 0)
);
revoke update, delete, truncate on tournament from laro_app;

-- owner: features/tournaments
-- A member's seat: its chips, how many rounds are played, and when the last was. Its seed opens only with the installation's key; the member's own is taken with the first round.
create table tournament_seat (
  campaign_id uuid not null references tournament (campaign_id),
  account_id bigint not null,
  chips bigint not null check (chips >= 0),
  rounds integer not null default 0 check (rounds >= 0),
  seed_sealed bytea not null,
  server_seed_hash bytea not null check (length(server_seed_hash) = 32),
  client_seed text,
  reached_at timestamptz not null,
  primary key (campaign_id, account_id),
  constraint tournament_seat_seeded check (rounds = 0 or client_seed is not null)
);
create index tournament_seat_rank on tournament_seat (campaign_id, chips desc, rounds, reached_at, account_id) where rounds > 0;
revoke update, delete, truncate on tournament_seat from laro_app;
grant update (chips, rounds, client_seed, reached_at) on tournament_seat to laro_app;

-- owner: features/tournaments
-- The rounds of a seat from 1 on; a round's number is its nonce.
create table tournament_round (
  campaign_id uuid not null,
  account_id bigint not null,
  n integer not null check (n > 0),
  stake bigint not null check (stake > 0),
  win bigint not null check (win >= 0),
  detail jsonb not null,
  at timestamptz not null,
  primary key (campaign_id, account_id, n),
  foreign key (campaign_id, account_id) references tournament_seat (campaign_id, account_id)
);
revoke update, delete, truncate on tournament_round from laro_app;

-- A40: a seat is what it began with and what its rounds made of it, numbered without a gap and no more than it has; and only a tournament has one.
create view audit_a40 as
  select s.campaign_id, s.account_id, 'a seat is not what its rounds made of it' as fault
  from tournament_seat s join tournament t on t.campaign_id = s.campaign_id
  left join (select campaign_id, account_id, count(*) as rounds, max(n) as last, sum(win - stake) as net from tournament_round group by campaign_id, account_id) r
    on r.campaign_id = s.campaign_id and r.account_id = s.account_id
  where s.chips <> t.chips + coalesce(r.net, 0) or s.rounds <> coalesce(r.rounds, 0) or s.rounds <> coalesce(r.last, 0) or s.rounds > t.rounds
  union all
  select s.campaign_id, s.account_id, 'a seat is nobody''s who is in the tournament'
  from tournament_seat s where not exists (select from participation p where p.campaign_id = s.campaign_id and p.account_id = s.account_id);
grant select on audit_a40 to laro_app;
