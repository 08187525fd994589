/** Whether what people do costs the same when the journal has grown a thousandfold: `npm run bench -- growth`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { roundKey, transactionId } from "@laro/server/core/vendors/ids";
import { readAudit } from "@laro/server/core/wallet/audit";
import { openDatabase, type Database } from "@laro/server/platform/db";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { newId } from "@laro/server/platform/ids";
import { prepareDatabase } from "@laro/server/platform/migrate";
import type { Platform } from "@laro/server/platform/routes";
import { completeWorld } from "@laro/server/roles/seed/people";
import { fillPlayers, listPlayers, type Player } from "./fill.ts";
import { growEntries, growJournal } from "./growJournal.ts";
import { actorOf, findRoute, openBenchPlatform } from "./platform.ts";
import { BETTORS, CYCLE_MS, PLAYERS, rotation, STAKE_MINOR, VENDOR } from "./players.ts";
import { type Cost, costLine, costTable, type Load, measureCosts } from "./flat.ts";

const LEVELS = [10_000, 100_000, 1_000_000, 10_000_000] as const;
const BET_WARM_UP_CALLS = 2_000;
const READ_WARM_UP_CALLS = 50;
const BET_CALLERS = 32;
const READ_CALLERS = 4;
const PAGE = 20;
const DEEP_PAGE = 1_000;
/** The first of the bench's vendor. */
const GAME_ID = 1_003;

/** Grows a journal step by step and says what bets and reads cost at each; answers whether the books are right after all of it. */
export async function benchGrowth({
  rows,
  json,
  say,
  signal,
}: {
  rows: number;
  json: string | undefined;
  say: (text: string) => void;
  signal: AbortSignal;
}): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "laro-growth-"));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  // What the server does by itself would be counted as what people do: it is asked for it before each measurement. Who keeps ten million rows gives their database memory.
  const server = await startEmbeddedPostgres(dataDir, {
    settings: { shared_buffers: "2GB", max_wal_size: "8GB", checkpoint_timeout: "30min", autovacuum: "off" },
    signal,
  });
  running.defer(() => server.stop());
  await prepareDatabase(server.url);
  const owner = openDatabase(server.url, { connections: 1, role: "laro", isPatient: true });
  running.defer(() => owner.close());
  await fillPlayers(owner);
  await owner.begin((tx) => completeWorld(tx, new Date()));
  Object.assign(process.env, { DATABASE_URL: server.url, LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox", LARO_ROLES: "api" });
  const opened = await openBenchPlatform();
  running.defer(() => opened.close());
  const players = await listPlayers(owner);

  const levels = LEVELS.filter((level) => level <= rows);
  const costs = new Map<number, readonly Cost[]>();
  for (const level of levels) {
    signal.throwIfAborted();
    await growJournal(owner, { toRows: level, players: PLAYERS, say });
    await growEntries(owner, { toRows: level, players: PLAYERS, vendorId: VENDOR.id });
    await owner.pool.query("vacuum analyze");
    await owner.pool.query("checkpoint");
    const loads = await loadsOf(opened.platform, owner, players);
    // What a process learns at its first calls is not the journal's cost.
    if (costs.size === 0) await measureCosts(loads, { postgres: server.pid, pool: opened.platform.database.pool });
    costs.set(level, await measureCosts(loads, { postgres: server.pid, pool: opened.platform.database.pool }));
    say(`${level.toLocaleString("en")} journal rows: ${costLine(costs.get(level)!)}`);
  }
  const table = costTable(costs);
  say(`\n${table.text}`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(table.ratios, null, 2)}\n`);
  const auditor = openDatabase(server.url, { connections: 1, isPatient: true });
  running.defer(() => auditor.close());
  const faults = await readAudit(auditor.db);
  for (const fault of faults) say(fault);
  say(faults.length === 0 ? "The audit finds nothing." : `The audit finds ${faults.length} faults.`);
  return faults.length === 0;
}

/** What a player does, on many wallets, and on the one that has a tenth of all lines. */
async function loadsOf(platform: Platform, owner: Database, players: readonly Player[]): Promise<readonly Load[]> {
  const { database, ledger, clock, timeZone } = platform;
  const ask = (name: string, accountId: bigint, input: object, laterMs = 0): Promise<unknown> => {
    const actor = actorOf(accountId);
    return findRoute(name).handle({
      actor,
      input,
      now: new Date(clock.now().getTime() + laterMs),
      platform,
      requestId: "",
      visitor: undefined,
      db: database.db,
      ledger,
    });
  };
  const next = rotation(PLAYERS);
  // Bets are on wallets that do not grow, because what is grown is of the past.
  const nextBettor = (): bigint => players[BETTORS + next()]!.accountId;
  const nextReader = (): bigint => players[next()]!.accountId;
  const whale = players[0]!;
  const deep = await cursorsOf(owner, whale.walletId);
  const { rows } = await owner.pool.query<{ month: string }>("select to_char($1::timestamptz at time zone $2, 'YYYY-MM') as month", [clock.now(), timeZone]);
  const choice = { target: 5000, side: "under" };
  const one = (title: string, call: () => Promise<unknown>): Load => ({ title, callers: READ_CALLERS, warmUpCalls: READ_WARM_UP_CALLS, call });
  return [
    {
      title: "bet",
      callers: BET_CALLERS,
      warmUpCalls: BET_WARM_UP_CALLS,
      call: () => ask("rounds.play", nextBettor(), { requestId: newId(clock.now()), gameCode: "DICE", stake: STAKE_MINOR, choice }, ++bets * CYCLE_MS),
    },
    {
      title: "vendor's bet and win",
      callers: BET_CALLERS,
      warmUpCalls: BET_WARM_UP_CALLS,
      call: () => bookRound(platform, players[BETTORS + next()]!.walletId),
    },
    one("balance", () => ask("wallet.balance", nextReader(), {})),
    one("betting record", () => ask("rounds.mine", whale.accountId, {})),
    one("betting record, deep", () => ask("rounds.mine", whale.accountId, { cursor: deep.round })),
    one("account record, deep", () => ask("wallet.history", whale.accountId, { cursor: deep.seq })),
    one("statement", () => ask("reports.statement", nextReader(), { month: rows[0]!.month })),
  ];
}

let bets = 0;
let booked = 0;

/** A vendor's bet and its win in one call, by which their round ends. */
function bookRound({ vendorLedger }: Platform, walletId: bigint): Promise<unknown> {
  const [foreignId, where] = [`bench ${booked++}`, { code: VENDOR.code, walletId }];
  const step = (type: "bet" | "win") => ({
    ref: transactionId(where, `${foreignId} ${type}`),
    type,
    amountMinor: STAKE_MINOR,
    digest: 0n,
    foreignId: `${foreignId} ${type}`,
  });
  const round = { walletId, vendorId: VENDOR.id, gameId: GAME_ID, key: roundKey(where, foreignId), foreignId, lookAfterS: 600 };
  return vendorLedger.book({ round, steps: [step("bet"), step("win")], closes: true });
}

/** Where page 1,000 of the fullest wallet begins, or the middle of what it has. */
async function cursorsOf({ pool }: Database, walletId: bigint): Promise<{ round: string; seq: string }> {
  const skip = "least($2, (select count(*) / 2 from round where wallet_id = $1))";
  const { rows } = await pool.query<{ round: string; seq: string }>(
    `select (select id from round where wallet_id = $1 order by id desc offset ${skip} limit 1) as round,
            (select seq::text from transfer where wallet_id = $1 order by seq desc offset ${skip} limit 1) as seq`,
    [walletId, PAGE * DEEP_PAGE],
  );
  return rows[0]!;
}
