-- Marking a session as seen writes its row alone: with no index over the mark, and some room left in each page, no index is written for it.
drop index session_member_seen;
create index session_member on session (subject_id) where kind = 'member';
alter table session set (fillfactor = 80);
