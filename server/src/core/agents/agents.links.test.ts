import { accounts } from "@laro/contract/accounts";
import { agents, LINK_COUNT_MAX, LINKS_MAX } from "@laro/contract/agents";
import { accountTypes, type AccountType } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { transfers } from "@laro/contract/transfers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { work } from "../../roles/worker.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { accredit } from "../../testing/accreditation.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, registrationOf, type World } from "../../testing/world.ts";
import { createAccount } from "../accounts/accounts.ts";
import { packs } from "../settings/packs.ts";
import { findWay, typesOfNewLink } from "./agents.links.ts";

const reason = "As agreed with the owner";
const DAY_MS = 86_400_000;

let world: World;
let risk: Person;
let second: Person;
/** Sessions of officers end with the day. */
const enterOfficers = async () => void ([risk, second] = [await world.operator("risk"), await world.operator("risk")]);
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(enterOfficers);
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());
const agentOf = (type: AccountType = accountTypes.agent, parentId: bigint | null = null) => world.member({ type, parentId });
const link = (label: string, opens: 0 | 1 | 2 | 41 | 42 = 0) => ({ requestId: fresh(), label, opens });
let names = 0;
const join = async (code: string, guest = world.guest()) => {
  const name = `joiner${++names}abc`;
  const { token } = await guest.call(accounts.register, { ...registrationOf(name, "Correct-horse-7"), affiliateCode: code });
  guest.token = token;
  const { id, type } = await guest.call(accounts.me, {});
  return { guest, id, name, type };
};
const told = async (person: Person) => (await person.call(messages.mine, {})).list.map(({ template, values }) => [template, values.at(-1)]);
/** Opens a place without a login. */
const place = (type: AccountType, parentId: bigint | null): Promise<bigint> =>
  world.open.platform.database.begin((tx) =>
    createAccount(tx, {
      name: `place${++names}`,
      passwordHash: "",
      type,
      parentId,
      pack: packs.sandbox,
      keys: world.open.platform.keys,
      now: world.clock.now(),
    }),
  );

test("who is no agent makes no link, an agent only for the types below its own, and closes nobody else's [ENTITY-03]", async () => {
  const [agent, affiliate, ann] = [await agentOf(), await agentOf(accountTypes.affiliate), await world.player()];
  expect(await world.guest().refused(agents.links, {})).toBe("sessions.required");
  expect(await ann.refused(agents.links, {})).toBe("sessions.forbidden");
  expect(await ann.refused(agents.makeLink, link("mine"))).toBe("sessions.forbidden");
  expect((await agent.call(agents.links, {})).types).toEqual([1, 41, 0]);
  expect((await affiliate.call(agents.links, {})).types).toEqual([0]);
  expect(await agent.refusal(agents.makeLink, link("senior", 2))).toMatchObject({ code: "agents.type_not_allowed", field: "opens" });
  expect(await affiliate.refused(agents.makeLink, link("agent", 1))).toBe("agents.type_not_allowed");
  const { code } = await agent.call(agents.makeLink, link("Poster"));
  const [others, unknown] = [await affiliate.refusal(agents.closeLink, { code }), await affiliate.refusal(agents.closeLink, { code: "ZZZZZZZZ" })];
  expect([others.code, others.values]).toEqual([unknown.code, unknown.values]);
  const { invitationCode } = await agent.call(agents.overview, {});
  expect(await agent.refused(agents.closeLink, { code: invitationCode })).toBe("agents.link_first");
});

test("a link opens an account of its type under its agent; a closed one and one sent twice open nothing more [REG-09, CALL-11, VALID-51]", async () => {
  const agent = await agentOf();
  const asked = link("For my team", accountTypes.agent);
  const made = await agent.call(agents.makeLink, asked);
  expect((await agent.call(agents.makeLink, asked)).code).toBe(made.code);
  expect(await world.guest().call(agents.checkCode, { code: made.code.toLowerCase(), domain: "play.example" })).toEqual({ valid: true });
  const newcomer = await join(made.code);
  expect(newcomer.type).toBe(accountTypes.agent);
  expect((await newcomer.guest.call(agents.overview, {})).invitationCode).toMatch(/^[A-Z2-9]{8}$/);
  const { invitationCode } = await agent.call(agents.overview, {});
  expect((await join(invitationCode)).type).toBe(accountTypes.player);
  await agent.call(agents.closeLink, { code: made.code });
  expect(await agent.refused(agents.closeLink, { code: made.code })).toBe("agents.link_not_found");
  expect(await world.guest().refused(agents.checkCode, { code: made.code })).toBe("accounts.invitation_unknown");
  const refused = { ...registrationOf("latecomer1", "Correct-horse-7"), affiliateCode: made.code };
  expect((await world.guest().refusal(accounts.register, refused)).text).toBe("Invalid invitation code.");
  const { list } = await agent.call(agents.links, {});
  expect(list.map(({ label, isFirst, registered, closedAt }) => [label, isFirst, registered, closedAt !== null])).toEqual([
    ["", true, 1, false],
    ["For my team", false, 1, true],
  ]);
});

