/**
 * Restore proof: a backup is taken while players bet, payouts go out after it, and the machine is lost. The backup brought to another database
 * holds every bet that was acknowledged before it, its books balance, and what the provider had paid meanwhile is settled, not paid again.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { auditViews, readAudit } from "../core/wallet/audit.ts";
import { restoreBackup, writeBackup } from "../platform/backup.ts";
import { openDatabase } from "../platform/db.ts";
import { completeWorld } from "../roles/seed/people.ts";
import { asOwner } from "../testing/owner.ts";
import { startPsp, type PspProcess } from "../testing/psp.ts";
import { Bettors, refOf } from "./bettors.ts";
import { openPayees } from "./payees.ts";
import { comparePayouts, listSent, untilSettled } from "./payouts.ts";
import { openPlayers } from "./players.ts";
import { Victim } from "./victim.ts";

export interface RestoreProof {
  readonly databaseUrl: string;
  /** Where the backup is brought to. */
  readonly emptyUrl: string;
  readonly players: number;
  readonly withdrawals: number;
  /** How many bets are decided before the backup, and again before the machine is lost. */
  readonly bets: number;
  /** A fault of the provider, ordered before the restored platform works. */
  readonly order?: (psp: PspProcess) => Promise<void>;
}

const CALLERS = 32;
const BETS_MAX = 200_000;
const SENT_POLL_MS = 20;

/** Runs the proof and answers what it found; nothing means it holds. */
export async function proveRestore({ databaseUrl, emptyUrl, players, withdrawals, bets, order }: RestoreProof): Promise<readonly string[]> {
  const [secret, dir] = [randomBytes(32).toString("hex"), await mkdtemp(join(tmpdir(), "laro-restore-"))];
  const victim = await Victim.prepare(databaseUrl);
  const psp = await startPsp({ secret, callbackUrl: `${victim.address}/gateway/psp` });
  const env = { PSP_URL: psp.url, PSP_SECRET: secret };
  const database = openDatabase(databaseUrl, { connections: 4 });
  await database.begin((tx) => completeWorld(tx, new Date()));
  const people = await openPlayers(databaseUrl, players);
  const payees = await openPayees(database, withdrawals);
  await database.close();
  const bettors = new Bettors({ people, bets: BETS_MAX, callers: CALLERS, victim });
  const path = join(dir, "laro.backup");
  try {
    await victim.start({ env: { ...env, LARO_ROLES: "api" } });
    const betting = bettors.run();
    await bettors.decided(bets);
    const acknowledged = bettors.bets.filter(({ answer }) => answer !== undefined).map(refOf);
    await writeBackup(databaseUrl, path);
    await bettors.decided(bettors.decidedCount + bets);
    await loseMachineWhilePaying({ victim, psp, env, payouts: Math.ceil(withdrawals / 2) });
    bettors.stop();
    await betting;

    await restoreBackup(emptyUrl, path, { check: refuseBadBooks });
    await order?.(psp);
    victim.moveTo(emptyUrl);
    await victim.start({ env: { ...env, LARO_ROLES: "api,gateway,worker" } });
    await untilSettled(emptyUrl);
    return [...(await findLost(emptyUrl, acknowledged)), ...(await comparePayouts(emptyUrl, payees, await listSent(psp))), ...(await readBooks(emptyUrl))];
  } finally {
    bettors.stop();
    await victim.close();
    await psp.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

interface Paying {
  readonly victim: Victim;
  readonly psp: PspProcess;
  readonly env: Readonly<Record<string, string>>;
  readonly payouts: number;
}

/** Lets the payouts begin, and ends the process when so many were asked for. */
async function loseMachineWhilePaying({ victim, psp, env, payouts }: Paying): Promise<void> {
  await victim.kill();
  await victim.start({ env: { ...env, LARO_ROLES: "api,gateway,worker" } });
  while ((await listSent(psp)).length < payouts) await new Promise((wait) => setTimeout(wait, SENT_POLL_MS));
  await victim.kill();
}

async function refuseBadBooks(client: pg.Client): Promise<void> {
  for (const view of auditViews) {
    const { rows } = await client.query(`select from ${view} limit 1`);
    if (rows.length > 0) throw new Error(`The backup breaks ${view}.`);
  }
}

/** Bets that were acknowledged before the backup began and are not in what was restored. */
async function findLost(url: string, acknowledged: readonly string[]): Promise<readonly string[]> {
  const kept = new Set((await asOwner<{ ref: string }>(url, "select ref::text from idempotency")).map(({ ref }) => ref));
  return acknowledged.filter((ref) => !kept.has(ref)).map((ref) => `bet ${ref} was acknowledged before the backup and is not in it`);
}

async function readBooks(url: string): Promise<readonly string[]> {
  const database = openDatabase(url, { connections: 1 });
  try {
    return await readAudit(database.db);
  } finally {
    await database.close();
  }
}
