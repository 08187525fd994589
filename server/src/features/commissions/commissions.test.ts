import { commissions, type ExplainedDay, type ExplainedPart, type Pay } from "@laro/contract/commissions";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetPays, type Line, makeLine } from "../../testing/commissionLines.ts";
import { plantContract, plantDay, plantHour, plantNotCounted, plantPay, plantRun, type Play } from "../../testing/commissions.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { weighTiers } from "./commissions.progress.ts";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const DAYS = ["2026-09-01", "2026-09-02", "2026-09-03"] as const;

let world: World;
let line: Line;

beforeAll(async () => {
  world = await createWorld();
  line = await makeLine(world);
});
afterAll(() => world.close());

const columns = ["bet", "ahead", "behind", "result", "deposits", "bonuses"] as const;
type Sums = Record<(typeof columns)[number], bigint>;
const nothing: Sums = { bet: 0n, ahead: 0n, behind: 0n, result: 0n, deposits: 0n, bonuses: 0n };
const add = (one: Sums, other: Sums): Sums => Object.fromEntries(columns.map((column) => [column, one[column] + other[column]])) as Sums;
const sumOf = (list: readonly Sums[]): Sums => list.reduce(add, nothing);
const pick = (sums: Sums): Sums => Object.fromEntries(columns.map((column) => [column, sums[column]])) as Sums;

const figuresOf = ({ valid, stake, win, deposits = 0n, bonuses = 0n }: Play): Sums => ({
  bet: valid,
  ahead: win > stake ? valid : 0n,
  behind: win < stake ? valid : 0n,
  result: stake - win,
  deposits,
  bonuses,
});

interface Told {
  readonly pay: Pay;
  readonly days: readonly ExplainedDay[];
  readonly parts: ReadonlyMap<string, readonly ExplainedPart[]>;
}

