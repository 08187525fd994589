import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { addVendor, type GatewayVendor, playAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { askFor } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld({ psp: true });
  vendor = await addVendor(world, { id: 706, code: "MOST" });
  await asOwner(world.open.url, "update game set max_win_multiple = 100 where vendor_id = 706");
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const bet = (amount: string) => ({ id_provider: "b", type: "bet", amount });
const win = (amount: string) => ({ id_provider: "w", type: "win", amount });

test.each([
  ["as much as its game pays at most", [bet("2.00"), win("202.00")], undefined],
  ["more than its game pays at most", [bet("2.00"), win("202.01")], "202.01"],
  ["something where nothing was staked", [win("500.00")], "500.00"],
] as const)("whoever a vendor paid %s is looked at as its officers should before money leaves", async (_, transactions, figure) => {
  const { player, play } = await playAt(world, vendor, { balance: 1_000_00n });
  expect((await play(transactions, { finished: true })).status).toBe(200);
  const { id } = await askFor(world, player, await bindPayoutAccount(player), 200_00n);
  const { list } = await (await world.operator("finance")).call(withdrawals.queue, { state: "pending", limit: 100 });
  expect(list.find((row) => row.id === id)!.risks.find(({ reason }) => reason === "vendorWin")?.figure).toBe(figure);
});
