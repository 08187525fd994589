import { rounds } from "@laro/contract/rounds";
import { tables } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { firstOf } from "@laro/server/testing/long";
import type { Person } from "@laro/server/testing/person";
import { isHandAsked, leadTables } from "@laro/server/testing/tables";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LIMIT_MS = 180_000;
const LOOK_MS = 60;
const PHONE = { width: 390, height: 844 } as const;

/** A table, and two spots of it. */
const live = [
  { code: "ROULETTE_1", name: "Live Roulette", spot: "17", other: "red" },
  { code: "ROULETTE_SPEED_1", name: "Live Speed Roulette", spot: "0", other: "odd" },
  { code: "BACCARAT_1", name: "Live Baccarat", spot: "player", other: "tie" },
  { code: "BACCARAT_NC_1", name: "Live Baccarat No Commission", spot: "banker", other: "bankerPair" },
  { code: "DRAGON_TIGER_1", name: "Live Dragon Tiger", spot: "dragon", other: "tie" },
  { code: "SIC_BO_1", name: "Live Sic Bo", spot: "small", other: "total9" },
] as const;

/** Draws go on when they are told to, so that no test hurries. */
let leader: ReturnType<typeof leadTables>;
let looking: NodeJS.Timeout;
let isHeld = false;
beforeAll(() => {
  leader = leadTables(stage.world);
  const look = (): void => {
    looking = setTimeout(() => void (isHeld ? Promise.resolve() : leader.look()).finally(look), LOOK_MS);
  };
  look();
});
afterAll(async () => {
  clearTimeout(looking);
  isHeld = true;
  await leader.close();
});

const phaseOf = async (code: string) => (await stage.world.guest().call(tables.get, { series: code })).phase;
const spotAt = (page: Page, spot: string) => page.locator(`[data-spot="${spot}"]:visible`);
const confirm = (page: Page) => page.getByRole("button", { name: /^Confirm/ });
const told = (page: Page) => page.getByRole("status").filter({ hasText: /No win this time|You win|Returned/ });
const mine = async (person: Person, code: string) => (await person.call(rounds.mine, { gameCode: code })).list;

/** Waits for a draw that has just opened, letting time pass where one is under way. */
async function openDraw(code: string): Promise<bigint> {
  for (let waits = 0; waits < 1_000; waits += 1) {
    const phase = await phaseOf(code);
    const now = stage.world.clock.now().getTime();
    if (phase?.state === "open" && Date.parse(phase.closesAt) - now > 9_000) return phase.drawId;
    if (phase !== null) stage.world.clock.advance(1_000);
    await new Promise((wait) => setTimeout(wait, LOOK_MS));
  }
  throw new Error(`No draw of ${code} opened.`);
}

/** Lets time pass until bets are closed. */
async function closeBets(code: string): Promise<void> {
  const phase = (await phaseOf(code))!;
  stage.world.clock.advance(Math.max(0, Date.parse(phase.closesAt) - stage.world.clock.now().getTime()));
}

/** Lets time pass until a draw is paid. */
async function payDraw(code: string, drawId: bigint): Promise<void> {
  for (let waits = 0; waits < 1_000; waits += 1) {
    const phase = await phaseOf(code);
    if (phase?.drawId !== drawId || phase.state === "settled") return;
    stage.world.clock.advance(500);
    await new Promise((wait) => setTimeout(wait, LOOK_MS));
  }
  throw new Error(`Draw ${drawId} of ${code} was not paid.`);
}

/** Waits for a draw that has just opened in which the first that is asked is how the hand is played. */
async function openHand(code: string): Promise<bigint> {
  for (let tries = 0; tries < 20; tries += 1) {
    const drawId = await openDraw(code);
    if (await isHandAsked(stage.world, code)) return drawId;
    await payDraw(code, drawId);
  }
  throw new Error("No hand of twenty could be played.");
}

