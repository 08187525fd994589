import { accounts } from "@laro/contract/accounts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { settings } from "@laro/contract/settings";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startExclusion } from "../../core/limits/exclusions.ts";
import { addTurnover } from "../../core/turnover/turnover.ts";
import { newId } from "../../platform/ids.ts";
import { stakeOnce } from "../../testing/bets.ts";
import { enterAgain, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import { writeOfHarm } from "../../testing/feedback.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { getTransferTerms } from "./transfers.members.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Person & { readonly id: bigint };
const request = (amount: bigint) => ({ requestId: newId(world.clock.now()), amount, paymentPassword: PAYMENT_PASSWORD });
/** Verified, and no longer new. */
const verify = (of: World, member: Member) =>
  asOwner(of.open.url, "update account set verification = 'A', created_at = created_at - interval '2 days' where id = $1", [member.id]);
const balanceOf = async (member: Member) => (await member.call(wallet.balance, {})).balance;

/** An agent with a player below, both verified, with payment passwords and 1,000.00 each. */
async function line(of: World = world): Promise<{ agent: Member; player: Member }> {
  const agent = await of.member({ type: accountTypes.agent });
  const player = await of.member({ type: accountTypes.player, parentId: agent.id });
  for (const member of [agent, player]) {
    await verify(of, member);
    await member.call(accounts.setPaymentPassword, { password: member.password, paymentPassword: PAYMENT_PASSWORD });
    await of.give(member.id, 1_000_00n);
  }
  return { agent, player };
}

test("where the pack or the operator closes transfers between members, terms say so and nobody can send", async () => {
  const strict = await createWorld({ pack: "ph" });
  try {
    const { agent, player } = await line(strict);
    expect((await player.call(transfers.terms, {})).open).toBe(false);
    expect(await player.refused(transfers.toUpline, request(1_00n))).toBe("transfers.closed");
    expect(await agent.refused(transfers.toDownline, { ...request(1_00n), account: player.name })).toBe("transfers.closed");
  } finally {
    await strict.close();
  }
  const { player } = await line();
  const admin = await world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "memberTransfers", enabled: false, reason: "closed for a test" });
  expect((await player.call(transfers.terms, {})).open).toBe(false);
  expect(await player.refused(transfers.toUpline, request(1_00n))).toBe("transfers.closed");
  await admin.call(settings.setFlag, { modId: "memberTransfers", enabled: true, reason: "open again" });
  expect((await player.call(transfers.terms, {})).open).toBe(true);
});

test("what must still be staked cannot leave through another member", async () => {
  const { agent, player } = await line();
  const { database } = world.open.platform;
  const now = world.clock.now();
  await database.begin((tx) => addTurnover(tx, { accountId: player.id, source: "deposit", sourceId: newId(now), neededMinor: 200_00n, now }));
  expect((await player.refusal(transfers.toUpline, request(1_00n))).values).toEqual({ left: "200.00" });
  expect([await balanceOf(player), await balanceOf(agent)]).toEqual([1_000_00n, 1_000_00n]);
});

test("without an upline, without verification of either side, or without the payment password nothing is sent", async () => {
  const lone = await world.player({ balance: 100_00n });
  expect(await lone.call(transfers.terms, {})).toMatchObject({ upline: null, verified: false, mayPayDownline: false, hasPaymentPassword: false });
  expect(await lone.refused(transfers.toUpline, request(1_00n))).toBe("transfers.no_upline");
  const { agent, player } = await line();
  expect(await player.refused(transfers.toUpline, { ...request(1_00n), paymentPassword: "000000" })).toBe("accounts.payment_password_wrong");
  expect(await player.refused(transfers.toUpline, request(1_000_01n))).toBe("wallet.insufficient_funds");
  for (const unverified of [agent, player]) {
    await asOwner(world.open.url, "update account set verification = 'P' where id = $1", [unverified.id]);
    expect(await player.refused(transfers.toUpline, request(1_00n))).toBe("transfers.not_verified");
    await verify(world, unverified);
  }
  expect([await balanceOf(agent), await balanceOf(player)]).toEqual([1_000_00n, 1_000_00n]);
});

