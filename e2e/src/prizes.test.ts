import { points } from "@laro/contract/points";
import { prizeDraws } from "@laro/contract/prizeDraws";
import { referrals } from "@laro/contract/referrals";
import { settings } from "@laro/contract/settings";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { depositIs, openDeposit } from "@laro/server/testing/cashier";
import { giveTickets, payReferrals } from "@laro/server/testing/prizes";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { addressOf, newName, personOf, register } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const IMAGES = "https://img.laro.example";
const LIMIT_MS = 120_000;
const PHONE = { width: 390, height: 844 } as const;

const stage = useStage({ env: { LARO_IMAGE_CDN: IMAGES } });
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

async function look(page: Page): Promise<void> {
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
}

const setFlag = async (modId: "vip" | "referral" | "pointsSystem", enabled: boolean) =>
  (await stage.world.operator("superadmin")).call(settings.setFlag, { modId, enabled, reason: "seen by the owner" });

const wheel = (page: Page) => page.getByRole("region", { name: "VIP wheel" });

/** Pictures come from the host that holds copies; here it holds what we do. */
async function serveImages(page: Page, asked: string[]): Promise<void> {
  await page.route(`${IMAGES}/**`, async (route) => {
    const path = route.request().url().slice(IMAGES.length);
    asked.push(path);
    await route.fulfill({ response: await route.fetch({ url: stage.world.address + path }) });
  });
}

test(
  "the side menu's turntable opens the reward centre; the wheel rests at the points the server drew, which are the member's, and the draw is checked there; VIP's page has the same wheel [PROMO-05, LAYOUT-27, PROD-10, VIP-01]",
  { timeout: LIMIT_MS },
  async () => {
    const ann = await stage.world.player();
    await giveTickets(stage.world, ann.id, [1, 2]);
    const { page } = await stage.visit({ token: ann.token });
    await serveImages(page, []);
    await page.goto("/");
    await page.getByRole("navigation", { name: "Side menu" }).getByRole("link", { name: "Turntable" }).click();
    await page.getByRole("dialog", { name: "Reward centre" }).waitFor();
    await wheel(page).getByText("2 tickets").waitFor();
    const promised = await wheel(page).locator("code").first().innerText();
    await wheel(page).getByRole("button", { name: "Turn the wheel" }).click();
    await eventually(async () => (await ann.call(prizeDraws.drawn, {})).list.length).toBe(1);
    const [drawn] = (await ann.call(prizeDraws.drawn, {})).list;
    await wheel(page)
      .getByRole("status")
      .filter({ hasText: `You got ${drawn!.points}` })
      .waitFor();
    await wheel(page).getByText("1 ticket", { exact: true }).waitFor();
    expect([drawn!.serverSeedHash, (await ann.call(points.balance, {})).pointsBalance]).toEqual([promised, drawn!.points]);
    await wheel(page).getByRole("group").or(wheel(page).locator("summary")).first().click();
    await wheel(page).getByRole("button", { name: "Check it on this device" }).click();
    await wheel(page).getByText("This draw follows from its seeds.").waitFor();
    await look(page);

    const phone = (await stage.visit({ ...PHONE, token: ann.token, theme: "light" })).page;
    await serveImages(phone, []);
    await phone.goto("/");
    await phone.getByRole("button", { name: "Account menu" }).click();
    await phone.getByRole("link", { name: "Reward centre" }).click();
    expect(addressOf(phone)).toBe("/member/rewardCenter");
    await phone.goto("/vip");
    await wheel(phone).getByText("1 ticket", { exact: true }).waitFor();
    await look(phone);
  },
);

