-- Whether an account has lost what one of its own loss limits allows. Read from what was played: what a wallet keeps of it for the next bet lapses at each reality check.
create function is_loss_limit_used_up(of_account bigint, in_at timestamptz, zone text) returns boolean language sql stable as $$
  select exists (
    select from play_limit p join wallet w on w.account_id = p.account_id and w.kind = 1
    where p.account_id = of_account and p.kind = 'loss'
      and case when p.next_from <= in_at then p.next_amount else p.amount end <= money_away(p.account_id) + (
        select coalesce(sum(b.stake - b.win), 0) from play_between(w.id, period_start(in_at, p.period, zone), 'infinity', null) b))
$$;
