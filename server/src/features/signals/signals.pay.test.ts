import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { commissions } from "@laro/contract/commissions";
import { LIVE_PATH } from "@laro/contract/core/live";
import { messages } from "@laro/contract/messages";
import { protection } from "@laro/contract/protection";
import { sessions } from "@laro/contract/sessions";
import { settlements } from "@laro/contract/settlements";
import { type Signal, signals } from "@laro/contract/signals";
import { verifications } from "@laro/contract/verifications";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { getBalances } from "../../core/wallet/wallet.ts";
import { addJob } from "../../platform/outbox.ts";
import { bindPayoutAccount } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { auditSettled, freezeDay, openNode, signContract } from "../../testing/settlements.ts";
import { approve as approveDocument, form, handIn } from "../../testing/verifications.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "Looked at with the agent's papers";

let world: World;
let [risk, ana, ben]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  [risk, ana, ben] = [await world.operator("risk"), await world.operator("finance"), await world.operator("finance")];
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

const balanceOf = async (accountId: bigint): Promise<bigint> => (await getBalances(world.open.platform.database.db, accountId)).main;
const work = async (job: string): Promise<void> => {
  await world.open.platform.database.begin((tx) => addJob(tx, job, {}));
  await world.work();
};

let month = 0;
/** An agent paid 1.80 by the house for each day of a month of its own, and the member below who loses 20.00 on it. */
async function paidByDay() {
  month++;
  const day = (number: number): string => `2025-${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
  const agent = await world.member({ type: 1 });
  const member = await openNode(world, agent.id, 0);
  await signContract(world, { kind: "dividend", period: "D", agentId: agent.id, startsOn: day(1), endsOn: day(28), tiers: [{ rate: 10_000 }] });
  const settle = async (number: number): Promise<void> => {
    await freezeDay(world, day(number), [{ accountId: member, stake: 20_00n, win: 0n }]);
    await work("settlements:due");
  };
  const approve = async (number: number): Promise<void> => {
    const { list } = await ana!.call(settlements.runs, { kind: "dividend", limit: 100 });
    const run = list.find(({ startsOn, state }) => startsOn === day(number) && state === "preview")!;
    await ana!.call(settlements.approve, { id: run.id, pay: run.figures.pay });
  };
  const held = async () => (await ana!.call(settlements.pays, { state: "held" })).list.filter(({ agentId }) => agentId === agent.id);
  return { agent, member, settle, approve, held };
}

async function find(agentId: bigint, people: readonly bigint[]): Promise<Signal> {
  await asOwner(
    world.open.url,
    "insert into account_device (account_id, device, agent, first_at, last_at) select id, $1, '', $3, $3 from unnest($2::bigint[]) id",
    [randomBytes(32), people, world.clock.now()],
  );
  await work("signals:look");
  return (await risk!.call(signals.list, { state: "open", accountId: agentId })).list[0]!;
}

test("a grave signal holds what is computed and what was approved before; a word on it lets later pay go, and what is held waits for two officers", async () => {
  const { agent, member, settle, approve, held } = await paidByDay();
  await settle(1);
  const signal = await find(agent.id, [agent.id, member]);
  expect(signal).toMatchObject({ rule: "sameOwner", holds: true });
  await approve(1);
  await work("settlements:pay");
  expect(await held()).toMatchObject([{ reason: "signal", pay: 1_80n }]);
  await settle(2);
  expect((await held()).map(({ reason: why }) => why)).toEqual(["signal", "signal"]);
  expect(await balanceOf(agent.id)).toBe(0n);
  await risk!.call(signals.see, { id: signal.id });
  await settle(3);
  expect(await held()).toHaveLength(3);
  await risk!.call(signals.dismiss, { id: signal.id, reason });
  await settle(4);
  await approve(4);
  await world.work();
  expect(await held()).toHaveLength(3);
  expect(await balanceOf(agent.id)).toBe(1_80n);
  const [first] = await held();
  const proposal = await ana!.call(settlements.release, { id: first!.id, reason });
  expect(await ana!.refused(settlements.confirm, { id: proposal.id, reason })).toBe("settlements.own_proposal");
  await ben!.call(settlements.confirm, { id: proposal.id, reason });
  await world.work();
  expect(await balanceOf(agent.id)).toBe(3_60n);
});

test("a signal that is not grave holds nothing", async () => {
  const { agent, member, settle, approve, held } = await paidByDay();
  const others = await Promise.all([1, 2, 3].map(() => openNode(world, agent.id, 0)));
  expect(await find(agent.id, [member, ...others])).toMatchObject({ rule: "ring", holds: false });
  await settle(1);
  await approve(1);
  await world.work();
  expect(await held()).toEqual([]);
  expect(await balanceOf(agent.id)).toBe(1_80n);
});

test("what a stranger types holds no agent's pay: not an excluded person's made-up name, not the agent's number under another name; two approved documents do", async () => {
  const { agent, settle, approve, held } = await paidByDay();
  const person = { payeename: "Zoraida Quimpo Balitang", birthday: "1985-03-04" };
  const [away, member] = [await world.player(), await world.member({ type: 0, parentId: agent.id })];
  const kyc = await world.operator("kyc");
  await approveDocument(kyc, await handIn(world, away, person), { birthday: person.birthday });
  await away.call(protection.excludeMyself, { period: "6m", password: away.password });
  await member.call(verifications.setPersonalInfo, form(person));
  for (const one of [agent, member]) await bindPayoutAccount(one);
  const open = async () => {
    await work("signals:look");
    return (await risk!.call(signals.list, { state: "open", accountId: agent.id })).list.map(({ rule, holds }) => [rule, holds]);
  };
  expect(await open()).toEqual([
    ["broughtBack", false],
    ["sameOwner", false],
  ]);
  await settle(1);
  await approve(1);
  await work("settlements:pay");
  expect(await held()).toEqual([]);
  expect(await balanceOf(agent.id)).toBe(1_80n);
  // The same person again, who leaves out a name.
  await approveDocument(kyc, await handIn(world, member, { ...person, payeename: "Zoraida Balitang" }), { birthday: person.birthday });
  expect((await open())[0]).toEqual(["broughtBack", true]);
  await settle(2);
  expect(await held()).toMatchObject([{ reason: "signal", pay: 1_80n }]);
});

test("neither agent nor member learns of a signal: not by a letter, not by the socket, and of the held pay only that it is checked and by when", async () => {
  const { agent, member, settle } = await paidByDay();
  await world.work();
  const before = await agent.call(messages.mine, {});
  const { ticket } = await agent.call(sessions.liveTicket, {});
  const socket = new WebSocket(`${world.address.replace("http", "ws")}${LIVE_PATH}?ticket=${ticket}`);
  const heard: string[] = [];
  socket.on("message", (data) => heard.push(String(data)));
  await once(socket, "open");
  const signal = await find(agent.id, [agent.id, member]);
  await settle(1);
  await risk!.call(signals.see, { id: signal.id });
  await risk!.call(signals.act, { id: signal.id, reason });
  await world.work();
  const { answer } = await agent.send(commissions.mine, {});
  const said = JSON.stringify(answer);
  expect(said).toContain('"state":"held"');
  expect(said).toContain('"dueOn"');
  expect(said).not.toMatch(/signal|sameOwner|"reason"/i);
  await world.give(agent.id, 1_00n);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard.join("")).not.toMatch(/signal/i);
  expect(await agent.call(messages.mine, {})).toEqual(before);
  socket.close();
});
