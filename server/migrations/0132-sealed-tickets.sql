-- The seed of a ticket that waits opens only with the installation's key: with it, whoever reads the database could choose what their own ticket wins.
alter table prize_ticket
  add column seed_sealed bytea,
  alter column server_seed drop not null,
  add constraint prize_ticket_seed check (server_seed is not null or (drawn_at is null and seed_sealed is not null));

-- A33, and the other way round: points won by a ticket stand with a ticket that was drawn.
create or replace view audit_a33 as
  select t.id as ticket_id, t.account_id, 'a drawn ticket and the points won by it differ' as fault
  from prize_ticket t left join points_line l on l.ref = derived_id('prize-draw', t.id::text) and l.account_id = t.account_id and l.kind = 'won'
  where t.drawn_at is not null and l.changed is distinct from t.points
  union all
  select t.id, l.account_id, 'points were won by a ticket that was not drawn'
  from points_line l left join prize_ticket t on t.id::text = l.detail->>'ticketId' and t.drawn_at is not null
  where l.kind = 'won' and l.detail ? 'ticketId' and t.id is null;
