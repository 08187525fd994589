import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import type { Person } from "@laro/server/testing/person";
import type { Page } from "playwright-core";
import { rollDice } from "@laro/server/testing/bets";
import { expect, test } from "vitest";
import { addressOf, answerPayment, enterBackOffice, newName, PASSWORD, PAYMENT_PASSWORD, personOf, peso, playRound, register } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

/** Nearly certain to win and to pay 1.02 times the stake: plays the turnover without losing the money. */
const PAGE_ROUNDS = 20;
const JOURNEY_LIMIT_MS = 180_000;

const headerBalance = (page: Page) => page.locator("header", { has: page.getByLabel("Refresh the balance") }).locator(".figures");
const centre = (page: Page, title: string) => page.getByRole("dialog", { name: title });

async function expectBalance(page: Page, person: Person): Promise<void> {
  await eventually(async () => headerBalance(page).innerText()).toBe(peso((await person.call(wallet.balance, {})).balance));
}

/** Opens a deposit of ₱ 500 in the member centre and pays it on the provider's page. */
async function deposit(page: Page): Promise<void> {
  const desk = centre(page, "Deposit");
  await desk.getByLabel("Amount").fill("500");
  await desk.getByRole("button", { name: "Show the QR code" }).click();
  await desk.getByRole("img", { name: "QR code of this deposit" }).waitFor();
  await answerPayment(desk, { link: "Open the payment page", scheme: "QR Ph", button: "Pay ₱500.00", outcome: "Paid" });
  await desk.getByText("Your deposit is here").waitFor();
  await desk.getByText("Credited").waitFor();
}

/** Stakes what the deposit still asks for, beside the browser. */
async function playTurnover(person: Person & { readonly id: bigint }): Promise<void> {
  const { turnoverNeeded, turnoverDone } = await person.call(withdrawals.terms, {});
  for (let left = turnoverNeeded - turnoverDone; left > 0n; left -= 10_00n) await rollDice(stage.world, person.id, { stake: 10_00n, target: 8_900 });
}

/** Sets the payment password and binds a payout account, as the withdrawal page asks. */
async function meetTerms(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Set it" }).click();
  const secret = page.getByRole("dialog", { name: "Payment password" });
  await secret.getByLabel("Six new digits").fill(PAYMENT_PASSWORD);
  await secret.getByLabel("The same digits again").fill(PAYMENT_PASSWORD);
  await secret.getByLabel("Login password").fill(PASSWORD);
  await secret.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Add one" }).click();
  const payout = page.getByRole("dialog", { name: "Payout account" });
  await payout.getByLabel("Bank or e-wallet").selectOption({ index: 1 });
  await payout.getByLabel("Account holder").fill("Ana Reyes");
  await payout.getByLabel("Account or mobile number").fill("09170001234");
  await payout.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
  await payout.getByRole("button", { name: "Add a payout account" }).click();
}

/** Asks for everything there is and answers its reference. */
async function withdrawAll(page: Page): Promise<string> {
  const desk = centre(page, "Withdraw");
  await desk.getByText("All is in order.").waitFor();
  await desk.getByRole("button", { name: "All", exact: true }).click();
  await desk.getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm the withdrawal" });
  await confirm.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
  await confirm.getByRole("button", { name: "Request the withdrawal" }).click();
  await desk.getByText("An officer is looking at your request.").waitFor();
  return desk.getByText(/^W-\d+$/).innerText();
}

test(
  "a newcomer registers, deposits, plays, reads the records, withdraws, and has the money once an officer approved it [PROD-04, PROD-05, PROD-06, PROD-07, PROD-08, POPUP-37, REG-05]",
  async () => {
    const { page } = await stage.visit();
    await page.goto("/");
    await page.getByRole("button", { name: "Register" }).click();
    const name = newName();
    await page.locator("#registerPopupModal [name=username]").fill("1st");
    await page.locator("#registerPopupModal").getByRole("button", { name: "Register" }).click();
    await page.getByText("Please enter 6 to 16 characters.").waitFor();
    await register(page, name);
    const welcome = page.locator("#registerSuccessModal");
    await welcome.getByText(`Welcome, ${name}!`).waitFor();
    expect(await page.locator("#registerPopupModal").count()).toBe(0);
    expect(addressOf(page)).toBe("/");
    await welcome.getByRole("button", { name: "Later" }).click();
    const person = await personOf(stage.world, page);
    await expectBalance(page, person);

    await page.getByRole("banner").getByRole("link", { name: "Deposit" }).click();
    await deposit(page);
    await eventually(() => headerBalance(page).innerText()).toBe("₱ 500.00");

    await page.goto("/room/DICE");
    await playRound(page, "Roll");
    await expectBalance(page, person);
    await page.goto("/room/MANGO_RUSH");
    await playRound(page, "Spin");
    await expectBalance(page, person);
    await playTurnover(person);

    await page.goto("/member/personalHistoryCopy");
    const record = centre(page, "Betting record");
    const totals = await person.call(rounds.totals, {});
    await record.getByText(peso(totals.stake), { exact: true }).first().waitFor();
    await record.getByText(peso(totals.win), { exact: true }).first().waitFor();
    expect(totals.count).toBeGreaterThan(PAGE_ROUNDS);
    await record.getByLabel("Game").selectOption({ label: "Mango Rush" });
    await eventually(() => record.locator("tbody tr").count()).toBe(1);
    await record.locator("tbody tr").click();
    await page.getByRole("heading", { name: "Replay: Mango Rush" }).waitFor();

    await page.goto("/member/transactionHistory");
    const account = centre(page, "Account record");
    await account.getByLabel("Kind").selectOption({ label: "Deposit" });
    await account.getByText("+₱ 500.00").waitFor();
    await account.getByLabel("Kind").selectOption({ label: "Round" });
    await eventually(() => account.locator("tbody tr").count()).toBeGreaterThan(PAGE_ROUNDS - 1);

    const office = await stage.visit();
    await office.page.goto("/console");
    await enterBackOffice(office.page, await stage.world.operator("finance"));
    await office.page.getByText("No withdrawal is waiting. Well done.").waitFor();

    await page.goto("/member/withdraw");
    await meetTerms(page);
    const reference = await withdrawAll(page);
    expect((await person.call(wallet.balance, {})).balance).toBe(0n);

    await office.page.getByRole("button", { name: `Approve ${reference}` }).click();
    const decision = office.page.getByRole("dialog", { name: `Approve ${reference}` });
    await decision.getByLabel("Reason").fill("Turnover met, own account.");
    await decision.getByRole("button", { name: "Approve" }).click();
    await office.page.getByText(`${reference} is approved and on its way.`).waitFor();

    await page.getByRole("button", { name: "I have received it" }).click();
    await page.getByText("Done. The money arrived.").waitFor();
    await page.goto("/member/messageV2");
    for (const title of ["Welcome to Laro", "Deposit credited", "Withdrawal approved", "Withdrawal paid"]) await page.getByText(title).first().waitFor();
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test("on a phone a newcomer registers, deposits and plays with what arrived", async () => {
  const { page } = await stage.visit({ width: 390, height: 844 });
  await page.goto("/register");
  await register(page, newName());
  await page.locator("#registerSuccessModal").getByRole("button", { name: "Later" }).click();
  await page.getByRole("navigation", { name: "Quick menu" }).getByRole("link", { name: "Deposit" }).click();
  await deposit(page);
  await page.goto("/room/DICE");
  await playRound(page, "Roll");
  await expectBalance(page, await personOf(stage.world, page));
  expect(await stage.world.audit()).toEqual([]);
});
