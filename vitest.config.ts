import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Journeys in the browser begin, and among them proofs, which mostly wait: so neither processor is idle. Short files come last, so that no processor waits at
 * the end for a long one; those that share a worker together, because one that others interrupt imports everything anew.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = ({ moduleId, project }: TestSpecification) =>
      project.name !== "shared" ? project.name : /\/proofs\//.test(moduleId) ? "proofs" : /\/e2e\/src\//.test(moduleId) ? "journeys" : "others";
    const { proofs = [], journeys = [], alone = [], web = [], others = [] } = Object.groupBy(await super.sort(files), kindOf);
    const apart = Math.ceil(journeys.length / (proofs.length || 1));
    const long = proofs.flatMap((proof, at) => [proof, ...journeys.slice(at * apart, (at + 1) * apart)]);
    return [...alone, ...(proofs.length === 0 ? journeys : long), ...web, ...others];
  }
}

/** What is measured or counted in a process must be that file's own, and so must passwords that cost what they cost operators. */
const ALONE = ["server/src/proofs/identity.test.ts", "bench/src/**/*.test.ts"];
/** Files of a worker share what they import, and each that stands up a server has a database, a platform and a clock of its own. */
const SHARED = ["{contract,engines,locales,server,simulators,e2e}/src/**/*.test.ts", "scripts/**/*.test.ts"];
/** Node loads them as it loads what they test: nothing is translated first, and what it compiled once is kept. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };
/** Two for each processor, because a journey often waits; more than eight have more browsers open than most machines have room for. */
const WORKERS = Math.min(8, Math.max(4, 2 * availableParallelism()));
/** A reason is told as `npm test` ends: long enough to see which of many differ. */
const REASON_SIGNS = 400;
/** What comes by itself may be late on a machine whose processors are taken. */
const POLL_MS = 15_000;
/** A journey of many steps, each of which has its own limit, on such a machine. */
const TEST_MS = 120_000;
const LIMITS = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  env: { LARO_LOG: "silent" },
  expect: { poll: { timeout: POLL_MS } },
  chaiConfig: { truncateThreshold: REASON_SIGNS },
} as const;

export default defineConfig({
  test: {
    globalSetup: ["server/src/testing/setup.ts"],
    pool: "forks",
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...LIMITS,
          name: "shared",
          include: SHARED,
          exclude: ALONE,
          isolate: false,
          setupFiles: ["server/src/testing/quickHashes.ts"],
          experimental: NATIVE,
        },
      },
      { test: { ...LIMITS, name: "alone", include: ALONE, experimental: NATIVE } },
      // What browsers run has JSX and words that the build puts together.
      { test: { ...LIMITS, name: "web", include: ["web/src/**/*.test.ts"] } },
    ],
  },
});
