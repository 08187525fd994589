import { accounts } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { expect, test } from "vitest";
import { decide, enterBackOffice, newName, PASSWORD } from "./acts.ts";
import { readOverflow } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const reason = "it is asked for";

test("an officer sets on how many devices a member may be at once, and one login more ends the oldest", async () => {
  const admin = await stage.world.operator("superadmin");
  const { page } = await stage.visit();
  await page.goto("/console/settings");
  await enterBackOffice(page, admin);
  await page.getByText("5 devices", { exact: true }).waitFor();
  const verb = "Change how many devices at once";
  await page.getByRole("button", { name: verb }).click();
  await page.getByRole("textbox", { name: "Devices" }).fill("51");
  expect(await page.getByRole("button", { name: "Change it" }).isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Devices" }).fill("1");
  await decide(page, verb, { reason, verb: "Change it" });
  // The dialog itself shows what will be: only once it has closed does the page show what is.
  await page.getByRole("dialog", { name: verb }).waitFor({ state: "hidden" });
  await page.getByText("1 device", { exact: true }).waitFor();
  const first = await stage.world.player();
  const login = { username: first.name, password: first.password, type: "username", entry: "player" } as const;
  await stage.world.guest().call(sessions.login, login);
  // The word of its end reaches each process a moment after the login.
  await eventually(() => first.refused(accounts.me, {}).catch(() => undefined)).toBe("sessions.required");
  await admin.call(settings.setSessions, { perMember: 5, reason });
});

test("a feature that is switched off goes from the page a member has open, and comes back to it", async () => {
  const admin = await stage.world.operator("superadmin");
  // What the page asked for just before is refused by then.
  const { page } = await stage.visit({ token: (await stage.world.player()).token, refusals: [403] });
  await page.goto("/pointMall");
  await page.getByRole("button", { name: "Account menu" }).waitFor();
  const isOff = page.getByText("Points are switched off here");
  for (const enabled of [false, true]) {
    await admin.call(settings.setFlag, { modId: "pointsSystem", enabled, reason });
    await isOff.waitFor({ state: enabled ? "hidden" : "visible" });
  }
});

test("with registration switched off the site says so where one would register, on a phone too, and the server refuses", async () => {
  const admin = await stage.world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "usernameRegister", enabled: false, reason });
  const { page } = await stage.visit({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Sign-up closed" }).click();
  const dialog = page.getByRole("dialog", { name: "Registration is closed" });
  await dialog.getByRole("link", { name: "Customer service" }).waitFor();
  expect(await dialog.locator("[name=username]").count()).toBe(0);
  expect(await readOverflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await page.locator("#loginPopupModal").waitFor();
  await page.goto("/register");
  await dialog.waitFor();
  const register = { username: newName(), password: PASSWORD, confirmPassword: PASSWORD, registerMethod: "WEB", agreed: true } as const;
  expect(await stage.world.guest().refused(accounts.register, register)).toBe("accounts.registration_closed");
  await admin.call(settings.setFlag, { modId: "usernameRegister", enabled: true, reason });
  await page.reload();
  await page.locator("#registerPopupModal [name=username]").waitFor();
});
