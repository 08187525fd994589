import { afterEach, beforeEach, expect, test } from "vitest";
import { askState } from "../core/vendors/sweep.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { sabotage } from "../testing/sabotage.ts";
import { createWorld, type World } from "../testing/world.ts";
import { proveReports, proveSweeper } from "./reconciliation.ts";

const FAULTS = 14;

let world: World;
beforeEach(async () => void (world = await createWorld({ catalogue: true, vendor: true })));
afterEach(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

test("of fourteen faults in a vendor's day each is listed once and nothing else, however often it is looked at", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { planted, listed, again, checked, elsewhere } = await proveReports({ world });
  expect(planted).toHaveLength(FAULTS);
  expect(listed).toEqual(planted);
  expect(again).toEqual(planted);
  expect(checked).toBeGreaterThan(5);
  expect(elsewhere).toBe(0);
});

sabotage("the proof turns red where totals alone are compared: two faults that cancel each other out stay unseen", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { planted, listed } = await proveReports({
    world,
    areAlike: (ours, theirs) => (["stake", "win", "rollback", "prize"] as const).every((flow) => ours[flow].minor === theirs[flow].minor),
  });
  expect(planted.filter((fault) => !listed.includes(fault)).map((fault) => fault.split(" ").slice(1))).toEqual(
    expect.arrayContaining([
      ["stake", "missingHere"],
      ["stake", "missingThere"],
    ]),
  );
});

test("silence about an open round decides nothing: after 72 hours it waits for officers, its money as it was", { timeout: PROOF_TIMEOUT_MS }, async () => {
  expect(await proveSweeper({ world })).toEqual([]);
});

sabotage("the proof turns red where silence closes a round", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const faults = await proveSweeper({ world, ask: async (platform, round) => (await askState(platform, round)) ?? "finished" });
  expect(faults).toContain("after 70 hours of silence the round is closed");
});
