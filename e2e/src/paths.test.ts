import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf } from "./acts.ts";
import { findUnfit, findWrongHead, settle } from "./browser.ts";
import { routes } from "./screens.ts";
import { specifiedPaths as paths } from "./specifiedPaths.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();

const HOME = ["/", "/index", "/index.html", "/home"];
/** Where the specification itself leads elsewhere. */
const leadsTo: Readonly<Record<string, string>> = { "/login": "/", "/agentHome": "/agent" };
const needsLogin = ["/member", "/lottery", "/seaLottery", "/vnLottery", "/lottert", "/vnlottery", "/sealottery"];
const opensLogin = ["/login", "/fav", "/favorite", "/recent", ...needsLogin];

test("the routes of the specification are read from its rows", () => {
  expect(paths.length).toBeGreaterThan(35);
  expect(paths).toEqual(expect.arrayContaining(["/", "/index.html", "/live", "/vip", "/pointMall", "/provider", "/seamless", "/vnLottery", "/agentHome"]));
});

test.each(paths)("%s answers a page over HTTP", async (path) => {
  const answer = await fetch(stage.world.address + path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\/html/)]);
  expect(await answer.text()).toContain('<div id="root">');
});

test(
  "every path of the specification is a page of its own for a visitor, and what needs a session ends at the login dialog [ROUTE-37, ROLE-04]",
  { timeout: 300_000 },
  async () => {
    const { page } = await stage.visit();
    for (const path of paths) {
      await page.goto(path);
      if (opensLogin.includes(path)) await page.locator("#loginPopupModal").waitFor();
      await page.getByRole("heading", { includeHidden: true }).first().waitFor();
      expect([path, addressOf(page)]).toEqual([path, needsLogin.includes(path) ? "/" : (leadsTo[path] ?? path)]);
      expect([path, await page.getByText("This page does not exist").count()]).toEqual([path, 0]);
    }
  },
);

/** What every visit of every page looks at. */
const visited = new Set(routes.filter((route) => route.for === "player").map(({ path }) => path));

/** What a page's tab says, which must be what the page says; home alone goes by the site's name. */
async function findWrongTitle(page: Page): Promise<readonly string[]> {
  const title = await page.title();
  if (title === "Laro") return HOME.includes(addressOf(page)) ? [] : ["has no title"];
  const own = title.replace(/ · Laro$/, "");
  const heading = page.getByRole("heading", { name: own, includeHidden: true }).first();
  return heading.waitFor({ state: "attached", timeout: 5_000 }).then(
    () => [],
    () => [`is called ${title}`],
  );
}

test(
  "every path of the specification that no other visit looks at is an accessible page with a title of its own for a member, at 1440 px and at 390 px no wider than the window",
  { timeout: 300_000 },
  async () => {
    const { page } = await stage.visit({ token: (await stage.world.player()).token });
    const faults: string[] = [];
    for (const path of paths.filter((one) => !one.startsWith("/agent") && !visited.has(one))) {
      await page.setViewportSize({ width: 1440, height: 900 });
      const answer = await page.goto(path);
      await settle(page);
      faults.push(...(await findWrongHead(page, answer)).map((fault) => `${path} ${fault}`));
      if ((await page.getByText("This page does not exist").count()) > 0) faults.push(`${path} is no page`);
      faults.push(...(await findWrongTitle(page)).map((fault) => `${path} ${fault}`));
      for (const width of [1440, 390])
        for (const fault of await findUnfit(page, width, { isFurther: width === 390 })) faults.push(`${path} at ${width} px: ${fault}`);
    }
    expect(faults).toEqual([]);
  },
);

test("a page that is not open says so and leads to games, and a game's page has no side menu in any spelling [ROUTE-35, ROUTE-36]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  await page.goto("/vip");
  await page.getByRole("navigation", { name: "Side menu" }).waitFor();
  await page.goto("/seamless");
  await page.getByText("This page is not open yet.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "See the games" }).click();
  await page.getByRole("heading", { name: "In-house", level: 1 }).waitFor();
  for (const path of ["/seamless", "/lottert", "/lottery", "/vnlottery", "/vnLottery", "/sealottery"]) {
    await page.goto(path);
    await page.getByText(path === "/seamless" ? "This page is not open yet." : "Draws with their numbers and results, each proved.").waitFor();
    expect([path, await page.getByRole("navigation", { name: "Side menu" }).count()]).toEqual([path, 0]);
  }
});

test("the list of providers shows the games of the one that is asked for [ROUTE-26]", async () => {
  const { page } = await stage.visit();
  await page.goto("/provider?vassalage=BGS");
  await page.getByRole("heading", { name: "Providers", level: 1 }).waitFor();
  await page.getByText("Mango Rush").first().waitFor();
  await page.goto("/provider?vassalage=NOBODY");
  await page.getByText("There are no games here yet.").waitFor();
});

test("the eight pages that are lists or offers begin with their banner, VIP among them [ROUTE-11, ROUTE-41]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  for (const path of ["/promotions", "/rng", "/fish", "/hot", "/fav", "/provider", "/recent", "/vip"]) {
    await page.goto(path);
    const banner = page
      .getByRole("main")
      .locator("header")
      .filter({ has: page.getByRole("heading", { level: 1 }) });
    await banner.waitFor();
    expect([path, (await banner.boundingBox())!.height >= 100]).toEqual([path, true]);
  }
});
