import { accountTypes } from "@laro/contract/core/accountTypes";
import { protection } from "@laro/contract/protection";
import { rebates } from "@laro/contract/rebates";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDays } from "../../core/activity/activity.close.ts";
import { findRatios, RATIO_LEAST_MINOR, setRatios } from "../../core/points/points.ratios.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { reverse } from "../../testing/money.ts";
import { asOwner } from "../../testing/owner.ts";
import { type games, playOn } from "../../testing/rebates.ts";
import { countDays } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { countVip } from "../vip/vip.count.ts";
import { earnRebates } from "./rebates.earn.ts";
import { keepThinGames } from "./rebates.games.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let ann: Awaited<ReturnType<World["player"]>>;
beforeAll(async () => {
  world = await createWorld();
  await keepThinGames(world.open.platform.database, { now: world.clock.now(), timeZone: world.open.platform.timeZone });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  await world.pass(DAY_MS);
  ann = await world.player();
});

const database = () => world.open.platform.database;
const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const play = (game: keyof typeof games, stake: bigint, win = 0n, id = ann.id) => playOn(world, id, game, stake, win);

/** To the next day, with the one before closed, counted and given. */
async function nextDay(): Promise<void> {
  await world.pass(DAY_MS);
  await countDays(world);
}

/** A member's lines, oldest day first, as category, label, valid, rate and amount. */
async function linesOf(id = ann.id): Promise<unknown[][]> {
  const rows = await asOwner<Record<string, unknown>>(
    world.open.url,
    "select category, label, valid::text, bps, amount::text from rebate where account_id = $1 order by day, category",
    [id],
  );
  return rows.map(({ category, label, valid, bps, amount }) => [category, label, BigInt(String(valid)), bps, BigInt(String(amount))]);
}

test("a closed day brings its valid bets back by category and label to the centavo: 12,345.67 on slots and 9,999.99 at a live table of a Bronze member bring 37.03 and 19.99, what comes to less than a centavo nothing [CENTRE-14]", async () => {
  await play("slot", 12_345_67n, 11_000_00n);
  await play("slot", 50_00n, 50_00n);
  await play("roulette", 9_999_99n);
  const ben = await world.player();
  await play("slot", 3_33n, 0n, ben.id);
  expect(await ann.call(rebates.mine, {})).toMatchObject({
    label: "Bronze",
    today: {
      amount: 57_02n,
      lines: [
        { category: "LIVE", valid: 9_999_99n, bps: 20, amount: 19_99n },
        { category: "RNG", valid: 12_345_67n, bps: 30, amount: 37_03n },
      ],
    },
    open: { amount: 0n, days: 0 },
  });
  await nextDay();
  expect(await linesOf()).toEqual([
    ["LIVE", "Bronze", 9_999_99n, 20, 19_99n],
    ["RNG", "Bronze", 12_345_67n, 30, 37_03n],
  ]);
  expect(await linesOf(ben.id)).toEqual([]);
  await enterAgain(ann);
  expect(await ann.call(rebates.mine, {})).toMatchObject({ today: { amount: 0n, lines: [] }, open: { amount: 57_02n, days: 1 } });
});

test("the label is that of the level the play of the day itself reached, whatever is reached before the payment", async () => {
  await play("slot", 99_999_99n);
  await nextDay();
  await play("slot", 10_00n);
  await world.pass(DAY_MS);
  await play("slot", 2_000_000_00n);
  await countDays(world);
  await nextDay();
  expect((await linesOf()).map(([, label, valid, , amount]) => [label, valid, amount])).toEqual([
    ["Bronze", 99_999_99n, 299_99n],
    ["Silver", 10_00n, 5n],
    ["Gold", 2_000_000_00n, 13_000_00n],
  ]);
});

test("of a house game that keeps too little only a part of a bet counts, so that the highest rate, points and agents' salaries stay within four fifths of what it keeps", async () => {
  // Dice keeps 1 %: of 0.80 % points have 0.10 % and salaries 0.35 %, so of a bet at 0.80 % 43 of 100 count.
  await play("dice", 1_000_00n);
  const { games: thin, today } = await ann.call(rebates.mine, {});
  expect(thin).toEqual(
    expect.arrayContaining([
      { game: "Dice", category: "BGS", percent: 43 },
      { game: "Video Poker", category: "BGS", percent: 0 },
    ]),
  );
  expect(thin.map(({ game }) => game)).not.toContain("Mango Rush");
  expect(today).toEqual({ amount: 1_29n, lines: [{ category: "BGS", valid: 430_00n, bps: 30, amount: 1_29n }] });
  await nextDay();
  expect(await linesOf()).toEqual([["BGS", "Bronze", 430_00n, 30, 1_29n]]);
});

