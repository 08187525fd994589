import { readFileSync } from "node:fs";
import { join } from "node:path";
import { playerPaths } from "@laro/contract/core/paths";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readOverflow, settle } from "./browser.ts";
import { type Pseudo, speakPseudo } from "./pseudo.ts";
import { useStage } from "./useStage.ts";

const stage = useStage();

/** A phone cuts first. */
const WIDTHS = firstOf([390, 1440, 768], 2);
const PARAMETERS: Readonly<Record<string, string>> = { ":gameCode": "DICE", ":code": "DICE", ":page": "overview" };
const AMOUNTS: readonly string[] = ["/", "/room/DICE", "/game/DICE", "/winners", "/promotions", "/hot"];
/** A page of each name: the others are the same under another address. */
const ofEachName = [...new Map(playerPaths.map(({ name, path }) => [name, path as string])).values()];
const paths = ofEachName.flatMap((path) => (path.includes(":slug") ? [] : [path.replace(/:\w+/, (name) => PARAMETERS[name]!)]));
const MEMBER_PAGES = `[...document.querySelectorAll("a[href^='/member/']")].map((link) => link.getAttribute("href"))`;

/** What stands in a control and reaches out of it: a word that somebody cannot read to its end. */
const CUT = `[...document.querySelectorAll("button, summary, [role=tab], label")]
  .filter((one) => one.checkVisibility() && one.innerText.trim() !== "" && !one.closest("[inert]"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => one.innerText.trim().slice(0, 60))`;

const keys = new Set(Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, "../../locales/en.json"), "utf8")) as object));

/** What a page goes on to have wrong: one that has just changed its width arranges itself anew, on a slow machine for a while. */
async function findLastingFaults(page: Page): Promise<readonly string[]> {
  const until = performance.now() + ARRANGED_MS;
  let faults = await findFaults(page);
  for (; faults.length > 0 && performance.now() < until; faults = await findFaults(page)) await page.waitForTimeout(AGAIN_MS);
  return faults;
}

const ARRANGED_MS = 5_000;
const AGAIN_MS = 250;

async function findFaults(page: Page): Promise<readonly string[]> {
  const cut = await page.evaluate<string[]>(CUT);
  const said = await page.evaluate<string>("document.body.innerText");
  const raw = said.split(/\s+/).filter((word) => keys.has(word) && word.includes("."));
  const over = await readOverflow(page);
  const turned = await page.evaluate<string[]>(TURNED);
  return [
    ...turned.map((text) => `turned: ${text}`),
    ...cut.map((text) => `cut: ${text}`),
    ...raw.map((key) => `raw: ${key}`),
    ...(over > 0 ? [`reaches ${over} px out of the page`] : []),
  ];
}

/** How far to the right of its last digit an amount's sign stands, where it does. */
const TURNED = `[...document.querySelectorAll(".figures:not(:has(bdi)), bdi")].filter((one) => one.checkVisibility() && /^\\D*₱ \\d/.test(one.textContent)).flatMap((one) => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const lefts = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    if (text.data.trim() !== "" && !text.parentElement.closest(".sr-only")) lefts.push(range.getBoundingClientRect().left);
  }
  return lefts[0] > lefts.at(-1) ? [one.textContent] : [];
})`;

async function walk(pseudo: Pseudo): Promise<readonly string[]> {
  const { token } = await stage.world.player({ balance: 100_00n });
  const { page, context } = await stage.visit({ token, width: WIDTHS[0]!, height: 900, refusals: [409] });
  await speakPseudo(context, pseudo);
  await page.goto("/member");
  await settle(page);
  const own = new Set(await page.evaluate<string[]>(MEMBER_PAGES));
  expect(own.size).toBeGreaterThan(10);
  const faults: string[] = [];
  // Where no amount stands, writing from the right moves nothing that longer words do not.
  for (const path of pseudo === "XA" ? [...paths, ...own] : [...AMOUNTS, ...own]) {
    await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
    await settle(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const fault of await findLastingFaults(page)) faults.push(`${path} in ${pseudo} at ${width}: ${fault}`);
    }
  }
  return faults;
}

test(
  "in words longer than any language's, and written from right to left, no page reaches out of the window, no control cuts its words, no key stands bare and no amount is turned round",
  { timeout: 600_000 },
  async () => {
    expect((await Promise.all([walk("XA"), walk("XB")])).flat()).toEqual([]);
  },
);
