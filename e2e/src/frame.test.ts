import { resourceTypes } from "@laro/contract/core/contentKinds";
import { site } from "@laro/contract/site";
import { vendors } from "@laro/contract/vendors";
import { setSite } from "@laro/server/testing/site";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addressOf, publishLink as publishLinkIn, showAllOfHome } from "./acts.ts";
import { findAccessFaults, NO_PAGE, readOverflow, scan, settle, until } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true });

const top = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Main menu" });
const side = (page: Page) => page.getByRole("navigation", { name: "Side menu" });
const drop = (page: Page, type: string) => page.getByRole("group", { name: `Providers: ${type}` });

const publishLink = (type: (typeof resourceTypes)[number], name: string, url: string) => publishLinkIn(stage.world, type, name, url);

beforeAll(() => publishLink("SOCIALMEDIA", "Community", "/help#contact"));

test("the menus lead to in-house games, each category with a vendor in its order, and promotions; the side menu has one entry for each, sports apart [NAV-01, NAV-02, NAV-04, LAYOUT-16, LAYOUT-17, LAYOUT-19, LAYOUT-20]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await top(page).getByRole("link", { name: "Live" }).waitFor();
  const categories = ["E-lottery", "Lottery", "Live", "Sports", "Fishing", "Slots", "Cards", "E-sports", "Cockfight"];
  const shown = await top(page).getByRole("link").allInnerTexts();
  const between = shown.slice(2, -1);
  expect([shown[0], shown[1], shown.at(-1)]).toEqual(["Home", "In-house", "Promotions"]);
  expect(between.length).toBeGreaterThan(3);
  expect(between).toEqual(categories.filter((name) => between.includes(name)));
  for (const [name, path] of Object.entries({ Slots: "/rng", Live: "/live", Fishing: "/fish" }))
    expect(await top(page).getByRole("link", { name, exact: true }).getAttribute("href")).toBe(`${path}?gameClassify=ALL`);
  await side(page).getByRole("button", { name: "Social media" }).waitFor();
  const groups = await Promise.all((await side(page).locator("ul").all()).map((group) => group.locator("li").allInnerTexts()));
  expect(groups[0]).toEqual(["Home", "Favourites", "Recent games", "Hot"]);
  expect(groups[1]).toEqual(["In-house", ...between.filter((name) => name !== "Sports")]);
  if (between.includes("Sports")) expect(groups[2]).toEqual(["Sports"]);
  expect(groups.at(-1)).toEqual(["Promotions", "Turntable", "Points mall", "Social media", "Get the app", "Customer service"]);
  for (const [name, path] of Object.entries({ Favourites: "/favorite", "Recent games": "/recent" })) {
    await side(page).getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1, includeHidden: true }).waitFor();
    expect(addressOf(page)).toBe(path);
    await page.locator("#loginPopupModal").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#loginPopupModal").waitFor({ state: "detached" });
  }
});

/** Has the lane of slots bring so many vendors, and no more. */
const bringVendors = (page: Page, count: number) =>
  page.route("**/api/games.vendors*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: { data: { lanes: { title: string; cards: Record<string, object> }[] } } };
    const lane = answer.value.data.lanes.find(({ title }) => title === "RNG")!;
    lane.cards = Object.fromEntries(Object.entries(lane.cards).slice(0, count));
    await route.fulfill({ json: answer });
  });

