import { randomUUID } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { teams } from "@laro/contract/teams";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeStanding, setAccountClosed, startRest } from "../../core/accounts/standing.ts";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { rollDice } from "../../testing/bets.ts";
import { pass } from "../../testing/money.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { auditMoney, openMate, openTree, plantDays } from "../../testing/teams.ts";
import { createWorld, type World } from "../../testing/world.ts";

const { player, trial } = accountTypes;

let world: World;
let strict: World;
beforeAll(async () => void ([world, strict] = await Promise.all([createWorld(), createWorld({ pack: "ph" })])));
afterEach(async () => expect(await auditMoney(world)).toEqual([]));
afterAll(() => Promise.all([world.close(), strict.close()]));

const [FROM, TO, TODAY] = ["2026-09-20", "2026-10-04", "2026-10-05"];
const span = { from: FROM, to: TO };

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
  const { status, answer } = await who.request("GET", `/api/${name}?${new URLSearchParams(input as Record<string, string>)}`);
  return `${status} ${JSON.stringify(answer).replace(/"requestId":"[^"]*"/, "")}`;
}

test("an account above, beside or of another's line answers in every call exactly as one that does not exist; those below answer [AGENT-14]", async () => {
  const { top, mid, low, beside, leaf, other } = await openTree(world);
  for (const [place, look] of looks(999_999_999n).entries()) {
    const unknown = await answerOf(mid, look);
    expect(unknown).toContain("agents.not_found");
    for (const id of [top.id, beside.id, other]) expect([look[0].name, await answerOf(mid, looks(id)[place]!)]).toEqual([look[0].name, unknown]);
    const isRounds = look[0].name.startsWith("teams.rounds");
    for (const id of isRounds ? [low.id] : [mid.id, low.id, leaf])
      expect([look[0].name, (await answerOf(mid, looks(id)[place]!)).slice(0, 3)]).toEqual([look[0].name, "200"]);
  }
});

test("a member and a trial account are refused every page of a team, and an agent is let in [PROD-18, ROLE-11]", async () => {
  const { top } = await openTree(world);
  const ann = await world.member({ type: player, parentId: top.id });
  const guest = await world.member({ type: trial });
  const calls: readonly (readonly [Endpoint, object])[] = [[teams.dashboard, span], ...looks(ann.id)];
  for (const look of calls) {
    for (const who of [ann, guest]) expect(await answerOf(who, look)).toContain("sessions.forbidden");
    expect(await answerOf(top, look)).toMatch(/^200/);
  }
});

test("a direct downline has its name, a deeper one is hidden but for its ends, and hidden names cannot be found by their beginning [AGENT-04]", async () => {
  const { top, mid, ann, leaf, names } = await openTree(world);
  const line = (await top.call(teams.members, { ...span, reach: "line" })).list;
  expect(line.find(({ id }) => id === ann)).toMatchObject({ account: names.ann, level: 1 });
  expect(line.find(({ id }) => id === leaf)).toMatchObject({ account: `le***${names.leaf.at(-1)}`, level: 3 });
  const found = async (search: string, who: Person = top) => (await who.call(teams.members, { ...span, search })).list.map(({ id }) => id);
  expect(await found(names.ann.slice(0, 9).toUpperCase())).toEqual([ann]);
  expect(await found(names.leaf.slice(0, 9))).toEqual([]);
  expect(await found(names.leaf)).toEqual([leaf]);
  expect(await found(names.ann, mid)).toEqual([]);
  expect(await found("%")).toEqual([]);
  const { trail } = await top.call(teams.member, { id: leaf, ...span });
  expect(trail.map(({ account }) => account)).toEqual([top.name, mid.name, expect.stringContaining("***"), `le***${names.leaf.at(-1)}`]);
});

test("who is excluded, resting, closed or restricted looks exactly like anyone who does not play", async () => {
  const { top } = await openTree(world);
  const ids = await Promise.all(
    ["aaaa", "bbbb", "cccc", "dddd", "eeee"].map((name) => openMate(world, { type: player, parentId: top.id, name: `${name}${randomUUID().slice(0, 6)}` })),
  );
  const [idle, excluded, closed, restricted, resting] = ids as [bigint, bigint, bigint, bigint, bigint];
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
    await setAccountClosed(tx, { accountId: closed, closed: true });
    await changeStanding(tx, { accountId: restricted, restrictions: ["play"], verification: "R" });
    await startRest(tx, { accountId: resting, cause: "contactChanged", now: world.clock.now() });
  });
  const shown = async (id: bigint): Promise<string> => {
    const { account } = await top.call(teams.member, { id, ...span });
    const answers = await Promise.all(looks(id).map((look) => answerOf(top, look)));
    const row = JSON.stringify(
      (await top.call(teams.members, { ...span })).list.find((one) => one.id === id),
      (_, value) => String(value) && (typeof value === "bigint" ? String(value) : value),
    );
    return [...answers, row]
      .join("\n")
      .replaceAll(account, "name")
      .replaceAll(new RegExp(`\\b${id}\\b`, "g"), "id");
  };
  const usual = await shown(idle);
  expect(usual).toContain('"id"');
  for (const id of [excluded, closed, restricted, resting]) expect(await shown(id)).toBe(usual);
});

