-- A seed is what its hash promised, from the moment it is made to long after it was shown. Whoever writes a row gives it what it may become: sealed, in force with its
-- client seed, shown; nothing else of it moves.
revoke update, delete, truncate on seed from laro_app;
grant update (server_seed, seed_sealed, client_seed, is_next, rounds, revealed_at) on seed to laro_app;

create function seed_stands() returns trigger language plpgsql as $$
begin
  if old.revealed_at is not null then
    raise exception '% %: it was shown', tg_table_name, old.id;
  end if;
  if new.server_seed_hash <> old.server_seed_hash or new.server_seed is not null and sha256(new.server_seed) <> old.server_seed_hash
     or new.seed_sealed is distinct from old.seed_sealed and new.seed_sealed is not null and old.server_seed is null then
    raise exception '% %: another seed was promised', tg_table_name, old.id;
  end if;
  if new.client_seed <> old.client_seed and old.client_seed <> '' then
    raise exception '% %: rounds are drawn from it', tg_table_name, old.id;
  end if;
  return new;
end $$;
create trigger seed_stands before update on seed for each row execute function seed_stands();
create trigger seed_stands before update on partner_seed for each row execute function seed_stands();

create function seed_retired_once() returns trigger language plpgsql as $$
begin
  raise exception 'seed %: it was in force', old.id;
end $$;
create trigger seed_retired_once before update of is_next on seed for each row when (new.is_next and not old.is_next) execute function seed_retired_once();

-- A43: a seed that lies open is the one that was promised, and each is its wallet's, with as many rounds as it says.
create view audit_a43 as
  with drawn as (
    select seed_id, count(*) as rounds, max(nonce) as last, min(wallet_id) as first_wallet, max(wallet_id) as last_wallet from round where seed_id is not null and status in (1, 2) group by seed_id
  )
  select id as seed_id, wallet_id as whose, 'a seed is not the one whose hash was promised' as fault from seed where server_seed_hash <> sha256(server_seed)
  union all
  select id, player_id, 'a seed of a partner''s player is not the one whose hash was promised' from partner_seed where server_seed_hash <> sha256(server_seed)
  union all
  select s.id, s.wallet_id, 'a seed was shown with another number of rounds than were drawn from it' from seed s left join drawn d on d.seed_id = s.id
  where s.revealed_at is not null and (s.rounds is distinct from coalesce(d.rounds, 0) or d.last <> s.rounds - 1)
  union all
  select d.seed_id, d.first_wallet, 'rounds were drawn from a seed that is not their wallet''s, or not in force yet' from drawn d left join seed s on s.id = d.seed_id
  where s.id is null or s.is_next or d.first_wallet <> s.wallet_id or d.last_wallet <> s.wallet_id;
