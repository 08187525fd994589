import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { reports } from "@laro/contract/reports";
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { wallet } from "@laro/contract/wallet";
import type { SteppedEngine } from "@laro/engines/engine";
import { engines, former } from "@laro/engines/registry";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hastenRounds } from "../../core/wallet/entries.ts";
import { rotateSeed } from "../../core/wallet/seeds.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { setSite } from "../../testing/site.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { timeOutRounds } from "./rounds.steps.ts";

const CYCLE_MS = 1_000;
const HOUR_MS = 60 * 60_000;
const STAKE = 10_00n;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());
const mines = (requestId = fresh(), count = 3) => ({ requestId, gameCode: "MINES", stake: STAKE, choice: { mines: count } });
const coin = (requestId = fresh()) => ({ requestId, gameCode: "COIN_FLIP", stake: STAKE, choice: {} });
const toss = (round: SteppedRound) => ({ roundId: round.id, step: round.step, action: { act: "toss", side: "heads" } });
const cashOut = (round: SteppedRound) => ({ roundId: round.id, step: round.step, action: { act: "cashOut" } });
const balanceOf = async (person: Person): Promise<bigint> => (await person.call(wallet.balance, {})).balance;
const opened = async (person: Person, play: ReturnType<typeof coin> = coin()): Promise<SteppedRound> => {
  world.clock.advance(CYCLE_MS);
  return person.call(rounds.open, play);
};

/** Opens coin flips until the first toss wins; every lost one is over. */
async function winningCoin(person: Person): Promise<SteppedRound> {
  for (let tries = 0; tries < 60; tries += 1) {
    const tossed = await person.call(rounds.act, toss(await opened(person)));
    if (tossed.round === null) return tossed;
  }
  throw new Error("Sixty tosses in a row were lost.");
}

test("a round of an instant game is not opened and one of a stepped game is not played; stakes and choices are refused before anything is taken", async () => {
  const ann = await world.player({ balance: 100_00n });
  expect(await ann.refused(rounds.open, { ...mines(), gameCode: "DICE" })).toBe("games.not_found");
  expect(await ann.refused(rounds.play, mines())).toBe("games.not_found");
  expect(await ann.refused(rounds.open, { ...mines(), stake: 50n })).toBe("rounds.below_minimum");
  expect(await ann.refused(rounds.open, { ...mines(), stake: 1_50n })).toBe("rounds.stake_step");
  for (const choice of [{}, { mines: 0 }, { mines: 25 }, { mines: "3" }, { mines: 3, extra: 1 }]) {
    expect(await ann.refusal(rounds.open, { ...mines(), choice })).toMatchObject({ code: "rounds.choice_invalid", values: { field: "choice" } });
  }
  expect(await ann.refused(rounds.open, { ...mines(), stake: 200_00n })).toBe("wallet.insufficient_funds");
  expect((await ann.call(rounds.running, {})).list).toEqual([]);
  expect(await balanceOf(ann)).toBe(100_00n);
});

test("a stake is taken when a round opens, the same request answers the same round, and a second of the game waits for the first", async () => {
  const ann = await world.player({ balance: 100_00n });
  const play = mines();
  const first = await ann.call(rounds.open, play);
  expect(first).toMatchObject({ gameCode: "MINES", step: 0, stake: STAKE, balance: 90_00n, round: null, view: { picks: [], field: null } });
  expect(first.legal).toHaveLength(25);
  expect(await ann.call(rounds.open, play)).toEqual(first);
  expect(await ann.refused(rounds.open, { ...play, stake: 20_00n })).toBe("request.id_reused");
  world.clock.advance(CYCLE_MS);
  expect(await ann.refused(rounds.open, mines())).toBe("rounds.already_open");
  expect(await balanceOf(ann)).toBe(90_00n);
  expect((await opened(ann)).gameCode).toBe("COIN_FLIP");
  expect((await ann.call(rounds.running, {})).list.map(({ gameCode }) => gameCode)).toEqual(["MINES", "COIN_FLIP"]);
});

