import { content } from "@laro/contract/content";
import type { DetailOf } from "@laro/contract/core/contentKinds";
import { games } from "@laro/contract/games";
import { winners } from "@laro/contract/winners";
import { placeBet } from "@laro/server/testing/bets";
import { settleWinners } from "@laro/server/testing/winners";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addressOf, popupsClosed, showAllOfHome } from "./acts.ts";
import { bringAnswers } from "./answers.ts";
import { findAccessFaults, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ content: true, catalogue: true, vendor: true });

const closed = popupsClosed();
const carousel = (page: Page): Locator => page.getByRole("region", { name: "What is on" });
const leftOf = async (slide: Locator): Promise<number> => (await slide.boundingBox())!.x;

/** Lets the site show so many banners, of those there are. */
async function withBanners(page: Page, count: number): Promise<void> {
  await bringAnswers(page);
  await page.route("**/api/content.announcements*", async (route) => {
    const answer = await route.fetch();
    const said = (await answer.json()) as { value: { list: { type: string; groupName?: string }[] } };
    const own = said.value.list.filter(({ type, groupName }) => type === "B" && groupName === "w_home").slice(0, count);
    await route.fulfill({ response: answer, json: { ...said, value: { list: [...said.value.list.filter(({ type }) => type !== "B"), ...own] } } });
  });
}

test("without a won round there is no strip and the page of winners says so", async () => {
  const { page } = await stage.visit({ session: closed });
  await page.goto("/");
  await showAllOfHome(page);
  await page.getByRole("heading", { name: "Providers" }).waitFor();
  expect(await page.getByRole("region", { name: "Winners" }).count()).toBe(0);
  await page.goto("/winners");
  await page.getByText("No wins to show for this day.").waitFor();
});

test("home holds banners, winners, hot, slots, providers and fishing, up to twelve of each in rows of six and a half with a gap of 16 and arrows from the seventh, in the operator's order [HOME-01, HOME-06, HOME-07, CONST-04, CONST-05, CONST-06, CONST-07, GAME-20, CONST-40, HOME-14, ENTITY-61]", async () => {
  const { page } = await stage.visit({ width: 1440, height: 900, session: closed });
  await page.goto("/");
  await showAllOfHome(page);
  await page.getByRole("heading", { name: "Fishing" }).waitFor();
  await settle(page);
  await carousel(page).waitFor();
  const wanted = ["Slots", "Providers", "Fishing", "How a fair round works"];
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await eventually(async () => (await headings.allInnerTexts()).filter((one) => wanted.includes(one))).toEqual(wanted);
  for (const name of ["Slots", "Providers"]) {
    const row = page.getByRole("main").locator("section", { has: page.getByRole("heading", { name, exact: true }) });
    const slides = row.locator("ul > li");
    await eventually(() => slides.count()).toBe(12);
    const [first, second] = [(await slides.nth(0).boundingBox())!, (await slides.nth(1).boundingBox())!];
    expect(Math.round(second.x - first.x - first.width)).toBe(16);
    const track = await row.locator("ul").evaluate((list) => list.clientWidth);
    expect((track - 8 + 16) / (first.width + 16)).toBeCloseTo(6.5, 1);
    expect(await row.getByRole("button", { name: "Next games" }).count()).toBe(1);
  }
  const providers = await stage.world.guest().call(games.vendors, { platform: "html5-desktop", language: "EN" });
  const nodeOf = new Map(providers.data.lanes.flatMap(({ cards }) => Object.values(cards)).map(({ vassalage, nodeId }) => [vassalage, Number(nodeId)]));
  const tiles = page.locator("main a[data-style][href^='/provider?vassalage=']");
  for (let at = 0; at < (await tiles.count()); at++) {
    const vassalage = new URL((await tiles.nth(at).getAttribute("href"))!, "http://laro").searchParams.get("vassalage")!;
    expect([vassalage, await tiles.nth(at).getAttribute("data-style")]).toEqual([vassalage, String((nodeOf.get(vassalage)! % 9) + 1)]);
  }
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  const brought = page.getByRole("contentinfo").getByLabel("Games by");
  for (const code of "PG EG2 PT JDB CQ9 FC JL BGS".split(" ")) await brought.getByText(code, { exact: true }).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
});

