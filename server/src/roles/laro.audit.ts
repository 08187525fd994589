import { verifyAudit } from "../core/audit/audit.ts";
import { redrawPartnerRounds, redrawResults, redrawRounds } from "../core/draws/redraw.ts";
import { auditViews, readAudit } from "../core/wallet/audit.ts";
import { verifyStops } from "../features/prizeDraws/prizeDraws.verify.ts";
import type { Db } from "../platform/db.ts";
import { listGivenUp } from "../platform/jobs.ts";
import { promises } from "./laro.promises.ts";

type Say = (line: string) => void;

/** Reads every invariant of the ledger, draws prizes, rounds and draws again, looks for work that was given up and walks the chain of staff entries; false where something is not as it should be. */
export async function auditAll(db: Db, say: Say): Promise<boolean> {
  const found: boolean[] = [];
  for (const part of [auditLedger, auditDraws, auditChance, auditJobs, auditEntries]) found.push(await part(db, say));
  return !found.includes(false);
}

async function auditLedger(db: Db, say: Say): Promise<boolean> {
  const faults = await readAudit(db);
  for (const view of auditViews) {
    const found = faults.filter((fault) => fault.startsWith(`${view}:`));
    say(`${view}  ${found.length === 0 ? "holds " : "BROKEN"}  ${promises[view]}`);
    for (const fault of found) say(`  ${fault.slice(view.length + 2)}`);
  }
  return faults.length === 0;
}

async function auditDraws(db: Db, say: Say): Promise<boolean> {
  const { drawn, wrong } = await verifyStops(db);
  say(`prizes  ${drawn} drawn, ${wrong.length === 0 ? "each where its seeds say" : `not where their seeds say: ${wrong.join(", ")}`}`);
  return wrong.length === 0;
}

/** A share of what was drawn: a run after the other comes to all of it. */
async function auditChance(db: Db, say: Say): Promise<boolean> {
  const again = [
    ["rounds", await redrawRounds(db)],
    ["partners' rounds", await redrawPartnerRounds(db)],
    ["draws", await redrawResults(db)],
  ] as const;
  for (const [what, { drawn, wrong }] of again)
    say(`${what}  ${drawn} drawn again, ${wrong.length === 0 ? "each as its seeds say" : `not as their seeds say: ${wrong.join(", ")}`}`);
  return again.every(([, { wrong }]) => wrong.length === 0);
}

/** A letter, a payout or a bonus may hang on a job that failed for good. */
async function auditJobs(db: Db, say: Say): Promise<boolean> {
  const givenUp = await listGivenUp(db);
  say(`jobs  ${givenUp.length === 0 ? "none was given up" : `given up: ${givenUp.map(({ task, count }) => `${task} (${count})`).join(", ")}`}`);
  return givenUp.length === 0;
}

async function auditEntries(db: Db, say: Say): Promise<boolean> {
  const { entries, brokenAt } = await verifyAudit(db);
  say(
    brokenAt === null
      ? `staff log  ${entries} entries, each following from the one before it`
      : `staff log  broken at entry ${brokenAt}, after ${entries} good ones`,
  );
  return brokenAt === null;
}
