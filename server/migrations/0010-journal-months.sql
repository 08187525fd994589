-- Journal and rounds in parts: one at first, and one for each calendar month once there are many millions of lines (`npm run laro -- months open`). A closed
-- month is a table of its own, which nothing changes any more and which can move to a slower disk alone. Month edges are Manila's; they only say where
-- a line is stored, and no figure depends on them. Lines of one wallet are read across parts by the primary key each part has; that (wallet_id, seq) is
-- unique across them as well follows from the wallet's lock, and audit_a2 shows it.

-- owner: core/wallet
create table journal_month (
  name text primary key check (name ~ '^[a-z0-9_]+$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null unique,
  check (starts_at < ends_at)
);
revoke insert, update, delete, truncate on journal_month from laro_app;

-- One part of one of the two tables, empty and not yet in its place.
create function journal_create_part(part text, whole text) returns void language plpgsql as $$
begin
  execute format('create table %I (like %I including defaults including constraints, primary key (wallet_id, %I))', part, whole, case whole when 'transfer' then 'seq' else 'id' end);
  execute format('revoke update, delete, truncate on %I from laro_app', part);
end $$;

-- Opens the months up to a moment, the next first, and answers how many; none while there is one part for all. Lines that came before their month was
-- opened wait in the rest and move into it.
create function journal_open_months(upto timestamptz) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opened integer := 0; first timestamptz; next timestamptz; label text; whole text;
begin
  perform pg_advisory_xact_lock(hashtext('journal_month'));
  loop
    first := (select max(ends_at) from journal_month);
    exit when first > upto;
    next := (date_trunc('month', first at time zone 'Asia/Manila') + interval '1 month') at time zone 'Asia/Manila';
    label := to_char(first at time zone 'Asia/Manila', 'YYYY_MM');
    foreach whole in array array['transfer', 'round'] loop
      perform journal_create_part(whole || '_' || label, whole);
      execute format('lock table %I in access exclusive mode', whole || '_rest');
      execute format('with late as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from late', whole || '_rest', first, next, whole || '_' || label);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', whole, whole || '_' || label, first, next);
    end loop;
    insert into journal_month values (label, first, next);
    opened := opened + 1;
  end loop;
  return opened;
end $$;
revoke execute on function journal_create_part from public, laro_app;
revoke execute on function journal_open_months from public;
grant execute on function journal_open_months to laro_app;

-- Nothing reads lines by their moment alone any more, but the provider's, which have an index of their own; each bet paid for this one.
drop index transfer_at;

-- What stood in one table until now is the first part.
do $$
declare
  views constant jsonb := (select jsonb_object_agg(viewname, definition) from pg_views where schemaname = 'public');
  indexes constant jsonb := (select jsonb_object_agg(indexname, indexdef) from pg_indexes where schemaname = 'public' and tablename in ('transfer', 'round') and indexname not like '%_pkey');
  whole text; one record;
begin
  foreach whole in array array['transfer', 'round'] loop
    execute format('alter table %I rename to %I', whole, whole || '_early');
    execute format('alter index %I rename to %I', whole || '_pkey', whole || '_early_pkey');
    execute format('create table %I (like %I including defaults including constraints) partition by range (at)', whole, whole || '_early');
    execute format('revoke update, delete, truncate on %I from laro_app', whole);
    execute format('alter table %I attach partition %I for values from (minvalue) to (maxvalue)', whole, whole || '_early');
  end loop;
  insert into journal_month values ('early', '-infinity', 'infinity');
  -- The same indexes for every part; the first part's own are found and kept.
  for one in select * from jsonb_each_text(indexes) loop
    execute format('alter index %I rename to %I', one.key, one.key || '_early');
    execute one.value;
  end loop;
  -- Views hold on to the table they were made for, whatever it is called.
  for one in select * from jsonb_each_text(views) loop
    execute format('create or replace view %I as %s', one.key, one.value);
  end loop;
end $$;

-- Only the months that the span touches are looked into; a round's moment is never before that of its id by more than clocks differ.
create or replace function limit_used(of_wallet bigint, limit_kind text, since timestamptz) returns bigint language sql stable as $$
  select coalesce(case when limit_kind = 'stake' then sum(stake) else sum(stake - win) end, 0)::bigint
  from round where wallet_id = of_wallet and id >= uuid_floor(since) and at >= since - interval '1 hour'
$$;

-- As before, but the end is looked at first: most ask for the running month, whose end no line has reached.
create or replace function journal_seq(of_wallet bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 1; high bigint := coalesce((select seq from wallet where id = of_wallet), 0) + 1; middle bigint := high - 1;
begin
  while low < high loop
    if (select at from transfer where wallet_id = of_wallet and seq = middle) < moment then low := middle + 1; else high := middle; end if;
    middle := (low + high) / 2;
  end loop;
  return low;
end $$;

-- As before, but found once: from a minute before the moment lines are read forward until they are a minute past it.
create or replace function journal_before(of_wallet bigint, moment timestamptz, out balance bigint, out lines bigint) language plpgsql stable as $$
declare
  next bigint := journal_seq(of_wallet, moment - interval '1 minute'); near record;
begin
  lines := next - 1;
  balance := coalesce((select balance_after from transfer where wallet_id = of_wallet and seq = lines), 0);
  loop
    select coalesce(sum(amount) filter (where at < moment), 0) as amount, count(*) filter (where at < moment) as found, max(seq) as last, max(at) as until into near
    from (select seq, amount, at from transfer where wallet_id = of_wallet and seq >= next order by seq limit 20) t;
    balance := balance + near.amount; lines := lines + near.found;
    exit when near.last is null or near.until >= moment + interval '1 minute';
    next := near.last + 1;
  end loop;
end $$;
