import { games } from "@laro/contract/games";
import { expect, test } from "vitest";
import type { Page, Request } from "playwright-core";
import { addressOf } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, vendor: true });

const PAGE_DELAY_MS = 500;
const status = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /games?$/ });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const addressed = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

test("the sheet of filters narrows slots to stakes of ₱1.00 and 25 lines, keeps each choice in the address, and lifts the one that excludes most [GAME-22, CONST-32, CONST-33, CONST-34, ROUTE-25]", async () => {
  const { page } = await stage.visit({ width: 390, height: 844 });
  const guest = stage.world.guest();
  const all = await guest.call(games.list, { gameType: "RNG" });
  const narrow = await guest.call(games.list, { gameType: "RNG", minimumBet: 1_00n, lines: 25 });
  expect(narrow.total).toBeGreaterThan(0);
  expect(narrow.total).toBeLessThan(all.total);
  await page.goto("/rng?gameClassify=ALL");
  await eventually(() => status(page).textContent()).toBe(`${all.total} games`);
  await page.getByRole("list", { name: "Providers: Slots" }).getByRole("link").nth(5).waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  await sheet(page).getByLabel("₱1.00 or less").check();
  await sheet(page).getByLabel("25 lines or more").check();
  await sheet(page)
    .getByRole("button", { name: `Show ${narrow.total} game` })
    .waitFor();
  expect([addressed(page, "minimumBet"), addressed(page, "lines"), addressed(page, "gameClassify")]).toEqual(["1.00", "25", "ALL"]);
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Take back: 25 lines or more" }).waitFor();
  await page.reload();
  await eventually(() => status(page).textContent()).toMatch(new RegExp(`^${narrow.total} games?$`));
  await page.getByRole("button", { name: "Take back: ₱1.00 or less" }).click();
  await eventually(() => addressed(page, "minimumBet")).toBeNull();

  await page.goto("/rng?gameClassify=ALL&vendors=NOBODY&lines=10");
  await page.getByText("The provider rules out the most").waitFor();
  await eventually(() => page.getByRole("main").locator("article").count()).toBe(6);
  await page.getByRole("button", { name: "Without: Provider" }).click();
  await eventually(() => addressed(page, "vendors")).toBeNull();
  await page.getByRole("button", { name: "Take back: 10 lines or more" }).waitFor();
});

test("a list asks for pages of 20 with all ten parameters, one after another and half a second apart, and shows each game once [GAME-17, CONST-08, CONST-57, CALL-26]", async () => {
  const { page } = await stage.visit({ width: 1440, height: 900 });
  const asked: Request[] = [];
  page.on("request", (request) => /games\.list/.test(request.url()) && asked.push(request));
  await page.goto("/rng?vassalage=PT");
  await eventually(() => page.getByRole("main").locator("article").count()).toBe(40);
  const queries = asked.map((request) => queryOf(request.url()));
  expect(queries.map(({ pageNo, pageSize }) => [pageNo, pageSize])).toEqual([
    ["1", "20"],
    ["2", "20"],
  ]);
  // As the browser itself measured them.
  const [first, second] = asked.map((request) => request.timing());
  expect(second!.startTime - (first!.startTime + first!.responseEnd)).toBeGreaterThan(PAGE_DELAY_MS - 5);
  const { withFacets: _, pageNo: __, ...always } = queries[0]!;
  expect(always).toEqual({
    clientType: "3",
    platform: "WEB",
    merchant: expect.any(String) as string,
    gameType: "RNG",
    vassalage: "PT",
    gameClassify: "ALL",
    isNew: "",
    pageSize: "20",
    language: "EN",
  });
});

test("live tables are filtered by baccarat, sic bo, roulette, dragon tiger and blackjack [GAME-15, ROUTE-17]", async () => {
  const { page } = await stage.visit();
  await page.goto("/live?gameClassify=ALL");
  const classes = page.getByRole("group", { name: "Kind of game" });
  for (const [name, code] of Object.entries({
    Baccarat: "baccarat",
    "Sic bo": "sicbo",
    Roulette: "roulette",
    "Dragon tiger": "dragontiger",
    Blackjack: "blackjack",
  })) {
    await classes.getByRole("button", { name, exact: true }).click();
    const { total } = await stage.world.guest().call(games.list, { gameType: "LIVE", gameClassify: code });
    expect(total).toBeGreaterThan(0);
    expect(addressed(page, "gameClassify")).toBe(code);
    await eventually(() => status(page).textContent()).toMatch(new RegExp(`^${total} games?$`));
  }
});

test("the (i) of a card tells return, volatility, stakes and a member's own rounds; back closes it, a demo needs no account, and the game has a page of its own", async () => {
  const member = await stage.world.player({ balance: 100_00n });
  const { page } = await stage.visit({ token: member.token, width: 768, height: 1024, refusals: [404] });
  await page.goto("/rng?vassalage=PT");
  await page.getByRole("button", { name: "About Golden Mango" }).click();
  const dialog = page.getByRole("dialog", { name: "About the game" });
  await dialog.getByText("96.00%").waitFor();
  await dialog.getByText("stated by the vendor").waitFor();
  await dialog.getByText("You have not played it in 30 days.").waitFor();
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/rng?vassalage=PT");

  const { page: guest } = await stage.visit({ refusals: [404] });
  await guest.goto("/game/10001");
  await guest.getByRole("heading", { name: "Golden Mango", level: 1 }).waitFor();
  await eventually(() => guest.title()).toContain("Golden Mango");
  expect(await guest.getByText("You have not played it").count()).toBe(0);
  await guest.getByRole("button", { name: "Demo" }).click();
  await guest.waitForURL(/\/seamless\?launch=/);
  await guest.goto("/game/DICE");
  await guest.getByText("exact, every outcome counted").waitFor();
  expect(await guest.getByRole("button", { name: "Demo" }).count()).toBe(0);
  await guest.goto("/game/NOSUCH");
  await guest.getByRole("heading", { name: /not/i, level: 1 }).waitFor();
});

test("the page of providers has a tile for each vendor, whose ground is its number modulo 9 plus 1; a press shows that provider's games [GAME-20, ROUTE-26]", async () => {
  const { page } = await stage.visit({ width: 1440, height: 900 });
  await page.goto("/provider");
  const tiles = page.getByRole("list", { name: "Providers" }).getByRole("link");
  const { data } = await stage.world.guest().call(games.vendors, {});
  const cards = data.lanes.flatMap((lane) => Object.values(lane.cards));
  await eventually(() => tiles.count()).toBe(new Set(cards.map(({ vassalage }) => vassalage)).size);
  for (const tile of await tiles.all()) {
    const vassalage = new URL((await tile.getAttribute("href"))!, page.url()).searchParams.get("vassalage");
    const { nodeId } = cards.find((card) => card.vassalage === vassalage)!;
    expect(await tile.getAttribute("data-style")).toBe(String((Number(nodeId) % 9) + 1));
  }
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await tiles.and(page.locator('[href="/provider?vassalage=PT"]')).click();
  const { total } = await stage.world.guest().call(games.list, { vassalage: "PT" });
  await eventually(() => status(page).textContent()).toBe(`${total} games`);
  await tiles.first().waitFor({ state: "detached" });
});
