import { accounts } from "@laro/contract/accounts";
import { settings } from "@laro/contract/settings";
import { expect, test } from "vitest";
import { enterBackOffice, newName, PASSWORD } from "./acts.ts";
import { readOverflow } from "./browser.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();
const reason = "closed for the night";

test("the console says which features are not built yet and lets nobody turn them on", async () => {
  const { page } = await stage.visit();
  await page.goto("/console/settings");
  await enterBackOffice(page, await stage.world.operator("superadmin"));
  const salary = page.getByRole("switch", { name: "Daily salary" });
  await salary.waitFor();
  expect(await page.getByText("Not built yet").count()).toBe(12);
  expect([await salary.isDisabled(), await salary.getAttribute("aria-checked")]).toEqual([true, "false"]);
  expect(await page.getByRole("switch", { name: "Banners" }).isDisabled()).toBe(false);
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
