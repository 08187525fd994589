import { settings } from "@laro/contract/settings";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { logIn, PASSWORD } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();

/** Gives a window an authenticator of its own, whose user is verified as often as asked. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, automaticPresenceSimulation: true } });
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
