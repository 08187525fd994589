import { randomUUID } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { teams } from "@laro/contract/teams";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { packs } from "../../core/settings/packs.ts";
import { readCsv } from "../../platform/csv.ts";
import { asOwner } from "../../testing/owner.ts";
import { auditMoney, openMate, openTree, plantDays, type PlantedDay, plantHour } from "../../testing/teams.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readDashboard } from "./teams.dashboard.ts";
import { listDays } from "./teams.days.ts";
import { listMoney } from "./teams.money.ts";
import { readReport } from "./teams.report.ts";
import type { Reader } from "./teams.ts";

const { agent } = accountTypes;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await auditMoney(world)).toEqual([]));
afterAll(() => world.close());

const [FROM, TO, YESTERDAY, TODAY] = ["2026-09-20", "2026-10-04", "2026-10-04", "2026-10-05"];
const span = { from: FROM, to: TO };

const readerOf = (agentId: bigint): Reader => {
  const { keys, config, timeZone } = world.open.platform;
  return { agentId, timeZone, now: world.clock.now(), keys, pack: packs[config.pack] };
};

test("a span that ends before it begins or is longer than 92 days is refused with its field", async () => {
  const { top } = await openTree(world);
  expect(await top.refusal(teams.dashboard, { from: TO, to: FROM })).toMatchObject({ code: "request.invalid", field: "to" });
  expect(await top.refusal(teams.money, { from: "2026-07-04", to: TO })).toMatchObject({ code: "request.invalid", field: "from" });
  await top.call(teams.report, { from: "2026-07-05", to: TO });
});

test("a cursor of a day that there is not begins at the first page", async () => {
  const { top, ann } = await openTree(world);
  await plantDays(world, [{ day: TO, accountId: ann, agentId: top.id, deposits: 5_00n }]);
  const { list } = await top.call(teams.money, span);
  expect(list).toHaveLength(1);
  for (const day of ["2025-99-99", "2025-02-31", "0000-01-01"])
    expect((await top.call(teams.money, { ...span, cursor: `${day}_17_member` })).list).toEqual(list);
});

/** A fixed tree of four levels; facts of it are random. */
const shape = [null, 0, 0, 1, 1, 2, 3, 3, 6, 6, 4, 0] as const;
const PEOPLE = shape.length;
const amount = fc.bigInt({ min: 0n, max: 10_000_00n });
const fact = fc.record({
  who: fc.integer({ min: 1, max: PEOPLE - 1 }),
  day: fc.integer({ min: 0, max: 5 }),
  rounds: fc.integer({ min: -2, max: 40 }),
  valid: amount,
  stake: amount,
  win: amount,
  deposits: amount,
  withdrawals: amount,
  bonuses: amount,
  firstDeposit: fc.boolean(),
});
const facts = fc.uniqueArray(fact, { selector: ({ who, day }) => `${who} ${day}`, minLength: 8, maxLength: 50 });

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const sumOf = (list: readonly PlantedDay[], figure: "valid" | "stake" | "win" | "deposits" | "withdrawals" | "bonuses"): bigint =>
  list.reduce((sum, one) => sum + one[figure]!, 0n);
const playOf = (list: readonly PlantedDay[]) => ({
  rounds: list.reduce((sum, { rounds }) => sum + rounds!, 0),
  stake: sumOf(list, "stake"),
  valid: sumOf(list, "valid"),
  win: sumOf(list, "win"),
  result: sumOf(list, "stake") - sumOf(list, "win"),
});
const flowOf = (list: readonly PlantedDay[]) => ({
  deposits: sumOf(list, "deposits"),
  withdrawals: sumOf(list, "withdrawals"),
  bonuses: sumOf(list, "bonuses"),
  firstDeposits: list.filter(({ firstDeposit }) => firstDeposit).length,
});

