-- Lotteries: their accounts and their rows of the catalogue as their engines are. What the specification calls the vassalage of a lottery is a studio of the house.
insert into system_account values (-33, 'house:PH_2D'), (-34, 'house:PH_3D'), (-35, 'house:PH_4D'), (-36, 'house:SEA_4D'), (-37, 'house:SEA_5D'), (-38, 'house:VN_SOUTH'), (-39, 'house:VN_CENTRAL'), (-40, 'house:VN_NORTH'), (-41, 'house:PK10'), (-42, 'house:PK10_5'), (-43, 'house:K3'), (-44, 'house:SSC'), (-45, 'house:SSC_5'), (-46, 'house:C11X5'), (-47, 'house:LUCKY28');
alter table studio drop constraint studio_code_check;
alter table studio add constraint studio_code_check check (code ~ '^[A-Z0-9_]{1,16}$');
insert into studio (code, vendor_id, name, node_id, sort, lettering) values ('TCG_SEA', 1, 'Sea Lottery', 2990, 0, 1), ('TCG_LOTTO_VN', 1, 'Vietnam Lottery', 2991, 0, 2);
insert into game (id, node_id, vendor_id, studio, game_code, name, names, game_type, category, classes, features, words, motif, state, stake_min, stake_max, max_win_multiple, rtp_bps, rtp_source, volatility, sort, released_on) values
  (33, 1033, 1, 'BGS', 'PH_2D', 'Pinoy 2D', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'pinoy two numbers dalawa lottery daily', 'ticket', 'open', 100, 50000000, 850, 8844, 'exact', 5, 33, '2026-11-29'),
  (34, 1034, 1, 'BGS', 'PH_3D', 'Pinoy 3D', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'pinoy three digits tatlo lottery daily', 'balls', 'open', 100, 50000000, 880, 8760, 'exact', 5, 34, '2026-11-29'),
  (35, 1035, 1, 'BGS', 'PH_4D', 'Pinoy 4D', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'pinoy four digits apat lottery daily', 'coins', 'open', 100, 10000000, 5400, 8784, 'exact', 5, 35, '2026-11-29'),
  (36, 1036, 1, 'TCG_SEA', 'SEA_4D', 'Sea 4D', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'four digits sea asia lottery daily', 'ship', 'open', 100, 10000000, 8600, 8520, 'exact', 5, 36, '2026-11-29'),
  (37, 1037, 1, 'TCG_SEA', 'SEA_5D', 'Sea 5D', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'five digits sea asia lottery daily', 'pearl', 'open', 100, 10000000, 38000, 8460, 'exact', 5, 37, '2026-11-29'),
  (38, 1038, 1, 'TCG_LOTTO_VN', 'VN_SOUTH', 'Vietnam South', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'vietnam lo de xien lottery daily', 'lotus', 'open', 100, 10000000, 9500, 9352, 'exact', 5, 38, '2026-11-29'),
  (39, 1039, 1, 'TCG_LOTTO_VN', 'VN_CENTRAL', 'Vietnam Central', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'vietnam lo de xien lottery daily', 'dragon', 'open', 100, 10000000, 9500, 9352, 'exact', 5, 39, '2026-11-29'),
  (40, 1040, 1, 'TCG_LOTTO_VN', 'VN_NORTH', 'Vietnam North', '{}', 'LOTT', 'LOTT', '{lottery}', '{provable}', 'vietnam lo de xien lottery daily', 'phoenix', 'open', 100, 10000000, 9500, 9299, 'exact', 5, 40, '2026-11-29'),
  (41, 1041, 1, 'BGS', 'PK10', 'Ten Racers', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', 'pk10 race minute ten numbers', 'rocket', 'open', 100, 100000000, 698, 9666, 'exact', 5, 41, '2026-11-29'),
  (42, 1042, 1, 'BGS', 'PK10_5', 'Ten Racers 5', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', 'pk10 race five minutes ten numbers', 'jeepney', 'open', 100, 100000000, 698, 9666, 'exact', 5, 42, '2026-11-29'),
  (43, 1043, 1, 'BGS', 'K3', 'Fast Three', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', 'k3 dice minute sum', 'die', 'open', 100, 100000000, 207, 9594, 'exact', 4, 43, '2026-11-29'),
  (44, 1044, 1, 'BGS', 'SSC', 'Five Stars', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', 'ssc five digits minute', 'moon', 'open', 100, 100000000, 97000, 9600, 'exact', 5, 44, '2026-11-29'),
  (45, 1045, 1, 'BGS', 'SSC_5', 'Five Stars 5', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', 'ssc five digits five minutes', 'planet', 'open', 100, 100000000, 97000, 9600, 'exact', 5, 45, '2026-11-29'),
  (46, 1046, 1, 'BGS', 'C11X5', 'Eleven Five', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', '11x5 eleven five minute', 'gem', 'open', 100, 100000000, 960, 9654, 'exact', 5, 46, '2026-11-29'),
  (47, 1047, 1, 'BGS', 'LUCKY28', 'Lucky 28', '{}', 'ELOTT', 'ELOTT', '{lottery}', '{provable}', 'lucky 28 sum minute', 'clover', 'open', 100, 100000000, 970, 9660, 'exact', 5, 47, '2026-11-29');

-- Several draws of a lottery take tickets at once. A draw's promise is the seed of the draw below it, so it is written when that is drawn; the chain's anchor promises it until then.
-- rooted: its tickets are hashed into tickets_root, and its seed is opened only after that stands.
alter table draw alter column commitment drop not null, add column rooted boolean not null default false, add column tickets_root bytea check (length(tickets_root) = 32);
alter table draw add constraint draw_promise_check check (seed is null or commitment is not null);
alter table draw add constraint draw_root_check check (not rooted or seed is null or tickets_root is not null);
grant update (tickets_root) on draw to laro_app;

-- A member's tickets, newest first; whoever plays without draws is not in it.
create index round_ticket on round (wallet_id, id) where draw_id is not null and status = 2;

-- owner: core/draws
-- Each opening of a lottery's seed, written down and committed before the seed is opened: what its tickets hashed to by then, and how many there were.
create table draw_seed_opening (
  draw_id bigint primary key references draw (id),
  tickets_root bytea not null check (length(tickets_root) = 32),
  tickets integer not null check (tickets >= 0),
  reason text not null check (reason in ('drawn', 'void')),
  at timestamptz not null
);
revoke update, delete, truncate on draw_seed_opening from laro_app;

-- Whoever opens the seed of a draw whose tickets are hashed finds the root written and the opening logged, both by transactions before.
create function draw_guard() returns trigger language plpgsql as $$
begin
  if new.rooted and new.seed is not null and old.seed is null and (old.tickets_root is null or not exists (select from draw_seed_opening o where o.draw_id = new.id and o.tickets_root = old.tickets_root)) then
    raise exception 'draw %: the tickets are not hashed', new.id;
  end if;
  if old.tickets_root is not null and new.tickets_root is distinct from old.tickets_root then
    raise exception 'draw %: the root stands', new.id;
  end if;
  return new;
end $$;
create trigger draw_guard before update of seed, tickets_root on draw for each row execute function draw_guard();

-- Writes what the draw above one is promised by, once its own seed is shown: the services' role changes no promise otherwise.
create function draw_promise(of_draw bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update draw n set commitment = d.seed from draw d
  where d.id = of_draw and d.seed is not null and n.chain_id = d.chain_id and n.link = d.link + 1 and n.rooted and n.commitment is null
$$;

-- What is found of a lottery: its next draws, and its results of a day.
create index draw_lottery on draw (series, closes_at) where rooted;
create index draw_unopened on draw (series, link) where rooted and seed is null;

-- owner: core/exposures
-- The most one result of a draw can cost by what was sold, held before a stake is posted; counted anew from open tickets by a job.
create table exposure (
  event_id bigint not null,
  key text not null,
  taken bigint not null check (taken >= 0),
  cap bigint not null,
  -- When room was taken last: what is older has no purchase under way.
  moved_at timestamptz not null,
  primary key (event_id, key)
) with (fillfactor = 60);

-- A34: a lottery's seed was opened after its tickets were hashed, and none came or went since; no promise is shown before the draw below it is drawn.
create view audit_a34 as
  select d.id as draw_id, 'the seed was opened without a word of it' as fault from draw d left join draw_seed_opening o on o.draw_id = d.id
  where d.rooted and d.seed is not null and (o.draw_id is null or o.tickets_root is distinct from d.tickets_root or o.at > d.drawn_at)
  union all
  select d.id, 'the root hashes other tickets than were sold' from draw d join draw_seed_opening o on o.draw_id = d.id
  where o.tickets <> (select count(*) from round r where r.draw_id = d.id and r.status = 2)
  union all
  select d.id, 'a promise was written before the draw below was drawn' from draw d join draw b on b.chain_id = d.chain_id and b.link = d.link - 1
  where d.rooted and d.commitment is not null and b.seed is null;
