-- What an excluded member cannot ask for any more, an officer asks for them: never alone. The request is the first approval, so it needs one more than the amount alone.

-- Who asked for a member whose login an exclusion closes; null where the member asked. And who gave the last approval.
alter table withdrawal
  add column requested_by bigint,
  add column approved_by bigint,
  drop constraint withdrawal_approvals_needed_check,
  add constraint withdrawal_approvals_needed_check check (approvals_needed between 1 and 3),
  add constraint withdrawal_two_persons check (
    requested_by is null
    or (approvals_needed >= 2 and (state in ('pending', 'checked', 'rejected') or (approved_by is not null and approved_by <> requested_by)))
  );

-- What was asked for, for whom, by whom and whereto stands as it was written.
revoke update on withdrawal from laro_app;
grant update (state, reason, decided_by, decided_at, approved_by, provider_ref, paid_at, received_by, disputable_until, forced, reminded_at, closed_at)
  on withdrawal to laro_app;