test(
  "a friend who registers by the member's link is credited to the member, and the first deposit brings a reward; switched off, the entry is gone [PROD-20, CENTRE-11, PROMO-10]",
  { timeout: LIMIT_MS },
  async () => {
    const ann = await stage.world.player();
    const { page } = await stage.visit({ ...PHONE, token: ann.token });
    await serveImages(page, []);
    await page.goto("/member");
    const menu = page.getByRole("navigation", { name: "Member centre" });
    await menu.getByRole("link", { name: "Invite friends" }).click();
    await page.getByText("Nobody has registered by your link yet.").waitFor();
    expect(addressOf(page)).toBe("/member/referral");
    const link = await page.getByRole("dialog", { name: "Invite friends" }).locator("code").innerText();
    await look(page);

    const name = newName();
    const visit = await stage.visit({});
    await serveImages(visit.page, []);
    await visit.page.goto(link);
    await visit.page.getByRole("banner").getByRole("button", { name: "Register" }).click();
    await register(visit.page, name);
    await eventually(async () => (await ann.call(referrals.mine, {})).registered).toBe(1);
    const friend = await personOf(stage.world, visit.page);
    const { id, payUrl } = await openDeposit(stage.world, friend, 500_00n);
    await stage.world.psp?.answer(payUrl ?? "", "pay");
    await depositIs(friend, id, "credited");
    await payReferrals(stage.world);
    await page.reload();
    await page.getByText(`${name.slice(0, 2)}***`).waitFor();
    await page.getByText("+₱ 100.00").waitFor();
    await look(page);

    await setFlag("referral", false);
    const off = (await stage.visit({ ...PHONE, token: ann.token })).page;
    await serveImages(off, []);
    await off.goto("/member");
    await off.getByRole("link", { name: "Bonus details" }).first().waitFor();
    await off.waitForLoadState("networkidle");
    expect(await off.getByRole("link", { name: "Invite friends" }).count()).toBe(0);
    await setFlag("referral", true);
  },
);

test(
  "header, badges and menus follow what the server says of a member: balance and symbol, VIP's label and level, rewards and messages that wait, inviting friends, and where pictures come from [ENTITY-44, VIP-05, LAYOUT-30]",
  { timeout: LIMIT_MS },
  async () => {
    const ann = await stage.world.member({ type: accountTypes.player });
    await stage.world.give(ann.id, 1_234_56n);
    await giveTickets(stage.world, ann.id, [1, 2, 3]);
    const { page } = await stage.visit({ token: ann.token });
    const asked: string[] = [];
    await serveImages(page, asked);
    await page.goto("/");
    await page.getByRole("banner").getByText("₱ 1,234.56").first().waitFor();
    await eventually(() => asked.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("link", { name: "Your level: VIP 0, Bronze" }).waitFor();
    await page.goto("/member");
    const menu = page.getByRole("navigation", { name: "Member centre" });
    await menu.getByRole("link", { name: /^Reward centre.*3/ }).waitFor();
    await menu.getByRole("link", { name: /^Messages/ }).waitFor();
    await menu.getByRole("link", { name: "Invite friends" }).waitFor();

    await setFlag("vip", false);
    const off = (await stage.visit({ token: ann.token })).page;
    await serveImages(off, []);
    await off.goto("/member");
    await off.getByRole("link", { name: "Reward centre", exact: true }).first().waitFor();
    await off.goto("/");
    await off.getByRole("button", { name: "Account menu" }).click();
    await off.getByRole("link", { name: "Account security" }).waitFor();
    expect(await off.getByText("Bronze").count()).toBe(0);
    await setFlag("vip", true);

    const agent = await stage.world.member({ type: accountTypes.agent });
    const full = (await stage.visit({ token: agent.token })).page;
    await serveImages(full, []);
    await full.goto("/");
    await full.getByRole("button", { name: "Account menu" }).click();
    await full.getByRole("button", { name: "Sign out" }).waitFor();
    const order = ["Betting record", "Account record", "Profit and loss", "Reward centre", "Points mall", "Account security", "Agent centre", "Sign out"];
    const words = await full.getByRole("banner").locator("a, button").allInnerTexts();
    const shown = words.map((word) => word.trim()).filter((word) => order.includes(word));
    expect(shown.slice(shown.indexOf("Betting record"))).toEqual(order);
  },
);
