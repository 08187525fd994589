import type { Database } from "@laro/server/platform/db";

interface Growth {
  readonly toRows: number;
  /** The first of them gets a tenth of everything. */
  readonly players: number;
  readonly say: (text: string) => void;
}

const ROUNDS_PER_WALLET_MAX = 20;
/** Of a player's year, the share each step takes: later steps are younger, so every wallet's lines are in the order of their time. */
const MINUTES_PER_STEP = 900;
const FIRST_STEP_DAYS_AGO = 360;

/** A round of even money for each wallet and step, spread over the step's hours: two lines that cancel, so that balances stay and the books are right. */
const STEP = `
  with w as (
    select id, seq, balance, row_number() over (order by account_id) - 1 as n from wallet where kind = 1 and account_id >= 1000000 order by account_id limit $1
  ), fresh as materialized (
    select w.id as wallet, w.seq, w.balance, i, at,
           (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(random, 1, 3) || '8' || substr(random, 4, 15))::uuid as round,
           (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(random, 17, 3) || '9' || substr(random, 20, 13) || '00')::uuid as ref
    from w cross join lateral generate_series(1, case when n = 0 then $3::int when n < $4 then $2::int else 0 end) i
    cross join lateral (select now() - ($5 - (i::float8 / case when n = 0 then $3::int else $2::int end)) * interval '1 minute' * $6 + n * interval '1 millisecond' as at) t
    cross join lateral (select md5(w.id || ' ' || i || ' ' || $5) as random) r
    order by at
  ), lines as (
    insert into transfer (wallet_id, seq, ref, contra, amount, kind, round_id, balance_after, at)
    select wallet, seq + 2 * i - leg.back, ref, -1, leg.amount, 1, round, balance - leg.back * 100, at from fresh cross join (values (1, -100), (0, 100)) leg(back, amount)
  ), rounds as (
    insert into round (wallet_id, id, game_id, stake, win, status, detail, at)
    select wallet, round, 1, 100, 100, 1, '{"choice":{"side":"under","target":5000},"outcome":{"roll":4321,"multiplier":198}}', at from fresh
  ), ids as (
    insert into idempotency (ref, wallet_id, digest, round_id, balance_after, at) select ref, wallet, 0, round, balance, at from fresh
  )
  update wallet set seq = wallet.seq + 2 * f.count, staked = staked + 100 * f.count, won = won + 100 * f.count
  from (select wallet as id, count(*) as count from fresh group by wallet) f where wallet.id = f.id`;

/** Rollbacks of what never came: each is an entry of a vendor for ever and moves nothing, so that the books stay right. */
const ENTRIES = `
  insert into vendor_entry (wallet_id, ref, vendor_id, game_id, type, amount, digest, foreign_id, balance_after, at)
  select w.id, gen_random_uuid(), $1::int, -$1::int, 9, 0, 0, 'grown ' || i, w.balance, now()
  from (select id, balance from wallet where kind = 1 and account_id >= 1000000 order by account_id limit $2) w cross join generate_series(1, $3) i`;
const ENTRIES_AT_ONCE = 50;

/** Adds entries of a vendor's until there are so many. */
export async function growEntries({ pool }: Database, { toRows, players, vendorId }: { toRows: number; players: number; vendorId: number }): Promise<void> {
  const { rows } = await pool.query<{ count: bigint }>("select count(*) from vendor_entry");
  let each = Math.floor((toRows - Number(rows[0]!.count)) / players);
  for (; each > 0; each -= ENTRIES_AT_ONCE) await pool.query(ENTRIES, [vendorId, players, Math.min(each, ENTRIES_AT_ONCE)]);
}

let steps = 0;

/** Adds rounds until the journal has so many rows. */
export async function growJournal({ pool }: Database, { toRows, players, say }: Growth): Promise<void> {
  const { rows } = await pool.query<{ count: bigint }>("select count(*) from transfer where kind = 1");
  let missing = Math.max(0, Math.floor((toRows - Number(rows[0]!.count)) / 2));
  while (missing > 0) {
    const share = Math.floor(missing / 10);
    const perWallet = Math.min(ROUNDS_PER_WALLET_MAX, Math.max(1, Math.floor((missing - share) / players)));
    const wallets = Math.min(players, Math.max(2, Math.floor((missing - share) / perWallet)));
    const forFirst = Math.max(1, Math.min(share, Math.floor((perWallet * wallets) / 9)));
    const daysAgo = (FIRST_STEP_DAYS_AGO * 24 * 60) / MINUTES_PER_STEP - steps++;
    await pool.query(STEP, [players, perWallet, forFirst, wallets, daysAgo, MINUTES_PER_STEP]);
    missing -= forFirst + perWallet * (wallets - 1);
    if (steps % 10 === 0) say(`  growing: ${missing.toLocaleString("en")} rounds to go`);
  }
}