test("a link's funnel counts a browser once a day, who registered, who deposited and who played [AGENT-03]", async () => {
  const agent = await agentOf();
  const { code } = await agent.call(agents.makeLink, link("Stream"));
  const [browser, other] = [world.guest(), world.guest()];
  for (const guest of [browser, browser, other]) expect(await guest.call(agents.visit, { code })).toEqual({});
  expect(await other.call(agents.visit, { code: "ZZZZZZZZ" })).toEqual({});
  const [ann] = [await join(code, browser), await join(code), await join(code)];
  const now = world.clock.now();
  await asOwner(
    world.open.url,
    "insert into deposit (id, account_id, method, amount, state, created_at, expires_at) values ($1, $2, 'QRPH', 100, 'credited', $3, $3)",
    [fresh(), ann.id, now],
  );
  const play = `insert into member_day (day, account_id, agent_id, rounds, valid, stake, win, deposits, first_deposit, withdrawals, bonuses, fees, commission)
    values ($1::date - $2::integer, $3, $4, 1, 100, 100, 0, 0, false, 0, 0, 0, 0)`;
  await asOwner(world.open.url, play, [now, 3, ann.id, agent.id]);
  const counted = async () => (await agent.call(agents.links, {})).list.find((one) => one.code === code);
  expect(await counted()).toMatchObject({ visits: 2, registered: 3, deposited: 1, active: 1 });
  // Who was moved away has registered by it; what they do is their next agent's to see.
  const next = await agentOf();
  const stand = (parentId: bigint) => asOwner(world.open.url, "update agent_node set parent_id = $2 where account_id = $1", [ann.id, parentId]);
  await stand(next.id);
  expect(await counted()).toMatchObject({ registered: 3, deposited: 0, active: 0 });
  await stand(agent.id);
  await asOwner(world.open.url, "update member_day set agent_id = $2 where account_id = $1", [ann.id, next.id]);
  expect(await counted()).toMatchObject({ deposited: 1, active: 0 });
  await asOwner(world.open.url, "update member_day set agent_id = $2 where account_id = $1", [ann.id, agent.id]);
  await world.pass(DAY_MS);
  await enterAgain(agent);
  await browser.call(agents.visit, { code });
  expect(await counted()).toMatchObject({ visits: 3 });
  await world.pass(29 * DAY_MS);
  await enterAgain(agent);
  expect(await counted()).toMatchObject({ registered: 3, active: 0 });
  await work.jobs["sessions:sweep"]!({}, world.open.platform);
  expect(await asOwner(world.open.url, "select count(*)::int as count from agent_visit")).toEqual([{ count: 0 }]);
});

test("the links of a closed account open nothing, and of a link the last five thousand who came are counted", async () => {
  const agent = await agentOf();
  const { code } = await agent.call(agents.makeLink, link("Old"));
  const { invitationCode } = await agent.call(agents.overview, {});
  await asOwner(
    world.open.url,
    `insert into agent_node (account_id, parent_id, path, link_code, joined_at)
     select 9000000 + k, $1::bigint, array[$1::bigint, 9000000 + k], $2, $3 from generate_series(1, ${LINK_COUNT_MAX + 1}) k`,
    [agent.id, code, world.clock.now()],
  );
  expect((await agent.call(agents.links, {})).list.find((one) => one.code === code)).toMatchObject({ registered: LINK_COUNT_MAX, deposited: 0 });
  await asOwner(world.open.url, "delete from agent_node where account_id > 9000000");
  await asOwner(world.open.url, "update account set closed = true where id = $1", [agent.id]);
  for (const one of [code, invitationCode]) expect(await world.guest().refused(agents.checkCode, { code: one })).toBe("accounts.invitation_unknown");
});

