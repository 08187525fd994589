import { randomUUID } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { teams } from "@laro/contract/teams";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../core/accounts/accounts.ts";
import { changeStanding } from "../../core/accounts/standing.ts";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { packs } from "../../core/settings/packs.ts";
import { readCsv } from "../../platform/csv.ts";
import { rollDice } from "../../testing/bets.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { plantDays, type PlantedDay, plantHour } from "../../testing/teams.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readDashboard } from "./teams.dashboard.ts";
import { listDays } from "./teams.days.ts";
import { listMoney } from "./teams.money.ts";
import { readReport } from "./teams.report.ts";
import type { Reader } from "./teams.ts";

const { player, agent, affiliate, trial } = accountTypes;
type Member = Person & { readonly id: bigint };

let world: World;
let strict: World;
beforeAll(async () => void ([world, strict] = await Promise.all([createWorld(), createWorld({ pack: "ph" })])));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => Promise.all([world.close(), strict.close()]));

const [FROM, TO, YESTERDAY, TODAY] = ["2026-09-20", "2026-10-04", "2026-10-04", "2026-10-05"];
const span = { from: FROM, to: TO };

const readerOf = (agentId: bigint, of: World = world): Reader => {
  const { keys, config, timeZone } = of.open.platform;
  return { agentId, timeZone, now: of.clock.now(), keys, pack: packs[config.pack] };
};

/** An account that nobody logs in to. */
const person = (type: typeof player | typeof agent | typeof affiliate, parentId: bigint | null, name: string, of: World = world): Promise<bigint> =>
  of.open.platform.database.begin((tx) =>
    createAccount(tx, { name, passwordHash: "", type, parentId, pack: packs[of.open.platform.config.pack], now: of.clock.now() }),
  );

/** top → mid → low → leaf, a player `ann` right below top, and `beside` with a line of its own. */
async function tree(of: World = world) {
  const nobody = randomUUID().slice(0, 8);
  const kind = of === strict ? affiliate : agent;
  const top = await of.member({ type: kind });
  const mid = await of.member({ type: kind, parentId: top.id });
  const low = await of.member({ type: kind, parentId: mid.id });
  const beside = await of.member({ type: kind });
  const [ann, leaf, other] = await Promise.all([
    person(player, top.id, `anabel${nobody}`, of),
    person(player, low.id, `leafy${nobody}`, of),
    person(player, beside.id, `other${nobody}`, of),
  ]);
  return { top, mid, low, beside, ann, leaf, other, names: { ann: `anabel${nobody}`, leaf: `leafy${nobody}` } };
}

/** Every call that takes an account, with that account. */
const looks = (id: bigint): readonly (readonly [Endpoint, object])[] => [
  [teams.days, { id: String(id), ...span }],
  [teams.daysCsv, { id: String(id), ...span }],
  [teams.report, { id: String(id), ...span }],
  [teams.reportCsv, { id: String(id), ...span }],
  [teams.members, { id: String(id), ...span }],
  [teams.membersCsv, { id: String(id), ...span }],
  [teams.member, { id: String(id), ...span }],
  [teams.rounds, { id: String(id), ...span }],
  [teams.roundsCsv, { id: String(id), ...span }],
  [teams.money, { id: String(id), ...span }],
  [teams.moneyCsv, { id: String(id), ...span }],
];

async function answerOf(who: Person, [{ name }, input]: readonly [Endpoint, object]): Promise<string> {
  const { status, text } = await who.request("GET", `/api/${name}?${new URLSearchParams(input as Record<string, string>)}`).then(async ({ status, answer }) => ({
    status,
    text: JSON.stringify(answer),
  }));
  return `${status} ${text.replace(/"requestId":"[^"]*"/, "")}`;
}

test("an account above, beside or of another's line answers in every call exactly as one that does not exist; those below answer [AGENT-14]", async () => {
  const { top, mid, low, beside, leaf, other } = await tree();
  for (const [place, look] of looks(999_999_999n).entries()) {
    const unknown = await answerOf(mid, look);
    expect(unknown).toContain("agents.not_found");
    for (const id of [top.id, beside.id, other]) expect([look[0].name, await answerOf(mid, looks(id)[place]!)]).toEqual([look[0].name, unknown]);
    const isRounds = look[0].name.startsWith("teams.rounds");
    for (const id of isRounds ? [low.id] : [mid.id, low.id, leaf]) expect([look[0].name, (await answerOf(mid, looks(id)[place]!)).slice(0, 3)]).toEqual([look[0].name, "200"]);
  }
});

