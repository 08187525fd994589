import { freeRounds } from "@laro/contract/freeRounds";
import { gateway } from "@laro/contract/gateway";
import { messages } from "@laro/contract/messages";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addVendor, type GatewayAnswer, type GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { packs } from "../settings/packs.ts";
import { grantFreeRounds } from "./freeRounds.ts";

const DAY_MS = 24 * 60 * 60_000;
const reason = "Their support, by mail: it is right";
/** The first game pays less than ten times its stake; of the second nobody knows. */
const MULTIPLE = 9;
const [KNOWN, UNKNOWN] = [0, 1];

let world: World;
let vendor: GatewayVendor;
let first: Person;
let second: Person;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 730, code: "BOUND", games: ["known", "unknown"], row: { grant_win_max: 50_00, prize_day_max: 100_00 } });
  [first, second] = [await world.operator("finance"), await world.operator("finance")];
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const codeOf = ({ status, body }: GatewayAnswer): string => (status === 200 ? "200" : `${status} ${body.meta?.api_code}`);
const heldOf = async (memberId: bigint) => (await first.call(gateway.prizes, { state: "held", limit: 100 })).list.filter((one) => one.memberId === memberId);

async function playing() {
  const player = await world.player({ balance: 10_00n });
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP" };
  const win = (id: string, amount: string): Promise<GatewayAnswer> =>
    vendor.call(world.address, "promo/win", { ...about, id_provider: id, event_id: "e-1", event_type: "tournament", amount });
  const finish = (issue_id: string, amount: string): Promise<GatewayAnswer> => vendor.call(world.address, "freespins/finish", { issue_id, amount });
  return { player, win, finish, balance: async () => (await player.call(wallet.balance, {})).balance };
}

/** Four free rounds of 1.00 each. */
async function given(accountId: bigint, place: number): Promise<string> {
  const { platform } = world.open;
  const now = world.clock.now();
  const game = { id: vendor.gameId(place), vendorId: vendor.id, maxWinMultiple: place === KNOWN ? MULTIPLE : null };
  const what = { accountId, game, rounds: 4, stakeMinor: 1_00n, wagering: 2, until: new Date(now.getTime() + DAY_MS), sourceId: newId(now), reason };
  const who = { by: { id: 1n, name: "anyone" }, confirmedBy: undefined };
  return platform.database.begin((tx) => grantFreeRounds(tx, { ...what, ...who, now, pack: packs[platform.config.pack] }));
}

test("free rounds that are said to have won more than they can are not paid before two officers say how much: their member sees that they are checked, and a repeat counts once", async () => {
  const { player, finish, balance } = await playing();
  const fits = await given(player.id, KNOWN);
  expect(await finish(fits, "40.00")).toEqual({ status: 200, body: { balance: "50.00" } });
  const issue = await given(player.id, KNOWN);
  const said = await finish(issue, "40.01");
  expect(said).toEqual({ status: 200, body: { balance: "50.00" } });
  expect(await Promise.all(Array.from({ length: 4 }, () => finish(issue, "40.01")))).toEqual(Array.from({ length: 4 }, () => said));
  // Nor does a second end under the same bound, which is the same id with other content.
  for (const amount of ["40.00", "1.00", "80.02"]) expect(codeOf(await finish(issue, amount))).toBe("400 400");
  expect(await balance()).toBe(50_00n);
  expect((await player.call(freeRounds.mine, {})).list.map(({ id, state, won }) => [id, state, won])).toEqual([
    [issue, "held", 0n],
    [fits, "finished", 40_00n],
  ]);
  await world.work();
  expect((await player.call(messages.mine, {})).list.map(({ template }) => template)).toContain("prizeHeld");
  const [held, ...others] = await heldOf(player.id);
  expect([held, others]).toMatchObject([{ amount: 40_01n, bound: 40_00n, ofGrant: expect.stringMatching(/^F-\d+$/), proposal: null }, []]);

  const [word, clerk] = [{ id: held!.id, reason }, await world.operator("support")];
  expect(await clerk.refused(gateway.prizes, { state: "held" })).toBe("sessions.forbidden");
  expect(await first.refused(gateway.proposePrize, { ...word, id: newId(world.clock.now()), pays: 0n })).toBe("gateway.prize_not_found");
  expect(await first.refusal(gateway.proposePrize, { ...word, pays: 40_02n })).toMatchObject({ code: "gateway.pays_more", values: { field: "pays" } });
  expect(await first.refused(gateway.confirmPrize, { ...word, pays: 0n })).toBe("gateway.not_proposed");
  await first.call(gateway.proposePrize, { ...word, pays: 0n });
  expect(await second.refused(gateway.proposePrize, { ...word, pays: 1n })).toBe("gateway.already_proposed");
  await first.call(gateway.declinePrize, word);
  await first.call(gateway.proposePrize, { ...word, pays: 40_01n });
  const seen = { ...word, pays: 40_01n };
  expect(await first.refused(gateway.confirmPrize, seen)).toBe("gateway.own_proposal");
  // Who looked at what was proposed before does not confirm what is proposed now.
  expect(await second.refused(gateway.confirmPrize, { ...word, pays: 0n })).toBe("gateway.proposal_other");
  await expect(asOwner(world.open.url, "update vendor_prize_held set state = 'decided', decided_by = proposed_by where id = $1", [held!.id])).rejects.toThrow(
    "vendor_prize_held_two_persons",
  );
  const both = await Promise.all([second.send(gateway.confirmPrize, seen), (await world.operator("superadmin")).send(gateway.confirmPrize, seen)]);
  expect(both.map(({ answer }) => answer.success).toSorted()).toEqual([false, true]);
  expect(await second.refused(gateway.declinePrize, word)).toBe("gateway.prize_not_held");
  expect(await balance()).toBe(90_01n);
  expect((await player.call(freeRounds.mine, {})).list[0]).toMatchObject({ state: "finished", won: 40_01n });
  expect((await player.call(withdrawals.terms, {})).turnover.map(({ needed }) => needed)).toContain(80_02n);
  expect(await finish(issue, "40.01")).toEqual(said);
  expect(codeOf(await finish(issue, "40.00"))).toBe("400 400");
  expect(await balance()).toBe(90_01n);
  const faults = () =>
    asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from vendor_fault where code = 'above_bound' and account_id = $1", [player.id]);
  await expect.poll(async () => (await faults())[0]!.n).toBe(1);
});

