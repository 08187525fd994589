-- The mall that points are redeemed in, and what officers propose of the exchange ratio table.

-- owner: features/points
-- stock: how many there are in all, those that were redeemed included; null where nobody counts.
create table points_item (
  id uuid primary key,
  number bigint generated always as identity unique,
  state text not null check (state in ('draft', 'open', 'closed')),
  words jsonb not null,
  item_group text not null,
  picture_id uuid,
  points_requirement bigint not null check (points_requirement > 0),
  amount_requirement bigint not null check (amount_requirement >= 0),
  units text not null,
  stock bigint check (stock >= 0),
  per_member integer check (per_member > 0),
  permit text not null,
  sort integer not null,
  redeemed bigint not null default 0 check (redeemed >= 0),
  version integer not null,
  saved_by bigint not null,
  saved_at timestamptz not null,
  constraint points_item_stock check (stock is null or redeemed <= stock)
);
create index points_item_order on points_item (sort, number);
create index points_item_open on points_item (item_group, sort, number) where state = 'open';
revoke delete, truncate on points_item from laro_app;

-- owner: features/points
-- Items as they were when they were redeemed; sealed: address and mobile number, until their member is erased. written_by: who had last saved the item.
create table points_redeem (
  id uuid primary key,
  number bigint generated always as identity (start with 1001) unique,
  account_id bigint not null,
  item_id uuid not null references points_item (id),
  names jsonb not null,
  units text not null,
  quantity integer not null check (quantity > 0),
  points_requirement bigint not null,
  amount_requirement bigint not null,
  points bigint not null check (points = quantity * points_requirement),
  state text not null default 'inProcess' check (state in ('inProcess', 'approved', 'rejected')),
  sealed bytea,
  digest bigint not null,
  written_by bigint not null,
  remark text not null default '',
  carrier text not null default '',
  tracking_number text not null default '',
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  sent_at timestamptz,
  at timestamptz not null,
  constraint points_redeem_decided check ((state = 'inProcess') = (decided_at is null)),
  constraint points_redeem_two_persons check (state <> 'approved' or coalesce(decided_by <> written_by, false)),
  constraint points_redeem_sent check (sent_at is null or state = 'approved')
);
create index points_redeem_state on points_redeem (state, number);
create index points_redeem_to_send on points_redeem (number) where state = 'approved' and sent_at is null;
create index points_redeem_sent on points_redeem (number) where sent_at is not null;
create index points_redeem_account on points_redeem (account_id, number);
create index points_redeem_item on points_redeem (account_id, item_id) where state <> 'rejected';
revoke delete, truncate on points_redeem from laro_app;
revoke update on points_redeem from laro_app;
grant update (state, sealed, remark, carrier, tracking_number, decided_by, decided_name, decided_at, sent_at) on points_redeem to laro_app;

-- owner: features/points
-- The exchange ratio table that one officer wants and another decides.
create table points_ratio_proposal (
  id uuid primary key,
  ratios jsonb not null,
  reason text not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  proposed_by bigint not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by bigint,
  decided_name text,
  decision text,
  decided_at timestamptz,
  constraint points_ratio_proposal_two_persons check (state <> 'confirmed' or coalesce(decided_by <> proposed_by, false))
);
create unique index points_ratio_proposal_open on points_ratio_proposal (state) where state = 'proposed';
revoke delete, truncate on points_ratio_proposal from laro_app;
revoke update on points_ratio_proposal from laro_app;
grant update (state, decided_by, decided_name, decision, decided_at) on points_ratio_proposal to laro_app;

-- A31: each redeem took its points once and, rejected, gave them back once; of an item as many are gone as were asked for and not rejected.
create view audit_a31 as
  select coalesce(r.account_id, l.account_id) as account_id, coalesce(r.id::text, l.redeem_id) as subject, 'a redeem is not what its lines say' as fault
  from points_redeem r
  full join (
    select account_id, detail->>'redeemId' as redeem_id, sum(changed) as changed, count(*) as lines from points_line where kind in ('redeemed', 'returned') group by 1, 2
  ) l on l.redeem_id = r.id::text and l.account_id = r.account_id
  where (coalesce(l.changed, 0), coalesce(l.lines, 0)) is distinct from (case r.state when 'rejected' then 0 else -r.points end, case r.state when 'rejected' then 2 else 1 end)
  union all
  select null, i.id::text, 'an item was not redeemed as often as it says'
  from points_item i left join (select item_id, sum(quantity) as quantity from points_redeem where state <> 'rejected' group by item_id) r on r.item_id = i.id
  where i.redeemed <> coalesce(r.quantity, 0)
  union all
  select w.account_id, t.ref::text, 'money of points has no points that fell'
  from transfer t join wallet w on w.id = t.wallet_id
  where t.kind = 18 and not exists (
    select from points_line l where l.account_id = w.account_id and l.kind = 'converted' and l.detail->>'moneyRef' = t.ref::text and (l.detail->>'amount')::numeric * 100 = t.amount
  )
  union all
  select l.account_id, l.ref::text, 'points that were converted brought no money'
  from points_line l
  where l.kind = 'converted' and not exists (
    select from wallet w join transfer t on t.wallet_id = w.id and t.kind = 18 and t.ref::text = l.detail->>'moneyRef' where w.account_id = l.account_id
  );
grant select on audit_a31 to laro_app;
