-- What members did each calendar day, and each line: from journal and rounds alone, written once and then frozen. Amounts are minor units; days are days of the pack's time zone.

insert into system_account values (-304, 'commission');

-- The lines of a day that are no bets, and what was reversed on it.
create index transfer_money on transfer (at) where kind <> 1;
create index reversal_at on reversal (at);

-- owner: core/activity
-- A gathered span of five minutes: gathered once.
create table activity_window (
  starts_at timestamptz primary key,
  rounds bigint not null,
  gathered_at timestamptz not null
);
revoke update, truncate on activity_window from laro_app;

-- owner: core/activity
-- The play of an hour by member and category, for what is shown of today; agent_id: the parent then. Kept eight days.
create table member_hour (
  hour timestamptz not null,
  account_id bigint not null,
  category text not null,
  agent_id bigint,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (hour, account_id, category)
);
create index member_hour_agent on member_hour (agent_id, hour);

-- owner: core/activity
-- The play of an hour of everyone below an agent.
create table line_hour (
  hour timestamptz not null,
  agent_id bigint not null,
  parent_id bigint,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (hour, agent_id)
);
create index line_hour_parent on line_hour (parent_id, hour);

-- owner: core/activity
-- open: the day runs or waits; written: its members stand; frozen: their lines do too, were checked and never change. fault: what does not add up, and for a frozen day
-- lateRounds, where its hours were counted before all of its rounds had come.
create table activity_day (
  day date primary key,
  state text not null check (state in ('open', 'written', 'frozen')),
  members bigint not null default 0,
  rounds bigint not null default 0,
  valid bigint not null default 0,
  stake bigint not null default 0,
  win bigint not null default 0,
  -- What a member's valid bet of this day had to reach to be active: as it was set when the day was opened.
  active_minimum bigint not null default 0,
  -- The accounts up to this one are written.
  upto bigint not null default 0,
  -- Rounds that came after their span was gathered: found when the day was closed.
  late bigint not null default 0,
  fault text,
  frozen_at timestamptz
);
create index activity_day_waiting on activity_day (day) where state <> 'frozen';
revoke delete, truncate on activity_day from laro_app;

-- owner: core/activity
-- What of a stake is a valid bet in the games that do not count in full, as it was when the day was opened: a change counts from the next day.
create table activity_percent (
  day date not null,
  game_id integer not null,
  percent smallint not null,
  primary key (day, game_id)
);
revoke update, delete, truncate on activity_percent from laro_app;

-- owner: core/activity
-- One member's day; agent_id: the parent of that day. valid: valid bets; result of the house: stake - win. Money by its far side, so what was reversed counts by itself.
create table member_day (
  day date not null,
  account_id bigint not null,
  agent_id bigint,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  deposits bigint not null,
  first_deposit boolean not null,
  withdrawals bigint not null,
  bonuses bigint not null,
  fees bigint not null,
  commission bigint not null,
  primary key (day, account_id)
);
create index member_day_agent on member_day (agent_id, day);
create index member_day_account on member_day (account_id, day);
revoke update, delete, truncate on member_day from laro_app;

-- owner: core/activity
-- The day of everyone below an agent, for each agent with anyone below. ahead, behind: valid bets of members whose day ended with win above stake, and below.
-- joined: accounts opened that day; active: members with a valid bet of at least the brand's figure.
create table line_day (
  day date not null,
  agent_id bigint not null,
  parent_id bigint,
  depth smallint not null,
  members bigint not null,
  agents bigint not null,
  joined bigint not null,
  active bigint not null,
  first_deposits bigint not null,
  rounds bigint not null,
  valid bigint not null,
  ahead bigint not null,
  behind bigint not null,
  stake bigint not null,
  win bigint not null,
  deposits bigint not null,
  withdrawals bigint not null,
  bonuses bigint not null,
  fees bigint not null,
  commission bigint not null,
  primary key (day, agent_id)
);
create index line_day_parent on line_day (parent_id, day);
create index line_day_agent on line_day (agent_id, day);
revoke update, delete, truncate on line_day from laro_app;

-- owner: core/activity
create table line_play_day (
  day date not null,
  agent_id bigint not null,
  category text not null,
  rounds bigint not null,
  valid bigint not null,
  stake bigint not null,
  win bigint not null,
  primary key (day, agent_id, category)
);
create index line_play_day_agent on line_play_day (agent_id, day);
revoke update, delete, truncate on line_play_day from laro_app;

