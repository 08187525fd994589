import { randomUUID } from "node:crypto";
import { games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { sessions } from "@laro/contract/sessions";
import { firstOf } from "@laro/server/testing/long";
import type { Person } from "@laro/server/testing/person";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LIMIT_MS = 120_000;
const PHONE = { width: 390, height: 844 } as const;

/** A game, the button that begins its rounds, a key that plays on, and what a pointer presses to play on. */
const rooms = [
  { code: "MINES", name: "Mines", verb: "Bet", keys: ["r"], press: /Row \d, column \d: closed/ },
  { code: "HI_LO", name: "Hi-Lo", verb: "Deal", keys: ["h", "l"], press: /^(Higher|Lower)/ },
  { code: "COIN_FLIP", name: "Coin Flip", verb: "Bet", keys: ["t"], press: /^Tails/ },
  { code: "BLACKJACK", name: "Blackjack", verb: "Deal", keys: ["n", "s"], press: /^(Stand|No insurance)/ },
  { code: "VIDEO_POKER", name: "Video Poker", verb: "Deal", keys: [" "], press: /^Draw$/ },
] as const;

const STEPS_MAX = 40;
const told = (page: Page) => page.getByRole("status").filter({ hasText: /No win this time|You win|Returned/ });
const newest = async (person: Person, gameCode: string) => (await person.call(rounds.mine, { gameCode })).list[0];
const openRound = async (person: Person, gameCode: string) => (await person.call(rounds.running, {})).list.find((round) => round.gameCode === gameCode);

/** Lets a step be answered before the next is taken. */
async function afterStep(person: Person, page: Page, gameCode: string, step: number): Promise<void> {
  await eventually(async () => {
    const open = await openRound(person, gameCode);
    return open === undefined || open.step > step;
  }).toBe(true);
  await settle(page);
}

/** Plays on until the round has ended; a win is taken when there is one to take. */
async function playOut(person: Person, page: Page, gameCode: string, play: () => Promise<void>): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const open = await openRound(person, gameCode);
    if (open === undefined) return;
    const take = page.getByRole("button", { name: /^Cash out/ });
    await (open.step > 1 && (await take.count()) > 0 ? take.click() : play());
    await afterStep(person, page, gameCode, open.step);
  }
}

async function enter(page: Page, { code, name }: { code: string; name: string }): Promise<void> {
  await page.goto(`/room/${code}`);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await settle(page);
}

test.each(rooms)(
  "$name is played by keyboard alone, and the result is the server's",
  async ({ code, name, keys }) => {
    const ann = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: ann.token });
    await enter(page, { code, name });
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await page.keyboard.press(" ");
    await eventually(async () => (await openRound(ann, code)) !== undefined || (await newest(ann, code)) !== undefined).toBe(true);
    await settle(page);
    await playOut(ann, page, code, async () => {
      for (const key of keys) await page.keyboard.press(key);
    });
    await told(page).waitFor();
    const { stake, win } = (await newest(ann, code))!;
    expect(stake % 20_00n).toBe(0n);
    await expect.poll(() => told(page).innerText()).toContain(win === 0n ? "No win" : peso(win));
    expect(await findAccessFaults(page)).toEqual([]);
  },
  LIMIT_MS,
);

test.each(firstOf(rooms))(
  "$name is played by touch on a phone, goes on where it stood after a reload, its record shows it again, and it is true once its seed is shown",
  async ({ code, name, verb, press }) => {
    const ben = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: ben.token, ...PHONE });
    await enter(page, { code, name });
    await page.getByRole("button", { name: verb, exact: true }).click();
    await eventually(async () => (await openRound(ben, code)) !== undefined || (await newest(ben, code)) !== undefined).toBe(true);
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await enter(page, { code, name });
    if ((await openRound(ben, code)) !== undefined) expect(await page.getByRole("button", { name: verb, exact: true }).count()).toBe(0);
    await playOut(ben, page, code, () => page.getByRole("button", { name: press }).first().click());
    const { id } = (await newest(ben, code))!;
    await ben.call(seeds.rotate, { clientSeed: "my-own-word" });
    await page.goto(`/room/${code}?round=${id}`);
    await page.getByRole("heading", { name: `Replay: ${name}` }).waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  },
  LIMIT_MS,
);

