import { campaigns } from "@laro/contract/campaigns";
import { rebates } from "@laro/contract/rebates";
import { settings } from "@laro/contract/settings";
import { vip } from "@laro/contract/vip";
import { wallet } from "@laro/contract/wallet";
import { openCampaign, publish } from "@laro/server/testing/campaigns";
import { enterAgain } from "@laro/server/testing/cashier";
import { asOwner } from "@laro/server/testing/owner";
import { games, playOn } from "@laro/server/testing/rebates";
import { dayAfter, goTo, mondayAfter, openWeeks, play, settle as settleVip } from "@laro/server/testing/vip";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { addressOf, decide, enterBackOffice, newName, personOf, peso, register } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;
const PHONE = { width: 390, height: 844 } as const;
const WIDTHS = [1440, 768, 390] as const;
const reason = "As the owner wants it";

type Member = Awaited<ReturnType<typeof stage.world.player>>;
let silver: Member;
let platinum: Member;

/** A member of VIP 6 with a settled week and one of VIP 15, before a host is there. */
beforeAll(async () => {
  const { world } = stage;
  // Dice bring no rebate here, live tables do.
  await asOwner(world.open.url, "update game set category = 'PVP' where id = $1", [games.dice]);
  await openWeeks(world);
  [silver, platinum] = [await world.player(), await world.player()];
  await play(world, [silver.id, 350_000_00n, 350_000_01n], [platinum.id, 15_000_000_00n, 15_000_000_01n]);
  const monday = mondayAfter(world.clock.now());
  await goTo(world, monday, 12);
  await settleVip(world);
  await playOn(world, silver.id, "roulette", 42_310_00n, 38_905_50n);
  await goTo(world, dayAfter(monday, 7), 3);
  await settleVip(world);
  await enterAgain(silver);
  await enterAgain(platinum);
}, JOURNEY_LIMIT_MS);
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const rowOf = (page: Page, level: number) => panel(page, "Levels").getByRole("row", { name: new RegExp(`^VIP ${level}(You)? `) });

test(
  "a guest reads all levels and terms under the banner; VIP 6 sees the way to VIP 7, its week line by line and its label in menu and centre, until VIP is switched off [VIP-01, VIP-02, VIP-03, VIP-05, PROD-13, ROUTE-11, CONST-38]",
  { timeout: JOURNEY_LIMIT_MS },
  async () => {
    const guest = (await stage.visit(PHONE)).page;
    await guest.goto("/vip");
    await guest.getByRole("heading", { level: 1, name: "VIP" }).waitFor();
    await rowOf(guest, 20).waitFor();
    expect(await panel(guest, "Levels").locator("tbody tr:has(td)").count()).toBe(21);
    const cells = async (level: number) => rowOf(guest, level).locator("td").allInnerTexts();
    expect(await Promise.all([3, 4, 9, 10, 20].map(cells))).toEqual([
      ["₱60,000", "–", "–"],
      ["₱100,000", "5%", "₱500"],
      ["₱1,200,000", "5%", "₱3,000"],
      ["₱2,000,000", "10%", "₱5,000"],
      ["₱200,000,000", "10%", "₱100,000"],
    ]);
    await panel(guest, "Terms").getByText("Your level never falls").waitFor();
    await look(guest);
    await guest.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await guest.getByRole("dialog").waitFor();

    const { page } = await stage.visit({ ...PHONE, token: silver.token });
    await page.goto("/vip");
    const standing = panel(page, "Your level");
    await standing.getByText("VIP 6", { exact: true }).waitFor();
    await standing.getByText("Silver", { exact: true }).waitFor();
    await standing.getByRole("meter", { name: "Valid bets to VIP 7" }).waitFor();
    await standing.getByText(`${peso(157_690_00n)} valid bet to VIP 7`).waitFor();
    expect(await rowOf(page, 6).getAttribute("aria-current")).toBe("true");
    const week = panel(page, "Weekly bonus");
    expect(await week.locator("dd").allInnerTexts()).toEqual([
      ...[42_310_00n, -38_905_50n, -126_93n, 3_277_57n].map((minor) => (minor < 0n ? `−${peso(-minor)}` : peso(minor))),
      "5%",
      peso(1_000_00n),
      peso(163_87n),
    ]);
    await panel(page, "Your weeks").getByText("No net loss").waitFor();
    await panel(page, "Personal host").getByText("From VIP 15 on you have a host of your own.").waitFor();
    await look(page);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("link", { name: "Your level: VIP 6, Silver" }).click();
    expect(addressOf(page)).toBe("/vip");
    await page.goto("/member/rewardCenter");
    await page.getByRole("article", { name: /^VIP weekly bonus B-/ }).waitFor();
    await page.goto("/member");
    await page.getByRole("dialog", { name: "Overview" }).getByRole("link", { name: "Your level: VIP 6, Silver" }).waitFor();
    await look(page);

    const admin = await stage.world.operator("superadmin");
    await admin.call(settings.setFlag, { modId: "vip", enabled: false, reason });
    const off = (await stage.visit({ token: silver.token })).page;
    await off.goto("/vip");
    await off.getByText("VIP is switched off now.").waitFor();
    await off.getByRole("button", { name: "Account menu" }).click();
    await off.getByRole("link", { name: "Account security" }).waitFor();
    expect(await off.getByText("Silver").count()).toBe(0);
    await admin.call(settings.setFlag, { modId: "vip", enabled: true, reason });
  },
);

