/**
 * Proof of shared draws: two processes settle one draw of many tickets at once and are killed over and over. Every ticket is closed once, what was paid is what the
 * engine says of each ticket, and the draw says so. The long form: `npm run proof draws`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { makeChain, ownSalt, saltChain } from "../core/draws/chain.ts";
import { drawResult, moveDraw, scheduleDraw } from "../core/draws/draws.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { houseAccount } from "../core/wallet/posting.ts";
import { systemClock } from "../platform/clock.ts";
import { projectRoot, readConfig } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { openPlatform, type OpenPlatform } from "../roles/platform.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import { type Bettor, openPlayers } from "./players.ts";

export interface DrawsProof {
  readonly databaseUrl: string;
  readonly tickets: number;
  readonly members: number;
  readonly kills: number;
  /** A settlement that takes longer is a fault. */
  readonly limitMs: number;
  readonly say?: (line: string) => void;
}

export interface DrawsReport {
  readonly tickets: number;
  readonly deaths: number;
  /** What the draw paid, in minor units. */
  readonly paid: bigint;
  readonly settledMs: number;
  readonly faults: readonly string[];
}

type Result = ReturnType<(typeof rouletteTable)["drawResult"]>;

const ROULETTE = 14;
const SERIES = "PROOF";
const SETTLERS = 2;
const BUYERS = 256;
const STAKE_UNITS_MAX = 5;
const HOUR_MS = 60 * 60_000;
const POLL_MS = 20;
const JITTER_MS_MAX = 60;
const FAULTS_MAX = 10;
const SPOTS = ["red", "black", "even", "low", "dozen1", "column2", "7", "0-1", "32-35"] as const;

interface Bought {
  readonly id: string;
  readonly walletId: bigint;
  readonly bets: Readonly<Record<string, string>>;
}

/** A draw that takes tickets, with a chain of its own. */
async function openDraw({ platform: { database, keys, clock } }: OpenPlatform): Promise<bigint> {
  return database.begin(async (tx) => {
    const now = clock.now();
    const chainId = await makeChain(tx, keys, { series: SERIES, length: 2, now });
    await saltChain(tx, { chainId, salt: ownSalt(), source: "this proof", now });
    const closesAt = new Date(now.getTime() + HOUR_MS);
    const times = { opensAt: now, closesAt, drawsAt: closesAt };
    const id = await scheduleDraw(tx, keys, { series: SERIES, number: "1", gameId: ROULETTE, memberMax: 100_000_00n, ...times });
    await moveDraw(tx, id, "scheduled", "open");
    return id;
  });
}

/** Buys tickets on chosen spots, as members do. */
async function buyAll({ platform: { ledger, clock } }: OpenPlatform, members: readonly Bettor[], drawId: bigint, count: number): Promise<readonly Bought[]> {
  const bought: Bought[] = [];
  const buy = async (index: number): Promise<void> => {
    const { walletId } = members[index % members.length]!;
    const bets = { [SPOTS[randomInt(SPOTS.length)]!]: `${randomInt(1, STAKE_UNITS_MAX)}.00`, [SPOTS[index % SPOTS.length]!]: "1.00" };
    const debitMinor = rouletteTable.stakeOf({ bets });
    const posting = { ref: newId(clock.now()), walletId, contra: houseAccount(ROULETTE), kind: "bet", debitMinor, creditMinor: 0n, digest: 0n } as const;
    const { roundId } = await ledger.post({ ...posting, ticket: { gameId: ROULETTE, drawId, choice: { bets } } });
    bought.push({ id: roundId!, walletId, bets });
  };
  let next = 0;
  const buyer = async (): Promise<void> => {
    while (next < count) await buy(next++);
  };
  await Promise.all(Array.from({ length: Math.min(BUYERS, members.length) }, buyer));
  return bought;
}

/** Processes that settle one draw at once; each is killed and begun again when asked. */
class Settlers {
  readonly #children: ChildProcess[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #drawId: bigint;

  constructor(env: NodeJS.ProcessEnv, drawId: bigint) {
    this.#env = env;
    this.#drawId = drawId;
  }

  start(place: number): void {
    const script = join(projectRoot, "server/src/proofs/draws.settler.ts");
    this.#children[place] = spawn(process.execPath, [script, String(this.#drawId)], { env: this.#env, stdio: ["ignore", "inherit", "inherit"] });
  }

  /** Ends one as a power cut does; false where it had ended by itself. */
  async kill(place: number): Promise<boolean> {
    const child = this.#children[place]!;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    return child.signalCode === "SIGKILL";
  }

  /** What ended other than it should have. */
  faults(): readonly string[] {
    return this.#children.flatMap(({ exitCode }) => (exitCode === null || exitCode === 0 ? [] : [`a settler ended with ${exitCode}`]));
  }
}

