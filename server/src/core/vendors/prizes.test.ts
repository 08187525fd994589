import { gateway } from "@laro/contract/gateway";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addVendor, type GatewayAnswer, type GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner, countWaiting, whileHeld } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { brakeVendors } from "./brake.ts";

/** As many connections of the house as what is rare between vendors and us holds at once. */
const RARE_AT_ONCE = 4;

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 700, code: "SEVEN", row: { hour_loss_max: 100_00 } });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

async function playing() {
  const player = await world.player({ balance: 10_00n });
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP" };
  const win = (id: string, amount = "5.00", more: object = {}): Promise<GatewayAnswer> =>
    vendor.call(world.address, "promo/win", { ...about, id_provider: id, event_id: "e-1", event_type: "tournament", amount, ...more });
  const call = (path: string, body: object): Promise<GatewayAnswer> => vendor.call(world.address, path, { ...about, game_id: "gale", ...body });
  return { player, win, call, balance: async () => (await player.call(wallet.balance, {})).balance };
}
const codeOf = ({ status, body }: GatewayAnswer): string => (status === 200 ? "200" : `${status} ${body.meta?.api_code}`);

test("a prize of a vendor that is malformed, of nothing, for nobody or in another currency is refused, and so is a known id with other content", async () => {
  const { win, balance } = await playing();
  for (const amount of ["0", "0.00", "-1", "1e3", "", 5, "1.00000000000000001"]) expect(codeOf(await win("p", amount as string))).toBe("400 400");
  for (const name of ["id_provider", "event_id", "event_type", "account_id"]) expect(codeOf(await win("p", "5.00", { [name]: undefined }))).toBe("400 400");
  expect(codeOf(await win("p", "5.00", { account_id: "nobody" }))).toBe("400 101");
  expect(codeOf(await win("p", "5.00", { currency: "EUR" }))).toBe("400 154");
  expect(codeOf(await win("p"))).toBe("200");
  for (const other of [win("p", "5.01"), win("p", "5.00", { event_id: "e-2" }), win("p", "5.00", { event_type: "raffle" })])
    expect(codeOf(await other)).toBe("400 400");
  expect(await balance()).toBe(15_00n);
  const reused = () =>
    asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from vendor_fault where vendor_id = 700 and action = 'prize' and code = 'id_reused'");
  await expect.poll(async () => (await reused())[0]!.n).toBe(3);
});