async function openDesk(role: "marketing" | "finance" | "support", refusals: readonly number[] = []): Promise<Page> {
  const { page } = await stage.visit({ refusals });
  await page.goto("/console/vip");
  await enterBackOffice(page, await stage.world.operator(role));
  await page.getByRole("heading", { level: 1, name: "VIP" }).waitFor();
  return page;
}

test(
  "marketing adds a host, whom VIP 15 sees by name and writes to; support gives another; a table is proposed, confirmed by finance, and the settled week stands at the desk [VIP-01, VIP-04]",
  { timeout: JOURNEY_LIMIT_MS },
  async () => {
    const desk = await openDesk("marketing", [400]);
    const add = async (name: string): Promise<void> => {
      await desk.getByRole("button", { name: "Add a host" }).click();
      const form = desk.getByRole("dialog", { name: "Add a host" });
      await form.getByLabel("Host", { exact: true }).fill(name);
      await form.getByLabel("Hours").fill("9:00 to 21:00");
      await form.getByLabel("Link").fill("https://evil.example/");
      await decide(desk, "Add a host", { reason, verb: "Save" });
      await form.getByText("A host's link is a page of ours").waitFor();
      await form.getByLabel("Link").fill("/help#contact");
      await decide(desk, "Add a host", { reason, verb: "Save" });
      await form.waitFor({ state: "hidden" });
    };
    const seen = await stage.visit({ token: platinum.token });
    await seen.page.goto("/vip");
    await panel(seen.page, "Personal host").getByText("Your host is being chosen.").waitFor();
    await add("Ada");
    await panel(seen.page, "Personal host").getByText("Ada", { exact: true }).waitFor();
    expect(await seen.page.getByRole("link", { name: "Write to Ada" }).getAttribute("href")).toBe("/help#contact");
    await look(seen.page);
    await add("Bea");
    for (const width of WIDTHS) {
      await desk.setViewportSize({ width, height: 900 });
      await look(desk);
    }
    await desk.setViewportSize({ width: WIDTHS[0], height: 900 });

    await desk.getByRole("button", { name: "Propose a table" }).click();
    const form = desk.getByRole("dialog", { name: "Propose a table" });
    await form.getByRole("group", { name: "VIP 5", exact: true }).getByLabel("Weekly bonus in %").fill("6");
    await form.getByText("VIP 5 · Weekly bonus").waitFor();
    await look(desk);
    await decide(desk, "Propose a table", { reason, verb: "Propose a table" });
    await desk.getByText("Waits for a second officer").waitFor();
    expect(await desk.getByRole("button", { name: "Put the proposed table in force" }).count()).toBe(0);

    const support = await openDesk("support");
    await support.getByRole("button", { name: `Another host for ${platinum.name}` }).click();
    await decide(support, `Another host for ${platinum.name}`, { reason, verb: "Change host" });
    await panel(seen.page, "Personal host").getByText("Bea", { exact: true }).waitFor();

    const finance = await openDesk("finance");
    const weeks = panel(finance, "Settled weeks");
    await weeks
      .getByRole("row", { name: new RegExp(`163\\.87`) })
      .first()
      .waitFor();
    await finance.getByRole("button", { name: "Put the proposed table in force" }).click();
    await decide(finance, "Put the proposed table in force", { reason, verb: "Confirm" });
    await eventually(async () => (await stage.world.guest().call(vip.levels, {})).list[5]!.bonusBps).toBe(600);
    await look(finance);
  },
);

