import { playerPaths } from "@laro/contract/core/paths";
import { expect, test } from "vitest";
import { findWrongHead, isForEveryone, settle } from "./browser.ts";
import { routes } from "./screens.ts";
import { specifiedPaths } from "./specifiedPaths.ts";
import { useStage } from "./useStage.ts";

const stage = useStage({ content: true, catalogue: true });

/** What is looked at wherever every page is: here only at what is no page of that walk. */
const walked = new Set([...routes.map(({ path }) => path), ...specifiedPaths]);

test("each address that no other walk opens answers 404 where its page says that there is none, and no other does; its title is the one the script gives it", async () => {
  const { page } = await stage.visit({ expected: [/^answer: 404 /] });
  const faults: string[] = [];
  for (const { path } of [...playerPaths, { path: "/no-such-page/of-ours" }]) {
    if (walked.has(path) || path.includes(":") || !isForEveryone(path)) continue;
    const answer = await page.goto(path);
    await settle(page);
    faults.push(...(await findWrongHead(page, answer)).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
});

/** What an audit of search and good practice looks at, read in the page. */
const AUDIT = `(() => {
  const one = (selector) => document.querySelectorAll(selector).length === 1;
  const faults = [];
  if (document.doctype?.name !== "html" || document.compatMode !== "CSS1Compat") faults.push("doctype");
  if (document.characterSet !== "UTF-8") faults.push("charset");
  if (document.documentElement.lang === "") faults.push("lang");
  for (const selector of ["title", "meta[name=description]", "meta[name=viewport]", "link[rel=canonical]", "link[rel=manifest]"]) if (!one(selector)) faults.push(selector);
  for (const image of document.images) {
    const { width, height } = image.getBoundingClientRect();
    if (!image.hasAttribute("alt")) faults.push("no alt: " + image.src);
    if (image.complete && image.naturalWidth > 0 && width > 0 && getComputedStyle(image).objectFit === "fill" && Math.abs(image.naturalWidth / image.naturalHeight - width / height) > 0.05)
      faults.push("pressed out of shape: " + image.src);
  }
  for (const link of document.querySelectorAll("a")) if (link.getAttribute("href") === null || /^javascript:/i.test(link.href)) faults.push("a link without address: " + link.textContent);
  return faults;
})()`;

test.each(["/", "/rng", "/help", "/blog", "/news", "/download", "/promotions"])(
  "on a telephone %s has what searches and good practice ask for",
  async (path) => {
    const { page } = await stage.visit({ width: 390, height: 844, session: { disclaimerAccept: "1" } });
    await page.goto(path);
    await settle(page);
    expect(await page.evaluate<string[]>(AUDIT)).toEqual([]);
  },
);

test("an address names its language: page, script and words follow it, and a choice of one's own wins from then on", async () => {
  const { page } = await stage.visit();
  await page.goto("/rng?language=TY");
  await settle(page);
  expect(await page.evaluate<string>("document.documentElement.lang")).toBe("tl");
  expect(
    await page
      .getByRole("link", { name: "Mag-log in" })
      .or(page.getByRole("button", { name: "Mag-log in" }))
      .count(),
  ).toBeGreaterThan(0);
  await page.goto("/rng");
  await settle(page);
  expect(await page.evaluate<string>("document.documentElement.lang")).toBe("en");
});
