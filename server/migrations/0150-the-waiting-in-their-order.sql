-- What waits for customer service in the queue's order: words of harm first, then the second an answer is due, and the number.
create index feedback_waiting on feedback (state, (
  case when harm then 0 else 100000000000000000 end + extract(epoch from coalesce(due_at, at) at time zone 'UTC')::bigint * 1000000 + number % 1000000
)) where state in ('new', 'open');
