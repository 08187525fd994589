/** Runs a folder of wallet cases against the server in its test configuration: `npm run conformance -- DIR [--json FILE]`. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type CaseResult, ConformanceFolderError, readConformance, runConformance } from "../testing/conformance.ts";
import { startTestDatabase } from "../testing/database.ts";
import { createWorld } from "../testing/world.ts";

const words = { pass: "pass", text: "text differs", fail: "fail", "not run": "not run" } as const satisfies Record<CaseResult["verdict"], string>;
const WORD_WIDTH = 13;
const COULD_NOT_RUN = 2;

/** A line for each case with what differed, and the sums. */
export function describeConformance(results: readonly CaseResult[]): readonly string[] {
  const lines = results.flatMap(({ name, verdict, differences, accepted }) => [
    `${words[verdict].padEnd(WORD_WIDTH)}${name}${accepted === undefined ? "" : `  (accepted as ${accepted})`}`,
    ...differences.map((difference) => " ".repeat(WORD_WIDTH) + difference),
  ]);
  const sums = Object.entries(words).map(([verdict, word]) => `${results.filter((result) => result.verdict === verdict).length} ${word}`);
  return [...lines, sums.join(", ")];
}

async function main(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...args], options: { json: { type: "string" } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined) throw new ConformanceFolderError("Name the folder: npm run conformance -- conformance/softswiss [--json FILE]");
  const cases = await readConformance(resolve(folder));
  const stop = await startTestDatabase();
  try {
    const world = await createWorld();
    const results = await runConformance(world, cases).finally(() => world.close());
    process.stdout.write(`${describeConformance(results).join("\n")}\n`);
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
    return results.some(({ verdict }) => verdict === "fail") ? 1 : 0;
  } finally {
    await stop();
  }
}

if (import.meta.main)
  process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
    process.stderr.write(`${error instanceof ConformanceFolderError ? error.message : (error.stack ?? error.message)}\n`);
    return COULD_NOT_RUN;
  });