test("a day is given by the list its members read on it, whatever table of points holds when it is given; a day the job never saw is reckoned by its own tables", async () => {
  const percentOf = async () => (await ann.call(rebates.mine, {})).games.find(({ game }) => game === "Dice")?.percent;
  await keepThinGames(database(), moment());
  await play("dice", 1_000_00n);
  const { ratios } = await findRatios(database().db, moment());
  await database().begin((tx) => setRatios(tx, { ratios: { ...ratios, BGS: RATIO_LEAST_MINOR }, ...moment() }));
  await keepThinGames(database(), moment());
  expect(await percentOf()).toBe(43);
  await nextDay();
  await enterAgain(ann);
  expect([await linesOf(), await percentOf()]).toEqual([[["BGS", "Bronze", 430_00n, 30, 1_29n]], 0]);
  // Half a per cent of points and the salaries leave nothing of the one that Dice keeps.
  await play("dice", 1_000_00n);
  await database().begin((tx) => setRatios(tx, { ratios, ...moment() }));
  await nextDay();
  expect(await linesOf()).toHaveLength(1);
});

test("rebates that are switched off for a while after midnight take nothing from the day before; a day that ends while they are off brings none", async () => {
  const flag = (isOn: boolean) =>
    asOwner(
      world.open.url,
      isOn ? "delete from setting where key = 'flags'" : `insert into setting (key, value, updated_at) values ('flags', '{"rebates": false}', now())`,
    );
  await play("slot", 1_000_00n);
  await keepThinGames(database(), moment());
  await world.pass(DAY_MS);
  await flag(false);
  await countDays(world);
  await play("slot", 1_000_00n);
  await keepThinGames(database(), moment());
  await flag(true);
  await nextDay();
  expect(await linesOf()).toEqual([["RNG", "Bronze", 1_000_00n, 30, 3_00n]]);
});

test("what is voided on a later day lessens what that day brings, never below nothing, and takes nothing back", async () => {
  await play("slot", 1_000_00n);
  const walletId = await getWalletId(database().db, { accountId: ann.id, kind: "main" });
  const [line] = await asOwner<{ ref: string }>(world.open.url, `select ref from transfer where wallet_id = ${walletId} and kind = 1`);
  await nextDay();
  await database().begin((tx) => reverse(tx, moment(), { walletId, original: line!.ref }));
  await play("slot", 1_600_00n);
  await play("roulette", 100_00n);
  await nextDay();
  expect(await linesOf()).toEqual([
    ["RNG", "Bronze", 1_000_00n, 30, 3_00n],
    ["LIVE", "Bronze", 100_00n, 20, 20n],
    ["RNG", "Bronze", 600_00n, 30, 1_80n],
  ]);
});

test("a job cut off after any slice gives each line once, whoever goes on and however many at once; a day waits until its levels are counted", async () => {
  const others = await Promise.all(Array.from({ length: 6 }, () => world.player()));
  for (const { id } of others) await play("slot", 1_000_00n, 0n, id);
  await world.pass(DAY_MS);
  await closeDays(database(), moment());
  await keepThinGames(database(), moment());
  await earnRebates(database(), moment());
  const given = async () => (await Promise.all(others.map(({ id }) => linesOf(id)))).map((lines) => lines.length);
  expect(await given()).toEqual(others.map(() => 0));
  await countVip(world.open.platform);
  await earnRebates(database(), moment(), { membersPerSlice: 2, stepsMax: 1 });
  const first = await given();
  expect(first.filter((lines) => lines === 1).length).toBeLessThan(6);
  const halted = {
    begin: (work: Parameters<ReturnType<typeof database>["begin"]>[0]) =>
      database().begin(async (tx) => {
        await work(tx);
        throw new Error("killed before the commit");
      }),
  };
  await expect(earnRebates(halted as never, moment(), { membersPerSlice: 2 })).rejects.toThrow("killed");
  expect(await given()).toEqual(first);
  await Promise.all([1, 2, 3].map(() => earnRebates(database(), moment(), { membersPerSlice: 2 })));
  await earnRebates(database(), moment());
  await earnRebates(database(), moment());
  expect(await given()).toEqual(others.map(() => 1));
});

test("a trial and a closed account get none, and a member in a time-out gets what they played", async () => {
  const [trial, gone] = [await world.member({ type: accountTypes.trial }), await world.player()];
  for (const { id } of [trial, gone, ann]) await play("slot", 1_000_00n, 0n, id);
  await asOwner(world.open.url, "update account set closed = true where id = $1", [gone.id]);
  await ann.call(protection.takeBreak, { period: "24h" });
  await nextDay();
  expect([await linesOf(trial.id), await linesOf(gone.id), (await linesOf()).length]).toEqual([[], [], 1]);
  await asOwner(world.open.url, "update account set closed = false where id = $1", [gone.id]);
});