test("an agent has at most fifty open links besides the invitation code, and makes as many in a day", async () => {
  const agent = await agentOf();
  const fill =
    "insert into agent_link (code, agent_id, label, opens, made_at) select 'FULL' || $1::bigint || n, $1, 'many', 0, $2::timestamptz from generate_series(1, $3::integer) n";
  await asOwner(world.open.url, fill, [agent.id, new Date(world.clock.now().getTime() - 2 * DAY_MS), LINKS_MAX]);
  expect(await agent.refusal(agents.makeLink, link("one more"))).toMatchObject({ code: "agents.too_many_links", values: { maximum: LINKS_MAX } });
  await agent.call(agents.closeLink, { code: `FULL${agent.id}1` });
  await agent.call(agents.makeLink, link("one more"));
  await asOwner(world.open.url, "update agent_link set closed_at = $2, made_at = $2 where agent_id = $1 and label <> ''", [agent.id, world.clock.now()]);
  expect(await agent.refused(agents.makeLink, link("too many today"))).toBe("agents.too_many_links");
});

test("one officer holds an agent at once for two weeks at most: it links nothing new and passes no money on; longer, closed and open again take two, and a closed agent's codes open nothing", async () => {
  const agent = await agentOf();
  const { code } = await agent.call(agents.makeLink, link("Old"));
  const { invitationCode } = await agent.call(agents.overview, {});
  const support = await world.operator("support");
  expect(await support.refused(agents.setStanding, { id: agent.id, standing: "held", days: 3, reason })).toBe("sessions.forbidden");
  expect(await risk.refused(agents.setStanding, { id: 999_999n, standing: "held", days: 3, reason })).toBe("agents.not_found");
  expect(await risk.refused(agents.setStanding, { id: agent.id, standing: "open", reason })).toBe("agents.as_it_is");
  expect(await risk.refused(agents.setStanding, { id: agent.id, standing: "closed", days: 3, reason })).toBe("agents.hold_used");
  expect(await risk.call(agents.setStanding, { id: agent.id, standing: "held", days: 14, reason })).toMatchObject({ state: "inForce", standing: "held" });
  expect(await agent.refused(agents.makeLink, link("New"))).toBe("agents.held");
  expect((await agent.call(agents.links, {})).types).toEqual([]);
  const newcomer = await join(code);
  expect(newcomer.type).toBe(accountTypes.player);
  const transfer = { requestId: fresh(), account: newcomer.name, amount: 1_00n, paymentPassword: "135790" };
  expect(await agent.refused(transfers.toDownline, transfer)).toBe("agents.held");
  await world.pass(14 * DAY_MS + 1);
  await Promise.all([enterOfficers(), enterAgain(agent)]);
  await agent.call(agents.makeLink, link("After"));
  expect(await second.refused(agents.setStanding, { id: agent.id, standing: "held", days: 14, reason })).toBe("agents.hold_used");
  const proposal = await risk.call(agents.setStanding, { id: agent.id, standing: "closed", reason });
  expect(proposal.state).toBe("proposed");
  expect(await second.refused(agents.setStanding, { id: agent.id, standing: "closed", reason })).toBe("agents.already_proposed");
  expect(await risk.refused(agents.confirmStanding, { id: proposal.id, reason })).toBe("agents.own_proposal");
  expect((await agent.call(agents.links, {})).types).not.toEqual([]);
  expect(await second.call(agents.confirmStanding, { id: proposal.id, reason })).toMatchObject({ state: "inForce", standing: "closed" });
  expect(await second.refused(agents.confirmStanding, { id: proposal.id, reason })).toBe("agents.not_proposed");
  for (const one of [code, invitationCode]) expect(await world.guest().refused(agents.checkCode, { code: one })).toBe("accounts.invitation_unknown");
  expect((await agent.call(agents.links, {})).list.filter(({ closedAt }) => closedAt === null)).toMatchObject([{ isFirst: true }]);
  const again = await second.call(agents.setStanding, { id: agent.id, standing: "open", reason });
  await risk.call(agents.confirmStanding, { id: again.id, reason });
  expect(await world.guest().call(agents.checkCode, { code: invitationCode })).toEqual({ valid: true });
  expect(await world.guest().refused(agents.checkCode, { code })).toBe("accounts.invitation_unknown");
  await world.work();
  expect((await told(agent)).toSorted()).toEqual(["closed", "held", "open"].map((standing) => ["agentStanding", standing]));
});

