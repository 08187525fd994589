import { wallet } from "@laro/contract/wallet";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, PASSWORD } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;

/** Opens a page of the console as someone. */
async function openConsole(officer: { name: string; password: string }, path: string, refusals: readonly number[] = []): Promise<Page> {
  const { page } = await stage.visit({ refusals });
  await page.goto(`/console${path}`);
  await enterBackOffice(page, officer);
  return page;
}

interface Asked {
  readonly name: string;
  readonly verb: string;
  readonly title: string;
  /** What the last button says, where it only proposes. */
  readonly press?: string;
  readonly roles?: { readonly off: string; readonly on: string };
}

/** Opens one of the staff and asks for something about them. */
async function ask(page: Page, { name, verb, title, press = verb, roles }: Asked): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog", { name, exact: true }).getByRole("button", { name: verb }).click();
  const dialog = page.getByRole("dialog", { name: title });
  if (roles !== undefined) {
    await dialog.getByLabel(roles.off).uncheck();
    await dialog.getByLabel(roles.on).check();
  }
  await dialog.getByLabel("Reason").fill("As agreed with the head of staff");
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: press }).click();
}

/** Confirms as another superadmin what waits for this name. */
async function second(page: Page, name: string, title: string): Promise<void> {
  const waiting = page.getByRole("region", { name: "Waiting for a second superadmin" });
  await waiting
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("button", { name: "Confirm" })
    .click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("Reason").fill("Looked at it, all is well");
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

test(
  "two superadmins open an account, its holder chooses a password and works, and is out at once when one of them closes it [ROLE-14]",
  async () => {
    const admin = await openConsole(await stage.world.operator("superadmin"), "/staff");
    const other = await openConsole(await stage.world.operator("superadmin"), "/staff");
    await admin.getByRole("button", { name: "Add someone" }).click();
    const adding = admin.getByRole("dialog", { name: "Add someone" });
    await adding.getByLabel("User name").fill("belen");
    await adding.getByLabel("Customer service").uncheck();
    await adding.getByLabel("Finance").check();
    await adding.getByLabel("Reason").fill("New in the team");
    expect(await findAccessFaults(admin)).toEqual([]);
    await adding.getByRole("button", { name: "Propose" }).click();
    const mine = admin.getByRole("region", { name: "Waiting for a second superadmin" }).getByRole("row", { name: /belen/ });
    await mine.waitFor();
    expect(await mine.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await second(other, "belen", "New account: belen");
    const given = other.getByRole("dialog", { name: "Password for belen" });
    const password = await given.locator("code").innerText();
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(await findAccessFaults(other)).toEqual([]);
    await given.getByRole("button", { name: "I have noted it" }).click();
    await admin.getByRole("row", { name: /belen.*Finance.*First password/ }).waitFor();

    const belen = await openConsole({ name: "belen", password }, "/withdrawals", [401, 403]);
    const choosing = belen.getByRole("dialog", { name: "Please choose a new password" });
    await choosing.locator("[name=newPassword]").fill(PASSWORD);
    await choosing.locator("[name=confirmNewPassword]").fill(PASSWORD);
    expect(await findAccessFaults(belen)).toEqual([]);
    await choosing.getByRole("button", { name: "Change password" }).click();
    await belen.getByRole("heading", { name: "Withdrawals" }).waitFor();
    expect(await belen.getByRole("link", { name: "Staff" }).count()).toBe(0);

    await admin.reload();
    await ask(admin, { name: "belen", verb: "Change the roles", title: "Change the roles of belen", press: "Propose", roles: { off: "Finance", on: "Risk" } });
    await second(other, "belen", "Other roles: belen");
    await other.getByText("Confirmed and carried out for belen.").waitFor();
    await belen.getByRole("heading", { name: "Operator console" }).waitFor();
    await enterBackOffice(belen, { name: "belen", password: PASSWORD });
    await belen.getByRole("link", { name: "Money laundering alerts" }).waitFor();

    await ask(admin, { name: "belen", verb: "Close the account", title: "Close the account of belen" });
    await admin.getByText("The account of belen is closed, and every session of it.").waitFor();
    await admin.getByRole("row", { name: /belen.*Risk.*Closed/ }).waitFor();
    await belen.getByRole("heading", { name: "Operator console" }).waitFor();
    await enterBackOffice(belen, { name: "belen", password: PASSWORD });
    await belen.getByText("This account is closed. Please contact customer service.").waitFor();
  },
  JOURNEY_LIMIT_MS,
);

test(
  "an officer changes their own password from the menu, and a superadmin finds logins, looks and refusals in the log",
  async () => {
    const [officer, member] = [await stage.world.operator("finance"), await stage.world.player()];
    const page = await openConsole(officer, "/withdrawals", [400]);
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("button", { name: "My password" }).click();
    const mine = page.getByRole("dialog", { name: "My password" });
    const NEW = "Battery-staple-8";
    await mine.getByLabel("Current password").fill("not the password");
    await mine.getByLabel("New password").first().fill(NEW);
    await mine.getByLabel("New password again").fill(NEW);
    await mine.getByRole("button", { name: "Change password" }).click();
    await mine.getByText("The password is not correct.").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await mine.getByLabel("Current password").fill(officer.password);
    await mine.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The password is changed. Your other sessions have ended.").waitFor();
    await page.goto(`/console/journal?member=${member.name}`);
    await page.getByRole("heading", { name: "Journal" }).waitFor();

    const admin = await openConsole(await stage.world.operator("superadmin"), "/audit");
    const log = admin.getByRole("region", { name: "Audit log" });
    await admin.getByRole("tab", { name: "Looked at" }).click();
    const look = log.getByRole("listitem").filter({ hasText: wallet.lines.name });
    await look.getByText(officer.name).waitFor();
    await look.locator("summary").click();
    await look.getByText(member.name).waitFor();
    expect(await findAccessFaults(admin)).toEqual([]);
    await admin.getByRole("tab", { name: "Refused" }).click();
    const refused = log.getByRole("listitem").filter({ hasText: "operators.changePassword" });
    await refused.locator("summary").click();
    await refused.getByText("accounts.old_password_wrong").waitFor();
    await admin.getByRole("tab", { name: "Login" }).click();
    await log.getByRole("listitem").filter({ hasText: officer.name }).first().waitFor();
    await admin.getByRole("button", { name: "Verify the chain" }).click();
    await admin.getByText(/The chain is whole/).waitFor();
    expect((await admin.locator("body").innerText()).includes("not the password")).toBe(false);
  },
  JOURNEY_LIMIT_MS,
);
