import { gateway } from "@laro/contract/gateway";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { gatherPlay } from "../../core/activity/activity.gather.ts";
import { addToDays } from "../../core/vendors/counts.ts";
import { sweepRounds } from "../../core/vendors/sweep.ts";
import { getBalances } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { addVendor, type GatewayVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const reason = "as the vendor told us by letter";

let world: World;
let vendor: GatewayVendor;
let [first, second]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  // Its simulator is not there: it says nothing.
  vendor = await addVendor(world, { id: 740, code: "QUIET", games: ["gale", "calm"] });
  await asOwner(world.open.url, "update game set rtp_bps = 9600, rtp_source = 'stated' where vendor_id = 740 and game_code = 'gale'");
});
beforeEach(enter);
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

async function enter(): Promise<void> {
  [first, second] = [await world.operator("finance"), await world.operator("finance")];
}

let rounds = 0;
/** Somebody with an open round of a stake of 10.00, and perhaps a win of 4.00. */
async function playing({ wins = false }: { wins?: boolean } = {}) {
  const player = await world.player({ balance: 100_00n });
  const round = `silent-${++rounds}`;
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: "gale", round_id: round };
  const send = (transactions: readonly object[], finished = false) => vendor.call(world.address, "betwin", { ...about, transactions, finished });
  const win = (id: string) => send([{ id_provider: `${round}-${id}`, type: "win", amount: "4.00" }]);
  await send([{ id_provider: `${round}-b`, type: "bet", amount: "10.00" }]);
  if (wins) await win("w");
  const main = async (): Promise<bigint> => (await getBalances(world.open.platform.database.db, player.id)).main;
  return { player, round, win, main };
}

/** Lets 72 hours of silence go by. */
async function wait(hours = 73): Promise<void> {
  await world.pass(11 * MINUTE_MS);
  await sweepRounds(world.open.platform);
  await world.pass(hours * HOUR_MS);
  await enter();
}

const waiting = async () => (await first!.call(gateway.rounds, { vendorCode: "QUIET" })).list;
const idOf = async (round: string): Promise<string> => (await waiting()).find(({ theirRound }) => theirRound === round)!.roundId;

test("a round is decided by two officers after 72 hours of silence and not before; its stakes come back, and what comes later is still answered", async () => {
  const { round, main, player, win } = await playing();
  await wait(71);
  expect(await waiting()).toEqual([]);
  expect(await first!.refused(gateway.proposeRound, { vendorCode: "QUIET", roundId: newId(world.clock.now()), outcome: "refund", reason })).toBe(
    "gateway.round_not_waiting",
  );
  await world.pass(2 * HOUR_MS);
  await enter();
  const wish = { vendorCode: "QUIET", roundId: await idOf(round), outcome: "refund", reason } as const;
  expect(await (await world.operator("support")).refused(gateway.rounds, { vendorCode: "QUIET" })).toBe("sessions.forbidden");
  expect(await (await world.operator("risk")).refused(gateway.proposeRound, wish)).toBe("sessions.forbidden");
  expect(await first!.refused(gateway.rounds, { vendorCode: "NONE" })).toBe("vendors.not_found");
  const { proposal, ...proposed } = await first!.call(gateway.proposeRound, wish);
  expect(proposed).toMatchObject({ theirRound: round, memberName: player.name, displayName: "gale", stake: 10_00n, win: 0n, why: "silent" });
  expect(await second!.refused(gateway.proposeRound, wish)).toBe("gateway.round_proposed");
  const { id } = proposal!;
  expect(await first!.refused(gateway.confirmRound, { id, reason })).toBe("gateway.own_proposal");
  expect(await second!.refused(gateway.confirmRound, { id: newId(world.clock.now()), reason })).toBe("gateway.proposal_not_found");
  expect(await main()).toBe(90_00n);
  expect((await (await world.operator("superadmin")).call(gateway.list, {})).list.find(({ vendorCode }) => vendorCode === "QUIET")).toMatchObject({
    waitingRounds: 1,
  });
  await second!.call(gateway.confirmRound, { id, reason });
  expect(await main()).toBe(100_00n);
  expect(await waiting()).toEqual([]);
  expect(await second!.refused(gateway.confirmRound, { id, reason })).toBe("gateway.not_proposed");
  expect((await win("late")).status).toBe(200);
  expect(await main()).toBe(104_00n);
});

