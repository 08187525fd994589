-- What single officers gave since a moment, to whomever: transfers credited and withdrawals approved by one officer's word.
create function handed_out_alone(since timestamptz) returns bigint language sql stable as $$
  select (
    (select coalesce(sum(paid), 0) from deposit where settled_at >= since and state = 'credited' and approved_by is not null and approvals_needed = 1)
    + (select coalesce(sum(w.amount), 0) from withdrawal w
       where w.decided_at >= since and w.approved_by is not null and w.state in ('approved', 'paid', 'received', 'investigating', 'returned')
         and (select count(*) from withdrawal_approval v where v.withdrawal_id = w.id) = 1)
  )::bigint
$$;
create index deposit_alone on deposit (settled_at) where state = 'credited' and approved_by is not null and approvals_needed = 1;
create index withdrawal_approved on withdrawal (decided_at) where approved_by is not null;

-- What was refused before is looked for each time that a message is refused.
create index webhook_event_refused on webhook_event (event_id) where not accepted;
