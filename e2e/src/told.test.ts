import { games } from "@laro/contract/games";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, enterBackOffice, popupsClosed } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ content: true, catalogue: true, vendor: true });

const closed = popupsClosed();
const OFFLINE = "Network link abnormal, please retry.";
const SLOW = "The page took longer to load, please check your network.";
const DISCONNECTED = [/ERR_INTERNET_DISCONNECTED/];
/** A page's part may take two minutes to come (CONST-45). */
const LOAD_TIMEOUT_MS = 120_000;

const promotions = (page: Page) => page.getByRole("navigation", { name: "Side menu" }).getByRole("link", { name: "Promotions" });
const alerts = (page: Page) => page.getByRole("main").getByRole("alert");

test("a page opened without connection says that the network is abnormal, and the retry opens it [ERR-06]", async () => {
  const { page, context } = await stage.visit({ session: closed, expected: DISCONNECTED });
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  await context.setOffline(true);
  await page.getByRole("banner").getByLabel("Language: English").click();
  await page.getByRole("banner").getByRole("button", { name: "Tagalog" }).click();
  await page.getByText(OFFLINE).waitFor();
  await promotions(page).click();
  await alerts(page).getByText(OFFLINE).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await context.setOffline(false);
  await alerts(page).getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
  // A dialog that did not come leaves the page as it is.
  await context.setOffline(true);
  await page.getByRole("banner").getByRole("button", { name: "Log in" }).click();
  await page.getByRole("alert").getByText(OFFLINE).waitFor();
  expect(await page.getByRole("heading", { name: "Promotions", level: 1 }).count()).toBe(1);
  await context.setOffline(false);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.getByRole("banner").getByRole("button", { name: "Log in" }).click();
  await page.locator("#loginPopupModal").waitFor();
});

test("a room of no game is no page, and offers games that are", async () => {
  const { token } = await stage.world.player({});
  const { page } = await stage.visit({ token, session: closed, refusals: [404] });
  await page.goto("/room/NOPE");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("404").waitFor();
  expect(await page.getByRole("button", { name: /^Play: / }).count()).toBeGreaterThan(0);
  expect(await page.getByRole("complementary", { name: "About this game" }).count()).toBe(0);
});

test("rules that do not come are told, and the game they belong to stays [ERR-06]", async () => {
  const { token } = await stage.world.player({ balance: 1_000_00n });
  const { page, context } = await stage.visit({ token, session: closed, expected: [...DISCONNECTED, /dynamically imported module/] });
  await page.goto("/room/DICE");
  const roll = page.getByRole("button", { name: "Roll", exact: true });
  await roll.waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Rules" }).click();
  await page.getByText(OFFLINE).waitFor();
  expect(await roll.count()).toBe(1);
  expect(await page.getByText("This part of the page failed to load.").count()).toBe(0);
});

test("a page of the console whose file does not come says so in its own place: the console stands, and the retry opens it", async () => {
  const officer = await stage.world.operator("superadmin");
  const { page, context } = await stage.visit({ expected: [/dynamically imported module/, /ERR_FAILED/] });
  const [there, isScript] = [new Set<string>(), /\/assets\/.*\.js$/];
  let isGone = false;
  await context.route(isScript, (route, request) => {
    if (isGone && !there.has(request.url())) return route.abort();
    there.add(request.url());
    return route.continue();
  });
  await page.goto("/console/withdrawals");
  await enterBackOffice(page, officer);
  await page.getByRole("heading", { level: 1 }).waitFor();
  isGone = true;
  const side = page.getByRole("navigation", { name: "Console menu" });
  // The page is loaded anew by itself once, as after a release.
  await side.getByRole("link", { name: "Staff", exact: true }).click();
  await page.getByRole("main").getByRole("alert").getByText("This part of the page failed to load.").waitFor();
  expect(await side.count()).toBe(1);
  isGone = false;
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("main").getByRole("alert").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test("a part that never comes fails after two minutes, not before, and says that the page took longer [ERR-07, ERR-44, CONST-45]", async () => {
  const { page, context } = await stage.visit({ session: closed });
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  let [held, isHeld] = [0, true];
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    if (!isHeld) return route.continue();
    held++;
  });
  await promotions(page).click();
  await eventually(() => held).toBeGreaterThan(0);
  await page.getByRole("main").getByRole("progressbar").waitFor();
  await page.clock.fastForward(LOAD_TIMEOUT_MS - 5_000);
  expect(await alerts(page).count()).toBe(0);
  await page.clock.fastForward(5_000);
  await alerts(page).getByText(SLOW).waitFor();
  isHeld = false;
});

