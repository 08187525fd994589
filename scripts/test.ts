/** Runs every check and every test and says how many passed: `npm test`, or `npm test -- server/src/core` for a part. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@laro/server/platform/config";
import { countReport, lastLine, readReport, RESULTS_FILE, type Totals } from "./results.ts";

const STEP_LIMIT_MS = 10 * 60_000;
/** Each test file is a process of its own: none compiles what another has. */
const COMPILED = join(projectRoot, "scripts/compiled.mjs");
const RUN_LIMIT_MS = 84 * 60_000;
const PART_RESULTS_FILE = RESULTS_FILE.replace(/\.json$/, ".part.json");

/** Runs a Node script to its end and answers whether it succeeded; a script that never ends is ended. */
function succeeds(script: string, args: readonly string[], limitMs: number): boolean {
  const { status } = spawnSync(process.execPath, ["--import", COMPILED, join(projectRoot, script), ...args], {
    cwd: projectRoot,
    stdio: "inherit",
    timeout: limitMs,
  });
  return status === 0;
}

/** A step beside the tests counts as one failure when it fails and as nothing when it does not. */
const runStep = (name: string, script: string, args: readonly string[] = []): readonly string[] =>
  succeeds(script, args, STEP_LIMIT_MS) ? [] : [`${name} failed: its reasons are printed above`];

function runTests(filters: readonly string[]): Totals {
  const resultsFile = filters.length === 0 ? RESULTS_FILE : PART_RESULTS_FILE;
  rmSync(resultsFile, { force: true });
  const succeeded = succeeds(
    "node_modules/vitest/vitest.mjs",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${resultsFile}`, ...filters],
    RUN_LIMIT_MS,
  );
  const totals = readTotals(resultsFile);
  if (totals.passed + totals.failed === 0) return { passed: 0, failed: 1, faults: ["no test ran"], again: [] };
  if (!succeeded && totals.failed === 0) return { ...totals, failed: 1, faults: ["an error outside any test: it is printed above"] };
  return totals;
}

function readTotals(resultsFile: string): Totals {
  if (!existsSync(resultsFile)) return { passed: 0, failed: 1, faults: ["the test run ended before it could report: its last words are above"], again: [] };
  return countReport(readReport(resultsFile));
}

const filters = process.argv.slice(2);
const steps = [
  ...(filters.length === 0 ? runStep("npm run check", "scripts/check.ts", ["--without-tidy"]) : []),
  ...runStep("The build of the three sites", "web/build.ts"),
  ...runStep("The preparation of the database", "server/src/platform/prepared-cluster.ts"),
];
const tests = runTests(filters);
// A title that names rows wrongly would otherwise be noticed only by who asks which rows are proved.
const proof = filters.length === 0 ? runStep("npm run spec", "scripts/spec.ts") : [];
const totals = { passed: tests.passed, failed: tests.failed + steps.length + proof.length };
const faults = [...steps, ...tests.faults, ...proof];
const list = (title: string, lines: readonly string[]): void =>
  void (lines.length > 0 && process.stdout.write(`\n${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`));
list("Passed when tried once more", tests.again);
list("Failed", faults);
process.stdout.write(`\n${lastLine(totals)}\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