test.each([
  [10, "normal", 5],
  [11, "large", 6],
] as const)(
  "%d vendors of a type drop from the top menu as a %s menu, by pointer and by key, and go as they came [LAYOUT-28, LAYOUT-29, CONST-54]",
  async (count, size, columns) => {
    const { page } = await stage.visit();
    await bringVendors(page, count);
    await page.goto("/");
    // An entry that moves from under the pointer, as others come before it, is left.
    await settle(page);
    const slots = top(page).getByRole("link", { name: "Slots" });
    await slots.hover();
    const menu = drop(page, "Slots");
    await menu
      .getByRole("link")
      .nth(count - 1)
      .waitFor();
    expect([await menu.getByRole("link").count(), await menu.getAttribute("data-size")]).toEqual([count, size]);
    const tops = await Promise.all((await menu.getByRole("link").all()).map(async (card) => (await card.boundingBox())!.y));
    expect(tops.filter((y) => y === tops[0])).toHaveLength(columns);
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    await page.mouse.move(700, 800);
    await menu.waitFor({ state: "detached" });
    await slots.focus();
    await page.keyboard.press("ArrowDown");
    if (size === "large") {
      await menu.getByLabel("Find a provider").pressSequentially("pg");
      await eventually(() => menu.getByRole("link").allInnerTexts()).toEqual([expect.stringContaining("PG")]);
    } else await menu.getByRole("link").first().and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await slots.and(page.locator(":focus")).waitFor();
    await side(page).getByRole("link", { name: "Slots" }).hover();
    await menu.getByRole("link").nth(1).click();
    await page.waitForURL(/\/rng\?vassalage=/);
    await menu.waitFor({ state: "detached" });
  },
);

test("the side menu has the operator's communities, two codes of 120 px for the app, customer service where it is set, and the languages [LAYOUT-22, LAYOUT-24, LAYOUT-25, LAYOUT-26, CONST-55, SITE-31]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await side(page).getByRole("button", { name: "Social media" }).click();
  const communities = page.getByRole("dialog", { name: "Social media" });
  expect(await communities.getByRole("link", { name: "Community" }).getAttribute("href")).toBe("/help#contact");
  await page.keyboard.press("Escape");
  await side(page).getByRole("button", { name: "Get the app" }).click();
  const app = page.getByRole("dialog", { name: "Get the app" });
  for (const os of ["iOS", "Android"]) {
    const { width, height } = (await app.getByRole("img", { name: `QR code: the app for ${os}` }).boundingBox())!;
    expect([width, height]).toEqual([120, 120]);
  }
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await side(page).getByRole("link", { name: "Customer service" }).getAttribute("href")).toBe("/help#contact");
  expect(await side(page).getByLabel("Language").locator("option").allInnerTexts()).toEqual(["English", "Tagalog"]);
  await page.route("**/api/site.permission*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: { customerService: object } };
    answer.value.customerService = { ...answer.value.customerService, url: "https://chat.laro.example/" };
    await route.fulfill({ json: answer });
  });
  await page.reload();
  const chat = side(page).getByRole("link", { name: "Customer service" });
  expect([await chat.getAttribute("href"), await chat.getAttribute("target")]).toEqual(["https://chat.laro.example/", "_blank"]);
});

test("a link of each kind the operator publishes appears where it belongs: tournaments in the side menu, ways to reach us in the help centre, apps on the download page and, by their names, on home [ENTITY-41, ENTITY-42]", async () => {
  const kinds = resourceTypes.filter((type) => type !== "SOCIALMEDIA");
  const addressFor = (type: string) => `https://example.org/${type.toLowerCase()}`;
  for (const type of kinds) await publishLink(type, type === "Android" || type === "iOS" ? `${type} app` : `Our ${type}`, addressFor(type));
  const { page } = await stage.visit();
  await page.goto("/");
  const tournament = side(page).getByRole("link", { name: "Our TOURNAMENT" });
  expect([await tournament.getAttribute("href"), await tournament.getAttribute("target")]).toEqual([addressFor("TOURNAMENT"), "_blank"]);
  await showAllOfHome(page);
  const app = page.getByRole("region", { name: "Get the app" });
  for (const os of ["Android", "iOS"]) {
    const guide = app.getByRole("link", { name: os });
    await eventually(() => guide.getAttribute("href")).toBe(addressFor(os));
  }
  await page.goto("/download");
  for (const os of ["Android", "iOS"])
    await page
      .getByRole("main")
      .locator(`a[href="${addressFor(os)}"]`)
      .waitFor();
  await page.goto("/help#contact");
  const contact = page.getByRole("dialog").locator("#contact");
  for (const type of kinds.filter((one) => !["TOURNAMENT", "Android", "iOS"].includes(one)))
    expect(await contact.getByRole("link", { name: `Our ${type}` }).getAttribute("href")).toBe(addressFor(type));
});