/** Runs the proof on a migrated database of its own; no faults means it holds. */
export async function proveDraws({ databaseUrl, tickets, members, kills, limitMs, say = () => undefined }: DrawsProof): Promise<DrawsReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "laro-draws-"));
  const env = { ...process.env, DATABASE_URL: databaseUrl, LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox", LARO_ROLES: "api", LARO_LOG: "error" };
  const config = readConfig(env);
  const people = await openPlayers(databaseUrl, members, () => 100_000_00n);
  const opened = await openPlatform({ config, keys: await loadKeys(config), url: databaseUrl, clock: systemClock, log: createLog("silent") });
  const { database, keys, clock } = opened.platform;
  try {
    const drawId = await openDraw(opened);
    const bought = await buyAll(opened, people, drawId, tickets);
    say(`${bought.length} tickets are bought`);
    await database.begin((tx) => moveDraw(tx, drawId, "open", "closed"));
    const result = (await database.begin((tx) => drawResult(tx, keys, { id: drawId, now: clock.now() }))) as Result;
    const { deaths, settledMs, faults } = await settle({ env, databaseUrl, drawId, tickets, kills, limitMs, say });
    const checked = await findDrawFaults(databaseUrl, { drawId, bought, result });
    const audited = await readAudit(database.db);
    return { tickets: bought.length, deaths, settledMs, paid: checked.paid, faults: [...faults, ...checked.faults, ...audited] };
  } finally {
    await opened.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Settling = Omit<DrawsProof, "members"> & { readonly env: NodeJS.ProcessEnv; readonly drawId: bigint; readonly say: (line: string) => void };

async function settle({ env, databaseUrl, drawId, tickets, kills, limitMs, say }: Settling) {
  const settlers = new Settlers(env, drawId);
  const began = Date.now();
  const openTickets = async (): Promise<number> => {
    const [row] = await asOwner<{ open: number }>(databaseUrl, "select count(*)::int as open from open_round where draw_id = $1", [String(drawId)]);
    return row!.open;
  };
  const waitFor = async (isThere: () => Promise<boolean>): Promise<boolean> => {
    while (Date.now() - began < limitMs) {
      if (await isThere()) return true;
      await new Promise((wait) => setTimeout(wait, POLL_MS));
    }
    return false;
  };
  let deaths = 0;
  for (let place = 0; place < SETTLERS; place += 1) settlers.start(place);
  for (let kill = 1; kill <= kills; kill += 1) {
    const left = tickets - Math.floor((tickets * kill) / (kills + 1));
    if (!(await waitFor(async () => (await openTickets()) <= left))) break;
    await new Promise((wait) => setTimeout(wait, randomInt(JITTER_MS_MAX)));
    const place = randomInt(SETTLERS);
    if (await settlers.kill(place)) deaths += 1;
    settlers.start(place);
    say(`killed ${kill} of ${kills}: ${await openTickets()} of ${tickets} tickets are open`);
  }
  const isOver = await waitFor(async () => {
    const [draw] = await asOwner<{ state: string }>(databaseUrl, "select state from draw where id = $1", [String(drawId)]);
    return draw!.state === "settled";
  });
  const settledMs = Date.now() - began;
  const faults = [...settlers.faults(), ...(isOver ? [] : [`the draw is not over after ${limitMs} ms`])];
  for (let place = 0; place < SETTLERS; place += 1) await settlers.kill(place);
  return { deaths, settledMs, faults };
}

const CLOSED = "select part_of as id, count(*)::int as times, sum(win)::text as win from round where draw_id = $1 and status = 4 group by part_of";
const DRAW = "select state, tickets, staked::text, paid::text from draw where id = $1";
const JOURNAL =
  "select coalesce(sum(t.amount), 0)::text as paid from transfer t join round r on r.wallet_id = t.wallet_id and r.id = t.round_id where r.draw_id = $1 and r.status = 4";

/** Compares each ticket with what the engine says of it, and the draw with their sum. */
async function findDrawFaults(
  url: string,
  { drawId, bought, result }: { drawId: bigint; bought: readonly Bought[]; result: Result },
): Promise<{ faults: readonly string[]; paid: bigint }> {
  const closed = new Map((await asOwner<{ id: string; times: number; win: string }>(url, CLOSED, [String(drawId)])).map((row) => [row.id, row]));
  const faults: string[] = [];
  let [paid, staked] = [0n, 0n];
  for (const { id, bets } of bought) {
    const { winMinor } = rouletteTable.settle({ bets: { bets }, result });
    [paid, staked] = [paid + winMinor, staked + rouletteTable.stakeOf({ bets })];
    const row = closed.get(id);
    if (row?.times !== 1 || row.win !== String(winMinor)) faults.push(`ticket ${id} wins ${winMinor} and is booked as ${JSON.stringify(row)}`);
  }
  if (closed.size !== bought.length) faults.push(`${closed.size} tickets are closed, ${bought.length} were bought`);
  const [draw] = await asOwner<{ state: string; tickets: number; staked: string; paid: string }>(url, DRAW, [String(drawId)]);
  const said = JSON.stringify(draw);
  if (said !== JSON.stringify({ state: "settled", tickets: bought.length, staked: String(staked), paid: String(paid) })) faults.push(`the draw says ${said}`);
  const [journal] = await asOwner<{ paid: string }>(url, JOURNAL, [String(drawId)]);
  if (journal!.paid !== String(paid)) faults.push(`the journal paid ${journal!.paid}, the engine says ${paid}`);
  return { faults: faults.slice(0, FAULTS_MAX), paid };
}

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const { url, drop } = await createTestDatabase();
  try {
    const report = await proveDraws({ databaseUrl: url, tickets: 100_000, members: 1_000, kills: 50, limitMs: 20 * 60_000, say });
    for (const fault of report.faults) say(`FAULT ${fault}`);
    say(`${report.tickets} tickets, ${report.deaths} deaths, ${report.paid} centavos paid, settled in ${(report.settledMs / 1_000).toFixed(1)} s`);
    say(report.faults.length === 0 ? "holds" : `BROKEN: ${report.faults.length} faults`);
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  } finally {
    await drop();
    await stop();
  }
}

if (import.meta.main) await main();
