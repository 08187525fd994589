import { settings } from "@laro/contract/settings";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, logIn, newName, nextCaptcha, PASSWORD, readCaptcha, register } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ idp: true });

const login = (page: Page) => page.locator("#loginPopupModal");

/** Presses a provider's button and waits for the window it opens. */
async function openProvider(page: Page, name: string): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name }).click()]);
  await opened.getByRole("heading", { name }).waitFor();
  return opened;
}

const choose = (opened: Page, who: string): Promise<void> => opened.getByRole("button", { name: who }).click();

test("a newcomer comes by Google: told that nothing is linked, they open an account, and from then on one press is enough; a closed window is said to be so [AUTH-28, POPUP-21, POPUP-28, SITE-39, ERR-26]", async () => {
  const { page } = await stage.visit({ refusals: [404] });
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Facebook" }).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  const closed = await openProvider(page, "Continue with Google");
  await page.getByText("Finish in the other window.").waitFor();
  await closed.close();
  await page.getByText("Login failed: the window was closed. Please try again.").waitFor();
  await choose(await openProvider(page, "Continue with Google"), "Demo One");
  const unlinked = page.getByRole("dialog", { name: "Not linked yet" });
  await unlinked.getByRole("button", { name: "Open an account" }).click();
  await page.locator("#registerPopupModal").getByRole("button", { name: "Continue with Google" }).waitFor();
  await register(page, newName());
  await page.getByText("Linked. From now on it opens your account.").waitFor();
  await page.locator("#registerSuccessModal").getByRole("button", { name: "Later" }).click();
  await page.goto("/member/securityCenter");
  await page.getByText("Sign-ins elsewhere").waitFor();
  await page.getByText("d•••", { exact: false }).first().waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  const { page: other } = await stage.visit({ refusals: [403] });
  await other.goto("/login");
  await choose(await openProvider(other, "Continue with Google"), "Demo One");
  // A place the account does not know: the provider's word is one proof, the password the other.
  await other.getByRole("heading", { name: "Is it you?" }).waitFor();
  expect(addressOf(other)).toBe("/verify");
});

test("on a phone the page itself goes to Facebook and comes back; a no is told, a yes links who logs in with the password, and it can be taken back [AUTH-28, POPUP-21]", async () => {
  const { name } = await stage.world.player();
  const { page } = await stage.visit({ width: 390, height: 844, refusals: [404] });
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Facebook" }).click();
  await page.getByRole("button", { name: "Do not continue" }).click();
  await page.getByText("Login failed: the window was closed. Please try again.").waitFor();
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Facebook" }).click();
  await page.getByRole("button", { name: "Demo Two" }).click();
  const unlinked = page.getByRole("dialog", { name: "Not linked yet" });
  await unlinked.waitFor();
  expect(page.url()).not.toContain("#");
  expect(await findAccessFaults(page)).toEqual([]);
  await unlinked.getByRole("button", { name: "Log in" }).click();
  await login(page).locator("[name=username]").waitFor();
  await logIn(page, { name, password: PASSWORD });
  await page.getByText("Linked. From now on it opens your account.").waitFor();
  await page.goto("/member/securityCenter");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Remove this sign-in?" }).getByRole("button", { name: "Remove" }).click();
  await eventually(() => page.getByText("Not linked", { exact: true }).count()).toBe(2);
});

test("whoever came by a provider and opens an account by number waits one minute for the next code [AUTH-16]", async () => {
  const admin = await stage.world.operator("superadmin");
  for (const modId of ["mobileRegister", "smsVerification"] as const)
    await admin.call(settings.setFlag, { modId, enabled: true, reason: "numbers may register" });
  const { page } = await stage.visit({ width: 390, height: 844, refusals: [400, 404] });
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Demo Three" }).click();
  await page.getByRole("dialog", { name: "Not linked yet" }).getByRole("button", { name: "Open an account" }).click();
  const popup = page.locator("#registerPopupModal");
  const fields = { mobileNum: "09175550199", password: PASSWORD, confirmPassword: PASSWORD, paymentPassword: "246810", confirmPaymentPassword: "246810" };
  for (const [name, text] of Object.entries(fields)) await popup.locator(`[name=${name}]`).fill(text);
  await popup.locator("[name=agreed]").check();
  const drawn = nextCaptcha(page);
  await popup.getByRole("button", { name: "Register" }).click();
  await readCaptcha(stage.world, popup, drawn);
  await popup.getByRole("button", { name: "Register" }).click();
  const again = page.locator("#smsCodeModal").getByRole("button", { name: /Send again/ });
  await again.waitFor();
  expect([await again.isDisabled(), await again.innerText()]).toEqual([true, expect.stringMatching(/Send again in\s+(1:00|0:5\d)/)]);
});
