import { content, type ContentItem } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import { games } from "@laro/contract/games";
import { vendors } from "@laro/contract/vendors";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, popupsClosed, showAllOfHome } from "./acts.ts";
import { bringAnswers } from "./answers.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ content: true, catalogue: true, vendor: true });

const closed = popupsClosed();
const tiles = (page: Page) => page.getByRole("main").locator("li[data-at]");
const totalOf = async (gameType: string, more: object = {}): Promise<number> => (await stage.world.guest().call(games.list, { gameType, ...more })).total;

test("each category's page has a title banner of its own and its games, and says so where there are none; a category without any has no entry [ROUTE-12, ROUTE-13, ROUTE-16, ROUTE-18, ROUTE-20, ENTITY-57, ENTITY-59]", async () => {
  const { page } = await stage.visit({ session: closed });
  const pages = {
    "/sports": ["Sports", "SPORTS"],
    "/esports": ["E-sports", "ESPORTS"],
    "/lott": ["Lottery", "LOTT"],
    "/elott": ["E-lottery", "ELOTT"],
    "/cockfight": ["Cockfight", "COCKFIGHT"],
    "/fish": ["Fishing", "FISH"],
    "/pvp": ["Cards", "PVP"],
  } as const;
  const empty: string[] = [];
  for (const [path, [name, gameType]] of Object.entries(pages)) {
    await page.goto(path);
    const banner = page
      .getByRole("main")
      .locator("header")
      .filter({ has: page.getByRole("heading", { name, level: 1 }) });
    await banner.waitFor();
    const total = await totalOf(gameType);
    if (total === 0) empty.push(path);
    if (total === 0) await page.getByText("There are no games here yet.").waitFor();
    else await eventually(async () => (await tiles(page).first().getAttribute("aria-setsize")) ?? "").toBe(String(total));
    if (path === "/cockfight") {
      const providers = (await tiles(page).allInnerTexts()).map((text) => /\b(DS88|DIG|WGB)\b/.exec(text)?.[1] ?? text);
      expect(providers.toSorted()).toEqual(["DIG", "DS88", "WGB"]);
    }
    const entries = page.getByRole("navigation", { name: "Side menu" });
    await entries.waitFor();
    expect([path, await entries.getByRole("link", { name, exact: true }).count()]).toEqual([path, total === 0 ? 0 : 1]);
  }
  expect(empty).toEqual(["/esports"]);
});

test("of the longest list only the rows near the window are in the page, a jump loads what it shows, and arrow keys lead from tile to tile and on", async () => {
  const { page } = await stage.visit({ width: 1440, height: 900, session: closed });
  await page.goto("/provider?gameClassify=ALL");
  const total = await totalOf("ALL");
  expect(total).toBeGreaterThan(900);
  await tiles(page).first().waitFor();
  await settle(page);
  const [first, second] = [(await tiles(page).nth(0).boundingBox())!, (await tiles(page).nth(6).boundingBox())!];
  const rows = Math.ceil(total / 6);
  const list = page.getByRole("main").locator("ul", { has: page.locator("li[data-at]") });
  // All of it has its height from the first page on.
  expect(Math.abs((await list.boundingBox())!.height - rows * (second.y - first.y))).toBeLessThan(40);
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("games.list") && asked.push(new URL(request.url()).searchParams.get("pageNo")!));
  await page.evaluate(`scrollTo({ top: ${Math.round(first.y + (second.y - first.y) * (rows - 20))}, behavior: "instant" })`);
  await eventually(() => Math.max(0, ...asked.map(Number))).toBeGreaterThan((rows * 6 * 0.8) / 20);
  await eventually(async () => page.locator("li[data-at]:not(:has(article))").count()).toBe(0);
  expect(await tiles(page).count()).toBeLessThanOrEqual(120);
  const at = Number(await tiles(page).nth(30).getAttribute("data-at"));
  const press = page.locator(`li[data-at="${at}"] article > button`);
  await press.focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(`li[data-at="${at + 1}"] article > button:focus`).waitFor();
  for (let step = 1; step <= 12; step++) {
    await page.keyboard.press("ArrowUp");
    await page.locator(`li[data-at="${at + 1 - 6 * step}"] article > button:focus`).waitFor();
  }
  expect(await findAccessFaults(page)).toEqual([]);
});

