/** How fast bets are beside another revision's, both on databases of their own and in the same rounds. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readAudit } from "@laro/server/core/wallet/audit";
import { medianOf } from "./identity.figures.ts";
import { trialsOf, trialTitles, type TrialName } from "./measures.ts";
import { PLAYERS } from "./players.ts";
import { openStage, type Stage } from "./stage.ts";

const run = promisify(execFile);
const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const OWN_PACKAGES = "@laro";
/** Below this what was added costs the bet too much; see `docs/decisions.md`. */
const LEAST = 0.97;
const COMPARED = ["inProcess32", "inProcess256", "http64"] as const satisfies readonly TrialName[];

export interface AgainstOptions {
  /** Whatever git calls it. */
  readonly revision: string;
  readonly rounds: number;
  readonly windowMs: number;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** A checkout of a revision in a folder of its own, with this one's packages; removed with `running`. */
async function checkOut(running: AsyncDisposableStack, revision: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "laro-against-"));
  running.defer(() => rm(folder, { recursive: true, force: true }));
  await run("git", ["clone", "--quiet", "--no-checkout", projectRoot, folder]);
  const { stdout } = await run("git", ["rev-parse", `${revision}^{commit}`], { cwd: projectRoot });
  await run("git", ["checkout", "--quiet", "--detach", stdout.trim()], { cwd: folder });
  const [from, to] = [join(projectRoot, "node_modules"), join(folder, "node_modules")];
  await mkdir(join(to, OWN_PACKAGES), { recursive: true });
  // Our own packages are links from their place to the tree they stand in; all others may be shared.
  for (const name of await readdir(join(from, OWN_PACKAGES))) await symlink(await readlink(join(from, OWN_PACKAGES, name)), join(to, OWN_PACKAGES, name));
  for (const name of await readdir(from)) if (name !== OWN_PACKAGES) await symlink(join(from, name), join(to, name));
  return folder;
}

/** Another revision's stage, opened by its own code. */
async function openOther(running: AsyncDisposableStack, folder: string, signal: AbortSignal): Promise<Stage> {
  const other = (await import(pathToFileURL(join(folder, "bench/src/stage.ts")).href)) as { openStage: typeof openStage };
  return other.openStage(running, signal);
}

/** Answers whether no measure fell below the least, and whether both ledgers are right. */
export async function benchAgainst({ revision, rounds, windowMs, say, signal }: AgainstOptions): Promise<boolean> {
  await using running = new AsyncDisposableStack();
  say(`Starting this tree and ${revision}, each on a database of its own …`);
  const folder = await checkOut(running, revision);
  const stages = { this: await openStage(running, signal), other: await openOther(running, folder, signal) } as const;
  for (const stage of Object.values(stages)) {
    const first = trialsOf(stage, { clients: 0, windowMs: 100, warmUpCalls: PLAYERS });
    for (const name of COMPARED) await first[name]();
    await stage.database.pool.query("analyze");
  }
  const trials = { this: trialsOf(stages.this, { clients: 0, windowMs }), other: trialsOf(stages.other, { clients: 0, windowMs }) } as const;
  const ratios = Object.fromEntries(COMPARED.map((name) => [name, [] as number[]])) as Record<(typeof COMPARED)[number], number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of COMPARED) {
      signal.throwIfAborted();
      const order = round % 2 === 0 ? (["this", "other"] as const) : (["other", "this"] as const);
      const played = { this: 0, other: 0 };
      for (const side of order) played[side] = (await trials[side][name]()).perSecond;
      ratios[name].push(played.this / played.other);
      say(`round ${round + 1} of ${rounds}   ${trialTitles[name]}: ${Math.round(played.this)}/s here, ${Math.round(played.other)}/s there`);
    }
  }
  const medians = COMPARED.map((name) => ({ name, ratio: medianOf(ratios[name]) }));
  for (const { name, ratio } of medians) say(`${ratio >= LEAST ? "ok    " : "BELOW "} ${name}: ${ratio.toFixed(3)} of ${revision} (never below ${LEAST})`);
  const faults = [...(await readAudit(stages.this.database.db))];
  for (const fault of faults) say(fault);
  return faults.length === 0 && medians.every(({ ratio }) => ratio >= LEAST);
}
