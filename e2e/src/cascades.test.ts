import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 120_000;
const PHONE = { width: 390, height: 844 } as const;
const STAKE = 20_00n;

const slots = [
  { gameCode: "HALO_HALO", name: "Halo-Halo", figures: ["95.59%", "25.24% of all outcomes", "5,000 times the stake, in 1 of 1,048,576 outcomes"] },
  { gameCode: "BULKAN_WAYS", name: "Bulkan Ways", figures: ["96.22%", "24.99% of all outcomes", "10,000 times the stake, in 1 of 1,048,576 outcomes"] },
] as const;

const told = (page: Page) => page.getByRole("status").filter({ hasText: /No win this time|You win|Returned/ });

test.each(firstOf(slots))(
  "$name opens on a phone, spins by key and by pointer, tells what the server answered, explains its book, and is shown again step by step and verified [PROD-01]",
  async ({ gameCode, name, figures }) => {
    const ann = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: ann.token, ...PHONE });
    await page.goto(`/room/${gameCode}`);
    const button = page.getByRole("button", { name: "Spin", exact: true });
    await button.waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);

    await page.keyboard.press("Space");
    await told(page).waitFor();
    await eventually(() => button.getAttribute("aria-disabled")).toBe("false");
    await button.click();
    await eventually(async () => (await ann.call(rounds.mine, { gameCode, limit: 5 })).list.length).toBe(2);
    const [last] = (await ann.call(rounds.mine, { gameCode, limit: 1 })).list;
    expect(last).toMatchObject({ gameCode, stake: STAKE });
    await told(page)
      .filter({ hasText: last!.win === 0n ? "No win this time" : peso(last!.win) })
      .waitFor();
    expect(await findAccessFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Rules" }).click();
    const rules = page.getByRole("dialog", { name: `${name}: rules` });
    for (const figure of figures) await rules.getByText(figure).waitFor();
    await rules.getByText("How the book works").waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await ann.call(seeds.rotate, { clientSeed: "a-word-of-my-own" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/room/${gameCode}?round=${last!.id}`);
    await page.getByRole("heading", { name: `Replay: ${name}` }).waitFor();
    await page.getByText(/^Step 1 of \d+$/).waitFor();
    const next = page.getByRole("button", { name: "Next step" });
    while ((await next.getAttribute("aria-disabled")) !== "true") await next.click();
    await page.getByText(/^Step (\d+) of \1$/).waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

/** Longer than the window takes to fall out, and less than any round takes to be played through. */
const BEGUN_MS = 450;

test("where pictures move, a round costs its stake at once, plays through and tells its win at its end; the act key shows it all at once", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token, motion: true });
  await page.clock.install();
  await page.goto("/room/HALO_HALO");
  await page.getByRole("button", { name: "Spin", exact: true }).waitFor();
  await page.locator("[data-part=balance]").getByText("1,000.00").waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("Enter");
  await eventually(async () => (await ann.call(rounds.mine, { gameCode: "HALO_HALO", limit: 1 })).list.length).toBe(1);
  await page.clock.runFor(BEGUN_MS);
  await page.getByRole("button", { name: "Show now", exact: true }).waitFor();
  expect(await page.locator("[data-part=balance]").textContent()).toContain("980.00");
  await page.keyboard.press("Enter");
  await page.clock.runFor(1);
  await told(page).waitFor();
});

test("a spin that the balance cannot pay is refused in its place, with the way to put it right", async () => {
  const ann = await stage.world.player({ balance: 1_00n });
  const { page } = await stage.visit({ token: ann.token, refusals: [409] });
  await page.goto("/room/BULKAN_WAYS");
  await page.getByRole("button", { name: "Spin", exact: true }).click();
  await page.getByRole("alert").getByRole("link", { name: "Deposit" }).waitFor();
  expect((await ann.call(rounds.mine, { gameCode: "BULKAN_WAYS", limit: 1 })).list).toEqual([]);
});
