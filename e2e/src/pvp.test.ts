import { accountTypes } from "@laro/contract/core/accountTypes";
import { pvp } from "@laro/contract/pvp";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import type { Person } from "@laro/server/testing/person";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { peso, popupsClosed } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ rooms: true });
const LIMIT_MS = 240_000;
const LOOK_MS = 40;
const LOOKS_MAX = 4_000;
const PHONE = { width: 390, height: 844 } as const;
const ROOM = "TONGITS-1";

const roomCard = (page: Page, room: string) => page.locator(`[data-room-card="${room}"]`);
const ended = (page: Page) => page.locator("[data-ended]");
const ownHand = (page: Page) => page.getByRole("group", { name: "Your hand" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last();
const balanceOf = async (member: Person): Promise<bigint> => (await member.call(wallet.balance, {})).balance;

/** Nothing is wrong with a page as it stands. */
async function expectFit(page: Page): Promise<void> {
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
}

/** Chooses a card with the keyboard alone: the hand is one stop, and the arrows go from card to card. */
async function chooseByKeyboard(page: Page): Promise<void> {
  await ownHand(page).getByRole("button").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(" ");
  await eventually(() => ownHand(page).locator('[aria-pressed="true"]').count()).toBe(1);
}

/** Does what the turn asks of a window, the plainest way; says whether it was its turn. */
async function takeTurn(page: Page, isByKeyboard = false): Promise<boolean> {
  if (await button(page, "Fold").isVisible()) await button(page, "Fold").click();
  else if (await button(page, "Throw").isVisible()) {
    if (isByKeyboard) await chooseByKeyboard(page);
    else if ((await ownHand(page).locator('[aria-pressed="true"]').count()) === 0) await ownHand(page).getByRole("button").last().click();
    await eventually(() => button(page, "Throw").isEnabled()).toBe(true);
    if (isByKeyboard) {
      await button(page, "Throw").focus();
      await page.keyboard.press("Enter");
    } else await button(page, "Throw").click();
    await button(page, "Throw").waitFor({ state: "detached" });
  } else if ((await page.getByRole("button", { name: "Draw", exact: true }).count()) === 2) {
    await button(page, "Draw").click();
    await button(page, "Throw").or(ended(page)).waitFor();
  } else return false;
  return true;
}

/** Plays in turn until every window shows how the hand ended. */
async function playToTheEnd(pages: readonly Page[]): Promise<void> {
  for (let looks = 0, turns = 0; looks < LOOKS_MAX; looks += 1) {
    if ((await ended(pages[0]!).count()) > 0) break;
    let hasActed = false;
    for (const page of pages)
      if (await takeTurn(page, turns % 3 === 0)) {
        hasActed = true;
        turns += 1;
      }
    if (!hasActed) {
      // Computers think by the server's clock.
      if (pages.length === 1) stage.world.clock.advance(1_000);
      await new Promise((wait) => setTimeout(wait, LOOK_MS));
    }
  }
  for (const page of pages) await ended(page).waitFor();
}

/** Has the browser deal the hand again, and hears that it is the deck that was promised. */
async function checkDeck(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check the deck" }).click();
  await page.locator('[data-deck="true"]').waitFor();
  await page.getByText("Dealt again in this browser").waitFor();
}

test(
  "the page of card rooms lists each with its unit, hold, fee and how many people sit there now; a guest and a trial account cannot sit for money [CALL-64, GAME-27]",
  async () => {
    const { page } = await stage.visit({ session: popupsClosed() });
    await page.goto("/pvp");
    const { list } = await stage.world.guest().call(pvp.rooms, {});
    expect(list.length).toBeGreaterThan(3);
    for (const { roomId, displayName, unit, hold, rakePercent } of list) {
      const text = (await roomCard(page, roomId).innerText()).replaceAll("\u00a0", " ");
      expect(text).toContain(displayName);
      if (unit === null) expect(text).toContain("Chips, never money");
      else
        for (const said of [`${peso(unit)} a unit`, `Held for each hand: ${peso(hold!)}`, `${rakePercent}% of the winner's gain`]) expect(text).toContain(said);
      expect(text).toContain("3 seats a table");
      expect(text).toContain("Nobody sits here now");
    }
    await expectFit(page);
    await page.setViewportSize(PHONE);
    await expectFit(page);
    await roomCard(page, ROOM).click();
    await page.getByText("Welcome back").waitFor();
    const trial = await stage.world.member({ type: accountTypes.trial });
    const tried = await stage.visit({ token: trial.token });
    await tried.page.goto(`/room/${ROOM}`);
    await tried.page.waitForURL((url) => url.pathname === "/");
    await tried.page.getByRole("dialog").waitFor();
    await tried.page.goto("/room/TONGITS-FREE");
    await button(tried.page, "Play computers").waitFor();
  },
  LIMIT_MS,
);

test(
  "practice with computers is played to its end, partly by keyboard, and the browser deals the deck again: it is the one that was promised [GAME-27]",
  async () => {
    const member = await stage.world.player({ balance: 50_00n });
    const { page } = await stage.visit({ token: member.token, ...PHONE });
    await page.goto("/room/TONGITS-FREE");
    await button(page, "Play computers").click();
    await page.getByText("Computer 1").waitFor();
    await button(page, "Deal me in").click();
    await ownHand(page).waitFor();
    await expectFit(page);
    await playToTheEnd([page]);
    expect(await page.locator("[data-result]").count()).toBe(3);
    await checkDeck(page);
    await expectFit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectFit(page);
    await button(page, "Deal me in").click();
    await ownHand(page).waitFor();
    await page.goto("/room/TONGITS-FREE?language=TY");
    await page.locator("[data-card]").first().waitFor();
    await expectFit(page);
    expect(await balanceOf(member)).toBe(50_00n);
    expect((await member.call(rounds.mine, {})).list).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "three members in three windows play a hand for money: who sits there shows in the list, a reload brings the same hand back, and every balance moves by what the end screen says [GAME-27, CALL-64]",
  async () => {
    const members = await Promise.all([1, 2, 3].map(() => stage.world.player({ balance: 100_00n })));
    const pages: Page[] = [];
    for (const [at, { token }] of members.entries()) pages.push((await stage.visit({ token, ...(at === 2 ? PHONE : {}) })).page);
    for (const page of pages) {
      await page.goto(`/room/${ROOM}`);
      await button(page, "Take a seat").click();
      await page.getByRole("button", { name: /^Deal me in/ }).waitFor();
    }
    const { page: onlooker } = await stage.visit({ session: popupsClosed() });
    await onlooker.goto("/pvp");
    await roomCard(onlooker, ROOM).getByText("3 people sit here").waitFor();
    for (const page of pages) await page.getByRole("button", { name: /^Deal me in/ }).click();
    for (const page of pages) await ownHand(page).waitFor();
    expect(await Promise.all(members.map(balanceOf))).toEqual([92_00n, 92_00n, 92_00n]);
    const cards = async () =>
      (
        await ownHand(pages[0]!)
          .locator("[data-card]")
          .evaluateAll((all) => all.map((one) => (one as unknown as { dataset: { card: string } }).dataset.card))
      ).toSorted();
    const before = await cards();
    await pages[0]!.reload();
    await ownHand(pages[0]!).waitFor();
    expect(await cards()).toEqual(before);
    await playToTheEnd(pages);
    const hand = (await Promise.all(members.map((member) => member.call(rounds.mine, {})))).map(({ list }) => list[0]!);
    for (const [at, page] of pages.entries()) {
      const moved = hand[at]!.win - hand[at]!.stake;
      await eventually(() => balanceOf(members[at]!)).toBe(100_00n + moved);
      const own = page.locator("[data-result]").filter({ hasText: "You" });
      if (hand[at]!.state === "settled") expect((await own.innerText()).replaceAll("\u00a0", " ")).toContain(peso(moved < 0n ? -moved : moved).slice(1));
      await checkDeck(page);
      await expectFit(page);
    }
    expect(await stage.world.audit()).toEqual([]);
  },
  LIMIT_MS,
);
