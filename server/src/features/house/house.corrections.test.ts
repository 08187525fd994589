import { accountTypes } from "@laro/contract/core/accountTypes";
import { adjustments } from "@laro/contract/adjustments";
import { house } from "@laro/contract/house";
import { limits } from "@laro/contract/limits";
import { messages } from "@laro/contract/messages";
import { protection } from "@laro/contract/protection";
import { reports } from "@laro/contract/reports";
import { rounds } from "@laro/contract/rounds";
import { tables } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDays } from "../../core/activity/activity.close.ts";
import { payJackpots } from "../../core/jackpots/hits.ts";
import { countJackpots } from "../../core/jackpots/pools.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { placeBet } from "../../testing/bets.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { credit } from "../../testing/money.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { leadTables } from "../../testing/tables.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "The provider's result was wrong";
const PAROL = 24;
const DAY_MS = 24 * 60 * 60_000;

let world: World;
let [first, second]: Person[] = [];
const openOffice = async (): Promise<void> => void ([first, second] = [await world.operator("risk"), await world.operator("risk")]);
beforeAll(async () => {
  world = await createWorld();
  await openOffice();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());
type Member = Person & { readonly id: bigint };

/** The calendar day in Manila. */
const today = (): string => new Date(world.clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10);
const balanceOf = async (person: Person): Promise<bigint> => (await person.call(wallet.balance, {})).balance;
const record = async (person: Person) => (await person.call(rounds.mine, {})).list;

/** Stakes on a round whose win is decided here, and answers its id. */
async function play(person: Member, { stake, win = 0n }: { stake: bigint; win?: bigint }): Promise<string> {
  world.clock.advance(1_000);
  expect(await placeBet(world, person.id, { stake, win })).toBe("played");
  return (await record(person))[0]!.id;
}

/** Another day, on which everybody enters anew. */
async function nextDay(...people: readonly Member[]): Promise<void> {
  await world.pass(DAY_MS);
  await openOffice();
  for (const person of people) await enterAgain(person);
}

/** One officer proposes, another confirms. */
async function correct(person: Member, roundId: string, win: bigint | null): Promise<void> {
  world.clock.advance(1_000);
  const { id } = await first!.call(house.correctRound, { memberId: person.id, roundId, win, reason });
  await second!.call(house.confirm, { id, reason });
}

test("who is no officer of risk corrects nothing, and nobody corrects what is open, unknown, another's, as it is, too large or their own proposal", async () => {
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 100_00n })];
  const [support, auditor] = [await world.operator("support"), await world.operator("auditor")];
  const roundId = await play(ann, { stake: 10_00n, win: 19_80n });
  const asked = { memberId: ann.id, roundId, win: 0n, reason };
  expect(await world.guest().refused(house.correctRound, asked)).toBe("sessions.required");
  expect(await ann.refused(house.correctRound, asked)).toBe("sessions.required");
  expect(await support.refused(house.correctRound, asked)).toBe("sessions.forbidden");
  expect(await auditor.refused(house.correctRound, asked)).toBe("sessions.forbidden");
  expect(await support.refused(house.shortfalls, { state: "open" })).toBe("sessions.forbidden");
  expect(await auditor.call(house.shortfalls, { state: "open" })).toMatchObject({ list: [], open: { count: 0, missing: 0n } });
  expect(await first!.refused(house.correctRound, { ...asked, memberId: 999_999n })).toBe("accounts.not_found");
  for (const other of [
    { ...asked, memberId: ben.id },
    { ...asked, roundId: fresh() },
  ])
    expect(await first!.refused(house.correctRound, other)).toBe("rounds.not_found");
  expect(await first!.refused(house.settled, { memberName: ben.name, roundId })).toBe("rounds.not_found");
  expect(await first!.refused(house.settled, { memberName: "nobody at all", roundId })).toBe("accounts.not_found");
  const { id: openId } = await ann.call(rounds.open, { requestId: fresh(), gameCode: "MINES", stake: 10_00n, choice: { mines: 3 } });
  expect(await first!.refused(house.correctRound, { ...asked, roundId: openId })).toBe("rounds.not_found");
  expect(await first!.refused(house.correctRound, { ...asked, win: 19_80n })).toBe("house.as_it_is");
  expect(await first!.refusal(house.correctRound, { ...asked, win: 99_999_999_00n })).toMatchObject({
    code: "rounds.above_liability",
    values: { field: "win" },
  });
  expect(await first!.refused(house.correctRound, { ...asked, win: -1n })).toBe("request.invalid");
  const { id } = await first!.call(house.correctRound, asked);
  expect(await first!.refused(house.correctRound, { ...asked, win: null })).toBe("house.already_proposed");
  expect(await first!.refused(house.confirm, { id, reason })).toBe("house.own_proposal");
  expect(await first!.refused(house.endShortfall, { id: fresh(), end: "writeOff", reason })).toBe("house.shortfall_not_found");
  expect(await balanceOf(ann)).toBe(99_80n);
  await first!.call(house.decline, { id, reason });
  expect(await record(ann)).toHaveLength(1);
});