test("where a round was won in, or is won in while it waits for the second officer, its stakes stay; it ends as it stands", async () => {
  const [won, winning] = [await playing({ wins: true }), await playing()];
  await wait();
  const propose = async (round: string, outcome: "close" | "refund") =>
    (await first!.call(gateway.proposeRound, { vendorCode: "QUIET", roundId: await idOf(round), outcome, reason })).proposal!.id;
  expect(await first!.refused(gateway.proposeRound, { vendorCode: "QUIET", roundId: await idOf(won.round), outcome: "refund", reason })).toBe(
    "gateway.round_won",
  );
  const late = await propose(winning.round, "refund");
  await winning.win("w");
  expect(await second!.refused(gateway.confirmRound, { id: late, reason })).toBe("gateway.round_won");
  await first!.call(gateway.declineRound, { id: late, reason });
  for (const { round, main } of [won, winning]) {
    await second!.call(gateway.confirmRound, { id: await propose(round, "close"), reason });
    expect(await main()).toBe(94_00n);
  }
  expect(await waiting()).toEqual([]);
});

test("two officers who confirm at once end a round once, and rounds that wait are paged, each once", async () => {
  const open = await Promise.all([playing(), playing(), playing()]);
  await wait();
  const one = await first!.call(gateway.rounds, { vendorCode: "QUIET", limit: 2 });
  const rest = await first!.call(gateway.rounds, { vendorCode: "QUIET", limit: 2, cursor: one.next! });
  expect([...one.list, ...rest.list].map(({ theirRound }) => theirRound).toSorted()).toEqual(open.map(({ round }) => round).toSorted());
  const { proposal } = await first!.call(gateway.proposeRound, { vendorCode: "QUIET", roundId: await idOf(open[0]!.round), outcome: "refund", reason });
  const third = await world.operator("finance");
  const ends = await Promise.all(
    [second!, third].map((officer) =>
      officer
        .call(gateway.confirmRound, { id: proposal!.id, reason })
        .then(() => 1)
        .catch(() => 0),
    ),
  );
  expect(ends.toSorted()).toEqual([0, 1]);
  expect(await open[0]!.main()).toBe(100_00n);
});

/** Settled rounds of stake and win in main units, each of one call. */
async function settle(game: string, plays: readonly (readonly [stake: string, win: string | undefined])[]) {
  const player = await world.player({ balance: 100_000_00n });
  const about = { account_id: await nameAt(world, vendor, player.id), currency: "PHP", game_id: game };
  for (const [place, [stake, win]] of plays.entries()) {
    const name = `${game}-${player.name}-${place}`;
    const wins = win === undefined ? [] : [{ id_provider: `${name}-w`, type: "win", amount: win }];
    const transactions = [{ id_provider: `${name}-b`, type: "bet", amount: stake }, ...wins];
    expect((await vendor.call(world.address, "betwin", { ...about, round_id: name, finished: true, transactions })).status).toBe(200);
  }
  const gather = async (): Promise<void> => {
    await world.pass(10 * MINUTE_MS);
    const { database, timeZone } = world.open.platform;
    await gatherPlay(database, { now: world.clock.now(), timeZone }, { afterWindow: [addToDays] });
    await enter();
  };
  return { about, player, gather };
}

test("what a game paid back stands beside what it declares, with the band chance keeps it in; a correction counts as if the round had always been so", async () => {
  const before = await first!.call(gateway.returns, { vendorCode: "QUIET", days: "7" });
  const { gather, about } = await settle("calm", [
    ["10.00", "5.00"],
    ["20.00", undefined],
    ["30.00", "60.00"],
  ]);
  await gather();
  // A bet of a round that is over is taken back: the round was none.
  await vendor.call(world.address, "rollback", {
    ...about,
    round_id_provider: "calm-0",
    transactions: [{ id_provider: "undo", type: "rollback", original_id_provider: (await idsOf("calm"))[0] }],
  });
  await gather();
  const { list } = await first!.call(gateway.returns, { vendorCode: "QUIET", days: "7" });
  expect(list.find(({ gameCode }) => gameCode === "calm")).toMatchObject({
    rounds: 3,
    stake: 50_00n,
    win: 65_00n,
    declared: null,
    percent: "130.00",
    band: null,
    isOutside: false,
  });
  expect(before.list.some(({ gameCode }) => gameCode === "calm")).toBe(false);
  const [sums] = await asOwner<{ ss: string; sw: string; ww: string }>(
    world.open.url,
    "select sum(stake_squares)::text as ss, sum(products)::text as sw, sum(win_squares)::text as ww from vendor_game_day where game_id = $1",
    [vendor.gameId(1)],
  );
  // Stakes 0, 20.00, 30.00 and wins 5.00, 0, 60.00.
  expect([sums!.ss, sums!.sw, sums!.ww].map(Number)).toEqual([2_000 ** 2 + 3_000 ** 2, 3_000 * 6_000, 500 ** 2 + 6_000 ** 2]);
});