const inCentre = (page: Page) => page.getByRole("dialog", { name: "Rebate", exact: true });
const ratesOf = (page: Page, caption: string | RegExp) => inCentre(page).getByRole("table", { name: caption });

test(
  "a member opens the rebate page from the menu, sees days, categories and the rates of every label with the own one marked, claims and has the money; two officers change a rate and the page says from when; switched off, the entry is gone [CENTRE-14, CONST-37]",
  { timeout: JOURNEY_LIMIT_MS },
  async () => {
    const { page } = await stage.visit({ ...PHONE, token: silver.token });
    await page.goto("/member");
    const menu = page.getByRole("navigation", { name: "Member centre" });
    await menu.getByRole("link", { name: /^Reward centre/ }).click();
    await page.getByRole("link", { name: "To the rebate" }).click();
    expect(addressOf(page)).toBe("/member/manualRebate");
    await page.goto("/member");
    await menu.getByRole("link", { name: "Rebate", exact: true }).click();
    expect(addressOf(page)).toBe("/member/manualRebate");
    const open = panel(page, "Rebate to claim");
    await open.getByText(peso(126_93n)).waitFor();
    await panel(page, "Today so far").getByText("Nothing counted today yet.").waitFor();
    for (const text of ["Live", peso(42_310_00n), "0.30% Silver", peso(126_93n), "To claim"])
      await panel(page, "Your days").getByText(text, { exact: true }).first().waitFor();
    const rates = ratesOf(page, "Rates by VIP label");
    expect(
      await rates
        .getByRole("row", { name: /^Slots/ })
        .locator("td")
        .allInnerTexts(),
    ).toEqual(["0.30%", "0.50%", "0.65%", "0.80%"]);
    expect(await rates.locator("[aria-current=true]").innerText()).toMatch(/^Silver\s+You$/);
    await inCentre(page).getByText("Video Poker 0%").waitFor();
    await look(page);
    await asOwner(stage.world.open.url, "update account set restrictions = '{bonus}' where id = $1", [silver.id]);
    await page.reload();
    await open.getByText("It is yours and waits: it cannot be claimed now.").waitFor();
    expect(await open.getByRole("button").count()).toBe(0);
    await look(page);
    await asOwner(stage.world.open.url, "update account set restrictions = '{}' where id = $1", [silver.id]);
    await page.reload();
    const { balance } = await silver.call(wallet.balance, {});
    await open.getByRole("button", { name: "Claim ₱126.93" }).click();
    await open.getByText("Nothing to claim now.").waitFor();
    await panel(page, "Your days")
      .getByText(/^Paid /)
      .waitFor();
    expect((await silver.call(wallet.balance, {})).balance).toBe(balance + 126_93n);
    await page.goto("/member");
    await page
      .getByText(peso(balance + 126_93n))
      .first()
      .waitFor();

    const desk = await openDesk("marketing", [400]);
    await desk.getByRole("tab", { name: "Rebates" }).click();
    await panel(desk, "Days")
      .getByRole("row", { name: /126\.93.*126\.93/ })
      .waitFor();
    for (const width of WIDTHS) {
      await desk.setViewportSize({ width, height: 900 });
      await look(desk);
    }
    await desk.getByRole("button", { name: "Propose other rates" }).click();
    const form = desk.getByRole("dialog", { name: "Propose other rates" });
    const field = form.getByRole("group", { name: "Slots", exact: true }).getByLabel("Silver");
    await field.fill("a half");
    await form.getByText("A rate is a percentage such as 0.30: no more than 100, with at most two decimals.").waitFor();
    await look(desk);
    await field.fill("1.01");
    await decide(desk, "Propose other rates", { reason, verb: "Propose other rates" });
    await form.getByText("Silver, RNG: no more than 1.00% of a bet comes back.").waitFor();
    await field.fill("0.60");
    await look(desk);
    await form.getByRole("button", { name: "Propose other rates" }).click();
    await desk.getByText("Other rates wait for an officer").waitFor();
    expect(await desk.getByRole("button", { name: "Confirm the rates" }).count()).toBe(0);
    const finance = await openDesk("finance");
    await finance.goto("/console/vip?part=rebates");
    await finance.getByRole("button", { name: "Confirm the rates" }).click();
    await decide(finance, "Confirm the rates", { reason, verb: "Confirm" });
    await eventually(async () => (await silver.call(rebates.mine, {})).next?.rates.Silver.RNG).toBe(60);
    await page.goto("/member/manualRebate");
    expect(
      await ratesOf(page, "Rates by VIP label")
        .getByRole("row", { name: /^Slots/ })
        .locator("td")
        .nth(1)
        .innerText(),
    ).toBe("0.50%");
    expect(
      await ratesOf(page, /^From /)
        .getByRole("row", { name: /^Slots/ })
        .locator("td")
        .nth(1)
        .innerText(),
    ).toBe("0.60%");
    await look(page);

    await (await stage.world.operator("superadmin")).call(settings.setFlag, { modId: "rebates", enabled: false, reason });
    const off = (await stage.visit({ ...PHONE, token: silver.token })).page;
    await off.goto("/member");
    await off.getByRole("link", { name: "Bonus details" }).first().waitFor();
    expect(await off.getByRole("link", { name: "Rebate", exact: true }).count()).toBe(0);
    await off.goto("/member/manualRebate");
    await off.getByText("Rebates are switched off here").waitFor();
    await look(off);
    await (await stage.world.operator("superadmin")).call(settings.setFlag, { modId: "rebates", enabled: true, reason });
  },
);

