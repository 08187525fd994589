import { expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "../testing/database.ts";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { proveRestore } from "./restore.ts";

/** `npm run proof restore` runs the long form. */
const SIZE = isLong ? { players: 300, withdrawals: 200, bets: 5_000 } : { players: 200, withdrawals: 12, bets: 300 };

async function openBoth(): Promise<{ databaseUrl: string; emptyUrl: string }> {
  const [full, empty] = [await createTestDatabase(), await createEmptyDatabase()];
  onTestFinished(async () => {
    await full.drop();
    await empty.drop();
  });
  return { databaseUrl: full.url, emptyUrl: empty.url };
}

test(
  "a platform restored from a backup of its busiest moment has every bet acknowledged before it, and pays nothing twice",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    expect(await proveRestore({ ...(await openBoth()), ...SIZE })).toEqual([]);
  },
);

if (isLong)
  test("the proof turns red on a provider that forgets which payouts it has made", { timeout: PROOF_TIMEOUT_MS }, async () => {
    const faults = await proveRestore({ ...(await openBoth()), players: 50, withdrawals: 4, bets: 50, order: (psp) => psp.order("forget-payouts", 100) });
    expect(faults).toContainEqual(expect.stringMatching(/"sent":\["paid [\d.]+ as out_\w+","paid [\d.]+ as out_\w+"\]/));
  });
