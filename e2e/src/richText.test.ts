import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripTypeScriptTypes } from "node:module";
import { allowedMarks, attacks } from "@laro/server/testing/attacks";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");

let page: Page;
const calls: string[] = [];

const codeOf = async (path: string): Promise<string> =>
  stripTypeScriptTypes(await readFile(join(ROOT, path), "utf8"))
    .replaceAll(/^import .*$/gm, "")
    .replaceAll(/^export /gm, "");

/** A page with no policy at all, so that what is shown is held by the reading alone. */
beforeAll(async () => {
  page = await (await useBrowser()).newPage();
  await page.route("**/*", (route) => {
    if (route.request().url() === "http://site.test/") return route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" });
    calls.push(route.request().url());
    return route.abort();
  });
  await page.goto("http://site.test/");
  const code = `${await codeOf("contract/src/core/html.ts")}\n${await codeOf("web/src/ui/richText.ts")}`;
  await page.addScriptTag({
    content: `${code}
    globalThis.hits = 0;
    globalThis.hit = () => void globalThis.hits++;
    const build = (node) => {
      if (typeof node === "string") return document.createTextNode(node);
      const element = document.createElement(node.tag);
      for (const [name, value] of Object.entries(node.attributes)) element.setAttribute(name, value);
      element.append(...node.children.map(build));
      return element;
    };
    globalThis.show = (html) => {
      const place = document.createElement("div");
      document.body.append(place);
      place.append(...readRichText(html).map(build));
      for (const element of place.querySelectorAll("*")) {
        element.focus?.();
        for (const kind of ["click", "mouseover", "pointerdown", "focus", "error", "load", "input"]) element.dispatchEvent(new Event(kind, { cancelable: true }));
      }
      const marks = [...place.querySelectorAll("*")].flatMap(({ localName, attributes }) => [localName, ...[...attributes].map(({ name, value }) => "@" + name + "=" + value)]);
      const shown = { html: place.innerHTML, marks };
      place.remove();
      return shown;
    };
    globalThis.showPlain = (html) => { const place = document.createElement("div"); document.body.append(place); place.innerHTML = html; for (const element of place.querySelectorAll("*")) element.dispatchEvent(new Event("click", { cancelable: true })); };`,
  });
});
afterAll(() => page.close());

type Tested = { readonly show: (html: string) => { html: string; marks: string[] }; readonly showPlain: (html: string) => void; readonly hits: number };

const ALLOWED =
  /^(?:p|h3|h4|strong|em|u|s|a|ul|ol|li|blockquote|hr|br|img|@(?:lang|dir|title|alt|width|height)=.*|@href=(?:|https:\/\/.*|mailto:.*|tel:.*|\/(?!\/).*)|@src=\/pictures\/.*)$/s;

test("of 400 known attacks written into a row none runs, calls anybody or leaves the page it stands on", async () => {
  const shown = await page.evaluate(async (list) => {
    const { show } = globalThis as unknown as Tested;
    const all = list.map((one) => show(one));
    await new Promise((later) => setTimeout(later, 500));
    return all;
  }, attacks as string[]);
  expect(await page.evaluate(() => (globalThis as unknown as Tested).hits)).toBe(0);
  expect(calls).toEqual([]);
  expect(page.url()).toBe("http://site.test/");
  const wrong = shown.flatMap(({ marks }) => marks).filter((mark) => !ALLOWED.test(mark));
  expect(wrong).toEqual([]);
});

test("what an editor may make is shown whole", async () => {
  const shown = await page.evaluate((html) => (globalThis as unknown as Tested).show(html), allowedMarks);
  expect(shown.html).toBe(allowedMarks);
  calls.length = 0;
});

test("the attacks are alive: set as HTML they run and call", async () => {
  await page.evaluate(async (list) => {
    for (const one of list.filter((html) => !/top|http-equiv|form|location|<base/i.test(html))) (globalThis as unknown as Tested).showPlain(one);
    await new Promise((later) => setTimeout(later, 500));
  }, attacks as string[]);
  expect(await page.evaluate(() => (globalThis as unknown as Tested).hits)).toBeGreaterThan(20);
  expect(calls.some((url) => url.includes("evil.example"))).toBe(true);
});
