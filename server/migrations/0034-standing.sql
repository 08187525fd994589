-- What becomes of an account that may not take part: notice, appeal, settlement, and the money held meanwhile.

insert into system_account values (-205, 'transit:held'), (-305, 'government');

-- Of a settled account nothing is open but the way out for what was given back.
alter table account drop constraint account_eligibility_check;
alter table account add constraint account_eligibility_check check (eligibility in ('open', 'ineligible', 'settled'));
create or replace function wallet_status_of(account bigint) returns smallint language sql stable as $$
  select (case
    when a.eligibility not in ('open', 'settled') or a.closed or exists (select from wallet_freeze f where f.account_id = a.id) then 2
    when a.eligibility = 'settled' or 'play' = any(a.restrictions) then 1
    when a.verification <> 'A' and coalesce((select (s.value ->> 'verifiedOnly')::boolean from setting s where s.key = 'market'), false) then 1
    else 0 end)::smallint
  from account a where a.id = account
$$;

alter table eligibility_case drop constraint eligibility_case_state_check;
alter table eligibility_case add constraint eligibility_case_state_check check (state in ('open', 'cleared', 'noticed', 'appealed', 'upheld', 'settled'));
alter table eligibility_case
  -- What lies in the held wallet for this case, and what became of it.
  add column held bigint not null default 0 check (held >= 0),
  add column returned bigint check (returned >= 0),
  add column remitted bigint check (remitted >= 0),
  add column regulator_reference text,
  add column notice text,
  add column noticed_by bigint,
  add column notice_at timestamptz,
  add column appeal_until timestamptz,
  add column appeal text,
  add column appealed_at timestamptz,
  add column answer text,
  add column upheld_by bigint,
  add column upheld_at timestamptz;
alter table eligibility_case drop constraint eligibility_two_persons;
alter table eligibility_case
  add constraint eligibility_two_persons check (state not in ('cleared', 'settled') or coalesce(decided_by <> proposed_by, false)),
  add constraint eligibility_two_judges check (upheld_by is null or coalesce(upheld_by <> noticed_by, false)),
  add constraint eligibility_settled_whole check (state <> 'settled' or coalesce(returned + remitted = held and regulator_reference <> '', false)),
  add constraint eligibility_noticed_whole check (state not in ('noticed', 'appealed', 'upheld', 'settled') or (notice is not null and appeal_until > notice_at));
drop index eligibility_case_one;
create unique index eligibility_case_one on eligibility_case (account_id, cause) where state not in ('cleared', 'settled');
create index eligibility_case_account on eligibility_case (account_id, number desc);

-- A13: a wallet is open to what its account may do, and to nothing else; what officers hold (3 locked, 4 held) has rules of its own.
create or replace view audit_a13 as
  select w.id as wallet_id, 'a wallet is open to something else than its account' as fault
  from account a
  cross join lateral (select wallet_status_of(a.id) as due) s
  join wallet w on w.account_id = a.id and w.kind not in (3, 4) and w.status <> s.due;

-- A14: a held wallet holds exactly what its account's cases say, is closed to every debit, and its money came from the member or left to the government.
create view audit_a14 as
  select w.account_id, w.balance as held, coalesce(c.held, 0) as cases, 'held money is not what the cases hold' as fault
  from (select account_id, balance from wallet where kind = 4) w
  full join (select account_id, sum(held)::bigint as held from eligibility_case where state in ('noticed', 'appealed', 'upheld') group by account_id) c
    on c.account_id = w.account_id
  where coalesce(w.balance, 0) <> coalesce(c.held, 0)
  union all
  select w.account_id, w.balance, null, 'a held wallet is open' from wallet w where w.kind = 4 and w.status <> 2
  union all
  select w.account_id, t.amount, null, 'held money moved between others than the member and the government'
  from wallet w join transfer t on t.wallet_id = w.id
  where w.kind = 4 and not (t.contra = -205 or (t.contra = -305 and t.amount < 0))
  union all
  select null, sum(-t.amount)::bigint, (select coalesce(sum(remitted), 0)::bigint from eligibility_case where state = 'settled'), 'the government has something else than was settled'
  from transfer t where t.contra = -305
  having coalesce(sum(-t.amount), 0) <> (select coalesce(sum(remitted), 0) from eligibility_case where state = 'settled');

-- owner: core/screening
-- A list of people who may not take part, or whom risk looks at, as it was loaded; of each the newest is in force.
create table screening_list (
  id bigint generated always as identity primary key,
  list text not null check (list in ('restricted', 'sanctions', 'pep')),
  version integer not null,
  entries integer not null,
  file_hash bytea not null,
  loaded_at timestamptz not null,
  in_force boolean not null default true,
  -- Up to which account the members were held against it; null when all were.
  swept_to bigint default 0,
  unique (list, version)
);
create unique index screening_list_one on screening_list (list) where in_force;

-- owner: core/screening
-- What a list says, as keyed hashes alone: no name is kept. The entry is its line in the file.
create table screening_key (
  list_id bigint not null,
  hash bytea not null,
  entry integer not null,
  primary key (list_id, hash, entry)
);
create index screening_key_hash on screening_key (hash);

-- owner: core/screening
-- The same hashes of a member, so that a new list is held against all without opening what they filled in.
create table screening_person (
  account_id bigint not null,
  hash bytea not null,
  strength text not null check (strength in ('birthday', 'near', 'name')),
  primary key (account_id, hash)
);

-- owner: core/screening
create table screening_hit (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint not null,
  list_id bigint not null,
  entry integer not null,
  strength text not null check (strength in ('birthday', 'near', 'name')),
  state text not null default 'open' check (state in ('open', 'dismissed')),
  at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  unique (account_id, list_id, entry)
);
create index screening_hit_state on screening_hit (state, number desc);

create index screening_person_hash on screening_person (hash);

-- Which of two pictures show the same: 64 bits of the selfie's lights and shadows, as a bare number.
alter table verification add column photo_hash bigint;
alter table verification_match drop constraint verification_match_kind_check;
alter table verification_match add constraint verification_match_kind_check check (kind in ('document', 'person', 'near', 'photo', 'payout', 'device'));