test("a telephone's camera reads the download address from both codes on home, and that address opens its page [HOME-10]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  const { mainDomain } = await stage.world.guest().call(site.permission, {});
  for (const os of ["iOS", "Android"]) {
    await showAllOfHome(page);
    const code = page.getByRole("region", { name: "Get the app" }).getByRole("img", { name: `QR code: the app for ${os}` });
    const address = await scan(code);
    expect(address).toBe(`https://${mainDomain}/download?os=${os.toLowerCase()}`);
    await page.goto(new URL(address).pathname + new URL(address).search);
    await page.getByRole("main").getByRole("heading", { name: os, level: 2 }).waitFor();
    await page.goBack();
  }
});

test("the page one opens first is of the category HOME, and each other of its own [GAME-14]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  const category = page.locator("main[data-category]");
  expect(await category.getAttribute("data-category")).toBe("HOME");
  expect(await top(page).getByRole("link", { name: "Home" }).getAttribute("aria-current")).toBe("page");
  for (const [name, code] of [
    ["Slots", "RNG"],
    ["Promotions", "PROMO"],
    ["Favourites", "FAV"],
    ["Home", "HOME"],
  ] as const) {
    await side(page).getByRole("link", { name, exact: true }).click();
    await eventually(() => category.getAttribute("data-category")).toBe(code);
  }
});

test("on a telephone Games opens a sheet with the categories and the quick menu, and back closes it [NAV-05]", async () => {
  const { page } = await stage.visit({ width: 390, height: 844, token: (await stage.world.player()).token });
  await page.goto("/promotions");
  await page.getByRole("navigation", { name: "Quick menu" }).getByRole("button", { name: "Games" }).click();
  const sheet = page.getByRole("dialog", { name: "Games" });
  await sheet.getByRole("link", { name: /^Slots\s*\d+ games/ }).waitFor();
  expect(addressOf(page)).toBe("/promotions?sheet=games");
  const quick = sheet.getByRole("navigation", { name: "Kinds of games" }).getByRole("link");
  expect(await quick.allInnerTexts()).toEqual(["Jackpot", "Table games", "Arcade", "Bingo"]);
  expect(await quick.first().getAttribute("href")).toBe("/provider?gameClassify=JP");
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/promotions");
  await page.goto("/bgs?sheet=games");
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(addressOf(page)).toBe("/bgs");
});

test("back leads to the very place and to what was pressed; a new page begins at its name", async () => {
  const { page } = await stage.visit({ motion: true, height: 500, token: (await stage.world.player()).token });
  await page.goto("/bgs");
  const dice = page.getByRole("button", { name: /^Play: Dice/ });
  await dice.waitFor();
  await page.evaluate("scrollTo({ top: 240, behavior: 'instant' })");
  await until(page, "scrollY === 240");
  await dice.dispatchEvent("click");
  await page.getByRole("button", { name: "Roll", exact: true }).waitFor();
  await until(page, "document.activeElement?.tagName === 'H1'");
  await page.goBack();
  await dice.waitFor();
  await until(page, "scrollY === 240");
  await dice.and(page.locator(":focus")).waitFor();
  await page.goForward();
  await page.getByRole("button", { name: "Roll", exact: true }).waitFor();
  await until(page, "scrollY === 0");
});

