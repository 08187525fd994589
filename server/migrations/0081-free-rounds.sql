-- What vendors give away, and what free rounds win: prizes. They are no play: no stake, no turnover of their own, no part of a game's return.

-- type 4: a prize. 5: a bet its vendor pays for, which moves nothing. issue: the grant of ours that a prize belongs to; else its vendor gives it.
alter table vendor_entry drop constraint vendor_entry_type_check;
alter table vendor_entry add constraint vendor_entry_type_check check (type in (1, 2, 3, 4, 5, 9));
alter table vendor_entry add column issue uuid;
alter table vendor_entry add constraint vendor_entry_given check ((type <> 5 or amount = 0) and (issue is null or type = 4) and (type not in (4, 5) or round_id is null));
create unique index vendor_entry_issue on vendor_entry (issue) where issue is not null;

-- owner: core/vendors
-- What of a transaction's amount came out of a vendor's jackpot, or went into one, in millionths of the smallest unit: parts of the amount, for reports.
create table vendor_jackpot (
  wallet_id bigint not null,
  ref uuid not null,
  contribution bigint check (contribution > 0),
  win bigint check (win > 0),
  primary key (wallet_id, ref),
  check (contribution is not null or win is not null)
);
revoke update, delete, truncate on vendor_jackpot from laro_app;

-- owner: core/vendors
-- Rounds that somebody plays at a vendor for nothing. id: what the vendor is told, and once it is asked. stake: of each round, which nobody pays. wagering: how often what is
-- won must be staked. worth: what one officer gives alone counts by it. next_at: when the vendor is asked again, while nobody knows what became of the last time.
create table free_round (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  vendor_id smallint not null references vendor (id),
  game_id integer not null,
  rounds smallint not null check (rounds between 1 and 200),
  stake bigint not null check (stake > 0),
  worth bigint generated always as (rounds * stake) stored,
  wagering smallint not null check (wagering between 0 and 50),
  until timestamptz not null,
  state text not null default 'issuing' check (state in ('issuing', 'issued', 'active', 'finished', 'cancelled', 'expired', 'failed')),
  source text not null default 'office' check (source in ('office')),
  source_id uuid not null,
  reason text not null,
  granted_by bigint not null,
  granted_name text not null,
  confirmed_by bigint,
  confirmed_name text,
  won bigint not null default 0 check (won >= 0),
  used smallint not null default 0,
  tries smallint not null default 0,
  next_at timestamptz,
  cancel_asked_at timestamptz,
  cancel_asked_name text,
  cancel_reason text,
  at timestamptz not null,
  ended_at timestamptz,
  check (until > at and until <= at + interval '31 days'),
  constraint free_round_two_persons check (confirmed_by is null or confirmed_by <> granted_by),
  constraint free_round_ended check ((ended_at is not null) = (state in ('finished', 'cancelled', 'expired', 'failed')))
);
create index free_round_account on free_round (account_id, number);
create index free_round_state on free_round (state, number);
create index free_round_due on free_round (next_at) where next_at is not null;
create index free_round_until on free_round (until) where state in ('issuing', 'issued', 'active');
create index free_round_at on free_round (at);
revoke delete, truncate on free_round from laro_app;
revoke update on free_round from laro_app;
grant update (state, won, used, tries, next_at, cancel_asked_at, cancel_asked_name, cancel_reason, ended_at) on free_round to laro_app;

-- owner: features/freeRounds
-- What one officer wants to give beyond what one may give alone.
create table free_round_proposal (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  game_id integer not null,
  rounds smallint not null,
  stake bigint not null,
  days smallint not null,
  wagering smallint not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint free_round_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create index free_round_proposal_state on free_round_proposal (state, number);
revoke delete, truncate on free_round_proposal from laro_app;
revoke update on free_round_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on free_round_proposal to laro_app;

alter table turnover drop constraint turnover_source_check;
alter table turnover add constraint turnover_source_check check (source in ('deposit', 'bonus', 'adjustment', 'transfer', 'freeRounds'));

-- Keeps a bet that is free, or pays a prize: once an id, into closed wallets too, outside of play. Kind 17. Result codes as those of `ledger_call`.
create function ledger_give(
  in_at timestamptz, op_wallet bigint, op_vendor smallint, op_contra bigint, op_game integer, op_ref uuid, op_type smallint, op_amount bigint, op_digest bigint, op_foreign text, op_issue uuid,
  out code smallint, out balance bigint
) language plpgsql as $$
declare
  w wallet; seen vendor_entry;
begin
  select * into w from wallet where id = op_wallet for update;
  if not found then code := 3; return; end if;
  balance := w.balance;
  select * into seen from vendor_entry e where e.wallet_id = op_wallet and e.ref = op_ref;
  if found then
    if seen.type = 9 then code := 23; return; end if;
    -- A free bet was kept as a bet of nothing before.
    if (seen.type <> op_type and not (op_type = 5 and seen.type = 1)) or seen.amount <> op_amount or seen.digest <> op_digest then code := 4; return; end if;
    code := 1; balance := seen.balance_after; return;
  end if;
  balance := w.balance + op_amount;
  if op_amount > 0 then
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at) values (op_wallet, w.seq + 1, op_ref, op_contra, op_amount, 17, null, balance, in_at);
    update wallet p set balance = p.balance + op_amount, seq = p.seq + 1 where p.id = op_wallet;
    perform ledger_pause('call.after_money');
    insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at) values (op_ref, op_wallet, op_digest, null, balance, in_at);
  end if;
  insert into vendor_entry (wallet_id, ref, vendor_id, game_id, type, amount, digest, foreign_id, issue, balance_after, at)
  values (op_wallet, op_ref, op_vendor, op_game, op_type, op_amount, op_digest, op_foreign, op_issue, balance, in_at);
  code := 0;
end $$;

-- A26: a prize is one line against whoever gives it, and a line of that kind is a prize; a grant won what its prizes say, of its own member, and what must be staked for it stands once.
create view audit_a26 as
  select coalesce(e.wallet_id, t.wallet_id) as wallet_id, coalesce(e.ref, t.ref) as id, 'a prize is not its one line, or another gave it' as fault
  from (select * from vendor_entry where type = 4 and amount > 0) e
  full join (select wallet_id, ref, count(*) as lines, sum(amount) as amount, min(contra) as least, max(contra) as most from transfer where kind = 17 group by wallet_id, ref) t
    on t.wallet_id = e.wallet_id and t.ref = e.ref
  where e.ref is null or t.ref is null or t.lines <> 1 or t.amount <> e.amount or t.least <> t.most
     or t.least <> case when e.issue is null then -10001 - 10 * e.vendor_id::bigint else -302 end
  union all
  select e.wallet_id, coalesce(f.id, e.issue), 'a grant won something else than its prize, or another member got it'
  from free_round f full join (select * from vendor_entry where issue is not null) e on e.issue = f.id
  left join wallet w on w.id = e.wallet_id
  where f.id is null or f.won <> coalesce(e.amount, 0) or (e.ref is not null and (w.account_id <> f.account_id or e.vendor_id <> f.vendor_id))
  union all
  select e.wallet_id, coalesce(e.ref, t.source_id), 'what must be staked for a prize is not what its grant says'
  from (
    select e.wallet_id, e.ref, f.account_id, e.amount * f.wagering as needed from vendor_entry e join free_round f on f.id = e.issue where e.amount > 0 and f.wagering > 0
  ) e full join (select * from turnover where source = 'freeRounds') t on t.source_id = e.ref
  where e.ref is null or t.source_id is null or t.account_id <> e.account_id or t.needed <> e.needed;
grant select on audit_a26 to laro_app;
