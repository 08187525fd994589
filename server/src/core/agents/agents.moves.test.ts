import { agents } from "@laro/contract/agents";
import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { work } from "../../roles/worker.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createAccount } from "../accounts/accounts.ts";
import { packs } from "../settings/packs.ts";

const reason = "As agreed with the owner";
const DAY_MS = 86_400_000;

let world: World;
let marketing: Person;
let second: Person;
/** Sessions of officers end with the day. */
const enterOfficers = async () => void ([marketing, second] = [await world.operator("marketing"), await world.operator("marketing")]);
beforeAll(async () => {
  world = await createWorld();
  await enterOfficers();
});
afterAll(() => world.close());

const lookAtMoves = () => work.jobs["agents:carryOutMoves"]!({}, world.open.platform);
const fresh = (): string => newId(world.clock.now());
const tomorrow = (): string => new Date(world.clock.now().getTime() + DAY_MS + 8 * 3_600_000).toISOString().slice(0, 10);
let names = 0;
/** A place in the tree without a login. */
const place = (type: AccountType, parentId: bigint | null): Promise<bigint> =>
  world.open.platform.database.begin((tx) =>
    createAccount(tx, {
      name: `place${++names}x`,
      passwordHash: "",
      type,
      parentId,
      pack: packs.sandbox,
      keys: world.open.platform.keys,
      now: world.clock.now(),
    }),
  );
const preview = (id: bigint, toId?: bigint) => marketing.call(agents.previewMove, { id, ...(toId === undefined ? {} : { toId }) });
const propose = async (id: bigint, toId?: bigint) => {
  const to = toId === undefined ? {} : { toId };
  return marketing.call(agents.proposeMove, { id, ...to, fromDay: tomorrow(), fingerprint: (await preview(id, toId)).fingerprint, reason });
};

