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

interface MiniJourney {
  readonly gameCode: string;
  readonly name: string;
  readonly act: string;
  /** The stake the room begins with, minor units. */
  readonly stake: bigint;
  /** Whatever must be done before the first round. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** What uncovers a result that does not show itself. */
  readonly uncover?: (page: Page) => Promise<unknown>;
}

const uncoverTicket = (page: Page) => page.getByRole("button", { name: "Show all" }).click();

const minis: readonly MiniJourney[] = [
  { gameCode: "LIMBO", name: "Limbo", act: "Launch", stake: 20_00n },
  { gameCode: "PLINKO", name: "Plinko", act: "Drop the ball", stake: 20_00n },
  { gameCode: "WHEEL", name: "Perya Wheel", act: "Spin", stake: 20_00n },
  { gameCode: "KENO", name: "Keno", act: "Draw", stake: 20_00n, prepare: (page) => page.getByRole("button", { name: "Quick pick" }).click() },
  { gameCode: "SCRATCH", name: "Fiesta Scratch", act: "Buy a ticket", stake: 20_00n, uncover: uncoverTicket },
  { gameCode: "PAROL_BINGO", name: "Parol Bingo", act: "Call the balls", stake: 40_00n },
];

/** How far the bar at the foot is risen above: in a room that would stand on the button that plays. */
const readRise = (page: Page): Promise<number> =>
  page
    .getByRole("navigation", { name: "Quick menu" })
    .evaluate((bar) => Math.max(0, ...[...bar.querySelectorAll("*")].map((one) => bar.getBoundingClientRect().top - one.getBoundingClientRect().top)));

const told = (page: Page) => page.getByRole("status").filter({ hasText: /No win this time|You win|Returned/ });

test.each(firstOf(minis, 2))(
  "$name opens by its address, is played by key and by pointer, tells what the server answered, and its record shows the round again [PROD-01, GAME-08]",
  async ({ gameCode, name, act, stake, prepare, uncover }) => {
    const ann = await stage.world.player({ balance: 1_000_00n });
    const { page } = await stage.visit({ token: ann.token, ...PHONE });
    await page.goto(`/room/${gameCode}`);
    const button = page.getByRole("button", { name: act, exact: true });
    await button.waitFor();
    await prepare?.(page);
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page), await readRise(page)]).toEqual([[], 0, 0]);

    await button.focus();
    await page.keyboard.press("Enter");
    await uncover?.(page);
    await told(page).waitFor();
    await eventually(() => button.getAttribute("aria-disabled")).toBe("false");
    await button.click();
    await uncover?.(page);
    await eventually(async () => (await ann.call(rounds.mine, { gameCode, limit: 5 })).list.length).toBe(2);
    const [last] = (await ann.call(rounds.mine, { gameCode, limit: 1 })).list;
    expect(last).toMatchObject({ gameCode, stake });
    await told(page)
      .filter({ hasText: last!.win === 0n ? "No win this time" : peso(last!.win) })
      .waitFor();
    expect(await findAccessFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Rules" }).click();
    await page
      .getByRole("dialog", { name: `${name}: rules` })
      .getByText("How to check a round")
      .waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await ann.call(seeds.rotate, { clientSeed: "a-word-of-my-own" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/room/${gameCode}?round=${last!.id}`);
    await page.getByRole("heading", { name: `Replay: ${name}` }).waitFor();
    await page.getByRole("button", { name: "Verify this round" }).click();
    await page.getByText("Verified: the same seeds give the same result and the same win.").waitFor();
    await settle(page);
    expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test.each(firstOf(minis))(
  "a round of $name that the balance cannot pay is refused in its place, with the way to put it right",
  async ({ gameCode, act, prepare }) => {
    const ann = await stage.world.player({ balance: 1_00n });
    const { page } = await stage.visit({ token: ann.token, refusals: [409] });
    await page.goto(`/room/${gameCode}`);
    const button = page.getByRole("button", { name: act, exact: true });
    await button.waitFor();
    await prepare?.(page);
    await button.click();
    await page.getByRole("alert").getByRole("link", { name: "Deposit" }).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    expect((await ann.call(rounds.mine, { gameCode, limit: 1 })).list).toEqual([]);
  },
);

test("in Limbo a chance that is typed moves the target, a target moves the chance, and the arrows step it", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/room/LIMBO");
  await page.getByRole("textbox", { name: "Chance" }).fill("9.9");
  await page.getByRole("textbox", { name: "Chance" }).press("Enter");
  await eventually(() => page.getByRole("textbox", { name: "Target" }).inputValue()).toBe("10.00");
  await page.getByRole("textbox", { name: "Target" }).fill("1.05");
  await page.getByRole("textbox", { name: "Target" }).press("Enter");
  await eventually(() => page.getByRole("textbox", { name: "Chance" }).inputValue()).toBe("94.2857");
  await page.getByRole("note").getByText("counts nothing towards turnover").waitFor();
  await page.getByRole("heading", { name: "Limbo" }).click();
  await page.keyboard.press("ArrowRight");
  await eventually(() => page.getByRole("textbox", { name: "Target" }).inputValue()).toBe("1.10");
});

test("in Keno the arrows move over the numbers, Space picks and Enter draws; what was picked lights its paytable", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/room/KENO");
  await page.getByRole("button", { name: "1", exact: true }).first().focus();
  for (const key of ["Space", "ArrowDown", "Space", "ArrowRight", "Space"]) await page.keyboard.press(key);
  await page.getByText("3 of 10 picked").waitFor();
  await page.keyboard.press("Enter");
  await told(page).waitFor();
  const [round] = (await ann.call(rounds.mine, { gameCode: "KENO", limit: 1 })).list;
  expect(round?.choice).toEqual({ picks: [1, 9, 10] });
});

test("a scratch ticket is paid when it is bought, opens field by field, by key and by rubbing, and says that it was decided when it was bought", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token, ...PHONE });
  await page.goto("/room/SCRATCH");
  await page.getByText("Decided when bought: how you scratch changes nothing.").waitFor();
  await page.getByRole("button", { name: "₱ 50", exact: true }).click();
  await page.getByRole("button", { name: "Buy a ticket" }).click();
  await page.getByRole("button", { name: "Show all" }).waitFor();
  await page.getByRole("banner").getByText("950.00").waitFor();
  const [round] = (await ann.call(rounds.mine, { gameCode: "SCRATCH", limit: 1 })).list;
  expect(round?.choice).toEqual({ price: "50.00" });
  const { field: prizeField } = round!.outcome as { field: number | null };
  const [keyed = 0, rubbed = 1] = [0, 4, 8].filter((field) => field !== prizeField);
  await page.getByRole("button", { name: `Field ${keyed + 1}: covered` }).press("Enter");
  await page.getByRole("button", { name: `Field ${keyed + 1}: empty` }).waitFor();
  const box = (await page.getByRole("button", { name: `Field ${rubbed + 1}: covered` }).boundingBox())!;
  await page.mouse.move(box.x + 3, box.y + 3);
  await page.mouse.down();
  for (const part of [0.3, 0.6, 0.9]) {
    await page.mouse.move(box.x + box.width * 0.95, box.y + box.height * part, { steps: 10 });
    await page.mouse.move(box.x + box.width * 0.05, box.y + box.height * part, { steps: 10 });
  }
  await page.getByRole("button", { name: `Field ${rubbed + 1}: empty` }).waitFor();
  await page.mouse.move(box.x - 400, box.y - 200);
  await page.mouse.up();
  await page.getByRole("button", { name: "Show all" }).click();
  await told(page).waitFor();
});
