-- owner: features/referrals
-- What a friend's step brought their inviter, or why not; a step is decided once.
create table referral_reward (
  friend_id bigint not null,
  step text not null check (step in ('deposit', 'play')),
  referrer_id bigint not null,
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('given', 'refused')),
  reason text check (reason in ('samePerson', 'friendClosed', 'monthFull')),
  at timestamptz not null,
  primary key (friend_id, step),
  check ((state = 'given') = (amount > 0) and (state = 'refused') = (reason is not null))
);
create index referral_reward_referrer on referral_reward (referrer_id, at);

-- owner: features/referrals
-- What the programme gave in a calendar month, and the most it may: the check holds whoever pays at once.
create table referral_month (
  month date primary key,
  cap bigint not null check (cap >= 0),
  spent bigint not null default 0 check (spent >= 0),
  constraint referral_month_cap check (spent <= cap)
);

-- owner: core/agents
create index agent_node_referred on agent_node (joined_at) where referrer_id is not null;

-- A35: each reward that was given is one bonus of its inviter, and a month's sum is its rewards.
create view audit_a35 as
  select r.friend_id, r.step, 'a reward for a friend and its bonus differ' as fault
  from (select * from referral_reward where state = 'given') r
  full join (select * from bonus where code = 'REFERRAL') b on b.id = derived_id('referral', r.friend_id::text, r.step)
  where r.friend_id is null or b.id is null or b.amount <> r.amount or b.account_id <> r.referrer_id
  union all
  select null, null, 'a month of rewards for friends is not its rewards'
  from referral_month m left join (
    select date_trunc('month', at at time zone 'Asia/Manila')::date as month, sum(amount) as spent from referral_reward group by 1
  ) r on r.month = m.month
  where m.spent <> coalesce(r.spent, 0);
