import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { purseVendors } from "../testing/purses.ts";
import { createWorld } from "../testing/world.ts";
import { proveKills, proveMoves } from "./purses.ts";

const PROOF_TIMEOUT_MS = 400_000;

test("past every misdeed of a vendor, both ways, what lies here and what lies there is what there was", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const world = await createWorld({ vendors: purseVendors });
  onTestFinished(() => world.close());
  const { answers, faults } = await proveMoves({ world, players: 3, moves: 27 });
  expect(faults).toEqual([]);
  expect(answers["done"]).toBeGreaterThan(10);
  expect(answers["unknown"]).toBeGreaterThan(10);
  expect(answers["refused"]).toBeGreaterThan(3);
});

test("the proof turns red where silence gives money back", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const world = await createWorld({ vendors: purseVendors });
  onTestFinished(() => world.close());
  const { faults } = await proveMoves({ world, players: 3, moves: 9, refundsOnSilence: true });
  expect(faults).toContainEqual(expect.stringMatching(/^member \d+ has \d+ in all and began with 100000$/));
  expect(faults).toContainEqual(expect.stringMatching(/ of member \d+, our books say /));
});

test("a process killed before or after it asks a vendor neither loses nor doubles what was on its way", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    expect(await proveKills({ databaseUrl: url })).toEqual({ kills: 6, faults: [] });
  } finally {
    await drop();
  }
});