const shut = {
  "in a time-out": (id: bigint) => exclude(id, "timeout"),
  "excluded by choice": (id: bigint) => exclude(id, "self"),
  closed: (id: bigint) => asOwner(world.open.url, "update account set closed = true where id = $1", [id]),
  resting: (id: bigint) => asOwner(world.open.url, "update account set rest_from = $2, rest_until = $3 where id = $1", [id, world.clock.now(), tomorrow()]),
  "who may not take part": (id: bigint) => asOwner(world.open.url, "update account set eligibility = 'ineligible' where id = $1", [id]),
  "who wrote of harm": (id: bigint) => writeOfHarm(world, id),
} as const satisfies Record<string, (id: bigint) => Promise<unknown>>;

const tomorrow = () => new Date(world.clock.now().getTime() + 24 * 60 * 60_000);
const exclude = (accountId: bigint, kind: "timeout" | "self") =>
  world.open.platform.database.begin((tx) =>
    startExclusion(tx, { accountId, kind, period: "24h", firm: "24h", reason: null, madeBy: "member", now: world.clock.now(), timeZone: "Asia/Manila" }),
  );

test("an excluded member sends nothing, and from a transfer nobody learns whether another is excluded, in a time-out, resting, flagged for harm or closed", async () => {
  const { agent, player: first } = await line();
  const said = new Set<string>();
  for (const shutOut of Object.values(shut)) {
    const player = await world.member({ type: accountTypes.player, parentId: agent.id });
    await verify(world, player);
    await shutOut(player.id);
    const { status, answer } = await agent.send(transfers.toDownline, { ...request(1_00n), account: player.name });
    said.add(JSON.stringify([status, { ...answer, requestId: "" }]));
    // Else its wallet would be open to something else than its account.
    await asOwner(world.open.url, "update account set closed = false, eligibility = 'open' where id = $1", [player.id]);
  }
  expect([...said].map((one) => JSON.parse(one) as unknown)).toMatchObject([[403, { message: "transfers.closed", value: {} }]]);
  await exclude(first.id, "timeout");
  expect(await first.refused(transfers.toUpline, request(1_00n))).toBe("protection.excluded");
});

test("who is held by officers passes nothing on, and nobody passes anything to an agent who is", async () => {
  const { agent, player } = await line();
  const hold =
    "insert into agent_standing (id, agent_id, standing, until, reason, state, proposed_by, proposed_name, proposed_at) values ($1, $2, 'held', $3, 'looked at', 'inForce', 1, 'officer', $4)";
  await asOwner(world.open.url, hold, [newId(world.clock.now()), agent.id, tomorrow(), world.clock.now()]);
  expect(await agent.refused(transfers.toDownline, { ...request(1_00n), account: player.name })).toBe("agents.held");
  expect(await player.refused(transfers.toUpline, request(1_00n))).toBe("transfers.closed");
  await asOwner(world.open.url, "update agent_standing set state = 'over', decided_by = 2 where agent_id = $1", [agent.id]);
  expect((await agent.call(transfers.toDownline, { ...request(1_00n), account: player.name })).amount).toBe(1_00n);
});

test("an agent can pay a direct downline only: a stranger, a downline's downline and nobody at all look the same", async () => {
  const { agent, player } = await line();
  const { player: stranger } = await line();
  const below = await world.member({ type: accountTypes.player, parentId: player.id });
  for (const account of [stranger.name, below.name, agent.name, "nobody-at-all"])
    expect(await agent.refusal(transfers.toDownline, { ...request(1_00n), account })).toMatchObject({ code: "transfers.not_downline", field: "account" });
  expect(await player.refused(transfers.toDownline, { ...request(1_00n), account: below.name })).toBe("sessions.forbidden");
});

