-- Campaigns: what is offered, who is in it, what was counted for them and what they got. Budgets hold by checks, and a reward is given once by its key.

-- owner: core/campaigns
-- version: the one in force, 0 before the first was published. spent: the cost of every reward that was not refused; what lapsed does not come back.
create table campaign (
  id uuid primary key,
  number bigint generated always as identity unique,
  code text not null unique check (code ~ '^[A-Z0-9]{2,16}$'),
  state text not null check (state in ('draft', 'submitted', 'published', 'paused', 'stopped')),
  version integer not null default 0 check (version >= 0),
  tab text not null check (tab in ('newMembers', 'deposit', 'vip', 'games')),
  trigger text not null check (trigger in ('applied', 'played', 'visited', 'deposited', 'ranked', 'drawn')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  budget bigint not null check (budget >= 0),
  spent bigint not null default 0 check (spent >= 0),
  stop_reason text not null default '',
  -- Boards and raffles: when their places were given out.
  settled_at timestamptz,
  constraint campaign_budget check (spent <= budget),
  constraint campaign_in_force check (version > 0 or state in ('draft', 'submitted'))
);
create index campaign_shown on campaign (number) where version > 0;
create index campaign_tab on campaign (tab, number) where version > 0;
create index campaign_state on campaign (state, number);
create index campaign_to_settle on campaign (ends_at) where settled_at is null and trigger in ('ranked', 'drawn') and version > 0;
revoke delete, truncate on campaign from laro_app;

-- owner: core/campaigns
-- What was published never changes; from two_from on another officer than its maker published it.
create table campaign_version (
  campaign_id uuid not null references campaign (id),
  version integer not null check (version > 0),
  state text not null check (state in ('draft', 'submitted', 'published')),
  tab text not null,
  picture_id uuid,
  words jsonb not null,
  rule jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  budget bigint not null check (budget >= 0),
  clearance text not null,
  permit text not null,
  two_from bigint not null,
  made_by bigint not null,
  made_name text not null,
  made_at timestamptz not null,
  approved_by bigint,
  approved_name text,
  published_at timestamptz,
  primary key (campaign_id, version),
  constraint campaign_two_persons check (published_at is null or budget < two_from or (approved_by is not null and approved_by <> made_by)),
  constraint campaign_published check ((state = 'published') = (published_at is not null))
);
create index campaign_version_alone on campaign_version (published_at) where approved_by is null and published_at is not null;
create unique index campaign_version_open on campaign_version (campaign_id) where state <> 'published';
revoke delete, truncate on campaign_version from laro_app;

-- owner: core/campaigns
-- What a campaign gave on a Manila day, and the most it may.
create table campaign_day (
  campaign_id uuid not null references campaign (id),
  day date not null,
  cap bigint not null check (cap >= 0),
  spent bigint not null default 0 check (spent >= 0),
  primary key (campaign_id, day),
  constraint campaign_day_cap check (spent <= cap)
);
revoke delete, truncate on campaign_day from laro_app;

-- owner: core/campaigns
-- A member in a campaign, once a period, by the version they joined: what is counted, from when to when, and how far it came (minor units, days, deposits). A board and a raffle have no target.
create table participation (
  id uuid primary key,
  number bigint generated always as identity unique,
  campaign_id uuid not null references campaign (id),
  account_id bigint not null,
  period text not null,
  version integer not null,
  state text not null check (state in ('applying', 'process', 'rejected', 'signed', 'reached', 'left', 'over')),
  counts text not null check (counts in ('nothing', 'valid', 'visits', 'deposits')),
  target bigint check (target >= 0),
  categories text[] not null,
  progress bigint not null default 0 check (progress >= 0),
  progressed_at timestamptz,
  -- The last Manila day that was counted, where days are.
  seen_on date,
  since timestamptz not null,
  until timestamptz not null,
  tries integer not null default 0,
  comment text not null default '',
  taken_by bigint,
  taken_name text,
  reason text not null default '',
  at timestamptz not null,
  -- An accepted application: when, and the most that its gift costs. One officer decided it alone.
  accepted_at timestamptz,
  accepted_cost bigint check (accepted_cost >= 0),
  constraint participation_once unique (campaign_id, account_id, period),
  constraint participation_taken check ((state <> 'process') or taken_by is not null)
);
create index participation_in on participation (campaign_id) where state <> 'left';
create index participation_accepted on participation (accepted_at) where accepted_at is not null;
create index participation_accepted_of on participation (account_id, accepted_at) where accepted_at is not null;
create index participation_account on participation (account_id, number);
create index participation_counted on participation (account_id) where state = 'signed' and counts = 'valid';
create index participation_visits on participation (account_id) where state = 'signed' and counts = 'visits';
create index participation_reached on participation (number) where state = 'signed' and progress >= target;
create index participation_over on participation (until) where state in ('signed', 'applying', 'process');
create index participation_queue on participation (state, number) where state in ('applying', 'process');
create index participation_board on participation (campaign_id, progress desc, progressed_at, number) where state in ('signed', 'reached', 'over') and progress > 0;
revoke delete, truncate on participation from laro_app;

-- owner: core/campaigns
create table participation_image (
  image_id uuid primary key,
  participation_id uuid not null references participation (id),
  at timestamptz not null
);
create index participation_image_of on participation_image (participation_id, at);

-- owner: core/campaigns
-- What a member got of a campaign, once for each occasion. cost: the most it can be. It is open until it is claimed, and issued once the money, points or bonus is theirs.
create table reward (
  id uuid primary key,
  number bigint generated always as identity unique,
  campaign_id uuid not null references campaign (id),
  version integer not null,
  account_id bigint not null,
  occasion text not null,
  gives text not null check (gives in ('cash', 'points', 'bonus', 'ticket')),
  amount bigint not null check (amount > 0),
  gift jsonb not null,
  cost bigint not null check (cost >= 0),
  facts jsonb not null,
  state text not null check (state in ('open', 'claimed', 'issued', 'lapsed', 'refused')),
  reason text not null default '' check (reason in ('', 'budgetSpent', 'dayFull', 'memberFull')),
  day date not null,
  at timestamptz not null,
  claim_until timestamptz not null,
  claimed_at timestamptz,
  issued_at timestamptz,
  constraint reward_once unique (campaign_id, account_id, occasion),
  constraint reward_issued check ((state = 'issued') = (issued_at is not null)),
  constraint reward_refused check ((state = 'refused') = (reason <> ''))
);
create index reward_issued_of on reward (campaign_id) where state = 'issued';
create index reward_account on reward (account_id, number);
create index reward_open on reward (account_id, campaign_id) where state in ('open', 'claimed');
create index reward_lapsing on reward (claim_until) where state = 'open';
create index reward_to_issue on reward (number) where state = 'claimed';
create index reward_tickets on reward (account_id, (gift->>'raffle')) where gives = 'ticket' and state = 'issued';
revoke delete, truncate on reward from laro_app;

alter table image drop constraint image_purpose_check;
alter table image add constraint image_purpose_check check (purpose in ('slip', 'receipt', 'idFront', 'idBack', 'selfie', 'feedback', 'activity'));

-- The name of the period a moment lies in, and when that period ends.
create function campaign_period(of_period text, at timestamptz, zone text) returns text language sql stable as $$
  select case of_period when 'day' then to_char(at at time zone zone, 'YYYY-MM-DD') when 'week' then to_char(at at time zone zone, 'IYYY"-W"IW')
    when 'month' then to_char(at at time zone zone, 'YYYY-MM') else 'once' end
$$;
create function campaign_period_ends(of_period text, at timestamptz, zone text) returns timestamptz language sql stable as $$
  select case when of_period = 'once' then 'infinity'::timestamptz
    else (date_trunc(of_period, at at time zone zone) + ('1 ' || of_period)::interval) at time zone zone end
$$;

-- What an application held goes with the records: five years after closing, pictures and words.
create function erase_applications_of(account bigint, closed_before timestamptz) returns integer language sql security definer set search_path = public, pg_temp as $$
  with due as (select a.id from account a where a.id = account and a.closed and a.closing_at <= closed_before),
  links as (delete from participation_image l using participation p, due where l.participation_id = p.id and p.account_id = due.id returning l.image_id),
  pictures as (delete from image i using due where i.account_id = due.id and i.purpose = 'activity'),
  gone as (update participation p set comment = '' from due where p.account_id = due.id and p.comment <> '' returning 1)
  select count(*)::integer from gone
$$;
revoke execute on function erase_applications_of(bigint, timestamptz) from public;
grant execute on function erase_applications_of(bigint, timestamptz) to laro_app;

-- A36: an issued reward of money, points or bonus has exactly what it gave, and nothing was given so without one.
create view audit_a36 as
  select coalesce(r.id, t.ref) as id, coalesce(r.account_id, t.account_id) as account_id, 'an issued reward and its money differ' as fault
  from (select id, account_id, amount from reward where state = 'issued' and gives = 'cash') r
  full join (
    select t.ref, w.account_id, sum(t.amount) as amount from transfer t join wallet w on w.id = t.wallet_id where t.kind = 8 and t.contra = -302 and w.kind = 1 group by t.ref, w.account_id
  ) t on t.ref = derived_id('reward-money', r.id::text)
  where r.id is null or t.ref is null or t.account_id <> r.account_id or t.amount <> r.amount
  union all
  select r.id, r.account_id, 'an issued reward and its points differ'
  from reward r left join points_line l on l.ref = derived_id('reward-points', r.id::text) and l.account_id = r.account_id
  where r.gives = 'points' and (r.state = 'issued') <> (l.ref is not null) or (r.gives = 'points' and l.changed <> r.amount)
  union all
  select r.id, r.account_id, 'an issued reward and its bonus differ'
  from reward r left join bonus b on b.id = derived_id('reward-bonus', r.id::text) and b.account_id = r.account_id
  where r.gives = 'bonus' and (r.state = 'issued') <> (b.id is not null) or (r.gives = 'bonus' and b.amount <> r.amount);

-- A37: what a campaign and its days spent is what its rewards cost that were not refused.
create view audit_a37 as
  select c.id, null::date as day, 'a campaign did not spend what its rewards cost' as fault
  from campaign c left join (select campaign_id, sum(cost) as cost from reward where state <> 'refused' group by campaign_id) r on r.campaign_id = c.id
  where c.spent <> coalesce(r.cost, 0)
  union all
  select d.campaign_id, d.day, 'a day of a campaign did not spend what its rewards cost'
  from campaign_day d left join (select campaign_id, day, sum(cost) as cost from reward where state <> 'refused' group by campaign_id, day) r on r.campaign_id = d.campaign_id and r.day = d.day
  where d.spent <> coalesce(r.cost, 0);
grant select on audit_a36, audit_a37 to laro_app;

-- What officers hand out by accepting applications counts in a member's day and in the day of all.
create or replace function handed_out(owner bigint, since timestamptz, apart uuid) returns bigint language sql stable as $$
  select (
    (select coalesce(sum(paid), 0) from deposit where account_id = owner and decided_by is not null and state = 'credited' and settled_at >= since and id <> apart)
    + (select coalesce(sum(v.paid), 0) from deposit d
       join lateral (select paid from deposit_approval where deposit_id = d.id order by round desc limit 1) v on true
       where d.account_id = owner and d.state = 'checked' and d.id <> apart)
    + (select coalesce(sum(amount), 0) from withdrawal
       where account_id = owner and decided_at >= since and state in ('approved', 'paid', 'received', 'investigating', 'returned') and id <> apart)
    + (select coalesce(sum(amount), 0) from withdrawal where account_id = owner and state = 'checked' and id <> apart)
    + (select coalesce(sum(c.returned), 0) from withdrawal_case c join withdrawal w on w.id = c.withdrawal_id
       where c.returned is not null and c.decided_at >= since and w.account_id = owner)
    + (select coalesce(sum(amount), 0) from adjustment where account_id = owner and state = 'confirmed' and decided_at >= since and amount > 0)
    + (select coalesce(sum(accepted_cost), 0) from participation p where p.account_id = owner and p.accepted_at >= handed_out.since and p.id <> apart)
  )::bigint
$$;
create or replace function handed_out_alone(since timestamptz) returns bigint language sql stable as $$
  select (
    (select coalesce(sum(paid), 0) from deposit where settled_at >= since and state = 'credited' and approved_by is not null and approvals_needed = 1)
    + (select coalesce(sum(w.amount), 0) from withdrawal w
       where w.decided_at >= since and w.approved_by is not null and w.state in ('approved', 'paid', 'received', 'investigating', 'returned')
         and (select count(*) from withdrawal_approval v where v.withdrawal_id = w.id) = 1)
    + (select coalesce(sum(accepted_cost), 0) from participation p where p.accepted_at >= handed_out_alone.since)
  )::bigint
$$;
