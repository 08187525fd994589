-- What a job does over many rows it does in slices, each a transaction of its own.

-- A calendar day of play is written down slice by slice: those of its wallets up to this one are.
-- owner: core/wallet
create table play_day_part (
  day date not null,
  upto bigint not null,
  at timestamptz not null,
  primary key (day, upto)
);
revoke update, delete, truncate on play_day_part from laro_app;

-- Days are written one after the other, so a day is a few neighbouring pages.
create index play_day_day on play_day using brin (day);

-- Old sessions are found by when they were opened, which never changes.
create index session_created on session using brin (created_at);
create index session_operator on session (created_at) where kind = 'operator';

-- A9 knows days that are half written: what was written down of their wallets is what those wallets' rounds say, and nothing else was.
create or replace view audit_a9 as
  select w.id as wallet_id, null::date as day, 'counted play is not what the journal says' as fault
  from wallet w left join (select wallet_id, coalesce(sum(-amount) filter (where amount < 0), 0)::bigint as stake, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as win from transfer where kind = 1 group by wallet_id) r on r.wallet_id = w.id
  left join (select wallet_id, sum(stake - valid)::bigint as uncounted from round where valid is not null group by wallet_id) u on u.wallet_id = w.id
  where w.staked <> coalesce(r.stake, 0) or w.won <> coalesce(r.win, 0) or w.uncounted <> coalesce(u.uncounted, 0)
  union all
  select coalesce(p.wallet_id, r.wallet_id), coalesce(p.day, r.day), 'a closed day is not what its rounds say'
  from (select wallet_id, day, sum(rounds) as rounds, sum(stake) as stake, sum(win) as win from play_day group by wallet_id, day) p
  full join (
    select d.day, r.wallet_id, count(*) as rounds, sum(r.stake) as stake, sum(r.win) as win
    from (
      select day, null::bigint as upto from play_day_done
      union all
      select day, max(upto) from play_day_part where day not in (select day from play_day_done) group by day
    ) d join round r on r.at >= d.day::timestamp at time zone 'Asia/Manila' and r.at < (d.day + 1)::timestamp at time zone 'Asia/Manila' and (d.upto is null or r.wallet_id <= d.upto)
    group by d.day, r.wallet_id
  ) r on r.wallet_id = p.wallet_id and r.day = p.day
  where p.rounds is distinct from r.rounds or p.stake is distinct from r.stake or p.win is distinct from r.win;

-- Whether the database takes writes is found out by a table that is gone at once.
do $$ begin execute format('grant temporary on database %I to laro_app', current_database()); end $$;
