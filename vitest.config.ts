import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["server/src/testing/setup.ts"],
    include: ["{contract,engines,locales,server,simulators,web,e2e,bench}/src/**/*.test.ts", "scripts/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { LARO_LOG: "silent" },
  },
});
