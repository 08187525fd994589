import { sessions } from "@laro/contract/sessions";
import { playerPaths } from "@laro/contract/core/paths";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf } from "./acts.ts";
import { findAccessFaults, readOverflow, settle, until } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true });

const top = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Main menu" });
const side = (page: Page) => page.getByRole("navigation", { name: "Side menu" });
const drop = (page: Page, type: string) => page.getByRole("group", { name: `Providers: ${type}` });

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
  const groups = await Promise.all((await side(page).locator("ul").all()).map((group) => group.locator("li").allInnerTexts()));
  expect(groups[0]).toEqual(["Home", "Favourites", "Recent games", "Hot"]);
  expect(groups[1]).toEqual(["In-house", ...between.filter((name) => name !== "Sports")]);
  if (between.includes("Sports")) expect(groups[2]).toEqual(["Sports"]);
  expect(groups.at(-1)).toEqual(["Promotions", "Social media", "Get the app", "Customer service"]);
  for (const [name, path] of Object.entries({ Favourites: "/favorite", "Recent games": "/recent" })) {
    await side(page).getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1, includeHidden: true }).waitFor();
    expect(addressOf(page)).toBe(path);
    await page.locator("#loginPopupModal").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#loginPopupModal").waitFor({ state: "detached" });
  }
});
