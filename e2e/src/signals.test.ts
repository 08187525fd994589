import { randomBytes } from "node:crypto";
import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { signals } from "@laro/contract/signals";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;

async function expectSound(page: Page): Promise<void> {
  await settle(page);
  await eventually(() => findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

/** A browser that an agent and a member below share, four members on another, and what rules see of it. */
async function shareBrowsers() {
  const { world } = stage;
  const agent = await world.member({ type: accountTypes.affiliate });
  const people = [];
  for (let count = 0; count < 4; count++) people.push(await world.member({ type: accountTypes.player, parentId: agent.id }));
  const enter = (ids: readonly bigint[]) =>
    asOwner(
      world.open.url,
      "insert into account_device (account_id, device, agent, first_at, last_at) select id, $1, '', $3, $3 from unnest($2::bigint[]) id",
      [randomBytes(32), ids, world.clock.now()],
    );
  await enter([agent.id, people[0]!.id]);
  await enter(people.map(({ id }) => id));
  await asOwner(world.open.url, "select graphile_worker.add_job('signals:look', '{}'::json)", []);
  await world.work();
  return { agent, people };
}

test(
  "an officer finds what holds pay at the top of the queue, looks into it, follows it to agent and member, dismisses it with the reason, narrows the queue by rule, and sets the agent's accreditation that another officer puts in force",
  async () => {
    const { world } = stage;
    const { agent, people } = await shareBrowsers();
    const [officer, other] = [await world.operator("risk"), await world.operator("risk")];
    const { page } = await stage.visit();
    await page.goto("/console");
    await enterBackOffice(page, officer);
    await page.getByRole("link", { name: "Signals", exact: true }).click();
    const rows = page.locator("tbody").first().getByRole("row");
    await rows.first().getByText("Holds pay").waitFor();
    await expectSound(page);
    await rows.first().getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: /^S-\d+ · Same owner$/ });
    await dialog.getByRole("link", { name: people[0]!.name }).waitFor();
    await dialog.getByRole("button", { name: "I look into it" }).click();
    await eventually(async () => (await other.call(signals.list, { state: "seen", accountId: agent.id })).list.map(({ seenBy }) => seenBy)).toEqual([
      officer.name,
    ]);
    await page.goto(`/console/signals?state=seen&account=${agent.id}`);
    await rows.first().getByRole("button").click();
    await dialog.getByText(officer.name).waitFor();
    await expectSound(page);
    await dialog.getByRole("button", { name: "Dismiss", exact: true }).click();
    await decide(page, /^Dismiss S-\d+$/, { reason: "A tablet in the shop.", verb: "Dismiss" });
    await page.getByText(/^S-\d+: Dismissed$/).waitFor();
    await page.getByText("Nothing here yet.").waitFor();
    expect((await other.call(signals.list, { state: "dismissed", accountId: agent.id })).list).toMatchObject([
      { decidedBy: officer.name, reason: "A tablet in the shop." },
    ]);
    await page.getByRole("tab", { name: /^Open/ }).click();
    await page.getByRole("combobox", { name: "Rule" }).selectOption("Ring");
    await rows.first().getByText(agent.name).waitFor();
    await rows.first().getByRole("button").click();
    await page.getByRole("dialog", { name: /Ring$/ }).getByRole("link", { name: agent.name }).click();
    await page.getByRole("heading", { level: 1, name: agent.name }).waitFor();
    await page.getByRole("button", { name: "Set accreditation" }).click();
    const form = page.getByRole("dialog", { name: `Accreditation of ${agent.name}` });
    await form.getByLabel("Accreditation number").fill("PAGCOR-7");
    await form.getByLabel("Last day").fill("2031-12-31");
    await decide(page, `Accreditation of ${agent.name}`, { reason: "By the letter of June.", verb: "Propose" });
    await page.getByText(`The accreditation of ${agent.name} waits for another officer.`).waitFor();
    const [waiting] = (await other.call(agents.accreditations, { state: "proposed" })).list;
    await other.call(agents.confirmAccreditation, { id: waiting!.id, reason: "Seen the letter." });
    await page.getByText("Accredited until Dec 31, 2031").waitFor();
    await page.getByRole("tab", { name: "Accreditation" }).click();
    await page.getByText("Number PAGCOR-7, until Dec 31, 2031").waitFor();
    await expectSound(page);
  },
  JOURNEY_LIMIT_MS,
);
