/** Everything that judges the code without running it: `npm run check`. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "@laro/server/platform/config";

const AT_ONCE = 2;
const LIMIT_MS = 10 * 60_000;

interface Check {
  readonly name: string;
  /** A script of an installed package, and its arguments. */
  readonly command: readonly [script: string, ...args: string[]];
}

const WORKSPACES = ["contract", "engines", "locales", "server", "web", "simulators", "e2e", "bench", "scripts"] as const;

/** What the compiler learned last time, so that the second check takes a fraction of the first. */
const remember = (project: string): readonly string[] => ["--incremental", "--tsBuildInfoFile", `node_modules/.cache/laro/${project}.tsbuildinfo`];

/** The longest first, so that the short ones fill the gaps. */
const checks: readonly Check[] = [
  { name: "types", command: ["typescript/bin/tsc", "-p", "tsconfig.json", ...remember("root")] },
  { name: "types of the web", command: ["typescript/bin/tsc", "-p", "web/tsconfig.json", ...remember("web")] },
  { name: "tidy", command: ["vitest/vitest.mjs", "run", "--config", "scripts/tidy.config.ts", "--root", "."] },
  { name: "imports", command: ["dependency-cruiser/bin/dependency-cruise.mjs", ...WORKSPACES] },
  { name: "lint", command: ["oxlint/bin/oxlint", "--deny-warnings"] },
  { name: "format", command: ["oxfmt/bin/oxfmt", "--check"] },
];

interface Verdict {
  readonly isClean: boolean;
  readonly output: string;
}

function run({ command: [script, ...args] }: Check): Promise<Verdict> {
  const child = spawn(process.execPath, [join(projectRoot, "node_modules", script), ...args], { cwd: projectRoot, timeout: LIMIT_MS });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  return new Promise((done) => {
    child.once("error", ({ message }) => done({ isClean: false, output: message }));
    child.once("close", (code) => done({ isClean: code === 0, output: Buffer.concat(output).toString() }));
  });
}

async function report(check: Check): Promise<boolean> {
  const startedAt = performance.now();
  const { isClean, output } = await run(check);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${isClean ? "ok    " : "FAILED"}  ${check.name} (${seconds} s)\n${isClean ? "" : `${output.trimEnd()}\n\n`}`);
  return isClean;
}

/** Each lane takes the next check from the shared iterator. */
async function runLane(waiting: Iterator<Check>): Promise<boolean> {
  let isClean = true;
  for (let next = waiting.next(); next.done !== true; next = waiting.next()) isClean = (await report(next.value)) && isClean;
  return isClean;
}

// A whole test run holds the tidy tests already.
const withoutTidy = process.argv.includes("--without-tidy");
const waiting = checks.filter(({ name }) => name !== "tidy" || !withoutTidy).values();
const lanes = await Promise.all(Array.from({ length: AT_ONCE }, () => runLane(waiting)));
process.exitCode = lanes.every(Boolean) ? 0 : 1;
