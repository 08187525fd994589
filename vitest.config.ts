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

export default defineConfig({
  test: {
    globalSetup: ["server/src/testing/setup.ts"],
    include: ["{contract,engines,locales,server,simulators,web,e2e,bench}/src/**/*.test.ts", "scripts/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { LARO_LOG: "silent" },
  },
});