-- The valid bet of a settled round: what its game counts of it in percent, rounded down; nothing where the stake just came back. What takes a round back, takes as much.
create function valid_bet(stake bigint, win bigint, valid bigint, percent smallint) returns bigint language sql immutable parallel safe as $$
  select case when win = stake then 0 else valid * coalesce(percent, 100::smallint) / 100 end
$$;

-- What was written down of a day counts valid bets by that definition from now on; `0063-valid-bets.batches.sql` counts what was written before.
drop view audit_a9;
alter table play_day drop column valid;
alter table play_day add column valid bigint;
create index play_day_uncounted on play_day (day) where valid is null;

-- The one reader of rounds: those settled in a span, whole rounds once and corrections beside them, and those that were voided in it, as less than nothing. A void is
-- of its own moment and takes back what the round was counted as. Days are days of the time zone.
create function activity_voids(since timestamptz, until timestamptz, zone text)
  returns table (account_id bigint, wallet_id bigint, round_id uuid, game_id integer, category text, at timestamptz, rounds bigint, valid bigint, stake bigint, win bigint)
  language sql stable as $$
  select w.account_id, s.wallet_id, s.round_id, s.game_id, coalesce(g.category, ''), v.at, -1::bigint, -valid_bet(s.stake, s.win, s.valid, p.percent), -s.stake, -s.win
  from reversal v join idempotency i on i.ref = v.original_ref join round_settled s on s.wallet_id = i.wallet_id and s.id = i.round_id and s.status = 1
  join wallet w on w.id = s.wallet_id left join game g on g.id = s.game_id left join activity_percent p on p.game_id = s.game_id and p.day = (s.at at time zone zone)::date
  where v.at >= since and v.at < until
$$;
create function activity_play(since timestamptz, until timestamptz, zone text)
  returns table (account_id bigint, wallet_id bigint, round_id uuid, game_id integer, category text, at timestamptz, rounds bigint, valid bigint, stake bigint, win bigint)
  language sql stable as $$
  select w.account_id, s.wallet_id, s.round_id, s.game_id, coalesce(g.category, ''), s.at, (s.status <> 5)::int::bigint, valid_bet(s.stake, s.win, s.valid, p.percent), s.stake, s.win
  from round_settled s join wallet w on w.id = s.wallet_id left join game g on g.id = s.game_id
  left join activity_percent p on p.game_id = s.game_id and p.day = (s.at at time zone zone)::date
  where s.at >= since and s.at < until
  union all
  select * from activity_voids(since, until, zone)
$$;

-- What moved between members and the world in a span, by its far side: what was reversed counts by itself. is_first: a deposit before which the member made none.
-- The wallets of account 0 are the jackpots' pools.
create function activity_money(since timestamptz, until timestamptz)
  returns table (account_id bigint, is_first boolean, deposits bigint, withdrawals bigint, bonuses bigint, fees bigint, commission bigint) language sql stable as $$
  select w.account_id,
         t.contra = -101 and t.kind = 2 and not exists (
           select from wallet o join transfer b on b.wallet_id = o.id and b.kind = 2 and b.contra = -101 where o.account_id = w.account_id and b.at < since),
         case t.contra when -101 then t.amount else 0 end, case t.contra when -102 then -t.amount else 0 end, case t.contra when -302 then t.amount else 0 end,
         case t.contra when -303 then -t.amount else 0 end, case t.contra when -304 then t.amount else 0 end
  from transfer t join wallet w on w.id = t.wallet_id
  where t.kind <> 1 and t.at >= since and t.at < until and t.contra in (-101, -102, -302, -303, -304) and w.account_id > 0
$$;

