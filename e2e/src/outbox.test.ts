import { randomBytes } from "node:crypto";
import { audit } from "@laro/contract/audit";
import { askForCode, bringCode } from "@laro/server/testing/outbox";
import { asOwner } from "@laro/server/testing/owner";
import { expect, test } from "vitest";
import { enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ messenger: true });
const JOURNEY_LIMIT_MS = 180_000;

test(
  "support finds the outbox empty, sees a code leave, arrive and be used, sends another again on the record, and is warned before the day's money ends",
  async () => {
    const { world } = stage;
    const [officer, admin] = [await world.operator("support"), await world.operator("superadmin")];
    const { page } = await stage.visit();
    await page.goto("/console/withdrawals");
    await enterBackOffice(page, officer);
    await page.getByRole("heading", { name: "Withdrawals" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("outb");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Outbox", exact: true }).waitFor();
    await page.getByText("No letter here yet.").waitFor();
    await page.getByText("No code went out by text message in the last seven days.").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);

    // What happens shows without a reload.
    const [first, second] = [
      { target: "+639171230001", device: randomBytes(32) },
      { target: "+639171230002", device: randomBytes(32) },
    ];
    await askForCode(world, first);
    const row = page.getByRole("row", { name: /\+63•••••0001.*Code: login.*Delivered.*₱ ?0\.60.*sms_/ });
    await row.waitFor();
    expect(await page.content()).not.toContain(first.target);
    await page.getByRole("button", { name: "+63•••••0001" }).click();
    const detail = page.getByRole("dialog", { name: "+63•••••0001" });
    const code = await detail.locator("code").first().innerText();
    expect(code).toMatch(/^[0-9]{6}$/);
    await detail.getByText(`${code} is your Laro code to log in.`).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await bringCode(world, first);
    await detail.getByText("Code used").waitFor();
    await eventually(() => detail.getByRole("button", { name: "Send again" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /^\+63917 1 1 100%$/ }).waitFor();

    await askForCode(world, second);
    await page.getByRole("button", { name: "+63•••••0002" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    const asking = page.getByRole("dialog", { name: "Send again to +63•••••0002" });
    await asking.getByLabel("Reason").fill("The member says nothing came");
    expect(await findAccessFaults(page)).toEqual([]);
    await asking.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The letter is on its way again.").waitFor();
    await eventually(() => page.getByRole("row", { name: /\+63•••••0002.*Delivered/ }).count()).toBe(2);
    const texts = (await world.messenger!.listTexts()).filter(({ to }) => to === second.target);
    expect(texts.map(({ text }) => text)).toEqual([texts[0]!.text, texts[0]!.text]);
    const { list } = await admin.call(audit.list, { limit: 50 });
    expect(list.filter(({ endpoint, kind }) => endpoint === "dispatches.resend" && kind === "command")).toMatchObject([
      { operator: officer.name, input: { reason: "The member says nothing came" } },
    ]);
    // The same code went out twice and counts once.
    await page.getByRole("row", { name: /^\+63917 2 1 50%$/ }).waitFor();

    await asOwner(world.open.url, "update code_budget set used = 400000 where key = 'site'");
    await askForCode(world, { target: "+639171230003" });
    await page.getByText("Four fifths of today’s money for text messages are spent: ₱4,000.60 of ₱5,000.00.").waitFor();

    await askForCode(world, { target: "ann@example.com", channel: "email" });
    await page.getByRole("tab", { name: "E-mail" }).click();
    await page.getByRole("row", { name: /a•••••@example\.com.*Sent/ }).waitFor();
    expect(await page.getByRole("row", { name: /\+63•••••/ }).count()).toBe(0);
    await page.getByLabel("State").selectOption("Failed");
    await page.getByText("No letter here yet.").waitFor();
    expect(new URL(page.url()).search).toBe("?channel=email&state=failed");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "All letters" }).click();
    await page.getByLabel("State").selectOption("In any state");
    await page.getByRole("button", { name: "+63•••••0001" }).waitFor();
    expect(await readOverflow(page)).toBe(0);
    expect(await findAccessFaults(page)).toEqual([]);

    // No alerts and alerts that could not be read are two things.
    const busy = { success: false, message: "server.busy", text: "Too busy to say.", value: {}, requestId: "r1" };
    await page.route("**/api/dispatches.alerts*", (route) => route.fulfill({ json: busy }));
    await page.reload();
    await page.getByText("Too busy to say.").waitFor();
  },
  JOURNEY_LIMIT_MS,
);

test("Settings says which provider a feature waits for, and how old the table of countries is", async () => {
  const { page } = await stage.visit();
  // As in a production that has no mail server.
  await page.route("**/api/settings.site*", async (route) => {
    const { value, ...rest } = (await (await route.fetch()).json()) as { value: object };
    await route.fulfill({ json: { ...rest, value: { ...value, portMissing: [{ modId: "phonePasswordReset", port: "sms" }] } } });
  });
  await page.goto("/console/settings");
  await enterBackOffice(page, await stage.world.operator("superadmin"));
  await page.getByText("phonePasswordReset · Needs SMS_URL").waitFor();
  expect(await page.getByRole("switch", { name: "Password reset by phone" }).isDisabled()).toBe(true);
  const countries = page.getByRole("region", { name: "Countries of addresses" });
  await countries.getByText("The database in use was made on").waitFor();
  await countries.getByText("The one that comes with the platform").waitFor();
  await countries.getByText("Older than 90 days").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
});
