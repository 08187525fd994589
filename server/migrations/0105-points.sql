-- Points: what members earn by play, win, convert and redeem. A line is written once; what of a valid bet was not yet a point waits for the next day.

-- owner: core/points
-- balance and seq are those of the member's last line.
create table points_account (
  account_id bigint primary key,
  balance bigint not null default 0 check (balance >= 0),
  seq bigint not null default 0
);
revoke delete, truncate on points_account from laro_app;

-- owner: core/points
-- ref: what the line was written for, so that it is written once.
create table points_line (
  account_id bigint not null,
  seq bigint not null,
  ref uuid not null unique,
  kind text not null check (kind in ('earned', 'won', 'converted', 'redeemed', 'returned')),
  changed bigint not null check (case when kind in ('converted', 'redeemed') then changed < 0 else changed > 0 end),
  balance_after bigint not null check (balance_after >= 0),
  detail jsonb not null,
  at timestamptz not null,
  primary key (account_id, seq)
);
create index points_line_kind on points_line (account_id, kind, seq);
create index points_line_converted on points_line (account_id, at) where kind = 'converted';
revoke update, delete, truncate on points_line from laro_app;

create function points_line_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a line of points is written once';
end $$;
create trigger points_line_stays before update or delete on points_line for each row execute function points_line_stays();

-- owner: core/points
-- What of a member's valid bets was not yet a point, in minor units; below zero where a void took back more than was counted.
create table points_carry (
  account_id bigint not null,
  category text not null,
  rest bigint not null,
  primary key (account_id, category)
);
revoke delete, truncate on points_carry from laro_app;

-- owner: core/points
-- The exchange ratio table: what is bet for one point, in minor units by category. The newest whose first day is not after a day holds for it.
create table points_ratio (
  version integer primary key,
  ratios jsonb not null,
  from_day date not null,
  confirmed_at timestamptz
);
revoke update, delete, truncate on points_ratio from laro_app;
insert into points_ratio values (1, '{
  "RNG": 1000, "FISH": 1000, "BGS": 1000, "MINI": 1000, "JACKPOT": 1000, "LOTT": 1000, "ELOTT": 1000,
  "LIVE": 2000, "SPORTS": 2000, "ESPORTS": 2000, "PVP": 2000, "COCKFIGHT": 2000
}', '2000-01-01', null);

-- owner: core/points
-- A frozen day on its way to points: members up to this one have them. given: false where points were switched off when it closed.
create table points_day (
  day date primary key,
  version integer not null,
  given boolean not null,
  upto bigint not null default 0,
  members bigint not null default 0,
  points bigint not null default 0,
  done_at timestamptz
);
revoke delete, truncate on points_day from laro_app;
-- Points begin with the day that is open now.
insert into points_day (day, version, given, done_at) select day, 1, false, now() from activity_day where state = 'frozen';

-- The id of the line for what an account earned on a day in a category: that of `derivedId("points-earned", …)`, made where the lines are.
create function points_earned_ref(account_id bigint, day date, category text) returns uuid language sql immutable parallel safe as $$
  select encode(set_byte(set_byte(h, 6, get_byte(h, 6) & 15 | 128), 8, get_byte(h, 8) & 63 | 128), 'hex')::uuid
  from (select substr(sha256(convert_to(format('["points-earned","%s","%s","%s"]', account_id, day, category), 'utf8')), 1, 16)) hashed(h)
$$;

-- A30: lines without a gap, each closing with the sum so far, and the account what its last line says.
create view audit_a30 as
  select l.account_id, l.seq, 'points do not add up' as fault
  from (
    select account_id, seq, balance_after, sum(changed) over own as sum, row_number() over own as place from points_line
    window own as (partition by account_id order by seq)
  ) l
  where l.balance_after <> l.sum or l.seq <> l.place
  union all
  select coalesce(a.account_id, l.account_id), coalesce(a.seq, l.seq), 'an account''s points are not what its last line says'
  from points_account a
  full join (select distinct on (account_id) account_id, seq, balance_after from points_line order by account_id, seq desc) l on l.account_id = a.account_id
  where a.balance is distinct from coalesce(l.balance_after, 0) or a.seq is distinct from coalesce(l.seq, 0);
grant select on audit_a30 to laro_app;