/** Lets time pass until a draw is at a turn. */
async function turn(code: string, wanted: number): Promise<void> {
  for (let waits = 0; waits < 100; waits += 1) {
    if ((await phaseOf(code))?.turn?.shown["turn"] === wanted) return;
    stage.world.clock.advance(500);
    await new Promise((wait) => setTimeout(wait, 150));
  }
  throw new Error(`Turn ${wanted} of ${code} did not come.`);
}

test.each(firstOf(live))(
  "two members sit at $name: both see the same draw and what all laid, each is paid their own, and the record shows a round that anybody can verify",
  async ({ code, name, spot, other }) => {
    const [ann, ben] = [await stage.world.player({ balance: 1_000_00n }), await stage.world.player({ balance: 1_000_00n })];
    const [wide, phone] = [await stage.visit({ token: ann.token }), await stage.visit({ token: ben.token, ...PHONE })];
    for (const { page } of [wide, phone]) {
      await page.goto(`/room/${code}`);
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.getByText("Animated draw. No filmed person.").waitFor();
    }
    const drawId = await openDraw(code);
    for (const { page } of [wide, phone]) await eventually(() => confirm(page).count()).toBe(1);
    await spotAt(wide.page, spot).focus();
    await wide.page.keyboard.press("3");
    await wide.page.keyboard.press("Enter");
    await wide.page.keyboard.press(" ");
    await wide.page.getByText(`On this draw: ${peso(25_00n)}`).waitFor();
    for (const at of [spot, other]) await spotAt(phone.page, at).click();
    await phone.page.getByText("Not confirmed yet.").waitFor();
    await confirm(phone.page).click();
    await phone.page.getByText(`On this draw: ${peso(10_00n)}`).waitFor();
    for (const { page } of [wide, phone]) {
      await page.getByText("2 members bet").waitFor();
      await settle(page);
      expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    }
    await closeBets(code);
    for (const { page } of [wide, phone]) await page.getByRole("button", { name: /^Closed/ }).waitFor();
    await payDraw(code, drawId);
    for (const { page } of [wide, phone]) await told(page).waitFor();
    for (const [person, stake, page] of [
      [ann, 25_00n, wide.page],
      [ben, 10_00n, phone.page],
    ] as const) {
      const [round] = await mine(person, code);
      expect(round).toMatchObject({ stake, draw: { id: drawId, series: code }, seedId: null });
      expect((await person.call(wallet.balance, {})).balance).toBe(1_000_00n - stake + round!.win);
      await expect.poll(() => told(page).innerText()).toContain(round!.win === 0n ? "No win" : peso(round!.win));
    }
    expect((await mine(ann, code))[0]!.outcome).toEqual((await mine(ben, code))[0]!.outcome);
    const { page } = wide;
    await page.goto(`/room/${code}?round=${(await mine(ann, code))[0]!.id}`);
    await page.getByText("Salt of the chain").first().waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  },
  LIMIT_MS,
);