test("no view of an open round tells where a mine lies, whatever is asked", async () => {
  const ann = await world.player({ balance: 100_00n });
  const round = await ann.call(rounds.open, mines(fresh(), 1));
  const answers = [round, (await ann.call(rounds.running, {})).list[0], (await ann.request("GET", `/api/rounds.get?id=${round.id}`)).answer];
  const text = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
  for (const answer of answers) expect(text(answer)).not.toMatch(/"field":\[|server_?seed":"/i);
  expect(await ann.refused(rounds.get, { id: round.id })).toBe("rounds.not_found");
  expect((await ann.call(rounds.mine, {})).list).toEqual([]);
});

test("an action is taken once where it was seen: repeated it answers what it led to, another at that step or a step to come is refused", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const won = await winningCoin(ann);
  const first = { roundId: won.id, step: 0, action: { act: "toss", side: "heads" } };
  expect(await ann.call(rounds.act, first)).toMatchObject({ step: 1, view: won.view });
  expect(await ann.refusal(rounds.act, { ...first, action: { act: "toss", side: "tails" } })).toMatchObject({ code: "rounds.step_taken", values: { step: 1 } });
  expect(await ann.refused(rounds.act, { ...first, step: 7 })).toBe("rounds.step_taken");
  for (const action of [{}, { act: "fly" }, { act: "toss", side: "edge" }, { act: "toss" }])
    expect(await ann.refusal(rounds.act, { roundId: won.id, step: 1, action })).toMatchObject({ code: "rounds.action_invalid", values: { field: "action" } });
  const before = await balanceOf(ann);
  const ended = await ann.call(rounds.act, cashOut(won));
  expect(ended).toMatchObject({ legal: [], balance: before + 19_80n, round: { state: "settled", stake: STAKE, win: 19_80n, id: won.id } });
  expect(await ann.call(rounds.act, cashOut(won))).toMatchObject({ round: ended.round, view: ended.view, balance: before + 19_80n });
  expect(await ann.refused(rounds.act, toss(won))).toBe("rounds.not_open");
  expect(await balanceOf(ann)).toBe(before + 19_80n);
});

test("an action that is not legal where the round stands changes nothing: nothing to cash out, a tile twice", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const round = await ann.call(rounds.open, mines(fresh(), 1));
  expect(await ann.refused(rounds.act, cashOut(round))).toBe("rounds.action_invalid");
  const picked = await ann.call(rounds.act, { roundId: round.id, step: 0, action: { act: "pick", tile: 4 } });
  if (picked.round === null)
    expect(await ann.refused(rounds.act, { roundId: round.id, step: 1, action: { act: "pick", tile: 4 } })).toBe("rounds.action_invalid");
});

test("another member's round, and none, look the same", async () => {
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 100_00n })];
  const round = await ann.call(rounds.open, coin());
  const [others, nobodys] = [await ben.refusal(rounds.act, toss(round)), await ben.refusal(rounds.act, { ...toss(round), roundId: fresh() })];
  expect([others.code, nobodys.code]).toEqual(["rounds.not_found", "rounds.not_found"]);
  expect(others.text).toBe(nobodys.text);
});

test("of many who act at one step at once one does, from whatever device, and the round pays once", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const won = await winningCoin(ann);
  const before = await balanceOf(ann);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ann.call(rounds.act, cashOut(won)).catch((error: unknown) => error)));
  expect(answers.filter((one) => (one as SteppedRound).round?.win === 19_80n).length).toBeGreaterThan(0);
  expect(await balanceOf(ann)).toBe(before + 19_80n);
});

test("many openings at once take one stake", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const answers = await Promise.all(Array.from({ length: 6 }, () => ann.call(rounds.open, mines()).catch((error: { code: string }) => error.code)));
  expect(answers.filter((one) => typeof one !== "string")).toHaveLength(1);
  expect(await balanceOf(ann)).toBe(990_00n);
});

