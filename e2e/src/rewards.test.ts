import { bonuses } from "@laro/contract/bonuses";
import { deposits } from "@laro/contract/deposits";
import { wallet } from "@laro/contract/wallet";
import { depositIs, giveFreely, openDeposit } from "@laro/server/testing/cashier";
import type { Page } from "playwright-core";
import { stakeOnce } from "@laro/server/testing/bets";
import { afterEach, expect, test } from "vitest";
import { addressOf, peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

const PHONE = { width: 390, height: 844 } as const;

const centre = (page: Page) => page.getByRole("dialog", { name: "Reward centre" });
const entry = (page: Page) => page.getByRole("navigation", { name: "Member centre" }).getByRole("link", { name: /^Reward centre/ });

const stake = ({ id }: { id: bigint }, amount: bigint) => stakeOnce(stage.world, id, amount);

test("on a phone the menu entry opens the reward centre, whose offer leads to a deposit with that bonus chosen [CENTRE-10]", async () => {
  const person = await stage.world.player();
  const { page } = await stage.visit({ ...PHONE, token: person.token });
  await page.goto("/member");
  await entry(page).click();
  await centre(page).getByText("Nothing to claim now. Choose a bonus with your next deposit").waitFor();
  expect(addressOf(page)).toBe("/member/rewardCenter");
  const offer = centre(page).getByRole("article", { name: "First deposit 100%" });
  expect(await offer.locator("dd").allInnerTexts()).toEqual([peso(500_00n), peso(1_000_00n), "10 times", "30 days"]);
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await offer.getByRole("link", { name: "Deposit with this bonus" }).click();
  const desk = page.getByRole("dialog", { name: "Deposit", exact: true });
  await eventually(() => desk.getByRole("radio", { name: "First deposit 100%" }).isChecked()).toBe(true);
  await desk.getByLabel("Amount").fill("500");
  await desk.getByRole("button", { name: "Show the QR code" }).click();
  await desk.getByRole("img", { name: "QR code of this deposit" }).waitFor();
  expect((await person.call(deposits.mine, {})).list).toMatchObject([{ bonusCode: "FIRST100" }]);
});

test("a bonus that runs keeps no money back and the next waits; the bet that fills it puts a 1 on the menu entry at once; claimed, it raises the balance and the 1 is gone [CENTRE-10] [CENTRE-17]", async () => {
  const person = await stage.world.player();
  const { id, payUrl } = await openDeposit(stage.world, person, 500_00n, "RELOAD10");
  await stage.world.psp?.answer(payUrl ?? "", "pay");
  await depositIs(person, id, "credited");
  await stage.world.give(person.id, 1_000_00n);
  for (let count = 0; count < 2; count++) await stake(person, 100_00n);

  await giveFreely(stage.world, person.id, { amountMinor: 30_00n, wagering: 1n });

  const { page } = await stage.visit({ token: person.token });
  await page.goto("/member/withdraw");
  await page.getByText("Your bonus stays: ₱ 50.00 left to stake.").waitFor();
  await page.goto("/member/rewardCenter");
  const running = centre(page).getByRole("article", { name: /^Reload 10%/ });
  await running.getByText("₱ 200.00 / ₱ 250.00").waitFor();
  await running.getByText("₱ 50.00").first().waitFor();
  await running.getByText("If it ends, you lose only this bonus: ₱ 50.00").waitFor();
  const next = centre(page).getByRole("article", { name: /^TEST/ });
  await next.getByText(/^It starts when B-\d+ is claimed or ends\. Its 7 days begin then\.$/).waitFor();
  await centre(page).getByText("While the bonus of a deposit is open, no other can be chosen.").waitFor();
  expect(await entry(page).innerText()).toBe("Reward centre");

  await stake(person, 50_00n);
  await entry(page).filter({ hasText: "1 reward to claim" }).waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  const before = (await person.call(wallet.balance, {})).balance;
  await centre(page).getByRole("button", { name: "Claim: Reload 10%" }).focus();
  await page.keyboard.press("Enter");
  const receipt = centre(page).getByRole("article", { name: /^Reload 10%/ });
  await receipt.getByText("+₱ 50.00").waitFor();
  await next.getByText("₱ 0.00 / ₱ 30.00").waitFor();
  await receipt.getByText("Moved from your bonus wallet into your balance.").waitFor();
  expect(await receipt.getByRole("heading", { name: "Claimed: Reload 10%" }).evaluate((heading) => heading.ownerDocument.activeElement === heading)).toBe(true);
  await eventually(() => entry(page).innerText()).toBe("Reward centre");
  expect((await person.call(bonuses.mine, {})).list).toMatchObject([{ state: "active" }, { state: "released" }]);
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.getByRole("navigation", { name: "Member centre" }).getByRole("link", { name: "Overview" }).click();
  await page
    .getByRole("region", { name: "Balance" })
    .getByText(peso(before + 50_00n))
    .waitFor();
});