test("a game that never says it is ready is given up after two minutes in the same words [ERR-07, CONST-45]", async () => {
  const { page, context } = await stage.visit({ session: closed });
  const { route } = await stage.world.guest().call(games.tryDemo, { nodeId: "10001" });
  await page.clock.install();
  let asked = 0;
  await context.route(/\/play\b/, () => void asked++);
  // A frame that stands there before its page has loaded keeps it from ever having.
  await page.goto(route, { waitUntil: "domcontentloaded" });
  await eventually(() => asked).toBe(1);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  await page.clock.fastForward(LOAD_TIMEOUT_MS - 5_000);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.clock.fastForward(5_000);
  await page.getByText(SLOW).waitFor();
});

test("a game that stands in no frame opens in a window of its own; a window the browser blocks says to allow it and try again [ERR-10]", async () => {
  await stage.world.vendor!.order("own-window");
  const { page, context } = await stage.visit({ session: closed, expected: [/favicon/], refusals: [404] });
  const { route } = await stage.world.guest().call(games.tryDemo, { nodeId: "10001" });
  await page.goto(route);
  await page.getByText("This game opens in a window of its own.").waitFor();
  await page.evaluate("window.openAllowed = window.open; window.open = () => null");
  const open = page.getByRole("button", { name: "Open the game" });
  await open.click();
  await page.getByText("The browser blocked the window. Allow popups for this site and try again.").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);
  await page.evaluate("window.open = window.openAllowed");
  const [game] = await Promise.all([context.waitForEvent("page"), open.click()]);
  await page.getByText("The game is open in a window of its own.").waitFor();
  await game.getByText("Test vendor").waitFor();
  expect(await game.evaluate("window.opener")).toBeNull();
});

test("what fails at the server without a code of its own is an unknown error with the request id, and never what broke [ERR-08]", async () => {
  const member = await stage.world.player();
  const { page } = await stage.visit({ token: member.token, session: popupsClosed(member.id), refusals: [500] });
  await page.goto("/rng?vassalage=PT");
  const press = page.getByRole("main").locator("article").first().getByRole("button").first();
  await press.waitFor();
  await asOwner(stage.world.open.url, "alter table launch rename to launch_away");
  const [refused] = await Promise.all([page.waitForResponse(/games\.launch/), press.click()]);
  await page.getByText("Unknown error. Please try again, and tell us the request id if it stays.").waitFor();
  await asOwner(stage.world.open.url, "alter table launch_away rename to launch");
  expect(await refused.text()).not.toMatch(/launch_|relation|sql/i);
  await press.click();
  await page.waitForURL(/\/seamless\?launch=/);
});

test("going to the page one is on already changes nothing and raises nothing [ERR-45]", async () => {
  const { page } = await stage.visit({ session: closed });
  await page.goto("/promotions");
  await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
  await page.getByRole("navigation", { name: "Side menu" }).getByRole("link", { name: "Slots" }).click();
  await page.getByRole("heading", { name: "Slots", level: 1 }).waitFor();
  await promotions(page).dblclick();
  await promotions(page).click();
  await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
  await page.evaluate("for (const way of ['/promotions', '/rng', '/promotions', '/promotions']) history.pushState(null, '', way)");
  await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
  expect(addressOf(page)).toBe("/promotions");
});

test("an address that is copied is said to be copied, and is what the clipboard holds [ERR-39]", async () => {
  const { page, context } = await stage.visit({ session: closed });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/game/10001");
  await page.getByRole("main").getByRole("button", { name: "Share" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(`${new URL(page.url()).origin}/game/10001`);
});

test("whoever logs in has one live socket, and it closes when they leave [LAYOUT-36]", async () => {
  const { id, token } = await stage.world.player();
  const { page } = await stage.visit({ session: { ...closed, ...popupsClosed(id) } });
  const open = new Set<string>();
  page.on("websocket", (socket) => {
    open.add(socket.url());
    socket.on("close", () => open.delete(socket.url()));
  });
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  expect(open.size).toBe(0);
  await page.evaluate(`sessionStorage.setItem("token", ${JSON.stringify(token)})`);
  await page.reload();
  await eventually(() => open.size).toBe(1);
  expect([...open][0]).toMatch(/^ws:\/\/[^/]+\/api\/live\?ticket=/);
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog", { name: "Do you want to sign out?" }).getByRole("button", { name: "Sign out" }).click();
  await eventually(() => open.size).toBe(0);
});