test("slots of a vendor are a page, any other vendor's games a list over the page, with its tabs, a search and five abreast [GAME-04, GAME-05, POPUP-03, ENTITY-56]", async () => {
  const member = await stage.world.player();
  const { page } = await stage.visit({ width: 1440, height: 900, token: member.token, session: popupsClosed(member.id) });
  await page.goto("/promotions");
  const side = page.getByRole("navigation", { name: "Side menu" });
  await side.getByRole("link", { name: "Slots" }).hover();
  await page.getByRole("group", { name: "Providers: Slots" }).getByRole("link").first().click();
  await page.waitForURL(/\/rng\?vassalage=\w+$/);
  await side.getByRole("link", { name: "Live", exact: true }).hover();
  const vendor = page.getByRole("group", { name: "Providers: Live" }).getByRole("link").first();
  const name = (await vendor.locator("b").innerText()).trim();
  await vendor.click();
  await page.waitForURL(/\/live\?list=\w+$/);
  const dialog = page.getByRole("dialog", { name: `${name} · Live` });
  await dialog.waitFor();
  expect(await dialog.getByRole("tab").allInnerTexts()).toEqual(["New", "Favourites", "All", "Hot", "Recent"]);
  const cards = dialog.locator("article");
  await cards.first().waitFor();
  await settle(page);
  const boxes = await Promise.all((await cards.all()).slice(0, 6).map((card) => card.boundingBox()));
  expect(boxes.filter((box) => Math.abs(box!.y - boxes[0]!.y) < 8)).toHaveLength(Math.min(5, boxes.length));
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  const wanted = await cards.last().getByRole("heading").innerText();
  await dialog.getByLabel("Name of the game").fill(wanted);
  await eventually(() => cards.count()).toBe(1);
  await dialog.getByLabel("Name of the game").fill("no such game");
  await dialog.getByText("There are no games here yet.").waitFor();
  await dialog.getByLabel("Name of the game").fill("");
  await dialog.getByRole("tab", { name: "Favourites" }).click();
  await dialog.getByText("There are no games here yet.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/live");
  await page.goto("/live?list=NOBODY");
  await page.getByRole("heading", { name: "Live", level: 1 }).waitFor();
  await settle(page);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a game in maintenance says so when it is pressed, with other games that are open [ERR-13]", async () => {
  const member = await stage.world.player();
  const { page } = await stage.visit({ token: member.token, session: popupsClosed(member.id), refusals: [503] });
  await page.goto("/rng?vassalage=CQ9");
  const cards = page.getByRole("main").locator("article");
  await cards.first().waitFor();
  const officer = await stage.world.operator("risk");
  const now = stage.world.clock.now().getTime();
  const [from, until] = [now, now + 3_600_000].map((at) => new Date(at).toISOString()) as [string, string];
  await officer.call(vendors.window, { vendorCode: "CQ9", from, until, reason: "Seen by a test." });
  const dialog = page.getByRole("dialog", { name: "This game is in maintenance" });
  await eventually(async () => {
    if ((await dialog.count()) === 0) await cards.first().getByRole("button").first().click({ timeout: 2_000 });
    return dialog.count();
  }).toBe(1);
  await dialog.getByText("Try another one meanwhile.").waitFor();
  await eventually(() => dialog.locator("article").count()).toBe(6);
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
});

/** Gives the first banners of home to a category, as the desk would. */
async function giveBanners(page: Page, gameType: string, count: number): Promise<void> {
  await bringAnswers(page);
  await page.route("**/api/content.announcements*", async (route) => {
    const answer = await route.fetch();
    const said = (await answer.json()) as { value: { list: { type: string; groupName?: string; gameType?: string }[] } };
    const own = said.value.list.filter(({ type, groupName }) => type === "B" && groupName === "w_home").slice(0, count);
    await route.fulfill({ response: answer, json: { ...said, value: { list: own.map((one) => ({ ...one, gameType })) } } });
  });
}

