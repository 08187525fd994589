import { points } from "@laro/contract/points";
import { protection } from "@laro/contract/protection";
import { prizeDraws } from "@laro/contract/prizeDraws";
import { referrals } from "@laro/contract/referrals";
import { settings } from "@laro/contract/settings";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { formatAmount } from "@laro/contract/core/money";
import { wallet } from "@laro/contract/wallet";
import { depositIs, openDeposit } from "@laro/server/testing/cashier";
import { giveEggs, giveTickets, payReferrals } from "@laro/server/testing/prizes";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { addressOf, enterBackOffice, newName, personOf, register } from "./acts.ts";
import { BUSY, findAccessFaults, readOverflow, settle } from "./browser.ts";
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

const setFlag = async (modId: "vip" | "referral" | "eggs", enabled: boolean) =>
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
    const { page } = await stage.visit({ token: ann.token, motion: true, expected: [/^answer: 503 \S+\/prizeDraws\.tickets/] });
    await serveImages(page, []);
    await page.route("**/api/prizeDraws.tickets*", (route) => route.fulfill(BUSY));
    await page.goto("/");
    await page.getByRole("navigation", { name: "Side menu" }).getByRole("link", { name: "Turntable" }).click();
    await page.getByRole("dialog", { name: "Reward centre" }).waitFor();
    await wheel(page).getByText("We are very busy right now.", { exact: false }).waitFor();
    await page.unroute("**/api/prizeDraws.tickets*");
    await wheel(page).getByRole("button", { name: "Try again" }).click();
    await wheel(page).getByText("2 tickets").waitFor();
    const promised = await wheel(page).locator("code").first().innerText();
    await wheel(page).getByRole("button", { name: "Turn the wheel" }).click();
    // While it turns, nothing else says what was won.
    await wheel(page).locator("button:disabled[aria-busy=false]", { hasText: "Turn the wheel" }).waitFor();
    expect(await wheel(page).locator("summary").count()).toBe(0);
    await eventually(async () => (await ann.call(prizeDraws.drawn, { draw: "wheel" })).list.length).toBe(1);
    const [drawn] = (await ann.call(prizeDraws.drawn, { draw: "wheel" })).list;
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

const eggs = (page: Page) => page.getByRole("region", { name: "Choose an egg" });

