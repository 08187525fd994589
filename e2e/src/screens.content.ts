import type { Page } from "playwright-core";
import type { Screen } from "./screen.ts";

const openFirst = async (page: Page): Promise<void> => {
  await page.locator("tbody tr").first().click();
  await page.getByRole("tablist", { name: "Parts of the item" }).waitFor();
};

const part = (name: string) => async (page: Page) => {
  await openFirst(page);
  await page.getByRole("tab", { name }).click();
};

const opening = (button: string, dialog: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await page.getByRole("dialog", { name: dialog }).waitFor();
};

/** The content desk. */
export const contentFaces: readonly Screen[] = [
  { name: "console-content", for: "operator", path: "/console/content" },
  { name: "console-content-help", for: "operator", path: "/console/content?kind=help" },
  { name: "console-content-empty", for: "operator", path: "/console/content?kind=news" },
  { name: "console-content-create", for: "operator", path: "/console/content?kind=notice", act: opening("New item", "New notice") },
  {
    name: "console-content-order",
    for: "operator",
    path: "/console/content?kind=help",
    act: async (page) => {
      await page.getByRole("button", { name: "Change the order" }).click();
      await page.locator("[data-ordered]").first().focus();
      await page.keyboard.press("Alt+ArrowDown");
    },
  },
  { name: "console-content-write", for: "operator", path: "/console/content?kind=help", act: openFirst },
  { name: "console-content-banner", for: "operator", path: "/console/content?kind=banner", act: openFirst },
  {
    name: "console-content-publish",
    for: "operator",
    path: "/console/content?kind=help",
    act: async (page) => {
      await openFirst(page);
      await page.getByRole("button", { name: "Take off" }).click();
      await page.getByRole("dialog", { name: /^Take off the site/ }).waitFor();
    },
  },
  {
    name: "console-content-preview",
    for: "operator",
    path: "/console/content?kind=help",
    act: (page) => part("Preview")(page).then(() => page.frameLocator("iframe").getByRole("heading").nth(1).waitFor()),
  },
  { name: "console-content-history", for: "operator", path: "/console/content?kind=help", act: part("Versions") },
  {
    name: "console-content-languages",
    for: "operator",
    path: "/console/content?view=languages",
    act: (page) => page.getByRole("tab", { name: "All" }).click(),
  },
  { name: "console-content-schedule", for: "operator", path: "/console/content?view=schedule" },
  { name: "console-content-pictures", for: "operator", path: "/console/content?view=pictures" },
  {
    name: "console-content-focus",
    for: "operator",
    path: "/console/content?view=pictures",
    act: async (page) => {
      await page.getByRole("list", { name: "Picture library" }).getByRole("button").first().click();
      await page.getByRole("dialog", { name: "Picture" }).waitFor();
    },
  },
];
