-- What a draw came to stands from the moment it is written: between the result and the payment lies time, and whoever could write another result then would have it paid.
create function draw_stands() returns trigger language plpgsql as $$
begin
  if old.seed is not null and new.seed is distinct from old.seed or old.result is not null and new.result is distinct from old.result
     or old.drawn_at is not null and new.drawn_at is distinct from old.drawn_at then
    raise exception 'draw %: its result stands', old.id;
  end if;
  if old.state = 'drawn' and new.state not in ('drawn', 'settled') or old.state in ('settled', 'void') and new.state <> old.state then
    raise exception 'draw %: it is over', old.id;
  end if;
  if old.settled_at is not null and (new.settled_at, new.tickets, new.staked, new.paid) is distinct from (old.settled_at, old.tickets, old.staked, old.paid) then
    raise exception 'draw %: what it paid stands', old.id;
  end if;
  return new;
end $$;
create trigger draw_stands before update of seed, result, state, drawn_at, settled_at, tickets, staked, paid on draw for each row execute function draw_stands();
