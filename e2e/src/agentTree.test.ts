import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice, newName, register } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({});
const JOURNEY_LIMIT_MS = 180_000;
const PHONE = { width: 390, height: 844 } as const;
const reason = "As agreed with both of them";

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "an agent makes a link at the register center, a visitor registers by it, and its funnel counts them [AGENT-03, REG-07]",
  async () => {
    const agent = await stage.world.member({ type: accountTypes.agent });
    const { page } = await stage.visit({ token: agent.token, ...PHONE });
    await page.goto("/agentHome/registerCenter");
    await page.getByRole("heading", { name: "Invitation code" }).waitFor();
    await page.getByText("No links beside the invitation code yet.", { exact: false }).waitFor();
    await look(page);
    await page.getByRole("button", { name: "New link" }).click();
    const dialog = page.getByRole("dialog", { name: "New link" });
    await dialog.getByLabel("Name").fill("Basketball stream");
    await look(page);
    await dialog.getByRole("button", { name: "Make the link" }).click();
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Basketball stream" }) });
    await card.getByRole("img", { name: "QR code of Basketball stream" }).waitFor();
    const address = new URL((await card.getByText("/register?affiliateCode=").textContent())!);

    const visitor = (await stage.visit({})).page;
    await visitor.goto(address.pathname + address.search);
    await visitor.locator("#registerPopupModal [name=username]").waitFor();
    expect(await visitor.locator("#registerPopupModal [name=affiliateCode]").count()).toBe(0);
    const name = newName();
    await register(visitor, name);
    await eventually(async () => (await agent.call(agents.downlines, {})).list.map(({ account }) => account)).toEqual([name]);
    const funnel = card.getByLabel("What came of it");
    await eventually(() => funnel.innerText().then((text) => text.match(/\d+/g))).toEqual(["1", "1", "0", "0"]);
    await look(page);
    await card.getByRole("button", { name: "Close Basketball stream" }).click();
    await page.getByRole("dialog", { name: "Close Basketball stream" }).getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByRole("heading", { name: "Closed links" }).waitFor();
    const late = (await stage.visit({ refusals: [400] })).page;
    await late.goto(address.pathname + address.search);
    await late.locator("#registerPopupModal [name=affiliateCode]").waitFor();
  },
  JOURNEY_LIMIT_MS,
);

test(
  "officers find an agent, see its line and what a move changes, and two of them move it [AGENT-14]",
  async () => {
    const top = await stage.world.member({ type: accountTypes.seniorAgent });
    const other = await stage.world.member({ type: accountTypes.seniorAgent });
    const agent = await stage.world.member({ type: accountTypes.agent, parentId: top.id });
    const member = await stage.world.member({ type: accountTypes.player, parentId: agent.id });
    const enter = async (): Promise<Page> => {
      const { page } = await stage.visit();
      await page.goto("/console/agents");
      await enterBackOffice(page, await stage.world.operator("marketing"));
      return page;
    };
    const [first, second] = [await enter(), await enter()];
    await first.getByRole("searchbox", { name: "Search agents" }).fill(top.name);
    await first.getByRole("search").getByRole("button", { name: "Search" }).click();
    await first.getByRole("button", { name: top.name }).click();
    await first.getByRole("heading", { name: top.name }).waitFor();
    await first.getByRole("button", { name: agent.name }).click();
    await first.getByRole("navigation", { name: "Place in the tree" }).getByRole("button", { name: top.name }).waitFor();
    await first.getByRole("button", { name: "Players" }).click();
    await first.getByRole("row", { name: new RegExp(member.name) }).waitFor();
    await look(first);

    await first.getByRole("button", { name: "Move", exact: true }).click();
    const dialog = first.getByRole("dialog", { name: `Move ${agent.name}` });
    await dialog.getByLabel("Find the new upline").fill(other.name);
    await dialog.getByRole("button", { name: "Search" }).click();
    await dialog.getByLabel("New upline", { exact: true }).selectOption({ label: `${other.name} · ${other.id}` });
    await dialog.getByText("2 accounts change hands, 1 of them agents.", { exact: false }).waitFor();
    await look(first);
    await decide(first, `Move ${agent.name}`, { reason, verb: "Propose" });
    await dialog.waitFor({ state: "detached" });

    await second.getByRole("tab", { name: "Moves" }).click();
    const waiting = second.getByRole("row", { name: new RegExp(agent.name) });
    await look(second);
    await waiting.getByRole("button", { name: "Confirm" }).click();
    await decide(second, `Confirm: ${agent.name}`, { reason, verb: "Confirm" });
    await waiting.waitFor({ state: "detached" });
    await first.getByRole("tab", { name: "Moves" }).click();
    await first.getByRole("row", { name: /Confirmed/ }).waitFor();
  },
  JOURNEY_LIMIT_MS,
);
