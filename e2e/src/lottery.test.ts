import { lottery } from "@laro/contract/lottery";
import { tickets } from "@laro/contract/tickets";
import { leadLotteries, openDraws, passUntil } from "@laro/server/testing/lotteries";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterBackOffice, peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LIMIT_MS = 180_000;
const LOOK_MS = 150;
const PHONE = { width: 390, height: 844 } as const;
const CODES = ["PH_3D", "SEA_4D", "VN_SOUTH", "PK10"] as const;

/** Draws go on when they are told to, so that no test hurries. */
let leader: ReturnType<typeof leadLotteries>;
let looking: NodeJS.Timeout;
let isOver = false;
beforeAll(() => {
  leader = leadLotteries(stage.world, ...CODES);
  const look = (): void => {
    looking = setTimeout(() => void (isOver ? Promise.resolve() : leader.look()).finally(look), LOOK_MS);
  };
  look();
});
afterAll(async () => {
  isOver = true;
  clearTimeout(looking);
  await leader.close();
});

const pages = [
  { path: "/lottery", code: "PH_3D", name: "Pinoy 3D", category: "/lott" },
  { path: "/seaLottery", code: "SEA_4D", name: "Sea 4D", category: "/lott" },
  { path: "/vnLottery", code: "VN_SOUTH", name: "Vietnam South", category: "/lott" },
] as const;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const addressOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, "");

test.each(pages)(
  "a press on $name in its category leads to $path with its code, where it shows; a visitor is sent to the login, and an unknown code shows the page's games [GAME-01, GAME-02, GAME-03, ROUTE-29, ROUTE-30, ROUTE-31]",
  async ({ path, code, name, category }) => {
    const visitor = await stage.visit();
    await visitor.page.goto(`${path}?gameCode=${code}`);
    // The login lies over home.
    await visitor.page.getByRole("dialog").locator("[name=username]").waitFor();
    expect(addressOf(visitor.page)).toBe("/");
    const member = await stage.world.player({ balance: 100_00n });
    const { page } = await stage.visit({ token: member.token });
    await page.goto(category);
    await page
      .getByRole("button", { name: `Play: ${name},` })
      .first()
      .click();
    await heading(page, name).waitFor();
    expect(addressOf(page)).toBe(`${path}?gameCode=${code}`);
    await page
      .getByText(/closes in/)
      .first()
      .waitFor();
    await page.goto(`${path}?gameCode=NO_SUCH_GAME`);
    await page.getByText("There is no such game here.").waitFor();
    await page.locator(`[data-lottery="${code}"]`).click();
    await heading(page, name).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "a game of e-lottery leads to /lottery too [GAME-03]",
  async () => {
    const member = await stage.world.player({ balance: 100_00n });
    const { page } = await stage.visit({ token: member.token });
    await page.goto("/elott");
    await page.getByRole("button", { name: "Play: Ten Racers," }).first().click();
    await heading(page, "Ten Racers").waitFor();
    expect(addressOf(page)).toBe("/lottery?gameCode=PK10");
  },
  LIMIT_MS,
);

test(
  "the lobby is asked for with area, mode, prize mode, game, device, backUrl and language; back leads to backUrl, and never to a foreign address [GAME-25]",
  async () => {
    const member = await stage.world.player({ balance: 100_00n });
    const { page } = await stage.visit({ token: member.token, refusals: [400] });
    const asked = page.waitForRequest(/lottery\.lobby/);
    await page.goto("/vnLottery?gameCode=VN_SOUTH&backUrl=%2Fpromotions");
    await heading(page, "Vietnam South").waitFor();
    const said = decodeURIComponent((await asked).url());
    for (const wanted of ["lottoArea", "VN", "launchMode", "LOTT", "prizeMode", "gameCode", "VN_SOUTH", "device", "backUrl", "/promotions", "language"])
      expect(said).toContain(wanted);
    await eventually(() => page.getByRole("link", { name: "Back", exact: true }).getAttribute("href")).toBe("/promotions");
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await eventually(() => addressOf(page)).toBe("/promotions");
    for (const foreign of ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]) {
      await page.goto(`/vnLottery?gameCode=VN_SOUTH&backUrl=${encodeURIComponent(foreign)}`);
      await heading(page, "Vietnam South").waitFor();
      await page
        .getByText(/closes in/)
        .first()
        .waitFor();
      expect(await page.getByRole("link", { name: "Back", exact: true }).getAttribute("href")).toBe("/lott");
    }
  },
  LIMIT_MS,
);