test("a member passes money up and an agent passes it down; both see it, and the receiver is told [AGENT-15, CENTRE-05]", async () => {
  const { agent, player } = await line();
  expect(await player.call(transfers.terms, {})).toMatchObject({
    open: true,
    verified: true,
    upline: `${agent.name.slice(0, 1)}***${agent.name.slice(-1)}`,
    leftToday: 50_000_00n,
    hasPaymentPassword: true,
  });
  const sent = await player.call(transfers.toUpline, request(300_00n));
  expect(sent).toMatchObject({ direction: "sent", amount: 300_00n, counterpart: `${agent.name.slice(0, 1)}***${agent.name.slice(-1)}` });
  expect([await balanceOf(agent), await balanceOf(player)]).toEqual([1_300_00n, 700_00n]);
  const newest = async (member: Member) => (await member.call(wallet.history, { limit: 1 })).list[0]?.between;
  expect([await newest(player), await newest(agent)]).toEqual([
    { from: "MAIN", to: "MEMBER" },
    { from: "MEMBER", to: "MAIN" },
  ]);
  await world.work();
  const inbox = async (member: Member) => (await member.call(messages.mine, {})).list.filter(({ template }) => template === "transferReceived");
  expect((await inbox(agent))[0]?.values[2]).toBe("300.00");
  expect(await inbox(player)).toEqual([]);
  await stakeOnce(world, agent.id, 300_00n);
  const back = await agent.call(transfers.toDownline, { ...request(50_00n), account: player.name.toUpperCase() });
  const seen = (await player.call(transfers.mine, {})).list;
  expect(seen.map(({ reference, direction, amount }) => ({ reference, direction, amount }))).toEqual([
    { reference: back.reference, direction: "received", amount: 50_00n },
    { reference: sent.reference, direction: "sent", amount: 300_00n },
  ]);
  expect((await player.call(wallet.history, { kind: "transfer" })).list.map(({ amount }) => amount)).toEqual([50_00n, -300_00n]);
});

test("the same transfer sent twenty times at once is made once, and with another amount it is refused", async () => {
  const { agent, player } = await line();
  const same = request(100_00n);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => player.call(transfers.toUpline, same)));
  expect(new Set(outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : []))).size).toBe(1);
  expect(await player.refused(transfers.toUpline, { ...same, amount: 200_00n })).toBe("request.id_reused");
  expect((await player.call(transfers.toUpline, same)).amount).toBe(100_00n);
  expect([await balanceOf(agent), await balanceOf(player)]).toEqual([1_100_00n, 900_00n]);
  expect((await agent.call(transfers.mine, {})).list).toHaveLength(1);
});

test("what was sent in a Manila day counts to that day's maximum, however many are sent at once", async () => {
  const { agent, player } = await line();
  await world.give(player.id, 200_000_00n);
  await player.call(transfers.toUpline, request(30_000_00n));
  expect((await player.refusal(transfers.toUpline, request(20_000_01n))).values).toMatchObject({ field: "amount", left: "20000.00" });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => player.call(transfers.toUpline, request(15_000_00n))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const leftOf = async ({ id: accountId }: Member) => (await getTransferTerms(world.open.platform, { accountId, now: world.clock.now() })).leftToday;
  expect([await leftOf(player), await leftOf(agent)]).toEqual([5_000_00n, 50_000_00n]);
  // The world begins at noon in Manila: twelve hours later it is tomorrow.
  await world.pass(12 * 60 * 60_000);
  expect(await leftOf(player)).toBe(50_000_00n);
});

test("transfers both ways at once end where they must, and nobody waits for each other in a circle", async () => {
  const { agent, player } = await line();
  const work = Array.from({ length: 6 }, (_, at) =>
    at % 2 === 0 ? player.call(transfers.toUpline, request(10_00n)) : agent.call(transfers.toDownline, { ...request(10_00n), account: player.name }),
  );
  const sent = (await Promise.allSettled(work)).flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(sent.length).toBeGreaterThan(0);
  expect((await balanceOf(agent)) + (await balanceOf(player))).toBe(2_000_00n);
  expect((await player.call(transfers.mine, { limit: 100 })).list).toHaveLength(sent.length);
});

