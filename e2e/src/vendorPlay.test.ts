import { limits } from "@laro/contract/limits";
import { wallet } from "@laro/contract/wallet";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, peso } from "./acts.ts";
import { findAccessFaults, readOverflow } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, vendor: true });
const JOURNEY_LIMIT_MS = 120_000;
const QUARTER_MS = 15 * 60_000;
const HALF_MINUTE_MS = 30_000;

const headerBalance = (page: Page) => page.getByRole("banner").first().getByText(/^₱ /).textContent();
const gameOf = (page: Page) => page.frameLocator("iframe[title='Golden Mango']");
const playOf = (page: Page) => gameOf(page).getByRole("button", { name: "Play", exact: true });
const saidOf = (page: Page) => gameOf(page).locator(".said").textContent();

/** Opens Golden Mango from the lobby, for money. */
async function openGame(page: Page): Promise<void> {
  await page.goto("/rng?gameClassify=ALL");
  await page.getByRole("button", { name: /^Play: Golden Mango/ }).click();
  await page.getByText("A test vendor's game: its stakes and wins move your balance.").waitFor();
  await playOf(page).waitFor();
  await eventually(() => page.getByRole("progressbar").count()).toBe(0);
}

/** What the page does when its game says this. */
const say = (page: Page, message: object): Promise<void> =>
  page
    .frames()
    .find((frame) => frame.url().includes("/play?session="))!
    .evaluate(`parent.postMessage(${JSON.stringify({ v: 1, ...message })}, "*")`);

for (const width of firstOf([390, 1440]))
  test(
    `at ${width} px a member opens a vendor's game from the lobby and plays with money, a stake limit stops it inside the game, and the round stands in the record with its vendor [GAME-06, ROUTE-34, CALL-65]`,
    async () => {
      const member = await stage.world.player({ balance: 500_00n });
      const { page } = await stage.visit({ width, token: member.token, theme: width === 390 ? "dark" : "light", expected: [/favicon/], refusals: [404] });
      await openGame(page);
      expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
      await playOf(page).press("Enter");
      await eventually(() => saidOf(page)).toMatch(/^−[0-9.]+ {2}\+[0-9.]+$/);
      const [bet, win] = /^−([0-9.]+) {2}\+([0-9.]+)$/
        .exec((await saidOf(page)) ?? "")!
        .slice(1)
        .map((units) => BigInt(Math.round(Number(units) * 100)));
      const left = 500_00n - bet! + win!;
      expect((await member.call(wallet.balance, {})).balance).toBe(left);
      await eventually(() => headerBalance(page)).toBe(peso(left));

      await stage.world.give(member.id, 10_00n);
      await say(page, { type: "laro.balance", balance: "1.00" });
      await eventually(() => headerBalance(page)).toBe(peso(left + 10_00n));
      await eventually(() => gameOf(page).locator("output").textContent()).toBe(((Number(left) + 10_00) / 100).toFixed(2));

      await page.getByRole("button", { name: "Limits", exact: true }).click();
      await eventually(() => playOf(page).isDisabled()).toBe(true);
      await page.getByRole("dialog", { name: "Limits" }).getByRole("button", { name: "Close" }).click();
      await eventually(() => playOf(page).isDisabled()).toBe(false);

      await say(page, { type: "laro.cashier" });
      await page.getByRole("dialog", { name: "Deposit" }).waitFor();
      expect(addressOf(page)).toBe("/member/depositv2");
      const round = await saidOf(page);
      await page.getByRole("dialog", { name: "Deposit" }).getByRole("button", { name: "Close" }).first().click();
      await eventually(() => new URL(page.url()).pathname).toBe("/seamless");
      expect(await saidOf(page)).toBe(round);

      await member.call(limits.set, { kind: "stake", period: "day", amount: bet! + 1n });
      await playOf(page).press("Enter");
      await gameOf(page).getByText("A limit of yours stops this stake.").waitFor();
      expect((await member.call(wallet.balance, {})).balance).toBe(left + 10_00n);

      await page.getByRole("button", { name: "Leave the game" }).click();
      await eventually(() => new URL(page.url()).pathname).toBe("/");
      const launch = stage.world.open.platform.database.db.selectFrom("launch").select("ended_at").where("account_id", "=", member.id);
      await eventually(async () => (await launch.executeTakeFirstOrThrow()).ended_at).not.toBe(null);
      await page.goto("/member/personalHistoryCopy");
      await page.getByRole("dialog", { name: "Betting record" }).locator("tbody tr").filter({ hasText: "Golden Mango" }).first().click();
      await page.getByRole("dialog", { name: "Golden Mango" }).getByText("PT, test vendor").waitFor();
      expect(await stage.world.audit()).toEqual([]);
    },
    JOURNEY_LIMIT_MS,
  );

test("a game that leads its frame to our cashier page opens the deposit and is there again after; its way back leads home", async () => {
  const member = await stage.world.player({ balance: 500_00n });
  const { page } = await stage.visit({ token: member.token, expected: [/favicon/], refusals: [404] });
  await openGame(page);
  const lead = (path: string): Promise<void> =>
    page
      .frames()
      .find((frame) => frame.url().includes("/play?session="))!
      .evaluate(`void setTimeout(() => location.assign(${JSON.stringify(stage.world.address + path)}))`);
  await lead("/seamless/cashier");
  await page.getByRole("dialog", { name: "Deposit" }).waitFor();
  await playOf(page).waitFor({ state: "attached" });
  await page.getByRole("dialog", { name: "Deposit" }).getByRole("button", { name: "Close" }).first().click();
  await eventually(() => new URL(page.url()).pathname).toBe("/seamless");
  await playOf(page).waitFor();
  await lead("/seamless/return");
  await eventually(() => new URL(page.url()).pathname).toBe("/");
});

// The last of the file: it puts the server's clock ahead for good.
test("the reality check waits for the round's end, stands above the frame, pauses the game, and playing on resumes it", async () => {
  const member = await stage.world.player({ balance: 500_00n });
  const { page } = await stage.visit({ token: member.token, expected: [/favicon/], refusals: [404] });
  await page.clock.install();
  await openGame(page);
  await playOf(page).press("Enter");
  await eventually(() => saidOf(page)).toMatch(/^−/);
  const pass = async (ms: number): Promise<void> => {
    stage.world.clock.advance(ms);
    await member.call(wallet.balance, {});
    await page.clock.fastForward(ms);
  };
  for (let quarter = 0; quarter < 3; quarter++) await pass(QUARTER_MS);
  await pass(QUARTER_MS - HALF_MINUTE_MS);
  await say(page, { type: "laro.round", state: "open" });
  const asked = page.waitForRequest(/protection\.mine/);
  await pass(HALF_MINUTE_MS);
  await asked;
  const check = page.getByRole("dialog", { name: "Time to look up" });
  await eventually(() => playOf(page).isDisabled()).toBe(false);
  expect(await check.count()).toBe(0);
  await say(page, { type: "laro.round", state: "closed" });
  await check.waitFor();
  await gameOf(page).getByText("Paused: the site asks you to look up.").waitFor();
  expect(await playOf(page).isDisabled()).toBe(true);
  await check.getByRole("button", { name: "Play on" }).click();
  await check.waitFor({ state: "detached" });
  await eventually(() => playOf(page).isDisabled()).toBe(false);
});
