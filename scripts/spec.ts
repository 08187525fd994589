/** Says which rows of docs/requirements.md a passing test names: `npm run spec`, for machines with `--json FILE`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectRoot, StartupError } from "@laro/server/platform/config";
import { readReport, RESULTS_FILE, type TestResult } from "./results.ts";

const DOCUMENT = join(projectRoot, "docs", "requirements.md");
const ROW = /^\| ([A-Z0-9]+-\d+) \|/gm;
const BRACKETS = /\[([^\]]*)\]/g;
const ID = /\b[A-Z][A-Z0-9]*-\d{2,3}\b/;
const ID_LIST = /^[A-Z][A-Z0-9]*-\d{2,3}(, [A-Z][A-Z0-9]*-\d{2,3})*$/;

export interface Proof {
  readonly total: number;
  readonly proved: readonly string[];
  readonly missing: readonly string[];
}

/** The IDs of the document's rows, in its order. */
export const listRows = (document: string): readonly string[] => [...document.matchAll(ROW)].map(([, id]) => id!);

/** The IDs a test's title ends in; throws at a list that cannot be read. */
export function listNamed(title: string): readonly string[] {
  const lists = [...title.matchAll(BRACKETS)].map(([, list]) => list!).filter((list) => ID.test(list));
  const unreadable = lists.find((list) => !ID_LIST.test(list));
  if (unreadable !== undefined)
    throw new StartupError(`The test "${title}" names rows in a way that cannot be read: write each ID, with a comma and a space between.`);
  return lists.flatMap((list) => list.split(", "));
}

/** A row is proved when a passing test names it and no failing one does; throws at an ID the document does not have. */
export function prove(rows: readonly string[], tests: readonly TestResult[]): Proof {
  const known = new Set(rows);
  const [passed, failed] = [new Set<string>(), new Set<string>()];
  for (const { fullName, status } of tests) {
    for (const id of listNamed(fullName)) {
      if (!known.has(id)) throw new StartupError(`The test "${fullName}" names ${id}, which docs/requirements.md does not have.`);
      (status === "passed" ? passed : failed).add(id);
    }
  }
  const isProved = (id: string): boolean => passed.has(id) && !failed.has(id);
  return { total: rows.length, proved: rows.filter(isProved), missing: rows.filter((id) => !isProved(id)) };
}

/** One line per area and one for all. */
export function describeProof({ total, proved, missing }: Proof): string {
  const areaOf = (id: string): string => id.slice(0, id.lastIndexOf("-"));
  const byArea = Map.groupBy([...proved, ...missing], areaOf);
  const lines = [...byArea]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([area, ids]) => `${area.padEnd(8)} ${String(proved.filter((id) => areaOf(id) === area).length).padStart(3)} of ${ids.length}`);
  return [...lines, `${proved.length} of ${total} rows proved`].join("\n");
}

function main(): void {
  const { values } = parseArgs({ options: { json: { type: "string" } } });
  if (!existsSync(RESULTS_FILE)) throw new StartupError("There are no test results yet: run `npm test` first.");
  const { testResults } = readReport(RESULTS_FILE);
  const proof = prove(
    listRows(readFileSync(DOCUMENT, "utf8")),
    testResults.flatMap((file) => file.assertionResults),
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ total: proof.total, proved: proof.proved.length, missing: proof.missing })}\n`);
  process.stdout.write(`${describeProof(proof)}\n`);
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
