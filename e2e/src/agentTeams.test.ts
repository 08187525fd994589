import { accountTypes } from "@laro/contract/core/accountTypes";
import { rounds } from "@laro/contract/rounds";
import { openMate, plantDays, plantHour } from "@laro/server/testing/teams";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;
const DAY_MS = 24 * 60 * 60_000;

const dayAgo = (days: number): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Manila" }).format(Date.now() - days * DAY_MS);

/** An agent over an agent with a player, and over a player of its own who has just played; twenty closed days. */
async function openTeam() {
  const { world } = stage;
  const top = await world.member({ type: accountTypes.seniorAgent });
  const mid = await openMate(world, { type: accountTypes.agent, parentId: top.id, name: `branch${top.id}` });
  const leaf = await openMate(world, { type: accountTypes.player, parentId: mid, name: `deeper${top.id}` });
  const ann = await world.member({ type: accountTypes.player, parentId: top.id });
  const other = await world.player();
  await world.give(ann.id, 100_00n);
  await ann.call(rounds.play, { requestId: crypto.randomUUID(), gameCode: "DICE", stake: 12_00n, choice: { target: 5_000, side: "under" } });
  const days = Array.from({ length: 20 }, (_, ago) => dayAgo(ago + 1));
  await plantDays(
    world,
    days.flatMap((day, ago) => [
      { day, accountId: leaf, agentId: mid, valid: BigInt(1_000 * (20 - ago)), win: 500n, deposits: ago === 3 ? 250_00n : 0n },
      { day, accountId: ann.id, agentId: top.id, valid: 2_000n, win: ago === 0 ? 90_00n : 0n },
    ]),
  );
  const begun = (lengthMs: number) => new Date(Math.floor(Date.now() / lengthMs) * lengthMs);
  await plantHour(world, { hour: begun(60 * 60_000), gathered: begun(5 * 60_000), accountId: leaf, valid: 77_00n });
  return { top, mid, leaf, ann, other };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
/** Nothing wider than the window, and nothing that keeps somebody out. */
async function expectSound(page: Page): Promise<void> {
  await eventually(() => findAccessFaults(page)).toEqual([]);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
}

test(
  "an agent lands on its team, walks the five pages, opens a level, an account and its rounds, and takes a file away; what is not in the line is not there [AGENT-02, AGENT-04, AGENT-05, AGENT-06, AGENT-08, PROD-18]",
  async () => {
    const { top, mid, leaf, ann, other } = await openTeam();
    const { page } = await stage.visit({ token: top.token, refusals: [404] });
    await page.goto("/agentHome");
    await heading(page, "Team overview");
    await page.getByText(/^As of \d\d:\d\d$/).waitFor();
    await page.getByText("₱ 77.00", { exact: true }).first().waitFor();
    await page.getByRole("img", { name: /^Valid bet by day/ }).waitFor();
    await expectSound(page);

    await page.goto("/agentHome/downlineManagmentView");
    await page.getByRole("row", { name: new RegExp(`branch${top.id}`) }).waitFor();
    await page.getByRole("button", { name: `Level below branch${top.id}` }).press("Enter");
    await page.getByRole("navigation", { name: "Way down the line" }).getByText(`branch${top.id}`).waitFor();
    await page.getByRole("row", { name: /de\*\*\*/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("of")).toBe(String(mid));
    await page.goBack();
    await page.getByRole("row", { name: new RegExp(ann.name) }).waitFor();
    await page.getByLabel("Find an account").fill(ann.name.slice(0, 8));
    await page.getByLabel("Find an account").press("Enter");
    await eventually(() => page.locator("tbody tr").count()).toBe(1);
    await page.locator("tbody").getByRole("button", { name: ann.name }).press("Enter");
    await heading(page, ann.name);
    expect(await page.getByRole("link", { name: "Transfer", exact: true }).getAttribute("href")).toBe(`/agentHome/transfers?to=${ann.name}`);
    await expectSound(page);
    await page.getByRole("link", { name: "Rounds", exact: true }).click();

    await heading(page, "Team betting");
    await page.getByRole("row", { name: /Dice/ }).getByText("₱ 12.00").first().waitFor();
    await page.getByRole("navigation", { name: "Way down the line" }).getByRole("button", { name: "My team" }).click();
    await page.getByRole("columnheader", { name: "Stakes" }).getByRole("button").press("Enter");
    await eventually(() => page.getByRole("columnheader", { name: "Stakes" }).getAttribute("aria-sort")).toBe("descending");
    expect(new URL(page.url()).searchParams.get("sort")).toBe("stake");
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
    expect(file.suggestedFilename()).toMatch(/^laro-team-level-.*\.csv$/);
    await expectSound(page);

    await page.goto("/agentHome/palStatementsAgentCopy");
    await page.getByRole("tab", { name: "By day" }).click();
    await page.getByRole("img", { name: /^User loss by day/ }).waitFor();
    await page.getByRole("button", { name: "Past 30 days" }).click();
    await eventually(() => page.locator("tbody tr").count()).toBe(20);
    await expectSound(page);

    await page.goto("/agentHome/agentDownlineTransactionDetailsCopy?tab=money");
    await page
      .getByRole("row", { name: new RegExp(`branch${top.id}`) })
      .getByText("₱ 250.00")
      .waitFor();
    await expectSound(page);

    for (const id of [other.id, 999_999_999n]) {
      await page.goto(`/agentHome/downlineManagmentView?open=${id}`);
      await page.getByText("There is no such agent.").waitFor();
    }
    await page.goto(`/agentHome/personalHistoryCopy?of=${leaf}`);
    await page.getByRole("columnheader", { name: "Valid bet" }).waitFor();
    expect(await page.getByRole("tab", { name: "Rounds" }).count()).toBe(0);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "on a phone and in daylight the five pages are as sound, and a row is a card [AGENT-02, AGENT-04, AGENT-05, AGENT-06, AGENT-08]",
  async () => {
    const { top, ann } = await openTeam();
    const { page } = await stage.visit({ token: top.token, width: 390, height: 844, theme: "light" });
    const pages = ["agentTeamOverview", "downlineManagmentView", "personalHistoryCopy", "palStatementsAgentCopy", "agentDownlineTransactionDetailsCopy"];
    for (const key of pages) {
      await page.goto(`/agentHome/${key}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("tbody tr").first().waitFor();
      await expectSound(page);
    }
    await page.goto(`/agentHome/downlineManagmentView?open=${ann.id}&part=between`);
    await page.getByText("No money passed between you two.").waitFor();
    await expectSound(page);
  },
  JOURNEY_LIMIT_MS,
);
