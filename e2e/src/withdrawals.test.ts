import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "@laro/server/testing/cashier";
import { lookAtSilence, type Member, oweTurnover, paid, picture } from "@laro/server/testing/withdrawals";
import type { Page } from "playwright-core";
import { stakeOnce } from "@laro/server/testing/bets";
import { expect, test } from "vitest";
import { decide, enterBackOffice, PASSWORD, peso } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const PHONE = { width: 390, height: 844 } as const;
const MINUTE_MS = 60_000;
const JOURNEY_LIMIT_MS = 180_000;

const desk = (page: Page) => page.getByRole("dialog", { name: "Withdraw", exact: true });
const proofFile = async () => ({ name: "statement.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await picture(), "base64") });
const chooseProof = async (page: Page) =>
  page
    .locator("input[type=file]")
    .last()
    .setInputFiles(await proofFile());

/** Opens the console at the withdrawals as a cashier officer. */
async function openOffice(): Promise<{ page: Page; name: string }> {
  const officer = await stage.world.operator("finance");
  const { page } = await stage.visit();
  await page.goto("/console/withdrawals");
  await enterBackOffice(page, officer);
  await page.getByRole("tab", { name: "Pending" }).waitFor();
  return { page, name: officer.name };
}

const REASON = "Looked at everything.";
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const openRow = (page: Page, reference: string) => page.getByRole("button", { name: reference, exact: true }).click();

/** Leaves a member ₱ 20.00 of play short of a withdrawal, in two lines. */
async function memberWhoOwes(): Promise<Member> {
  const member = await stage.world.player({ balance: 100_000_00n });
  await bindPayoutAccount(member);
  await oweTurnover(stage.world, member, 15_00n);
  await oweTurnover(stage.world, member, 5_00n);
  return member;
}

async function request(page: Page, amount: string): Promise<string> {
  await desk(page).getByLabel("Amount").fill(amount);
  await desk(page).getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm the withdrawal" });
  for (const text of [/•••• \d{4}/, "Account holder", "Free"]) await confirm.getByText(text).waitFor();
  await confirm.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
  await confirm.getByRole("button", { name: "Request the withdrawal" }).click();
  await desk(page).getByText("An officer is looking at your request.").waitFor();
  return desk(page)
    .getByText(/^W-\d+$/)
    .innerText();
}

/** The first officer's approval and what the console says of it. */
async function approveFirst({ page, name }: { page: Page; name: string }, reference: string): Promise<void> {
  await page.getByText("Large", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Approve ${reference}` }).click();
  await decide(page, `Approve ${reference}`, { reason: REASON, verb: "Approve" });
  await page.getByText(`${reference} has your approval; another officer must approve it too.`).waitFor();
  await tab(page, "Partly approved");
  await openRow(page, reference);
  const detail = page.getByRole("dialog", { name: reference });
  await detail.getByText("You have approved this. Another officer must approve it too.").waitFor();
  await detail.getByText(name).waitFor();
  expect(await detail.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
  expect(await findAccessFaults(page)).toEqual([]);
  await detail.getByRole("button", { name: "Close", exact: true }).click();
}

/** One officer proposes, and only another can confirm. */
async function returnByTwo(first: Page, second: Page, reference: string): Promise<void> {
  await tab(first, "Investigating");
  await openRow(first, reference);
  const detail = first.getByRole("dialog", { name: reference });
  await detail.getByRole("button", { name: "Proof 1" }).click();
  await first.getByLabel("Why do you look at this picture?").fill("Reads the statement.");
  await first.getByRole("button", { name: "Show the picture" }).click();
  await first.getByRole("img", { name: "Proof 1" }).waitFor();
  await first.getByRole("dialog", { name: "Proof 1" }).getByRole("button", { name: "Close" }).click();
  await detail.getByRole("button", { name: "Propose a return" }).click();
  await decide(first, `Propose a return for ${reference}`, { reason: REASON, verb: "Propose a return" });
  await detail.getByText("Another officer must confirm this.").waitFor();
  expect(await detail.getByRole("button", { name: "Confirm the return" }).count()).toBe(0);
  expect(await findAccessFaults(first)).toEqual([]);

  await tab(second, "Investigating");
  await openRow(second, reference);
  await second.getByRole("dialog", { name: reference }).getByRole("button", { name: "Confirm the return" }).click();
  await decide(second, `Confirm the return for ${reference}`, { reason: REASON, verb: "Confirm the return" });
  await second.getByText(`The money of ${reference} is back with the member.`).waitFor();
}

test(
  "on a phone a member reads what must be played, withdraws with two officers' approval, answers that a part is missing, hands in the proof, and has the money back once two officers return it [PROD-06, CENTRE-04, WALLET-02, WALLET-04, WALLET-07, ENTITY-52, ERR-42, MSG-04]",
  async () => {
    const member = await memberWhoOwes();
    const { page } = await stage.visit({ ...PHONE, token: member.token });
    await page.goto("/member/withdraw");
    await desk(page).getByText("₱ 0.00 / ₱ 15.00").waitFor();
    await desk(page).getByText("₱ 0.00 / ₱ 5.00").waitFor();
    await desk(page).getByText("Still to stake: ₱ 20.00").waitFor();
    expect(await desk(page).getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
    await stakeOnce(stage.world, member.id, 20_00n);
    await page.reload();
    await desk(page).getByText("All is in order.").waitFor();
    await desk(page).getByText("within 30 minutes after payment").waitFor();
    const reference = await request(page, "60000");
    const { balance: afterRequest } = await member.call(wallet.balance, {});

    const [first, second] = [await openOffice(), await openOffice()];
    await approveFirst(first, reference);
    await tab(second.page, "Partly approved");
    await second.page.getByRole("button", { name: `Approve ${reference}` }).click();
    await decide(second.page, `Approve ${reference}`, { reason: REASON, verb: "Approve" });
    await second.page.getByText(`${reference} is approved and on its way.`).waitFor();

    await page.getByRole("button", { name: "I have received it" }).waitFor();
    await page.getByRole("button", { name: "It has not arrived" }).waitFor();
    expect(await page.getByRole("timer").innerText()).toMatch(/^(30:00|29:\d\d)$/);
    await page.getByText("After that the answer stays, and the deposit is not refunded; only a case can still look for the money.").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Only a part arrived" }).click();
    const missing = page.getByRole("dialog", { name: "Only a part arrived" });
    expect(await missing.getByRole("button", { name: "Start the investigation" }).isDisabled()).toBe(true);
    await missing.getByLabel("Amount that is missing").fill("60000");
    await missing.getByText("The amount can be at most 59999.99.").waitFor();
    await missing.getByLabel("Amount that is missing").fill("12345.67");
    await missing.getByText("Arrived: ₱ 47,654.33").waitFor();
    await missing.getByRole("button", { name: "Start the investigation" }).click();

    await page.getByText("Please upload a non-receipt proof").waitFor();
    await page.getByText("₱ 47,654.33").waitFor();
    await page.getByText("₱ 12,345.67").waitFor();
    await chooseProof(page);
    await page.getByRole("button", { name: "Upload the proof" }).click();
    await page.getByRole("button", { name: "Proof 1" }).waitFor();
    await page.getByText("We have your proofs.").waitFor();
    await page.getByRole("button", { name: "Add another picture" }).waitFor();
    expect(await page.getByText("Please upload a non-receipt proof").count()).toBe(0);
    expect(await page.locator("input[type=file]").count()).toBe(0);
    expect(await findAccessFaults(page)).toEqual([]);

    await returnByTwo(first.page, second.page, reference);
    await page.getByText("What did not arrive is back in your balance.").waitFor();
    await eventually(async () => (await member.call(wallet.balance, {})).balance).toBe(afterRequest + 12_345_67n);
    await page.goto("/member/messageV2");
    for (const title of ["Withdrawal approved", "Withdrawal under investigation", "Withdrawal returned"]) await page.getByText(title).first().waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test("a member can say that nothing arrived only with a picture of it [WALLET-03]", async () => {
  const { ann, id } = await paid(stage.world, await stage.world.operator("finance"));
  const { page } = await stage.visit({ token: ann.token });
  await page.goto(`/member/withdraw?id=${id}`);
  await page.getByRole("button", { name: "It has not arrived" }).click();
  const missing = page.getByRole("dialog", { name: "It has not arrived" });
  const send = missing.getByRole("button", { name: "Start the investigation" });
  expect(await send.isDisabled()).toBe(true);
  await missing.locator("input[type=file]").setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("not a picture") });
  await missing.getByText("Please upload a picture in JPG or PNG format.").waitFor();
  expect(await send.isDisabled()).toBe(true);
  await chooseProof(page);
  await send.click();
  await page.getByRole("button", { name: "Proof 1" }).waitFor();
  await page
    .getByText(`${peso(400_00n)}`)
    .first()
    .waitFor();
  expect(await stage.world.audit()).toEqual([]);
});

test("who forgot the payment password sets another from the confirmation of a withdrawal; as the old one was not said, it waits then, and the page says until when", async () => {
  const member = await stage.world.player({ balance: 1_000_00n });
  await bindPayoutAccount(member);
  const { page } = await stage.visit({ token: member.token, refusals: [403] });
  await page.goto("/member/withdraw");
  await desk(page).getByLabel("Amount").fill("500");
  await desk(page).getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm the withdrawal" });
  await confirm.getByRole("button", { name: "Forgot the payment password?" }).click();
  await confirm.getByText("Leave them out if you have forgotten them").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await confirm.getByLabel("Six new digits").fill("864209");
  await confirm.getByLabel("The same digits again").fill("864209");
  await confirm.getByLabel("Login password").fill(PASSWORD);
  await confirm.getByRole("button", { name: "Save" }).click();
  await confirm.getByLabel("Payment password").fill("864209");
  await confirm.getByRole("button", { name: "Request the withdrawal" }).click();
  await confirm.getByText("To keep your money safe this waits until").waitFor();
});

test("an operator changes after how many minutes silence counts as receipt, and the withdrawal page says it [CONST-30]", async () => {
  const admin = await stage.world.operator("superadmin");
  const office = await stage.visit();
  await office.page.goto("/console/settings");
  await enterBackOffice(office.page, admin);
  await office.page.getByRole("button", { name: "Change the time to answer" }).click();
  await office.page.getByLabel("Minutes").fill("45");
  await decide(office.page, "Change the time to answer", { reason: REASON, verb: "Change it" });
  await office.page.getByText("45 minutes", { exact: true }).waitFor();
  const member = await stage.world.player({ balance: 1_000_00n });
  await bindPayoutAccount(member);
  const { page } = await stage.visit({ token: member.token });
  await page.goto("/member/withdraw");
  await page.getByText("Without an answer within 45 minutes after payment, a withdrawal counts as received.").waitFor();
  await admin.call(settings.setCashier, { autoReceiptMinutes: 30, reason: "as it was" });
});

// The last one: it puts the world's clock ahead of the browser's, which the login's seal would not bear.
test("who stays silent is told that it counts as receipt for good, and can only open a case [WALLET-05, WALLET-06, CONST-30]", async () => {
  const { ann, id } = await paid(stage.world, await stage.world.operator("finance"));
  const { page } = await stage.visit({ token: ann.token });
  await page.goto(`/member/withdraw?id=${id}`);
  await page.getByText("Without an answer within 30 minutes after payment, a withdrawal counts as received.").waitFor();
  stage.world.clock.advance(16 * MINUTE_MS);
  await lookAtSilence(stage.world);
  await page.goto("/member/messageV2");
  await page.getByText("Has your withdrawal arrived?").waitFor();
  stage.world.clock.advance(15 * MINUTE_MS);
  await lookAtSilence(stage.world);
  await page.goto(`/member/withdraw?id=${id}`);
  await page.getByText("There was no answer in time. The receipt itself stays as it is, and the deposit is not refunded;").waitFor();
  await page.getByRole("button", { name: "Open a case" }).waitFor();
  expect(await page.getByText("cannot be taken back").count()).toBe(0);
  for (const gone of ["I have received it", "It has not arrived", "Only a part arrived"])
    expect(await page.getByRole("button", { name: gone }).count()).toBe(0);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await stage.world.audit()).toEqual([]);
});