test(
  "the registration says what newcomers get by the running campaign, in its own figure, which changes with the operator's and is gone with it; who registers finds it to claim [CONST-37]",
  { timeout: JOURNEY_LIMIT_MS },
  async () => {
    const { world } = stage;
    const marketing = await world.operator("marketing");
    const gift = (amount: bigint) => ({ gives: "bonus", amount, wagering: 5, days: 14 }) as const;
    const rule = (amount: bigint) => ({ trigger: { on: "registered" as const }, gift: gift(amount) });
    const visit = async () => {
      const { page } = await stage.visit(PHONE);
      await page.goto("/register");
      await page.locator("#registerPopupModal [name=username]").waitFor();
      return page;
    };
    const bare = await visit();
    expect(await bare.getByText("New here:").count()).toBe(0);
    const code = await openCampaign(world, marketing, { tab: "newMembers", rule: rule(50_00n) });
    const page = await visit();
    await page.getByText("New here: ₱50.00 bonus, to be staked 5 times.").waitFor();
    await look(page);
    const [row] = (await marketing.call(campaigns.all, { limit: 1 })).list;
    const { tab, pictureId, words, startsAt, endsAt, budget, clearance, permit, madeAt, rule: had } = row!;
    await publish(world, marketing, {
      code,
      tab,
      pictureId,
      words,
      startsAt,
      endsAt,
      budget,
      clearance,
      permit,
      rule: { ...had, gift: gift(75_00n) },
      madeAt,
      reason,
    });
    await (await visit()).getByText("New here: ₱75.00 bonus, to be staked 5 times.").waitFor();
    await register(page, newName());
    await page.getByRole("banner").getByLabel("Account menu").waitFor();
    const newcomer = await personOf(world, page);
    await eventually(async () => (await newcomer.call(campaigns.get, { code })).label).toBe("claim");
    await page.goto(`/promotions?offer=${code}`);
    await page.getByText("Register while this runs.").waitFor();
    await page.getByRole("button", { name: "Claim", exact: true }).click();
    await page.getByText("It is yours.").waitFor();
    await look(page);
    await marketing.call(campaigns.stop, { code, reason });
    expect(await (await visit()).getByText("New here:").count()).toBe(0);
  },
);
