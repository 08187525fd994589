import { readFile } from "node:fs/promises";
import { memberWith } from "@laro/server/testing/contacts";
import { firstOf } from "@laro/server/testing/long";
import { readLetters } from "@laro/server/testing/outbox";
import { privacy } from "@laro/contract/privacy";
import { expect, test } from "vitest";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const looks = [
  { width: 390, height: 844, theme: "light" },
  { width: 1440, height: 900, theme: "dark" },
] as const;

test.each(firstOf(looks))(
  "at $width pixels a member sees what is missing and goes there, chooses their marketing by keyboard, takes a copy of their data and closes the account",
  async (look) => {
    const box = `privacy@n${look.width}.example.com`;
    const member = await memberWith(stage.world, { kind: "email", value: box });
    const { page, faults } = await stage.visit({ token: member.token, ...look });
    await page.goto("/member/securityCenter");
    const missing = page.getByRole("region", { name: "What is still missing" });
    await missing.getByText("A confirmed mobile number").waitFor();
    expect(await missing.getByText("A confirmed e-mail address").count()).toBe(0);
    for (const lack of ["A payment password", "A payout account", "A second factor", "Your identity, verified"]) await missing.getByText(lack).waitFor();
    await missing.getByRole("button", { name: "Go there: A confirmed mobile number" }).click();
    await page.locator("#centre-contacts:focus").waitFor();

    const panel = page.getByRole("region", { name: "Privacy", exact: true });
    const offers = panel.getByRole("checkbox", { name: "News and offers by e-mail" });
    await offers.focus();
    await page.keyboard.press("Space");
    await eventually(() => offers.isChecked()).toBe(true);
    expect((await member.call(privacy.consents, {})).marketing).toEqual({ marketingEmail: true, marketingSms: false });
    expect(await findAccessFaults(page)).toEqual([]);

    const arriving = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download my data" }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^player\d+-\d{4}-\d{2}-\d{2}\.json$/);
    const copy = JSON.parse(await readFile(await file.path(), "utf8")) as { contacts: { list: unknown[] }; consents: { list: unknown[] } };
    expect(copy.contacts.list).toEqual([expect.objectContaining({ value: box })]);
    expect(copy.consents.list).toHaveLength(3);

    await panel.getByRole("button", { name: "Close my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Close my account" });
    await dialog.getByText("For 30 days a new password").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // Escape took back the question and left what lies behind it.
    await panel.getByRole("button", { name: "Close my account" }).click();
    await dialog.getByRole("button", { name: "Close the account" }).click();
    await page.getByText("Your account is closed.").waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe("/");
    await page.getByRole("banner").getByRole("button", { name: "Log in" }).first().waitFor();
    expect(await member.refused(privacy.consents, {})).toBe("sessions.required");
    expect((await readLetters(stage.world, box)).map(({ template }) => template)).toContain("closing");
    expect(faults).toEqual([]);
  },
);

test("who still has money is told so and stays logged in", async () => {
  const { token } = await stage.world.player({ balance: 75_00n });
  const { page } = await stage.visit({ token, width: 390, height: 844, refusals: [409] });
  await page.goto("/member/securityCenter");
  await page.getByRole("button", { name: "Close my account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the account" }).click();
  await page.getByText("There are still 75.00 in your account.").waitFor();
  await page.getByRole("button", { name: "Download my data" }).waitFor();
});
