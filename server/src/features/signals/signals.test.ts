import { randomBytes, randomUUID } from "node:crypto";
import { type Signal, signals } from "@laro/contract/signals";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findLeastEdge } from "../../core/catalogue/edge.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { newId } from "../../platform/ids.ts";
import { addJob } from "../../platform/outbox.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { bindNumber, nameVerified, plantApproved, plantExclusion, plantKey } from "../../testing/signals.ts";
import { freezeQuietDays, openNode } from "../../testing/settlements.ts";
import { type PlantedDay, plantDays } from "../../testing/teams.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const reason = "Looked at with the agent's papers";

let world: World;
let officer: Person;
beforeAll(async () => void (world = await createWorld()));
beforeEach(async () => void (officer = await world.operator("risk")));
afterAll(() => world.close());

const now = () => world.clock.now();
const ago = (ms: number): Date => new Date(now().getTime() - ms);
const owner = (text: string, values: readonly unknown[]) => asOwner(world.open.url, text, [...values]);
const agentBelow = (parentId: bigint | null = null): Promise<bigint> => openNode(world, parentId);
const playerBelow = (parentId: bigint | null): Promise<bigint> => openNode(world, parentId, 0);
const playersBelow = (parentId: bigint | null, count: number): Promise<bigint[]> => Promise.all(Array.from({ length: count }, () => playerBelow(parentId)));

const entered = (device: Buffer, ids: readonly bigint[], at = now()) =>
  owner("insert into account_device (account_id, device, agent, first_at, last_at) select id, $1, '', $3, $3 from unnest($2::bigint[]) id", [device, ids, at]);
const cameFrom = (address: string, ids: readonly bigint[], at = now()) =>
  owner("insert into account_address (account_id, address, first_at, last_at) select id, $1, $3, $3 from unnest($2::bigint[]) id", [address, ids, at]);
const device = () => randomBytes(32);
const number = () => String(randomBytes(6).readUIntBE(0, 6));

async function look(): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "signals:look", {}));
  await world.work();
}

async function signalsOf(accountId: bigint, states: readonly Signal["state"][] = ["open", "seen", "dismissed", "acted"]): Promise<readonly Signal[]> {
  const all = await Promise.all(states.map((state) => officer.call(signals.list, { state, accountId, limit: 100 })));
  return all.flatMap(({ list }) => list);
}
const rulesOf = async (accountId: bigint) => (await signalsOf(accountId)).map(({ rule }) => rule).toSorted();
async function lookedAt(accountId: bigint): Promise<readonly Signal[]> {
  await look();
  return signalsOf(accountId);
}

/** A frozen day of its own for a rule that looks at days: the one before today in Manila, which is then a day later for the next test. */
async function onDay(days: (day: string, back: (count: number) => string) => readonly PlantedDay[]): Promise<void> {
  await world.pass(DAY_MS);
  officer = await world.operator("risk");
  const back = (count: number): string => new Date(now().getTime() + 8 * HOUR_MS - (count + 1) * DAY_MS).toISOString().slice(0, 10);
  await plantDays(world, days(back(0), back));
  await freezeQuietDays(world, back(0), back(0));
  await look();
}

test("only risk decides and auditors read; members, agents and everybody else are refused, and a signal that is none is not found", async () => {
  const other = { id: randomUUID(), reason };
  for (const role of ["finance", "support", "kyc", "marketing"] as const) {
    const staff = await world.operator(role);
    expect(await staff.refused(signals.list, { state: "open" })).toBe("sessions.forbidden");
    expect(await staff.refused(signals.dismiss, other)).toBe("sessions.forbidden");
  }
  const auditor = await world.operator("auditor");
  await auditor.call(signals.list, { state: "open" });
  await auditor.call(signals.rules, {});
  for (const call of [signals.dismiss, signals.act, signals.reopen]) {
    expect(await auditor.refused(call, other)).toBe("sessions.forbidden");
    expect(await officer.refused(call, other)).toBe("signals.not_found");
  }
  expect(await officer.refused(signals.see, { id: other.id })).toBe("signals.not_found");
  const agent = await world.member({ type: 1 });
  for (const call of [signals.list, signals.rules]) expect(await agent.refused(call, { state: "open" } as never)).toBe("sessions.required");
});

