-- Vendors that keep a wallet of their own: money on its way to them and back.

-- How a vendor gets at money: it asks our wallet for each bet, or money is moved into a wallet of its own before play.
alter table vendor add column wallet_mode text not null default 'seamless' check (wallet_mode in ('seamless', 'transfer'));
update vendor set wallet_mode = 'transfer', protocol = 'hub88' where simulated and code in ('AG', 'BBIN', 'CQ9');

-- owner: core/vendors
-- Money between a member's main wallet and a vendor's: open while it is sent, unknown or held, and then it stands in the member's moving wallet (kind 5).
-- sends: how often the vendor was asked for it; sent_at: when last. not_found_at: when the vendor said that it has not done it, though an answer of before may be
-- lost. look_at: when it is asked again; null where nothing is to be asked. outcome, proposed_by: what one officer wants of a held one; decided_by: who agreed.
create table vendor_transfer (
  id uuid primary key,
  number bigint generated always as identity unique,
  account_id bigint not null references account (id),
  vendor_id smallint not null references vendor (id),
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null check (amount > 0),
  state text not null default 'sent' check (state in ('sent', 'unknown', 'done', 'refused', 'held')),
  at timestamptz not null,
  sends smallint not null default 1,
  sent_at timestamptz not null,
  not_found_at timestamptz[] not null default '{}',
  look_at timestamptz,
  looks smallint not null default 0,
  held_at timestamptz,
  settled_at timestamptz,
  balance_there bigint,
  answer jsonb,
  outcome text check (outcome in ('done', 'refused')),
  reason text,
  proposed_by bigint,
  proposed_name text,
  proposed_at timestamptz,
  decision text,
  decided_by bigint,
  decided_name text,
  decided_at timestamptz,
  constraint vendor_transfer_settled check ((state in ('done', 'refused')) = (settled_at is not null)),
  constraint vendor_transfer_proposed check ((outcome is null) = (proposed_by is null)),
  constraint vendor_transfer_two_persons check (decided_by is null or coalesce(decided_by <> proposed_by and state = outcome, false))
);
create index vendor_transfer_open on vendor_transfer (account_id) where state in ('sent', 'unknown', 'held');
create index vendor_transfer_look on vendor_transfer (vendor_id, look_at) where state in ('sent', 'unknown');
-- What a line of the journal was for is found by its moment.
create index vendor_transfer_begun on vendor_transfer (account_id, at);
create index vendor_transfer_ended on vendor_transfer (account_id, settled_at) where settled_at is not null;
create index vendor_transfer_state on vendor_transfer (state, number);
revoke delete, truncate on vendor_transfer from laro_app;
revoke update on vendor_transfer from laro_app;
grant update (state, sends, sent_at, not_found_at, look_at, looks, held_at, settled_at, balance_there, answer, outcome, reason, proposed_by, proposed_name, proposed_at,
  decision, decided_by, decided_name, decided_at) on vendor_transfer to laro_app;

-- A13: what is on its way (5) is settled by the vendor's word, whatever its member may do.
create or replace view audit_a13 as
  select w.id as wallet_id, 'a wallet is open to something else than its account' as fault
  from account a
  cross join lateral (select wallet_status_of(a.id) as due) s
  join wallet w on w.account_id = a.id and w.kind not in (3, 4, 5) and w.status <> s.due;

-- A25: moving wallets hold exactly the open transfers, are open, and their money came from a member's own wallets and went back to them.
create view audit_a25 as
  select coalesce(w.account_id, t.account_id) as account_id, coalesce(w.balance, 0) as moving, coalesce(t.amount, 0) as open, 'a moving wallet does not hold what is on its way' as fault
  from (select account_id, balance from wallet where kind = 5) w
  full join (select account_id, sum(amount)::bigint as amount from vendor_transfer where state in ('sent', 'unknown', 'held') group by account_id) t
    on t.account_id = w.account_id
  where coalesce(w.balance, 0) <> coalesce(t.amount, 0)
  union all
  select w.account_id, w.balance, null, 'a moving wallet is closed' from wallet w where w.kind = 5 and w.status <> 0
  union all
  select w.account_id, t.amount, null, 'money on its way moved between others than the member''s own wallets'
  from wallet w join transfer t on t.wallet_id = w.id where w.kind = 5 and t.contra <> -202;
grant select on audit_a25 to laro_app;
