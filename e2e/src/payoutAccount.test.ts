import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { expect, test } from "vitest";
import { PASSWORD, PAYMENT_PASSWORD } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

test("a payment password of a run and an account holder with a hidden mark are refused under their fields, in words", async () => {
  const member = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: member.token, refusals: [400] });
  await page.goto("/member/withdraw");
  await page.getByRole("button", { name: "Set it" }).click();
  const secret = page.getByRole("dialog", { name: "Payment password" });
  await secret.getByLabel("Six new digits").fill("123456");
  await secret.getByText("Six like digits or a run such as 123456 are guessed first.").waitFor();
  await secret.getByLabel("The same digits again").fill("123456");
  await secret.getByLabel("Login password").fill(PASSWORD);
  expect(await secret.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  for (const label of ["Six new digits", "The same digits again"]) await secret.getByLabel(label).fill(PAYMENT_PASSWORD);
  await secret.getByRole("button", { name: "Save" }).click();

  await page.getByRole("button", { name: "Add one" }).click();
  const payout = page.getByRole("dialog", { name: "Payout account" });
  await payout.getByLabel("Bank or e-wallet").selectOption({ index: 1 });
  await payout.getByLabel("Account or mobile number").fill("09170001234");
  const add = async (holder: string): Promise<void> => {
    await payout.getByLabel("Account holder").fill(holder);
    await payout.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
    await payout.getByRole("button", { name: "Add a payout account" }).click();
  };
  await add("Ana \u202Eseyer");
  await payout.getByText("Please use only characters that can be seen.").waitFor();
  expect((await member.call(payoutAccounts.mine, {})).list).toEqual([]);
  await add("  Ana   Niño-Reyes ");
  await eventually(async () => (await member.call(payoutAccounts.mine, {})).list).toMatchObject([{ holder: "Ana Niño-Reyes" }]);
});
