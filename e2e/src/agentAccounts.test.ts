import { randomInt } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { agents } from "@laro/contract/agents";
import { agreeWithHouse, type Agent, dailyOf, offerTo, passAwake } from "@laro/server/testing/agentContracts";
import { plantDay } from "@laro/server/testing/commissions";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 120_000;
const DAY_MS = 86_400_000;
const PHONE = 390;
const PASSWORD = "Correct-horse-7";
const NAME_NUMBER_MAX = 1_000_000;

async function look(page: Page): Promise<void> {
  await settle(page);
  await eventually(() => findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "an agent opens an account and reads its code once, and the owner takes it; an offer says what it would have come to, and a request that is put off stays away over a reload and is back at the next login [AGENT-03]",
  async () => {
    const { world } = stage;
    const username = `tala${randomInt(NAME_NUMBER_MAX)}`;
    const top: Agent = await world.member({ type: accountTypes.seniorAgent });
    // The open page hears of the house's offer, which is answered elsewhere before it has looked.
    const { page } = await stage.visit({ token: top.token, refusals: [409] });
    await page.goto("/agentHome/registerCenter");
    await page.getByRole("button", { name: "Open an account" }).click();
    const form = page.getByRole("dialog", { name: "Open an account" });
    await form.getByLabel(/User name/).fill(username);
    await look(page);
    await form.getByRole("button", { name: "Open the account" }).click();
    const shown = page.getByRole("dialog", { name: `The activation code of ${username}` });
    const code = await shown.getByText(/^[A-HJ-NP-Z2-9]{10}$/).innerText();
    await look(page);
    await shown.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("list", { name: "Accounts that wait for their owners" }).getByText(username).waitFor();
    expect(await page.getByText(code).count()).toBe(0);
    await look(page);

    const { page: owner } = await stage.visit({ width: PHONE, theme: "light" });
    await owner.goto("/activate");
    const fill = (name: string, text: string) => owner.locator(`[name="${name}"]`).fill(text);
    await owner.getByRole("heading", { name: "Take your account" }).waitFor();
    for (const [name, text] of Object.entries({ username, code, birthday: "1990-05-05", password: PASSWORD, confirmPassword: PASSWORD }))
      await fill(name, text);
    for (const name of ["paymentPassword", "confirmPaymentPassword"]) await fill(name, "482913");
    await owner.getByLabel(/I am of age/).check();
    await look(owner);
    await owner.getByRole("button", { name: "Set and log in" }).click();
    await owner.waitForURL((url) => url.pathname === "/");
    await eventually(async () => (await top.call(agents.overview, {})).direct).toBe(1);

    const next: Agent = await world.member({ type: accountTypes.agent, parentId: top.id });
    const player = await world.member({ type: accountTypes.player, parentId: next.id });
    await agreeWithHouse(world, await world.operator("marketing"), top, { kind: "daily", terms: dailyOf([140]) });
    await passAwake(world, DAY_MS);
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Manila" }).format(world.clock.now().getTime() - DAY_MS);
    await plantDay(world, day, [{ accountId: player.id, valid: 10_000_00n, stake: 10_000_00n, win: 0n }]);
    // As the team's pages link to it.
    await page.goto(`/agentHome/agentDailyWages2?agent=${next.id}`);
    const offer = page.getByRole("dialog", { name: `Daily salary for ${next.name}` });
    await offer.getByLabel(/^Rate\s*\*?$/).fill("0.1");
    const come = offer.getByRole("region", { name: /^What it would have come to/ });
    await come.getByText("Cost to the upline").waitFor();
    await come.getByText("₱ 10.00").first().waitFor();
    await look(page);

    await offerTo(world, top, next, { kind: "daily", terms: dailyOf([100]) });
    const { page: asked } = await stage.visit({ token: next.token });
    const request = asked.getByRole("dialog", { name: "Daily salary offered to you" });
    await asked.goto("/agentHome");
    await request
      .getByRole("region", { name: /^What it would have come to/ })
      .getByText("Net pay")
      .waitFor();
    await look(asked);
    await request.getByRole("button", { name: "Later" }).first().click();
    await asked.reload();
    await asked.getByRole("heading", { level: 1 }).waitFor();
    await settle(asked);
    expect(await request.count()).toBe(0);
    // What a tab keeps goes with the session: the next login asks again.
    await asked.evaluate((token) => {
      sessionStorage.clear();
      sessionStorage.setItem("token", token);
    }, next.token!);
    await asked.reload();
    await request.waitFor();
    // The day was planted: no rounds and no journal stand behind it.
    expect((await world.audit()).filter((fault) => !/^audit_a1[89]/.test(fault))).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
