import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { addressOf, enterBackOffice, PASSWORD, playRound } from "./acts.ts";
import { NO_PAGE, until } from "./browser.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();
const AGENT = 1;

const AT_REST = "window.scrollY === 0";

test("home has four addresses [ROUTE-01]", async () => {
  const { page } = await stage.visit();
  for (const path of ["/", "/index", "/index.html", "/home"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Every round you can check yourself" }).waitFor();
  }
});

test("/login ends at home with the login dialog open [ROUTE-02, POPUP-02]", async () => {
  const { page } = await stage.visit();
  await page.goto("/login");
  await page.locator("#loginPopupModal").waitFor();
  await page
    .getByRole("button", { name: /demoplayer/ })
    .getByText("Payment password: 246810")
    .waitFor();
  expect(addressOf(page)).toBe("/");
  expect(await page.getByRole("heading", { name: "Every round you can check yourself", includeHidden: true }).count()).toBe(1);
});

test("/register shows home with the register dialog open, and the login dialog leads to it [ROUTE-03, POPUP-17]", async () => {
  const { page } = await stage.visit();
  await page.goto("/register");
  await page.locator("#registerPopupModal").waitFor();
  expect(await page.getByRole("heading", { name: "Every round you can check yourself", includeHidden: true }).count()).toBe(1);
  await page.goto("/login");
  await page.locator("#loginPopupModal").getByRole("button", { name: "Register" }).click();
  await page.locator("#registerPopupModal").waitFor();
  expect(await page.locator("#loginPopupModal").count()).toBe(0);
});

test("the agent page has a login form and neither the player's header nor its footer [ROUTE-04]", async () => {
  const { page } = await stage.visit();
  await page.goto("/agent");
  await page.getByRole("heading", { name: "Agent login" }).waitFor();
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await page.getByRole("contentinfo").count()).toBe(0);
});

test("an agent who logs in at /agent arrives in the agent center [ROUTE-05, ROUTE-42]", async () => {
  const agent = await stage.world.member({ type: AGENT });
  const { page } = await stage.visit();
  await page.goto("/agent");
  await enterBackOffice(page, agent);
  await page.getByRole("heading", { name: "Team overview" }).waitFor();
  expect(addressOf(page)).toBe("/agentHome");
});

test("a visitor and a plain member who open /agentHome are sent back to /agent [ROUTE-06]", async () => {
  const { token } = await stage.world.player();
  for (const who of [await stage.visit(), await stage.visit({ token })]) {
    await who.page.goto("/agentHome");
    await who.page.getByRole("heading", { name: "Agent login" }).waitFor();
    expect(addressOf(who.page)).toBe("/agent");
  }
});

test("a plain member is refused at /agent and has no session afterwards [ROLE-12]", async () => {
  const { name } = await stage.world.player();
  const { page } = await stage.visit({ refusals: [403] });
  await page.goto("/agent");
  await enterBackOffice(page, { name, password: PASSWORD });
  await page.getByText("Non-agents cannot log in.").waitFor();
  await page.goto("/member");
  await page.locator("#loginPopupModal").waitFor();
});

test("/member is the member center, over the page it was opened from [ROUTE-07, LAYOUT-37]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  await page.goto("/promotions");
  await page.getByLabel("Account menu").click();
  await page.getByRole("link", { name: "Betting record" }).click();
  await page.getByRole("dialog", { name: "Betting record" }).waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("dialog", { name: "Overview" }).waitFor();
  expect(addressOf(page)).toBe("/member");
  await page.getByRole("button", { name: "Close member centre" }).click();
  await page.getByRole("heading", { name: "Promotions" }).waitFor();
});

test("the member centre leaves the page below it as it was: its list, its place, and a round just told [LAYOUT-37]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player({ balance: 100_00n })).token, height: 500 });
  await page.goto("/bgs?gameClassify=RNG");
  await page.getByText("Mango Rush").first().waitFor();
  // At once: a wheel glides, and a place read on the way is none.
  await page.evaluate("scrollTo({ top: 200, behavior: 'instant' })");
  const place = await page.evaluate<number>("scrollY");
  expect(place).toBeGreaterThan(100);
  await page.getByLabel("Account menu").click();
  // Not by the mouse: before a press that it must repeat, the driver scrolls the page itself.
  await page.getByRole("link", { name: "Betting record" }).dispatchEvent("click");
  await page.getByRole("dialog", { name: "Betting record" }).waitFor();
  expect(await page.getByRole("heading", { name: "In-house", level: 1, includeHidden: true }).count()).toBe(1);
  expect(await page.locator("article", { hasText: "Mango Rush" }).count()).toBeGreaterThan(0);
  expect(await page.locator("article", { hasText: "Dice" }).count()).toBe(0);
  expect(await page.evaluate<number>("window.scrollY")).toBe(place);
  await page.getByRole("button", { name: "Close member centre" }).click();
  await page.getByRole("heading", { name: "In-house", level: 1 }).waitFor();
  expect(await page.evaluate<number>("window.scrollY")).toBe(place);
  expect(addressOf(page)).toBe("/bgs?gameClassify=RNG");

  await page.goto("/room/DICE");
  await playRound(page, "Roll");
  await page.getByLabel("Account menu").click();
  await page.getByRole("link", { name: "Account security" }).click();
  await page.getByRole("dialog", { name: "Account security" }).waitFor();
  await page.getByRole("button", { name: "Close member centre" }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /No win this time|You win|Returned/ })
    .first()
    .waitFor();
});