test.each(firstOf(rooms))(
  "a stake at $name that the balance does not hold is refused in its place, and the rules say return, limits and what the clock does",
  async ({ code, name, verb }) => {
    const carl = await stage.world.player({ balance: 3_00n });
    const { page } = await stage.visit({ token: carl.token, refusals: [400, 402, 403, 409, 422] });
    await enter(page, { code, name });
    await page.getByRole("button", { name: verb, exact: true }).click();
    await page.getByRole("alert").getByRole("link", { name: "Deposit" }).waitFor();
    expect((await carl.call(rounds.running, {})).list).toEqual([]);
    await page.getByRole("button", { name: "Rules" }).click();
    const rules = page.getByRole("dialog");
    const { exactReturn } = await carl.call(games.room, { gameCode: code });
    await expect.poll(() => rules.innerText()).toContain(`${exactReturn}%`);
    expect(await rules.innerText()).toContain("After 24 hours");
    expect(await findAccessFaults(page)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "a pearl raises what can be cashed out by what was shown before it, and all shells open at the end",
  async () => {
    const ann = await stage.world.player({ balance: 5_000_00n });
    const { page } = await stage.visit({ token: ann.token });
    await enter(page, { code: "MINES", name: "Mines" });
    for (let tries = 0; tries < STEPS_MAX; tries += 1) {
      await page.getByRole("button", { name: "Bet", exact: true }).click();
      await page.getByRole("button", { name: "Random" }).waitFor();
      await page.getByRole("button", { name: "Row 3, column 3: closed" }).click();
      const take = page.getByRole("button", { name: `Cash out ${peso(22_40n)}` });
      await take.or(told(page)).first().waitFor();
      if ((await take.count()) === 0) continue;
      expect(await page.locator('[data-face="closed"]').count()).toBe(24);
      await take.click();
      await told(page).getByText(peso(22_40n)).first().waitFor();
      expect(await page.locator('[data-face="mine"]').count()).toBe(3);
      expect(await page.locator('[data-face="closed"]').count()).toBe(0);
      return;
    }
    throw new Error("No pearl in forty rounds.");
  },
  LIMIT_MS,
);

test(
  "a step taken on another device shows here at once, and the end of the round too",
  async () => {
    const ann = await stage.world.player({ balance: 5_000_00n });
    const { page } = await stage.visit({ token: ann.token });
    await enter(page, { code: "MINES", name: "Mines" });
    const { token } = await ann.call(sessions.login, { username: ann.name, password: ann.password, type: "username", entry: "player" });
    const elsewhere = Object.assign(stage.world.guest(), { token });
    const opened = await elsewhere.call(rounds.open, { requestId: randomUUID(), gameCode: "MINES", stake: 1_00n, choice: { mines: 1 } });
    await page.getByRole("button", { name: "Random" }).waitFor();
    const moved = await elsewhere.call(rounds.act, { roundId: opened.id, step: 0, action: { act: "pick", tile: 0 } });
    if (moved.round === null) {
      await page.getByRole("button", { name: "Row 1, column 1: pearl" }).waitFor();
      await elsewhere.call(rounds.act, { roundId: opened.id, step: 1, action: { act: "cashOut" } });
    }
    await page.getByRole("button", { name: "Bet", exact: true }).waitFor();
  },
  LIMIT_MS,
);

test(
  "an opening and a step whose answers are lost are asked for again as they were: one stake, one step",
  async () => {
    const ann = await stage.world.player({ balance: 100_00n });
    const { page } = await stage.visit({ token: ann.token, expected: [/ERR_FAILED|Failed to load/] });
    await enter(page, { code: "MINES", name: "Mines" });
    const lost = new Set<string>();
    const asked: string[] = [];
    await page.route(/rounds\.(open|act)$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      asked.push(route.request().postData() ?? "");
      if (lost.has(pathname)) return route.continue();
      lost.add(pathname);
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Bet", exact: true }).click();
    await page.getByRole("button", { name: "Random" }).waitFor();
    const [first, second] = asked;
    expect(second).toBe(first);
    await page.getByRole("button", { name: "Row 1, column 1: closed" }).click();
    await eventually(async () => asked.length).toBe(4);
    expect(asked[3]).toBe(asked[2]);
    await page.getByRole("button", { name: /^Row 1, column 1: (pearl|urchin)/ }).waitFor();
    const open = await openRound(ann, "MINES");
    expect([open?.step ?? 1, open?.stake ?? 20_00n]).toEqual([1, 20_00n]);
  },
  LIMIT_MS,
);
