import { randomUUID } from "node:crypto";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const LIMIT_MS = 120_000;
const PHONE = { width: 390, height: 844 } as const;
const CYCLE_MS = 2_500;
/** Features begin once in a hundred to two hundred spins: so many in a row without one would come once in millions of runs. */
const SPINS_MAX = 3_000;
/** Nobody waits for a reel here, so that a member would soon have asked for the 600 rounds of a minute. */
const SPINS_EACH_MAX = 500;

interface Outcome {
  readonly free?: readonly unknown[];
  readonly hold?: object | null;
}

const machines = [
  { gameCode: "PERLAS_HOLD", name: "Perlas Hold", counts: /of 15 pearls · [23] respins left/, step: /^\d+ pearls/ },
  { gameCode: "FIESTA_LINES", name: "Fiesta Lines", counts: /Free spin [2-8] of 8/, step: "Free spin 8 of 8" },
  { gameCode: "JEEPNEY_243", name: "Jeepney 243", counts: /Free game [2-9] of [12]0/, step: /Free game 10 of [12]0/ },
] as const;

const told = (page: Page) => page.getByRole("status").filter({ hasText: /No win this time|You win|Returned/ });

/** Plays until a round begins its feature, as members would in time, one after another; answers it, and whose it is. */
async function playToFeature(gameCode: string) {
  let ann = await stage.world.player({ balance: 10_000_00n });
  for (let spins = 1; spins <= SPINS_MAX; spins += 1) {
    stage.world.clock.advance(CYCLE_MS);
    const feature = await ann.call(rounds.play, { requestId: randomUUID(), gameCode, stake: 1_00n, choice: {} });
    const { free, hold } = feature.outcome as Outcome;
    if ((free ?? []).length > 0 || (hold ?? null) !== null) return { ann, feature };
    if (spins % SPINS_EACH_MAX === 0) ann = await stage.world.player({ balance: 10_000_00n });
  }
  throw new Error(`${SPINS_MAX} spins of ${gameCode} began nothing.`);
}

test.each(firstOf(machines))(
  "$name is played by key, plays its feature through with a counter, skips to the end, explains itself, and shows and proves each step again [PROD-01, GAME-08]",
  async ({ gameCode, name, counts, step }) => {
    const { ann, feature } = await playToFeature(gameCode);
    stage.world.clock.advance(CYCLE_MS);
    const { page } = await stage.visit({ token: ann.token, motion: true, ...PHONE });
    await page.goto(`/room/${gameCode}`);
    const button = page.getByRole("button", { name: "Spin", exact: true });
    await button.waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);

    // The round that began the feature is answered to the room once more, as if it were the next.
    await page.route("**/api/rounds.play*", async (route) => {
      const answer = (await (await route.fetch()).json()) as { value: object };
      await route.fulfill({ json: { ...answer, value: { ...answer.value, outcome: feature.outcome } } });
    });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText(counts).first().waitFor();
    await page.getByRole("button", { name: "Skip" }).click();
    await told(page).waitFor();
    await page.unroute("**/api/rounds.play*");
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);

    await page.getByRole("button", { name: "Paytable" }).click();
    const rules = page.getByRole("dialog", { name: `${name}: rules` });
    await rules.getByText(/% of rounds win something\. Volatility/).waitFor();
    await rules.getByText(/^Return to player: 9[56]\.\d\d%$/).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await ann.call(seeds.rotate, { clientSeed: "a-word-of-my-own" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/room/${gameCode}?round=${feature.id}`);
    await page.getByRole("heading", { name: `Replay: ${name}` }).waitFor();
    await page.getByRole("group", { name: "The steps of this round" }).getByRole("button", { name: step }).last().click();
    await page.getByText("Won so far").waitFor();
    await page.getByText(peso(feature.win)).first().waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    expect(await stage.world.audit()).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "with reduced motion a spin and its free spins are there at once",
  async () => {
    const { ann, feature } = await playToFeature("FIESTA_LINES");
    stage.world.clock.advance(CYCLE_MS);
    const { page } = await stage.visit({ token: ann.token });
    await page.route("**/api/rounds.play*", async (route) => {
      const answer = (await (await route.fetch()).json()) as { value: object };
      await route.fulfill({ json: { ...answer, value: { ...answer.value, outcome: feature.outcome } } });
    });
    await page.goto("/room/FIESTA_LINES");
    await page.getByRole("button", { name: "Spin", exact: true }).click();
    await told(page).waitFor();
    const steps = page.getByRole("group", { name: "The steps of this round" }).getByRole("button");
    await eventually(() => steps.count()).toBe(9);
    await eventually(() => steps.last().getAttribute("aria-pressed")).toBe("true");
  },
  LIMIT_MS,
);

test("a spin that the balance cannot pay is refused in its place, with the way to put it right", async () => {
  const ann = await stage.world.player({ balance: 1_00n });
  const { page } = await stage.visit({ token: ann.token, refusals: [409] });
  await page.goto("/room/PERLAS_HOLD");
  await page.getByRole("button", { name: "Spin", exact: true }).click();
  await page.getByRole("alert").getByRole("link", { name: "Deposit" }).waitFor();
  expect((await ann.call(rounds.mine, { gameCode: "PERLAS_HOLD", limit: 1 })).list).toEqual([]);
});