test("a member who shares a browser, a payout account or the verified name with an agent above is the same owner; beside, below a café's browser or as a stranger not", async () => {
  const top = await agentBelow();
  const [mid, beside, stranger] = [await agentBelow(top), await agentBelow(top), await agentBelow()];
  const [byDevice, byPayout, byName, other] = (await playersBelow(mid, 4)) as [bigint, bigint, bigint, bigint];
  await entered(device(), [byDevice, top]);
  await bindNumber(world, number(), [byPayout, mid]);
  await nameVerified(world, "Maria Clara", [byName, top]);
  await plantApproved(world, byName);
  await entered(device(), [other, beside, stranger]);
  await entered(device(), [other, top, ...(await playersBelow(stranger, 19))]);
  const found = await lookedAt(top);
  expect(found).toMatchObject([
    { rule: "sameOwner", holds: true, state: "open", figures: { basis: "name" }, people: [{ id: byName }], isAgent: true, account: { id: top } },
    { rule: "sameOwner", holds: true, state: "open", figures: { basis: "device" }, people: [{ id: byDevice }], peopleCount: 1 },
  ]);
  expect(await signalsOf(mid)).toMatchObject([{ rule: "sameOwner", holds: false, figures: { basis: "payout" }, people: [{ id: byPayout }] }]);
  for (const id of [beside, stranger]) expect(await signalsOf(id)).toEqual([]);
});

test("the same is one signal however often it is looked for and by however many; what was dismissed stays dismissed, and can be opened again", async () => {
  const agent = await agentBelow();
  const member = await playerBelow(agent);
  await entered(device(), [agent, member]);
  await Promise.all(Array.from({ length: 4 }, () => look()));
  const [signal] = await lookedAt(agent);
  expect(await signalsOf(agent)).toEqual([signal]);
  expect(signal!.reference).toMatch(/^S-\d+$/);
  const seen = await officer.call(signals.see, { id: signal!.id });
  expect(seen).toMatchObject({ state: "seen", seenBy: officer.name, seenAt: now().toISOString(), decidedBy: null });
  expect(await officer.refused(signals.see, { id: signal!.id })).toBe("signals.not_open");
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => officer.call(signals.dismiss, { id: signal!.id, reason })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await lookedAt(agent)).toMatchObject([{ state: "dismissed", decidedBy: officer.name, decidedAt: now().toISOString(), reason }]);
  for (const call of [signals.act, signals.dismiss]) expect(await officer.refused(call, { id: signal!.id, reason })).toBe("signals.not_open");
  expect(await officer.call(signals.reopen, { id: signal!.id, reason: "The papers were another's" })).toMatchObject({ state: "seen", decidedBy: null });
  expect(await officer.call(signals.act, { id: signal!.id, reason: "Held for 14 days" })).toMatchObject({ state: "acted", reason: "Held for 14 days" });
  expect(await officer.refused(signals.reopen, { id: signal!.id, reason })).toBe("signals.not_open");
});

test("three members right below an agent from one address or with one payout account on a day are a household; two, or three on two days, are not; a signal grows while it is open", async () => {
  const [few, apart, many, bank] = [await agentBelow(), await agentBelow(), await agentBelow(), await agentBelow()];
  await cameFrom("198.51.100.1", await playersBelow(few, 2));
  await cameFrom("198.51.100.1", await playersBelow(many, 1));
  const [early, ...late] = await playersBelow(apart, 3);
  await cameFrom("198.51.100.2", [early!], ago(DAY_MS));
  await cameFrom("198.51.100.2", late);
  await cameFrom("198.51.100.3", await playersBelow(many, 3));
  await bindNumber(world, number(), await playersBelow(bank, 3));
  await look();
  for (const id of [few, apart]) expect(await signalsOf(id)).toEqual([]);
  expect(await signalsOf(bank)).toMatchObject([{ rule: "sameHousehold", holds: false, figures: { basis: "payout", members: "3" }, peopleCount: 3 }]);
  expect(await signalsOf(many)).toMatchObject([{ rule: "sameHousehold", figures: { basis: "address", members: "3" } }]);
  await cameFrom("198.51.100.3", await playersBelow(many, 1));
  expect(await lookedAt(many)).toMatchObject([{ figures: { members: "4" }, peopleCount: 4 }]);
});

test("a member who enters from the address of an agent above is told of and holds nothing; below a whole network's address, or of another's line, nobody is", async () => {
  const [agent, other] = [await agentBelow(), await agentBelow()];
  const [member, crowded] = (await playersBelow(await agentBelow(agent), 2)) as [bigint, bigint];
  await cameFrom("198.51.100.40", [agent, member, other]);
  await cameFrom("198.51.100.41", [agent, crowded, ...(await playersBelow(null, 19))]);
  expect(await lookedAt(agent)).toMatchObject([{ rule: "sameAddress", holds: false, figures: { basis: "address" }, people: [{ id: member }] }]);
  expect(await signalsOf(other)).toEqual([]);
});

