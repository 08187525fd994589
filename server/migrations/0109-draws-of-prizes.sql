-- owner: features/prizeDraws
-- A ticket with a seed of its own, whose hash is shown before the member names theirs. It is drawn on the version of the wheel it was given for, once, and kept for ever.
create table prize_ticket (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint not null,
  cause text not null check (cause in ('level', 'month')),
  level smallint not null check ((cause = 'level') = (level > 0)),
  month date check ((cause = 'month') = (month is not null)),
  version smallint not null,
  server_seed bytea not null check (length(server_seed) = 32),
  server_seed_hash bytea not null check (server_seed_hash = sha256(server_seed)),
  at timestamptz not null,
  client_seed text,
  stop integer,
  points integer check (points > 0),
  drawn_at timestamptz,
  constraint prize_ticket_drawn_whole check (num_nulls(client_seed, stop, points, drawn_at) in (0, 4)),
  constraint prize_ticket_once unique nulls not distinct (account_id, cause, level, month)
);
create index prize_ticket_waiting on prize_ticket (account_id, number) where drawn_at is null;
create index prize_ticket_drawn on prize_ticket (account_id, number) where drawn_at is not null;

-- A33: what was drawn is the member's: each drawn ticket has its line of points.
create view audit_a33 as
  select t.id as ticket_id, t.account_id, 'a drawn ticket and the points won by it differ' as fault
  from prize_ticket t left join points_line l on l.ref = derived_id('prize-draw', t.id::text) and l.account_id = t.account_id and l.kind = 'won'
  where t.drawn_at is not null and l.changed is distinct from t.points;
