-- A loss limit bounds what can be lost everywhere: what lies at vendors is no stake of ours and may be gone, and what is missing there was lost until records say otherwise.
create function money_away(of_account bigint) returns bigint language sql stable as $$
  select coalesce(sum(w.balance - least(u.amount, 0)), 0)::bigint
  from wallet w left join vendor_unmatched u on u.purse_id = w.id
  where w.account_id = of_account and (w.kind = 5 or w.kind > 100)
$$;

create or replace function ledger_refresh_limits(of_wallet bigint, in_at timestamptz, zone text) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  owner bigint := (select account_id from wallet where id = of_wallet);
  stake_room bigint; loss_room bigint; time_room interval; changes_at timestamptz; any_limit boolean; break_until timestamptz; check_at timestamptz; stop smallint;
begin
  perform play_keep(of_wallet, in_at);
  with l as materialized (
    select p.kind, case when p.next_from <= in_at then p.next_amount else p.amount end as cap,
           case when p.next_from > in_at then p.next_from end as changes, period_start(in_at, p.period, zone) as since
    from play_limit p where p.account_id = owner and p.kind <> 'deposit'
  ), used as materialized (
    select s.since, coalesce(sum(b.stake), 0)::bigint as stake, coalesce(sum(b.stake - b.win), 0)::bigint as loss
    from (select distinct l.since from l where l.kind in ('stake', 'loss') and l.cap is not null) s left join lateral play_between(of_wallet, s.since, 'infinity', null) b on true
    group by s.since
  )
  select min(greatest(l.cap - u.stake, 0)) filter (where l.kind = 'stake'),
         min(l.cap - u.loss) filter (where l.kind = 'loss'),
         min(l.cap * interval '1 minute' - time_used(owner, l.since, in_at)) filter (where l.kind = 'time'),
         min(l.changes), count(*) > 0
    into stake_room, loss_room, time_room, changes_at, any_limit
  from l left join used u on u.since = l.since where l.cap is not null or l.changes is not null;
  if loss_room is not null then loss_room := greatest(loss_room - money_away(owner), 0); end if;
  -- An exclusion is in force from the moment it is written: the clock of the process that asks may stand a little before its start.
  select max(e.ends_at) into break_until from exclusion e where e.account_id = owner and e.ended_at is null and e.ends_at > in_at;
  check_at := reality_due(owner, in_at);
  stop := case when break_until is not null then 11 when time_room <= interval '0' then 10 when check_at <= in_at then 12 else 0 end;
  update wallet set limited = any_limit or break_until is not null or check_at is not null, stake_left = stake_room, loss_left = loss_room, block = stop, limits_read_at = in_at,
         left_until = least(period_start(in_at, 'day', zone) + interval '1 day', changes_at, break_until,
                            case when time_room > interval '0' then in_at + time_room end,
                            -- A check that is due is looked at again with each stake: logging in anew answers it too.
                            case when check_at is not null then greatest(check_at, in_at) end)
   where id = of_wallet;
end $$;