test("whatever was played, a level's rows add up to its line, which is all that was done below it, by account, by day and in money [AGENT-02, AGENT-06, AGENT-08]", async () => {
  const { db } = world.open.platform.database;
  let begins = "2026-07-10";
  await fc.assert(
    fc.asyncProperty(facts, async (drawn) => {
      begins = addDays(begins, 7);
      const ids: bigint[] = [];
      for (const [place, up] of shape.entries())
        ids.push(await openMate(world, { type: agent, parentId: up === null ? null : ids[up]!, name: `sum${randomUUID().slice(0, 12)}${place}` }));
      const planted = drawn.map(({ who, day, ...row }) => ({ ...row, day: addDays(begins, day), accountId: ids[who]!, agentId: ids[shape[who]!]! }));
      await plantDays(world, planted);
      const isBelow = (id: bigint, above: number): boolean => {
        for (let at = shape[ids.indexOf(id)]; at !== null && at !== undefined; at = shape[at]) if (at === above) return true;
        return false;
      };
      for (const [place, id] of ids.entries()) {
        const days = { from: begins, to: addDays(begins, 5) };
        const below = planted.filter(({ accountId }) => isBelow(accountId, place));
        const seenFrom = readerOf(ids[0]!);
        const { list, totals } = await readReport(db, seenFrom, { id, ...days, limit: 100 });
        expect(totals).toEqual({ ...playOf(below), flow: flowOf(below) });
        for (const child of list) {
          const theirs = below.filter(({ accountId }) => accountId === child.id || isBelow(accountId, ids.indexOf(child.id)));
          expect(child).toMatchObject({ ...playOf(theirs), flow: flowOf(theirs), isHere: true });
        }
        expect(list.reduce((sum, { valid }) => sum + valid, 0n)).toBe(totals.valid);
        expect(list.map(({ valid }) => valid)).toEqual(list.map(({ valid }) => valid).toSorted((one, other) => Number(other - one)));
        const byDay = (await listDays(db, seenFrom, { id, ...days })).list;
        for (const one of byDay) expect(one).toMatchObject(playOf(below.filter(({ day }) => day === one.day)));
        expect(byDay.reduce((sum, { stake }) => sum + stake, 0n)).toBe(totals.stake);
        const money = await listMoney(db, seenFrom, { id, ...days, limit: 100 });
        expect(money.totals).toEqual(flowOf(below));
        expect(money.list.reduce((sum, { deposits }) => sum + deposits, 0n)).toBe(money.totals.deposits);
        const { period } = await readDashboard(db, readerOf(id), days);
        expect(period).toMatchObject({ ...playOf(below), flow: flowOf(below) });
      }
    }),
    { numRuns: 4 },
  );
});

test("pages of a level, of a line and of money leave out nothing and repeat nothing, whichever way they are sorted [AGENT-04]", async () => {
  const { top, mid, low, leaf, ann } = await openTree(world);
  await plantDays(
    world,
    [mid.id, low.id, leaf, ann].map((accountId, place) => ({
      day: TO,
      accountId,
      agentId: [top.id, mid.id, low.id, top.id][place]!,
      valid: 100_00n,
      deposits: 5_00n,
    })),
  );
  const read = async <Row>(page: (cursor?: string) => Promise<{ list: Row[]; next: string | null }>): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | undefined; ;) {
      const { list, next } = await page(cursor);
      rows.push(...list);
      if (next === null) return rows;
      cursor = next;
    }
  };
  const line = await read((cursor) => top.call(teams.members, { ...span, reach: "line", limit: 1, cursor }));
  expect(line.map(({ id, level }) => [id, level])).toEqual([
    [mid.id, 1],
    [low.id, 2],
    [leaf, 3],
    [ann, 1],
  ]);
  const level = await read((cursor) => top.call(teams.members, { ...span, limit: 1, cursor }));
  expect(level.map(({ id, own, line: all }) => [id, own.valid, all.valid])).toEqual([
    [mid.id, 100_00n, 200_00n],
    [ann, 100_00n, 0n],
  ]);
  for (const order of ["ascending", "descending"] as const) {
    const rows = await read((cursor) => top.call(teams.report, { ...span, order, limit: 1, cursor }));
    expect(rows.map(({ valid }) => valid)).toEqual(order === "ascending" ? [100_00n, 300_00n] : [300_00n, 100_00n]);
  }
  const money = await read((cursor) => top.call(teams.money, { ...span, limit: 1, cursor }));
  expect(money.map(({ id, kind, deposits }) => [id, kind, deposits])).toEqual([
    [mid.id, "branch", 10_00n],
    [mid.id, "member", 5_00n],
    [ann, "member", 5_00n],
  ]);
});

