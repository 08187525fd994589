import { settings } from "@laro/contract/settings";
import { vip } from "@laro/contract/vip";
import { enterAgain } from "@laro/server/testing/cashier";
import { dayAfter, goTo, mondayAfter, openWeeks, play, settle as settleVip } from "@laro/server/testing/vip";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { addressOf, decide, enterBackOffice, peso } from "./acts.ts";
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
  await openWeeks(world);
  [silver, platinum] = [await world.player(), await world.player()];
  await play(world, [silver.id, 350_000_00n, 350_000_01n], [platinum.id, 15_000_000_00n, 15_000_000_01n]);
  const monday = mondayAfter(world.clock.now());
  await goTo(world, monday, 12);
  await settleVip(world);
  await play(world, [silver.id, 42_310_00n, 38_905_50n]);
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
      ...[42_310_00n, -38_905_50n, 0n, 3_404_50n].map((minor) => (minor < 0n ? `−${peso(-minor)}` : peso(minor))),
      "5%",
      peso(1_000_00n),
      peso(170_22n),
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
      .getByRole("row", { name: new RegExp(`170\\.22`) })
      .first()
      .waitFor();
    await finance.getByRole("button", { name: "Put the proposed table in force" }).click();
    await decide(finance, "Put the proposed table in force", { reason, verb: "Confirm" });
    await eventually(async () => (await stage.world.guest().call(vip.levels, {})).list[5]!.bonusBps).toBe(600);
    await look(finance);
  },
);
