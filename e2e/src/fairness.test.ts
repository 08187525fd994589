import { createHash } from "node:crypto";
import { seeds } from "@laro/contract/seeds";
import { rollDice } from "@laro/server/testing/bets";
import { expect, test } from "vitest";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const sha256 = (hex: string): string => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

test("a player sees the next seed's hash before choosing their own, the page says that it was kept, checks the rounds, and says so where it was not", async () => {
  const ann = await stage.world.player({ balance: 100_00n });
  for (const stake of [1_00n, 2_00n]) await rollDice(stage.world, ann.id, { stake });
  const { page, faults } = await stage.visit({ token: ann.token, width: 390, height: 844 });
  await page.goto("/room/DICE");
  await page.getByRole("tab", { name: "Fairness" }).click();
  const fact = (label: string) => page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd").locator("code").first();
  const promised = await fact("Promise for the next seed").innerText();
  const inForce = await fact("Commitment").innerText();
  expect([promised, inForce]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  await page.getByRole("button", { name: "Verify my last rounds" }).click();
  await page.getByText("2 rounds wait for the seed in force.").waitFor();
  await page.getByLabel("New seed of your own").fill("my-own-word");
  await page.getByRole("button", { name: "Change my seed" }).click();
  await page.getByText("The promise was kept").waitFor();
  await eventually(() => fact("Commitment").innerText()).toBe(promised);
  expect(sha256(await fact("Revealed server seed").innerText())).toBe(inForce);
  await page.getByRole("button", { name: "Verify my last rounds" }).click();
  await page.getByText("2 of 2 rounds verified").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  // Another device takes the promised seed while this page still shows its hash.
  await ann.call(seeds.rotate, { clientSeed: "elsewhere" });
  await page.getByRole("button", { name: "Change my seed" }).click();
  await page.getByText("is not the one whose hash this page showed").waitFor();
  expect(faults).toEqual([]);
});