test(
  "a ticket is bought with the keyboard, drawn, shown with what it matched, and proved in the browser; menu, recent plays and drawn numbers stand on the page, and an officer sees what its draw could cost [GAME-26]",
  async () => {
    const member = await stage.world.player({ balance: 100_00n });
    const { page } = await stage.visit({ token: member.token });
    await eventually(async () => (await openDraws(stage.world, "PK10")).length).toBeGreaterThan(0);
    // A draw with time enough to buy in.
    const [near] = await openDraws(stage.world, "PK10");
    passUntil(stage.world, near!.drawsAt, 1_000);
    await page.goto("/lottery?gameCode=PK10");
    await heading(page, "Ten Racers").waitFor();
    const press = async (name: string | RegExp, role: "button" | "tab" = "button"): Promise<void> => {
      await page
        .getByRole(role, { name, exact: typeof name === "string" })
        .first()
        .focus();
      await page.keyboard.press("Enter");
    };
    await page.getByRole("tab", { name: "Ranks" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("group", { name: "Rank 1", exact: true }).getByRole("button", { name: "Big" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("group", { name: "Rank 1", exact: true }).getByRole("button", { name: "Small" }).focus();
    await page.keyboard.press("Space");
    await page.locator('[data-spot="side:1-big"]').waitFor();
    await page.getByText("98.00%").last().waitFor();
    await press(/^Buy ticket/);
    await page.getByText("Waiting for the draw").waitFor();
    const [bought] = (await member.call(lottery.recent, { gameCode: "PK10" })).list;
    expect([bought!.stake, bought!.bets]).toEqual([200n, { "side:1-big": "1.00", "side:1-small": "1.00" }]);
    // An officer sees what lies on the draw, and what it could cost at worst.
    const { page: desk } = await stage.visit();
    await desk.goto("/console/house?part=lotteries&game=PK10");
    await enterBackOffice(desk, await stage.world.operator("risk"));
    await desk.getByRole("button", { name: `Most that ${bought!.number} could pay` }).click();
    const worst = desk.getByRole("dialog", { name: `Most that ${bought!.number} could pay` });
    await worst.getByText(peso(200n)).first().waitFor();
    expect(await worst.getByRole("meter").count()).toBeGreaterThan(1);
    await settle(desk);
    expect([await findAccessFaults(desk), await readOverflow(desk)]).toEqual([[], 0]);
    passUntil(stage.world, bought!.drawsAt, 1_000);
    await eventually(async () => (await member.call(tickets.get, { ticketId: bought!.ticketId })).state).toBe("settled");
    // One of both won.
    await page.getByText(`Won ${peso(196n)}`).waitFor();
    await press("Results", "tab");
    await page.locator(`[data-drawn="${bought!.number}"]`).waitFor();
    await press("Trends", "tab");
    await page.getByText("Past draws do not change the odds of the next.").waitFor();
    await page.getByRole("navigation", { name: "Lotteries" }).getByText("Pinoy 3D").waitFor();
    await settle(page);
    expect(await findAccessFaults(page)).toEqual([]);
    await press("My tickets", "tab");
    await page.getByRole("link", { name: bought!.number }).click();
    await press("Compute again");
    for (const sign of [
      "The leaf is that of this ticket.",
      "The path leads to the draw’s root.",
      "The seed hashes to what was promised.",
      "The win follows from the result.",
    ])
      await page.getByText(sign).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    expect(await stage.world.audit()).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "a pasted list, quick picks and the last ticket fill the slip on a telephone; when its draw closes, the next is offered and nothing is bought unasked [GAME-26]",
  async () => {
    const member = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: member.token, ...PHONE });
    await eventually(async () => (await openDraws(stage.world, "PK10")).length).toBeGreaterThan(1);
    await page.goto("/lottery?gameCode=PK10");
    await heading(page, "Ten Racers").waitFor();
    await page.getByRole("tab", { name: "First two", exact: true }).click();
    await page.getByLabel("Typed or pasted list").fill("1-2 3,4=10 5-5 77");
    await page.getByRole("button", { name: "Add the list" }).click();
    await page.getByText("These are no picks of this bet: 5-5 77").waitFor();
    await page.getByRole("button", { name: "Quick pick", exact: true }).click();
    await eventually(() => page.locator("[data-spot]").count()).toBe(3);
    const number = await page.locator("[data-next]").getAttribute("data-next");
    const { closesAt } = (await openDraws(stage.world, "PK10")).find((one) => one.number === number)!;
    passUntil(stage.world, closesAt, 1_000);
    await page.getByText(`Draw ${number!} no longer takes tickets.`).waitFor();
    expect((await member.call(lottery.recent, { gameCode: "PK10" })).list).toEqual([]);
    expect(await page.getByRole("button", { name: /^Buy ticket/ }).count()).toBe(0);
    await page.getByRole("button", { name: /^Use draw/ }).click();
    await page.getByRole("button", { name: /^Buy ticket/ }).click();
    await page.getByText("Waiting for the draw").waitFor();
    const [bought] = (await member.call(lottery.recent, { gameCode: "PK10" })).list;
    expect(bought!.stake).toBe(12_00n);
    expect(bought!.number).not.toBe(number);
    await page.getByRole("button", { name: "Last ticket again" }).click();
    await eventually(() => page.locator("[data-spot]").count()).toBe(3);
    expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findAccessFaults(page)).toEqual([]);
    expect(await stage.world.audit()).toEqual([]);
  },
  LIMIT_MS,
);
