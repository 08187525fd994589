import { rounds } from "@laro/contract/rounds";
import { expect, test } from "vitest";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const ROUNDS = 10;
/** What a round may cost beside itself, on the average. */
const READS_A_ROUND = 0.3;

test("a round asks the server for nothing its answer told: balance, history and the number of the next round follow without a read", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token, width: 1440, height: 900 });
  await page.goto("/room/DICE");
  await page.getByRole("tab", { name: "History" }).click();
  const roll = page.getByRole("button", { name: "Roll", exact: true });
  await roll.waitFor();
  await page.waitForLoadState("networkidle");
  const calls: string[] = [];
  page.on("request", (request) => void (new URL(request.url()).pathname.startsWith("/api/") && calls.push(new URL(request.url()).pathname)));
  for (let round = 1; round <= ROUNDS; round++) {
    await roll.click();
    await eventually(() => Promise.resolve(calls.filter((path) => path === "/api/rounds.play").length)).toBe(round);
    await eventually(() => roll.isEnabled()).toBe(true);
    stage.world.clock.advance(5_000);
  }
  const reads = calls.filter((path) => path !== "/api/rounds.play");
  expect(reads.length / ROUNDS, reads.join(" ")).toBeLessThanOrEqual(READS_A_ROUND);
  const { list } = await ann.call(rounds.mine, { gameCode: "DICE", limit: 20 });
  expect(list).toHaveLength(ROUNDS);
  for (const { id } of list) expect(await page.getByRole("tabpanel").locator(`a[href$="${id}"]`).count()).toBe(1);
});