test("two officers are a constraint of the tables: not even the owner writes down that one decided alone", async () => {
  const at = world.clock.now();
  const alone: readonly string[] = [
    `insert into agent_standing (id, agent_id, standing, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values ($1, 1, 'closed', 'x', 'inForce', 7, 'x', $2, 7)`,
    `insert into agent_standing (id, agent_id, standing, reason, state, proposed_by, proposed_name, proposed_at) values ($1, 1, 'held', 'x', 'inForce', 7, 'x', $2)`,
    `insert into agent_move (id, account_id, from_day, depth_max, fingerprint, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values ($1, 1, now(), 12, '', 'x', 'confirmed', 7, 'x', $2, 7)`,
    `insert into agent_move (id, account_id, from_day, depth_max, fingerprint, reason, state, proposed_by, proposed_name, proposed_at) values ($1, 1, now(), 12, '', 'x', 'done', 7, 'x', $2)`,
    `insert into agent_not_counted (id, account_id, from_day, code, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values ($1, 1, now(), 'other', 'x', 'confirmed', 7, 'x', $2, 7)`,
  ];
  for (const statement of alone) await expect(asOwner(world.open.url, statement, [fresh(), at])).rejects.toThrow(/two_persons/);
});

test("a member is not counted by two officers, from a day that nobody above was paid for, and the agent above is told by its code", async () => {
  const agent = await agentOf();
  const { id } = await join((await agent.call(agents.overview, {})).invitationCode);
  const today = world.clock.now().toISOString().slice(0, 10);
  const wanted = { id, fromDay: today, code: "bonusOnly", reason } as const;
  const marketing = await world.operator("marketing");
  expect(await marketing.refused(agents.proposeNotCounted, wanted)).toBe("sessions.forbidden");
  expect(await risk.refused(agents.proposeNotCounted, { ...wanted, id: 999_999n })).toBe("agents.not_found");
  expect(await risk.refusal(agents.proposeNotCounted, { ...wanted, fromDay: "2020-01-01" })).toMatchObject({ code: "agents.day_wrong", field: "fromDay" });
  expect(await risk.refusal(agents.proposeNotCounted, { ...wanted, untilDay: today })).toMatchObject({ code: "agents.day_wrong", field: "untilDay" });
  const proposal = await risk.call(agents.proposeNotCounted, wanted);
  expect(await second.refused(agents.proposeNotCounted, wanted)).toBe("agents.already_proposed");
  expect(await risk.refused(agents.confirmNotCounted, { id: proposal.id, reason })).toBe("agents.own_proposal");
  const pay = `insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, agent_id, bet, result, active, base, gross, pay, state)
    values ($1, $1, 'daily', now(), $2::date, $2::date, $3, 0, 0, 0, 0, 0, 0, 'paid')`;
  await asOwner(world.open.url, pay, [fresh(), today, agent.id]);
  expect(await second.refused(agents.confirmNotCounted, { id: proposal.id, reason })).toBe("agents.settled");
  await asOwner(world.open.url, "delete from settlement_pay");
  await second.call(agents.confirmNotCounted, { id: proposal.id, reason });
  expect((await marketing.call(agents.notCounted, { state: "confirmed" })).list).toMatchObject([{ account: { id }, code: "bonusOnly", fromDay: today }]);
  await world.work();
  expect(await told(agent)).toEqual([["agentNotCounted", "bonusOnly"]]);
  // Counted again, earlier than was decided: two officers, and no day that was paid for.
  const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const again = { id: proposal.id, untilDay: tomorrow, reason };
  expect(await marketing.refused(agents.proposeCountedAgain, again)).toBe("sessions.forbidden");
  expect(await risk.refusal(agents.proposeCountedAgain, { ...again, untilDay: today })).toMatchObject({ code: "agents.day_wrong", field: "untilDay" });
  expect(await risk.refused(agents.proposeCountedAgain, { ...again, id: fresh() })).toBe("agents.proposal_not_found");
  const ending = await risk.call(agents.proposeCountedAgain, again);
  expect(ending).toMatchObject({ again: true, state: "proposed", untilDay: tomorrow, account: { id } });
  expect(await second.refused(agents.proposeCountedAgain, again)).toBe("agents.already_proposed");
  expect(await risk.refused(agents.confirmNotCounted, { id: ending.id, reason })).toBe("agents.own_proposal");
  await asOwner(world.open.url, pay.replaceAll("$2::date", "$2::date + 1"), [fresh(), today, agent.id]);
  expect(await second.refused(agents.confirmNotCounted, { id: ending.id, reason })).toBe("agents.settled");
  await asOwner(world.open.url, "delete from settlement_pay");
  const until = async () => (await second.call(agents.notCounted, { state: "confirmed" })).list.find((one) => one.id === proposal.id)!.untilDay;
  expect(await until()).toBeNull();
  await second.call(agents.confirmNotCounted, { id: ending.id, reason });
  expect(await until()).toBe(tomorrow);
});

