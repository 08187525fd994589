-- What a member wrote to customer service goes with the records: five years after closing. What a visitor left goes ninety days after the thread was closed.

-- The application may not delete what was written; it may ask for this. Refuses every account whose time is not over by doing nothing.
create function erase_feedback_of(account bigint, closed_before timestamptz) returns integer language sql security definer set search_path = public, pg_temp as $$
  with due as (select a.id from account a where a.id = account and a.closed and a.closing_at <= closed_before),
  pictures as (delete from image i using due where i.account_id = due.id and i.purpose = 'feedback'),
  threads as (delete from feedback f using due where f.account_id = due.id returning f.id),
  links as (delete from feedback_picture p using threads where p.feedback_id = threads.id),
  gone as (delete from feedback_message m using threads where m.feedback_id = threads.id returning 1)
  select count(*)::integer from gone
$$;
revoke execute on function erase_feedback_of(bigint, timestamptz) from public;
grant execute on function erase_feedback_of(bigint, timestamptz) to laro_app;

create index feedback_guest_email on feedback (closed_at) where email is not null;
