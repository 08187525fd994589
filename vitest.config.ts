import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Journeys in the browser and proofs take longest and begin first, so that no processor waits at the end for one of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/(e2e\/src|proofs)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
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