test("four members right below an agent on one browser are a ring, three are not", async () => {
  const [three, four] = [await agentBelow(), await agentBelow()];
  await entered(device(), await playersBelow(three, 3));
  await entered(device(), await playersBelow(four, 4));
  await look();
  expect(await signalsOf(three)).toEqual([]);
  expect(await signalsOf(four)).toMatchObject([{ rule: "ring", holds: false, figures: { members: "4" } }]);
});

test("twenty registrations within an hour from two addresses are a burst; nineteen, or twenty from three addresses, are not", async () => {
  const [nineteen, three, burst] = [await agentBelow(), await agentBelow(), await agentBelow()];
  const [a, b, c] = [await playersBelow(nineteen, 19), await playersBelow(three, 21), await playersBelow(burst, 20)];
  await cameFrom("198.51.100.10", a);
  for (const part of [0, 1, 2]) await cameFrom(`198.51.100.2${part}`, b.slice(part * 7, part * 7 + 7));
  for (const part of [0, 1]) await cameFrom(`198.51.100.3${part}`, c.slice(part * 10, part * 10 + 10));
  await look();
  for (const id of [nineteen, three]) expect(await rulesOf(id)).not.toContain("burst");
  const found = (await signalsOf(burst)).filter(({ rule }) => rule === "burst");
  expect(found).toMatchObject([{ figures: { members: "20", hour: "12:00" }, peopleCount: 20, holds: false }]);
});

test("a member who looks like somebody excluded, or excluded until half a year ago, was brought back; like somebody in a time-out or long free not", async () => {
  const agent = await agentBelow();
  const [running, lately, long, resting, by, document, free, calm, before] = (await playersBelow(agent, 9)) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const others = await Promise.all([0, 1, 2, 3].map(() => playerBelow(null)));
  const YEAR_MS = 365 * DAY_MS;
  await plantExclusion(world, others[0]!, { kind: "self", startsAt: ago(DAY_MS), endsAt: ago(-YEAR_MS) });
  await plantExclusion(world, others[1]!, { kind: "family", startsAt: ago(YEAR_MS), endsAt: ago(150 * DAY_MS) });
  await plantExclusion(world, others[2]!, { kind: "self", startsAt: ago(2 * YEAR_MS), endsAt: ago(-YEAR_MS), endedAt: ago(200 * DAY_MS) });
  await plantExclusion(world, others[3]!, { kind: "timeout", startsAt: ago(DAY_MS), endsAt: ago(-YEAR_MS) });
  for (const [at, id] of [running, lately, long, resting].entries()) await plantKey(world, [id, others[at]!], { source: "document" });
  const papers = randomBytes(32);
  await plantApproved(world, others[0]!, papers);
  await plantApproved(world, document, papers);
  await nameVerified(world, "Maria Clara", [by, others[0]!]);
  await bindNumber(world, number(), [by, others[0]!], "Maria Clara");
  // From before it was kept where a key is from: both were approved.
  await plantApproved(world, before);
  await plantKey(world, [before, others[0]!], { source: null });
  await plantKey(world, [free, others[0]!], { source: "document", strength: "name" });
  const found = await lookedAt(agent);
  expect(found.every(({ rule, holds }) => rule === "broughtBack" && holds)).toBe(true);
  const about = (id: bigint) => found.filter(({ people }) => people.some((one) => one.id === id)).map(({ figures }) => figures["basis"]);
  expect([running, lately, by, document, before].map(about)).toEqual([["person"], ["person"], ["payout"], ["document"], ["person"]]);
  expect([long, resting, free, calm].map(about)).toEqual([[], [], [], []]);
});

test("a link of whose ten depositors over 30 % stop with the bonus is bonuses alone, of whose depositors three do is not", async () => {
  const [three, four] = [await world.member({ type: 1 }), await world.member({ type: 1 })];
  const stop = async (agentId: bigint, stopping: number): Promise<bigint[]> => {
    const people = await playersBelow(agentId, 10);
    await owner("update agent_node n set link_code = (select invitation_code from agent_node where account_id = $1) where n.account_id = any($2::bigint[])", [
      agentId,
      people,
    ]);
    await owner(
      "insert into deposit (id, account_id, method, amount, paid, state, created_at, expires_at, settled_at) select gen_random_uuid(), id, 'QRPH', 100, 100, 'credited', $2, $2, $2 from unnest($1::bigint[]) id",
      [people, ago(9 * DAY_MS)],
    );
    await owner(
      "insert into bonus (id, account_id, code, deposit_id, amount, needed, done, days, state, at, closed_at) select gen_random_uuid(), id, 'FIRST100', gen_random_uuid(), 100, 0, 0, 1, 'released', $2, $2 from unnest($1::bigint[]) id",
      [people, ago(9 * DAY_MS)],
    );
    return people.slice(stopping);
  };
  const playing = [
    ...(await stop(three.id, 3)).map((accountId) => ({ accountId, agentId: three.id })),
    ...(await stop(four.id, 4)).map((accountId) => ({ accountId, agentId: four.id })),
  ];
  await onDay((day) => playing.map((who) => ({ ...who, day, valid: 1_00n })));
  expect(await signalsOf(three.id)).toEqual([]);
  expect(await signalsOf(four.id)).toMatchObject([{ rule: "bonusOnly", figures: { members: "10", stopped: "4" }, peopleCount: 4 }]);
});

