/** Proves that a lottery's leader may be killed anywhere between close and payment: the root stands before the seed, and each ticket is paid once. */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findLottery } from "@laro/engines/registry";
import { findGameByCode } from "../core/catalogue/catalogue.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { houseAccount } from "../core/wallet/posting.ts";
import { LotteryLeader } from "../features/lottery/lottery.leader.ts";
import { FakeClock } from "../platform/clock.ts";
import { projectRoot, readConfig } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { loadKeys } from "../platform/keys.ts";
import { createLog } from "../platform/log.ts";
import { openPlatform, type OpenPlatform } from "../roles/platform.ts";
import { asOwner } from "../testing/owner.ts";
import { type Bettor, openPlayers } from "./players.ts";

export interface LotteriesProof {
  readonly databaseUrl: string;
  readonly tickets: number;
  readonly members: number;
  /** Where a leader is killed, one after the other: `moment:pass`. */
  readonly deaths: readonly string[];
}

const CODE = "K3";
const BEHIND_MS = 10 * 60_000;
const LEADERS_AT_END = 2;
const FAULTS_MAX = 10;

interface Row {
  readonly state: string;
  readonly root: string | null;
  readonly seed: string | null;
  readonly openings: number;
}

const DRAW =
  "select d.state, encode(d.tickets_root, 'hex') as root, encode(d.seed, 'hex') as seed, (select count(*)::int from draw_seed_opening o where o.draw_id = d.id) as openings from draw d where d.id = $1";

/** Runs the proof on a migrated database of its own; no faults means it holds. */
export async function proveLotteries({ databaseUrl, tickets, members, deaths }: LotteriesProof): Promise<{ deaths: number; faults: readonly string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), "laro-lotteries-"));
  const env = { ...process.env, DATABASE_URL: databaseUrl, LARO_DATA_DIR: dataDir, LARO_PACK: "sandbox", LARO_ROLES: "api", LARO_LOG: "error" };
  const config = readConfig(env);
  const people = await openPlayers(databaseUrl, members, () => 100_000_00n);
  // Tickets are bought some minutes ago, so that the draw is due for whoever leads by the machine's clock.
  const clock = new FakeClock(new Date(Date.now() - BEHIND_MS));
  const opened = await openPlatform({ config, keys: await loadKeys(config), url: databaseUrl, clock, log: createLog("silent") });
  try {
    const drawId = await openFirst(opened, databaseUrl);
    const bought = await buyAll(opened, people, drawId, tickets);
    const faults: string[] = [];
    const look = async (): Promise<Row> => (await asOwner<Row>(databaseUrl, DRAW, [String(drawId)]))[0]!;
    let [died, root] = [0, null as string | null];
    for (const crash of deaths) {
      if ((await lead({ ...env, LARO_CRASH: crash })) === "SIGKILL") died += 1;
      const row = await look();
      if (row.seed !== null && (row.root === null || row.openings !== 1)) faults.push(`after ${crash} a seed is open without a root`);
      if (root !== null && row.root !== root) faults.push(`after ${crash} the root is another`);
      root = row.root;
    }
    await Promise.all(Array.from({ length: LEADERS_AT_END }, () => lead(env)));
    await lead(env);
    if ((await look()).state !== "settled") faults.push(`the draw is ${(await look()).state}`);
    faults.push(...(await findFaults(databaseUrl, drawId, bought)), ...(await readAudit(opened.platform.database.db)));
    return { deaths: died, faults: faults.slice(0, FAULTS_MAX) };
  } finally {
    await opened.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Fills the calendar once; answers the first draw that takes tickets. */
async function openFirst({ platform }: OpenPlatform, url: string): Promise<bigint> {
  const leader = new LotteryLeader(platform, url, { only: [CODE] });
  await leader.look();
  await leader.close();
  const [row] = await asOwner<{ id: string }>(url, "select id::text from draw where series = $1 and state = 'open' order by closes_at limit 1", [CODE]);
  return BigInt(row!.id);
}

interface Bought {
  readonly id: string;
  readonly bets: Readonly<Record<string, string>>;
}

async function buyAll({ platform: { ledger, clock } }: OpenPlatform, members: readonly Bettor[], drawId: bigint, count: number): Promise<readonly Bought[]> {
  const engine = findLottery(CODE)!;
  const { gameId } = findGameByCode(CODE)!;
  const bought: Bought[] = [];
  const buy = async (index: number): Promise<void> => {
    const bets = { "side:big": `${randomInt(1, 9)}.00`, [`sum:${randomInt(3, 19)}`]: "1.00" };
    const { walletId } = members[index % members.length]!;
    const posting = { ref: newId(clock.now()), walletId, contra: houseAccount(gameId), kind: "bet", creditMinor: 0n, digest: 0n } as const;
    const { roundId } = await ledger.post({ ...posting, debitMinor: engine.stakeOf(bets), ticket: { gameId, drawId, choice: bets } });
    bought.push({ id: roundId!, bets });
  };
  let next = 0;
  const buyer = async (): Promise<void> => {
    while (next < count) await buy(next++);
  };
  await Promise.all(members.map(buyer));
  return bought;
}

/** Leads in a process of its own; answers the signal that ended it. */
async function lead(env: NodeJS.ProcessEnv): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [join(projectRoot, "server/src/proofs/lotteries.leader.ts"), CODE], { env, stdio: ["ignore", "inherit", "inherit"] });
  await once(child, "exit");
  return child.signalCode;
}

/** Compares each ticket with what the engine says of it. */
async function findFaults(url: string, drawId: bigint, bought: readonly Bought[]): Promise<readonly string[]> {
  const [draw] = await asOwner<{ result: unknown }>(url, "select result from draw where id = $1", [String(drawId)]);
  const rows = await asOwner<{ id: string; times: number; win: string }>(
    url,
    "select part_of as id, count(*)::int as times, sum(win)::text as win from round where draw_id = $1 and status = 4 group by part_of",
    [String(drawId)],
  );
  const closed = new Map(rows.map((row) => [row.id, row]));
  return bought.flatMap(({ id, bets }) => {
    const { winMinor } = findLottery(CODE)!.settle({ bets, result: draw!.result });
    const row = closed.get(id);
    return row?.times === 1 && row.win === String(winMinor) ? [] : [`ticket ${id} wins ${winMinor} and is booked as ${JSON.stringify(row)}`];
  });
}
