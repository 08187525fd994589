import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { addPurseGames, purseVendors } from "../testing/purses.ts";
import { sabotage } from "../testing/sabotage.ts";
import { createWorld, type World } from "../testing/world.ts";
import { provePlay, proveReadingKills } from "./purses.play.ts";
import { proveKills, proveMoves } from "./purses.ts";

test("past every misdeed of a vendor, both ways, what lies here and what lies there is what there was", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const world = await createWorld({ vendors: purseVendors });
  onTestFinished(() => world.close());
  const { answers, faults } = await proveMoves({ world, players: 3, moves: 27 });
  expect(faults).toEqual([]);
  expect(answers["done"]).toBeGreaterThan(10);
  expect(answers["unknown"]).toBeGreaterThan(10);
  expect(answers["refused"]).toBeGreaterThan(3);
});

sabotage("the proof turns red where silence gives money back", { timeout: PROOF_TIMEOUT_MS }, async () => {
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

async function worldWithGames(): Promise<World> {
  const world = await createWorld({ vendors: purseVendors });
  onTestFinished(() => world.close());
  await addPurseGames(world.open.url);
  return world;
}

test(
  "what is played in vendors' own wallets is booked past every misdeed, and what nobody can explain is what was told wrongly",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    const { rounds, unmatched, faults } = await provePlay({ world: await worldWithGames(), players: 3, turns: 16 });
    expect(faults).toEqual([]);
    expect(rounds).toBeGreaterThan(100);
    expect(unmatched).toBeGreaterThan(0);
  },
);

sabotage("the proof of play turns red where debits are booked first", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { faults } = await provePlay({ world: await worldWithGames(), players: 3, turns: 4, order: (a, b) => (a < b ? -1 : a > b ? 1 : 0) });
  expect(faults).toContainEqual(expect.stringMatching(/^\d+ times a vendor's play waited though the vendor had told all of it$/));
});

sabotage("the proof of play turns red where a window is behind us before it is read", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { faults } = await provePlay({ world: await worldWithGames(), players: 3, turns: 4, movesOnEarly: true });
  expect(faults).toContainEqual(expect.stringMatching(/^of member \d+ -?\d+ is unmatched, and /));
});

test("a process killed while it reads what was played books every record once", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    expect(await proveReadingKills({ databaseUrl: url })).toEqual({ kills: 3, faults: [] });
  } finally {
    await drop();
  }
});
