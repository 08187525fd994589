import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What is alone begins, proofs first; then journeys, and short files last, so that no processor waits at the end for a long one.
 * Files that share a worker stand together: a worker that others interrupt imports everything anew.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification): number =>
      (project.name === "platforms" ? 2 : 0) + (/\/(e2e\/src|proofs|bench\/src)\//.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Many files stand up the whole server: those of a worker share what they import, and each has a database, a platform and a clock of its own. */
const SHARED = ["server/src/{core,features,roles,testing}/**/*.test.ts", "e2e/src/**/*.test.ts"];
const ALL = ["{contract,engines,locales,server,simulators,web,e2e,bench}/src/**/*.test.ts", "scripts/**/*.test.ts"];
const LIMITS = { testTimeout: 60_000, hookTimeout: 60_000, env: { LARO_LOG: "silent" } } as const;

export default defineConfig({
  test: {
    globalSetup: ["server/src/testing/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...LIMITS, name: "platforms", include: SHARED, isolate: false } },
      { test: { ...LIMITS, name: "alone", include: ALL, exclude: SHARED } },
    ],
  },
});
