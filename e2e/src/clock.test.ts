import { bindPayoutAccount, PAYMENT_PASSWORD } from "@laro/server/testing/cashier";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { logIn, newName, PASSWORD, personOf, register } from "./acts.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();
const HOUR_MS = 60 * 60_000;

/** Sets the clock of the device a page is on, before or while the page is open. */
const setDeviceClock = (page: Page, aheadMs: number): Promise<void> => page.clock.setSystemTime(Date.now() + aheadMs);

/** Registers on a device whose clock is wrong, and is given money and a payout account. */
async function arrive(page: Page): Promise<string> {
  const name = newName();
  await page.goto("/register");
  await register(page, name);
  await page.locator("#registerSuccessModal").getByRole("button", { name: "Later" }).click();
  const person = await personOf(stage.world, page);
  await stage.world.give(person.id, 1_000_00n);
  await bindPayoutAccount(Object.assign(person, { password: PASSWORD }));
  return name;
}

async function withdraw(page: Page): Promise<void> {
  await page.goto("/member/withdraw");
  const desk = page.getByRole("dialog", { name: "Withdraw", exact: true });
  await desk.getByLabel("Amount").fill("300");
  await desk.getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm the withdrawal" });
  await confirm.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
  await confirm.getByRole("button", { name: "Request the withdrawal" }).click();
  await desk.getByText("An officer is looking at your request.").waitFor();
}

async function excludeMyself(page: Page): Promise<void> {
  await page.goto("/member/securityCenter");
  await page.getByRole("button", { name: "Exclude myself" }).click();
  const dialog = page.getByRole("dialog", { name: "Self-exclusion" });
  await dialog.getByRole("button", { name: "6 months" }).click();
  await dialog.getByLabel("I have read this").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByLabel("Login password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Exclude me now" }).click();
  await page.locator("#loginPopupModal").waitFor();
}

const clocks = [
  ["nine hours behind", -9 * HOUR_MS],
  ["five hours ahead", 5 * HOUR_MS],
] as const;

for (const [wrong, aheadMs] of firstOf(clocks))
  test(`on a device whose clock is ${wrong} a member registers, withdraws, excludes themselves and is told so at the next login`, async () => {
    const { page } = await stage.visit({ refusals: [403] });
    await page.clock.install({ time: Date.now() + aheadMs });
    const name = await arrive(page);
    await withdraw(page);
    await excludeMyself(page);
    await logIn(page, { name, password: PASSWORD });
    await page.locator("#loginPopupModal").getByText("Your account is closed for play until").waitFor();
    expect(await stage.world.audit()).toEqual([]);
  });

test("a device's clock that jumps while the page is open is put right by the first refusal, and the member is let in at once", async () => {
  const { name } = await stage.world.player();
  const { page } = await stage.visit({ refusals: [409] });
  await page.clock.install({ time: Date.now() });
  await page.goto("/login");
  await page.locator("#loginPopupModal").waitFor();
  await setDeviceClock(page, 3 * HOUR_MS);
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
});
