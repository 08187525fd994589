-- What a vendor's games paid back besides its jackpots: one large win hides for long what a game pays.

-- A member's wins out of jackpots, which are few, beside contributions, which come with every bet.
create index vendor_jackpot_win on vendor_jackpot (wallet_id) where win is not null;

-- jackpot: what of the wins came out of jackpots; plain_products and plain_squares: as products and win_squares, of the wins without it.
alter table vendor_game_day
  add column jackpot numeric not null default 0,
  add column plain_products numeric not null default 0,
  add column plain_squares numeric not null default 0;
update vendor_game_day set plain_products = products, plain_squares = win_squares;

-- What of a round's wins came out of a vendor's jackpot up to a moment, in minor units with their fraction; a win that was taken back by then counts no more.
create function jackpot_of_round(wallet bigint, round uuid, upto timestamptz) returns numeric language sql stable as $$
  select coalesce(sum(j.win), 0) / 1000000
  from vendor_jackpot j join vendor_entry e on e.wallet_id = j.wallet_id and e.ref = j.ref
  where j.wallet_id = wallet and j.win is not null and e.round_id = round and e.at <= upto
    and not exists (select from vendor_entry u where u.wallet_id = e.wallet_id and u.original = e.ref and u.type = 3 and u.amount > 0 and u.at <= upto)
$$;
