import { createHash, randomUUID } from "node:crypto";
import { deposits } from "@laro/contract/deposits";
import { lookForLaundering, plantDeposit, plantLine } from "@laro/server/testing/backOffice";
import { drawPicture } from "@laro/server/testing/cashier";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, decide, enterBackOffice, peso } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LARGE_DAY = 5_000_000_00n;
const PHONE = { width: 390, height: 844 } as const;
const JOURNEY_LIMIT_MS = 180_000;

/** Opens a page of the console as an officer of a role. */
async function openConsole(role: "finance" | "risk" | "superadmin", path: string, size = {}): Promise<{ page: Page; name: string }> {
  const officer = await stage.world.operator(role);
  const { page } = await stage.visit(size);
  await page.goto(`/console${path}`);
  await enterBackOffice(page, officer);
  return { page, name: officer.name };
}

test(
  "one officer proposes a credit, another confirms it, and the member and the journal show it",
  async () => {
    const member = await stage.world.player();
    const seat = await stage.visit({ token: member.token });
    await seat.page.goto("/member/messageV2");
    const [ana, ben] = [await openConsole("finance", "/adjustments"), await openConsole("finance", "/adjustments")];

    await ana.page.getByText("Nothing waits for a second officer.").waitFor();
    await ana.page.getByRole("button", { name: "Propose" }).click();
    const proposal = ana.page.getByRole("dialog", { name: "Propose an adjustment" });
    await proposal.getByLabel("Member").fill(member.name);
    await proposal.getByLabel("Amount").fill("1250.50");
    await proposal.getByLabel("Reason").fill("Goodwill after a complaint");
    expect(await findAccessFaults(ana.page)).toEqual([]);
    await proposal.getByRole("button", { name: "Propose" }).click();
    await ana.page.getByText(/A-\d+ waits for another officer\./).waitFor();
    await ana.page.getByRole("button", { name: /^Decline A-/ }).waitFor();
    expect(await ana.page.getByRole("button", { name: /^Confirm A-/ }).count()).toBe(0);

    await ben.page.getByRole("button", { name: /^Confirm A-/ }).click();
    await decide(ben.page, "Confirm A-1001", { reason: "Checked with the team", verb: "Confirm" });
    await ben.page.getByText("A-1001 is confirmed and carried out.").waitFor();
    await seat.page.getByText("Balance corrected").first().waitFor();
    await seat.page.getByText(peso(1_250_50n)).first().waitFor();

    await ben.page.getByRole("tab", { name: "Confirmed" }).click();
    await ben.page.getByRole("button", { name: "A-1001", exact: true }).click();
    const detail = ben.page.getByRole("dialog", { name: "A-1001" });
    for (const text of [ana.name, ben.name, "Goodwill after a complaint", "Checked with the team"]) await detail.getByText(text, { exact: true }).waitFor();
    await detail.getByRole("link", { name: "Open the journal" }).click();
    const lines = ben.page.getByRole("region", { name: "Journal lines" });
    await lines.getByText(`+${peso(1_250_50n)}`).waitFor();
    expect(addressOf(ben.page)).toBe(`/console/journal?member=${member.name}`);
    await lines.getByRole("button", { name: "Show this operation only" }).click();
    await lines.getByRole("button", { name: "Show all lines" }).waitFor();
    expect(addressOf(ben.page)).toMatch(/&reference=[0-9a-f-]{36}$/);
    expect(await findAccessFaults(ben.page)).toEqual([]);
    const [file] = await Promise.all([ben.page.waitForEvent("download"), ben.page.getByRole("button", { name: "Download CSV" }).click()]);
    expect(file.suggestedFilename()).toBe(`journal-${member.name}.csv`);

    await lines.getByRole("button", { name: "Propose a reversal of line 1" }).click();
    await decide(ben.page, "Propose a reversal", { reason: "Given to the wrong member", verb: "Propose" });
    await ben.page.getByText("A-1002 waits for another officer.").waitFor();
    await ana.page.getByRole("button", { name: "Confirm A-1002" }).click();
    await decide(ana.page, "Confirm A-1002", { reason: "Indeed the wrong one", verb: "Confirm" });
    await lines.getByText("Reversed").waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "a run of the reconciliation shows a planted difference, which opens its line and is explained",
  async () => {
    const member = await stage.world.player();
    await plantLine(stage.world, member.id, 777_00n);
    const { page, name } = await openConsole("finance", "/reconciliation");
    await page.getByRole("button", { name: "Check this day" }).click();
    await page.getByText("Checked: 1 difference is open.").waitFor();
    const differences = page.getByRole("region", { name: "Differences" });
    await differences.getByText("Missing there").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await differences.getByRole("link", { name: member.name }).click();
    await page
      .getByRole("region", { name: "Journal lines" })
      .getByText(`+${peso(777_00n)}`)
      .waitFor();
    await page.goBack();

    await differences.getByRole("button", { name: /^Explain/ }).click();
    await decide(page, "Explain", { field: "Explanation", reason: "Posted by hand, ticket 12", verb: "Explain" });
    await page.getByText("The difference is explained and closed.").waitFor();
    await page.getByText("Nothing is open: both sides say the same.").waitFor();
    await page.getByRole("button", { name: /^Check .* again$/ }).click();
    await page.getByText("Checked: both sides say the same.").waitFor();
    await page.getByRole("tab", { name: "Explained" }).click();
    for (const text of ["Posted by hand, ticket 12", name]) await differences.getByText(text).waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

/** A bank transfer with its slip, which waits for officers. */
async function submitTransfer(amount: bigint): Promise<string> {
  const member = await stage.world.player();
  const { id, reference } = await member.call(deposits.create, { requestId: randomUUID(), method: "TRANSFER", amount });
  await member.call(deposits.submitSlip, { id, slip: await drawPicture() });
  return reference;
}

test(
  "a transfer above what one officer may credit waits for another, who must find the same amount",
  async () => {
    const reference = await submitTransfer(60_000_00n);
    const [ana, ben] = [await openConsole("finance", "/deposits"), await openConsole("finance", "/deposits?state=checked")];
    await ana.page.getByRole("button", { name: `Credit ${reference}` }).click();
    const first = ana.page.getByRole("dialog", { name: `Credit ${reference}` });
    await first.getByText(`One officer alone credits ${peso(49_999_99n)} at most here.`, { exact: false }).waitFor();
    expect(await findAccessFaults(ana.page)).toEqual([]);
    await decide(ana.page, `Credit ${reference}`, { reason: "Found on the account", verb: "Credit" });
    await ana.page.getByText(`${reference} has your approval; another officer must find the same amount.`).waitFor();
    await ana.page.getByRole("tab", { name: "Second officer 1" }).click();
    await ana.page.getByText("Another officer must approve").waitFor();
    expect(await ana.page.getByRole("button", { name: `Credit ${reference}` }).count()).toBe(0);

    await ben.page.getByRole("button", { name: reference, exact: true }).click();
    const detail = ben.page.getByRole("dialog", { name: reference });
    for (const text of ["1 of 2 approvals", ana.name, "Found on the account"]) await detail.getByText(text, { exact: true }).waitFor();
    expect(await findAccessFaults(ben.page)).toEqual([]);
    await detail.getByRole("button", { name: "Credit" }).click();
    const second = ben.page.getByRole("dialog", { name: `Credit ${reference}` });
    await second.getByLabel("What really arrived").fill("59000");
    await second.getByText(`${ana.name} found ${peso(60_000_00n)}.`, { exact: false }).waitFor();
    await second.getByLabel("What really arrived").fill("60000");
    await decide(ben.page, `Credit ${reference}`, { reason: "Looked again", verb: "Credit" });
    await ben.page.getByText(`${reference} is credited.`).waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "the bank's statement is refused with the line at fault, imported, seen with its digest, and taken once",
  async () => {
    const { page, name } = await openConsole("finance", "/reconciliation", { refusals: [400] });
    const statements = page.getByRole("region", { name: "Bank statements" });
    await statements.getByText("No statement was imported yet.", { exact: false }).waitFor();
    const send = async (lines: (day: string) => readonly string[]) => {
      await page.getByRole("button", { name: "Import a statement" }).click();
      const dialog = page.getByRole("dialog", { name: "Import a statement" });
      const content = ["date,reference,amount,payer", ...lines(await dialog.getByLabel("First day").inputValue())].join("\n");
      await dialog.getByLabel("The bank's file").setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      return createHash("sha256").update(content).digest("hex").slice(0, 12);
    };
    await send((day) => [`${day},D-1,12.5,Ann`]);
    await page.getByText("The amount in line 2 must be more than zero and have two decimals, such as 1250.00.").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();

    const lines = (day: string) => [`${day},no reference,88.00,"Cruz, Ben"`];
    const digest = await send(lines);
    const imported = page.getByRole("dialog", { name: "The statement is imported" });
    for (const text of [digest, name]) await imported.getByText(text, { exact: true }).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await imported.getByRole("button", { name: "Close" }).last().click();
    for (const text of [digest, name]) await statements.getByText(text, { exact: true }).waitFor();
    const differences = page.getByRole("region", { name: "Differences" });
    for (const text of ["Cruz, Ben", "Missing here", "Bank transfer"]) await differences.getByText(text, { exact: true }).waitFor();

    await send(lines);
    await page.getByRole("dialog", { name: "This file was imported before" }).waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "an alert is seen with its figures and the rule's version, and becomes a case",
  async () => {
    const member = await stage.world.player();
    await plantDeposit(stage.world, member.id, LARGE_DAY);
    const { page, name } = await openConsole("risk", "/aml");
    await page.getByText("No alert is open.").waitFor();
    await lookForLaundering(stage.world);
    await page.getByRole("button", { name: "M-1001" }).click();
    const alert = page.getByRole("dialog", { name: "M-1001" });
    for (const text of [member.name, "Large day, Version 1", peso(LARGE_DAY)]) await alert.getByText(text, { exact: true }).first().waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await alert.getByRole("button", { name: "Make it a case" }).click();
    await decide(page, "Make M-1001 a case", { reason: "No source of funds given", verb: "Make it a case" });
    await page.getByText("M-1001 is a case now.").waitFor();
    await page.getByRole("tab", { name: "Case" }).click();
    await page.getByRole("button", { name: "M-1001" }).click();
    for (const text of [name, "No source of funds given"]) await alert.getByText(text, { exact: true }).waitFor();
    await alert.getByRole("link", { name: "Open the journal" }).click();
    await page.getByRole("heading", { name: "Journal" }).waitFor();
  },
  JOURNEY_LIMIT_MS,
);

test("an officer reads a name for every feature and every group of features, none stands there by its code", async () => {
  const { page } = await openConsole("superadmin", "/settings");
  await page.getByText("Deposit by bank transfer", { exact: true }).waitFor();
  const codes = await page.locator("code").allInnerTexts();
  expect(codes).toContain("bankTransfer");
  for (const code of codes) expect(await page.getByText(code, { exact: true }).count(), code).toBe(1);
  const groups = await page.getByRole("heading", { level: 3 }).allInnerTexts();
  expect(groups).toEqual(["Registration", "Login", "Verification", "Cashier", "Site", "Agents"]);
});

test("on a phone the chosen state of a queue is in sight, however far it stands in its row", async () => {
  const { page } = await openConsole("finance", "/withdrawals?state=failed", PHONE);
  const chosen = page.getByRole("tab", { name: "Failed", selected: true });
  const edges = async () => {
    const { x, width } = (await chosen.boundingBox()) ?? { x: -1, width: 0 };
    return [x > 0, x + width < PHONE.width];
  };
  await eventually(edges).toEqual([true, true]);
});