test("what an account did before it came under an agent stays its former agents', in sums, days, money and rounds [AGENT-14]", async () => {
  const { top, mid, low, leaf, beside, ann } = await openTree(world);
  await plantDays(world, [
    { day: "2026-09-28", accountId: ann, agentId: beside.id, valid: 70_00n, deposits: 70_00n },
    { day: "2026-10-02", accountId: ann, agentId: top.id, valid: 30_00n, deposits: 30_00n },
  ]);
  await asOwner(
    world.open.url,
    "insert into agent_past (account_id, until_day, parent_id, path) values ($1, '2026-10-01', $2, array[$2::bigint, $1::bigint])",
    [ann, beside.id],
  );
  expect((await top.call(teams.money, span)).list.map(({ deposits }) => deposits)).toEqual([30_00n]);
  const detail = await top.call(teams.member, { id: ann, ...span });
  expect(detail).toMatchObject({ own: { valid: 30_00n }, flow: { deposits: 30_00n }, lastDay: "2026-10-02" });
  expect((await top.call(teams.days, { id: ann, of: "own", ...span })).list.map(({ day }) => day)).toEqual(["2026-10-02"]);
  expect((await top.call(teams.members, { ...span })).list.find(({ id }) => id === ann)?.own.valid).toBe(30_00n);
  // Idle in this line: it played under another agent.
  await plantDays(world, [{ day: "2026-09-29", accountId: leaf, agentId: beside.id, valid: 70_00n }]);
  await asOwner(
    world.open.url,
    "insert into agent_past (account_id, until_day, parent_id, path) values ($1, '2026-10-01', $2, array[$2::bigint, $1::bigint])",
    [leaf, beside.id],
  );
  const inState = async (state: "active" | "idle") => (await top.call(teams.members, { ...span, reach: "line", state })).list.map(({ id }) => id);
  expect(await inState("active")).toEqual([ann]);
  expect((await inState("idle")).toSorted()).toEqual([mid.id, low.id, leaf].toSorted());
  const late = await openMate(world, { type: player, parentId: top.id, name: `late${randomUUID().slice(0, 8)}` });
  await world.give(late, 100_00n);
  await rollDice(world, late, { stake: 10_00n });
  const today = { from: TODAY, to: TODAY };
  expect((await top.call(teams.rounds, { id: late, ...today })).list).toHaveLength(1);
  await asOwner(
    world.open.url,
    "insert into agent_past (account_id, until_day, parent_id, path) values ($1, '2026-10-06', $2, array[$2::bigint, $1::bigint])",
    [late, beside.id],
  );
  expect((await top.call(teams.rounds, { id: late, ...today })).list).toEqual([]);
  const former = await beside.call(teams.report, { ...span });
  expect(former.list.find(({ id }) => id === ann)).toMatchObject({ valid: 70_00n, isHere: false, account: expect.stringContaining("***") as string });
  expect(await answerOf(mid, looks(ann)[0]!)).toContain("agents.not_found");
});

test("the rounds of a direct member are listed with what counts of them; anyone deeper has days alone [AGENT-05]", async () => {
  const { top, low, leaf, ann } = await openTree(world);
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
  const { top, mid, low } = await openTree(world);
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
  await world.give(top.id, 50_00n);
  const moment = { now: world.clock.now(), timeZone: world.open.platform.timeZone };
  for (const [from, to, amountMinor] of [
    [top.id, mid.id, 50_00n],
    [mid.id, top.id, 7_00n],
    [mid.id, low.id, 9_00n],
  ] as const)
    await world.open.platform.database.begin((tx) => pass(tx, moment, { from, to, amountMinor }));
  const seen = await top.call(teams.member, { id: mid.id, ...span });
  expect(seen.contracts).toMatchObject([{ kind: "dividend", period: "M", state: "active", startsOn: "2026-10-01", rateFrom: 30_000, rateTo: 30_000 }]);
  expect(seen.transfers.map(({ direction, amount: minor }) => [direction, minor])).toEqual([
    ["received", 7_00n],
    ["sent", 50_00n],
  ]);
  expect(await top.call(teams.member, { id: low.id, ...span })).toMatchObject({ contracts: [], transfers: [] });
});

test("an answer has nothing of a member but what is named: no balance, contact, verification, limit or commission", async () => {
  const { top, ann } = await openTree(world);
  const row = (await top.call(teams.members, { ...span })).list.find(({ id }) => id === ann)!;
  expect(Object.keys(row).toSorted()).toEqual(["account", "hasLine", "id", "joinedOn", "lastDay", "level", "line", "link", "own", "type"]);
  const detail = await top.call(teams.member, { id: ann, ...span });
  expect(Object.keys(detail).toSorted()).toEqual(
    [...Object.keys(row), "contracts", "flow", "frozenTo", "linePlay", "ownPlay", "seesRounds", "trail", "transfers"].toSorted(),
  );
});

test("where agents see no names, no name of anyone leaves the server, nobody can be searched for and there are no rounds; aliases differ between agents [AGENT-05, AGENT-14]", async () => {
  const { top, mid, low, leaf, ann, names } = await openTree(strict);
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
  const aliasFor = async (who: Person, id: bigint) => (await who.call(teams.member, { id, ...span })).account;
  expect(await aliasFor(top, leaf)).toMatch(/^M-[A-Z2-9]{4}$/);
  expect(await aliasFor(top, leaf)).toBe(await aliasFor(top, leaf));
  // One of a million is alike by chance, two are not.
  const aliasesFor = (who: Person) => Promise.all([leaf, low.id].map((id) => aliasFor(who, id)));
  expect(await aliasesFor(top)).not.toEqual(await aliasesFor(mid));
});
