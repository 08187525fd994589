import { formatAmount } from "@laro/contract/core/money";
import { games } from "@laro/contract/games";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { firstOf } from "@laro/server/testing/long";
import type { Person } from "@laro/server/testing/person";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LIMIT_MS = 120_000;
const PHONE = { width: 390, height: 844 } as const;

/** A game, its big button, and two spots: one to lay on by keyboard, one by pointer. */
const tables = [
  { code: "ROULETTE", name: "Roulette", verb: "Spin", spot: "17", other: "red", arrow: { key: "ArrowRight", from: "odd", to: "high" } },
  { code: "BACCARAT", name: "Baccarat", verb: "Deal", spot: "player", other: "tie", arrow: { key: "ArrowRight", from: "player", to: "banker" } },
  { code: "DRAGON_TIGER", name: "Dragon Tiger", verb: "Deal", spot: "dragon", other: "tie", arrow: { key: "ArrowRight", from: "dragon", to: "tie" } },
  {
    code: "BACCARAT_NC",
    name: "Baccarat No Commission",
    verb: "Deal",
    spot: "banker",
    other: "bankerPair",
    arrow: { key: "ArrowLeft", from: "banker", to: "player" },
  },
  { code: "SIC_BO", name: "Sic Bo", verb: "Roll", spot: "small", other: "total9", arrow: { key: "ArrowRight", from: "total9", to: "total10" } },
] as const;

const spotAt = (page: Page, spot: string) => page.locator(`[data-spot="${spot}"]:visible`);
const total = (page: Page) => page.locator('[data-part="total"] output');
const told = (page: Page) => page.getByRole("status").filter({ hasText: /No win this time|You win|Returned/ });
const newest = async (person: Person, gameCode: string) => (await person.call(rounds.mine, { gameCode })).list[0]!;

test.each(tables)(
  "$name is played by keyboard alone: chips are laid, undone, doubled, cleared and laid again, and the result is the server's",
  async ({ code, name, spot, arrow }) => {
    const ann = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: ann.token });
    await page.goto(`/room/${code}`);
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await spotAt(page, spot).focus();
    await page.keyboard.press("3");
    await page.keyboard.press("Enter");
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await eventually(() => total(page).innerText()).toBe(peso(30_00n));
    await page.keyboard.press("d");
    await eventually(() => total(page).innerText()).toBe(peso(60_00n));
    await page.keyboard.press("z");
    await eventually(() => total(page).innerText()).toBe(peso(30_00n));
    await page.keyboard.press("x");
    await eventually(() => total(page).innerText()).toBe(peso(0n));
    await page.keyboard.press(" ");
    await page.getByText("Lay a chip first.").waitFor();
    await page.keyboard.press("z");
    await spotAt(page, arrow.from).focus();
    await page.keyboard.press(arrow.key);
    await eventually(() => page.evaluate<string>("document.activeElement.dataset.spot")).toBe(arrow.to);
    await page.keyboard.press("Enter");
    await eventually(() => total(page).innerText()).toBe(peso(35_00n));
    await page.keyboard.press("Backspace");
    await eventually(() => total(page).innerText()).toBe(peso(30_00n));
    await page.keyboard.press(" ");
    await told(page).waitFor();
    const { stake, win, choice } = await newest(ann, code);
    expect([stake, choice]).toEqual([30_00n, { bets: { [spot]: "30.00" } }]);
    await expect.poll(() => told(page).innerText()).toContain(win === 0n ? "No win" : peso(win));
    await page.keyboard.press("x");
    await page.keyboard.press("r");
    await eventually(() => total(page).innerText()).toBe(peso(30_00n));
  },
  LIMIT_MS,
);

test.each(firstOf(tables))(
  "$name is played by touch on a phone, its record shows the round again, and the round is true once its seed is shown",
  async ({ code, name, verb, spot, other }) => {
    const ben = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: ben.token, ...PHONE });
    await page.goto(`/room/${code}`);
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    for (const at of [spot, other, other]) await spotAt(page, at).click();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await page.getByRole("button", { name: `${verb} ${peso(15_00n)}` }).click();
    await told(page).waitFor();
    const { id, stake, choice } = await newest(ben, code);
    expect([stake, choice]).toEqual([15_00n, { bets: { [spot]: "5.00", [other]: "10.00" } }]);
    await ben.call(seeds.rotate, { clientSeed: "my-own-word" });
    await page.goto(`/room/${code}?round=${id}`);
    const bets = page.getByRole("list", { name: "Bets" });
    await eventually(() => bets.getByRole("listitem").count()).toBe(2);
    await expect.poll(() => bets.innerText()).toContain(peso(10_00n));
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  },
  LIMIT_MS,
);

test.each(firstOf(tables))(
  "a stake at $name that the balance does not hold is refused in its place, with the way to put it right; rules and a full table say why",
  async ({ code, verb, spot, other }) => {
    const carl = await stage.world.player({ balance: 3_00n });
    const { page } = await stage.visit({ token: carl.token, refusals: [400, 402, 403, 409, 422] });
    await page.goto(`/room/${code}`);
    await spotAt(page, spot).click();
    await page.getByRole("button", { name: verb }).first().click();
    await page.getByRole("alert").getByRole("link", { name: "Deposit" }).waitFor();
    expect((await carl.call(rounds.mine, { gameCode: code })).list).toEqual([]);
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await page.getByRole("button", { name: "Rules" }).click();
    const rules = page.getByRole("dialog");
    await rules.getByText("Return to player:").waitFor();
    const { exactReturn, stakeMax } = await carl.call(games.room, { gameCode: code });
    await expect.poll(() => rules.innerText()).toContain(`${exactReturn}%`);
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("6");
    await spotAt(page, other).click();
    for (let laid = 1_005_00n; laid * 2n <= stakeMax; laid *= 2n) await page.keyboard.press("d");
    await page.keyboard.press("d");
    await page.getByText(`The limit of this table is ₱ ${formatAmount(stakeMax).replace(/\B(?=(\d{3})+\.)/g, ",")} a round`).waitFor();
    expect(addressOf(page)).toBe(`/room/${code}`);
  },
  LIMIT_MS,
);

test("call bets of the racetrack lay chips on the felt, and the counts say that they say nothing", async () => {
  const dan = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: dan.token });
  await page.goto("/room/ROULETTE");
  await spotAt(page, "voisins").click();
  await eventually(() => total(page).innerText()).toBe(peso(45_00n));
  await spotAt(page, "near0").click();
  await eventually(() => total(page).innerText()).toBe(peso(70_00n));
  await page.getByRole("button", { name: "Spin" }).click();
  await told(page).waitFor();
  const { choice } = await newest(dan, "ROULETTE");
  expect((choice as { bets: object }).bets).toMatchObject({ "0-2-3": "10.00", "25-26-28-29": "10.00", "4-7": "5.00", "0": "5.00", "32": "5.00", "3": "5.00" });
  await page.getByRole("button", { name: "Counts" }).click();
  await page.getByRole("dialog").getByText("Past results do not change the odds").waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
}, 60_000);
