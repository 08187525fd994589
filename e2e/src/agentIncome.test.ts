import { accountTypes } from "@laro/contract/core/accountTypes";
import { commissions } from "@laro/contract/commissions";
import { settlements } from "@laro/contract/settlements";
import { wallet } from "@laro/contract/wallet";
import { plantContract, plantDay, plantPay, plantRun } from "@laro/server/testing/commissions";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;
const DAY_MS = 24 * 60 * 60_000;
const PHONE = 390;

const dayAgo = (days: number): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Manila" }).format(Date.now() - days * DAY_MS);
const written = (day: string): string =>
  new Intl.DateTimeFormat("en-US", { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(day));

let settled = 0;

/** A day on which a member lost 600.00 of 1,000.00: the house owes the upper agent 180.00 of it, who owes the lower one 60.00, which is held. */
async function settleDay() {
  const { world } = stage;
  const top = await world.member({ type: accountTypes.seniorAgent });
  const left = await world.member({ type: accountTypes.agent, parentId: top.id });
  const ann = await world.member({ type: accountTypes.player, parentId: left.id });
  const day = dayAgo(++settled + 1);
  await plantDay(world, day, [{ accountId: ann.id, valid: 1_000_00n, stake: 1_000_00n, win: 400_00n }]);
  const tiers = (rate: number) => [
    { rate, minBet: 500_00n },
    { rate: rate + 10_000, minBet: 900_000_00n },
  ];
  const [own, given] = [
    await plantContract(world, { kind: "dividend", agentId: top.id, tiers: tiers(30_000) }),
    await plantContract(world, { kind: "dividend", agentId: left.id, uplineId: top.id, tiers: tiers(10_000) }),
  ];
  const runId = await plantRun(world, { kind: "dividend", state: "preview", startsOn: day, endsOn: day });
  const line = { startsOn: day, runId, bet: 1_000_00n, result: 600_00n, base: 600_00n, behind: 1_000_00n };
  await plantPay(world, own, { ...line, gross: 180_00n, owed: 60_00n, state: "computed" });
  await plantPay(world, given, { ...line, gross: 60_00n, state: "held", reason: "jump", paysOn: dayAgo(-3) });
  const figures = { contracts: "2", paying: "2", held: "1", gross: "24000", owed: "6000", pay: "18000", houseGross: "18000" };
  await asOwner(world.open.url, "select settlement_count($1::uuid, $2::jsonb)", [runId, JSON.stringify(figures)]);
  return { top, left, ann, day };
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name }).first();
async function expectSound(page: Page): Promise<void> {
  await settle(page);
  await eventually(() => findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "an officer approves a settlement and proposes to release what is held, another confirms; the agent sees what came, held and paid, follows a pay down to its members, each level adding up on the page, and takes the month's statement away [AGENT-07]",
  async () => {
    const { world } = stage;
    const { top, left, ann, day } = await settleDay();
    const { page: mine } = await stage.visit({ token: left.token, width: PHONE, theme: "light" });
    await mine.goto("/agentHome/agentRevenueReport");
    await mine.getByText("Being checked").first().waitFor();
    await mine.getByText(/more bet until 10%|more bet until 20%/).waitFor();
    await expectSound(mine);

    const { page } = await stage.visit();
    await page.goto("/console");
    await enterBackOffice(page, await world.operator("finance"));
    await page.getByRole("link", { name: "Settlements" }).click();
    await rowOf(page, "Waits for approval").getByRole("button").click();
    await page.getByRole("heading", { level: 2, name: /Dividend/ }).waitFor();
    await rowOf(page, left.name).waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog", { name: "Approve this sum?" }).getByText("₱ 180.00").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Approved. It is being paid.").waitFor();
    await world.work();
    expect((await top.call(wallet.history, { kind: "commission" })).list.map(({ amount }) => amount)).toEqual([120_00n]);

    await page.goto("/console/exceptions");
    await rowOf(page, left.name).getByRole("button").click();
    await page.getByText("Computed again here: the numbers are right.").waitFor();
    await page.getByText("Added up here: the days come to the figures of this pay.").waitFor();
    await expectSound(page);
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await decide(page, `Release the pay of ${left.name}`, { reason: "The month was so good.", verb: "Release" });
    await page.getByText("It waits for another officer.").waitFor();
    await page.getByRole("tab", { name: "Proposals" }).click();
    await page.getByText(`Release the pay of ${left.name}`).waitFor();
    expect(await page.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(0);
    const other = await world.operator("finance");
    const [waiting] = (await other.call(settlements.proposals, { state: "proposed" })).list;
    await other.call(settlements.confirm, { id: waiting!.id, reason: "Looked at every day." });
    await world.work();
    expect((await left.call(commissions.mine, {})).list.map(({ state, pay }) => [state, pay])).toEqual([["approved", 60_00n]]);
    await mine.reload();
    await rowOf(mine, "To be paid")
      .getByText(`Paid on ${written(dayAgo(-3))}`)
      .waitFor();
    await expectSound(mine);

    const { page: above } = await stage.visit({ token: top.token });
    await above.goto("/agentHome/agentRevenueReport");
    await rowOf(above, written(day)).getByRole("button").click();
    await above.getByText("Computed again here: the numbers are right.").waitFor();
    await above.getByText("Added up here: it is what is owed above.").waitFor();
    await above.getByText("Added up here: the days come to the figures of this pay.").waitFor();
    await expectSound(above);
    await above
      .locator("tbody")
      .getByRole("button", { name: written(day) })
      .click();
    await rowOf(above, left.name).getByText("₱ 1,000.00").waitFor();
    await above.getByText(`Added up here: they come to the figures of ${written(day)}.`).waitFor();
    expect(await above.getByText(ann.name).count()).toBe(0);

    await above.goto("/agentHome/agentRevenueReport?part=statement");
    await above.getByText("Added up here: the account record says the same.").waitFor();
    await expectSound(above);
    for (const [button, name] of [
      ["Download CSV", /^laro-commissions-\d{4}-\d\d\.csv$/],
      ["Download PDF", /^laro-commissions-\d{4}-\d\d\.pdf$/],
    ] as const) {
      const [file] = await Promise.all([above.waitForEvent("download"), above.getByRole("button", { name: button }).click()]);
      expect(file.suggestedFilename()).toMatch(name);
    }
    await above.goto("/agentHome/agentDividendRecordCopy2");
    await above.getByRole("tab", { name: "Given", exact: true }).click();
    await above.getByRole("row").filter({ hasText: left.name }).filter({ hasText: "₱ 60.00" }).first().waitFor();
    await expectSound(above);
  },
  JOURNEY_LIMIT_MS,
);
