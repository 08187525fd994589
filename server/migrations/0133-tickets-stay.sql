-- What a ticket promised stands: whoever draws one writes what came of it, once, and nobody changes what it was given for.
revoke update on prize_ticket from laro_app;
grant update (server_seed, seed_sealed, client_seed, stop, points, cash, prize, replaced, drawn_at) on prize_ticket to laro_app;

create function prize_ticket_drawn_once() returns trigger language plpgsql as $$
begin
  raise exception 'a ticket is drawn once';
end $$;
create trigger prize_ticket_drawn_once before update on prize_ticket for each row when (old.drawn_at is not null) execute function prize_ticket_drawn_once();

-- Tickets from before seeds were sealed; a job seals them.
create index prize_ticket_open_seed on prize_ticket (number) where drawn_at is null and seed_sealed is null;

-- A42, and the other way round: an issued reward gave its tickets. They are given by an event, which may take a day at most.
create or replace view audit_a42 as
  select t.id, t.account_id, 'a drawn egg and the money won by it differ' as fault
  from (select id, account_id, cash from prize_ticket where cash is not null) t
  left join (
    select l.ref, count(*) as lines, min(w.account_id) as account_id, min(w.kind) as wallet_kind, sum(l.amount) as amount, min(l.contra) as contra
    from transfer l join wallet w on w.id = l.wallet_id where l.kind = 17 group by l.ref
  ) m on m.ref = derived_id('prize-money', t.id::text)
  where m.ref is null or m.lines <> 1 or m.account_id <> t.account_id or m.wallet_kind <> 1 or m.contra <> -302 or m.amount <> t.cash
  union all
  select t.id, t.account_id, 'an egg gave another prize than the one at its stop'
  from prize_ticket t
  left join prize_egg g on g.version = t.version and g.place = t.prize
  left join lateral (
    select p.place, p.stock from (select place, stock, sum(weight) over (order by place) as upto from prize_egg where version = t.version) p where p.upto > t.stop order by p.place limit 1
  ) s on true
  left join lateral (
    select r.place from prize_egg r where r.version = t.version and r.stock is null and r.points is not null order by r.points, r.place limit 1
  ) r on true
  where t.draw = 'egg' and t.drawn_at is not null
    and (g.place is null or s.place is null or (g.points, g.cash) is distinct from (t.points, t.cash)
      or case when t.replaced then s.stock is null or t.prize <> r.place else t.prize <> s.place end)
  union all
  select null, null, format('prize %s of table %s was not given as often as it says', g.place, g.version)
  from prize_egg g left join (select version, prize, count(*) as given from prize_ticket where draw = 'egg' and drawn_at is not null group by version, prize) t
    on t.version = g.version and t.prize = g.place
  where g.given <> coalesce(t.given, 0) or g.given > g.stock
  union all
  select t.id, t.account_id, 'a ticket for an egg that no reward gave'
  from prize_ticket t left join reward r on r.id = t.reward_id and r.account_id = t.account_id and r.state = 'issued' and r.gift->>'gives' = 'egg' and t.place <= r.amount
  where t.draw = 'egg' and r.id is null
  union all
  select r.id, r.account_id, 'a reward whose tickets for eggs never came'
  from reward r left join (select reward_id, count(*) as tickets from prize_ticket where draw = 'egg' group by reward_id) t on t.reward_id = r.id
  where r.state = 'issued' and r.gift->>'gives' = 'egg' and r.issued_at < now() - interval '1 day' and coalesce(t.tickets, 0) <> r.amount;
