import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { placeBet } from "@laro/server/testing/bets";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({});
const JOURNEY_LIMIT_MS = 180_000;
const reason = "The result was shown wrongly";

async function openDesk(part: string): Promise<Page> {
  const { page } = await stage.visit();
  await page.goto(`/console/house?part=${part}`);
  await enterBackOffice(page, await stage.world.operator("risk"));
  return page;
}

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "two officers give a settled round back, what the balance does not cover is listed and written off by two, and the member's record shows the correction",
  async () => {
    const member = await stage.world.player({ balance: 10_00n });
    expect(await placeBet(stage.world, member.id, { stake: 10_00n, win: 500_00n })).toBe("played");
    const { id } = (await member.call(rounds.mine, {})).list[0]!;
    expect(await placeBet(stage.world, member.id, { stake: 480_00n })).toBe("played");
    const [first, second] = [await openDesk("shortfall"), await openDesk("proposals")];
    await first.getByLabel("Member name").fill(member.name);
    await first.getByLabel("Round ID").fill(id);
    await first.getByRole("button", { name: "Find the round" }).click();
    await first.getByRole("button", { name: "Change its win …" }).click();
    const wins = first.getByRole("dialog", { name: `Change the win of ${member.name}'s round of Dice` });
    await wins.getByLabel("Right win").waitFor();
    await look(first);
    await wins.getByRole("button", { name: "Cancel" }).first().click();
    await first.getByRole("button", { name: "Give it all back …" }).click();
    await decide(first, `Give back ${member.name}'s round of Dice`, { reason, verb: "Propose" });
    const confirm = async (what: string): Promise<void> => {
      await second
        .getByRole("row", { name: new RegExp(what) })
        .getByRole("button", { name: "Confirm" })
        .click();
      await decide(second, what, { reason, verb: "Confirm" });
    };
    await confirm("Dice: correct a round");

    const owed = first.getByRole("row", { name: new RegExp(`${member.name}.*470\\.00`) });
    await owed.waitFor();
    await first.getByText("Corrected before").waitFor();
    await look(first);
    await owed.getByRole("button", { name: `Write off what ${member.name} owes` }).click();
    await decide(first, `Write off what ${member.name} owes`, { reason, verb: "Propose" });
    await confirm("Dice: end what is owed");
    await owed.waitFor({ state: "detached" });
    expect((await member.call(wallet.balance, {})).balance).toBe(0n);

    const { page } = await stage.visit({ token: member.token });
    await page.goto("/member/personalHistoryCopy");
    const line = page.getByRole("row", { name: /Dice.*Corrected/ });
    await line.waitFor();
    await look(page);
    await line.click();
    await page.getByText("Corrected later").waitFor();
    await page.getByText(reason).waitFor();
    await eventually(async () => (await member.call(rounds.get, { id })).corrections.length).toBe(1);
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
