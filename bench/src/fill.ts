import type { Database } from "@laro/server/platform/db";
import { ACCOUNTS, BALANCE_MINOR, BETTORS, crowdCode, CROWD, HUB, launchTokenOf, LOBBY_GAMES, refOf, tokenOf, VENDOR } from "./players.ts";

/** Accounts start far from the demo world's, so that a player's number is its account's. */
const ACCOUNT_FIRST = 1_000_000;

const statements = [
  `insert into account (id, name, nickname, type, password_hash, password_changed_at, created_at) overriding system value
   select ${ACCOUNT_FIRST} + n, 'bench' || n, 'bench' || n, 0, 'none', now(), now() from generate_series(0, ${ACCOUNTS} - 1) n`,
  `insert into wallet (account_id, kind, currency, balance, seq)
   select ${ACCOUNT_FIRST} + n, kind, 'PHP', case when kind = 1 then ${BALANCE_MINOR} else 0 end, (kind = 1)::int
   from generate_series(0, ${ACCOUNTS} - 1) n, generate_series(1, 3) kind order by n, kind`,
  // What two officers gave each of them.
  `insert into adjustment (id, account_id, kind, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_at)
   select gen_random_uuid(), account_id, 'credit', ${BALANCE_MINOR}, 'bench', 'confirmed', 1, 'one', now(), 2, now() from wallet where kind = 1`,
  `with opened as (select w.id, derived_id('adjustment', j.id::text) as ref from adjustment j join wallet w on w.account_id = j.account_id and w.kind = 1),
   line as (insert into transfer select id, 1, ref, -301, ${BALANCE_MINOR}, 5, null, ${BALANCE_MINOR}, now() from opened)
   insert into idempotency select ref, id, 0, null, ${BALANCE_MINOR}, now() from opened`,
  `insert into seed (wallet_id, server_seed, server_seed_hash, client_seed, created_at)
   select id, sha256(id::text::bytea), sha256(sha256(id::text::bytea)), 'bench', now() from wallet where kind = 1`,
  `update wallet w set seed_id = s.id from seed s where s.wallet_id = w.id`,
  `insert into session (token_hash, kind, subject_id, must_change_password, ip, created_at, seen_at)
   select sha256(('${tokenOf(0).slice(0, -1)}' || n)::bytea), 'member', ${ACCOUNT_FIRST} + n, false, '127.0.0.1', now(), now() from generate_series(0, ${BETTORS} - 1) n`,
  // Every rule is on: limits that nobody reaches are checked with every bet all the same.
  `insert into play_limit (account_id, kind, period, amount, updated_at)
   select ${ACCOUNT_FIRST} + n, kind, period, ${BALANCE_MINOR}, now()
   from generate_series(0, ${ACCOUNTS} - 1) n, unnest(array['stake', 'loss']) kind, unnest(array['day', 'week', 'month']) period`,
  `insert into play_protection (account_id, reality_minutes, reality_checked_at) select ${ACCOUNT_FIRST} + n, 240, now() from generate_series(0, ${ACCOUNTS} - 1) n`,
  `update wallet set limited = true where kind = 1`,
  `insert into game_popularity select case when game < 3 then game else 1000 + game end, game * 1000, now() from generate_series(1, ${LOBBY_GAMES}) game`,
  // A vendor with as many games as a casino's lobby has, beside the house's two; it stands in for the sandbox's.
  `insert into vendor (id, code, name, state, simulated, sort, calls_per_s, calls_at_once)
   values (${VENDOR.id}, '${VENDOR.code}', '${VENDOR.code}', 'live', true, 90, 100000, 1000)`,
  `insert into vendor_player (vendor_id, player_ref, account_id)
   select ${VENDOR.id}, '${refOf(0).slice(0, -1)}' || n, ${ACCOUNT_FIRST} + n from generate_series(0, ${BETTORS} - 1) n`,
  `insert into studio (code, vendor_id, name, node_id, sort, lettering) values ('BENCH', 90, 'BENCH', 2900, 90, 0)`,
  // One that speaks the second protocol, whose bets bear the token of a launch, and a crowd of others.
  `insert into vendor (id, code, name, state, simulated, sort, protocol, calls_per_s, calls_at_once)
   values (${HUB.id}, '${HUB.code}', '${HUB.code}', 'live', true, 91, 'hub88', 100000, 1000)`,
  `insert into vendor (id, code, name, state, simulated, sort)
   select ${CROWD.firstId} + n, '${crowdCode(0).slice(0, -1)}' || n, 'Crowd', 'live', true, 100 + n from generate_series(0, ${CROWD.count} - 1) n`,
  `insert into vendor_player (vendor_id, player_ref, account_id)
   select vendor.id, '${refOf(0).slice(0, -1)}' || n, ${ACCOUNT_FIRST} + n from generate_series(0, ${BETTORS} - 1) n, vendor
   where vendor.id = ${HUB.id} or (vendor.id >= ${CROWD.firstId} and n % ${CROWD.count} = vendor.id - ${CROWD.firstId})`,
  `insert into studio (code, vendor_id, name, node_id, sort, lettering)
   select v.code, v.id, v.code, 2600 + v.id, 90, 0 from vendor v where v.id = ${HUB.id} or v.id >= ${CROWD.firstId}`,
  `insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, classes, features, state, lines, stake_min, stake_max, max_win_multiple,
     rtp_bps, rtp_source, volatility, demo, sort, released_on)
   select 1000 + game, 10000 + game, 90, 'BENCH', 'GAME_' || game, 'Game ' || game, 'RNG', 'RNG', '{slots}', '{reels}', 'open', 20, 100, 100000, 156,
     9600, 'stated', 2, true, game, '2026-01-01' from generate_series(3, ${LOBBY_GAMES}) game`,
  `insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, classes, features, state, lines, stake_min, stake_max, max_win_multiple,
     rtp_bps, rtp_source, volatility, demo, sort, released_on)
   select ${HUB.gameId} + v.id - ${HUB.id}, 15000 + v.id, v.id, v.code, '${HUB.game}', v.code, 'RNG', 'RNG', '{slots}', '{reels}', 'open', 20, 100, 100000, 156,
     9600, 'stated', 2, true, v.id, '2026-01-01' from vendor v where v.id = ${HUB.id} or v.id >= ${CROWD.firstId}`,
  `insert into launch (id, account_id, game_id, mode, language, at, opened_at, seen_at, token_hash)
   select gen_random_uuid(), ${ACCOUNT_FIRST} + n, ${HUB.gameId}, 'real', 'EN', now(), now(), now(), sha256(('${launchTokenOf(0).slice(0, -1)}' || n)::bytea)
   from generate_series(0, ${BETTORS} - 1) n`,
  // The same lobby as a table, as the naive stack would keep it.
  `create table naive_game as
   select node_id::text as "nodeId", name as "gameName", name as "displayName", game_type as "gameType", '/TCG_GAME_ICONS/' || node_id || '.svg' as "iconUrl",
     null::text as "lagerIcon", studio as vassalage, studio as "vendorCode", studio as "vendorName", game_code as "gameCode", 'GAME' as "isGame", (id % 2)::int as "isHot",
     case id % 2 when 1 then 'played' end as "hotWhy", 0 as "isNew", (500 + row_number() over (order by id))::int as popularity, 'open' as state, null::text as until,
     false as maintenance, id > 2 as simulated, demo, lines, stake_min as "stakeMin", stake_max as "stakeMax", (rtp_bps / 100.0)::numeric(5, 2)::text as rtp,
     rtp_source as "rtpSource", volatility, features, classes as "gameClassify" from game`,
  `create index naive_game_popularity on naive_game (popularity)`,
];

/** Fills an empty platform with players whose balances the journal explains; no statistics are gathered. */
export async function fillPlayers({ pool }: Database): Promise<void> {
  for (const statement of statements) await pool.query(statement);
}

export interface Player {
  readonly accountId: bigint;
  readonly walletId: bigint;
}

/** The players with their main wallets, in their own order. */
export async function listPlayers({ pool }: Database): Promise<readonly Player[]> {
  const { rows } = await pool.query<Player>(
    `select account_id as "accountId", id as "walletId" from wallet where kind = 1 and account_id >= ${ACCOUNT_FIRST} order by account_id`,
  );
  return rows;
}