test("a member and a trial account are refused every page of a team, and an agent is let in [PROD-18, ROLE-11]", async () => {
  const { top } = await tree();
  const ann = await world.member({ type: player, parentId: top.id });
  const guest = await world.member({ type: trial });
  const calls: readonly (readonly [Endpoint, object])[] = [[teams.dashboard, span], ...looks(ann.id)];
  for (const look of calls) {
    for (const who of [ann, guest]) expect(await answerOf(who, look)).toContain("sessions.forbidden");
    expect(await answerOf(top, look)).toMatch(/^200/);
  }
});

test("a span that ends before it begins or is longer than 92 days is refused with its field", async () => {
  const { top } = await tree();
  expect(await top.refusal(teams.dashboard, { from: TO, to: FROM })).toMatchObject({ code: "request.invalid", field: "to" });
  expect(await top.refusal(teams.money, { from: "2026-07-04", to: TO })).toMatchObject({ code: "request.invalid", field: "from" });
  await top.call(teams.report, { from: "2026-07-05", to: TO });
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
      for (const [place, up] of shape.entries()) ids.push(await person(agent, up === null ? null : ids[up]!, `sum${randomUUID().slice(0, 12)}${place}`));
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
  const { top, mid, low, leaf, ann } = await tree();
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
    const { top, mid, leaf } = await tree(own);
    await plantHour(own, { hour: new Date("2026-10-05T03:00:00Z"), accountId: leaf, valid: 40_00n, win: 10_00n });
    const open = await top.call(teams.dashboard, { from: FROM, to: TODAY });
    expect(open).toMatchObject({ asOf: "2026-10-05T04:00:00.000Z", frozenTo: null, yesterday: null, today: { valid: 40_00n, result: 30_00n }, period: { valid: 0n } });
    await plantDays(own, [{ day: YESTERDAY, accountId: leaf, agentId: (await top.call(teams.member, { id: leaf, ...span })).trail.at(-2)!.id, valid: 500_00n }]);
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

test("income is what contracts paid in the span by the day of payment, whatever it was earned for [AGENT-02]", async () => {
  const { top, mid } = await tree();
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

test("a direct downline has its name, a deeper one is hidden but for its ends, and hidden names cannot be found by their beginning [AGENT-04]", async () => {
  const { top, mid, ann, leaf, names } = await tree();
  const line = (await top.call(teams.members, { ...span, reach: "line" })).list;
  expect(line.find(({ id }) => id === ann)).toMatchObject({ account: names.ann, level: 1 });
  expect(line.find(({ id }) => id === leaf)).toMatchObject({ account: `le***${names.leaf.at(-1)}`, level: 3 });
  const found = async (search: string, who: Member = top) => (await who.call(teams.members, { ...span, search })).list.map(({ id }) => id);
  expect(await found(names.ann.slice(0, 9).toUpperCase())).toEqual([ann]);
  expect(await found(names.leaf.slice(0, 9))).toEqual([]);
  expect(await found(names.leaf)).toEqual([leaf]);
  expect(await found(names.ann, mid)).toEqual([]);
  expect(await found("%")).toEqual([]);
  const { trail } = await top.call(teams.member, { id: leaf, ...span });
  expect(trail.map(({ account }) => account)).toEqual([top.name, mid.name, expect.stringContaining("***"), `le***${names.leaf.at(-1)}`]);
});

test("the list is narrowed by kind, by the day somebody joined, and by who played on one of the last fourteen closed days [AGENT-04]", async () => {
  const { top, mid, ann, leaf, low } = await tree();
  await plantDays(world, [{ day: "2026-09-25", accountId: leaf, agentId: low.id, valid: 1_00n }]);
  const idsOf = async (filter: object) => (await top.call(teams.members, { ...span, ...filter })).list.map(({ id }) => id);
  expect(await idsOf({ type: agent })).toEqual([mid.id]);
  expect(await idsOf({ joinedFrom: TODAY, joinedTo: TODAY })).toEqual([mid.id, ann]);
  expect(await idsOf({ joinedTo: YESTERDAY })).toEqual([]);
  expect(await idsOf({ joinedFrom: "2026-10-06" })).toEqual([]);
  expect(await idsOf({ state: "active" })).toEqual([mid.id]);
  expect(await idsOf({ state: "idle" })).toEqual([ann]);
  expect((await top.call(teams.members, { ...span, reach: "line" })).list.find(({ id }) => id === leaf)).toMatchObject({ lastDay: "2026-09-25", joinedOn: TODAY });
});

test("who is excluded, resting, closed or restricted looks exactly like anyone who does not play", async () => {
  const { top } = await tree();
  const ids = await Promise.all(["aaaa", "bbbb", "cccc", "dddd"].map((name) => person(player, top.id, `${name}${randomUUID().slice(0, 6)}`)));
  const [idle, excluded, closed, restricted] = ids as [bigint, bigint, bigint, bigint];
  await world.open.platform.database.begin((tx) =>
    startExclusion(tx, {
      accountId: excluded,
      kind: "self",
      period: "6m",
      firm: "6m",
      reason: null,
      madeBy: "member",
      now: world.clock.now(),
      timeZone: "Asia/Manila",
    }),
  );
  await world.open.platform.database.begin(async (tx) => {
    await changeStanding(tx, { accountId: closed, closed: true });
    await changeStanding(tx, { accountId: restricted, restrictions: ["play"], verification: "R" });
  });
  const shown = async (id: bigint): Promise<string> => {
    const { account } = await top.call(teams.member, { id, ...span });
    const answers = await Promise.all(looks(id).map((look) => answerOf(top, look)));
    const row = JSON.stringify((await top.call(teams.members, { ...span })).list.find((one) => one.id === id), (_, value) => String(value) && (typeof value === "bigint" ? String(value) : value));
    return [...answers, row].join("\n").replaceAll(account, "name").replaceAll(new RegExp(`\\b${id}\\b`, "g"), "id");
  };
  const usual = await shown(idle);
  expect(usual).toContain('"id"');
  for (const id of [excluded, closed, restricted]) expect(await shown(id)).toBe(usual);
});

test("what an account did before it came under an agent stays its former agents', in sums, days, money and rounds [AGENT-14]", async () => {
  const { top, mid, beside, ann } = await tree();
  await plantDays(world, [
    { day: "2026-09-28", accountId: ann, agentId: beside.id, valid: 70_00n, deposits: 70_00n },
    { day: "2026-10-02", accountId: ann, agentId: top.id, valid: 30_00n, deposits: 30_00n },
  ]);
  await world.give(ann, 100_00n);
  await asOwner(world.open.url, "insert into agent_past (account_id, until_day, parent_id, path) values ($1, '2026-10-01', $2, array[$2::bigint, $1::bigint])", [ann, beside.id]);
  const detail = await top.call(teams.member, { id: ann, ...span });
  expect(detail).toMatchObject({ own: { valid: 30_00n }, flow: { deposits: 30_00n }, lastDay: "2026-10-02" });
  expect((await top.call(teams.days, { id: ann, of: "own", ...span })).list.map(({ day }) => day)).toEqual(["2026-10-02"]);
  expect((await top.call(teams.members, { ...span })).list.find(({ id }) => id === ann)?.own.valid).toBe(30_00n);
  const former = await beside.call(teams.report, { ...span });
  expect(former.list.find(({ id }) => id === ann)).toMatchObject({ valid: 70_00n, isHere: false, account: expect.stringContaining("***") as string });
  expect(await answerOf(mid, looks(ann)[0]!)).toContain("agents.not_found");
});

test("the rounds of a direct member are listed with what counts of them; anyone deeper has days alone [AGENT-05]", async () => {
  const { top, low, leaf, ann } = await tree();
  await world.give(ann, 1_000_00n);
  for (const stake of [10_00n, 20_00n, 30_00n]) await rollDice(world, ann, { stake });
  const today = { from: TODAY, to: TODAY };
  const first = await top.call(teams.rounds, { id: ann, ...today, limit: 2 });
  const rest = await top.call(teams.rounds, { id: ann, ...today, limit: 2, cursor: first.next! });
  const list = [...first.list, ...rest.list];
  expect(new Set(list.map(({ game, stake, valid }) => `${game} ${stake} ${valid}`))).toEqual(new Set(["Dice 1000 1000", "Dice 2000 2000", "Dice 3000 3000"]));
  expect(list).toHaveLength(3);
  expect(Object.keys(list[0]!).toSorted()).toEqual(["at", "game", "stake", "valid", "win"]);
  expect((await top.call(teams.rounds, { id: ann, ...span })).list).toEqual([]);
  expect(await top.refused(teams.rounds, { id: leaf, ...today })).toBe("teams.sums_only");
  expect(await top.refused(teams.rounds, { id: top.id, ...today })).toBe("teams.sums_only");
  expect((await top.download(teams.roundsCsv, { id: leaf, ...today })).text).toBe("teams.sums_only");
  expect((await low.call(teams.member, { id: leaf, ...today })).seesRounds).toBe(true);
});

test("the detail says what there is between the two: contracts the agent gave and money they passed, never another's [AGENT-04, AGENT-14]", async () => {
  const { top, mid, low } = await tree();
  const [template] = await asOwner<{ id: string }>(
    world.open.url,
    "insert into agent_contract_template (kind, limits, reason, proposed_by, proposed_name, proposed_at) values ('dividend', '{}', 'x', 1, 'x', now()) returning id",
  );
  const give = async (agentId: bigint, uplineId: bigint | null, rate: number) => {
    const id = randomUUID();
    await asOwner(
      world.open.url,
      `insert into agent_contract (id, kind, agent_id, upline_id, template_id, period, carries, state, starts_on, offered_at) values ($1, 'dividend', $2, $3, $4, 'M', true, 'active', '2026-10-01', now())`,
      [id, agentId, uplineId, template!.id],
    );
    await asOwner(world.open.url, "insert into agent_contract_tier (contract_id, tier, rate) values ($1, 1, $2)", [id, rate]);
  };
  await give(top.id, null, 40_000);
  await give(mid.id, top.id, 30_000);
  await give(low.id, mid.id, 20_000);
  await asOwner(world.open.url, "insert into member_transfer (id, from_account, to_account, amount, at) values ($1, $2, $3, 5000, now()), ($4, $3, $2, 700, now()), ($5, $3, $6, 900, now())", [
    randomUUID(),
    top.id,
    mid.id,
    randomUUID(),
    randomUUID(),
    low.id,
  ]);
  const seen = await top.call(teams.member, { id: mid.id, ...span });
  expect(seen.contracts).toMatchObject([{ kind: "dividend", period: "M", state: "active", startsOn: "2026-10-01", rateFrom: 30_000, rateTo: 30_000 }]);
  expect(seen.transfers.map(({ direction, amount: minor }) => [direction, minor])).toEqual([
    ["received", 7_00n],
    ["sent", 50_00n],
  ]);
  expect(await top.call(teams.member, { id: low.id, ...span })).toMatchObject({ contracts: [], transfers: [] });
});

test("an answer has nothing of a member but what is named: no balance, contact, verification, limit or commission", async () => {
  const { top, ann } = await tree();
  const row = (await top.call(teams.members, { ...span })).list.find(({ id }) => id === ann)!;
  expect(Object.keys(row).toSorted()).toEqual(["account", "hasLine", "id", "joinedOn", "lastDay", "level", "line", "link", "own", "type"]);
  const detail = await top.call(teams.member, { id: ann, ...span });
  expect(Object.keys(detail).toSorted()).toEqual(
    [...Object.keys(row), "contracts", "flow", "frozenTo", "linePlay", "ownPlay", "seesRounds", "trail", "transfers"].toSorted(),
  );
});

test("where agents see no names, no name of anyone leaves the server, nobody can be searched for and there are no rounds; aliases differ between agents [AGENT-05, AGENT-14]", async () => {
  const { top, mid, low, leaf, ann, names } = await tree(strict);
  await plantDays(strict, [
    { day: TO, accountId: leaf, agentId: low.id, valid: 10_00n, deposits: 1_00n },
    { day: TO, accountId: ann, agentId: top.id, valid: 20_00n, deposits: 1_00n },
  ]);
  const everything = await Promise.all(
    [
      ...[top.id, mid.id, low.id, leaf, ann].flatMap((id) => looks(id)),
      [teams.dashboard, span] as const,
      [teams.members, { ...span, reach: "line" }] as const,
      [teams.report, { from: TODAY, to: TODAY }] as const,
    ].map((look) => answerOf(top, look)),
  );
  const said = everything.join("\n");
  expect(said).toContain("M-");
  for (const name of [mid.name, low.name, names.ann, names.leaf]) {
    expect(said).not.toContain(name);
    expect(said).not.toContain(`${name.slice(0, 2)}***`);
  }
  expect(await top.refused(teams.members, { ...span, search: names.ann })).toBe("teams.names_hidden");
  expect(await top.refused(teams.rounds, { id: ann, ...span })).toBe("teams.sums_only");
  const aliasFor = async (who: Member, id: bigint) => (await who.call(teams.member, { id, ...span })).account;
  expect(await aliasFor(top, leaf)).toMatch(/^M-[A-Z2-9]{4}$/);
  expect(await aliasFor(top, leaf)).toBe(await aliasFor(top, leaf));
  expect(await aliasFor(top, leaf)).not.toBe(await aliasFor(mid, leaf));
});

test("a level, a line, days, money and rounds come as files with one line for each row, and a name that begins with a sign runs no formula [AGENT-04, AGENT-05, AGENT-06, AGENT-08]", async () => {
  const { top, mid, low, leaf, ann } = await tree();
  await plantDays(world, [
    { day: TO, accountId: leaf, agentId: low.id, valid: 10_00n, win: 4_00n, deposits: 1_00n },
    { day: TO, accountId: ann, agentId: top.id, valid: 20_00n, deposits: 2_00n, firstDeposit: true },
  ]);
  await asOwner(world.open.url, "update account set name = $2 where id = $1", [ann, `=1+${ann}`]);
  await asOwner(world.open.url, "update account set language = 'EN' where id = $1", [top.id]);
  const linesOf = async (endpoint: Endpoint, input: object) => [...readCsv((await top.download(endpoint as typeof teams.moneyCsv, input as never)).text)].map(({ cells }) => cells!);
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