-- The day of the accounts after one up to another, from what was written down of its play, what was voided on it, and the journal.
create function activity_members(of_day date, zone text, after bigint, upto bigint) returns setof member_day language sql stable as $$
  with span as (select of_day::timestamp at time zone zone as start, (of_day + 1)::timestamp at time zone zone as stop), fact as (
    select w.account_id, p.rounds::bigint as rounds, p.valid, coalesce(p.settled_stake, p.stake) as stake, coalesce(p.settled_win, p.win) as win,
           false as is_first, 0::bigint as deposits, 0::bigint as withdrawals, 0::bigint as bonuses, 0::bigint as fees, 0::bigint as commission
    from play_day p join wallet w on w.id = p.wallet_id
    where p.day = of_day and w.account_id > after and w.account_id <= upto and (p.rounds <> 0 or p.settled_stake <> 0 or p.settled_win <> 0)
    union all
    select v.account_id, v.rounds, v.valid, v.stake, v.win, false, 0, 0, 0, 0, 0 from span, activity_voids(span.start, span.stop, zone) v
    where v.account_id > after and v.account_id <= upto
    union all
    select m.account_id, 0, 0, 0, 0, m.is_first, m.deposits, m.withdrawals, m.bonuses, m.fees, m.commission from span, activity_money(span.start, span.stop) m
    where m.account_id > after and m.account_id <= upto
  ), member as (
    select account_id, sum(rounds)::bigint as rounds, sum(valid)::bigint as valid, sum(stake)::bigint as stake, sum(win)::bigint as win, sum(deposits)::bigint as deposits,
           bool_or(is_first) as first_deposit, sum(withdrawals)::bigint as withdrawals, sum(bonuses)::bigint as bonuses, sum(fees)::bigint as fees, sum(commission)::bigint as commission
    from fact group by account_id
  )
  select of_day, m.account_id, n.parent_id, m.rounds, m.valid, m.stake, m.win, m.deposits, m.first_deposit, m.withdrawals, m.bonuses, m.fees, m.commission
  from member m left join agent_of_day(of_day) n on n.account_id = m.account_id
$$;

-- The day of every line: members by their direct agent first, and those sums over the path of that agent on that day. So an agent's own play is its upline's.
create function activity_lines(of_day date, zone text) returns setof line_day language sql stable as $$
  with span as (select of_day::timestamp at time zone zone as start, (of_day + 1)::timestamp at time zone zone as stop), place as materialized (
    select n.account_id, n.parent_id, n.path, a.type in (1, 2, 41, 42) as is_agent, t.joined_at >= span.start as has_joined
    from span, agent_of_day(of_day) n join agent_node t on t.account_id = n.account_id join account a on a.id = n.account_id where t.joined_at < span.stop
  ), opened as (
    select parent_id as agent_id, count(*) as members, count(*) filter (where is_agent) as agents, count(*) filter (where has_joined) as joined
    from place where parent_id is not null group by parent_id
  ), played as (
    select m.agent_id, count(*) filter (where m.valid >= d.active_minimum) as active, count(*) filter (where m.first_deposit) as first_deposits, sum(m.rounds) as rounds,
           sum(m.valid) as valid, coalesce(sum(m.valid) filter (where m.win > m.stake), 0) as ahead, coalesce(sum(m.valid) filter (where m.win < m.stake), 0) as behind,
           sum(m.stake) as stake, sum(m.win) as win, sum(m.deposits) as deposits, sum(m.withdrawals) as withdrawals, sum(m.bonuses) as bonuses, sum(m.fees) as fees,
           sum(m.commission) as commission
    from member_day m join activity_day d on d.day = m.day where m.day = of_day and m.agent_id is not null group by m.agent_id
  )
  select of_day, up.id, min(n.path[up.level - 1]), min(up.level)::smallint, coalesce(sum(o.members), 0)::bigint, coalesce(sum(o.agents), 0)::bigint, coalesce(sum(o.joined), 0)::bigint,
         coalesce(sum(p.active), 0)::bigint, coalesce(sum(p.first_deposits), 0)::bigint, coalesce(sum(p.rounds), 0)::bigint, coalesce(sum(p.valid), 0)::bigint,
         coalesce(sum(p.ahead), 0)::bigint, coalesce(sum(p.behind), 0)::bigint, coalesce(sum(p.stake), 0)::bigint, coalesce(sum(p.win), 0)::bigint,
         coalesce(sum(p.deposits), 0)::bigint, coalesce(sum(p.withdrawals), 0)::bigint, coalesce(sum(p.bonuses), 0)::bigint, coalesce(sum(p.fees), 0)::bigint,
         coalesce(sum(p.commission), 0)::bigint
  from opened o full join played p on p.agent_id = o.agent_id join place n on n.account_id = coalesce(o.agent_id, p.agent_id)
  cross join unnest(n.path) with ordinality up(id, level) group by up.id
$$;