test("an agent sees its own line alone: above, beside, itself as a member and nobody at all are answered alike, a member not at all [AGENT-14, ROLE-11]", async () => {
  const top = await world.member({ type: accountTypes.seniorAgent });
  const agent = await world.member({ type: accountTypes.agent, parentId: top.id });
  const beside = await world.member({ type: accountTypes.agent, parentId: top.id });
  const below = await world.member({ type: accountTypes.affiliate, parentId: agent.id });
  const [mine, theirs] = [await place(0, below.id), await place(0, beside.id)];
  expect((await top.call(agents.downlines, {})).list.map(({ id, depth }) => [id, depth])).toEqual([
    [agent.id, 1],
    [below.id, 2],
    [mine, 3],
    [beside.id, 1],
    [theirs, 2],
  ]);
  expect((await agent.call(agents.downlines, {})).list.map(({ id }) => id)).toEqual([below.id, mine]);
  expect((await agent.call(agents.downlines, { under: below.id })).list.map(({ id, depth }) => [id, depth])).toEqual([[mine, 1]]);
  const pages: bigint[] = [];
  for (let cursor: string | undefined; ;) {
    const { list, next } = await top.call(agents.downlines, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(...list.map(({ id }) => id));
    if (next === null) break;
    cursor = next;
  }
  expect(pages).toEqual([agent.id, below.id, mine, beside.id, theirs]);
  const unknown = await agent.refusal(agents.downlines, { under: 999_999_999n });
  expect(unknown.code).toBe("agents.not_found");
  for (const under of [top.id, beside.id, theirs]) {
    const refused = await agent.refusal(agents.downlines, { under });
    expect([refused.code, refused.text, refused.values]).toEqual([unknown.code, unknown.text, unknown.values]);
  }
  // A place of another line as a cursor says no more than one that is nowhere.
  for (const cursor of [String(beside.id), "999999999"])
    expect((await agent.call(agents.downlines, { cursor })).list.map(({ id }) => id)).toEqual([below.id, mine]);
  const ann = await world.player();
  expect(await ann.refused(agents.downlines, { under: mine })).toBe("sessions.forbidden");
  expect(await top.call(agents.overview, {})).toMatchObject({ direct: 2, all: 5, agents: 3 });
});

test("a move waits for another officer and its day, takes the whole line along, and leaves the days before as they were [AGENT-14]", async () => {
  const [from, to] = [await world.member({ type: accountTypes.seniorAgent }), await world.member({ type: accountTypes.seniorAgent })];
  const moved = await place(accountTypes.agent, from.id);
  const member = await place(0, moved);
  const support = await world.operator("support");
  const input = { id: moved, toId: to.id, fromDay: tomorrow(), fingerprint: "", reason };
  expect(await support.refused(agents.proposeMove, input)).toBe("sessions.forbidden");
  expect((await support.call(agents.view, { id: moved })).above.map(({ id }) => id)).toEqual([from.id]);
  expect(await marketing.refused(agents.proposeMove, input)).toBe("agents.changed");
  const line = `insert into line_day (day, agent_id, depth, members, agents, joined, active, first_deposits, rounds, valid, ahead, behind, stake, win, deposits, withdrawals, bonuses, fees, commission)
    values ('2026-09-10', $1, 1, 2, 1, 1, 1, 1, 5, 5000, 0, 5000, 5000, 4000, 0, 0, 0, 0, 0)`;
  await asOwner(world.open.url, line, [from.id]);
  const seen = await preview(moved, to.id);
  expect(seen).toMatchObject({ members: 2, agents: 1, depth: 3, depthMax: 12, contracts: 0, month: "2026-09", from: { id: from.id }, to: { id: to.id } });
  expect(seen.figures).toMatchObject({ from: { days: 1, valid: 50_00n, result: 10_00n }, to: { days: 0, valid: 0n } });
  const today = world.clock.now().toISOString().slice(0, 10);
  const asked = { ...input, fingerprint: seen.fingerprint };
  expect(await marketing.refused(agents.proposeMove, { ...asked, fromDay: today })).toBe("agents.move_day");
  const move = await marketing.call(agents.proposeMove, asked);
  expect(move).toMatchObject({ state: "proposed", account: { id: moved }, from: { id: from.id }, to: { id: to.id }, fromDay: tomorrow() });
  expect(await marketing.refused(agents.confirmMove, { id: move.id, reason })).toBe("agents.own_proposal");
  expect(await second.call(agents.confirmMove, { id: move.id, reason })).toMatchObject({ state: "confirmed" });
  expect(await second.refused(agents.declineMove, { id: move.id, reason })).toBe("agents.not_proposed");
  await lookAtMoves();
  expect(await from.call(agents.overview, {})).toMatchObject({ direct: 1, all: 2 });
  await world.pass(DAY_MS);
  await lookAtMoves();
  await Promise.all([enterOfficers(), enterAgain(from), enterAgain(to)]);
  expect(await from.call(agents.overview, {})).toMatchObject({ direct: 0, all: 0 });
  expect((await to.call(agents.downlines, {})).list.map(({ id, depth }) => [id, depth])).toEqual([
    [moved, 1],
    [member, 2],
  ]);
  expect(await from.refused(agents.downlines, { under: moved })).toBe("agents.not_found");
  expect((await marketing.call(agents.moves, { state: "done" })).list).toMatchObject([{ id: move.id, doneOn: move.fromDay }]);
  const before = await asOwner(world.open.url, "select parent_id as parent from agent_of_day($1::date) where account_id = $2", [today, moved]);
  expect(before).toEqual([{ parent: from.id }]);
});

test("no move into the own line, below who may not have it, deeper than the tree may be, to where it is, or of a line that waits for another", async () => {
  const top = await place(accountTypes.seniorAgent, null);
  const agent = await place(accountTypes.agent, top);
  const below = await place(accountTypes.agent, agent);
  const [affiliate, player] = [await place(accountTypes.affiliate, null), await place(0, below)];
  expect(await marketing.refused(agents.previewMove, { id: agent, toId: below })).toBe("agents.move_circle");
  expect(await marketing.refused(agents.previewMove, { id: agent, toId: agent })).toBe("agents.move_circle");
  expect(await marketing.refused(agents.previewMove, { id: agent, toId: affiliate })).toBe("agents.type_not_allowed");
  expect(await marketing.refused(agents.previewMove, { id: player })).toBe("agents.type_not_allowed");
  expect(await marketing.refused(agents.previewMove, { id: agent, toId: top })).toBe("agents.as_it_is");
  expect(await marketing.refused(agents.previewMove, { id: agent, toId: player })).toBe("agents.not_found");
  expect(await marketing.refused(agents.previewMove, { id: 999_999_999n, toId: top })).toBe("agents.not_found");
  let deep = await place(accountTypes.agent, null);
  for (let depth = 2; depth <= 10; depth++) deep = await place(accountTypes.agent, deep);
  expect(await marketing.refusal(agents.previewMove, { id: agent, toId: deep })).toMatchObject({ code: "agents.too_deep", values: { maximum: 12 } });
  const other = await place(accountTypes.seniorAgent, null);
  const move = await propose(agent, other);
  const wanted = { fromDay: tomorrow(), reason };
  const refusedOf = async (id: bigint, toId: bigint) =>
    marketing.refused(agents.proposeMove, { id, toId, ...wanted, fingerprint: (await preview(id, toId)).fingerprint });
  expect(await refusedOf(below, top)).toBe("agents.move_waiting");
  expect(await refusedOf(agent, deep === other ? top : await place(accountTypes.seniorAgent, null))).toBe("agents.move_waiting");
  expect(await refusedOf(player, agent)).toBe("agents.move_waiting");
  expect(await second.call(agents.declineMove, { id: move.id, reason })).toMatchObject({ state: "declined" });
  expect(await refusedOf(below, top).catch(() => "taken")).toBe("taken");
});

test("the preview names the contracts a move ends, and one that came in between is a refusal", async () => {
  const [top, other] = [await place(accountTypes.seniorAgent, null), await place(accountTypes.seniorAgent, null)];
  const agent = await place(accountTypes.agent, top);
  const below = await place(accountTypes.agent, agent);
  const template =
    "insert into agent_contract_template (kind, limits, reason, proposed_by, proposed_name, proposed_at) values ('daily', '{}', 'x', 1, 'x', now()) returning id";
  const [{ id: templateId }] = (await asOwner<{ id: string }>(world.open.url, template)) as [{ id: string }];
  const sign = async (agentId: bigint, uplineId: bigint | null, kind = "daily") => {
    const id = fresh();
    const contract = `insert into agent_contract (id, kind, agent_id, upline_id, template_id, period, carries, state, starts_on, offered_at)
      values ($1, $2, $3, $4, $5, 'D', true, 'active', '2026-09-01', now())`;
    await asOwner(world.open.url, contract, [id, kind, agentId, uplineId, templateId]);
    await asOwner(world.open.url, "insert into agent_contract_tier (contract_id, tier, rate) values ($1, 1, 200), ($1, 2, 500)", [id]);
    return id;
  };
  const [held, given] = [await sign(agent, top), await sign(below, agent)];
  await sign(top, null);
  const [kept, ofHouse] = [await sign(other, null, "dividend"), await sign(below, null, "dividend")];
  const seen = await preview(agent, other);
  expect(seen.contracts).toBe(3);
  expect(seen.ending.map(({ id }) => id).toSorted()).toEqual([held, given, ofHouse].toSorted());
  expect(seen.ending.find(({ id }) => id === given)).toMatchObject({ agent: { id: below }, upline: { id: agent }, rateFrom: 200, rateTo: 500 });
  expect((await marketing.call(agents.view, { id: other })).contracts.map(({ id }) => id)).toEqual([kept]);
  const move = await propose(agent, other);
  await sign(agent, top, "dividend");
  expect(await second.refused(agents.confirmMove, { id: move.id, reason })).toBe("agents.changed");
  expect((await marketing.call(agents.moves, { state: "proposed" })).list.map(({ id }) => id)).toContain(move.id);
});

test("officers find agents by name and number, and walk the tree one level at a time", async () => {
  const top = await place(accountTypes.seniorAgent, null);
  const agent = await place(accountTypes.agent, top);
  const player = await place(0, top);
  const { name } = await marketing.call(agents.view, { id: top });
  expect((await marketing.call(agents.find, { search: name.toUpperCase() })).list.map(({ id }) => id)).toContain(top);
  expect((await marketing.call(agents.find, { search: String(agent) })).list).toMatchObject([{ id: agent, depth: 2, line: 0 }]);
  expect((await marketing.call(agents.find, { search: String(player) })).list).toEqual([]);
  expect((await marketing.call(agents.find, { limit: 100 })).list.every(({ depth }) => depth === 1)).toBe(true);
  expect((await marketing.call(agents.level, { id: top, who: "agents" })).list.map(({ id }) => id)).toEqual([agent]);
  expect((await marketing.call(agents.level, { id: top, who: "players" })).list.map(({ id }) => id)).toEqual([player]);
  expect(await marketing.refused(agents.view, { id: player })).toBe("agents.not_found");
  expect(await marketing.refused(agents.level, { id: 999_999_999n, who: "agents" })).toBe("agents.not_found");
});