test("of hot matches each card shows title, teams, their pictures and time; four have arrows, three have none, and without one there is no section [HOME-08, ENTITY-40, CONST-11]", async () => {
  const officer = await stage.world.operator("marketing");
  const items = (await officer.call(content.list, { kind: "match" })).list;
  expect(items).toHaveLength(4);
  const { row, version } = await officer.call(content.get, { id: items[0]!.id });
  const drawn = sharp({ create: { width: 400, height: 400, channels: 3, background: "teal" } });
  const { id: pictureId } = await officer.call(content.uploadPicture, { picture: (await drawn.png().toBuffer()).toString("base64"), focusX: 50, focusY: 50 });
  const detail = { ...version.detail, homePictureId: pictureId, awayPictureId: pictureId } as DetailOf<"match">;
  const { item } = await officer.call(content.save, { ...version, id: row.id, detail });
  await officer.call(content.publish, { id: row.id, no: item.version.no, revision: item.version.revision, reason: "goes on the site" });

  const { page } = await stage.visit({ width: 1440, height: 900, session: closed });
  const section = page.getByRole("main").locator("section", { has: page.getByRole("heading", { name: "Hot matches", exact: true }) });
  const open = async () => {
    await page.goto("/");
    await showAllOfHome(page);
    await page.getByRole("heading", { name: "How a fair round works" }).waitFor();
  };
  await open();
  const cards = section.locator("ul > li");
  await eventually(() => cards.count()).toBe(4);
  const first = section.getByRole("link", { name: /^Demo league, match 1/ });
  for (const words of ["Demo league, match 1", "Demo Reds", "Demo Blues"]) await first.getByText(words, { exact: true }).waitFor();
  expect(await first.locator("time").getAttribute("dateTime")).toBe(detail.matchTime);
  await first.scrollIntoViewIfNeeded();
  await eventually(() =>
    first.locator("img").evaluateAll((images) => images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0)),
  ).toEqual([true, true]);
  expect(await cards.nth(1).locator("svg").count()).toBe(2);
  const from = (await first.boundingBox())!.x;
  await section.getByRole("button", { name: "Next matches" }).click();
  await eventually(async () => (await first.boundingBox())!.x < from).toBe(true);
  await section.getByRole("button", { name: "Previous matches" }).click();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);

  const retire = (index: number) => officer.call(content.retire, { id: items[index]!.id, reason: "is off" });
  await retire(3);
  await open();
  await eventually(() => cards.count()).toBe(3);
  expect(await section.getByRole("button").count()).toBe(0);
  await first.focus();
  await page.keyboard.press("Enter");
  await eventually(() => addressOf(page)).toBe("/sports");
  for (const index of [0, 1, 2]) await retire(index);
  await open();
  await page.getByRole("region", { name: "Videos" }).waitFor();
  expect(await section.count()).toBe(0);
});

