-- A member's own data: taking a copy, closing the account, and what is erased when.

-- What is kept for the law goes five years after closing; what nobody needs goes thirty days after it (erased_at).
alter table account add column records_erased_at timestamptz;
create index account_closing on account (closing_at) where closing_at is not null and records_erased_at is null;

-- owner: features/privacy
-- When a member last took a copy of their data.
create table data_copy (
  account_id bigint primary key,
  at timestamptz not null
);

-- Of pictures only those of a document and its owner are ever erased, by these two functions; slips and receipts belong to the books.
create index image_identity on image (at) where purpose in ('idFront', 'idBack', 'selfie');

-- Pictures of drafts, of refused cases and of those that others took the place of, once nobody may need them; answers how many.
create function erase_unused_identity_images(before timestamptz, at_once integer) returns integer language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from image where id = any(array(
      select i.id from image i
      where i.purpose in ('idFront', 'idBack', 'selfie') and i.at < before
        and not exists (
          select from verification v where v.account_id = i.account_id and i.id in (v.front, v.back, v.selfie)
            and (v.state in ('submitted', 'askAgain', 'approved', 'expired') or (v.state = 'refused' and v.decided_at >= before)))
      order by i.at limit at_once)) returning 1)
  select count(*)::integer from gone
$$;

-- All that shows who somebody was, of an account whose time is over. Refuses every other by doing nothing.
create function erase_identity_of(account bigint, closed_before timestamptz) returns integer language sql security definer set search_path = public, pg_temp as $$
  with due as (select a.id from account a where a.id = account and a.closed and a.closing_at <= closed_before),
  submissions as (delete from verification_submission s using due where s.account_id = due.id),
  gone as (delete from image i using due where i.account_id = due.id and i.purpose in ('idFront', 'idBack', 'selfie') returning 1)
  select count(*)::integer from gone
$$;
revoke execute on function erase_unused_identity_images(timestamptz, integer), erase_identity_of(bigint, timestamptz) from public;
grant execute on function erase_unused_identity_images(timestamptz, integer), erase_identity_of(bigint, timestamptz) to laro_app;

-- The link went to the address that another took the place of: its owner comes back, and the change ends.
alter table recovery_ticket add column former boolean not null default false;
