import { content } from "@laro/contract/content";
import { listInput } from "@laro/contract/core/firstInputs";
import { games } from "@laro/contract/games";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { popupsClosed } from "./acts.ts";
import { answersIn, bringAnswers } from "./answers.ts";
import { settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, content: true });

const TELEPHONE = { width: 390, height: 844 } as const;
/** What a guest's home may load by itself on a telephone; kilobytes of 1,000, as they come over the line. */
const REQUESTS_MAX = 30;
const BYTES_MAX = 340_000;
const SCRIPT_BYTES_MAX = 140_000;
const PICTURE_BYTES_MAX = 90_000;
const LIST_MORE_MAX = 60;

const SHIFT_MAX = 0.02;
/** Written as text because it runs in the page: all that moved by itself since it was opened. */
const SHIFTS = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (sum += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})`;

/** The calls a page makes from now on, by their paths. */
function recordCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname + search);
  });
  return calls;
}

interface Loaded {
  readonly type: string;
  readonly bytes: number;
}

/** Everything a page loads from now on. */
async function recordLoads(page: Page): Promise<readonly Loaded[]> {
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const loads: Loaded[] = [];
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => loads.push({ type: types.get(requestId) ?? "", bytes: encodedDataLength }));
  await session.send("Network.enable");
  return loads;
}

const bytesOf = (loads: readonly Loaded[], isMeant: (type: string) => boolean): number =>
  loads.filter(({ type }) => isMeant(type)).reduce((sum, { bytes }) => sum + bytes, 0);

test("a guest's home on a telephone loads at most 340 KB in 30 requests by itself, 140 KB of them script and words, and a list's screen at most 60 KB more", async () => {
  const { page } = await stage.visit({ ...TELEPHONE, session: popupsClosed() });
  const loads = await recordLoads(page);
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  await settle(page);
  const all = bytesOf(loads, () => true);
  expect(loads.length).toBeGreaterThan(10);
  expect(loads.length).toBeLessThanOrEqual(REQUESTS_MAX);
  expect(all).toBeGreaterThan(100_000);
  expect(all).toBeLessThanOrEqual(BYTES_MAX);
  expect(bytesOf(loads, (type) => type === "Script")).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(bytesOf(loads, (type) => type === "Image")).toBeLessThanOrEqual(PICTURE_BYTES_MAX);
  await page.evaluate("history.pushState(null, '', '/rng?gameClassify=ALL')");
  await page.getByRole("main").getByRole("article").first().waitFor();
  await settle(page);
  expect(bytesOf(loads, () => true) - all).toBeLessThanOrEqual(LIST_MORE_MAX * 1_000);
});

test("nothing moves while home, a list and a room come: layout shifts of 0.02 at most", async () => {
  const member = await stage.world.player();
  for (const path of ["/", "/rng?gameClassify=ALL", "/room/DICE"]) {
    const token = path.startsWith("/room") ? member.token : undefined;
    const { page } = await stage.visit({ ...TELEPHONE, token, session: popupsClosed(token === undefined ? "anonymous" : member.id), motion: true });
    await page.goto(path);
    await settle(page);
    const moved = await page.evaluate<number>(SHIFTS);
    expect([path, moved <= SHIFT_MAX, moved]).toEqual([path, true, moved]);
  }
});

test("what a page brings along is asked for by nobody: home, help, a list and a room open with their answers, for guests and for members", async () => {
  const member = await stage.world.player();
  for (const [path, there, brought] of [
    ["/", "In-house", ["site.menu", "content.announcements", "games.list", "games.hot", "jackpots.list", "winners.board"]],
    ["/help", "Help", ["site.menu", "content.announcements", "games.list", "games.hot", "jackpots.list", "winners.board", "content.help"]],
    ["/rng?gameClassify=ALL", "Slots", ["site.menu", "content.announcements", "games.list", "games.vendors"]],
    ["/room/DICE", "Dice", ["site.menu", "content.announcements", "games.room"]],
  ] as const)
    for (const token of [undefined, member.token]) {
      if (path.startsWith("/room") && token === undefined) continue;
      const { page } = await stage.visit({ ...TELEPHONE, token, session: popupsClosed(token === undefined ? "anonymous" : member.id) });
      const calls = recordCalls(page);
      const answer = await page.goto(path);
      await page.getByRole("heading", { name: there }).first().waitFor();
      await settle(page);
      const answers = answersIn(await answer!.text());
      expect([path, [...new Set(Object.keys(answers).map((one) => one.slice("/api/".length).split("?")[0]))].toSorted()]).toEqual([
        path,
        [...brought].toSorted(),
      ]);
      expect([path, calls.filter((one) => one in answers)]).toEqual([path, []]);
      expect(calls.filter((one) => one.startsWith("/api/site.permission"))).toHaveLength(1);
    }
});

test.each([
  ["no data at all", "{not data"],
  ["another shape", '{"/api/site.menu":{"success":true,"value":{"top":1}},"/api/games.list?gameType=BGS&pageSize=12":null}'],
  ["a refusal", '{"/api/site.menu":{"success":false,"message":"server.busy","text":"Busy","value":{},"requestId":"1"}}'],
])("answers that are %s break no page: it asks for itself", async (_, answers) => {
  const { page } = await stage.visit({ ...TELEPHONE, session: popupsClosed() });
  await bringAnswers(page, answers);
  const calls = recordCalls(page);
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  await page.getByRole("region", { name: "What is on" }).waitFor();
  expect(calls.map((one) => one.split("?")[0])).toEqual(expect.arrayContaining(["/api/site.menu", "/api/games.list", "/api/content.announcements"]));
});

test("an answer in another language is never taken for one's own", async () => {
  const { page } = await stage.visit({ ...TELEPHONE, session: popupsClosed() });
  const calls = recordCalls(page);
  await page.goto("/");
  await page.getByRole("region", { name: "What is on" }).waitFor();
  await page.evaluate("localStorage.setItem('language', 'TY')");
  // The cookie that tells the server is another one's: the page comes in English.
  await page.reload();
  await page.getByRole("region", { name: "Ano’ng meron" }).waitFor();
  await eventually(() => calls.some((one) => one.startsWith("/api/content.announcements") && one.endsWith("language=TY"))).toBe(true);
});

test("what changed since the page was made is shown by the next page at once", async () => {
  const officer = await stage.world.operator("marketing");
  const { page } = await stage.visit({ ...TELEPHONE, session: popupsClosed() });
  await page.goto("/");
  const carousel = page.getByRole("region", { name: "What is on" });
  await carousel.waitFor();
  const slide = carousel.getByRole("listitem").first();
  const shown = (await slide.locator("span.font-display").innerText()).trim();
  const { list } = await officer.call(content.list, { kind: "banner" });
  const banner = list.find(({ title }) => title === shown)!;
  await officer.call(content.retire, { id: banner.id, reason: "it is over" });
  await page.reload();
  await carousel.waitFor();
  expect(await slide.innerText()).not.toContain(shown);
});

/** So many files a room may come in beside the shell; each small one weighs more in headers than in script. */
const ROOM_FILES_MAX = 30;

test("the head of a room names the files of its game, whichever it is, and they are few", async () => {
  const { page } = await stage.visit();
  const pages = [1, 2].map((pageNo) => stage.world.guest().call(games.list, listInput({ gameType: "BGS" }, { merchant: "laro", language: "EN", pageNo })));
  // Lotteries and card rooms have pages of their own.
  const list = (await Promise.all(pages)).flatMap((answer) => answer.list).filter(({ gameType }) => !["LOTT", "ELOTT", "PVP"].includes(gameType));
  const named = await Promise.all(
    list.map(async ({ gameCode }) => {
      const html = await (await page.request.get(`/room/${gameCode}`)).text();
      return { gameCode, files: [...html.matchAll(/modulepreload"[^>]*href="([^"]+)"/g)].map(([, file]) => file!) };
    }),
  );
  const [first] = named;
  const common = first!.files.filter((file) => named.every(({ files }) => files.includes(file)));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ files }) => files.length > ROOM_FILES_MAX)).toEqual([]);
  expect(named.filter(({ files }) => files.length === common.length).map(({ gameCode }) => gameCode)).toEqual([]);
});

test("an address that opens a dialog over home names the dialog's files in its head", async () => {
  const filesOf = async (path: string): Promise<readonly string[]> => {
    const { page } = await stage.visit({ session: popupsClosed() });
    const html = await (await page.request.get(path)).text();
    return [...html.matchAll(/modulepreload"[^>]*href="([^"]+)"/g)].map(([, file]) => file!);
  };
  const home = await filesOf("/");
  for (const path of ["/help", "/login", "/register"]) {
    const more = (await filesOf(path)).filter((file) => !home.includes(file));
    const { page } = await stage.visit({ session: popupsClosed() });
    const loaded: string[] = [];
    page.on("response", (answer) => loaded.push(new URL(answer.url()).pathname));
    await page.goto(path);
    await page.getByRole("dialog").waitFor();
    await settle(page);
    expect([path, more.length > 3, more.filter((file) => !loaded.includes(file))]).toEqual([path, true, []]);
  }
});