test("a double costs what it adds and is refused without money, with the hand as it was", async () => {
  const ann = await world.player({ balance: 10_00n });
  for (let tries = 0; tries < 40; tries += 1) {
    world.clock.advance(CYCLE_MS);
    if ((await balanceOf(ann)) < STAKE) await world.give(ann.id, STAKE);
    const spare = (await balanceOf(ann)) - STAKE;
    const hand = await ann.call(rounds.open, { requestId: fresh(), gameCode: "BLACKJACK", stake: STAKE, choice: {} });
    const act = (step: number, what: string) => ({ roundId: hand.id, step, action: { act: what } });
    if (hand.round !== null) continue;
    const ready = hand.legal.some((one) => one["act"] === "decline") ? await ann.call(rounds.act, act(0, "decline")) : hand;
    if (ready.round !== null || !ready.legal.some((one) => one["act"] === "double")) continue;
    if (spare < STAKE) expect(await ann.refused(rounds.act, act(ready.step, "double"))).toBe("wallet.insufficient_funds");
    expect((await ann.call(rounds.running, {})).list[0]).toMatchObject({ id: hand.id, step: ready.step, view: ready.view });
    await world.give(ann.id, 2n * STAKE);
    const doubled = await ann.call(rounds.act, act(ready.step, "double"));
    expect(doubled.stake).toBe(2n * STAKE);
    expect(doubled.round).toMatchObject({ stake: 2n * STAKE, state: "settled" });
    return;
  }
  throw new Error("No hand of forty could be doubled.");
});

test("the clock ends what waits too long as the engine says: a round without a pick is given back, one with a win is paid", async () => {
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 1_000_00n })];
  const won = await winningCoin(ben);
  await ann.call(rounds.open, mines());
  const before = await balanceOf(ben);
  await world.pass(24 * HOUR_MS - 1_000);
  await timeOutRounds(world.open.platform);
  await Promise.all([enterAgain(ann), enterAgain(ben)]);
  expect((await ann.call(rounds.running, {})).list).toHaveLength(1);
  await world.pass(2_000);
  await timeOutRounds(world.open.platform);
  await timeOutRounds(world.open.platform);
  expect((await ann.call(rounds.running, {})).list).toEqual([]);
  expect(await balanceOf(ann)).toBe(100_00n);
  expect((await ann.call(rounds.mine, {})).list).toMatchObject([{ gameCode: "MINES", state: "void", stake: 0n, win: 0n, outcome: {} }]);
  expect(await balanceOf(ben)).toBe(before + 19_80n);
  // What they did themselves stands beside what was done for them.
  expect((await ben.call(rounds.mine, {})).list[0]).toMatchObject({ id: won.id, win: 19_80n, state: "settled", actions: [{}, {}], byClock: 1 });
});

test("whoever excludes themselves finds their open rounds ended as the clock would have ended them: nothing waits for somebody who may not come back", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const won = await winningCoin(ann);
  const before = await balanceOf(ann);
  await ann.call(protection.excludeMyself, { period: "6m", password: ann.password });
  await timeOutRounds(world.open.platform);
  const { db } = world.open.platform.database;
  expect(await db.selectFrom("round_settled").select("win").where("round_id", "=", won.id).execute()).toEqual([{ win: 19_80n }]);
  expect(await db.selectFrom("wallet").select("balance").where("account_id", "=", BigInt(ann.id)).where("balance", ">", 0n).execute()).toEqual([
    { balance: before + 19_80n },
  ]);
});

test("a record shows a round of steps once, with all its stakes, and adds up to its totals; the same round is found by its id", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const won = await winningCoin(ann);
  await ann.call(rounds.act, cashOut(won));
  await opened(ann);
  const [list, totals] = [(await ann.call(rounds.mine, { limit: 50 })).list, await ann.call(rounds.totals, {})];
  expect(totals).toEqual({
    count: list.length,
    stake: list.reduce((sum, { stake }) => sum + stake, 0n),
    win: list.reduce((sum, { win }) => sum + win, 0n),
  });
  expect(list[0]).toMatchObject({ id: won.id, actions: [{ act: "toss", side: "heads" }, { act: "cashOut" }], outcome: { fell: ["heads"] } });
  const { serverSeed, ...found } = await ann.call(rounds.get, { id: won.id });
  expect([serverSeed, found]).toMatchObject([null, list[0]!]);
  const profit = await ann.call(reports.profit, { from: "2026-01-01", to: "2026-12-31" });
  expect([profit.rounds, profit.stake, profit.win]).toEqual([totals.count, totals.stake, totals.win]);
});

