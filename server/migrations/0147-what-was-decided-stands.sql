-- What was looked at, cleared and erased stays so.

-- owner: features/aml
-- The last gaming day that was looked at for laundering: so far back the next look begins, however long no worker ran.
create table aml_look (
  is_one boolean primary key default true check (is_one),
  day date not null
);

-- The likeness a hit stands on, so that what officers cleared is known again in the next version of the list; none on hits of versions that were retired before.
-- ended: nobody decided it, and its version is in force no more.
alter table screening_hit add column hash bytea;
alter table screening_hit drop constraint screening_hit_state_check;
alter table screening_hit add constraint screening_hit_state_check check (state in ('open', 'dismissed', 'ended'));
update screening_hit h set hash = f.hash from (
  select distinct on (o.id) o.id, p.hash from screening_hit o
    join screening_person p on p.account_id = o.account_id and p.strength = o.strength
    join screening_key k on k.list_id = o.list_id and k.entry = o.entry and k.hash = p.hash
  order by o.id, p.hash
) f where f.id = h.id;
update screening_hit h set state = 'ended' from screening_list l where l.id = h.list_id and not l.in_force and h.state = 'open';

-- Who was opened again after the daily things of theirs were erased is erased anew after the next closing.
update account set erased_at = null where not closed and erased_at is not null and records_erased_at is null;
