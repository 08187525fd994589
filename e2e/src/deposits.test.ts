import { bonuses } from "@laro/contract/bonuses";
import { deposits } from "@laro/contract/deposits";
import { drawPicture, openDeposit, sendMessage } from "@laro/server/testing/cashier";
import type { Page } from "playwright-core";
import { stakeOnce } from "@laro/server/testing/bets";
import { afterEach, expect, test } from "vitest";
import { addressOf, answerPayment, enterBackOffice } from "./acts.ts";
import { findAccessFaults, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

const PHONE = { width: 390, height: 844 } as const;

const desk = (page: Page) => page.getByRole("dialog", { name: "Deposit" });

/** A member on a phone, in the member centre. */
async function enter(path: string) {
  const person = await stage.world.player();
  const { page } = await stage.visit({ ...PHONE, token: person.token });
  await page.goto(path);
  return { person, page };
}

const openMenuEntry = async (page: Page, name: string) => {
  const menu = page.getByRole("dialog").getByRole("navigation", { name: "Member centre" });
  await menu.getByRole("link", { name, exact: true }).click();
};

test("on a phone a member deposits at an e-wallet's page with a bonus, sees it arrive with its receipt, and what is to be staked under bonus details [PROD-05] [CENTRE-03] [CENTRE-09] [MSG-02]", async () => {
  const { person, page } = await enter("/member");
  await openMenuEntry(page, "Deposit");
  expect(addressOf(page)).toBe("/member/depositv2");
  await desk(page).getByText("GCash").click();
  await desk(page).getByLabel("Amount").fill("500");
  await desk(page).getByText("First deposit 100%").click();
  await desk(page).getByText("₱ 5,000.00").first().waitFor();
  await desk(page).getByRole("button", { name: "Continue to GCash" }).click();
  await answerPayment(desk(page), { link: "Open the GCash page", scheme: "GCash", button: "Pay ₱500.00", outcome: "Paid" });

  await desk(page).getByText("Your deposit is here").waitFor();
  const { list } = await person.call(deposits.mine, {});
  expect(list).toMatchObject([{ method: "GCASH", state: "credited", paid: 500_00n, bonus: 500_00n }]);
  for (const fact of [list[0]?.reference, list[0]?.providerReference, "GCash", "First deposit 100%"])
    await desk(page)
      .getByText(fact ?? "", { exact: true })
      .waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  expect(await desk(page).getByText("Your deposit is here").isVisible()).toBe(true);
  expect(await page.getByRole("heading", { name: "Deposit", exact: true, includeHidden: true }).first().isVisible()).toBe(false);
  expect(await page.getByText("Progress", { exact: true }).isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });

  await stage.world.give(person.id, 2_000_00n);
  await stakeOnce(stage.world, person.id, 1_000_00n);
  await page.goto("/member");
  await openMenuEntry(page, "Bonus details");
  expect(addressOf(page)).toBe("/member/bonusDetails");
  const card = page.getByRole("article", { name: "First deposit 100%" });
  await card.getByText("₱ 1,000.00 / ₱ 5,000.00").waitFor();
  await card.getByText("If it ends, you lose only this bonus: ₱ 500.00").waitFor();
  expect(await card.getByRole("button", { name: "Move to my balance" }).isDisabled()).toBe(true);
  await card.getByRole("button", { name: "Give it up" }).click();
  await page.getByRole("dialog", { name: "Give up this bonus?" }).getByRole("button", { name: "Give it up" }).click();
  await card.getByText("Given up").waitFor();
  expect((await person.call(bonuses.mine, {})).list).toMatchObject([{ state: "forfeited", turnoverNeeded: 5_000_00n, turnoverDone: 1_000_00n }]);
  await page.goto("/member/messageV2");
  await page.getByText("Deposit credited").first().waitFor();
});

test("a payment the member declines fails in front of them and leaves a message [MSG-03]", async () => {
  const { page } = await enter("/member/depositv2");
  await desk(page).getByText("Maya").click();
  await desk(page).getByLabel("Amount").fill("300");
  await desk(page).getByRole("button", { name: "Continue to Maya" }).click();
  await answerPayment(desk(page), { link: "Open the Maya page", scheme: "Maya", button: "Decline", outcome: "Not paid" });
  await desk(page).getByText("The payment failed").waitFor();
  await page.goto("/member/messageV2");
  await page.getByText("Deposit failed").first().waitFor();
});