test("today is hours up to a moment that is said, yesterday is there once its day is closed, and neither is part of the other [AGENT-02]", async () => {
  const own = await createWorld();
  try {
    const { top, mid, leaf } = await openTree(own);
    await plantHour(own, { hour: new Date("2026-10-05T03:00:00Z"), accountId: leaf, valid: 40_00n, win: 10_00n });
    const open = await top.call(teams.dashboard, { from: FROM, to: TODAY });
    expect(open).toMatchObject({
      asOf: "2026-10-05T04:00:00.000Z",
      frozenTo: null,
      yesterday: null,
      today: { valid: 40_00n, result: 30_00n },
      period: { valid: 0n },
    });
    await plantDays(own, [
      { day: YESTERDAY, accountId: leaf, agentId: (await top.call(teams.member, { id: leaf, ...span })).trail.at(-2)!.id, valid: 500_00n },
    ]);
    const closed = await top.call(teams.dashboard, { from: FROM, to: TODAY });
    expect(closed).toMatchObject({ frozenTo: YESTERDAY, yesterday: { valid: 500_00n, active: 1 }, today: { valid: 40_00n }, period: { valid: 500_00n } });
    const today = await top.call(teams.report, { from: TODAY, to: TODAY });
    expect(today).toMatchObject({ basis: "hours", totals: { valid: 40_00n, flow: null }, list: [{ id: mid.id, valid: 40_00n, flow: null }] });
    const both = await top.call(teams.report, { from: FROM, to: TODAY });
    expect(both).toMatchObject({ basis: "days", totals: { valid: 500_00n }, list: [{ id: mid.id, valid: 500_00n }] });
  } finally {
    await own.close();
  }
});

test("who rose is read once for a last closed day: the next close shows it anew, and whoever was moved away is gone at once [AGENT-02]", async () => {
  const own = await createWorld();
  try {
    const { top, mid, leaf } = await openTree(own);
    const moversOf = async () => (await top.call(teams.dashboard, { from: FROM, to: TODAY })).movers;
    await plantDays(own, [{ day: "2026-10-03", accountId: leaf, agentId: mid.id, valid: 500_00n }]);
    expect(await moversOf()).toMatchObject({ risers: [{ id: mid.id, before: 0n, now: 500_00n }], fallers: [] });
    await plantDays(own, [{ day: YESTERDAY, accountId: leaf, agentId: mid.id, valid: 200_00n }]);
    expect(await moversOf()).toMatchObject({ risers: [{ id: mid.id, now: 700_00n }] });
    await asOwner(own.open.url, "update agent_node set parent_id = null where account_id = $1", [mid.id]);
    expect(await moversOf()).toEqual({ risers: [], fallers: [] });
  } finally {
    await own.close();
  }
});

test("income is what contracts paid in the span by the day of payment, whatever it was earned for [AGENT-02]", async () => {
  const { top, mid } = await openTree(world);
  const pay = (agentId: bigint, paidAt: string, pays: bigint, state = "paid") =>
    asOwner(
      world.open.url,
      `insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, agent_id, bet, result, active, base, gross, pay, state, paid_at)
       values ($1, $2, 'daily', $3, '2026-08-01', '2026-08-01', $4, 0, 0, 0, 0, $5, $5, $6, $3)`,
      [randomUUID(), randomUUID(), paidAt, agentId, pays, state],
    );
  await pay(top.id, "2026-10-04T16:00:00Z", 7_00n);
  await pay(top.id, "2026-10-04T15:59:59Z", 5_00n);
  await pay(top.id, "2026-09-19T16:00:00Z", 3_00n);
  await pay(top.id, "2026-09-19T15:59:59Z", 100_00n);
  await pay(top.id, "2026-10-04T17:00:00Z", 900_00n, "held");
  await pay(mid.id, "2026-10-04T17:00:00Z", 11_00n);
  expect((await top.call(teams.dashboard, { from: FROM, to: TODAY })).income).toEqual({ today: 7_00n, yesterday: 5_00n, period: 15_00n });
  expect((await mid.call(teams.dashboard, { from: FROM, to: TO })).income).toEqual({ today: 11_00n, yesterday: 0n, period: 0n });
});

