import { settings } from "@laro/contract/settings";
import { site } from "@laro/contract/site";
import type { Person } from "@laro/server/testing/person";
import { setSite } from "@laro/server/testing/site";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { readStore } from "./acts.ts";
import { makeDicePopular } from "./stage.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const reason = "Seen by a test.";
let officer: Person;

beforeAll(async () => {
  officer = await stage.world.operator("superadmin");
});
afterEach(() => setSite(officer, {}));

const PERMISSION = "**/api/site.permission*";

/** Every call a page makes from now on, in order, by its name. */
function recordCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/api\/([\w.]+)/.exec(request.url()) ?? [];
    if (name !== undefined) calls.push(name);
  });
  return calls;
}

const root = (page: Page) => page.locator("#root");

test("the permission data is fetched once and before every other call [SITE-19]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  const calls = recordCalls(page);
  await page.goto("/");
  await page.getByLabel("Account menu").waitFor();
  await eventually(() => calls).toEqual(expect.arrayContaining(["accounts.me", "wallet.balance", "recents.list"]));
  expect(calls[0]).toBe("site.permission");
  expect(calls.filter((name) => name === "site.permission")).toHaveLength(1);
});

test("in maintenance the site is one page that says so and shows the popular games [SITE-24, SITE-25, ERR-12]", async () => {
  await makeDicePopular(stage.world);
  await setSite(officer, { maintenance: true });
  const { page } = await stage.visit();
  await page.goto("/promotions");
  await page.getByRole("heading", { name: "We are down for maintenance" }).waitFor();
  await page.getByText("The site is being looked after and will be back soon.").waitFor();
  const games = page.locator("section", { hasText: "Popular games you can play when we are back" });
  await games.getByText("Mango Rush").first().waitFor();
  expect(await page.getByRole("button", { name: "Log in" }).count()).toBe(0);
});

test("from a closed region the site is one page that names the visitor's address [SITE-26, SITE-27, ERR-11]", async () => {
  await setSite(officer, { regionRestriction: true });
  const { page, ip } = await stage.visit();
  await page.goto("/");
  await page.getByRole("heading", { name: "This site is not available where you are" }).waitFor();
  await page.getByText("Access from your region is restricted.").waitFor();
  await page.getByText(ip, { exact: true }).waitFor();
  expect(await page.getByRole("region", { name: "Customer service" }).getByRole("link").getAttribute("href")).toBe("mailto:help@laro.example");
  expect(await page.title()).toBe("This site is not available where you are · Laro");
});

test("maintenance goes before a closed region, and with neither the site is open [SITE-20, SITE-22, SITE-23]", async () => {
  const { page } = await stage.visit();
  await setSite(officer, { maintenance: true, regionRestriction: true });
  await page.goto("/");
  await page.getByRole("heading", { name: "We are down for maintenance" }).waitFor();
  await setSite(officer, { regionRestriction: true });
  await page.reload();
  await page.getByRole("heading", { name: "This site is not available where you are" }).waitFor();
  await setSite(officer, {});
  await page.reload();
  await page.getByRole("button", { name: "Register" }).waitFor();
});

test("a status nobody knows shows nothing and is reported [SITE-21]", async () => {
  const visit = await stage.visit({ expected: [/Unknown system status 3/] });
  await visit.page.route(PERMISSION, async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: object };
    await route.fulfill({ json: { ...answer, value: { ...answer.value, systemStatus: 3 } } });
  });
  await visit.page.goto("/");
  await eventually(() => visit.expectedSeen.length).toBe(1);
  expect(await root(visit.page).innerText()).toBe("");
});

test("a flag an officer changes changes the site at the next load [SITE-01, SITE-16]", async () => {
  const { page } = await stage.visit();
  const banner = page.getByRole("heading", { name: "Every round you can check yourself" });
  await page.goto("/");
  await banner.waitFor();
  await officer.call(settings.setFlag, { modId: "banners", enabled: false, reason });
  await page.reload();
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  expect(await banner.count()).toBe(0);
  await officer.call(settings.setFlag, { modId: "banners", enabled: true, reason });
});

test("the merchant code is kept in both stores of the browser [SITE-35]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await page.getByRole("button", { name: "Register" }).waitFor();
  const { merchantCode } = await stage.world.guest().call(site.permission, {});
  expect((await readStore(page, "sessionStorage"))["merchantCode"]).toBe(merchantCode);
  expect((await readStore(page, "localStorage"))["merchantCode"]).toBe(merchantCode);
});

test("the permission data holds the feature tree, the register rules, the brand's addresses and the visitor's place [SITE-28, SITE-29, SITE-30, SITE-33, SITE-34, SITE-36, ENTITY-45, ENTITY-53, CALL-22]", async () => {
  const permission = await stage.world.guest().call(site.permission, {});
  for (const group of permission.whitelabel) {
    expect(group).toMatchObject({ modId: expect.any(String), enabled: expect.any(Boolean), childrenNodes: expect.any(Array) });
    expect(group.childrenNodes.length).toBeGreaterThan(0);
  }
  expect(permission.registerRules.length).toBeGreaterThan(2);
  for (const rule of permission.registerRules)
    expect(rule).toMatchObject({
      acceptedPattern: expect.any(String),
      minLength: expect.any(Number),
      maxLength: expect.any(Number),
      patternId: expect.any(Number),
    });
  expect(permission).toMatchObject({ resources: expect.any(Array), domainRoute: expect.any(String), mainDomain: expect.any(String) });
  expect(permission).toHaveProperty("analyticsId");
  expect(permission).toMatchObject({
    platform: "WEB",
    merchantCode: expect.stringMatching(/./),
    lotteryType: "SEA",
    languages: ["EN", "TY"],
    defaultLanguage: "EN",
  });
  expect(permission).toMatchObject({ location: { ip: expect.any(String) }, maintenance: false, regionRestriction: false });
});
