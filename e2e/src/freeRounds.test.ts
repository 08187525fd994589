import { freeRounds } from "@laro/contract/freeRounds";
import { wallet } from "@laro/contract/wallet";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, vendor: true });
const JOURNEY_LIMIT_MS = 180_000;
const reason = "A welcome for a guest of the house";

const gameOf = (page: Page) => page.frameLocator("iframe[title='Golden Mango']");
const playOf = (page: Page) => gameOf(page).getByRole("button", { name: "Play", exact: true });

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "an officer gives free rounds, a member plays them in the vendor's game, and what they won stands in the record as a prize",
  async () => {
    const { world } = stage;
    const member = await world.player({ balance: 20_00n });
    const { page: desk } = await stage.visit();
    await desk.goto("/console/freeRounds");
    await enterBackOffice(desk, await world.operator("superadmin"));
    await desk.getByRole("button", { name: "Give free rounds" }).click();
    const dialog = desk.getByRole("dialog", { name: "Give free rounds" });
    await dialog.getByLabel("Member").fill(member.name);
    await dialog.getByLabel("Search by name").fill("golden man");
    await dialog.getByRole("option", { name: /Golden Mango/ }).waitFor({ state: "attached" });
    await dialog.getByLabel("Game").selectOption({ label: "Golden Mango (PT)" });
    await dialog.getByLabel("Stake of a round").fill("25");
    await dialog.getByLabel("Rounds").fill("3");
    await dialog.getByLabel("Reason").fill(reason);
    await look(desk);
    await dialog.getByRole("button", { name: "Give free rounds" }).click();
    await desk.getByRole("row", { name: new RegExp(`${member.name}.*Ready`) }).waitFor();
    await look(desk);

    const { page } = await stage.visit({ width: 390, token: member.token, expected: [/favicon/], refusals: [404] });
    await page.goto("/member/bonusDetails");
    await page.getByText("3 free rounds").waitFor();
    await look(page);
    await page.getByRole("button", { name: "Play the free rounds in Golden Mango" }).click();
    await playOf(page).waitFor();
    await gameOf(page).getByText("Free round 1 of 3").waitFor();
    for (const at of [1, 2, 3]) {
      await playOf(page).press("Enter");
      await eventually(() => gameOf(page).locator(".said").textContent()).toMatch(/^−0\.00 {2}\+[0-9.]+$/);
      await gameOf(page).getByText(`Free round ${at} of 3`).waitFor();
      await eventually(() => playOf(page).isEnabled()).toBe(true);
    }
    const own = async () => (await member.call(freeRounds.mine, {})).list[0]!;
    await eventually(async () => (await own()).state).toBe("finished");
    const { won } = await own();
    expect((await member.call(wallet.balance, {})).balance).toBe(20_00n + won);

    await page.goto("/member/bonusDetails");
    await page
      .getByRole("article", { name: /^Golden Mango F-/ })
      .getByText("Played")
      .waitFor();
    await page.goto("/member/transactionHistory");
    if (won > 0n) await page.getByRole("row", { name: /Prize/ }).first().waitFor();
    await desk.getByRole("row", { name: new RegExp(`${member.name}.*Played`) }).waitFor();

    const second = await world.player();
    await desk.getByRole("button", { name: "Give free rounds" }).click();
    await dialog.getByLabel("Member").fill(second.name);
    await dialog.getByLabel("Search by name").fill("golden man");
    await dialog.getByRole("option", { name: /Golden Mango/ }).waitFor({ state: "attached" });
    await dialog.getByLabel("Game").selectOption({ label: "Golden Mango (PT)" });
    await dialog.getByLabel("Stake of a round").fill("25");
    await dialog.getByLabel("Rounds").fill("100");
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Give free rounds" }).click();
    await desk.getByRole("row", { name: new RegExp(second.name) }).waitFor();
    expect(await desk.getByRole("button", { name: `Confirm the free rounds of ${second.name}` }).count()).toBe(0);
    const { page: other } = await stage.visit();
    await other.goto("/console/freeRounds");
    await enterBackOffice(other, await world.operator("superadmin"));
    await other.getByRole("button", { name: `Confirm the free rounds of ${second.name}` }).click();
    await decide(other, `Confirm the free rounds of ${second.name}`, { reason, verb: "Confirm" });
    const given = other.getByRole("row", { name: new RegExp(`${second.name}.*Ready`) });
    await given.waitFor();
    await given.getByRole("button", { name: /^Take back/ }).click();
    await decide(other, /^Take back F-/, { reason, verb: "Take back" });
    await other.getByRole("row", { name: new RegExp(`${second.name}.*Taken back`) }).waitFor();
    await look(other);
    expect(await world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
