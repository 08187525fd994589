/** Whether a page of a lobby's list costs the same with a hundred games and with ten thousand: `npm run bench -- lists`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "@laro/server/platform/db";
import { startEmbeddedPostgres } from "@laro/server/platform/embedded-postgres";
import { prepareDatabase } from "@laro/server/platform/migrate";
import type { Platform } from "@laro/server/platform/routes";
import { type Cost, costLine, costTable, type Load, measureCosts } from "./flat.ts";
import { findRoute, openBenchPlatform } from "./platform.ts";
import { VENDOR } from "./players.ts";

const LEVELS = [100, 1_000, 10_000] as const;
const FIRST_ID = 10_000;
const CALLERS = 4;
const WARM_UP_CALLS = 100;
/** A process looks at the catalogue once a second. */
const LOOK_MS = 1_100;
const PAGE = 20;
/** A page is made faster than a processor's time is counted. */
const TOGETHER = 20;
const guest = { kind: "guest", ip: "127.0.0.1" } as const;

const vendorRows = [
  `insert into vendor (id, code, name, state, simulated, sort) values (${VENDOR.id}, '${VENDOR.code}', '${VENDOR.code}', 'live', true, 90)`,
  `insert into studio (code, vendor_id, name, node_id, sort, lettering) values ('${VENDOR.code}', ${VENDOR.id}, '${VENDOR.code}', 2900, 90, 0)`,
];

/** Half of them slots, half of them tables. */
const gameRows = (from: number, to: number): string => `
  insert into game (id, node_id, vendor_id, studio, game_code, name, game_type, category, classes, features, state, lines, stake_min, stake_max, max_win_multiple,
    rtp_bps, rtp_source, volatility, demo, sort, released_on)
  select ${FIRST_ID} + game, ${FIRST_ID} + game, ${VENDOR.id}, '${VENDOR.code}', 'GAME_' || game, 'Game ' || game, t.type, t.type, '{slots}', '{reels}', 'open', 20, 100, 100000, 156,
    9600, 'stated', 2, true, game, '2026-01-01'
  from generate_series(${from + 1}, ${to}) game, lateral (select case game % 2 when 0 then 'RNG' else 'LIVE' end as type) t`;

interface Options {
  readonly json: string | undefined;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Adds games step by step and says what a page of them costs at each; answers whether each cost stayed what it was. */
export async function benchLists({ json, say, signal }: Options): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "laro-lists-"));
  running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres(dataDir, { signal });
  running.defer(() => server.stop());
  await prepareDatabase(server.url);
  const owner = openDatabase(server.url, { connections: 1, role: "laro", isPatient: true });
  running.defer(() => owner.close());
  for (const statement of vendorRows) await owner.pool.query(statement);
  Object.assign(process.env, { DATABASE_URL: server.url, LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox", LARO_ROLES: "api" });
  const opened = await openBenchPlatform();
  running.defer(() => opened.close());

  const costs = new Map<number, readonly Cost[]>();
  let games = 0;
  for (const level of LEVELS) {
    signal.throwIfAborted();
    await owner.pool.query(gameRows(games, level));
    games = level;
    await sleep(LOOK_MS);
    const loads = await loadsOf(opened.platform, owner);
    // What a process learns at its first calls is not the catalogue's cost.
    if (costs.size === 0) await measureCosts(loads, { postgres: server.pid, pool: opened.platform.database.pool });
    costs.set(level, await measureCosts(loads, { postgres: server.pid, pool: opened.platform.database.pool }));
    say(`${level.toLocaleString("en")} games: ${costLine(costs.get(level)!)}`);
  }
  const { text, ratios, isFlat } = costTable(costs);
  say(`\n${text}`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(ratios, null, 2)}\n`);
  return isFlat;
}

/** Pages as people turn them, each made anew: what a server keeps of an answer for two seconds is not asked. */
async function loadsOf(platform: Platform, { pool }: Database): Promise<readonly Load[]> {
  const { database, ledger, clock } = platform;
  const ask = (name: string, input: object): Promise<unknown> =>
    findRoute(name).handle({ actor: guest, input, now: clock.now(), platform, requestId: "", visitor: undefined, db: database.db, ledger });
  const { rows } = await pool.query<{ pages: number }>("select count(*)::int / $1 as pages from game where game_type = 'RNG' and state = 'open'", [PAGE]);
  const { pages } = rows[0]!;
  const load = (title: string, name: string, input: object): Load => ({
    title: `${TOGETHER} × ${title}`,
    callers: CALLERS,
    warmUpCalls: WARM_UP_CALLS,
    // Nothing of it waits for anything: the loop would never hear that its time is over.
    call: async () => {
      for (let times = 0; times < TOGETHER; times += 1) await ask(name, input);
      await setImmediate();
    },
  });
  return [
    load("first page", "games.list", { gameType: "RNG" }),
    load("page half way", "games.list", { gameType: "RNG", pageNo: Math.ceil(pages / 2) }),
    load("last page", "games.list", { gameType: "RNG", pageNo: pages }),
    load("sifted, by name", "games.list", { gameType: "ALL", feature: "reels", minimumBet: 100n, sort: "name", withFacets: "1" }),
    load("a game's page", "games.info", { code: String(FIRST_ID + 1) }),
  ];
}