/** Everything an explained pay says, every page of every day. */
async function readAll(who: Person, id: string): Promise<Told> {
  const { pay: seen, own, days } = await who.call(commissions.explain, { id });
  const pay = { ...seen, ...own! };
  const parts = new Map<string, readonly ExplainedPart[]>();
  for (const { day } of days) {
    const found: ExplainedPart[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { list, next } = await who.call(commissions.explainDay, { id, day, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...list);
      cursor = next;
    }
    parts.set(day, found);
  }
  return { pay, days, parts };
}

/** What does not add up to the figure above it, a line each. */
function findGaps({ pay, days, parts }: Told): string[] {
  const whole = sumOf(days.map(pick));
  const tops = (["bet", "ahead", "behind", "result"] as const).filter((column) => whole[column] !== pay[column]).map((column) => `days: ${column}`);
  const below = days.flatMap((day) => {
    const sum = sumOf((parts.get(day.day) ?? []).filter(({ counted }) => counted).map(pick));
    return columns.filter((column) => sum[column] !== day[column]).map((column) => `${day.day}: ${column}`);
  });
  return [...tops, ...below];
}

const figure = fc.bigInt({ min: 0n, max: 5_000_000n });
const play = fc.record({ valid: figure, stake: figure, win: figure, deposits: figure, bonuses: figure });

test("every pay is explained down to its members, each level adding up to the figure above it; who is not counted is listed and left out of all of them [AGENT-07]", async () => {
  const { top, above } = line;
  const members = [...above.keys()];
  const plays = fc.array(fc.array(fc.option(play), { minLength: members.length, maxLength: members.length }), { minLength: 3, maxLength: 3 });
  const outs = fc.array(fc.record({ member: fc.nat(members.length - 1), from: fc.nat(2), days: fc.option(fc.integer({ min: 1, max: 2 })) }), { maxLength: 4 });
  let sabotaged = 0;
  const explained = async (
    days: readonly (readonly (Omit<Play, "accountId"> | null)[])[],
    out: readonly { member: number; from: number; days: number | null }[],
  ) => {
    await forgetPays(world);
    const contract = await plantContract(world, { kind: "dividend", agentId: top.id, tiers: [{ rate: 30_000 }] });
    const played = days.map((each) => each.flatMap((one, place) => (one === null ? [] : [{ ...one, accountId: members[place]! }])));
    const isOut = (accountId: bigint, at: number) =>
      out.some(({ member, from, days: long }) => members[member] === accountId && at >= from && (long === null || at < from + long));
    for (const [at, day] of DAYS.entries()) await plantDay(world, day, played[at]!);
    for (const { member, from, days: long } of out)
      await plantNotCounted(world, { accountId: members[member]!, from: DAYS[from]!, until: long === null ? null : `2026-09-0${from + long + 1}` });
    const whole = sumOf(played.flatMap((each, at) => each.filter(({ accountId }) => !isOut(accountId, at)).map(figuresOf)));
    const id = await plantPay(world, contract, { startsOn: DAYS[0], endsOn: "2026-09-30", ...whole, gross: 1_00n });
    const told = await readAll(top, id);
    expect(findGaps(told)).toEqual([]);
    expect(sumOf(told.days.map(pick))).toEqual(whole);
    for (const [at, day] of DAYS.entries()) {
      const parts = told.parts.get(day)!;
      const directs = played[at]!.filter(({ accountId }) => above.get(accountId)!.length === 1).map(({ accountId }) => accountId);
      expect(new Set(parts.filter(({ kind }) => kind === "member").map(({ accountId }) => accountId))).toEqual(new Set(directs));
      for (const part of parts) {
        const isOfPart = ({ accountId }: Play) =>
          part.kind === "member" ? accountId === part.accountId : above.get(accountId)!.includes(part.accountId) && !isOut(accountId, at);
        expect(pick(part)).toEqual(sumOf(played[at]!.filter(isOfPart).map(figuresOf)));
        expect(part.counted).toBe(part.kind === "branch" || !isOut(part.accountId, at));
      }
      sabotaged += leaveOutOnce(told, day);
    }
  };
  const [ann, cara] = [
    { valid: 500n, stake: 600n, win: 0n, deposits: 1n, bonuses: 2n },
    { valid: 70n, stake: 70n, win: 90n, deposits: 0n, bonuses: 0n },
  ];
  const nobody = members.map(() => null);
  const known = nobody.map((_, place) => (place === 3 ? ann : place === 5 ? cara : null));
  await explained(
    [known, nobody, known],
    [
      { member: 3, from: 0, days: null },
      { member: 5, from: 2, days: 1 },
    ],
  );
  await fc.assert(fc.asyncProperty(plays, outs, explained), { numRuns: 10 });
  expect(sabotaged).toBeGreaterThan(0);
}, 120_000);

/** Shows that a member who is not counted and yet stays in one level alone puts the sums at fault. Answers how many there were. */
function leaveOutOnce(told: Told, day: string): number {
  const parts = told.parts.get(day)!;
  const left = parts.filter(({ counted, bet }) => !counted && bet > 0n);
  for (const one of left) {
    const back = parts.map((part) => (part === one ? { ...part, counted: true } : part));
    expect(findGaps({ ...told, parts: new Map([...told.parts, [day, back]]) })).toContain(`${day}: bet`);
    const days = told.days.map((each) => (each.day === day ? { ...each, bet: each.bet + one.bet } : each));
    expect(findGaps({ ...told, days })).toEqual(expect.arrayContaining(["days: bet", `${day}: bet`]));
  }
  return left.length;
}

test("a pay belongs to the two sides of its contract: for everybody else it is one there is not, in the same words, and a downline sees nothing of its upline's [AGENT-07, AGENT-14]", async () => {
  await forgetPays(world);
  const { top, left, right } = line;
  const [own, given] = [
    await plantContract(world, { kind: "daily", agentId: top.id, tiers: [{ rate: 300 }] }),
    await plantContract(world, { kind: "daily", agentId: left.id, uplineId: top.id, tiers: [{ rate: 200 }] }),
  ];
  await plantDay(world, DAYS[0], []);
  const mine = await plantPay(world, own, { startsOn: DAYS[0], bet: 0n, gross: 3_00n, owed: 2_00n });
  const theirs = await plantPay(world, given, { startsOn: DAYS[0], gross: 2_00n });
  const answerOf = async (who: Person, id: string) => {
    const { status, answer } = await who.send(commissions.explain, { id });
    return { status, ...answer, requestId: "" };
  };
  const unknown = await answerOf(left, UNKNOWN);
  expect(unknown).toMatchObject({ status: 404, message: "settlements.not_found" });
  for (const [who, id] of [
    [left, mine],
    [right, mine],
    [right, theirs],
  ] as const) {
    expect(await answerOf(who, id)).toEqual(unknown);
    expect(await who.refused(commissions.explainDay, { id, day: DAYS[0] })).toBe("settlements.not_found");
  }
  expect((await top.call(commissions.explain, { id: mine })).parts).toEqual([{ agentName: left.name, contractId: given.id, gross: 2_00n }]);
  // An upline sees what it owes for a contract, and nothing of what its downline owes, makes up and is paid.
  const seenAbove = await top.call(commissions.explain, { id: theirs });
  expect(seenAbove).toMatchObject({ parts: [], own: null, pay: { gross: 2_00n } });
  const { answer } = await top.send(commissions.given, {});
  const [listed] = (answer as { value: { list: object[] } }).value.list;
  const hidden = ["owed", "makeupIn", "makeupOut", "pay", "state", "paidAt", "held"];
  for (const seen of [seenAbove.pay, listed!]) expect(Object.keys(seen).filter((name) => hidden.includes(name))).toEqual([]);
  expect((await left.call(commissions.explain, { id: theirs })).own).toMatchObject({ owed: 0n, pay: 2_00n });
  expect((await left.call(commissions.mine, {})).list.map(({ id }) => id)).toEqual([theirs]);
  expect((await top.call(commissions.mine, {})).list.map(({ id }) => id)).toEqual([mine]);
  expect((await top.call(commissions.given, {})).list).toMatchObject([{ id: theirs, agentId: left.id, agentName: left.name }]);
  expect((await left.call(commissions.given, {})).list).toEqual([]);
  const player = await world.player();
  expect(await player.refused(commissions.mine, {})).toBe(await player.refused(commissions.statement, { month: "2026-09" }));
  const [finance, support] = [await world.operator("finance"), await world.operator("support")];
  expect((await finance.call(commissions.explainPay, { id: mine })).pay).toMatchObject({ agentId: top.id, agentName: top.name, uplineName: null });
  expect((await finance.call(commissions.explainPayDay, { id: theirs, day: DAYS[0] })).list).toEqual([]);
  expect(await finance.refused(commissions.explainPay, { id: UNKNOWN })).toBe("settlements.not_found");
  expect(await support.refused(commissions.explainPay, { id: mine })).toBe("sessions.forbidden");
  expect(await top.refusal(commissions.explainDay, { id: mine, day: DAYS[1] })).toMatchObject({ code: "request.invalid", field: "day" });
});

test("pays are listed newest first over all kinds, page by page, by kind and by the days they touch; what was discarded or is still computed is no pay", async () => {
  await forgetPays(world);
  const { right } = line;
  const contracts = [
    await plantContract(world, { kind: "daily", agentId: right.id, tiers: [{ rate: 300 }] }),
    await plantContract(world, { kind: "dividend", agentId: right.id, tiers: [{ rate: 20_000 }] }),
  ] as const;
  const ids = [
    await plantPay(world, contracts[1], { startsOn: "2026-08-01", endsOn: "2026-08-31", gross: 1n }),
    await plantPay(world, contracts[0], { startsOn: "2026-09-01", gross: 2n }),
    await plantPay(world, contracts[0], { startsOn: "2026-09-02", gross: 3n }),
    await plantPay(world, contracts[0], { startsOn: "2026-09-03", gross: 4n, state: "held", reason: "jump" }),
  ];
  for (const [month, state] of [
    ["06", "discarded"],
    ["07", "computing"],
  ] as const) {
    const span = { startsOn: `2026-${month}-01`, endsOn: `2026-${month}-30` };
    const runId = await plantRun(world, { kind: "dividend", state, ...span });
    const id = await plantPay(world, contracts[1], { ...span, gross: 9n, state: "computed", runId });
    expect(await right.refused(commissions.explain, { id })).toBe("settlements.not_found");
  }
  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { list, next } = await right.call(commissions.mine, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    listed.push(...list.map(({ id }) => id));
    cursor = next;
  }
  expect(listed).toEqual(ids.toReversed());
  // A moment there is not, and an id that is none, begin at the first page.
  for (const cursor of ["2025-02-31T00:00:00.000Z", "2025-01-01T99:99:99.999Z", "2025-01-01T1Z"]
    .map((at) => `${at}_${ids[0]}`)
    .concat(`2025-01-01T00:00:00.000Z_${"-".repeat(36)}`))
    expect((await right.call(commissions.mine, { cursor })).list.map(({ id }) => id)).toEqual(listed);
  const idsOf = async (filter: object) => (await right.call(commissions.mine, filter)).list.map(({ id }) => id);
  expect(await idsOf({ kind: "dividend" })).toEqual([ids[0]]);
  expect(await idsOf({ from: "2026-08-31", to: "2026-09-02" })).toEqual([ids[2], ids[1], ids[0]]);
  const [held] = (await right.call(commissions.mine, { limit: 1 })).list;
  // It begins on a Thursday: three working days on is Tuesday.
  expect(held).toMatchObject({ state: "held", held: { since: "2026-09-02T16:00:00.000Z", dueOn: "2026-09-08" } });
});

test("of an hour the own facts of the hour are told while they are kept, and that they are gone when they are not; of a real-time pay its rounds", async () => {
  await forgetPays(world);
  const { top, left, above } = line;
  const [hourly, realTime] = [
    await plantContract(world, { kind: "hourly", agentId: top.id, tiers: [{ rate: 100 }] }),
    await plantContract(world, { kind: "realTime", agentId: top.id, tiers: [{ rate: 100 }] }),
  ];
  const hour = new Date("2026-10-05T02:00:00Z");
  const [dan] = [...above].find(([, path]) => path.length === 3)!;
  await plantHour(world, hour, [
    { accountId: left.id, valid: 100_00n, stake: 100_00n, win: 40_00n },
    { accountId: dan, valid: 30_00n, stake: 30_00n, win: 90_00n },
  ]);
  const id = await plantPay(world, hourly, { startsOn: "2026-10-05", startsAt: hour, bet: 130_00n, result: 0n, gross: 13n });
  const told = await readAll(top, id);
  expect(findGaps(told)).toEqual([]);
  expect(told.parts.get("2026-10-05")!.map(({ kind, bet }) => [kind, bet])).toEqual([
    ["branch", 30_00n],
    ["member", 100_00n],
  ]);
  const old = await plantPay(world, hourly, { startsOn: "2026-09-20", startsAt: new Date("2026-09-20T02:00:00Z"), bet: 1n, gross: 1n });
  const now = await plantPay(world, realTime, { startsOn: "2026-10-05", startsAt: hour, bet: 1n, gross: 1n });
  expect(await top.call(commissions.explain, { id: old })).toMatchObject({ basis: "gone", tiers: null });
  expect(await top.call(commissions.explain, { id: now })).toMatchObject({ basis: "rounds", tiers: [] });
});

test("progress is what the line did on frozen days and in the hours since, less who is not counted, and says what the next tier still asks for", async () => {
  await forgetPays(world);
  const { left, above, deep } = line;
  const inLine = [...above].filter(([, path]) => path.includes(left.id)).map(([id]) => id);
  const cara = inLine.find((id) => id !== deep);
  const tiers = [
    { rate: 25_000, minBet: 1_000_00n, minActive: 1 },
    { rate: 40_000, minBet: 5_000_00n, minResult: 2_000_00n, minActive: 2 },
  ];
  const contract = await plantContract(world, { kind: "dividend", agentId: left.id, tiers, startsOn: "2026-10-02" });
  await plantDay(world, "2026-10-01", [{ accountId: cara!, valid: 9_000_00n, stake: 9_000_00n, win: 0n }]);
  await plantDay(world, "2026-10-03", [{ accountId: cara!, valid: 1_500_00n, stake: 1_500_00n, win: 500_00n }]);
  await plantHour(world, new Date("2026-10-05T02:00:00Z"), [
    { accountId: cara!, valid: 200_00n, stake: 200_00n, win: 0n },
    { accountId: deep, valid: 700_00n, stake: 700_00n, win: 0n },
  ]);
  await plantNotCounted(world, { accountId: deep, from: "2026-10-04" });
  const { list } = await left.call(commissions.progress, {});
  expect(list.find(({ contractId }) => contractId === contract.id)).toEqual({
    contractId: contract.id,
    kind: "dividend",
    startsOn: "2026-10-02",
    endsOn: "2026-10-31",
    frozenTo: "2026-10-03",
    bet: 1_700_00n,
    result: 1_200_00n,
    active: 1,
    tier: 1,
    rate: 25_000,
    next: { tier: 2, rate: 40_000, bet: 3_300_00n, result: 800_00n, active: 1 },
  });
});

test("a count of members that is not known reaches no tier that asks for some, and the highest tier has no next", () => {
  const tier = { minBet: 10n, minResult: 0n, minActive: 0 };
  const tiers = [
    { ...tier, tier: 1, rate: 1 },
    { ...tier, tier: 2, rate: 2, minActive: 5 },
  ];
  expect(weighTiers({ bet: 10n, result: -5n, active: null }, tiers)).toEqual({ tier: 1, rate: 1, next: { tier: 2, rate: 2, bet: 0n, result: 0n, active: 5 } });
  expect(weighTiers({ bet: 10n, result: -5n, active: 5 }, tiers)).toEqual({ tier: 2, rate: 2, next: null });
  expect(weighTiers({ bet: 9n, result: 0n, active: 5 }, [])).toEqual({ tier: null, rate: 0, next: null });
});

test("names of direct downlines are plain and deeper ones masked; where the market keeps names an alias stands for each, the same at every look and another for every agent, and no name leaves the server [AGENT-14]", async () => {
  await forgetPays(world);
  const strict = await createWorld({ pack: "ph" });
  try {
    for (const where of [world, strict]) {
      const { top, left, names, above } = where === world ? line : await makeLine(strict);
      const members = [...above.keys()];
      await plantDay(
        where,
        DAYS[0],
        members.map((accountId) => ({ accountId, valid: 100n, stake: 100n, win: 0n })),
      );
      const [own, given] = [
        await plantContract(where, { kind: "dividend", agentId: top.id, tiers: [{ rate: 30_000 }] }),
        await plantContract(where, { kind: "dividend", agentId: left.id, uplineId: top.id, tiers: [{ rate: 20_000 }] }),
      ];
      const span = { startsOn: DAYS[0], endsOn: "2026-09-30" };
      const [mine, theirs] = [await plantPay(where, own, { ...span, gross: 20n, owed: 10n }), await plantPay(where, given, { ...span, gross: 10n })];
      const calls = [
        await top.send(commissions.explainDay, { id: mine, day: DAYS[0], limit: 100 }),
        await top.send(commissions.explainDay, { id: theirs, day: DAYS[0], limit: 100 }),
        await top.send(commissions.explain, { id: mine }),
        await top.send(commissions.given, {}),
      ];
      const said = calls.map(({ answer }) => JSON.stringify(answer));
      const isSaid = (name: string, place: number) => said[place]!.includes(`"${name}"`);
      for (const [id, name] of names) {
        const isDirect = above.get(id)!.length === 1;
        expect(isSaid(name, 0), name).toBe(where === world && isDirect);
        expect(said[1]!.includes(name), name).toBe(false);
      }
      expect([isSaid(left.name, 2), isSaid(left.name, 3)]).toEqual([where === world, where === world]);
      if (where === world) continue;
      expect(JSON.stringify(await top.send(commissions.explainDay, { id: mine, day: DAYS[0], limit: 100 }).then(({ answer }) => answer.value))).toBe(
        JSON.stringify(calls[0]!.answer.value),
      );
      const aliasesFor = async (who: Person) =>
        new Map(
          (await who.call(commissions.explainDay, { id: theirs, day: DAYS[0], limit: 100 })).list.map(({ accountId, kind, name }) => [
            `${kind}${accountId}`,
            name,
          ]),
        );
      const [uplines, own_] = [await aliasesFor(top), await aliasesFor(left)];
      expect([...own_.values()].every((alias) => /^M-[A-HJ-NP-Z2-9]{4}$/.test(alias))).toBe(true);
      // Of four signs there are a million words: one of two may be alike by chance, not both.
      const alike = [...uplines.values()].filter((alias) => [...own_.values()].includes(alias));
      expect([uplines.size, alike.length < 2]).toEqual([2, true]);
    }
  } finally {
    await strict.close();
  }
});
