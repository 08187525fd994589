import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { startOperator } from "../testing/operator.ts";
import { sabotage } from "../testing/sabotage.ts";
import { createWorld } from "../testing/world.ts";
import { MISDEEDS, proveKills, proveRounds } from "./partners.ts";

async function open() {
  const [world, operator] = await Promise.all([createWorld(), startOperator({ secret: randomBytes(32).toString("hex") })]);
  onTestFinished(async () => {
    await operator.stop();
    await world.close();
  });
  return { world, operator };
}

test("past every misdeed of a partner's wallet its books are ours, and no round that was drawn stays unpaid", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { states, faults } = await proveRounds({ ...(await open()), players: 3, turns: 1 });
  expect(faults).toEqual([]);
  expect(states["closed"]).toBeGreaterThan(15);
  expect(states["void"]).toBeGreaterThan(8);
  expect(states["refused"]).toBe(3);
  expect(Object.values(states).reduce((all, n) => all + n, 0)).toBe(3 * MISDEEDS.length);
});

sabotage("the proof turns red where a stake is given back after the draw", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { faults } = await proveRounds({ ...(await open()), players: 2, turns: 1, rollsBackDrawn: true });
  expect(faults).toContainEqual(expect.stringMatching(/ is closed: 0 of its stake 1000 is taken there$/));
  expect(faults).toContainEqual(expect.stringMatching(/ has \d+, by our rounds \d+$/));
});

sabotage("the proof turns red where the end of free rounds counts as told before the partner took it", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { faults } = await proveRounds({ ...(await open()), players: 2, turns: 1, forgetsEnds: true });
  expect(faults).toContainEqual(expect.stringMatching(/^free rounds .* are closed: 0 of \d+ is paid there$/));
});

test(
  "a process killed before or after a send, after the stake, after the draw or as it tells the end of free rounds neither loses a round nor pays it twice",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    const { url, drop } = await createTestDatabase();
    try {
      // The stake taken and not heard of, the round drawn and not told, and the win told and not heard of.
      const moments = ["partner.after_send:1", "partner.after_draw:1", "partner.after_send:2"];
      expect(await proveKills({ databaseUrl: url, moments, ofFree: ["partner.after_free_end:1"], inTheJob: [] })).toEqual({ kills: 4, faults: [] });
    } finally {
      await drop();
    }
  },
);