test("three banners stand still, three abreast with a gap of 10; four move each five seconds, stop for the pointer and for the button, and each leads where it says [CONST-12, CONST-13, CONST-15, ENTITY-18]", async () => {
  const still = await stage.visit({ width: 1440, height: 900, session: closed, motion: true });
  await withBanners(still.page, 3);
  await still.page.goto("/");
  const slides = carousel(still.page).locator("ul > li");
  await slides.nth(2).waitFor();
  const boxes = await Promise.all([0, 1, 2].map((at) => slides.nth(at).boundingBox()));
  for (const [before, after] of [
    [boxes[0]!, boxes[1]!],
    [boxes[1]!, boxes[2]!],
  ] as const)
    expect(Math.round(after.x - before.x - before.width)).toBe(10);
  const { page } = await stage.visit({ width: 1440, height: 900, session: closed, motion: true });
  await withBanners(page, 4);
  await page.goto("/");
  const moving = carousel(page).locator("ul > li");
  await moving.nth(3).waitFor();
  const began = await leftOf(moving.first());
  await page.mouse.move(700, 890);
  await eventually(async () => (await leftOf(moving.first())) < began).toBe(true);
  // What stood still has stood as long by now.
  expect(await leftOf(slides.first())).toBe(boxes[0]!.x);
  expect(await carousel(still.page).getByRole("button", { name: "Stop the banners" }).count()).toBe(0);
  await carousel(page).getByRole("button", { name: "Stop the banners" }).click();
  await carousel(page).getByRole("button", { name: "Let the banners move" }).waitFor();
  await carousel(page).getByRole("button", { name: "Banner 1" }).click();
  await eventually(async () => Math.abs((await leftOf(moving.first())) - began) < 2).toBe(true);
  await carousel(page).getByRole("link", { name: "Check every round yourself" }).click();
  await eventually(() => addressOf(page)).toBe("/help#fair");
});

test("a banner glides to the next within one second, not less [CONST-14]", async () => {
  const { page } = await stage.visit({ width: 1440, height: 900, session: closed, motion: true });
  await withBanners(page, 4);
  await page.goto("/");
  await carousel(page).getByRole("button", { name: "Stop the banners" }).click();
  await carousel(page).getByRole("button", { name: "Banner 1" }).click();
  const slides = carousel(page).locator("ul > li");
  const [first, second] = [(await slides.nth(0).boundingBox())!, (await slides.nth(1).boundingBox())!];
  await settle(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await carousel(page).getByRole("button", { name: "Banner 2" }).click();
  await page.clock.runFor(800);
  expect(first.x - (await leftOf(slides.nth(0)))).toBeLessThan(second.x - first.x - 1);
  await page.clock.runFor(220);
  expect(Math.round(first.x - (await leftOf(slides.nth(0))))).toBe(Math.round(second.x - first.x));
});

test("who won stands in the strip and on its page with the name masked, out of settled rounds alone; a member leaves and is gone [HOME-03, GAME-16, PROD-24, ENTITY-39, CALL-36, CONST-10, CONST-56]", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  await placeBet(stage.world, ann.id, { stake: 10_00n, win: 55_00n });
  await placeBet(stage.world, ann.id, { stake: 10_00n, win: 5_00n });
  await settleWinners(stage.world);
  const read = async () => (await stage.world.guest().call(winners.board, { gameCategory: "ALL", language: "EN", limitNum: 20 })).list;
  // What another visitor was just told may be told once more.
  await eventually(async () => (await read()).length).toBe(1);
  const list = await read();
  expect(list[0]).toEqual({
    customerName: expect.stringMatching(/^.{1,2}\*\*\*.?$/),
    gameName: "Dice",
    gameType: expect.any(String),
    iconUrl: expect.stringMatching(/^\/TCG_GAME_ICONS\//),
    winAmount: 55_00n,
    gameTime: expect.any(String),
    nodeId: "1001",
  });
  const { page } = await stage.visit({
    token: ann.token,
    session: popupsClosed(ann.id),
  });
  await bringAnswers(page);
  const asked = page.waitForRequest("**/api/winners.board*");
  await page.goto("/");
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({ gameCategory: "ALL", language: "EN", limitNum: "20" });
  const strip = page.getByRole("region", { name: "Winners" });
  await strip.waitFor();
  expect(await strip.locator("li").count()).toBe(list.length);
  expect(await strip.innerText()).not.toContain(ann.name);
  // Where it scrolls, the keyboard must reach it.
  await strip.getByRole("link", { name: "Winners" }).focus();
  await page.keyboard.press("Tab");
  await strip.locator("ul:focus").waitFor();
  await strip.getByRole("link", { name: "Winners" }).click();
  await page.getByRole("heading", { name: "Winners", level: 1 }).waitFor();
  await page.getByText("Most rounds lose.").waitFor();
  await page.getByLabel("Leave my wins out of this list").click();
  await page.getByText("No wins to show for this day.").waitFor();
});