-- The play of every line by category, in the same way.
create function activity_line_plays(of_day date, zone text) returns setof line_play_day language sql stable as $$
  with span as (select of_day::timestamp at time zone zone as start, (of_day + 1)::timestamp at time zone zone as stop), direct as materialized (
    select m.agent_id, f.category, sum(f.rounds) as rounds, sum(f.valid) as valid, sum(f.stake) as stake, sum(f.win) as win
    from (
      select w.account_id, coalesce(g.category, '') as category, p.rounds, p.valid, coalesce(p.settled_stake, p.stake) as stake, coalesce(p.settled_win, p.win) as win
      from play_day p join wallet w on w.id = p.wallet_id left join game g on g.id = p.game_id
      where p.day = of_day and (p.rounds <> 0 or p.settled_stake <> 0 or p.settled_win <> 0)
      union all
      select v.account_id, v.category, v.rounds, v.valid, v.stake, v.win from span, activity_voids(span.start, span.stop, zone) v
    ) f join member_day m on m.day = of_day and m.account_id = f.account_id where m.agent_id is not null group by m.agent_id, f.category
  )
  select of_day, up.id, d.category, sum(d.rounds)::bigint, sum(d.valid)::bigint, sum(d.stake)::bigint, sum(d.win)::bigint
  from direct d join agent_of_day(of_day) n on n.account_id = d.agent_id cross join unnest(n.path) up(id) group by up.id, d.category
$$;

-- A9 with valid bets by the one definition.
create view audit_a9 as
  select w.id as wallet_id, null::date as day, 'counted play is not what the journal says' as fault
  from wallet w left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0 or kind = 10), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0 and kind = 1), 0)::bigint as win from transfer where kind in (1, 10) group by wallet_id) r on r.wallet_id = w.id
  left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  where w.staked <> coalesce(r.stake, 0) or w.won <> coalesce(r.win, 0) or w.uncounted <> coalesce(u.uncounted, 0)
  union all
  select coalesce(p.wallet_id, r.wallet_id), coalesce(p.day, r.day), 'a closed day is not what its rounds say'
  from (
    select wallet_id, day, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win, sum(coalesce(settled_stake, stake)) as settled_stake, sum(coalesce(settled_win, win)) as settled_win,
           sum(valid) as valid
    from play_day group by wallet_id, day
  ) p full join (
    select d.day, r.wallet_id, count(*) filter (where r.status in (1, 4)) as rounds, sum(r.stake) as stake, sum(r.win) as win,
           coalesce(sum(coalesce(r.all_stake, r.stake)) filter (where r.status in (1, 4, 5)), 0) as settled_stake,
           coalesce(sum(coalesce(r.all_win, r.win)) filter (where r.status in (1, 4, 5)), 0) as settled_win,
           coalesce(sum(valid_bet(coalesce(r.all_stake, r.stake), coalesce(r.all_win, r.win), coalesce(r.valid, r.all_stake, r.stake), v.percent)) filter (where r.status in (1, 4, 5)), 0) as valid
    from (
      select day, null::bigint as upto from play_day_done
      union all
      select day, max(upto) from play_day_part where day not in (select day from play_day_done) group by day
    ) d join round r on r.at >= d.day::timestamp at time zone 'Asia/Manila' and r.at < (d.day + 1)::timestamp at time zone 'Asia/Manila' and (d.upto is null or r.wallet_id <= d.upto)
    left join activity_percent v on v.day = d.day and v.game_id = r.game_id
    group by d.day, r.wallet_id
  ) r on r.wallet_id = p.wallet_id and r.day = p.day
  where p.rounds is distinct from r.rounds or p.stake is distinct from r.stake or p.win is distinct from r.win
     or p.settled_stake is distinct from r.settled_stake or p.settled_win is distinct from r.settled_win or (p.valid is not null and p.valid <> r.valid);

-- A18: the frozen days of members are what rounds and journal say.
create view audit_a18 as
  with span as (
    select day, day::timestamp at time zone 'Asia/Manila' as start, (day + 1)::timestamp at time zone 'Asia/Manila' as stop from activity_day where state = 'frozen'
  ), told as (
    select s.day, p.account_id, p.rounds, p.valid, p.stake, p.win, 0::bigint as deposits, false as is_first, 0::bigint as withdrawals, 0::bigint as bonuses, 0::bigint as fees, 0::bigint as commission
    from span s cross join lateral activity_play(s.start, s.stop, 'Asia/Manila') p
    union all
    select s.day, m.account_id, 0, 0, 0, 0, m.deposits, m.is_first, m.withdrawals, m.bonuses, m.fees, m.commission from span s cross join lateral activity_money(s.start, s.stop) m
  ), fact as (
    select day, account_id, sum(rounds) as rounds, sum(valid) as valid, sum(stake) as stake, sum(win) as win, sum(deposits) as deposits, bool_or(is_first) as first_deposit,
           sum(withdrawals) as withdrawals, sum(bonuses) as bonuses, sum(fees) as fees, sum(commission) as commission
    from told group by day, account_id
  )
  select coalesce(m.day, f.day) as day, coalesce(m.account_id, f.account_id) as account_id, 'a frozen day of a member is not what rounds and journal say' as fault
  from (select d.* from member_day d join span s on s.day = d.day) m full join fact f on f.day = m.day and f.account_id = m.account_id
  where (coalesce(m.rounds, 0), coalesce(m.valid, 0), coalesce(m.stake, 0), coalesce(m.win, 0), coalesce(m.deposits, 0), coalesce(m.first_deposit, false), coalesce(m.withdrawals, 0),
         coalesce(m.bonuses, 0), coalesce(m.fees, 0), coalesce(m.commission, 0))
     <> (coalesce(f.rounds, 0), coalesce(f.valid, 0), coalesce(f.stake, 0), coalesce(f.win, 0), coalesce(f.deposits, 0), coalesce(f.first_deposit, false), coalesce(f.withdrawals, 0),
         coalesce(f.bonuses, 0), coalesce(f.fees, 0), coalesce(f.commission, 0));

