import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const HOSTS = ["https://img1.laro.example", "https://img2.laro.example"];
const COUNTER = "https://count.laro.example";
const stage = useStage({
  catalogue: true,
  env: { LARO_DOMAINS: "127.0.0.1", LARO_IMAGE_CDN: HOSTS.join(","), LARO_ANALYTICS_ID: "L-1", LARO_ANALYTICS_URL: `${COUNTER}/tag.js` },
});

const COVER = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40"><rect width="30" height="40" fill="#246"/></svg>';

/** Plays the hosts of pictures, of which these are away, and says who was asked for a cover. */
async function playHosts(context: BrowserContext, away: readonly string[] = []): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/TCG_GAME_ICONS\/\d/, (route) => {
    const { origin } = new URL(route.request().url());
    asked.push(origin);
    if (away.includes(origin)) return route.fulfill({ status: 503 });
    return origin === stage.world.address ? route.continue() : route.fulfill({ body: COVER, contentType: "image/svg+xml" });
  });
  return asked;
}

const firstCover = (page: Page) => page.locator("article img").first();
const refuse = async (page: Page) => page.getByRole("button", { name: "No thanks" }).click();

test("covers come from one listed host a visit, from each of them over many, and from no other [SITE-32]", async () => {
  const { page, context } = await stage.visit();
  const asked = await playHosts(context);
  await page.goto("/bgs");
  await refuse(page);
  const drawn = new Set<string>();
  for (let visits = 0; visits < 30 && drawn.size < HOSTS.length; visits++) {
    asked.length = 0;
    await page.reload();
    await firstCover(page).waitFor();
    await settle(page);
    expect(new Set(asked).size).toBe(1);
    expect(HOSTS).toContain(asked[0]);
    drawn.add(asked[0]!);
  }
  expect([...drawn].sort()).toEqual(HOSTS);
});

test("a cover whose host is away comes from the other listed one, and from ourselves when both are [SITE-32]", async () => {
  for (const away of [HOSTS, HOSTS.slice(0, 1), HOSTS.slice(1)]) {
    const { page, context } = await stage.visit({ refusals: [503] });
    const asked = await playHosts(context, away);
    await page.goto("/bgs");
    const shown = away.length === 2 ? stage.world.address : HOSTS.find((host) => !away.includes(host))!;
    await eventually(async () => new URL((await firstCover(page).getAttribute("src"))!, page.url()).origin).toBe(shown);
    await eventually(() => page.evaluate<number>("document.querySelector('article img')?.naturalWidth ?? 0")).toBeGreaterThan(0);
    if (away.length === 2) expect(new Set(asked)).toEqual(new Set([...HOSTS, stage.world.address]));
  }
});

const TAG = "globalThis.told = globalThis.dataLayer.map((order) => [...order]); globalThis.dataLayer.push = (order) => globalThis.told.push([...order]);";

test("a visit is counted only once it was allowed, by its path alone, and no longer when that is taken back [SITE-38]", async () => {
  const { page, context } = await stage.visit({ token: (await stage.world.player()).token });
  await playHosts(context);
  const asked: { url: string; referer: string | undefined }[] = [];
  await context.route(`${COUNTER}/**`, async (route) => {
    asked.push({ url: route.request().url(), referer: (await route.request().allHeaders())["referer"] });
    await route.fulfill({ body: TAG, contentType: "text/javascript" });
  });
  const bar = page.getByRole("region", { name: "Counting of visits" });
  const tag = page.locator("script[data-analytics]");
  await page.goto("/bgs?word=secret");
  await bar.waitFor();
  expect(await bar.getByRole("button").allInnerTexts()).toEqual(["No thanks", "Allow"]);
  const [no, yes] = await Promise.all((await bar.getByRole("button").all()).map((button) => button.getAttribute("class")));
  expect(no).toBe(yes);
  expect(await bar.locator(":checked, :focus").count()).toBe(0);
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page), await tag.count(), asked]).toEqual([[], 0, 0, []]);
  await bar.getByRole("button", { name: "No thanks" }).click();
  await bar.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Counting of visits" }).click();
  expect([await tag.count(), asked]).toEqual([0, []]);
  await bar.getByRole("button", { name: "Allow" }).click();
  await tag.waitFor({ state: "attached" });
  await eventually(() => asked).toEqual([{ url: `${COUNTER}/tag.js?id=L-1`, referer: undefined }]);
  expect(await bar.count()).toBe(0);
  await page.getByRole("banner").getByRole("link", { name: "Promotions" }).click();
  const told = () => page.evaluate<string>("JSON.stringify(globalThis.told ?? [])");
  await eventually(told).toContain(`"page_location":"${stage.world.address}/promotions"`);
  expect(await told()).toContain(`"page_location":"${stage.world.address}/bgs"`);
  expect(await told()).not.toMatch(/secret|account|user_id/);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Counting of visits" }).click();
  await bar.getByRole("button", { name: "No thanks" }).click();
  await bar.waitFor({ state: "detached" });
  await eventually(() => tag.count()).toBe(0);
  expect(asked).toHaveLength(1);
});

test("without an id nobody is asked and nothing is loaded [SITE-38]", async () => {
  const { page, context } = await stage.visit();
  await playHosts(context);
  await page.route("**/api/site.permission*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: object };
    await route.fulfill({ json: { ...answer, value: { ...answer.value, analyticsId: null, analyticsUrl: null } } });
  });
  await page.goto("/bgs");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByText("© 2024").waitFor();
  await settle(page);
  expect([await page.getByText("Counting of visits").count(), await page.getByText("May we count").count()]).toEqual([0, 0]);
  expect(await page.locator("script[data-analytics]").count()).toBe(0);
});

test("an address that is none of ours says so in both languages and shows nothing else [ERR-09]", async () => {
  const { page } = await stage.visit({ refusals: [421] });
  await page.goto(`${stage.world.address.replace("127.0.0.1", "localhost")}/promotions?word=1`);
  await page.getByText(/^The domain check failed: this address is none of ours/).waitFor();
  await page.getByText(/^Hindi pumasa ang domain/).waitFor();
  expect(await page.locator("script, link, img, a").count()).toBe(0);
});