test("what came out of a vendor's jackpot is told apart from what its games paid back, and a win that is taken back counts no more", async () => {
  const { about, gather } = await settle("calm", []);
  const play = (name: string, win: string, jackpot: object) =>
    vendor.call(world.address, "betwin", {
      ...about,
      round_id: name,
      finished: true,
      transactions: [
        { id_provider: `${name}-b`, type: "bet", amount: "10.00" },
        { id_provider: `${name}-w`, type: "win", amount: win, ...jackpot },
      ],
    });
  const sums = async () =>
    (
      await asOwner<Record<"jackpot" | "products" | "squares" | "win", string>>(
        world.open.url,
        "select sum(jackpot)::text as jackpot, sum(plain_products)::text as products, sum(plain_squares)::text as squares, sum(win)::text as win from vendor_game_day where game_id = $1",
        [vendor.gameId(1)],
      )
    )[0]!;
  const before = await sums();
  const grew = async (): Promise<readonly number[]> => {
    const after = await sums();
    return (["win", "jackpot", "products", "squares"] as const).map((name) => Number(after[name]) - Number(before[name]));
  };
  await play("big", "505.00", { jackpot_win: "500.00" });
  await play("small", "4.00", { jackpot_contribution: "0.01" });
  await gather();
  expect(await grew()).toEqual([509_00, 500_00, 1_000 * 500 + 1_000 * 400, 500 ** 2 + 400 ** 2]);
  const { list } = await first!.call(gateway.returns, { vendorCode: "QUIET", days: "7" });
  const { stake, win, percent, plain } = list.find(({ gameCode }) => gameCode === "calm")!;
  expect(percent).toBe(((100 * Number(win)) / Number(stake)).toFixed(2));
  expect(plain).toEqual({ percent: ((100 * (Number(win) - 500_00)) / Number(stake)).toFixed(2), band: null });
  await vendor.call(world.address, "rollback", {
    ...about,
    round_id_provider: "big",
    transactions: [{ id_provider: "big-x", type: "rollback", original_id_provider: "big-w" }],
  });
  await gather();
  expect(await grew()).toEqual([4_00, 0, 1_000 * 400, 400 ** 2]);
});

const idsOf = async (game: string): Promise<readonly string[]> =>
  (
    await asOwner<{ id: string }>(world.open.url, "select foreign_id as id from vendor_entry where foreign_id like $1 and type = 1 order by at, foreign_id", [
      `${game}-%-b`,
    ])
  ).map(({ id }) => id);

test("the band is the formula's: R ± 3.29 σ from 1,000 rounds on, and none below", async () => {
  const band = async (n: number, stake: number, win: number, ss: number, sw: number, ww: number) =>
    (
      await asOwner<{ percent: string | null; least: string | null; most: string | null }>(
        world.open.url,
        "select percent::text, low::text as least, high::text as most from return_band($1, $2, $3, $4, $5, $6)",
        [n, stake, win, ss, sw, ww],
      )
    )[0]!;
  // A coin at 1.97, heads half of the time: σ = 1.97 √(n/4) · √(n/(n−1)) / n.
  const coin = (n: number) => band(n, n * 100, (n / 2) * 197, n * 100 ** 2, (n / 2) * 100 * 197, (n / 2) * 197 ** 2);
  const expected = (n: number): readonly string[] => {
    const half = (3.29 * 1.97 * Math.sqrt(n / 4) * Math.sqrt(n / (n - 1))) / n;
    return [0.985 - half, 0.985 + half].map((value) => (100 * value).toFixed(2));
  };
  for (const n of [1_000, 10_000]) {
    const { percent, least, most } = await coin(n);
    expect([percent, least, most]).toEqual(["98.50", ...expected(n)]);
  }
  expect(await coin(998)).toEqual({ percent: "98.50", least: null, most: null });
  expect(await band(0, 0, 0, 0, 0, 0)).toEqual({ percent: null, least: null, most: null });
});

test("a game whose declared return is outside the band is marked, and the vendor's whole is its games together", async () => {
  await asOwner(world.open.url, "delete from vendor_game_day where game_id = $1", [vendor.gameId(0)]);
  await asOwner(
    world.open.url,
    `insert into vendor_game_day (vendor_id, day, game_id, rounds, stake, win, stake_squares, products, win_squares)
     values (740, ($1::timestamptz at time zone 'Asia/Manila')::date, $2, 10000, 1000000, 800000, 100000000, 80000000, 160000000)`,
    [world.clock.now(), vendor.gameId(0)],
  );
  const { list, whole, next } = await first!.call(gateway.returns, { vendorCode: "QUIET", days: "30", limit: 1 });
  expect(list).toMatchObject([{ gameCode: "gale", rounds: 10_000, declared: "96.00", percent: "80.00", isOutside: true }]);
  expect(next).not.toBeNull();
  // One of its games states nothing.
  expect(whole).toMatchObject({ stake: 10_070_00n, win: 8_069_00n, declared: null, isOutside: false });
});
