/** Runs one of the proofs in its long form, a few minutes each, `returns` up to an hour: `npm run proof activity|agents|answers|canaries|crash|database|draws|fuzz|gateway|identity|jackpots|lotteries|matrix|neighbours|partners|photos|purses|race|reconciliation|restore|returns|rounds|sabotages|screens|second`; `answers -- --write` writes its table anew. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "@laro/server/platform/config";

/** One file after another: a proof that measures how long a bet waits must not wait for another proof. */
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--no-file-parallelism"] as const;

/** What each runs; their short forms are part of `npm test`. */
const proofs: Readonly<Record<string, readonly string[]>> = {
  activity: ["server/src/proofs/activity.ts"],
  agents: [...VITEST, "server/src/proofs/agents.test.ts", "server/src/features/settlements"],
  answers: [...VITEST, "server/src/proofs/answers.test.ts"],
  canaries: [...VITEST, "server/src/proofs/canaries.test.ts"],
  crash: ["server/src/proofs/crash.ts"],
  database: ["server/src/proofs/database.ts"],
  draws: ["server/src/proofs/draws.ts"],
  fuzz: [...VITEST, "server/src/platform/fuzz.test.ts"],
  gateway: ["server/src/proofs/gateway.ts"],
  identity: [
    ...VITEST,
    "server/src/proofs/identity.test.ts",
    "server/src/core/sessions/entrance.test.ts",
    "server/src/core/limits/gates.test.ts",
    "server/src/features/passkeys/passkeys.test.ts",
    "server/src/features/identities/identities.test.ts",
  ],
  jackpots: ["server/src/proofs/jackpots.ts"],
  lotteries: [...VITEST, "server/src/proofs/lotteries.test.ts"],
  matrix: [...VITEST, "server/src/proofs/matrix.test.ts"],
  neighbours: [...VITEST, "server/src/proofs/neighbours.test.ts"],
  partners: ["server/src/proofs/partners.ts"],
  photos: [
    ...VITEST,
    "server/src/proofs/photos.test.ts",
    "server/src/core/images/images.test.ts",
    "server/src/features/verifications/verifications.photos.test.ts",
    "server/src/platform/slowBodies.test.ts",
  ],
  purses: ["server/src/proofs/purses.ts"],
  race: [...VITEST, "server/src/proofs/race.test.ts"],
  reconciliation: [...VITEST, "server/src/proofs/reconciliation.test.ts", "server/src/core/vendors/sweep.test.ts"],
  restore: [...VITEST, "server/src/proofs/restore.test.ts", "server/src/proofs/migrate.test.ts"],
  returns: ["server/src/proofs/returns.ts"],
  rounds: ["server/src/proofs/rounds.ts"],
  sabotages: [...VITEST, "server/src/proofs", "-t", "turns red"],
  screens: ["node_modules/vitest/vitest.mjs", "run", "e2e/src"],
  second: ["server/src/proofs/second.ts"],
};

const [name = "", ...options] = process.argv.slice(2);
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
if (proof === undefined) {
  process.stderr.write(`Name a proof: npm run proof ${Object.keys(proofs).join("|")}\n`);
  process.exitCode = 1;
} else {
  const [script = "", ...args] = proof;
  const env = { ...process.env, LARO_PROOF: options.includes("--write") ? "write" : "long" };
  process.exitCode = spawnSync(process.execPath, [join(projectRoot, script), ...args], { cwd: projectRoot, stdio: "inherit", env }).status ?? 1;
}