test("what came by transfer is staked once before it leaves, and is not passed on the same day [AGENT-15]", async () => {
  const { agent, player } = await line();
  const below = await world.member({ type: accountTypes.player, parentId: agent.id });
  await verify(world, below);
  const pass = (amount: bigint) => agent.refusal(transfers.toDownline, { ...request(amount), account: below.name });
  const { reference } = await player.call(transfers.toUpline, request(300_00n));
  const open = (await agent.call(withdrawals.terms, {})).turnover;
  expect(open).toMatchObject([{ source: "transfer", reference, needed: 300_00n, done: 0n }]);
  expect((await pass(1_00n)).values).toEqual({ left: "300.00" });
  await stakeOnce(world, agent.id, 299_99n);
  expect(await pass(1_00n)).toMatchObject({ code: "withdrawals.turnover_open", values: { left: "0.01" } });
  await stakeOnce(world, agent.id, 1_00n);
  // Staked it may be, but 300.00 of the 1,300.00 came today.
  expect(await agent.call(transfers.terms, {})).toMatchObject({ receivedToday: 300_00n });
  expect(await pass(1_000_01n)).toMatchObject({ code: "transfers.received_today", field: "amount", values: { left: "1000.00" } });
  await agent.call(transfers.toDownline, { ...request(1_000_00n), account: below.name });
  expect(await pass(1_00n)).toMatchObject({ code: "transfers.received_today", values: { left: "0.00" } });
  await world.pass(24 * 60 * 60_000);
  await enterAgain(agent);
  expect((await agent.call(transfers.terms, {})).receivedToday).toBe(0n);
  expect((await agent.call(transfers.toDownline, { ...request(300_00n), account: below.name })).amount).toBe(300_00n);
});

test("a transfer is of 1.00 at least, and a member makes 50 in a Manila day", async () => {
  const { agent, player } = await line();
  expect(await player.call(transfers.terms, {})).toMatchObject({ minimum: 1_00n });
  expect(await player.refusal(transfers.toUpline, request(99n))).toMatchObject({
    code: "transfers.below_minimum",
    field: "amount",
    values: { minimum: "1.00" },
  });
  for (let count = 1; count < 50; count++) await player.call(transfers.toUpline, request(1_00n));
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => player.call(transfers.toUpline, request(1_00n))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await player.refusal(transfers.toUpline, request(1_00n))).toMatchObject({ code: "transfers.daily_count", values: { maximum: 50 } });
  expect([await balanceOf(agent), await balanceOf(player)]).toEqual([1_050_00n, 950_00n]);
  await world.pass(24 * 60 * 60_000);
  await enterAgain(player);
  expect((await player.call(transfers.toUpline, request(1_00n))).amount).toBe(1_00n);
});

test("an account younger than a day gets 5,000.00 a day at most, from however many at once [AGENT-15]", async () => {
  const { agent } = await line();
  await world.give(agent.id, 20_000_00n);
  const young = await world.member({ type: accountTypes.player, parentId: agent.id });
  await asOwner(world.open.url, "update account set verification = 'A' where id = $1", [young.id]);
  const send = (amount: bigint) => agent.call(transfers.toDownline, { ...request(amount), account: young.name });
  expect(await agent.refusal(transfers.toDownline, { ...request(5_000_01n), account: young.name })).toMatchObject({
    code: "transfers.new_receiver",
    field: "amount",
    values: { left: "5000.00" },
  });
  const outcomes = await Promise.allSettled([send(2_000_00n), send(2_000_00n), send(2_000_00n), send(2_000_00n)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await balanceOf(young)).toBe(4_000_00n);
  await world.pass(24 * 60 * 60_000);
  await enterAgain(agent);
  expect((await send(6_000_00n)).amount).toBe(6_000_00n);
});
