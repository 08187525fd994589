import { games } from "@laro/contract/games";
import { expect, test } from "vitest";
import { findAccessFaults, readOverflow } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, vendor: true });
const JOURNEY_LIMIT_MS = 180_000;

/** A demo of a game, as a visitor opens it. */
async function openDemo(nodeId: string): Promise<{ url: string; route: string }> {
  const guest = stage.world.guest();
  const { route } = await guest.call(games.tryDemo, { nodeId });
  const { url } = await guest.call(games.openLaunch, { ticket: new URL(route, "http://site").searchParams.get("launch")! });
  return { url, route };
}

test(
  "a test vendor's game is played by keyboard in play credits, says what it stands in for and what it returns, on a phone and a desk, dark and light",
  async () => {
    const kinds = [
      ["10001", "reels", "96.00"],
      ["10643", "wheel", "97.00"],
      ["10641", "cards", "98.00"],
      ["10760", "coin", "98.50"],
    ] as const;
    for (const [nodeId, kind, percent] of kinds)
      for (const look of [
        { width: 390, theme: "dark" },
        { width: 1440, theme: "light" },
      ] as const) {
        const { page } = await stage.visit({ ...look, expected: [/favicon/], refusals: [404] });
        await page.goto((await openDemo(nodeId)).url);
        await page.locator(`main[data-kind=${kind}]`).waitFor();
        await page.getByText(`Exact return ${percent} %`).waitFor();
        await page.getByText("Test vendor").waitFor();
        await page.getByRole("button", { name: "Play", exact: true }).waitFor();
        await eventually(() => page.locator("output").textContent()).not.toBe("0");
        await page.keyboard.press("Enter");
        await eventually(() => page.locator(".said").textContent()).toMatch(/^−[0-9]+ {2}\+[0-9]+$/);
        expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
      }
  },
  JOURNEY_LIMIT_MS,
);

test(
  "in its frame on the page of its own a game says that it is ready; on any other page the policy keeps it out",
  async () => {
    const framed = `(url) => new Promise((done) => {
      addEventListener("message", ({ origin, data }) => origin === new URL(url).origin && done(data.type));
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective));
      document.body.append(Object.assign(document.createElement("iframe"), { src: url, title: "game", sandbox: "allow-scripts allow-same-origin" }));
    })`;
    const { page } = await stage.visit({ expected: [/frame-src|favicon/i], refusals: [404, 410] });
    const { url } = await openDemo("10001");
    await page.goto("/seamless?launch=shown");
    expect(await page.evaluate(`(${framed})(${JSON.stringify(url)})`)).toBe("laro.ready");
    await page.goto("/rng");
    expect(await page.evaluate(`(${framed})(${JSON.stringify(url)})`)).toBe("frame-src");
  },
  JOURNEY_LIMIT_MS,
);