test("g and a letter go to a page, the question mark lists them, and they can be switched off", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await side(page).getByRole("link", { name: "Hot" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.getByRole("heading", { name: "Providers", level: 1 }).waitFor();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByText("Favourites").waitFor();
  await keys.getByLabel("Shortcuts are on").uncheck();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("?");
  await top(page).getByRole("link", { name: "Slots" }).click();
  await page.getByRole("heading", { name: "Slots", level: 1 }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("an address that is no page offers games beside the way home, and maintenance says until when", async () => {
  const { page } = await stage.visit({ expected: [NO_PAGE] });
  await page.goto("/no-such-page");
  await page.locator("section", { hasText: "Games to try instead" }).locator("article").nth(5).waitFor();
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  const officer = await stage.world.operator("superadmin");
  await setSite(officer, { maintenance: true, until: "2026-12-24T04:30:00.000Z" });
  await page.goto("/");
  await page.getByText(/We mean to be back by Dec 24, 2026, 12:30/).waitFor();
  await setSite(officer, {});
});

test("a member's menu has its entries in their order, a broken picture its drawing, and an agent a way to the agent centre beside deposit and withdraw [LAYOUT-34, ERR-43, LAYOUT-08]", async () => {
  const agent = await stage.world.member({ type: 1 });
  const { page } = await stage.visit({ token: agent.token, refusals: [404] });
  await page.route("**/api/accounts.me*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: { imgUrl: string } };
    answer.value.imgUrl = "/no-such-picture.png";
    await route.fulfill({ json: answer });
  });
  await page.goto("/");
  const header = page.getByRole("banner");
  for (const name of ["Deposit", "Withdraw", "Agent centre"]) await header.getByRole("link", { name, exact: true }).waitFor();
  expect(await header.getByRole("link", { name: "Agent centre" }).getAttribute("href")).toBe("/agentHome");
  await header.locator("svg[role=img]").waitFor();
  await header.getByLabel("Account menu").click();
  const entries = ["Betting record", "Account record", "Profit and loss", "Reward centre", "Messages", "Account security", "Agent centre", "Sign out"];
  expect(
    (
      await header
        .locator("li")
        .filter({ hasText: /record|Profit|Reward|Messages|security|Agent centre|Sign out/ })
        .allInnerTexts()
    ).map((text) => text.replace(/ \(\d+\)/, "")),
  ).toEqual(entries);
  const plain = await stage.visit({ token: (await stage.world.player()).token });
  await plain.page.goto("/");
  await plain.page.getByRole("banner").getByRole("link", { name: "Withdraw" }).waitFor();
  expect(await plain.page.getByText("Agent centre").count()).toBe(0);
});

test("on a telephone the header leaves while one reads on and is back as soon as one turns back", async () => {
  const { page } = await stage.visit({ width: 390, height: 700 });
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  await settle(page);
  const bottom = async () => {
    const box = (await page.getByRole("banner").boundingBox())!;
    return box.y + box.height > 0;
  };
  await page.mouse.wheel(0, 600);
  await eventually(bottom).toBe(false);
  await page.mouse.wheel(0, -120);
  await eventually(bottom).toBe(true);
});

test("a change of language reads hot games, vendors and winners again and tells the server, without a reload and with the way back kept [I18N-04, CALL-53]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  const calls: string[] = [];
  page.on("request", (request) => calls.push(/\/api\/([\w.]+)/.exec(request.url())?.[1] ?? ""));
  await page.goto("/promotions");
  await top(page).getByRole("link", { name: "Home" }).click();
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  await settle(page);
  await page.evaluate("globalThis.isSame = true");
  calls.length = 0;
  const told = page.waitForRequest(/accounts\.setLanguage/);
  await page.getByRole("banner").getByLabel("Language: English").click();
  await page.getByRole("banner").getByRole("button", { name: "Tagalog" }).click();
  expect((await told).method()).toBe("POST");
  await eventually(() => calls).toEqual(expect.arrayContaining(["games.hot", "games.vendors", "winners.board"]));
  await until(page, "document.documentElement.lang === 'tl' && globalThis.isSame === true");
  await page.goBack();
  await until(page, "location.pathname === '/promotions' && globalThis.isSame === true");
});

test("a category is gone from the menu with its last vendor [NAV-03]", async () => {
  const { page } = await stage.visit({ width: 390, height: 844 });
  await page.goto("/bgs?sheet=games");
  const sheet = page.getByRole("dialog", { name: "Games" });
  await sheet.getByRole("link", { name: /^Slots/ }).waitFor();
  const officer = await stage.world.operator("risk");
  const state = (vendorCode: string, to: "paused" | "test") => officer.call(vendors.setState, { vendorCode, state: to, reason: "Seen by a test." });
  const cocks = sheet.getByRole("link", { name: /^Cockfight/ });
  await cocks.waitFor();
  for (const vendorCode of ["DIG", "WGB"]) await state(vendorCode, "paused");
  await eventually(async () => {
    await page.reload();
    await sheet.getByRole("link", { name: /^Slots/ }).waitFor();
    return cocks.count();
  }).toBe(0);
  for (const vendorCode of ["DIG", "WGB"]) await state(vendorCode, "test");
});