test("where nobody knows what a game pays, the vendor's row bounds its free rounds; two officers may pay less than was said, or nothing, and a higher bound waits for another", async () => {
  const { player, finish, balance } = await playing();
  await finish(await given(player.id, UNKNOWN), "50.00");
  expect(await balance()).toBe(60_00n);
  for (const amount of ["50.01", "60.00"]) expect(codeOf(await finish(await given(player.id, UNKNOWN), amount))).toBe("200");
  const [large, small] = await heldOf(player.id);
  expect([large!.amount, large!.bound, small!.amount]).toEqual([60_00n, 50_00n, 50_01n]);
  for (const [{ id }, pays] of [
    [large!, 0n],
    [small!, 20_00n],
  ] as const) {
    await first.call(gateway.proposePrize, { id, pays, reason });
    expect(await second.call(gateway.confirmPrize, { id, pays, reason })).toMatchObject({
      state: "decided",
      proposal: { pays },
      decision: { by: second.name },
    });
  }
  expect(await balance()).toBe(80_00n);
  expect((await player.call(freeRounds.mine, {})).list.map(({ state, won }) => [state, won])).toEqual([
    ["finished", 0n],
    ["finished", 20_00n],
    ["finished", 50_00n],
  ]);
  const [one, two] = [await world.operator("superadmin"), await world.operator("superadmin")];
  const { rules } = await one.call(gateway.get, { vendorCode: "BOUND" });
  const set = (wanted: object) => one.call(gateway.setRules, { vendorCode: "BOUND", rules: { ...rules, ...wanted }, reason });
  const { rules: still, proposal } = await set({ grantWinMax: 60_00n, prizeDayMax: 100_01n, callsPerS: 400 });
  expect([still, proposal]).toMatchObject([
    { grantWinMax: 50_00n, prizeDayMax: 100_00n, callsPerS: 400 },
    { grantWinMax: 60_00n, prizeDayMax: 100_01n },
  ]);
  expect(await one.refused(gateway.confirmRules, { id: proposal!.id, reason })).toBe("gateway.own_proposal");
  await two.call(gateway.declineRules, { id: proposal!.id, reason });
  expect((await set({ grantWinMax: 40_00n })).rules).toMatchObject({ grantWinMax: 40_00n });
  const { proposal: back } = await set({ grantWinMax: 50_00n });
  expect((await two.call(gateway.confirmRules, { id: back!.id, reason })).rules).toMatchObject({ grantWinMax: 50_00n });
});

test("what a vendor gives of its own is bounded by the day over all its members: repeats count once, what is beyond waits, and the next day begins anew", async () => {
  const [ann, ben] = [await playing(), await playing()];
  await ann.win("a", "60.00");
  const beyond = await ben.win("b", "40.01");
  expect(beyond).toMatchObject({ status: 200, body: { balance: "10.00", id_provider: "b" } });
  expect(codeOf(await ann.win("a", "60.00"))).toBe("200");
  expect(await ben.win("b", "40.01")).toEqual(beyond);
  expect(codeOf(await ben.win("b", "40.00"))).toBe("400 400");
  expect(codeOf(await ben.win("c", "40.00"))).toBe("200");
  expect([await ann.balance(), await ben.balance()]).toEqual([70_00n, 50_00n]);
  const [held] = await heldOf(ben.player.id);
  expect(held).toMatchObject({ amount: 40_01n, bound: 100_00n, ofGrant: null, theirId: "b" });
  await first.call(gateway.proposePrize, { id: held!.id, pays: 40_01n, reason });
  await second.call(gateway.confirmPrize, { id: held!.id, pays: 40_01n, reason });
  expect(await ben.balance()).toBe(90_01n);
  expect(await ben.win("b", "40.01")).toEqual(beyond);

  await world.pass(DAY_MS);
  [first, second] = [await world.operator("finance"), await world.operator("finance")];
  const cleo = await playing();
  await Promise.all(Array.from({ length: 8 }, (_, place) => cleo.win(`many-${place}`, "30.00")));
  expect(await cleo.balance()).toBe(100_00n);
  expect(await heldOf(cleo.player.id)).toHaveLength(5);
});
