-- Reading back: the account record by kind and by days, statements by month, all at a cost that does not grow with what lies before.

-- Bets are nearly all of the journal and are found by seq alone; as they are left out here, a bet pays nothing for this index.
create index transfer_other on transfer (wallet_id, kind, seq) where kind <> 1;

-- What a member sent today is summed under the sender's lock.
create index member_transfer_day on member_transfer (from_account, at);

-- The first line of a wallet that is not older than a moment, found by halving the wallet's seqs: an index on (wallet_id, at) would be paid for by every bet.
-- Two transactions may take their moments in one order and the wallet's lock in the other, by less than a minute: whoever asks for an exact edge
-- looks a minute further to both sides and compares `at` itself.
create function journal_seq(of_wallet bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 1; high bigint := coalesce((select seq from wallet where id = of_wallet), 0) + 1; middle bigint;
begin
  while low < high loop
    middle := (low + high) / 2;
    if (select at from transfer where wallet_id = of_wallet and seq = middle) < moment then low := middle + 1; else high := middle; end if;
  end loop;
  return low;
end $$;

-- What the lines of a wallet before a moment sum up to, and how many they are.
create function journal_before(of_wallet bigint, moment timestamptz, out balance bigint, out lines bigint) language plpgsql stable as $$
declare
  near bigint := journal_seq(of_wallet, moment - interval '1 minute'); far bigint := journal_seq(of_wallet, moment + interval '1 minute');
begin
  select coalesce((select balance_after from transfer where wallet_id = of_wallet and seq = near - 1), 0) + coalesce(sum(t.amount), 0), near - 1 + count(*)
    into balance, lines
  from transfer t where t.wallet_id = of_wallet and t.seq >= near and t.seq < far and t.at < moment;
end $$;