test("five newcomers who took 80 % out again and bet less than they brought deposited to leave; four, or those who played, did not", async () => {
  const [four, played, gone, mixed] = [await agentBelow(), await agentBelow(), await agentBelow(), await agentBelow()];
  const left = { deposits: 1_000_00n, withdrawals: 800_00n, valid: 999_99n };
  const rows = async (agentId: bigint, count: number, more: Partial<PlantedDay> = {}) =>
    (await playersBelow(agentId, count)).map((accountId) => ({ accountId, agentId, ...left, ...more }));
  const people = [
    ...(await rows(four, 4)),
    ...(await rows(played, 3, { valid: 1_000_00n })),
    ...(await rows(played, 3, { withdrawals: 799_99n })),
    ...(await rows(gone, 5)),
    ...(await rows(gone, 5, { withdrawals: 0n })),
    ...(await rows(mixed, 5)),
    ...(await rows(mixed, 6, { withdrawals: 0n })),
  ];
  await onDay((day) => people.map((row) => ({ ...row, day })));
  for (const id of [four, played, mixed]) expect(await rulesOf(id)).not.toContain("depositLeave");
  expect((await signalsOf(gone)).filter(({ rule }) => rule === "depositLeave")).toMatchObject([
    { figures: { members: "10", left: "5", deposits: "5000.00", withdrawals: "4000.00" }, peopleCount: 5 },
  ]);
});

test("valid bets of over a hundred deposits at under half the least edge are churning; a hundred times, or what the games keep, is not", async () => {
  const agent = await agentBelow();
  const [churning, times, fair, small] = (await playersBelow(agent, 4)) as [bigint, bigint, bigint, bigint];
  const valid = 200_000_00n;
  const half = (valid * BigInt((await findLeastEdge(world.open.platform.database.db)).edge)) / 200_000n;
  const bets = (accountId: bigint, more: Partial<PlantedDay> = {}) => ({
    accountId,
    agentId: agent,
    valid,
    stake: valid,
    win: valid - half + 1n,
    deposits: 1_999_99n,
    ...more,
  });
  await onDay((day) => [
    { ...bets(churning), day },
    { ...bets(times, { deposits: 2_000_00n }), day },
    { ...bets(fair, { win: valid - half - 1n }), day },
    { ...bets(small, { valid: 99_999_99n, stake: 99_999_99n, win: 99_999_99n }), day },
  ]);
  const found = (await signalsOf(agent)).filter(({ rule }) => rule === "churn");
  expect(found).toMatchObject([{ people: [{ id: churning }], figures: { valid: "200000.00", deposits: "1999.99" } }]);
});

test("a line's day over ten times its usual is a surge, ten times is not, nor is a line nobody knows yet", async () => {
  const [surging, times, unknown] = [await agentBelow(), await agentBelow(), await agentBelow()];
  const members = await Promise.all([surging, times, unknown].map((agentId) => playerBelow(agentId)));
  const on = (at: number, day: string, valid: bigint) => ({ accountId: members[at]!, agentId: [surging, times, unknown][at]!, day, valid });
  await onDay((day, back) => [
    ...[1, 2, 3, 4, 5, 6, 7].flatMap((days) => [on(0, back(days), 10_000_00n), on(1, back(days), 10_000_00n)]),
    on(0, day, 100_000_01n),
    on(1, day, 100_000_00n),
    on(2, day, 100_000_01n),
  ]);
  expect(await signalsOf(surging)).toMatchObject([{ rule: "surge", figures: { valid: "100000.01", usual: "10000.00" }, people: [], peopleCount: 0 }]);
  for (const id of [times, unknown]) expect(await rulesOf(id)).not.toContain("surge");
});

