import { randomUUID } from "node:crypto";
import { messages } from "@laro/contract/messages";
import { settlements } from "@laro/contract/settlements";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { packs } from "../../core/settings/packs.ts";
import { getBalances } from "../../core/wallet/wallet.ts";
import { accredit } from "../../testing/accreditation.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { auditSettled, freezeDay, freezeQuietDays, listPays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { computeDue } from "./settlements.compute.ts";
import { holdApproved } from "./settlements.holds.ts";
import { payDue } from "./settlements.pay.ts";

const reason = "Checked with the agent";

let world: World;
let ana: Person;
let ben: Person;
beforeAll(async () => {
  world = await createWorld();
  [ana, ben] = [await world.operator("finance"), await world.operator("finance")];
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

let month = 0;
/** An agent with a contract of the house for each day of a month of its own, and one member. */
async function agentWithMember(terms: { approvals?: boolean; rate?: number; endsOn?: string } = {}) {
  month++;
  const day = (number: number): string => `2025-${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
  const agent = await world.member({ type: 1 });
  const member = await openNode(world, agent.id, 0);
  await signContract(world, {
    kind: "dividend",
    period: "D",
    agentId: agent.id,
    startsOn: day(1),
    endsOn: terms.endsOn ?? day(28),
    tiers: [{ rate: terms.rate ?? 20_000 }],
  });
  /** The house takes so much from the member on a day of the month. */
  const takes = (number: number, resultMinor: bigint) =>
    freezeDay(world, day(number), [{ accountId: member, stake: 200_000_00n, win: 200_000_00n - resultMinor }]);
  const runOf = async (number: number) => {
    const { list } = await ana.call(settlements.runs, { kind: "dividend", limit: 100 });
    return list.find((run) => run.startsOn === day(number) && run.state !== "discarded")!;
  };
  const payOf = async (number: number) => (await listPays(world, "dividend")).find((pay) => pay["agent_id"] === agent.id && pay["day"] === day(number))!;
  return { agent, member, day, takes, runOf, payOf };
}

const balanceOf = async (accountId: bigint): Promise<bigint> => (await getBalances(world.open.platform.database.db, accountId)).main;
const compute = () => computeDue(world.open.platform);

test("a settlement nobody approved pays nothing, one of another sum or of no id is refused, and the same officer approves it once", async () => {
  const { agent, takes, runOf } = await agentWithMember();
  await takes(3, 1_000_00n);
  await compute();
  const run = await runOf(3);
  expect(run).toMatchObject({
    state: "preview",
    approvalsNeeded: 1,
    approvals: [],
    figures: { contracts: 1, paying: 1, held: 0, gross: 180_00n, pay: 180_00n, houseGross: 180_00n },
  });
  expect(await payDue(world.open.platform)).toBe(0);
  for (const pay of [180_01n, 179_99n, 0n, -180_00n]) expect(await ana.refused(settlements.approve, { id: run.id, pay })).toBe("settlements.changed");
  expect(await ana.refused(settlements.approve, { id: randomUUID(), pay: 180_00n })).toBe("settlements.not_found");
  expect(await (await world.operator("risk")).refused(settlements.approve, { id: run.id, pay: 180_00n })).toBe("sessions.forbidden");
  expect(await agent.refused(settlements.approve, { id: run.id, pay: 180_00n })).toBe("sessions.required");
  expect(await ana.call(settlements.approve, { id: run.id, pay: 180_00n })).toMatchObject({ state: "approved", approvals: [{ name: ana.name }] });
  for (const officer of [ana, ben]) expect(await officer.refused(settlements.approve, { id: run.id, pay: 180_00n })).toBe("settlements.not_waiting");
  expect(await ana.refused(settlements.discard, { id: run.id, reason })).toBe("settlements.not_waiting");
  await world.work();
  expect(await balanceOf(agent.id)).toBe(180_00n);
  expect((await ana.call(settlements.pays, { runId: run.id })).list).toMatchObject([{ state: "paid", reason: null, isFirstUnverified: true }]);
  expect(await runOf(3)).toMatchObject({ state: "paid", paid: 1 });
  expect((await agent.call(wallet.history, { kind: "commission" })).list).toMatchObject([{ amount: 180_00n }]);
  expect((await agent.call(withdrawals.terms, {})).turnoverNeeded).toBe(0n);
  const letters = (await agent.call(messages.mine, {})).list.filter(({ template }) => template === "settlementPaid");
  expect(letters).toHaveLength(1);
  await payDue(world.open.platform);
  expect(await balanceOf(agent.id)).toBe(180_00n);
});

test("a settlement needs as many approvals as it was computed to need, whatever the market asks for by then", async () => {
  const { agent, takes, runOf } = await agentWithMember();
  await takes(1, 1_000_00n);
  await compute();
  const { id } = await runOf(1);
  // As if it had been computed where two must approve.
  await asOwner(world.open.url, "update settlement_run set approvals_needed = 2 where id = $1", [id]);
  expect(await ana.call(settlements.approve, { id, pay: 180_00n })).toMatchObject({ state: "preview", approvalsNeeded: 2 });
  expect(await ben.call(settlements.approve, { id, pay: 180_00n })).toMatchObject({ state: "approved", approvals: [{ name: ana.name }, { name: ben.name }] });
  await world.work();
  expect(await balanceOf(agent.id)).toBe(180_00n);
});

test("where the market asks for two officers, the second pays and the first counts once; the first pay of an unverified agent is held", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const [one, two] = [await strict.operator("finance"), await strict.operator("finance")];
    const agent = await openNode(strict, null);
    const member = await openNode(strict, agent, 0);
    await signContract(strict, { kind: "dividend", agentId: agent, startsOn: "2025-01-01", tiers: [{ rate: 10_000 }] });
    await asOwner(strict.open.url, "update account set verification = 'A' where id = $1", [agent]);
    const unverified = await openNode(strict, null);
    await signContract(strict, { kind: "dividend", agentId: unverified, startsOn: "2025-01-01", tiers: [{ rate: 10_000 }] });
    await accredit(strict, [agent, unverified]);
    const days = [member, await openNode(strict, unverified, 0)].map((accountId) => ({ accountId, stake: 2_000_00n, win: 1_000_00n }));
    await freezeDay(strict, "2025-01-20", days);
    await freezeQuietDays(strict, "2025-01-01", "2025-01-31");
    await computeDue(strict.open.platform);
    const [run] = (await one.call(settlements.runs, {})).list;
    const { id } = run!;
    expect(run).toMatchObject({ state: "preview", approvalsNeeded: 2, startsOn: "2025-01-01", endsOn: "2025-01-31" });
    expect(await one.call(settlements.approve, { id, pay: 180_00n })).toMatchObject({ state: "preview" });
    expect(await one.refused(settlements.approve, { id, pay: 180_00n })).toBe("settlements.approved_already");
    await payDue(strict.open.platform);
    expect((await getBalances(strict.open.platform.database.db, agent)).main).toBe(0n);
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => two.call(settlements.approve, { id, pay: 180_00n })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await payDue(strict.open.platform);
    expect((await getBalances(strict.open.platform.database.db, agent)).main).toBe(90_00n);
    const { list } = await one.call(settlements.pays, { runId: id });
    expect(list.map(({ agentId, isFirstUnverified }) => [agentId, isFirstUnverified]).toSorted()).toEqual(
      [
        [agent, false],
        [unverified, true],
      ].toSorted(),
    );
    expect((await one.call(settlements.pays, { state: "held" })).list).toMatchObject([{ agentId: unverified, pay: 90_00n, reason: "unverified" }]);
    expect(await auditSettled(strict)).toEqual([]);
  } finally {
    await strict.close();
  }
});

test("what is discarded is discarded whole with what builds on it, computed again and paid once; on what is approved nothing is discarded", async () => {
  const { agent, takes, runOf, payOf } = await agentWithMember();
  await takes(1, -1_000_00n);
  await takes(2, 3_000_00n);
  await compute();
  expect(await payOf(2)).toMatchObject({ carry_in: -1_000_00n, gross: 340_00n, attempt: 1 });
  const first = await runOf(1);
  expect(await ana.refused(settlements.discard, { id: randomUUID(), reason })).toBe("settlements.not_found");
  await asOwner(
    world.open.url,
    "insert into agent_not_counted (id, account_id, from_day, until_day, code, reason, state, proposed_by, proposed_name, proposed_at, decided_by) select gen_random_uuid(), n.account_id, $2::date, $2::date + 1, 'houseRule', 'test', 'confirmed', 1, 'one', now(), 2 from agent_node n where n.parent_id = $1",
    [agent.id, first.startsOn],
  );
  expect(await ana.call(settlements.discard, { id: first.id, reason })).toMatchObject({ state: "discarded" });
  expect(await ana.refused(settlements.discard, { id: first.id, reason })).toBe("settlements.not_waiting");
  await world.work();
  expect(await payOf(1)).toMatchObject({ result: 0n, carry_out: 0n, attempt: 2 });
  expect(await payOf(2)).toMatchObject({ carry_in: 0n, gross: 540_00n, attempt: 2 });
  await ana.call(settlements.approve, { id: (await runOf(2)).id, pay: 540_00n });
  expect(await ben.refused(settlements.discard, { id: (await runOf(1)).id, reason })).toBe("settlements.built_on");
  await world.work();
  expect(await balanceOf(agent.id)).toBe(540_00n);
  expect((await ana.call(settlements.pays, { runId: first.id })).list).toMatchObject([{ state: "voided" }]);
});

test("a pay is held while its agent is, and two officers pay or void it; nobody decides what they proposed", async () => {
  const { agent, takes, runOf, payOf } = await agentWithMember();
  await asOwner(
    world.open.url,
    "insert into agent_standing (id, agent_id, standing, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values (gen_random_uuid(), $1, 'held', 'test', 'inForce', 1, 'one', now(), 2)",
    [agent.id],
  );
  for (const number of [1, 2]) await takes(number, 1_000_00n * BigInt(number));
  await compute();
  const [first, second] = [await payOf(1), await payOf(2)];
  expect(first).toMatchObject({ state: "held", reason: "standing", pay: 180_00n });
  expect(await runOf(1)).toMatchObject({ figures: { held: 1, paying: 1, pay: 180_00n } });
  const { list } = await ana.call(settlements.pays, { state: "held", limit: 100 });
  expect(list.filter((pay) => pay.agentId === agent.id)).toMatchObject([{ id: first.id, reason: "standing" }, { id: second.id }]);
  const risk = await world.operator("risk");
  const asked = await risk.call(settlements.release, { id: first.id, reason });
  expect(asked).toMatchObject({ kind: "release", agentId: agent.id, payId: first.id, amount: 180_00n, state: "proposed" });
  for (const verb of [settlements.release, settlements.void] as const)
    expect(await ana.refused(verb, { id: first.id, reason })).toBe("settlements.already_proposed");
  expect(await risk.refused(settlements.confirm, { id: asked.id, reason })).toBe("sessions.forbidden");
  expect(await ana.refused(settlements.release, { id: randomUUID(), reason })).toBe("settlements.not_found");
  await ana.call(settlements.confirm, { id: asked.id, reason });
  expect(await ben.refused(settlements.confirm, { id: asked.id, reason })).toBe("settlements.not_proposed");
  expect(await ana.refused(settlements.void, { id: first.id, reason })).toBe("settlements.not_held");
  const voiding = await ana.call(settlements.void, { id: second.id, reason });
  expect(await ana.refused(settlements.confirm, { id: voiding.id, reason })).toBe("settlements.own_proposal");
  await expect(
    asOwner(world.open.url, "update settlement_proposal set state = 'confirmed', decided_by = proposed_by where id = $1", [voiding.id]),
  ).rejects.toThrow(/settlement_proposal_two_persons/);
  expect(await ben.call(settlements.confirm, { id: voiding.id, reason })).toMatchObject({ state: "confirmed", decidedBy: ben.name });
  expect((await payOf(2))["state"]).toBe("voided");
  expect((await runOf(2)).figures).toMatchObject({ held: 0, paying: 0, pay: 0n });
  await ana.call(settlements.approve, { id: (await runOf(1)).id, pay: 180_00n });
  await ana.call(settlements.approve, { id: (await runOf(2)).id, pay: 0n });
  await world.work();
  expect(await balanceOf(agent.id)).toBe(180_00n);
  await compute();
  expect((await payOf(2))["state"]).toBe("voided");
});

const hold = (agentId: bigint) =>
  asOwner(
    world.open.url,
    "insert into agent_standing (id, agent_id, standing, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values (gen_random_uuid(), $1, 'held', 'test', 'inForce', 1, 'one', now(), 2)",
    [agentId],
  );
const letGo = (agentId: bigint) => asOwner(world.open.url, "update agent_standing set state = 'over' where agent_id = $1", [agentId]);
const decide = async (verb: typeof settlements.release | typeof settlements.void, id: unknown) => {
  const proposal = await ana.call(verb, { id: id as string, reason });
  return ben.call(settlements.confirm, { id: proposal.id, reason });
};

test("what two officers voided is held when its settlement is discarded and computed again: one officer's approval does not pay it", async () => {
  const { agent, takes, runOf, payOf } = await agentWithMember();
  await hold(agent.id);
  await takes(1, 1_000_00n);
  await compute();
  await decide(settlements.void, (await payOf(1))["id"]);
  await letGo(agent.id);
  await ana.call(settlements.discard, { id: (await runOf(1)).id, reason });
  await world.work();
  const again = await payOf(1);
  expect(again).toMatchObject({ attempt: 2, state: "held", reason: "voided", pay: 180_00n });
  expect((await ana.call(settlements.pays, { state: "held", limit: 100 })).list.find(({ id }) => id === again["id"])).toMatchObject({ reason: "voided" });
  await ana.call(settlements.approve, { id: (await runOf(1)).id, pay: 180_00n });
  await world.work();
  expect(await balanceOf(agent.id)).toBe(0n);
  await decide(settlements.release, again["id"]);
  await world.work();
  expect(await balanceOf(agent.id)).toBe(180_00n);
});

test("a pay that was released for one reason is held for another that comes after, and never paid without the accreditation a market asks for", async () => {
  const { agent, takes, runOf, payOf } = await agentWithMember();
  await takes(1, 1_000_00n);
  await compute();
  const { id } = await payOf(1);
  await asOwner(world.open.url, "update settlement_pay set state = 'held', reason = 'jump' where id = $1", [id]);
  await decide(settlements.release, id);
  await hold(agent.id);
  await ana.call(settlements.approve, { id: (await runOf(1)).id, pay: 180_00n });
  await world.work();
  expect(await payOf(1)).toMatchObject({ state: "held", reason: "standing" });
  const { database, clock } = world.open.platform;
  for (const reasonBefore of ["standing", "accreditation"]) {
    await asOwner(world.open.url, "update settlement_pay set state = 'approved', reason = $2 where id = $1", [id, reasonBefore]);
    await database.begin((tx) => holdApproved(tx, { now: clock.now(), pack: packs.ph }));
    expect(await payOf(1)).toMatchObject({ state: "held", reason: "accreditation" });
  }
  await asOwner(world.open.url, "update settlement_pay set reason = 'standing' where id = $1", [id]);
  await decide(settlements.release, id);
  await world.work();
  expect(await balanceOf(agent.id)).toBe(180_00n);
});

test("a settlement computed before it was decided who counts is not approved: it is discarded first, and computed as was decided", async () => {
  const { agent, member, takes, runOf, payOf } = await agentWithMember();
  await takes(1, 1_000_00n);
  await takes(2, 1_000_00n);
  await compute();
  const [first, second] = [await runOf(1), await runOf(2)];
  const notCounted = `insert into agent_not_counted (id, account_id, from_day, until_day, code, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_at)
    values (gen_random_uuid(), $1, $2::date, $2::date + 1, 'houseRule', 'test', 'confirmed', 1, 'one', $3, 2, $3)`;
  await asOwner(world.open.url, notCounted, [member, first.startsOn, new Date(world.clock.now().getTime() + 1)]);
  // The second day takes up what the first leaves.
  for (const { id } of [first, second]) expect(await ana.refused(settlements.approve, { id, pay: 180_00n })).toBe("settlements.outdated");
  await world.pass(1_000);
  await ana.call(settlements.discard, { id: first.id, reason });
  await world.work();
  expect(await payOf(1)).toMatchObject({ attempt: 2, pay: 0n });
  await ana.call(settlements.approve, { id: (await runOf(1)).id, pay: 0n });
  await ana.call(settlements.approve, { id: (await runOf(2)).id, pay: 180_00n });
  await world.work();
  expect(await balanceOf(agent.id)).toBe(180_00n);
});

test("a cursor of a day, or a moment, that there is not begins at the first page", async () => {
  const { takes, runOf } = await agentWithMember();
  await takes(1, 1_000_00n);
  await compute();
  const { id: runId } = await runOf(1);
  const [runs, pays] = [await ana.call(settlements.runs, { limit: 3 }), await ana.call(settlements.pays, { runId })];
  for (const day of ["2025-99-99", "2025-02-31", "0000-01-01"]) {
    expect(await ana.call(settlements.runs, { limit: 3, cursor: `${day}_17` })).toEqual(runs);
    expect(await ana.call(settlements.pays, { runId, cursor: `${day}T00:00:00.000Z_${runId}` })).toEqual(pays);
  }
});

test("a correction changes the next makeup once, above or below zero, and waits for another officer", async () => {
  const { agent, takes, runOf, payOf } = await agentWithMember();
  const asked = { agentId: agent.id, kind: "dividend", reason } as const;
  expect(await ana.refused(settlements.propose, { ...asked, requestId: randomUUID(), amount: 0n })).toBe("settlements.amount_wrong");
  expect(await ana.refused(settlements.propose, { ...asked, requestId: randomUUID(), amount: 100_000_000_001n })).toBe("settlements.amount_wrong");
  expect(await ana.refused(settlements.propose, { ...asked, kind: "hourly", requestId: randomUUID(), amount: 1n })).toBe("agents.not_found");
  expect(await ana.refused(settlements.propose, { ...asked, agentId: 999_999n, requestId: randomUUID(), amount: 1n })).toBe("agents.not_found");
  const requestId = randomUUID();
  const proposal = await ana.call(settlements.propose, { ...asked, requestId, amount: -500_00n });
  expect(await ana.call(settlements.propose, { ...asked, requestId, amount: -500_00n })).toEqual(proposal);
  expect(await ana.refused(settlements.propose, { ...asked, requestId, amount: -501_00n })).toBe("request.id_reused");
  await takes(1, 1_000_00n);
  await compute();
  expect(await payOf(1)).toMatchObject({ makeup_in: 0n, pay: 180_00n });
  expect(await ana.refused(settlements.confirm, { id: proposal.id, reason })).toBe("settlements.own_proposal");
  await ben.call(settlements.confirm, { id: proposal.id, reason });
  const second = await ben.call(settlements.propose, { ...asked, requestId: randomUUID(), amount: 20_00n });
  await ana.call(settlements.confirm, { id: second.id, reason });
  const third = await ben.call(settlements.propose, { ...asked, requestId: randomUUID(), amount: 7_000_00n });
  await ben.call(settlements.decline, { id: third.id, reason });
  for (const number of [2, 3, 4]) await takes(number, 1_000_00n);
  await compute();
  expect(await payOf(2)).toMatchObject({ makeup_in: -480_00n, makeup_out: -300_00n, pay: 0n });
  expect(await payOf(3)).toMatchObject({ makeup_in: -300_00n, makeup_out: -120_00n, pay: 0n });
  expect(await payOf(4)).toMatchObject({ makeup_in: -120_00n, makeup_out: 0n, pay: 60_00n });
  await ana.call(settlements.discard, { id: (await runOf(2)).id, reason });
  await world.work();
  expect(await payOf(4)).toMatchObject({ makeup_in: -120_00n, pay: 60_00n, attempt: 2 });
  const confirmed = (await ana.call(settlements.proposals, { state: "confirmed", limit: 100 })).list.filter(({ kind }) => kind === "correction");
  expect(new Map(confirmed.map(({ id, decidedBy }) => [id, decidedBy]))).toEqual(
    new Map([
      [proposal.id, ben.name],
      [second.id, ana.name],
    ]),
  );
});

test("the file has every pay of a settlement, and the settlement shows what changed most", async () => {
  const { agent, takes, runOf } = await agentWithMember();
  await takes(1, 1_000_00n);
  await takes(2, 9_000_00n);
  await compute();
  const { id } = await runOf(2);
  expect(await ana.call(settlements.run, { id })).toMatchObject({
    run: { figures: { before: 180_00n } },
    changes: [{ pay: { agentId: agent.id, pay: 1_620_00n, rate: 20_000 }, before: 180_00n }],
  });
  expect(await ana.refused(settlements.run, { id: randomUUID() })).toBe("settlements.not_found");
  const { text, headers } = await ana.download(settlements.paysCsv, { runId: id });
  expect(
    text
      .trim()
      .split("\r\n")
      .map((line) => line.split(",").slice(1, 5).join()),
  ).toEqual(["agent,upline,from,to", `${agent.name},,${(await runOf(2)).startsOn},${(await runOf(2)).startsOn}`]);
  expect(headers.get("x-rows")).toBe("1");
  expect((await (await world.operator("support")).download(settlements.paysCsv, { runId: id })).text).toBe("sessions.forbidden");
});

test("an amount of any shape but a decimal is refused by its field", async () => {
  for (const amount of [100, 1.5, "1e3", "1.005", "+5.00", " 5.00", "5", "٥٠.٠٠", "", null]) {
    const body = JSON.stringify({ requestId: randomUUID(), agentId: "1", kind: "dividend", amount, reason });
    expect((await ana.request("POST", "/api/settlements.propose", body)).answer, String(amount)).toMatchObject({
      message: "request.invalid",
      value: { field: "amount" },
    });
  }
});
