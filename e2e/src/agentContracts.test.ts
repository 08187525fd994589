import { agentContracts } from "@laro/contract/agentContracts";
import { settings } from "@laro/contract/settings";
import { agree, agreeWithHouse, type Agent, dailyOf, lineOf, passAwake } from "@laro/server/testing/agentContracts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;
const PHONE = 390;

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

/** Logs in from /agent and opens a page of the back office. */
async function enter(agent: Agent, key: string, width?: number): Promise<Page> {
  const { page } = await stage.visit(width === undefined ? {} : { width });
  await page.goto("/agent");
  await enterBackOffice(page, agent);
  await page.waitForURL(/\/agentHome/);
  await page.goto(`/agentHome/${key}`);
  return page;
}

const stateOf = async (agent: Agent, id: string) => (await agent.call(agentContracts.get, { id })).state;

test(
  "an offer is made and accepted, a lower one warns of whom it ends and ends them, an end is asked for and accepted; each page goes with its switch [PROD-19, AGENT-09, AGENT-10, AGENT-11, AGENT-12, AGENT-16, AGENT-17, AGENT-20, AGENT-21, AGENT-22, AGENT-25, ROLE-15]",
  async () => {
    const { world } = stage;
    const marketing = await world.operator("marketing");
    const [top, middle, low] = (await lineOf(world, 3)) as [Agent, Agent, Agent];
    await agreeWithHouse(world, marketing, top, { kind: "daily", terms: dailyOf([140], "M") });
    await agree(world, top, middle, { kind: "daily", terms: dailyOf([120]) });
    const lowest = await agree(world, middle, low, { kind: "daily", terms: dailyOf([110]) });
    await passAwake(world, 40 * 86_400_000);

    const above = await enter(top, "agentDailyWages2");
    await above.getByRole("region", { name: "My contract" }).getByText("0.14%").waitFor();
    await look(above);
    await above.getByRole("button", { name: `Offer a contract to ${middle.name}` }).click();
    const form = above.getByRole("dialog", { name: `Daily salary for ${middle.name}` });
    await form.waitFor();
    expect(await form.getByLabel("Period").locator("option").allInnerTexts()).toEqual(["Daily", "Weekly", "Semimonthly", "Monthly"]);
    await form.getByText("Every other day · Each day is paid on the day after").waitFor();
    const rate = form.getByLabel(/^Rate\s*\*?$/);
    await rate.fill("0.135");
    await form.getByText("Leave at least 0.01% below your own rate: 0.13% at most.").waitFor();
    await rate.fill("0.1");
    await form.getByRole("button", { name: "See what it does" }).click();
    await form.getByText(/This ends contracts below: 0 directly below, 1 further down/).waitFor();
    await look(above);
    await form.getByRole("button", { name: "Send it all the same" }).click();
    await above.getByText(`The offer was sent to ${middle.name}.`).waitFor();

    const below = await enter(middle, "agentDailyWages2", PHONE);
    const request = below.getByRole("dialog", { name: "Daily salary offered to you" });
    await request.getByText(/This ends contracts below: 1 directly below, 0 further down/).waitFor();
    await request.getByText(low.name).waitFor();
    await request.getByText(/0\.11% now.*0\.09% would still fit/).waitFor();
    await look(below);
    await request.getByRole("button", { name: "Accept" }).click();
    await below.getByRole("region", { name: "My contract" }).getByText("Active").first().waitFor();
    await eventually(() => stateOf(low, lowest.id)).toBe("cascaded");
    await look(below);

    // An end is asked for on the one side and accepted in the dialog after the login on the other.
    await below.getByRole("button", { name: "Ask to end it" }).first().click();
    const ending = below.getByRole("dialog", { name: "Ask to end it: Daily salary" });
    await ending.getByLabel("Why").fill("My line is too small for it");
    await ending.getByRole("button", { name: "Ask to end it" }).click();
    await below.getByText(/You asked to end it/).waitFor();
    const waiting = (await middle.call(agentContracts.mine, {})).list[0]!;
    const again = await enter(top, "agentDividendRecordCopy2");
    const asked = again.getByRole("dialog", { name: "End of a contract: Daily salary" });
    await asked.getByText(/My line is too small for it/).waitFor();
    await look(again);
    await asked.getByRole("button", { name: "Let it end" }).click();
    await eventually(() => stateOf(middle, waiting.id)).toBe("terminated");

    // A first offer begins with what one's own lowest tier asks for: below it none of one's own covers what is given.
    await agreeWithHouse(world, marketing, top, { kind: "realTime", terms: { period: null, carries: true, tiers: [{ rate: 60, singleBet: 20_00n }] } });
    await again.goto("/agentHome/agentRealtimeSalary");
    await again.getByRole("button", { name: `Offer a contract to ${middle.name}` }).click();
    const first = again.getByRole("dialog", { name: `Real-time salary for ${middle.name}` });
    await first.getByLabel(/^Rate\s*\*?$/).fill("0.05");
    expect(await first.getByLabel("Single bet from").inputValue()).toBe("20");
    await first.getByRole("button", { name: "See what it does" }).click();
    await first.getByRole("button", { name: "Send the offer" }).click();
    await again.getByText(`The offer was sent to ${middle.name}.`).waitFor();

    const admin = await world.operator("superadmin");
    const menu = again.getByRole("navigation", { name: "Agent menu" });
    const entries = { contractDividend: "Dividend record", dailySalary: "Daily wages", hourlySalary: "Hourly salary", realTimeSalary: "Real-time salary" };
    for (const name of Object.values(entries)) await menu.getByRole("link", { name }).waitFor();
    for (const modId of Object.keys(entries)) await admin.call(settings.setFlag, { modId, enabled: false, reason: "closed for a while" });
    await again.goto("/agentHome/agentHourSalary");
    await eventually(() => new URL(again.url()).pathname).toBe("/agentHome");
    for (const name of Object.values(entries)) expect(await menu.getByRole("link", { name }).count()).toBe(0);
    for (const modId of Object.keys(entries)) await admin.call(settings.setFlag, { modId, enabled: true, reason: "open again" });
    expect(await world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "one officer proposes limits and another publishes them, after the margin has named the game that leaves too little",
  async () => {
    const [first, second] = [await stage.visit({ refusals: [409] }), await stage.visit()].map(({ page }) => page) as [Page, Page];
    for (const page of [first, second]) {
      await page.goto("/console/agent-contracts?part=templates&kind=daily");
      await enterBackOffice(page, await stage.world.operator("marketing"));
    }
    await first.getByText("Salaries and rebates together; Video Poker keeps 0.456%").waitFor();
    await look(first);
    await first.getByRole("button", { name: "New version" }).click();
    const form = first.getByRole("dialog", { name: "New version: Daily salary" });
    await form.getByLabel("Highest rate").fill("0.2");
    await form.getByLabel("Reason").fill("A better daily salary");
    await form.getByRole("button", { name: "Propose" }).click();
    await form.getByText("Salaries and the highest rebate would come to 0.4% of bets. Video Poker keeps 0.456%, so 0.364% is the most.").waitFor();
    await form.getByLabel("Highest rate").fill("0.16");
    await look(first);
    await form.getByRole("button", { name: "Propose" }).click();
    const own = first.getByRole("row", { name: /A better daily salary/ });
    await own.waitFor();
    expect(await own.getByRole("button", { name: "Publish" }).count()).toBe(0);
    await second
      .getByRole("row", { name: /A better daily salary/ })
      .getByRole("button", { name: "Publish" })
      .click();
    await decide(second, /^Daily salary: Version/, { reason: "Looked at the margin", verb: "Publish" });
    await second.getByRole("row", { name: /A better daily salary.*In force/ }).waitFor();
    await look(second);
  },
  JOURNEY_LIMIT_MS,
);
