-- What the cashier and campaigns have to remember to keep their promises.

-- When the provider was last asked about a payout, so that those it leaves open are asked about in turn.
alter table withdrawal add column asked_at timestamptz;
grant update (asked_at) on withdrawal to laro_app;
create index withdrawal_to_ask on withdrawal (asked_at nulls first, number) where state = 'approved';

-- The deposit that brought a member as far as a campaign asks, so that its gift can be taken back with it.
alter table participation add column deposit_id uuid;
create index participation_deposit on participation (deposit_id) where deposit_id is not null;