test("tables and matches show one banner at a time, other categories three; each other group has its own place [ENTITY-19, ENTITY-20, CONST-16]", async () => {
  for (const [path, gameType, abreast] of [
    ["/live", "LIVE", 1],
    ["/sports", "SPORTS", 1],
    ["/fish", "FISH", 3],
  ] as const) {
    const { page } = await stage.visit({ width: 1440, height: 900, session: closed });
    await giveBanners(page, gameType, 3);
    await page.goto(path);
    const carousel = page.getByRole("region", { name: "What is on" });
    await carousel.waitFor();
    await settle(page);
    const [track, slide] = [(await carousel.locator("ul").boundingBox())!, (await carousel.locator("li").first().boundingBox())!];
    expect([path, Math.round((track.width + 10) / (slide.width + 10))]).toEqual([path, abreast]);
  }
  const { page } = await stage.visit({ width: 1440, height: 900, session: closed });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Side menu" }).getByRole("img", { name: "A telephone with a star lantern on it" }).click();
  await page.waitForURL("**/download");
  await page.goBack();
  await page.getByRole("main").getByRole("img", { name: "A lit window of shells over the sea" }).waitFor();
});

const PLAYER = "https://www.youtube-nocookie.com/embed/";

test("home shows the operator's videos as posters in the reader's language; only a press loads the player, and only YouTube's [HOME-09, GAME-23, GAME-28, VALID-58, I18N-09, CONST-49]", async () => {
  const officer = await stage.world.operator("marketing");
  const stamp = ({ row, version }: ContentItem) => ({ id: row.id, no: version.no, revision: version.revision });
  const text = (language: string, title: string) => ({ language, title, summary: "", html: "", alt: "", seo: { title: "", description: "" } });
  const detail: Detail = {
    kind: "video",
    urls: { EN: "https://youtu.be/aqz-KE-bpKQ", TY: "https://m.youtube.com/watch?v=YE7VzlLtp-4" },
    pictureId: null,
  };
  expect(await officer.refused(content.create, { code: "video.other", detail: { ...detail, urls: { EN: "https://vimeo.com/1" } } })).toBe(
    "content.video_invalid",
  );
  const empty = await officer.call(content.create, { code: "video.two", detail });
  const texts = [text("EN", "Our film"), text("TY", "Pelikula namin")];
  const { item } = await officer.call(content.save, { ...stamp(empty), detail, texts, startsAt: null, endsAt: null });
  await officer.call(content.publish, { ...stamp(item), reason: "goes on the site" });
  const { page, context } = await stage.visit({ width: 1440, height: 900, session: closed });
  const loaded: string[] = [];
  await context.route("https://www.youtube-nocookie.com/**", (route) => {
    loaded.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<p>The player</p>" });
  });
  await page.goto("/");
  await showAllOfHome(page);
  const poster = page.getByRole("button", { name: "Watch: Our film" });
  await poster.scrollIntoViewIfNeeded();
  await settle(page);
  expect([loaded, await page.locator("iframe").count()]).toEqual([[], 0]);
  expect(await findAccessFaults(page)).toEqual([]);
  await poster.click();
  await page.frameLocator("iframe[title='Our film']").getByText("The player").waitFor();
  expect(loaded.map((url) => url.split("?")[0])).toEqual([`${PLAYER}aqz-KE-bpKQ`]);
  await page.getByRole("banner").getByLabel("Language: English").click();
  await page.getByRole("banner").getByRole("button", { name: "Tagalog" }).click();
  await page.getByRole("button", { name: "Panoorin: Pelikula namin" }).click();
  await eventually(() => loaded.at(-1)).toBe(`${PLAYER}YE7VzlLtp-4?autoplay=1&rel=0&hl=tl`);
});