test("a bank transfer's slip waits for an officer, who looks at it, credits less by the keyboard, and the member sees both amounts [PROD-05]", async () => {
  const { person, page } = await enter("/member/depositv2");
  await desk(page).getByText("Bank transfer").click();
  await desk(page).getByLabel("Amount").fill("1000");
  await desk(page).getByRole("button", { name: "Show the account to pay to" }).click();
  await desk(page).getByText("0000 1234 5678").waitFor();
  const slip = { name: "slip.png", mimeType: "image/png", buffer: Buffer.from(await drawPicture(), "base64") };
  await desk(page).getByLabel("Picture of the transfer slip").setInputFiles(slip);
  await desk(page).getByRole("button", { name: "Hand in the slip" }).click();
  await desk(page).getByText("An officer is looking at your slip").waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  const [{ id, reference } = { id: "", reference: "" }] = (await person.call(deposits.mine, {})).list;

  const office = await stage.visit();
  await office.page.goto("/console/deposits");
  await enterBackOffice(office.page, await stage.world.operator("finance"));
  await office.page.getByRole("heading", { name: "Deposits" }).waitFor();
  await office.page.getByText(reference).waitFor();
  await office.page.keyboard.press("j");
  await office.page.keyboard.press("Enter");
  const detail = office.page.getByRole("dialog", { name: reference });
  await detail.getByRole("button", { name: "Look at the slip" }).click();
  const look = office.page.getByRole("dialog", { name: "Look at the slip" });
  await look.getByLabel("Why do you look at this picture?").fill("checks the slip");
  await look.getByRole("button", { name: "Show the picture" }).click();
  await look.getByRole("img", { name: "Look at the slip" }).waitFor();
  await look.getByRole("button", { name: "Close" }).click();
  await detail.getByRole("button", { name: "Close" }).click();
  await office.page.keyboard.press("a");
  const decision = office.page.getByRole("dialog", { name: `Credit ${reference}` });
  await decision.getByLabel("What really arrived").fill("900");
  await decision.getByText("Less than was asked for is credited.").waitFor();
  await decision.getByLabel("Reason").fill("Found on the statement.");
  await decision.getByRole("button", { name: "Credit", exact: true }).click();
  await office.page.getByText(`${reference} is credited.`).waitFor();

  await desk(page).getByText("Your deposit is here").waitFor();
  for (const amount of ["₱ 900.00", "₱ 1,000.00", "₱ 100.00"]) await desk(page).getByText(amount, { exact: true }).first().waitFor();
  await desk(page).getByText("Less arrived than you asked for").waitFor();
  expect(await person.call(deposits.get, { id })).toMatchObject({ state: "credited", amount: 1_000_00n, paid: 900_00n });
});

test("an officer sees which signed payment messages contradict what was settled, and how much came that nobody signed", async () => {
  const { id, reference } = await openDeposit(stage.world, await stage.world.player(), 500_00n);
  const message = { type: "payment.paid", reference: id, amount: "500.00" };
  expect(await sendMessage(stage.world, message, { secret: "not the provider's secret" })).toBe(401);
  for (const type of ["payment.paid", "payment.failed"]) expect(await sendMessage(stage.world, { ...message, type })).toBe(200);
  const { page } = await stage.visit();
  await page.goto("/console/deposits");
  await enterBackOffice(page, await stage.world.operator("finance"));
  const messages = page.getByRole("region", { name: "Payment messages to look at" });
  await page.getByText(/^In the last 24 hours 1 message came that nobody we know signed, from 1 address\./).waitFor();
  await messages.getByRole("row").filter({ hasText: reference }).getByText("The message contradicts what happened before.").waitFor();
  await page.getByRole("tab", { name: "Credited" }).click();
  await page.getByText(reference).first().waitFor();
  await settle(page);
  await eventually(() => findAccessFaults(page)).toEqual([]);
});