test(
  "the member centre's entry opens the golden eggs, with VIP off: a ticket shows its promise, an egg chosen by keyboard holds what the server drew, which is checked there; a break refuses, no ticket leads to the missions, and switched off the screen says so [PROMO-06]",
  { timeout: LIMIT_MS },
  async () => {
    await setFlag("vip", false);
    const ann = await stage.world.player();
    await giveEggs(stage.world, [ann], 2);
    const { page } = await stage.visit({ ...PHONE, token: ann.token, theme: "light", expected: [/^answer: 403 \S+\/prizeDraws\.draw$/] });
    await serveImages(page, []);
    await page.goto("/member");
    await page.getByRole("link", { name: /^Golden eggs.*2 golden egg tickets wait/ }).click();
    expect(addressOf(page)).toBe("/member/goldenEggs");
    await eggs(page).getByText("All three are the same: the server draws, whichever you choose.").waitFor();
    const promised = await eggs(page).locator("code").innerText();
    await look(page);
    await eggs(page).getByRole("button", { name: "Egg 2" }).press("Enter");
    await eggs(page).getByRole("status").filter({ hasText: "In your egg:" }).waitFor();
    const [drawn] = (await ann.call(prizeDraws.drawn, { draw: "egg" })).list;
    const won = drawn!.points > 0 ? `${drawn!.points.toLocaleString("en")} points` : `₱${formatAmount(drawn!.amount).replace(/\B(?=(\d{3})+\.)/, ",")}`;
    expect(await eggs(page).getByRole("status").innerText()).toBe(`In your egg: ${won}`);
    expect([drawn!.serverSeedHash, (await ann.call(points.balance, {})).pointsBalance, (await ann.call(wallet.balance, {})).balance]).toEqual([
      promised,
      drawn!.points,
      drawn!.amount,
    ]);
    await page.locator("summary").first().click();
    await page.getByRole("button", { name: "Check it on this device" }).click();
    await page.getByText("This draw follows from its seeds.").waitFor();
    await look(page);

    await eggs(page).getByRole("button", { name: "Next egg" }).click();
    await eggs(page).getByText("1 ticket", { exact: true }).waitFor();
    await ann.call(protection.takeBreak, { period: "24h" });
    await page.keyboard.press("Enter");
    await eggs(page).getByText("Offers and rewards are not open to your account now.").waitFor();
    expect((await ann.call(prizeDraws.tickets, { draw: "egg" })).count).toBe(1);

    const ben = await stage.world.player();
    const wide = (await stage.visit({ token: ben.token })).page;
    await serveImages(wide, []);
    await wide.goto("/member/goldenEggs");
    await eggs(wide).getByText("Missions and promotions give tickets for golden eggs.").waitFor();
    await look(wide);
    await eggs(wide).getByRole("link", { name: "See the missions" }).click();
    expect(addressOf(wide)).toBe("/member/missionLeaderboard");
    await setFlag("eggs", false);
    const off = (await stage.visit({ token: ben.token })).page;
    await serveImages(off, []);
    await off.goto("/member/goldenEggs");
    await off.getByText("Golden eggs are switched off now. Your tickets stay yours.").waitFor();
    expect(await off.getByRole("link", { name: "Golden eggs" }).count()).toBe(0);
    await setFlag("eggs", true);
    await setFlag("vip", true);
  },
);

test("an officer proposes another table of golden eggs and sees its cost; another confirms it, and it is in force", { timeout: LIMIT_MS }, async () => {
  const officer = await stage.world.operator("marketing");
  const desk = (await stage.visit({ width: 1440, height: 1000 })).page;
  await desk.goto("/console/points?part=eggs");
  await enterBackOffice(desk, officer);
  await desk.getByRole("button", { name: "Propose another table of eggs" }).click();
  const form = desk.getByRole("dialog", { name: "Propose another table of eggs" });
  await form.locator("[name=weight-1]").fill("895");
  await form.getByText("₱ 3.48 / ₱ 10.00").waitFor();
  await form.locator("[name=weight-1]").fill("1000001");
  await form.getByRole("alert").filter({ hasText: "A whole number from 1 to 1,000,000." }).waitFor();
  await form.locator("[name=worth-5]").fill("5,00");
  await form.getByRole("alert").filter({ hasText: "An amount above zero, such as 20.00." }).waitFor();
  await look(desk);
  await form.locator("[name=weight-1]").fill("895");
  await form.locator("[name=worth-5]").fill("5.00");
  await form.getByRole("button", { name: "Remove prize 8" }).click();
  await form.getByText("₱ 2.15 / ₱ 10.00").waitFor();
  await form.getByLabel("Reason").fill("for the test");
  await look(desk);
  await form.getByRole("button", { name: "Propose another table of eggs" }).click();
  await desk.getByText("Another table of eggs waits").waitFor();
  expect(await desk.getByRole("button", { name: "Confirm the table of eggs" }).count()).toBe(0);
  const finance = (await stage.visit({ width: 1440, height: 1000 })).page;
  await finance.goto("/console/points?part=eggs");
  await enterBackOffice(finance, await stage.world.operator("finance"));
  await finance.getByRole("button", { name: "Confirm the table of eggs" }).click();
  const dialog = finance.getByRole("dialog", { name: "Confirm the table of eggs" });
  await dialog.getByLabel("Reason").fill("for the test");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await finance.getByText("The table holds for tickets that are given from now on.").waitFor();
  await desk.getByRole("table").last().getByRole("row").nth(2).waitFor();
  await look(desk);
});

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