test("a prize is paid once for its id, by either path and into a closed wallet; it is no play, asks for no turnover, and no rollback takes it back, before or after", async () => {
  const { player, win, call, balance } = await playing();
  const first = await win("p1");
  expect(first).toMatchObject({ status: 200, body: { balance: "15.00", id_provider: "p1", id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  await win("p2", "1.00");
  expect(await win("p1")).toEqual(first);
  const back = (id: string) => call("rollback", { round_id_provider: "r", transactions: [{ id_provider: `x-${id}`, original_id_provider: id }] });
  expect((await back("p1")).body.transactions).toEqual([{ id_provider: "x-p1", id: "" }]);
  expect((await back("p3")).body.transactions).toEqual([{ id_provider: "x-p3", id: "" }]);
  await asOwner(world.open.url, "update wallet set status = 2, block = 11, limited = true, left_until = 'infinity' where account_id = $1 and kind = 1", [
    player.id,
  ]);
  const long = await vendor.call(world.address, "v2/provider_a8r.Promo/Win", {
    account_id: await nameAt(world, vendor, player.id),
    currency: "PHP",
    id_provider: "p3",
    event_id: "e",
    event_type: "t",
    amount: "2.00",
  });
  expect(codeOf(long)).toBe("200");
  await asOwner(world.open.url, "update wallet set status = 0, block = 0, limited = false, left_until = null where account_id = $1 and kind = 1", [player.id]);
  expect(await balance()).toBe(18_00n);
  const { list } = await player.call(wallet.history, { kind: "prize" });
  expect(list.map(({ amount, roundId }) => [amount, roundId])).toEqual([
    [2_00n, null],
    [1_00n, null],
    [5_00n, null],
  ]);
  expect((await player.call(rounds.mine, {})).list).toEqual([]);
  expect((await player.call(withdrawals.terms, {})).turnover).toEqual([]);
  const [counted] = await asOwner(
    world.open.url,
    "select staked::int, won::int, (select sum(amount)::int from transfer t where t.wallet_id = w.id and t.contra = -17001) as promo from wallet w where account_id = $1 and kind = 1",
    [player.id],
  );
  expect(counted).toEqual({ staked: 0, won: 0, promo: 8_00 });
});

test("eight senders of one prize pay it once", async () => {
  const { win, balance } = await playing();
  const answers = await Promise.all(Array.from({ length: 8 }, () => win("same", "7.00")));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
  expect(await balance()).toBe(17_00n);
});

test("officers find a prize by its id, and a jackpot's parts of a bet and a win, which move nothing of their own", async () => {
  const { player, win, call, balance } = await playing();
  await win("gift", "3.00");
  const transactions = [
    { id_provider: "jb", type: "bet", amount: "1.00", jackpot_contribution: "0.0125" },
    { id_provider: "jw", type: "win", amount: "6.00", jackpot_win: "5.00", jackpot_contribution: "junk" },
  ];
  const first = await call("betwin", { round_id: "j", finished: true, transactions });
  expect(await call("betwin", { round_id: "j", finished: true, transactions })).toEqual(first);
  expect(await balance()).toBe(18_00n);
  const officer = await world.operator("finance");
  expect((await officer.call(gateway.search, { id: "gift" })).rounds).toMatchObject([
    { state: "given", memberName: player.name, roundId: null, stake: 0n, win: 0n, steps: [{ type: "prize", amount: 3_00n, theirId: "gift", jackpot: null }] },
  ]);
  expect((await officer.call(gateway.search, { id: "jw" })).rounds[0]!.steps).toMatchObject([
    { theirId: "jb", jackpot: { contribution: "0.0125", win: null } },
    { theirId: "jw", jackpot: { contribution: null, win: "5.00" } },
  ]);
});

test("parts of a jackpot that come with many bets at once are kept together, on few of the connections that everybody shares, and every bet is answered", async () => {
  const bettors = await Promise.all(Array.from({ length: 60 }, playing));
  const { url } = world.open;
  const said = await whileHeld(url, "lock table vendor_jackpot", async () => {
    const asked = bettors.map(async ({ call }, n) => {
      const transactions = [{ id_provider: `b${n}`, type: "bet", amount: "1.00", jackpot_contribution: "0.01" }];
      return codeOf(await call("betwin", { round_id: `r${n}`, finished: true, transactions }));
    });
    const booked = () => asOwner<{ n: number }>(url, "select count(*)::int as n from vendor_entry where foreign_id ~ '^b[0-9]+$'");
    await expect.poll(async () => (await booked())[0]!.n).toBe(bettors.length);
    expect(await countWaiting(url)).toBeLessThanOrEqual(RARE_AT_ONCE);
    return asked;
  });
  expect(new Set(await Promise.all(said))).toEqual(new Set(["200"]));
  expect(await asOwner(url, "select count(*)::int as n from vendor_jackpot where contribution = 1000000")).toEqual([{ n: bettors.length }]);
});

test("prizes count for the money brake: a vendor that gives away more than it may lose in an hour is paused, and its prizes are paid on", async () => {
  const { win, balance } = await playing();
  await win("large", "150.00");
  await brakeVendors(world.open.platform);
  expect(await asOwner(world.open.url, "select state from vendor where id = 700")).toEqual([{ state: "paused" }]);
  expect(codeOf(await win("after", "1.00"))).toBe("200");
  expect(await balance()).toBe(161_00n);
});
