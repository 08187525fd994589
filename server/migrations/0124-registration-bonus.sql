-- A campaign can be about registering.
alter table campaign drop constraint campaign_trigger_check;
alter table campaign add constraint campaign_trigger_check check (trigger in ('registered', 'applied', 'played', 'visited', 'deposited', 'ranked', 'drawn'));
-- What newcomers get, and what the registration says of it.
create index campaign_registered on campaign (number) where trigger = 'registered' and version > 0;