test("the list is narrowed by kind, by the day somebody joined, and by who played on one of the last fourteen closed days [AGENT-04]", async () => {
  const { top, mid, ann, leaf, low } = await openTree(world);
  await plantDays(world, [{ day: "2026-09-25", accountId: leaf, agentId: low.id, valid: 1_00n }]);
  const idsOf = async (filter: object) => (await top.call(teams.members, { ...span, ...filter })).list.map(({ id }) => id);
  expect(await idsOf({ type: agent })).toEqual([mid.id]);
  expect(await idsOf({ joinedFrom: TODAY, joinedTo: TODAY })).toEqual([mid.id, ann]);
  expect(await idsOf({ joinedTo: YESTERDAY })).toEqual([]);
  expect(await idsOf({ joinedFrom: "2026-10-06" })).toEqual([]);
  expect(await idsOf({ state: "active" })).toEqual([mid.id]);
  expect(await idsOf({ state: "idle" })).toEqual([ann]);
  expect((await top.call(teams.members, { ...span, reach: "line" })).list.find(({ id }) => id === leaf)).toMatchObject({
    lastDay: "2026-09-25",
    joinedOn: TODAY,
  });
});

test("a level, a line, days, money and rounds come as files with one line for each row, and a name that begins with a sign runs no formula [AGENT-04, AGENT-05, AGENT-06, AGENT-08]", async () => {
  const { top, mid, low, leaf, ann } = await openTree(world);
  await plantDays(world, [
    { day: TO, accountId: leaf, agentId: low.id, valid: 10_00n, win: 4_00n, deposits: 1_00n },
    { day: TO, accountId: ann, agentId: top.id, valid: 20_00n, deposits: 2_00n, firstDeposit: true },
  ]);
  await asOwner(world.open.url, "update account set name = $2 where id = $1", [ann, `=1+${ann}`]);
  await asOwner(world.open.url, "update account set language = 'EN' where id = $1", [top.id]);
  const linesOf = async (endpoint: Endpoint, input: object) =>
    [...readCsv((await top.download(endpoint as typeof teams.moneyCsv, input as never)).text)].map(({ cells }) => cells!);
  expect(await linesOf(teams.reportCsv, span)).toEqual([
    ["Account", "Kind", "Rounds", "Valid bet", "Stakes", "Wins", "User loss", "Deposits", "Withdrawals", "Bonuses", "First deposits"],
    [`'=1+${ann}`, "0", "1", "20.00", "20.00", "0.00", "20.00", "2.00", "0.00", "0.00", "1"],
    [mid.name, "1", "1", "10.00", "10.00", "4.00", "6.00", "1.00", "0.00", "0.00", "0"],
  ]);
  expect((await linesOf(teams.daysCsv, span)).map(([day, members, , , , valid]) => [day, members, valid])).toEqual([
    ["Day", "Members", "Valid bet"],
    [TO, "4", "30.00"],
  ]);
  expect((await linesOf(teams.membersCsv, { ...span, reach: "line" })).length).toBe(5);
  expect((await linesOf(teams.moneyCsv, span)).map(([, name, kind, deposits]) => [name, kind, deposits])).toEqual([
    ["Account", "Of", "Deposits"],
    [mid.name, "Whole line", "1.00"],
    [`'=1+${ann}`, "Own", "2.00"],
  ]);
  expect(await linesOf(teams.roundsCsv, { id: ann, ...span })).toEqual([["Time", "Game", "Stakes", "Valid bet", "Wins"]]);
});
