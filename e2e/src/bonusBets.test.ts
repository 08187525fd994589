import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { giveBonusBetsOf } from "@laro/server/testing/bonusBets";
import { afterEach, expect, test } from "vitest";
import { peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

test("bonus bets stand beside the balance and not in it, a room's switch stakes one by key, the record shows it alone, and the reward centre says what they pay [PROMO-02]", async () => {
  const ann = await stage.world.player({ balance: 100_00n });
  await giveBonusBetsOf(stage.world, ann);
  const { page } = await stage.visit({ width: 1440, height: 900, token: ann.token });
  await page.goto("/room/DICE");
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "3 bonus bets of ₱5.00" }).waitFor();
  await header.getByText(peso(100_00n)).waitFor();
  const stakeWith = page.getByRole("group", { name: "Stake with" });
  const [cash, bets] = [stakeWith.getByRole("radio", { name: "Cash" }), stakeWith.getByRole("radio", { name: /^3 bonus bets/ })];
  expect([await cash.isChecked(), await page.getByLabel("Stake", { exact: true }).inputValue()]).toEqual([true, "20.00"]);
  await cash.focus();
  await page.keyboard.press("ArrowRight");
  await eventually(() => bets.isChecked()).toBe(true);
  await stakeWith.getByText(/^What it wins is yours\. It counts towards your limits, and towards no turnover, bonus or mission\. Until /).waitFor();
  const stake = page.getByLabel("Stake", { exact: true });
  expect([await stake.inputValue(), await stake.getAttribute("readonly")]).toEqual(["5.00", ""]);
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);

  await page.getByRole("button", { name: "Roll", exact: true }).focus();
  await page.keyboard.press("Enter");
  await stakeWith.getByRole("radio", { name: /^2 bonus bets/ }).waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /No win this time|You win/ })
    .waitFor();
  const { list } = await ann.call(rounds.mine, {});
  const kept = list[0]?.bonusBet === true ? list[0].win : -1n;
  expect([list.length, list[0]?.stake, (await ann.call(wallet.balance, {})).balance]).toEqual([1, 5_00n, 100_00n + kept]);
  await header.getByText(peso(100_00n + kept)).waitFor();
  await header.getByRole("link", { name: "2 bonus bets of ₱5.00" }).click();
  const centre = page.getByRole("region", { name: "Bonus bets" });
  await centre.getByText("2 bonus bets of ₱5.00").waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await page.goto("/member/personalHistoryCopy");
  await page.getByRole("checkbox", { name: "Bonus bets only" }).check();
  await page.getByText("Bonus bet", { exact: true }).first().waitFor();
  await eventually(() => new URL(page.url()).searchParams.get("stakedWith")).toBe("bonusBet");
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
});