test("a seed is not shown while a round drawn from it is open", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const won = await winningCoin(ann);
  expect(await ann.refused(seeds.rotate, { clientSeed: "mine" })).toBe("seeds.round_running");
  await ann.call(rounds.act, cashOut(won));
  const { revealed } = await ann.call(seeds.rotate, { clientSeed: "mine" });
  expect((await ann.call(rounds.get, { id: won.id })).serverSeed).toBe(revealed.serverSeed);
});

test("a round that is opened beside a change of the seed waits for it and is drawn from the new one", async () => {
  const ann = await world.player({ balance: 100_00n });
  const { database, keys } = world.open.platform;
  const walletId = await getWalletId(database.db, { accountId: ann.id, kind: "main" });
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rotating = database.begin(async (tx) => {
    const { commitment } = await rotateSeed(tx, keys, { walletId, clientSeed: "mine", now: world.clock.now() });
    held.resolve();
    await go.promise;
    return commitment;
  });
  await held.promise;
  const opening = opened(ann, mines());
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await asOwner(world.open.url, waiting)).length).toBe(1);
  go.resolve();
  const { seedId } = await rotating;
  expect(await opening).toMatchObject({ seedId, nonce: "0" });
});

test("a bet of the group commit and an opened round share nonces without a gap", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const roll = () => ann.call(rounds.play, { requestId: fresh(), gameCode: "DICE", stake: 1_00n, choice: { target: 5_000, side: "under" } });
  const nonces: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    world.clock.advance(CYCLE_MS);
    nonces.push((await roll()).nonce);
    const round = await ann.call(rounds.open, coin());
    nonces.push(round.nonce);
    await ann.call(rounds.act, toss(round)).then((tossed) => (tossed.round === null ? ann.call(rounds.act, cashOut(tossed)) : tossed));
  }
  expect(nonces).toEqual(["0", "1", "2", "3", "4", "5"]);
});

test("a limit that is reached stops a further stake and never the end of a round; a closed site lets it end too", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const officer = await world.operator("superadmin");
  const won = await winningCoin(ann);
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 1_00n });
  world.clock.advance(CYCLE_MS);
  expect(await ann.refused(rounds.open, mines())).toBe("limits.stake_reached");
  await setSite(officer, { maintenance: true });
  const before = await balanceOf(ann);
  await ann.call(rounds.act, cashOut(won));
  expect(await balanceOf(ann)).toBe(before + 19_80n);
  await setSite(officer, {});
});

test("a round goes on and ends by the mathematics it was opened with, whatever version is in force by then; of one that is not known any more nothing is played", async () => {
  const ann = await world.player({ balance: 10_000_00n });
  const before = await winningCoin(ann);
  const engine = engines.COIN_FLIP as unknown as SteppedEngine<never, never, object, object>;
  const twice: typeof engine = {
    ...engine,
    version: 2,
    replay: (played) => {
      const { end, ...where } = engine.replay(played);
      return { ...where, ...(end && { end: { ...end, winMinor: 2n * end.winMinor } }) };
    },
  };
  const [playable, old] = [engines as Record<string, unknown>, former as unknown[]];
  try {
    playable["COIN_FLIP"] = twice;
    expect(await ann.refused(rounds.act, cashOut(before))).toBe("server.unknown");
    old.push(engine);
    const ended = await ann.call(rounds.act, cashOut(before));
    expect(ended.round).toMatchObject({ version: 1, win: 19_80n });
    expect(await ann.call(rounds.act, cashOut(before))).toMatchObject({ round: ended.round });
    const idle = await opened(ann);
    await world.open.platform.database.begin((tx) => hastenRounds(tx, { accountId: ann.id, now: world.clock.now() }));
    await timeOutRounds(world.open.platform);
    expect(await ann.call(rounds.get, { id: idle.id })).toMatchObject({ state: "void", version: 2 });
    const after = await winningCoin(ann);
    [playable["COIN_FLIP"], old[0]] = [engine, twice];
    const paid = await ann.call(rounds.act, cashOut(after));
    expect(paid.round).toMatchObject({ version: 2, win: 39_60n });
    expect(await ann.call(rounds.act, cashOut(after))).toMatchObject({ round: paid.round });
  } finally {
    playable["COIN_FLIP"] = engine;
    old.length = 0;
  }
});
