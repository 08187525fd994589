import { wallet } from "@laro/contract/wallet";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 180_000;
const PHONE = { width: 390, height: 844 } as const;

async function openConsole(path: string): Promise<Page> {
  const { page } = await stage.visit();
  await page.goto(`/console${path}`);
  await enterBackOffice(page, await stage.world.operator("superadmin"));
  return page;
}

/** Presses what asks for a reason, and gives one. */
async function change(page: Page, press: () => Promise<void>, { title, verb }: { title: string; verb: string }): Promise<void> {
  await press();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByLabel("Reason").fill("Seen by a test");
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: verb, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

test(
  "an officer closes the site, and the page a member has open becomes the maintenance page; opened again it is the site",
  async () => {
    const member = await stage.world.player({ balance: 100_00n });
    const [office, seat] = [await openConsole("/settings"), await stage.visit({ ...PHONE, token: member.token })];
    await seat.page.goto("/");
    await seat.page.getByLabel("Account menu").waitFor();
    const flip = () => office.getByRole("switch", { name: "Maintenance page" }).click();
    await change(office, flip, { title: "Switch on: Maintenance page", verb: "Change it" });
    await seat.page.getByRole("heading", { name: "We are down for maintenance" }).waitFor();
    await change(office, flip, { title: "Switch off: Maintenance page", verb: "Change it" });
    await seat.page.getByRole("button", { name: "Try again" }).click();
    await seat.page.getByLabel("Account menu").waitFor();
  },
  JOURNEY_LIMIT_MS,
);

test(
  "a stopped game and frozen money refuse the next roll in an open room with a sentence, and the room says which bets count nothing",
  async () => {
    const member = await stage.world.player({ balance: 100_00n });
    const [office, seat] = [await openConsole("/house"), await stage.visit({ token: member.token, refusals: [403] })];
    await seat.page.goto("/room/DICE");
    const roll = seat.page.getByRole("button", { name: "Roll", exact: true });
    const note = seat.page.getByRole("note");
    await roll.waitFor();
    expect(await note.count()).toBe(0);
    const target = seat.page.getByLabel("Target", { exact: true }).last();
    await target.fill("90.00");
    await target.press("Enter");
    await note.getByText("it counts nothing towards turnover and bonuses").waitFor();

    const row = office.getByRole("row", { name: /Dice/ });
    await change(office, () => row.getByRole("button", { name: "Stop" }).click(), { title: "Stop: Dice", verb: "Stop" });
    await row.getByText("Closed", { exact: true }).waitFor();
    await roll.click();
    await seat.page.getByText("This game is closed at the moment.").first().waitFor();
    await change(office, () => row.getByRole("button", { name: "Open again" }).click(), { title: "Open again: Dice", verb: "Open again" });

    await office.goto(`/console/journal?member=${member.name}`);
    await change(office, () => office.getByRole("button", { name: "Freeze" }).click(), { title: `Freeze: ${member.name}`, verb: "Freeze" });
    await office.getByText("Money is frozen").first().waitFor();
    await roll.click();
    await seat.page.getByText("This wallet is closed for this at the moment.").first().waitFor();
    await change(office, () => office.getByRole("button", { name: "Unfreeze" }).click(), { title: `Unfreeze: ${member.name}`, verb: "Unfreeze" });
    await roll.click();
    await eventually(async () => (await member.call(wallet.history, { kind: "bet" })).list.length).toBeGreaterThan(0);
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