test("a day is settled by the pay of whoever the member stood under on it, paid or still to be paid as it was computed; what can be discarded leaves it open", async () => {
  const [before, agent] = [await agentOf(), await agentOf()];
  const { id } = await join((await agent.call(agents.overview, {})).invitationCode);
  const dayOf = (ahead: number): string => new Date(world.clock.now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10);
  const moved = "insert into agent_past (account_id, until_day, parent_id, path) values ($1, $2::date, $3::bigint, array[$3::bigint, $1::bigint])";
  await asOwner(world.open.url, moved, [id, dayOf(0), before.id]);
  const settles = async (agentId: bigint, state: string, runState: string) => {
    const runId = fresh();
    await asOwner(
      world.open.url,
      "insert into settlement_run (id, kind, period, starts_on, ends_on, state, made_at) values ($1, 'dividend', 'D', $2::date, $2::date, $3, $4)",
      [runId, dayOf(-1), runState, world.clock.now()],
    );
    await asOwner(
      world.open.url,
      `insert into settlement_pay (id, contract_id, kind, starts_at, starts_on, ends_on, run_id, agent_id, bet, result, active, base, gross, pay, state)
       values ($1, $1, 'dividend', $2::date, $2::date, $2::date, $3, $4, 0, 0, 0, 0, 0, 0, $5)`,
      [fresh(), dayOf(-1), runId, agentId, state],
    );
    const code = await risk.refused(agents.proposeNotCounted, { id, fromDay: dayOf(-1), code: "bonusOnly", reason }).catch(() => "open");
    await asOwner(world.open.url, "delete from agent_not_counted where account_id = $1", [id]);
    await asOwner(world.open.url, "delete from settlement_pay");
    await asOwner(world.open.url, "delete from settlement_run");
    return code;
  };
  for (const [state, runState] of [
    ["paid", "paid"],
    ["approved", "approved"],
    ["held", "paid"],
    ["computed", "approved"],
  ] as const)
    expect([state, await settles(before.id, state, runState)]).toEqual([state, "agents.settled"]);
  for (const state of ["computed", "held"]) expect([state, await settles(before.id, state, "preview")]).toEqual([state, "open"]);
  // Yesterday it stood under another.
  expect(await settles(agent.id, "paid", "paid")).toBe("open");
});

test("nobody joins deeper than the tree may be: at its end links open players alone, then nothing; the stricter market knows affiliates alone", async () => {
  const { db } = world.open.platform.database;
  let parentId: bigint | null = null;
  const ids: bigint[] = [];
  for (let depth = 1; depth <= packs.sandbox.agents.depthMax; depth++) ids.push((parentId = await place(accountTypes.seniorAgent, parentId)));
  const typesAt = (agentId: bigint, rules: typeof packs.sandbox.agents | typeof packs.ph.agents = packs.sandbox.agents) =>
    typesOfNewLink(db, { agentId, rules, now: world.clock.now() });
  expect(await typesAt(ids.at(-3)!)).toEqual([1, 41, 0]);
  expect(await typesAt(ids.at(-2)!)).toEqual([0]);
  expect(await typesAt(ids.at(-1)!)).toEqual([]);
  expect(await typesAt(ids[0]!, packs.ph.agents)).toEqual([]);
  await accredit(world, [ids[0]!, ids[2]!]);
  expect(await typesAt(ids[0]!, packs.ph.agents)).toEqual([41, 0]);
  expect(await typesAt(ids[2]!, packs.ph.agents)).toEqual([]);
  await expect(place(accountTypes.player, ids.at(-1)!)).rejects.toMatchObject({ code: "agents.too_deep" });
  const [{ code }] = (await asOwner<{ code: string }>(world.open.url, "select invitation_code as code from agent_node where account_id = $1", [
    ids.at(-1),
  ])) as [{ code: string }];
  expect(await findWay(db, { code, rules: packs.sandbox.agents, now: world.clock.now() })).toBeUndefined();
});
