import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { popupsClosed } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ content: true, catalogue: true });

/** Written as text because it runs in the page. */
const CONTROLLED = "navigator.serviceWorker.controller !== null";
const KEPT =
  "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())";

async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await eventually(() => page.evaluate<boolean>(CONTROLLED)).toBe(true);
}

test("without connection a page says so in both languages and leads back, no call's answer is kept, and files come from what was kept", async () => {
  const { page, context } = await stage.visit({
    worker: true,
    width: 390,
    height: 844,
    expected: [/^request: .* net::ERR_INTERNET_DISCONNECTED$/, /^console: .*ERR_INTERNET_DISCONNECTED/],
  });
  await openWithWorker(page, "/rng");
  await page.reload();
  await page.getByRole("heading", { name: "Slots", level: 1 }).waitFor();
  await page.locator("article img").first().waitFor();
  const kept = await page.evaluate<string[]>(KEPT);
  expect(kept.filter((path) => path.startsWith("/api/"))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(["/offline.html", "/offline.css"]));
  expect(kept.filter((path) => path.endsWith(".woff2")).length).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.goto("/promotions");
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(await page.locator("[lang=tl]").getByRole("heading", { name: "Walang koneksyon" }).count()).toBe(1);
  // Its colours came too, and no figure of anybody's.
  expect(await page.evaluate<string>("getComputedStyle(document.querySelector('a')).borderRadius")).toBe("8px");
  expect(await page.getByText("₱").count()).toBe(0);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Promotions", level: 1 }).waitFor();
});

test("the sites of staff and agents go without the worker", async () => {
  const { page, context } = await stage.visit({ worker: true, expected: [/^request: .* net::ERR_INTERNET_DISCONNECTED$/] });
  await openWithWorker(page, "/");
  await context.setOffline(true);
  await expect(page.goto("/agent")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
});

/** A worker that waits, as a newer release leaves one; what it is told stands on the page. */
const WAITING = `
  Object.defineProperty(Navigator.prototype, "serviceWorker", { configurable: true, value: {
    controller: {},
    addEventListener: () => undefined,
    register: async () => ({ waiting: { postMessage: (message) => { window.told = message; } }, addEventListener: () => undefined }),
  } });`;

test("a newer release is offered with one button, neither in a game nor over a dialog", async () => {
  const { page, context } = await stage.visit({
    worker: true,
    session: popupsClosed(),
  });
  await context.addInitScript(WAITING);
  const offer = page.getByRole("status").filter({ hasText: "A new version is ready." });
  await page.goto("/rng");
  await offer.waitFor();
  // The offer may stand there before the page hears keys; these, pressed twice, write nothing into the search.
  await eventually(async () => {
    await page.keyboard.press("Control+k");
    return page.getByRole("dialog").count();
  }).toBe(1);
  expect(await offer.count()).toBe(0);
  await page.keyboard.press("Escape");
  await offer.waitFor();
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
  await offer.getByRole("button", { name: "Load it now" }).click();
  await eventually(() => page.evaluate("window.told")).toBe("begin");
  const member = await stage.visit({ worker: true, token: (await stage.world.player()).token });
  await member.context.addInitScript(WAITING);
  await member.page.goto("/room/DICE");
  await member.page.getByRole("button", { name: "Roll", exact: true }).waitFor();
  await settle(member.page);
  expect(await member.page.getByText("A new version is ready.").count()).toBe(0);
});
