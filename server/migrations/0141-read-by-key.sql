-- What is read page by page, or by somebody's key, is found by it.

-- A partner's report of a day: who played on it, each with one look, and of each the rounds of a day by their ids, so that neither what else was played is read nor who did not play.
-- drawn_at: what of a day is outside of the span is left out without a look at the round.
create index partner_round_report on partner_round (partner_id, ((drawn_at at time zone 'UTC')::date), player_id, id, drawn_at) where drawn_at is not null;
create index partner_free_round_report on partner_free_round (player_id, ending_at) where ending_at is not null;

-- A vendor's round by the id we call it, which is made of its moment: asked by officers alone, so that what a bet pays for it is a block's ends now and then and no entry of a tree.
create index vendor_round_ours on vendor_round using brin (round_id uuid_minmax_multi_ops) with (autosummarize = on);

-- The codes of an account, which end together.
create index code_account on code (account_id) where account_id is not null;

-- The reviewers' queue in its order: the second a case is due, and its number.
create index verification_waiting on verification ((extract(epoch from coalesce(due_at, at) at time zone 'UTC')::bigint * 1000000 + number % 1000000)) where state = 'submitted';

-- Since when, by the clock, somebody's records of a vendor's play could not be booked: so long they are asked for again, also where a worker catches up.
alter table vendor_play_window add column waits_since timestamptz;