test("a round given back after it was paid is a line of its own day: record, totals, statement, positions and message say so, and the round itself stays as it was played", async () => {
  const ann = await world.player({ balance: 100_00n });
  const roundId = await play(ann, { stake: 10_00n, win: 50_00n });
  await nextDay(ann);
  expect(await first!.call(house.settled, { memberName: ann.name.toUpperCase(), roundId })).toMatchObject({
    id: roundId,
    memberId: ann.id,
    gameCode: "DICE",
    stake: 10_00n,
    win: 50_00n,
    corrections: [],
    tookJackpot: false,
  });
  await correct(ann, roundId, null);
  expect(await balanceOf(ann)).toBe(100_00n);
  expect((await record(ann)).map(({ id, state, stake, win }) => [id, state, stake, win])).toEqual([
    [roundId, "corrected", -10_00n, -50_00n],
    [roundId, "settled", 10_00n, 50_00n],
  ]);
  expect(await ann.call(rounds.totals, {})).toEqual({ count: 1, stake: 0n, win: 0n });
  const day = today();
  expect(await ann.call(rounds.totals, { from: day, to: day })).toEqual({ count: 0, stake: -10_00n, win: -50_00n });
  const one = await ann.call(rounds.get, { id: roundId });
  expect(one).toMatchObject({ state: "settled", stake: 10_00n, win: 50_00n, corrections: [{ stake: -10_00n, win: -50_00n, reason }] });
  expect((await ann.call(wallet.history, {})).list.slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["resettlement", -50_00n],
    ["refund", 10_00n],
  ]);
  expect((await ann.call(protection.positions, {})).all).toMatchObject({ staked: 0n, won: 0n });
  expect(await ann.call(reports.statement, { month: day.slice(0, 7) })).toMatchObject({ closing: 100_00n, stakes: 0n, wins: 0n, adjustments: 100_00n });
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(
    expect.objectContaining({ template: "roundCorrected", values: expect.arrayContaining(["40.00", "taken"]) }),
  );
  // It was given back: there is nothing left to give.
  expect(await first!.refused(house.correctRound, { memberId: ann.id, roundId, win: null, reason })).toBe("house.as_it_is");
  expect(await first!.refused(house.correctRound, { memberId: ann.id, roundId, win: 5_00n, reason })).toBe("house.as_it_is");
});

test("the facts of a closed day stay, and the day of a correction has it as less than nothing, for the member and every line above", async () => {
  const agent = await world.member({ type: accountTypes.agent });
  const ann = await world.member({ type: accountTypes.player, parentId: agent.id });
  await world.give(ann.id, 100_00n);
  const roundId = await play(ann, { stake: 10_00n, win: 50_00n });
  const played = today();
  const close = async (): Promise<void> => {
    await nextDay();
    const { database, timeZone } = world.open.platform;
    expect(await closeDays(database, { now: world.clock.now(), timeZone })).toBeUndefined();
  };
  await close();
  const corrected = today();
  await correct(ann, roundId, null);
  await close();
  const columns = "day::text, rounds::int, valid::int, stake::int, win::int";
  const wanted = [
    { day: played, rounds: 1, valid: 1_000, stake: 1_000, win: 5_000 },
    { day: corrected, rounds: 0, valid: -1_000, stake: -1_000, win: -5_000 },
  ];
  for (const [table, column, id] of [
    ["member_day", "account_id", ann.id],
    ["line_day", "agent_id", agent.id],
  ] as const)
    expect(await asOwner(world.open.url, `select ${columns} from ${table} where ${column} = $1 and day >= $2 order by day`, [String(id), played])).toEqual(
      wanted,
    );
});

