import { games } from "@laro/contract/games";
import { house } from "@laro/contract/house";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({});
const JOURNEY_LIMIT_MS = 180_000;
const reason = "As agreed with the owner";

async function openConsole(): Promise<Page> {
  const { page } = await stage.visit();
  await page.goto("/console/house");
  await enterBackOffice(page, await stage.world.operator("risk"));
  return page;
}

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test(
  "officers stop a family and lower a stake alone, and give a round back only by two; a room shows the stakes in force",
  async () => {
    const member = await stage.world.player({ balance: 100_00n });
    const round = await member.call(rounds.open, { requestId: randomUUID(), gameCode: "MINES", stake: 10_00n, choice: { mines: 3 } });
    const [first, second] = [await openConsole(), await openConsole()];
    await first.getByRole("row", { name: /Mines/ }).waitFor();
    await look(first);

    await first.getByRole("button", { name: "Stop: All BGS games" }).click();
    await decide(first, "Stop: All BGS games", { reason, verb: "Stop" });
    await first.getByRole("row", { name: /Mines.*Closing.*Stopped with its family/ }).waitFor();
    await first.getByRole("row", { name: /Dice.*Closed/ }).waitFor();
    await first.getByRole("button", { name: "Open again: All BGS games" }).click();
    await decide(first, "Open again: All BGS games", { reason, verb: "Open again" });
    await first.getByRole("row", { name: /Dice.*Open/ }).waitFor();

    await first.getByRole("button", { name: "Stakes of Dice" }).click();
    const stakes = first.getByRole("dialog", { name: "Stakes of Dice" });
    await stakes.getByLabel("Largest stake").fill("20");
    await look(first);
    await decide(first, "Stakes of Dice", { reason, verb: "Set" });
    await first.getByRole("row", { name: /Dice.*20\.00/ }).waitFor();
    await eventually(async () => (await stage.world.guest().call(games.room, { gameCode: "DICE" })).stakeMax).toBe(20_00n);
    const seat = (await stage.visit({ token: member.token })).page;
    await seat.goto("/room/DICE");
    await seat
      .getByText(/20\.00|20(?!\d)/)
      .first()
      .waitFor();

    await first.getByRole("tab", { name: "Open rounds" }).click();
    const title = `Void ${member.name}'s round of Mines`;
    await first.getByRole("button", { name: title }).click();
    await decide(first, title, { reason, verb: "Propose" });
    await first.getByRole("tab", { name: "Second officer" }).click();
    const own = first.getByRole("row", { name: /Mines: void a round/ });
    await own.waitFor();
    expect(await own.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    expect((await member.call(rounds.running, {})).list.map(({ id }) => id)).toEqual([round.id]);
    await second.getByRole("tab", { name: "Second officer" }).click();
    await look(second);
    await second
      .getByRole("row", { name: /Mines: void a round/ })
      .getByRole("button", { name: "Confirm" })
      .click();
    await decide(second, "Mines: void a round", { reason, verb: "Confirm" });
    await own.waitFor({ state: "detached" });
    await eventually(async () => (await member.call(wallet.balance, {})).balance).toBe(100_00n);
    expect(await member.call(rounds.get, { id: round.id })).toMatchObject({ state: "void" });
    expect((await (await stage.world.operator("auditor")).call(house.proposals, { state: "confirmed" })).list).toHaveLength(1);

    for (const tab of ["Tables", "Chains"]) {
      await second.getByRole("tab", { name: tab, exact: true }).click();
      await second
        .getByRole(tab === "Tables" ? "row" : "button", { name: tab === "Tables" ? /Live Roulette/ : "Make a chain" })
        .first()
        .waitFor();
      await look(second);
    }
    expect(await stage.world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);
