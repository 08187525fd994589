import { protection } from "@laro/contract/protection";
import { bindPayoutAccount } from "@laro/server/testing/cashier";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, logIn, PASSWORD } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const PHONE = { width: 390, height: 844 } as const;
const JOURNEY_LIMIT_MS = 120_000;

/** Opens the console as an officer of a role. */
async function openConsole(role: "support" | "finance", path: string): Promise<{ page: Page; name: string }> {
  const officer = await stage.world.operator(role);
  const { page } = await stage.visit();
  await page.goto(`/console${path}`);
  await enterBackOffice(page, officer);
  return { page, name: officer.name };
}

test("on a phone the exclusion form says what becomes of the balance and leads to the withdrawal, and the refused login says whom to ask", async () => {
  const ann = await stage.world.player({ balance: 500_00n });
  // Her own window is still open when her sessions end, and may ask once more.
  const { page } = await stage.visit({ ...PHONE, token: ann.token, refusals: [401] });
  await page.goto("/member/securityCenter");
  await page.getByRole("button", { name: "Exclude myself" }).click();
  const form = page.getByRole("dialog", { name: "Self-exclusion" });
  await form.getByText("Your balance stays yours").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await form.getByRole("link", { name: "Withdraw now" }).click();
  await page.getByRole("dialog", { name: "Withdraw", exact: true }).waitFor();

  await ann.call(protection.excludeMyself, { period: "6m", password: ann.password });
  const guest = await stage.visit({ ...PHONE, refusals: [403] });
  await guest.page.goto("/login");
  await logIn(guest.page, { name: ann.name, password: PASSWORD });
  await guest.page.getByText("customer service pays it out to you").waitFor();
});

test(
  "an officer asks for an excluded member's balance from the case, another approves it, and it is paid",
  async () => {
    const [ann, bare] = [await stage.world.player({ balance: 1_234_50n }), await stage.world.player({ balance: 100_00n })];
    await bindPayoutAccount(ann);
    for (const member of [ann, bare]) await member.call(protection.excludeMyself, { period: "6m", password: member.password });

    const [sam, eva] = [await openConsole("support", "/protection"), await openConsole("finance", "/withdrawals")];
    await sam.page.getByRole("button", { name: `Pay out: ${bare.name}` }).click();
    const nothing = sam.page.getByRole("dialog", { name: `Pay out to ${bare.name}` });
    await nothing.getByText("This member has no payout account.").waitFor();
    await nothing.getByRole("button", { name: "Close" }).click();

    await sam.page.getByRole("button", { name: `Pay out: ${ann.name}` }).click();
    const dialog = sam.page.getByRole("dialog", { name: `Pay out to ${ann.name}` });
    expect(await dialog.getByLabel("Amount").inputValue()).toBe("1234.50");
    expect(await dialog.getByLabel("Payout account").locator("option:checked").innerText()).toBe("GCash •••• 1234 · Ann Reyes");
    await dialog.getByLabel("Reason").fill("Asked by phone, identity checked");
    expect(await findAccessFaults(sam.page)).toEqual([]);
    await dialog.getByRole("button", { name: "Ask for the payout" }).click();
    const toast = sam.page.getByText(/W-\d+ waits for another officer\./);
    const [reference = ""] = /W-\d+/.exec(await toast.innerText()) ?? [];

    await eva.page.getByRole("tab", { name: "Partly approved" }).click();
    const row = eva.page.getByRole("row").filter({ hasText: reference });
    await row.getByText("For an excluded member").waitFor();
    await row.getByText(sam.name).waitFor();
    await row.getByRole("button", { name: `Approve ${reference}` }).click();
    const decision = eva.page.getByRole("dialog", { name: `Approve ${reference}` });
    await decision.getByLabel("Reason").fill("Name and account match");
    await decision.getByRole("button", { name: "Approve", exact: true }).click();
    await eva.page.getByText(`${reference} is approved and on its way.`).waitFor();

    const wallets = () => asOwner(stage.world.open.url, "select balance from wallet where account_id = $1 and kind in (1, 3) order by kind", [ann.id]);
    await eventually(wallets).toEqual([{ balance: 0n }, { balance: 0n }]);
    await eva.page.getByRole("tab", { name: "Paid", exact: false }).first().click();
    await eva.page.getByRole("row").filter({ hasText: reference }).waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
