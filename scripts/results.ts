/** What a run of the tests left behind, as `npm test` counts it and `npm run spec` reads it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@laro/server/platform/config";

/** Written by every whole run; out of the way of git. */
export const RESULTS_FILE = join(projectRoot, "node_modules", ".laro-test-results.json");

/** The part of Vitest's JSON report that is counted. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: "passed" | "failed";
    readonly message?: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

export interface TestResult {
  readonly fullName: string;
  readonly status: string;
  /** What went wrong: of a test that passed, before it did. */
  readonly failureMessages?: readonly string[];
}

export const readReport = (path: string): Report => JSON.parse(readFileSync(path, "utf8")) as Report;

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  /** One for each failure, with its reason, because a long run's own output is seldom read from its beginning. */
  readonly faults: readonly string[];
  /** What passed only when it was tried once more, with why it failed before. */
  readonly again: readonly string[];
}

const REASON_MAX = 600;
/** What Vitest adds below a reason: where in the code it was. */
const PLACE = /\n\s+at [^]*$/;

const reasonOf = ({ failureMessages = [] }: TestResult): string => (failureMessages[0] ?? "no reason was given").replace(PLACE, "").slice(0, REASON_MAX);

/** Counts a report; a skipped test and a file that did not load are failures, because neither proved anything. */
export function countReport({ testResults }: Report): Totals {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = testResults.filter((file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"));
  const faults = [
    ...tests
      .filter(({ status }) => status !== "passed")
      .map((test) => `${test.fullName} (${test.status === "failed" ? reasonOf(test) : `${test.status}: skipping is not allowed`})`),
    ...brokenFiles.map((file) => `${file.name} did not run: ${file.message?.split("\n")[0] || "no reason was given"}`),
  ];
  const passed = tests.filter(({ status }) => status === "passed");
  const again = passed
    .filter(({ failureMessages }) => failureMessages !== undefined && failureMessages.length > 0)
    .map((test) => `${test.fullName} (${reasonOf(test)})`);
  return { passed: passed.length, failed: faults.length, faults, again };
}

/** The exact last line of `npm test`. */
export const lastLine = ({ passed, failed }: Pick<Totals, "passed" | "failed">): string => `${passed} passed, ${failed} failed`;