test(
  "chips that are not confirmed are taken off when bets close, and a confirmation that comes too late is refused in its place: nothing is taken",
  async () => {
    const code = "ROULETTE_1";
    const cat = await stage.world.player({ balance: 100_00n });
    const { page } = await stage.visit({ token: cat.token, refusals: [409] });
    await page.goto(`/room/${code}`);
    await page.getByText("Animated draw.").waitFor();
    await openDraw(code);
    await eventually(() => confirm(page).count()).toBe(1);
    await spotAt(page, "17").click();
    await closeBets(code);
    await page.getByText("Chips that were not confirmed were taken off. Nothing was staked.").waitFor();
    await eventually(() => page.locator(".felt-chip").count()).toBe(0);
    await openDraw(code);
    await eventually(() => confirm(page).count()).toBe(1);
    await spotAt(page, "red").click();
    // The table is late to say so, but the server's clock is not: what comes now is too late.
    isHeld = true;
    await closeBets(code);
    await confirm(page).click();
    await page.getByRole("alert").getByText("This draw takes no more bets.").waitFor();
    isHeld = false;
    await page.getByRole("button", { name: /^Closed/ }).waitFor();
    expect((await cat.call(wallet.balance, {})).balance).toBe(100_00n);
    expect((await cat.call(tables.mine, {})).list).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "whoever comes in the middle of a draw sees where it is, what lies of their own, and how it is checked; the lobby of live games lists every table with its draw and stakes, and a press leads to it [CALL-62]",
  async () => {
    const code = "BACCARAT_1";
    const dan = await stage.world.player({ balance: 100_00n });
    const drawId = await openDraw(code);
    await dan.call(tables.bet, { requestId: crypto.randomUUID(), series: code, drawId, bets: { banker: "7.00" } });
    await closeBets(code);
    const { page } = await stage.visit({ token: dan.token });
    await page.goto(`/room/${code}`);
    await page
      .getByText(`On this draw: ${peso(7_00n)}`)
      .or(told(page))
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "Fairness" }).click();
    await page.getByText("Anchor of the chain", { exact: true }).waitFor();
    await page.getByText("salt made by this server").waitFor();
    await page.getByRole("button", { name: "Rules" }).click();
    await page.getByRole("dialog").getByText("a member may lay").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await payDraw(code, drawId);
    await page.goto("/live");
    const list = page.getByRole("region", { name: "Live tables" });
    const { list: models } = await stage.world.guest().call(tables.list, {});
    await eventually(() => list.getByRole("listitem").count()).toBe(models.length);
    for (const { displayName, memberMax } of models) {
      const row = list.getByRole("button", { name: new RegExp(`^${displayName} (Bets|Closed)`) });
      await row.getByText(`to ${peso(memberMax)} a draw`).waitFor();
    }
    const row = list.getByRole("button", { name: /^Live Roulette / });
    await openDraw("ROULETTE_1");
    await row.getByText(/^Bets open: \d+ s$/).waitFor();
    await closeBets("ROULETTE_1");
    await row.getByText("Bets are closed").waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await row.click();
    await page.getByRole("heading", { name: "Live Roulette", level: 1 }).waitFor();
  },
  LIMIT_MS,
);

test(
  "two members decide by button and key on the same cards of live blackjack, see what was chosen, and each is paid their own hand that anybody can verify",
  async () => {
    const code = "BLACKJACK_1";
    const [ann, ben] = [await stage.world.player({ balance: 1_000_00n }), await stage.world.player({ balance: 1_000_00n })];
    const [wide, phone] = [await stage.visit({ token: ann.token }), await stage.visit({ token: ben.token, ...PHONE })];
    for (const { page } of [wide, phone]) {
      await page.goto(`/room/${code}`);
      await page.getByRole("heading", { name: "Live Blackjack", level: 1 }).waitFor();
      await page.getByText("Animated draw. No filmed person.").waitFor();
    }
    const drawId = await openHand(code);
    for (const { page } of [wide, phone]) {
      await spotAt(page, "main").click();
      await confirm(page).click();
      await page.getByText(`On this draw: ${peso(5_00n)}`).waitFor();
    }
    await closeBets(code);
    await turn(code, 2);
    const [hit, stand] = [wide.page.getByRole("button", { name: /^Hit/ }), phone.page.getByRole("button", { name: /^Stand/ })];
    for (const button of [hit, stand]) await eventually(() => button.getAttribute("aria-disabled")).toBe("false");
    for (const { page } of [wide, phone]) {
      await settle(page);
      expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    }
    await wide.page.keyboard.press("d");
    const chosen = (page: Page) => page.getByRole("list", { name: "What was decided in this turn" });
    await chosen(phone.page).getByText("Double").waitFor();
    expect((await ann.call(wallet.balance, {})).balance).toBe(990_00n);
    await stand.click();
    await payDraw(code, drawId);
    for (const { page } of [wide, phone]) await told(page).waitFor();
    const [[hers], [his]] = [await mine(ann, code), await mine(ben, code)];
    expect([hers!.stake, his!.stake]).toEqual([10_00n, 5_00n]);
    const cards = ({ outcome }: NonNullable<typeof hers>) => (outcome["hands"] as { cards: number[] }[])[0]!.cards;
    expect(cards(hers!)).toEqual([...cards(his!), (hers!.outcome["cards"] as number[])[0]]);
    expect((await ann.call(wallet.balance, {})).balance).toBe(990_00n + hers!.win);
    const { page } = wide;
    await page.goto(`/room/${code}?round=${hers!.id}`);
    await page.getByText("Salt of the chain").first().waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  },
  LIMIT_MS,
);