test("a win that is raised is paid, whatever closes the wallet; taken back it counts against today's limit only where the round is of today", async () => {
  const ann = await world.player({ balance: 100_00n });
  await endRealityChecks(world, ann.id);
  const roundId = await play(ann, { stake: 10_00n });
  await first!.call(wallet.setFrozen, { memberName: ann.name, frozen: true, reason });
  await correct(ann, roundId, 70_00n);
  expect(await balanceOf(ann)).toBe(160_00n);
  await first!.call(wallet.setFrozen, { memberName: ann.name, frozen: false, reason });
  await ann.call(limits.set, { kind: "loss", period: "day", amount: 20_00n });
  const used = async () => (await ann.call(limits.mine, {})).list[0]!.used;
  expect(await used()).toBe(0n);
  await correct(ann, roundId, 0n);
  expect(await used()).toBe(10_00n);
  await nextDay(ann);
  const next = await play(ann, { stake: 1_00n, win: 30_00n });
  await nextDay(ann);
  await correct(ann, next, 0n);
  expect(await used()).toBe(0n);
  expect(await placeBet(world, ann.id, { stake: 20_00n })).toBe("played");
  expect(await placeBet(world, ann.id, { stake: 1_00n })).toBe("limits.loss_reached");
});

test("what a take-back cannot take is owed, no deposit pays for it by itself, and two officers end it once: never out of what was deposited since", async () => {
  const [ann, ben] = [await world.player({ balance: 10_00n }), await world.player({ balance: 10_00n })];
  for (const person of [ann, ben]) {
    const roundId = await play(person, { stake: 10_00n, win: 500_00n });
    await play(person, { stake: 480_00n });
    await correct(person, roundId, null);
    expect(await balanceOf(person)).toBe(0n);
  }
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(expect.objectContaining({ values: expect.arrayContaining(["490.00", "owed"]) }));
  const { list, open } = await first!.call(house.shortfalls, { state: "open" });
  expect(open).toEqual({ count: 2, missing: 940_00n });
  const [ofAnn, ofBen] = [ann, ben].map(({ id }) => list.find(({ memberId }) => memberId === id)!);
  expect(ofAnn).toMatchObject({ memberName: ann.name, gameCode: "DICE", asked: 500_00n, taken: 30_00n, missing: 470_00n, state: "open", endedAt: null });
  const owed = async () => asOwner(world.open.url, "select sum(-amount)::int as sum from transfer where contra = -401");
  expect(await owed()).toEqual([{ sum: -940_00 }]);

  const { database, timeZone } = world.open.platform;
  await database.begin((tx) => credit(tx, { now: world.clock.now(), timeZone }, { accountId: ben.id, amountMinor: 1_000_00n }));
  expect(await balanceOf(ben)).toBe(1_000_00n);
  const taking = await first!.call(house.endShortfall, { id: ofBen!.id, end: "adjust", reason });
  expect(await second!.refused(house.endShortfall, { id: ofBen!.id, end: "writeOff", reason })).toBe("house.already_proposed");
  expect(await first!.refused(house.confirm, { id: taking.id, reason })).toBe("house.own_proposal");
  expect(await second!.refusal(house.confirm, { id: taking.id, reason })).toMatchObject({ code: "house.shortfall_not_covered", values: { free: "0.00" } });
  await play(ben, { stake: 100_00n, win: 600_00n });
  await second!.call(house.confirm, { id: taking.id, reason });
  expect(await balanceOf(ben)).toBe(1_030_00n);

  const bearing = await first!.call(house.endShortfall, { id: ofAnn!.id, end: "writeOff", reason });
  const third = await world.operator("risk");
  const confirmed = await Promise.all([second!, third].map(async (officer) => (await officer.send(house.confirm, { id: bearing.id, reason })).answer.success));
  expect(confirmed.toSorted()).toEqual([false, true]);
  expect(await balanceOf(ann)).toBe(0n);
  expect(await owed()).toEqual([{ sum: 0 }]);
  expect(await first!.refused(house.endShortfall, { id: ofAnn!.id, end: "adjust", reason })).toBe("house.shortfall_not_open");
  expect((await first!.call(house.shortfalls, { state: "writtenOff" })).list).toMatchObject([{ id: ofAnn!.id, missing: 470_00n }]);
  expect((await first!.call(house.shortfalls, { state: "adjusted" })).list).toMatchObject([{ id: ofBen!.id }]);
  expect((await first!.call(house.shortfalls, { state: "open" })).open).toEqual({ count: 0, missing: 0n });
});