-- A19: a frozen line is its direct members and the lines below them, by category too; so the lines at the top are all members that have an agent. A frozen day is its members.
create view audit_a19 as
  with below as (
    select m.day, m.agent_id, (m.valid >= d.active_minimum)::int as active, m.first_deposit::int as first_deposits, m.rounds, m.valid,
           case when m.win > m.stake then m.valid else 0 end as ahead, case when m.win < m.stake then m.valid else 0 end as behind, m.stake, m.win, m.deposits, m.withdrawals, m.bonuses, m.fees, m.commission
    from activity_day d join member_day m on m.day = d.day where d.state = 'frozen' and m.agent_id is not null
    union all
    select l.day, l.parent_id, l.active, l.first_deposits, l.rounds, l.valid, l.ahead, l.behind, l.stake, l.win, l.deposits, l.withdrawals, l.bonuses, l.fees, l.commission
    from activity_day d join line_day l on l.day = d.day where d.state = 'frozen' and l.parent_id is not null
  ), added as (
    select day, agent_id, sum(active) as active, sum(first_deposits) as first_deposits, sum(rounds) as rounds, sum(valid) as valid, sum(ahead) as ahead, sum(behind) as behind, sum(stake) as stake,
           sum(win) as win, sum(deposits) as deposits, sum(withdrawals) as withdrawals, sum(bonuses) as bonuses, sum(fees) as fees, sum(commission) as commission
    from below group by day, agent_id
  ), line as (select l.* from activity_day d join line_day l on l.day = d.day where d.state = 'frozen')
  select coalesce(l.day, a.day) as day, coalesce(l.agent_id, a.agent_id) as agent_id, 'a frozen line is not its members and the lines below them' as fault
  from line l full join added a on a.day = l.day and a.agent_id = l.agent_id
  where l.day is null or (l.active, l.first_deposits, l.rounds, l.valid, l.ahead, l.behind, l.stake, l.win, l.deposits, l.withdrawals, l.bonuses, l.fees, l.commission)
     <> (coalesce(a.active, 0), coalesce(a.first_deposits, 0), coalesce(a.rounds, 0), coalesce(a.valid, 0), coalesce(a.ahead, 0), coalesce(a.behind, 0), coalesce(a.stake, 0),
         coalesce(a.win, 0), coalesce(a.deposits, 0), coalesce(a.withdrawals, 0), coalesce(a.bonuses, 0), coalesce(a.fees, 0), coalesce(a.commission, 0))
  union all
  select coalesce(l.day, p.day), coalesce(l.agent_id, p.agent_id), 'the categories of a frozen line are not its play'
  from line l full join (
    select p.day, p.agent_id, sum(p.rounds) as rounds, sum(p.valid) as valid, sum(p.stake) as stake, sum(p.win) as win
    from activity_day d join line_play_day p on p.day = d.day where d.state = 'frozen' group by p.day, p.agent_id
  ) p on p.day = l.day and p.agent_id = l.agent_id
  where l.day is null or (l.rounds, l.valid, l.stake, l.win) <> (coalesce(p.rounds, 0), coalesce(p.valid, 0), coalesce(p.stake, 0), coalesce(p.win, 0))
  union all
  select d.day, null, 'a frozen day is not its members'
  from activity_day d left join (
    select day, count(*) as members, sum(rounds) as rounds, sum(valid) as valid, sum(stake) as stake, sum(win) as win from member_day group by day
  ) m on m.day = d.day
  where d.state = 'frozen'
    and (d.members, d.rounds, d.valid, d.stake, d.win) <> (coalesce(m.members, 0), coalesce(m.rounds, 0), coalesce(m.valid, 0), coalesce(m.stake, 0), coalesce(m.win, 0));
