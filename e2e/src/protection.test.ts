import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, enterBackOffice, logIn, newName, PASSWORD, personOf, playRound, register } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const PHONE = { width: 390, height: 844 } as const;
const HOUR_MS = 60 * 60_000;

const roll = (page: Page) => page.getByRole("button", { name: "Roll", exact: true }).click();
const security = (page: Page) => page.goto("/member/securityCenter");

/** Someone on a phone who has just registered, with money to play. */
async function arrive(refusals: readonly number[]): Promise<{ page: Page; name: string }> {
  const { page } = await stage.visit({ ...PHONE, refusals });
  const name = newName();
  await page.goto("/register");
  await register(page, name);
  await page.locator("#registerSuccessModal").getByText(`Welcome, ${name}!`).waitFor();
  await stage.world.give((await personOf(stage.world, page)).id, 1_000_00n);
  return { page, name };
}

test("on a phone a newcomer takes the limit that is offered, plays until the stake limit stops them, takes a break, and the game refuses", async () => {
  const { page } = await arrive([403]);
  const welcome = page.locator("#registerSuccessModal");
  await welcome.getByRole("button", { name: "₱ 500", exact: true }).click();
  await welcome.getByRole("button", { name: "Set this limit" }).click();
  await welcome.waitFor({ state: "detached" });
  const person = await personOf(stage.world, page);
  expect((await person.call(limits.mine, {})).list).toMatchObject([{ kind: "deposit", period: "day", amount: 500_00n }]);

  await security(page);
  await page.getByRole("button", { name: "Set: Stake limit, Per day" }).click();
  const dialog = page.getByRole("dialog", { name: "Stake limit · Per day" });
  await dialog.getByLabel("Limit").fill("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.goto("/room/DICE");
  await playRound(page, "Roll");
  await eventually(() => page.getByRole("button", { name: "Roll", exact: true }).getAttribute("aria-disabled")).not.toBe("true");
  await roll(page);
  await page.getByRole("alert").getByText("This stake would take you past the stake limit you set.").waitFor();
  await page.getByRole("alert").getByRole("link", { name: "See my limits" }).click();

  await page.getByRole("button", { name: "Take a break" }).click();
  const rest = page.getByRole("dialog", { name: "A short break" });
  await rest.getByRole("button", { name: "7 days" }).click();
  await rest.getByRole("button", { name: "Start the break" }).click();
  await page.getByText("Your break is in force.").waitFor();
  expect((await person.call(protection.mine, {})).exclusion).toMatchObject({ kind: "timeout", period: "7d" });

  await page.goto("/room/DICE");
  await roll(page);
  await page.getByRole("alert").getByText("Play and deposits are closed for your account until your break is over.").waitFor();
  await page.getByRole("alert").getByRole("link", { name: "See my break" }).waitFor();
});

test("who excludes themselves is logged out and told until when at the next login; an officer sees the case and cannot end it", async () => {
  const { page, name } = await arrive([403]);
  await page.locator("#registerSuccessModal").getByRole("button", { name: "Later" }).click();
  await security(page);
  await page.getByRole("button", { name: "Exclude myself" }).click();
  const dialog = page.getByRole("dialog", { name: "Self-exclusion" });
  await dialog.getByRole("button", { name: "6 months" }).click();
  await dialog.getByLabel("I have read this").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Login password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Exclude me now" }).click();
  await page.locator("#loginPopupModal").waitFor();
  await logIn(page, { name, password: PASSWORD });
  await page.locator("#loginPopupModal").getByText("Your account is closed for play until").waitFor();
  expect(addressOf(page)).not.toContain("/member");

  const { page: console } = await stage.visit();
  await console.goto("/console");
  await enterBackOffice(console, await stage.world.operator("superadmin"));
  await console.getByRole("link", { name: "Player protection" }).click();
  const row = console.getByRole("row").filter({ hasText: name });
  await row.getByText("Self-exclusion").waitFor();
  expect(await row.getByRole("button", { name: `End: ${name}` }).isDisabled()).toBe(true);
});

// The last of the file: it puts the server's clock ahead for good.
test("the reality check stands in the way of play, Escape does not close it, and playing on answers it", async () => {
  const { page } = await arrive([409]);
  await page.locator("#registerSuccessModal").getByRole("button", { name: "Later" }).click();
  await page.goto("/room/DICE");
  await playRound(page, "Roll");
  const person = await personOf(stage.world, page);
  // An hour of play, heard of every few minutes; the browser's own clock stays behind, so it is the refused stake that tells.
  for (let quarter = 0; quarter < 4; quarter++) {
    stage.world.clock.advance(HOUR_MS / 4);
    await person.call(protection.positions, {});
  }
  await eventually(() => page.getByRole("button", { name: "Roll", exact: true }).getAttribute("aria-disabled")).not.toBe("true");
  await roll(page);
  const check = page.getByRole("dialog", { name: "Time to look up" });
  await check.getByText("₱ 20.00").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  expect(await check.isVisible()).toBe(true);
  await check.getByRole("button", { name: "Play on" }).click();
  await check.waitFor({ state: "detached" });
  await playRound(page, "Roll");
  expect(await stage.world.audit()).toEqual([]);
});
