import { accountTypes } from "@laro/contract/core/accountTypes";
import { points } from "@laro/contract/points";
import { protection } from "@laro/contract/protection";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { placeBet } from "../../testing/bets.ts";
import { reverse } from "../../testing/money.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import { comeBack } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { closeDays } from "../activity/activity.close.ts";
import { gatherPlay } from "../activity/activity.gather.ts";
import { derivedId } from "../../platform/ids.ts";
import { getWalletId } from "../wallet/wallet.ts";
import { earnPoints } from "./points.earn.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
let ann: Awaited<ReturnType<World["player"]>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  await world.pass(DAY_MS);
  ann = await world.player({ balance: 100_000_00n });
  await asOwner(world.open.url, "update game set category = 'BGS', valid_percent = 100");
});

const database = () => world.open.platform.database;
const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const bet = async (stake: bigint, win = 0n, id = ann.id): Promise<void> => expect(await placeBet(world, id, { stake, win })).toBe("played");
const rows = async <Row extends Record<string, unknown>>(query: string): Promise<Row[]> => asOwner<Row>(world.open.url, query);
const pointsOf = async (id = ann.id): Promise<number> =>
  Number((await rows<{ balance: string }>(`select balance::text from points_account where account_id = ${id}`))[0]?.balance ?? 0);
const dayOf = (at = world.clock.now()): string => at.toLocaleDateString("en-CA", { timeZone: world.open.platform.timeZone });

/** To the next day, with the one before closed and its points given. */
async function nextDay(pace: Parameters<typeof earnPoints>[2] = {}): Promise<void> {
  await world.pass(DAY_MS);
  expect(await closeDays(database(), moment())).toBeUndefined();
  await earnPoints(database(), moment(), pace);
}

test("a closed day brings a point for each ₱10.00 of valid bets, ₱20.00 at live tables, and what is left of a peso waits for the next day", async () => {
  await bet(95_50n);
  await bet(30_00n, 30_00n);
  await nextDay();
  expect(await pointsOf()).toBe(9);
  await bet(4_49n);
  await nextDay();
  expect(await pointsOf()).toBe(9);
  await bet(1n);
  const played = dayOf();
  await nextDay();
  expect(await pointsOf()).toBe(10);
  await endRealityChecks(world, ann.id);
  await asOwner(world.open.url, "update game set category = 'LIVE'");
  await bet(39_99n);
  await nextDay();
  expect(await pointsOf()).toBe(11);
  const lines = await rows(
    `select kind, changed::int, balance_after::int as after, ref::text, detail->>'category' as category from points_line where account_id = ${ann.id} order by seq`,
  );
  expect(lines.map(({ kind, changed, after, category }) => [kind, changed, after, category])).toEqual([
    ["earned", 9, 9, "BGS"],
    ["earned", 1, 10, "BGS"],
    ["earned", 1, 11, "LIVE"],
  ]);
  expect(lines[1]!["ref"]).toBe(derivedId("points-earned", String(ann.id), played, "BGS"));
});

test("what is voided on a later day is carried as less than nothing: it takes away no point, and the next ones wait for it", async () => {
  await bet(105_00n);
  const walletId = await getWalletId(database().db, { accountId: ann.id, kind: "main" });
  const [line] = await rows<{ ref: string }>(`select ref from transfer where wallet_id = ${walletId} and kind = 1`);
  await nextDay();
  expect(await pointsOf()).toBe(10);
  await database().begin((tx) => reverse(tx, moment(), { walletId, original: line!.ref }));
  await nextDay();
  expect(await pointsOf()).toBe(10);
  await bet(109_99n);
  await nextDay();
  expect(await pointsOf()).toBe(10);
  await bet(1n);
  await nextDay();
  expect(await pointsOf()).toBe(11);
});

test("a job cut off after any slice gives each point once, whoever goes on and however many at once", async () => {
  const others = await Promise.all(Array.from({ length: 6 }, () => world.player({ balance: 1_000_00n })));
  for (const { id } of others) await bet(25_00n, 0n, id);
  await world.pass(DAY_MS);
  await closeDays(database(), moment());
  await earnPoints(database(), moment(), { membersPerSlice: 2, stepsMax: 1 });
  const done = await Promise.all(others.map(({ id }) => pointsOf(id)));
  expect(done.filter((one) => one === 2).length).toBeLessThan(6);
  const halted = {
    begin: (work: Parameters<ReturnType<typeof database>["begin"]>[0]) =>
      database().begin(async (tx) => {
        await work(tx);
        throw new Error("killed before the commit");
      }),
  };
  await expect(earnPoints(halted as never, moment(), { membersPerSlice: 2 })).rejects.toThrow("killed");
  expect(await Promise.all(others.map(({ id }) => pointsOf(id)))).toEqual(done);
  await Promise.all([1, 2, 3].map(() => earnPoints(database(), moment(), { membersPerSlice: 2 })));
  await earnPoints(database(), moment());
  await earnPoints(database(), moment());
  expect(await Promise.all(others.map(({ id }) => pointsOf(id)))).toEqual(others.map(() => 2));
});

test("a trial earns nothing, a member in a time-out earns what they played, and a day that closes while points are off brings none", async () => {
  const trial = await world.member({ type: accountTypes.trial });
  await world.give(trial.id, 1_000_00n);
  await bet(50_00n, 0n, trial.id);
  await bet(50_00n);
  await ann.call(protection.takeBreak, { period: "24h" });
  await nextDay();
  expect([await pointsOf(trial.id), await pointsOf()]).toEqual([0, 5]);
  const bea = await world.player({ balance: 1_000_00n });
  await bet(50_00n, 0n, bea.id);
  await asOwner(world.open.url, `insert into setting (key, value, updated_at) values ('flags', '{"pointsSystem": false}', now())`);
  await nextDay();
  await asOwner(world.open.url, "delete from setting where key = 'flags'");
  await nextDay();
  expect(await pointsOf(bea.id)).toBe(0);
});

test("the open day's points are told as they are gathered, with what is carried, and never run out with time [POINTS-04, CONST-29]", async () => {
  await bet(15_00n);
  await nextDay();
  await world.pass(5 * MINUTE_MS - (world.clock.now().getTime() % (5 * MINUTE_MS)));
  await bet(26_00n);
  await world.pass(6 * MINUTE_MS);
  await gatherPlay(database(), moment());
  await comeBack(ann);
  expect(await ann.call(points.balance, {})).toEqual({ pointsBalance: 1, today: 3, convertedToday: 0 });
  await world.pass(1_000 * DAY_MS);
  await earnPoints(database(), moment());
  expect(await pointsOf()).toBe(1);
});

test("no service changes or removes a line, nor makes one of its own over another", async () => {
  for (const change of ["update points_line set changed = 1", "delete from points_line", "truncate points_line"])
    await expect(database().pool.query(change)).rejects.toThrow(/permission denied/);
  await expect(asOwner(world.open.url, "update points_line set changed = 1")).rejects.toThrow("written once");
});
