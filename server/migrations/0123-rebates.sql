-- Rebates: a part of what was validly bet on a closed day comes back, by category and by the label of the member's VIP level on that day.

-- owner: features/rebates
-- What of a valid bet comes back, in hundredths of a percent. The newest whose first day is not after a day holds for it.
create table rebate_table (
  version integer primary key,
  rates jsonb not null,
  from_day date not null,
  confirmed_at timestamptz
);
revoke update, delete, truncate on rebate_table from laro_app;
insert into rebate_table values (1, '{
  "Bronze": {"RNG": 30, "FISH": 30, "BGS": 30, "MINI": 30, "JACKPOT": 30, "LIVE": 20, "SPORTS": 20, "ESPORTS": 20, "LOTT": 20, "ELOTT": 20, "PVP": 0, "COCKFIGHT": 0},
  "Silver": {"RNG": 50, "FISH": 50, "BGS": 50, "MINI": 50, "JACKPOT": 50, "LIVE": 30, "SPORTS": 30, "ESPORTS": 30, "LOTT": 30, "ELOTT": 30, "PVP": 0, "COCKFIGHT": 0},
  "Gold": {"RNG": 65, "FISH": 65, "BGS": 65, "MINI": 65, "JACKPOT": 65, "LIVE": 40, "SPORTS": 40, "ESPORTS": 40, "LOTT": 40, "ELOTT": 40, "PVP": 0, "COCKFIGHT": 0},
  "Platinum": {"RNG": 80, "FISH": 80, "BGS": 80, "MINI": 80, "JACKPOT": 80, "LIVE": 50, "SPORTS": 50, "ESPORTS": 50, "LOTT": 50, "ELOTT": 50, "PVP": 0, "COCKFIGHT": 0}
}', '2000-01-01', null);

-- owner: features/rebates
-- The house's games that do not count whole for a table, by number, with how much of each 100 bet on them counts: reckoned by a job, as it takes the processor a second.
create table rebate_counted (
  version integer primary key references rebate_table (version),
  counted jsonb not null,
  at timestamptz not null
);
revoke delete, truncate on rebate_counted from laro_app;

-- owner: features/rebates
-- The table that one officer wants and another decides.
create table rebate_proposal (
  id uuid primary key,
  rates jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint rebate_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index rebate_proposal_open on rebate_proposal (state) where state = 'proposed';
revoke delete, truncate on rebate_proposal from laro_app;
revoke update on rebate_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on rebate_proposal to laro_app;

-- owner: features/rebates
-- A frozen day on its way to rebates: members up to this one have them. given: false where rebates were switched off when it closed. counted: as it was in
-- `rebate_counted` when the day was first seen.
create table rebate_day (
  day date primary key,
  version integer not null,
  given boolean not null,
  counted jsonb not null,
  upto bigint not null default 0,
  members bigint not null default 0,
  amount bigint not null default 0,
  done_at timestamptz
);
create index rebate_day_given on rebate_day (day) where given and done_at is not null;
revoke delete, truncate on rebate_day from laro_app;
-- Rebates begin with the day that is open now.
insert into rebate_day (day, version, given, counted, done_at) select day, 1, false, '{}', now() from activity_day where state = 'frozen';

-- owner: features/rebates
-- What was paid at once: lines, and what they came to. by: the member who claimed it, or the clock after seven days and when an exclusion began.
create table rebate_claim (
  id uuid primary key,
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  lines integer not null check (lines > 0),
  by text not null check (by in ('member', 'clock')),
  at timestamptz not null
);
revoke update, delete, truncate on rebate_claim from laro_app;

-- owner: features/rebates
-- What a category of a closed day came to for a member, by the rate of the label it had then. claim_id: with what it was paid.
create table rebate (
  account_id bigint not null,
  day date not null,
  category text not null,
  label text not null check (label in ('Bronze', 'Silver', 'Gold', 'Platinum')),
  valid bigint not null,
  bps integer not null check (bps between 1 and 100),
  amount bigint not null check (amount > 0 and amount = valid * bps / 10000),
  claim_id uuid references rebate_claim (id),
  primary key (account_id, day, category)
);
create index rebate_of_day on rebate (day, account_id, category);
create index rebate_open on rebate (account_id) where claim_id is null;
create index rebate_due on rebate (day, account_id) include (amount) where claim_id is null;
revoke update, delete, truncate on rebate from laro_app;
grant update (claim_id) on rebate to laro_app;

create function rebate_claimed_once() returns trigger language plpgsql as $$
begin
  raise exception 'a rebate is paid once';
end $$;
create trigger rebate_claimed_once before update on rebate for each row when (old.claim_id is not null) execute function rebate_claimed_once();

-- A39: a claim is the sum of its member's lines and exactly one movement of that amount to them, and no money came as a rebate without one; what a day came to is its lines.
create view audit_a39 as
  select c.account_id, c.id::text as subject, 'a claim is not its lines' as fault
  from rebate_claim c left join (
    select claim_id, min(account_id) as account_id, max(account_id) as other, sum(amount) as amount, count(*) as lines from rebate where claim_id is not null group by claim_id
  ) l on l.claim_id = c.id
  where (c.account_id, c.account_id, c.amount, c.lines) is distinct from (l.account_id, l.other, l.amount, l.lines)
  union all
  select coalesce(c.account_id, t.account_id), coalesce(c.id::text, t.ref::text), 'a claim and its money differ'
  from rebate_claim c full join (
    select t.ref, min(w.account_id) as account_id, sum(t.amount) as amount, count(*) as lines, min(w.kind) as kind, min(t.contra) as contra
    from transfer t join wallet w on w.id = t.wallet_id where t.kind = 19 group by t.ref
  ) t on t.ref = derived_id('rebate-money', c.id::text)
  where (c.account_id, c.amount, 1, 1, -302) is distinct from (t.account_id, t.amount, t.lines, t.kind, t.contra)
  union all
  select null, d.day::text, 'a day of rebates is not its lines'
  from rebate_day d full join (select day, count(distinct account_id) as members, sum(amount) as amount from rebate group by day) r on r.day = d.day
  where (coalesce(d.members, 0), coalesce(d.amount, 0)) <> (coalesce(r.members, 0), coalesce(r.amount, 0));
grant select on audit_a39 to laro_app;
