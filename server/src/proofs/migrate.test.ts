import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { proveMigration } from "./migrate.ts";

/** `npm run proof restore` runs the long form, over a million rows. */
const ROWS = isLong ? 1_000_000 : 40_000;
/** Each bets once a second at most: fewer would keep the proof waiting, not the ledger. */
const PLAYERS = 150;
const LOCK_MS_MAX = 1_000;

test("a migration of many rows is killed in the middle, goes on where it was, and bets are served all along", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const report = await proveMigration({ databaseUrl: url, players: PLAYERS, rows: ROWS });
  expect(report.faults).toEqual([]);
  expect(report.doneWhenKilled).toBeGreaterThan(0);
  expect(report.doneWhenKilled).toBeLessThan(ROWS);
  // How long is only told of the long form, on a machine that does nothing else.
  if (isLong) expect(report.longestMs).toBeLessThan(LOCK_MS_MAX);
});

if (isLong)
  test("the proof turns red on a migration that changes every row in one transaction", { timeout: PROOF_TIMEOUT_MS }, async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const { doneWhenKilled } = await proveMigration({ databaseUrl: url, players: PLAYERS, rows: 5_000, atOnce: true });
    // There is no middle to kill it in: nothing of it is to be seen until all of it is done.
    expect(doneWhenKilled).toBeGreaterThanOrEqual(5_000);
  });
