import { favourites } from "@laro/contract/favourites";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { addressOf, logIn, PASSWORD } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, vendor: true });
const GOLDEN_MANGO = "10001";

const star = (page: Page, name: string) => page.getByRole("button", { name: `Add ${name} to favourites` });
const filled = (page: Page, name: string) => page.getByRole("button", { name: `Take ${name} out of favourites` });

test("a visitor who presses a star or a game is asked to log in, nothing is kept, and the game waits on home for whoever did [GAME-07, GAME-11, VALID-56]", async () => {
  const { page } = await stage.visit();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/rng?gameClassify=ALL");
  await star(page, "Golden Mango").click();
  await page.locator("#loginPopupModal").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Play: Golden Mango/ }).click();
  await page.locator("#loginPopupModal").waitFor();
  expect(asked.filter((url) => /favourites\.|games\.launch/.test(url))).toEqual([]);
  await logIn(page, { name: (await stage.world.player()).name, password: PASSWORD });
  const waiting = page.getByRole("main").getByRole("button", { name: "Continue: Golden Mango" });
  await waiting.waitFor();
  expect(addressOf(page)).toBe("/");
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await waiting.click();
  await page.waitForURL(/\/seamless\?launch=/);
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  expect(await waiting.count()).toBe(0);
});

test("a star fills at once, then tells the server, once within a second; the game stands on the member's own pages and on nobody else's [PROD-15, GAME-09, GAME-10, GAME-12, GAME-13, ENTITY-36, ENTITY-38, CALL-32, CALL-33, ROUTE-23, ROUTE-27, GAME-24, CONST-50, CONST-53]", async () => {
  const [member, other] = [await stage.world.player({}), await stage.world.player({})];
  const { page } = await stage.visit({ token: member.token });
  const sent: [string, string, unknown][] = [];
  page.on("request", (request) => {
    const [, verb] = /favourites\.(add|remove|list)/.exec(request.url()) ?? [];
    if (verb !== undefined) sent.push([verb, request.method(), request.postDataJSON() ?? new URL(request.url()).searchParams.get("pageSize")]);
  });
  await page.goto("/rng?gameClassify=ALL");
  await page.route("**/api/favourites.add", async (route) => {
    // Filled before the server heard of it.
    await filled(page, "Golden Mango").waitFor();
    await route.continue();
  });
  // Both presses within the second: not while the page still draws.
  await settle(page);
  await star(page, "Golden Mango").dblclick();
  const game = { nodeId: GOLDEN_MANGO, vendor: "PT", gameType: "RNG" };
  await eventually(async () => (await member.call(favourites.ids, {})).ids).toEqual([GOLDEN_MANGO]);
  expect(sent).toEqual([["add", "POST", game]]);
  for (const path of ["/fav", "/favorite", "/favorite?type=RNG"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Favourites", level: 1 }).waitFor();
    await filled(page, "Golden Mango").waitFor();
  }
  // A page that hears of the star while it opens asks once more.
  const sizes = sent.filter(([verb]) => verb === "list").map(([, , size]) => size);
  expect([sizes.length >= 3, [...new Set(sizes)]]).toEqual([true, ["999"]]);
  await page.goto("/favorite?type=LIVE");
  await page.getByText("You have no favourites yet.").waitFor();
  await page.goto("/fav");
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await filled(page, "Golden Mango").click();
  await page.getByText("You have no favourites yet.").waitFor();
  await eventually(() => sent.filter(([verb]) => verb === "remove")).toEqual([["remove", "DELETE", game]]);
  expect((await other.call(favourites.ids, {})).ids).toEqual([]);
});

test("a star that the server refuses is empty again, and says why [GAME-09]", async () => {
  const member = await stage.world.player({});
  const { page } = await stage.visit({ token: member.token, refusals: [503] });
  await page.goto("/rng?gameClassify=ALL");
  await page.route("**/api/favourites.add", (route) =>
    route.fulfill({ status: 503, json: { success: false, message: "server.busy", text: "Too much at once.", value: {}, requestId: "r" } }),
  );
  await star(page, "Golden Mango").click();
  await page.getByText("Too much at once.").waitFor();
  await star(page, "Golden Mango").waitFor();
});

test("a vendor's game opens in its frame, says whose it is, and stands among the recent games [PROD-16, ROUTE-24, ROUTE-28, ROUTE-34, ROUTE-36, GAME-06, CALL-30, CALL-65, CONST-09]", async () => {
  const member = await stage.world.player({});
  const { page } = await stage.visit({ token: member.token, expected: [/favicon/], refusals: [404] });
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/games.launch", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto("/rng?gameClassify=ALL");
  await page.getByRole("button", { name: /^Play: Golden Mango/ }).click();
  // A vendor may take its time: until it answers the page says that something is coming.
  await page.getByRole("progressbar", { name: "Loading" }).waitFor();
  answered.resolve();
  await page.getByRole("heading", { name: "Golden Mango", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/seamless");
  await page.getByText("A test vendor's game: its stakes and wins move your balance.").waitFor();
  await page.frameLocator("iframe").getByText("Exact return 96.00 %").waitFor();
  await eventually(() => page.getByRole("progressbar").count()).toBe(0);
  expect(await page.getByRole("navigation", { name: "Side menu" }).count()).toBe(0);
  await page.getByRole("button", { name: "Leave the game" }).click();
  await eventually(() => new URL(page.url()).pathname).toBe("/");
  const asked = page.waitForRequest(/recents\.list\?.*gameType=RNG/);
  await page.goto("/recent?type=RNG");
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
    page: "1",
    pageSize: "20",
    gameType: "RNG",
    language: "EN",
    clientType: "3",
  });
  await page.getByRole("button", { name: /^Play: Golden Mango/ }).waitFor();
  await page.goto("/recent?type=LIVE");
  await page.getByText("You have not played anything yet.").waitFor();
});

test("a cover that does not come is asked for twice, then the default one stands there; a card's style is its number's [ENTITY-35, GAME-19, CONST-39, CONST-17]", async () => {
  const { page } = await stage.visit({ refusals: [404] });
  const asked: string[] = [];
  await page.route(/TCG_GAME_ICONS\/10001\.svg/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 404 });
  });
  await page.goto("/rng?gameClassify=ALL");
  const tile = page.locator("article", { hasText: "Golden Mango" }).first();
  await tile.locator('img[src="/TCG_GAME_ICONS/default.png"]').waitFor();
  expect(asked.length).toBe(2);
  expect(await tile.getAttribute("data-style")).toBe("2");
});