test("without a session, what needs one ends at the login dialog over home [ROUTE-37, LAYOUT-35]", async () => {
  const { page } = await stage.visit();
  for (const path of ["/member", "/member/withdraw", "/room/DICE"]) {
    await page.goto(path);
    await page.locator("#loginPopupModal").waitFor();
    expect(addressOf(page)).toBe("/");
    expect(await page.getByRole("dialog", { name: /Overview|Withdraw/ }).count()).toBe(0);
  }
});

test("a change of route glides to the top and no loader stays; a change of the query moves nothing [ROUTE-38, ROUTE-39, CONST-44]", async () => {
  const { page } = await stage.visit({ motion: true, height: 420 });
  await page.goto("/");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByText("© 2024").scrollIntoViewIfNeeded();
  expect(await page.evaluate<boolean>(AT_REST)).toBe(false);
  await page.getByRole("navigation", { name: "Main menu" }).first().getByRole("link", { name: "In-house" }).click();
  await page.getByRole("heading", { name: "In-house", level: 1 }).waitFor();
  await until(page, AT_REST);
  expect(await page.getByRole("progressbar").count()).toBe(0);
  const kind = page.getByRole("button", { name: "Slots" });
  await kind.waitFor();
  await until(page, "document.documentElement.scrollHeight > innerHeight + 120");
  await page.mouse.wheel(0, 120);
  await until(page, "window.scrollY > 60");
  await kind.click();
  await page.waitForURL(/gameClassify=RNG/);
  expect(await page.evaluate<boolean>(AT_REST)).toBe(false);
});

test("a hash in the address brings its element into view [ROUTE-40]", async () => {
  const { page } = await stage.visit({ height: 420 });
  await page.goto("/#limits");
  const target = page.getByRole("heading", { name: "Play stays play" });
  await target.waitFor();
  await until(page, "document.getElementById('limits').getBoundingClientRect().top < innerHeight");
});

test("lists of games have a page with a title banner each, narrowed by their queries [ROUTE-19, ROUTE-21, ROUTE-22, ROUTE-25]", async () => {
  const { page } = await stage.visit();
  for (const [path, title] of [
    ["/rng", "Slots"],
    ["/bgs", "In-house"],
    ["/hot", "Hot"],
    ["/fish", "Fishing"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  }
  await page.goto("/bgs");
  await page.getByText("Dice", { exact: true }).first().waitFor();
  await page.goto("/bgs?gameClassify=RNG");
  await page.getByText("Mango Rush").first().waitFor();
  expect(await page.locator("main").getByText("Dice", { exact: true }).count()).toBe(0);
  await page.goto("/bgs?vassalage=NOBODY");
  await page.getByText("There are no games here yet.").waitFor();
});

test("the side menu is hidden in a game room and shown elsewhere", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  await page.goto("/room/DICE");
  await page.getByRole("button", { name: "Roll", exact: true }).waitFor();
  expect(await page.getByRole("navigation", { name: "Side menu" }).count()).toBe(0);
  await page.goto("/promotions");
  await page.getByRole("navigation", { name: "Side menu" }).waitFor();
});

test("an address that is no page says so and leads home", async () => {
  const { page } = await stage.visit({ expected: [NO_PAGE] });
  await page.goto("/no-such-page");
  await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Back to home" }).click();
  await page.getByRole("heading", { name: "Every round you can check yourself" }).waitFor();
  expect(addressOf(page)).toBe("/");
});

/** What a caller is answered that says what compression it takes, or says nothing of it, as the simplest programs do. */
async function statusOf(path: string, headers: Record<string, string>): Promise<string> {
  const [answer] = (await once(request(stage.world.address + path, { headers }).end(), "response")) as [IncomingMessage];
  answer.resume();
  return `${answer.statusCode} ${answer.headers["content-type"]?.split(";")[0] ?? ""}`.trim();
}

test.each<[string, Record<string, string>]>([
  ["without compression", {}],
  ["with compression", { "accept-encoding": "gzip, br" }],
])("every site answers its page %s, and neither files that are not there nor any outside of it", async (_name, headers) => {
  for (const path of ["/", "/console", "/console/", "/agent", "/agent/", "/agentHome"])
    expect([path, await statusOf(path, headers)]).toEqual([path, "200 text/html"]);
  expect(await statusOf("/no-such-page", headers)).toBe("404 text/html");
  for (const path of ["/assets/nothing.js", "/.env", "/..%2f..%2fpackage.json", "/console/..%2f..%2f..%2fpackage.json"])
    expect([path, await statusOf(path, headers)]).toEqual([path, "404"]);
});