test(
  "whoever squeezes opens the cards of their own side by pulling or pressing, and hears the result when the last is open; where motion is reduced, all are open at once",
  async () => {
    const eve = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: eve.token, motion: true });
    await page.goto("/room/BACCARAT");
    const tool = page.getByRole("button", { name: "Open my cards by hand" });
    await tool.click();
    await spotAt(page, "player").click();
    await page.getByRole("button", { name: /^Deal/ }).click();
    const closed = page.getByRole("button", { name: "Open this card: pull it, or press" });
    await eventually(() => closed.count()).toBeGreaterThan(1);
    await settle(page);
    const box = (await closed.first().boundingBox())!;
    const at = { x: box.x + box.width / 2, y: box.y + box.height };
    // Pulled a little and let go, it falls back; pulled far enough, it stays open.
    for (const [share, left] of [
      [0.4, 0],
      [0.9, 1],
    ] as const) {
      const before = await closed.count();
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x, at.y - share * box.height, { steps: 4 });
      await page.mouse.up();
      await eventually(() => closed.count()).toBe(before - left);
    }
    expect(await told(page).count()).toBe(0);
    while ((await mine(eve, "BACCARAT")).length === 0 || (await told(page).count()) === 0) {
      if ((await closed.count()) > 0) await closed.first().press("Enter");
      else await page.waitForTimeout(50);
    }
    const [round] = await mine(eve, "BACCARAT");
    await expect.poll(() => told(page).innerText()).toContain(round!.win === 0n ? "No win" : peso(round!.win));
    await page.getByRole("img", { name: "Big eye boy", exact: true }).waitFor();
    await page.getByRole("img", { name: /^If the next is Banker: Big eye boy: / }).waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await spotAt(page, "player").click();
    expect(await tool.count()).toBe(0);
    await page.getByRole("button", { name: /^Deal/ }).click();
    await told(page).waitFor();
    expect(await closed.count()).toBe(0);
  },
  LIMIT_MS,
);

test(
  "bets that were saved at roulette lie again on another device, at the live table too, and nothing is staked before they are confirmed",
  async () => {
    const fay = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: fay.token });
    await page.goto("/room/ROULETTE");
    for (const spot of ["17", "red"]) await spotAt(page, spot).click();
    await page.getByRole("button", { name: "Saved bets" }).click();
    await page.getByRole("button", { name: "Save 10.00 in place 2" }).click();
    await page.getByRole("button", { name: "Lay the bets of place 2" }).waitFor();
    const { page: phone } = await stage.visit({ token: fay.token, ...PHONE });
    await phone.goto("/room/ROULETTE_1");
    await openDraw("ROULETTE_1");
    await eventually(() => confirm(phone).count()).toBe(1);
    await phone.getByRole("button", { name: "Saved bets" }).click();
    await settle(phone);
    expect([await findAccessFaults(phone), await readOverflow(phone)]).toEqual([[], 0]);
    await phone.getByRole("button", { name: "Lay the bets of place 2" }).click();
    await confirm(phone).getByText(peso(10_00n)).waitFor();
    expect((await fay.call(wallet.balance, {})).balance).toBe(1_000_00n);
    await page.getByRole("button", { name: "Clear place 2" }).click();
    await eventually(() => page.getByRole("button", { name: "Lay the bets of place 2" }).count()).toBe(0);
  },
  LIMIT_MS,
);
