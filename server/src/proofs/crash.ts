/**
 * Crash proof: the real process is killed without warning while 300 players bet over HTTP. Whatever was acknowledged stands once, with the
 * acknowledged answer, and whatever was not is answered by a retry. Run the long form with `node server/src/proofs/crash.ts --bets 10000`.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { crashMoments, type CrashMoment } from "../platform/crash.ts";
import { createTestDatabase, startTestDatabase } from "../testing/database.ts";
import { Bettors, type Bet } from "./bettors.ts";
import { findFaults } from "./findFaults.ts";
import { provePayoutSafety } from "./payouts.ts";
import { openPlayers } from "./players.ts";
import { Victim } from "./victim.ts";

export interface CrashProof {
  readonly databaseUrl: string;
  readonly players: number;
  readonly bets: number;
  /** The moments it ends at, armed. */
  readonly moments?: readonly CrashMoment[];
  /** How often the process is killed at a random moment. */
  readonly kills: number;
  readonly say?: (line: string) => void;
}

export interface CrashReport {
  readonly bets: number;
  readonly acknowledged: number;
  readonly retried: number;
  readonly kills: number;
  readonly moments: readonly CrashMoment[];
  readonly faults: readonly string[];
}

/** The moments a bet passes; those of the outbox belong to payouts. */
export const betMoments = crashMoments.filter((moment) => moment.startsWith("batch.") || moment.startsWith("post."));

const CALLERS = 48;
const KILL_JITTER_MS_MAX = 20;
/** The pass of its moment at which an armed process ends: late enough for bets to be in flight. */
const ARMED_PASS = 3;

/** Runs the proof on a migrated database of its own and answers what it found; no faults means it holds. */
export async function proveCrashSafety({ databaseUrl, players, bets, moments = betMoments, kills, say = () => undefined }: CrashProof): Promise<CrashReport> {
  const people = await openPlayers(databaseUrl, players);
  const victim = await Victim.prepare(databaseUrl);
  const bettors = new Bettors({ people, bets, callers: CALLERS, victim });
  try {
    const betting = bettors.run();
    for (const moment of moments) {
      await victim.start({ crashAt: `${moment}:${ARMED_PASS}` });
      if (moment === "post.after_debit") await victim.makeEveryBetCareful();
      await victim.ended();
      say(`ended at ${moment}: ${bettors.progress}`);
    }
    // Each life decides its share, so that bets are in flight at every death.
    const [before, lives] = [bettors.decidedCount, kills + 1];
    const share = (life: number): number => before + Math.floor(((bets - before) * life) / lives);
    for (let kill = 1; kill <= kills; kill++) {
      await victim.start({});
      await bettors.decided(share(kill));
      await new Promise((wait) => setTimeout(wait, randomInt(KILL_JITTER_MS_MAX)));
      await victim.kill();
      say(`killed ${kill} of ${kills}: ${bettors.progress}`);
    }
    await victim.start({});
    await betting;
    say(`all bets answered: ${bettors.progress}`);
    const faults = [...bettors.faults, ...(await bettors.repeatAll()), ...(await findFaults(databaseUrl, bettors.bets))];
    return {
      bets,
      acknowledged: bettors.bets.filter(isAcknowledged).length,
      retried: bettors.retries,
      kills: kills + moments.length,
      moments,
      faults,
    };
  } finally {
    bettors.stop();
    await victim.close();
  }
}

const isAcknowledged = (bet: Bet): boolean => bet.answer !== undefined;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      bets: { type: "string", default: "10000" },
      players: { type: "string", default: "300" },
      kills: { type: "string", default: "20" },
      payouts: { type: "string", default: "200" },
    },
  });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const stop = await startTestDatabase();
  const [forBets, forPayouts] = [await createTestDatabase(), await createTestDatabase()];
  try {
    const [players, bets, kills, withdrawals] = [Number(values.players), Number(values.bets), Number(values.kills), Number(values.payouts)];
    const report = await proveCrashSafety({ databaseUrl: forBets.url, players, bets, kills, say });
    const faults = [...report.faults, ...(await provePayoutSafety({ databaseUrl: forPayouts.url, withdrawals, say }))];
    for (const fault of faults) say(`FAULT ${fault}`);
    say(`${report.acknowledged} of ${bets} bets acknowledged, ${report.retried} retried, ${report.kills} deaths; ${withdrawals} withdrawals`);
    say(faults.length === 0 ? "holds" : `BROKEN: ${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await forBets.drop();
    await forPayouts.drop();
    await stop();
  }
}

if (import.meta.main) await main();
