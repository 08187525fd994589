-- A link is good while the address it went to may recover the account: what a contact change brought is over with it. Links live for thirty minutes, so
-- those without one are refused. What `former` said is asked when the link comes back; servers before this read it still.
alter table recovery_ticket add column contact bytea;