test("a round is corrected and never mirrored, and of two officers who confirm one correction one wins", async () => {
  const ann = await world.player({ balance: 100_00n });
  const corrected = await play(ann, { stake: 10_00n, win: 40_00n });
  const original = (await ann.call(wallet.history, {})).list.find((line) => line.roundId === corrected)!.reference;
  const finance = await world.operator("finance");
  expect(await finance.refused(adjustments.proposeReversal, { memberName: ann.name, original, reason })).toBe("adjustments.not_reversible");
  const { id } = await first!.call(house.correctRound, { memberId: ann.id, roundId: corrected, win: 25_00n, reason });
  const third = await world.operator("risk");
  const confirmed = await Promise.all([second!, third, second!].map(async (officer) => (await officer.send(house.confirm, { id, reason })).answer.success));
  expect(confirmed.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(ann)).toBe(115_00n);
  // Another correction goes on from where the first left it.
  await correct(ann, corrected, null);
  expect(await balanceOf(ann)).toBe(100_00n);
  expect((await ann.call(rounds.get, { id: corrected })).corrections.map(({ stake, win }) => [stake, win])).toEqual([
    [0n, -15_00n],
    [-10_00n, -25_00n],
  ]);
});

test("a round of steps and a ticket of a draw are corrected as a round of one row is, and the draw keeps saying what its tickets came to", async () => {
  const [ann, series] = [await world.player({ balance: 100_00n }), "ROULETTE_1"];
  const leader = leadTables(world, series);
  const opened = await ann.call(rounds.open, { requestId: fresh(), gameCode: "COIN_FLIP", stake: 10_00n, choice: {} });
  await ann.call(rounds.act, { roundId: opened.id, step: 0, action: { act: "toss", side: "heads" } });
  const again = (await ann.call(rounds.running, {})).list[0];
  if (again !== undefined) await ann.call(rounds.act, { roundId: again.id, step: 1, action: { act: "cashOut" } });
  await correct(ann, opened.id, null);
  expect(await balanceOf(ann)).toBe(100_00n);

  await leader.look();
  const { drawId } = (await world.guest().call(tables.get, { series })).phase!;
  await ann.call(tables.bet, { requestId: fresh(), series, drawId, bets: { red: "10.00", black: "10.00" } });
  for (let tries = 0; tries < 60 && (await record(ann))[0]?.gameCode !== series; tries += 1) {
    world.clock.advance(1_000);
    await leader.look();
  }
  const ticket = (await record(ann))[0]!;
  expect(ticket).toMatchObject({ gameCode: series, stake: 20_00n });
  await correct(ann, ticket.id, null);
  expect(await balanceOf(ann)).toBe(100_00n);
  expect((await record(ann)).slice(0, 2).map(({ state, stake, draw }) => [state, stake, draw?.id])).toEqual([
    ["corrected", -20_00n, drawId],
    ["settled", 20_00n, drawId],
  ]);
  await leader.close();
});

test("a jackpot's pool gives up its part of a stake that was given back, and a round that took one is corrected by nobody", async () => {
  const { platform } = world.open;
  const ann = await world.player({ balance: 1_000_00n });
  const walletId = await getWalletId(platform.database.db, { accountId: ann.id, kind: "main" });
  await countJackpots(platform);
  const spin = async (staysOpen: boolean): Promise<string> => {
    const detail = JSON.stringify({ choice: {}, outcome: {} });
    const round = { gameId: PAROL, draw: () => ({ winMinor: 0n, staysOpen, detail }) };
    const bet = { walletId, contra: houseAccount(PAROL), kind: "bet", debitMinor: 200_00n, creditMinor: 0n, digest: 0n, round } as const;
    return (await platform.ledger.post({ ref: newId(world.clock.now()), ...bet })).roundId!;
  };
  const plain = await spin(false);
  const hit = await spin(true);
  await payJackpots(platform);
  world.clock.advance(2 * 60_000);
  await countJackpots(platform);
  await correct(ann, plain, null);
  world.clock.advance(2 * 60_000);
  await countJackpots(platform);
  const [jackpot] = await asOwner<{ added: number }>(world.open.url, "select last_added::int as added from jackpot where game_id = $1", [PAROL]);
  expect(jackpot!.added).toBe(-3_00);
  expect(await first!.call(house.settled, { memberName: ann.name, roundId: hit })).toMatchObject({ tookJackpot: true });
  expect(await first!.refused(house.correctRound, { memberId: ann.id, roundId: hit, win: null, reason })).toBe("house.jackpot_taken");
});