test("two lines of one owner of which one wins about what the other loses are split; of two owners, one below the other, or far apart they are not", async () => {
  const top = await agentBelow();
  const pair = async (below = false) => {
    const one = await agentBelow(top);
    return [one, await agentBelow(below ? one : top)] as const;
  };
  const [same, far, two, nested, said] = [await pair(), await pair(), await pair(), await pair(true), await pair()];
  for (const owned of [same, far, nested]) await entered(device(), owned);
  await bindNumber(world, number(), said);
  const rows = await Promise.all(
    [
      [same, 20_000_00n, -10_000_00n],
      [far, 20_000_02n, -10_000_00n],
      [two, 20_000_00n, -20_000_00n],
      [nested, 50_000_00n, -20_000_00n],
      [said, 20_000_00n, -20_000_00n],
    ]
      .flatMap(([lines, up, down]) => [[(lines as readonly bigint[])[0]!, up as bigint] as const, [(lines as readonly bigint[])[1]!, down as bigint] as const])
      .map(async ([agentId, result]) => ({ accountId: await playerBelow(agentId), agentId, stake: 100_000_00n, win: 100_000_00n - result, valid: 1n })),
  );
  await onDay((day) => rows.map((row) => ({ ...row, day })));
  expect((await signalsOf(same[0])).filter(({ rule }) => rule === "split")).toMatchObject([
    { holds: true, people: [{ id: same[1] }], figures: { basis: "device", result: "20000.00", against: "-10000.00" } },
  ]);
  expect((await signalsOf(said[0])).filter(({ rule }) => rule === "split")).toMatchObject([{ holds: false, figures: { basis: "payout" } }]);
  for (const id of [...far, ...two, ...nested]) expect(await rulesOf(id)).not.toContain("split");
});

test("two who share a browser and stand on both sides of five draws of a day bet across; of four draws, or on the same side, not", async () => {
  const agent = await agentBelow();
  const [cross, four, side] = [await playersBelow(agent, 2), await playersBelow(agent, 2), await playersBelow(agent, 2)];
  for (const two of [cross, four, side]) await entered(device(), two);
  await world.pass(DAY_MS);
  officer = await world.operator("risk");
  const at = ago(DAY_MS);
  const ticket = (accountId: bigint, drawId: number, win: number) =>
    owner(
      "insert into round (wallet_id, id, game_id, stake, win, status, detail, at, draw_id) select id, $5, 15, 100, $3, 1, '{}', $4, $2 from wallet where account_id = $1 and kind = $6",
      [accountId, drawId, win, at, newId(at), walletKinds.main],
    );
  for (const [draws, two, second] of [
    [5, cross, 0],
    [4, four, 0],
    [5, side, 200],
  ] as const)
    for (let draw = 1; draw <= draws; draw++) {
      await ticket(two[0]!, draw, 200);
      await ticket(two[1]!, draw, second);
    }
  const day = new Date(at.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10);
  await plantDays(
    world,
    [...cross, ...four, ...side].map((accountId) => ({ accountId, agentId: agent, day, rounds: 5, stake: 5_00n, win: 5_00n, valid: 1n })),
  );
  await freezeQuietDays(world, day, day);
  const found = (await lookedAt(agent)).filter(({ rule }) => rule === "crossBets");
  expect(found).toMatchObject([{ figures: { draws: "5" }, people: cross.toSorted((a, b) => Number(a - b)).map((id) => ({ id })), holds: false }]);
});

test("the queue is filtered by state, rule and account, paged, and begins with what holds pay", async () => {
  const agent = await agentBelow();
  const people = await playersBelow(agent, 4);
  await entered(device(), people);
  await entered(device(), [agent, people[0]!]);
  await entered(device(), [agent, people[1]!]);
  await look();
  const first = await officer.call(signals.list, { state: "open", accountId: agent, limit: 2 });
  expect(first.list.map(({ rule }) => rule)).toEqual(["sameOwner", "sameOwner"]);
  const rest = await officer.call(signals.list, { state: "open", accountId: agent, limit: 2, cursor: first.next! });
  expect(rest.list.map(({ rule }) => rule)).toEqual(["ring"]);
  expect(rest.next).toBeNull();
  expect((await officer.call(signals.list, { state: "open", accountId: agent, rule: "ring" })).list).toEqual(rest.list);
  expect((await officer.call(signals.list, { state: "acted", accountId: agent })).list).toEqual([]);
  const { list } = await officer.call(signals.list, { state: "open", limit: 100 });
  expect(first.counts.open).toBe(list.length);
  expect(list.map(({ holds }) => holds)).toEqual(list.map(({ holds }) => holds).toSorted((a, b) => Number(b) - Number(a)));
  for (const cursor of ["", "x", "true_", "maybe_1", `true_${"9".repeat(30)}`]) await officer.call(signals.list, { state: "open", cursor });
});
