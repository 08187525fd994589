import { recoveries } from "@laro/contract/recoveries";
import { settings } from "@laro/contract/settings";
import { readCaptcha } from "@laro/server/testing/captcha";
import { memberWith } from "@laro/server/testing/contacts";
import { readLetters } from "@laro/server/testing/outbox";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { logIn, PASSWORD } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();
const MINUTE_MS = 60_000;

/** Gives a window an authenticator of its own, whose user is verified as often as asked. */
async function plugIn(page: Page): Promise<(isVerified: boolean) => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, automaticPresenceSimulation: true } });
  return (isUserVerified) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

test("a member adds a passkey, names it, enters by it without a name or a password, and takes it off; at a bare address there are none", async () => {
  const { world } = stage;
  const [{ name }, admin] = [await world.player(), await world.operator("superadmin")];
  await admin.call(settings.setFlag, { modId: "passkeys", enabled: true, reason: "members may enter by passkey" });
  const { page } = await stage.visit({ refusals: [400, 403] });
  await page.goto("/login");
  await page.locator("#loginPopupModal").getByRole("button", { name: "Forgot your password?" }).waitFor();
  expect(await page.getByRole("button", { name: "Continue with a passkey" }).count()).toBe(0);
  const at = world.address.replace("127.0.0.1", "localhost");
  await plugIn(page);
  await withoutFillingIn(page);
  await page.goto(`${at}/login`);
  const enter = page.getByRole("button", { name: "Continue with a passkey" });
  await enter.click();
  await page.getByText("No passkey was shown. Try again, or log in with your password.").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
  await page.goto(`${at}/member/securityCenter`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename: My device" }).click();
  await page.getByRole("dialog", { name: "Rename the passkey" }).locator("[name=name]").fill("My laptop");
  await page.getByRole("dialog", { name: "Rename the passkey" }).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove: My laptop" }).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await page.evaluate("sessionStorage.clear()");
  await page.goto(`${at}/login`);
  await enter.click();
  await page.getByLabel("Account menu").waitFor();
  await page.goto(`${at}/member/securityCenter`);
  await page.getByRole("button", { name: "Remove: My laptop" }).click();
  await page.getByRole("dialog", { name: "Remove this passkey?" }).getByRole("button", { name: "Remove" }).click();
  await page.getByText("The passkey is removed.").waitFor();
});

/** Nobody touches the authenticator that fills in by itself: what is tested here is what is pressed. */
const withoutFillingIn = (page: Page) => page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");

test("a passkey is the second factor of a login from a new place, proves who changes the account, and is asked for by a new password [AUTH-25]", async () => {
  const { world } = stage;
  const mail = "passkeys.browser@example.com";
  const [{ name, ip }, admin] = [await memberWith(world, { kind: "email", value: mail }), await world.operator("superadmin")];
  await admin.call(settings.setFlag, { modId: "passkeys", enabled: true, reason: "members may enter by passkey" });
  const { page } = await stage.visit({ refusals: [400, 403] });
  const setVerified = await plugIn(page);
  await withoutFillingIn(page);
  const at = world.address.replace("127.0.0.1", "localhost");
  await page.context().setExtraHTTPHeaders({ "x-forwarded-for": ip });
  await page.goto(`${at}/login`);
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
  await page.goto(`${at}/member/securityCenter`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename: My device" }).waitFor();
  await page.evaluate("sessionStorage.clear()");
  await page.context().setExtraHTTPHeaders({ "x-forwarded-for": "10.201.7.7" });
  await page.goto(`${at}/login`);
  await logIn(page, { name, password: PASSWORD });
  const show = page.getByRole("button", { name: "Show your passkey", exact: true });
  await show.waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Is it you?", level: 1 }).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await setVerified(false);
  await show.click();
  await page.getByText("No passkey was shown.").waitFor();
  await setVerified(true);
  await show.click();
  await page.getByLabel("Account menu").waitFor();
  await world.pass(11 * MINUTE_MS);
  await page.goto(`${at}/member/securityCenter`);
  await page.getByRole("button", { name: "Rename: My device" }).click();
  const rename = page.getByRole("dialog", { name: "Rename the passkey" });
  await rename.locator("[name=name]").fill("Proved");
  await rename.getByRole("button", { name: "Save" }).click();
  const proof = page.locator("#proofModal");
  await proof.getByRole("button", { name: "Show your passkey", exact: true }).waitFor();
  expect(await proof.locator("[name=answer]").count()).toBe(0);
  expect(await findAccessFaults(page)).toEqual([]);
  await show.click();
  await page.getByRole("button", { name: "Rename: Proved" }).waitFor();
  await page.evaluate("sessionStorage.clear()");
  await world.guest().call(recoveries.byEmail, { username: name, email: mail, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, mail)).find(({ template }) => template === "recoveryMail");
  await page.goto(`${at}/reset#${/#([\w-]{43})/.exec(letter!.body!)![1]!}`);
  await page.getByRole("heading", { name: "Your new password", level: 1 }).waitFor();
  for (const field of ["newPassword", "confirmNewPassword"]) await page.locator(`[name=${field}]`).fill("Better-horse-8");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByRole("button", { name: "Show your passkey and set the password" }).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Show your passkey and set the password" }).click();
  await page.getByLabel("Account menu").waitFor();
});

test("a browser that fills passkeys in lets their owner in without a press", async () => {
  const { world } = stage;
  const { name } = await world.player();
  const { page } = await stage.visit({ refusals: [400, 403] });
  await plugIn(page);
  const at = world.address.replace("127.0.0.1", "localhost");
  await page.goto(`${at}/login`);
  expect(await page.locator("#loginPopupModal [name=username]").getAttribute("autocomplete")).toBe("username webauthn");
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
  await page.goto(`${at}/member/securityCenter`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename: My device" }).waitFor();
  await page.evaluate("sessionStorage.clear()");
  await page.goto(`${at}/login`);
  await page.getByLabel("Account menu").waitFor();
});
