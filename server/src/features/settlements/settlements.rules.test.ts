import type { ContractKind } from "@laro/contract/core/contractKinds";
import { messages } from "@laro/contract/messages";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getBalances, getWalletId, postMany, postMovement, reverseOperation } from "../../core/wallet/wallet.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import { auditSettled, freezeDay, freezeQuietDays, gatherWindow, listPays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { computeDue } from "./settlements.compute.ts";
import { payDue } from "./settlements.pay.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

const compute = () => computeDue(world.open.platform);
const pay = () => payDue(world.open.platform);
const balanceOf = async (accountId: bigint): Promise<bigint> => (await getBalances(world.open.platform.database.db, accountId)).main;
const paysOf = async (kind: ContractKind, agentId: bigint) => (await listPays(world, kind)).filter((row) => row["agent_id"] === agentId);
const dayOf = (at: Date): string => new Date(at.getTime() + 8 * 60 * MINUTE_MS).toISOString().slice(0, 10);

/** A line of two agents and a player of the lower one. */
async function line() {
  const upper = await openNode(world, null);
  const lower = await openNode(world, upper);
  return { upper, lower, member: await openNode(world, lower, 0) };
}

test("nothing is computed before the last day is frozen, and a missed week is made up for in order", async () => {
  const { upper, member } = await line();
  await signContract(world, { kind: "dividend", period: "W", agentId: upper, startsOn: "2025-03-03", endsOn: "2025-03-17", tiers: [{ rate: 10_000 }] });
  await freezeDay(world, "2025-03-04", [{ accountId: member, stake: 5_000_00n, win: 6_000_00n }]);
  await freezeDay(world, "2025-03-11", [{ accountId: member, stake: 5_000_00n, win: 0n }]);
  await freezeQuietDays(world, "2025-03-03", "2025-03-08");
  await freezeQuietDays(world, "2025-03-10", "2025-03-15");
  await asOwner(world.open.url, "insert into activity_day (day, state) values ('2025-03-09', 'open')");
  expect(await compute()).toBe(0);
  await freezeQuietDays(world, "2025-03-16", "2025-03-16");
  expect(await compute()).toBe(0);
  await freezeQuietDays(world, "2025-03-09", "2025-03-09");
  expect(await compute()).toBe(2);
  expect(await paysOf("dividend", upper)).toMatchObject([
    { day: "2025-03-03", last_day: "2025-03-09", carry_in: 0n, carry_out: -1_000_00n, gross: 0n },
    { day: "2025-03-10", last_day: "2025-03-16", carry_in: -1_000_00n, gross: 350_00n },
  ]);
});

test("a contract that was cut short counts its own days, and one that carries nothing begins anew", async () => {
  const { upper, member } = await line();
  await signContract(world, { kind: "dividend", agentId: upper, carries: false, startsOn: "2025-04-01", endsOn: "2025-06-11", tiers: [{ rate: 10_000 }] });
  await freezeDay(world, "2025-04-15", [{ accountId: member, stake: 5_000_00n, win: 9_000_00n }]);
  await freezeDay(world, "2025-05-15", [{ accountId: member, stake: 5_000_00n, win: 4_000_00n }]);
  await freezeDay(world, "2025-06-10", [{ accountId: member, stake: 5_000_00n, win: 4_000_00n }]);
  await freezeDay(world, "2025-06-11", [{ accountId: member, stake: 5_000_00n, win: 0n }]);
  await freezeQuietDays(world, "2025-04-01", "2025-06-30");
  await compute();
  expect(await paysOf("dividend", upper)).toMatchObject([
    { gross: 0n, carry_out: 0n },
    { gross: 90_00n, carry_in: 0n },
    { day: "2025-06-01", last_day: "2025-06-10", gross: 90_00n, result: 1_000_00n },
  ]);
});

test("a dividend has the agent's own salaries taken off, and a shorter contract below is owed where it ends", async () => {
  const { upper, lower, member } = await line();
  const startsOn = "2025-07-01";
  const endsOn = "2025-08-01";
  await signContract(world, { kind: "dividend", agentId: upper, startsOn, endsOn, tiers: [{ rate: 40_000 }] });
  await signContract(world, { kind: "dividend", period: "S", agentId: lower, uplineId: upper, startsOn, endsOn, tiers: [{ rate: 30_000 }] });
  await signContract(world, { kind: "daily", period: "M", agentId: upper, startsOn, endsOn, tiers: [{ rate: 1_000 }] });
  await freezeDay(world, "2025-07-10", [{ accountId: member, stake: 5_000_00n, win: 4_000_00n }]);
  await freezeDay(world, "2025-07-20", [{ accountId: member, stake: 5_000_00n, win: 3_000_00n }]);
  await freezeQuietDays(world, "2025-07-01", "2025-07-31");
  await compute();
  expect(await paysOf("dividend", lower)).toMatchObject([{ gross: 270_00n }, { gross: 540_00n }]);
  expect(await paysOf("dividend", upper)).toMatchObject([
    { base: 2_600_00n, gross: 1_040_00n, owed: 810_00n, pay: 230_00n, deductions: { salaries: "10000" } },
  ]);
  const salaries = (await paysOf("daily", upper)).filter((row) => row["gross"] !== 0n);
  expect(salaries).toMatchObject([{ gross: 50_00n, state: "approved" }, { gross: 50_00n }]);
  expect(new Set(salaries.map((row) => (row["pays_on"] as Date | string).toString()))).toHaveLength(1);
});

test("daily salary of a week is paid after the week, of a day on the day after [AGENT-25, CONST-28]", async () => {
  const today = dayOf(world.clock.now());
  const yesterday = dayOf(new Date(world.clock.now().getTime() - DAY_MS));
  const [weekly, daily] = [await line(), await line()];
  await signContract(world, { kind: "daily", period: "W", agentId: weekly.upper, startsOn: today, tiers: [{ rate: 1_000 }] });
  await signContract(world, { kind: "daily", agentId: daily.upper, startsOn: yesterday, endsOn: today, tiers: [{ rate: 1_000 }] });
  await freezeDay(world, yesterday, [{ accountId: daily.member, stake: 1_000_00n, win: 0n }]);
  await compute();
  await pay();
  expect(await balanceOf(daily.upper)).toBe(10_00n);
  await freezeDay(world, today, [{ accountId: weekly.member, stake: 1_000_00n, win: 0n }]);
  await compute();
  await pay();
  expect(await balanceOf(weekly.upper)).toBe(0n);
  await world.pass(6 * DAY_MS);
  await pay();
  expect(await balanceOf(weekly.upper)).toBe(0n);
  await world.pass(DAY_MS);
  await pay();
  expect(await balanceOf(weekly.upper)).toBe(10_00n);
});

test("what waits for its day is held when its agent is, and what officers released is not held again", async () => {
  const { upper, member } = await line();
  const today = dayOf(world.clock.now());
  await signContract(world, { kind: "daily", period: "M", agentId: upper, startsOn: today, tiers: [{ rate: 1_000 }] });
  await freezeDay(world, today, [{ accountId: member, stake: 1_000_00n, win: 0n }]);
  await compute();
  expect(await paysOf("daily", upper)).toMatchObject([{ state: "approved" }]);
  await asOwner(
    world.open.url,
    "insert into agent_standing (id, agent_id, standing, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values (gen_random_uuid(), $1, 'held', 'test', 'inForce', 1, 'one', now(), 2)",
    [upper],
  );
  await world.pass(31 * DAY_MS);
  await pay();
  expect(await paysOf("daily", upper)).toMatchObject([{ state: "held", reason: "standing" }]);
  expect(await balanceOf(upper)).toBe(0n);
  await asOwner(
    world.open.url,
    `with released as (update settlement_pay set state = 'approved' where agent_id = $1 returning *)
     insert into settlement_proposal (id, kind, agent_id, contract_kind, pay_id, amount, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     select gen_random_uuid(), 'release', agent_id, kind, id, pay, 'test', 'confirmed', 1, 'one', now(), 2 from released`,
    [upper],
  );
  await pay();
  expect(await balanceOf(upper)).toBe(10_00n);
});

test("who is not counted is left out of bets, result and active members of every line above", async () => {
  const { upper, lower, member } = await line();
  const other = await openNode(world, upper, 0);
  for (const [agentId, uplineId] of [
    [upper, null],
    [lower, upper],
  ] as const)
    await signContract(world, {
      kind: "daily",
      agentId,
      uplineId,
      startsOn: "2025-09-01",
      endsOn: "2025-09-02",
      tiers: [{ minActive: 1, rate: uplineId === null ? 300 : 200, lossRate: 10 }],
    });
  await asOwner(
    world.open.url,
    "insert into agent_not_counted (id, account_id, from_day, code, reason, state, proposed_by, proposed_name, proposed_at, decided_by) values (gen_random_uuid(), $1, '2025-08-20', 'houseRule', 'test', 'confirmed', 1, 'one', now(), 2), (gen_random_uuid(), $1, '2025-09-01', 'other', 'test', 'confirmed', 1, 'one', now(), 2)",
    [member],
  );
  await freezeDay(world, "2025-09-01", [
    { accountId: member, stake: 1_000_00n, win: 0n },
    { accountId: other, stake: 500_00n, win: 0n },
  ]);
  await compute();
  expect(await paysOf("daily", lower)).toMatchObject([{ bet: 0n, behind: 0n, active: 0, gross: 0n, tier: null }]);
  expect(await paysOf("daily", upper)).toMatchObject([{ bet: 500_00n, behind: 500_00n, result: 500_00n, active: 1, gross: 1_55n }]);
});

test("an hour is settled when it is whole, small pays wait for 1.00 or the end of the day, and one line pays them together", async () => {
  const { upper, lower, member } = await line();
  const hour = new Date(Math.ceil(world.clock.now().getTime() / (60 * MINUTE_MS)) * 60 * MINUTE_MS);
  const day = dayOf(hour);
  await signContract(world, { kind: "hourly", agentId: upper, startsOn: day, tiers: [{ rate: 100 }] });
  await signContract(world, { kind: "hourly", agentId: lower, uplineId: upper, startsOn: day, tiers: [{ minActive: 2, rate: 90 }] });
  const played = async (at: Date, valid: bigint): Promise<void> => {
    await asOwner(world.open.url, "insert into member_hour values ($1, $2, 'RNG', $3, 1, $4, $4, 0)", [at, member, lower, valid]);
    for (const [agent, parent] of [
      [lower, upper],
      [upper, null],
    ] as const)
      await asOwner(world.open.url, "insert into line_hour values ($1, $2, $3, 1, $4, $4, 0)", [at, agent, parent, valid]);
  };
  const gather = async (at: Date, spans: number): Promise<void> => {
    for (let span = 0; span < spans; span++) await gatherWindow(world, new Date(at.getTime() + span * 5 * MINUTE_MS).toISOString());
  };
  await played(hour, 555_55n);
  await gather(hour, 11);
  expect(await compute()).toBe(0);
  await gatherWindow(world, new Date(hour.getTime() + 55 * MINUTE_MS).toISOString());
  expect(await compute()).toBe(1);
  expect(await paysOf("hourly", upper)).toMatchObject([{ gross: 55n, remainder: 55_500n, active: 1, state: "approved" }]);
  await world.pass(60 * MINUTE_MS);
  await pay();
  expect(await balanceOf(upper)).toBe(0n);
  const next = new Date(hour.getTime() + 60 * MINUTE_MS);
  await played(next, 444_45n);
  await gather(next, 12);
  await compute();
  await pay();
  expect(await balanceOf(upper)).toBe(1_00n);
  const pays = await paysOf("hourly", upper);
  expect(pays).toMatchObject([{ gross: 55n }, { gross: 45n, remainder: 0n }]);
  expect(new Set(pays.map((row) => row["paid_with"])).size).toBe(1);
  const third = new Date(next.getTime() + 60 * MINUTE_MS);
  await played(third, 50_00n);
  await gather(third, 12);
  await compute();
  await pay();
  expect(await balanceOf(upper)).toBe(1_00n);
  await world.pass(DAY_MS);
  await pay();
  expect(await balanceOf(upper)).toBe(1_05n);
});

test("a round that is voided takes its real-time pay back from the next, and no wallet is debited", async () => {
  const { upper, lower, member } = await line();
  const start = new Date(Math.ceil(world.clock.now().getTime() / (5 * MINUTE_MS)) * 5 * MINUTE_MS);
  await world.pass(start.getTime() - world.clock.now().getTime());
  for (const [agentId, uplineId, rate] of [
    [upper, null, 100],
    [lower, upper, 80],
  ] as const)
    await signContract(world, { kind: "realTime", agentId, uplineId, startsOn: dayOf(start), tiers: [{ singleBet: 10_00n, rate }] });
  await world.give(member, 100_000_00n);
  const { database, ledger, timeZone } = world.open.platform;
  const walletId = await getWalletId(database.db, { accountId: member, kind: "main" });
  const play = async (stakeMinor: bigint) => {
    const ref = newId(world.clock.now());
    await ledger.post({
      ref,
      walletId,
      contra: houseAccount(1),
      kind: "bet",
      debitMinor: stakeMinor,
      creditMinor: 0n,
      digest: 1n,
      round: { gameId: 1, draw: () => ({ winMinor: 0n, detail: "{}" }) },
    });
    return ref;
  };
  const settle = async (): Promise<void> => {
    await gatherWindow(world, world.clock.now().toISOString());
    await world.pass(5 * MINUTE_MS);
    await compute();
    await pay();
  };
  const first = await play(5_000_00n);
  await settle();
  expect([await balanceOf(upper), await balanceOf(lower)]).toEqual([1_00n, 4_00n]);
  await database.begin((tx) => reverseOperation(tx, { now: world.clock.now(), timeZone }, { walletId, original: first }));
  await play(2_000_00n);
  await settle();
  expect([await balanceOf(upper), await balanceOf(lower)]).toEqual([1_00n, 4_00n]);
  expect((await paysOf("realTime", upper)).at(-1)).toMatchObject({ gross: 0n, remainder: -300_00_000n, owed: 0n });
  await play(8_000_00n);
  await settle();
  expect([await balanceOf(upper), await balanceOf(lower)]).toEqual([2_00n, 8_00n]);
});

test("what is far above the usual, what the house would advance too much of and what a day with a fault is part of is held", async () => {
  const { upper, member } = await line();
  await signContract(world, { kind: "daily", agentId: upper, startsOn: "2025-10-01", endsOn: "2025-10-09", tiers: [{ rate: 1_000 }] });
  for (let day = 1; day <= 8; day++)
    await freezeDay(world, `2025-10-0${day}`, [{ accountId: member, stake: day === 7 ? 1_500_000_00n : day === 8 ? 1_000_000_00n : 450_000_00n, win: 0n }]);
  await compute();
  expect((await paysOf("daily", upper)).slice(5)).toMatchObject([
    { state: "approved" },
    { pay: 15_000_00n, state: "held", reason: "jump" },
    { pay: 10_000_00n, state: "approved" },
  ]);
  const above = await line();
  await signContract(world, {
    kind: "dividend",
    period: "D",
    agentId: above.upper,
    startsOn: "2025-10-11",
    endsOn: "2025-10-12",
    tiers: [{ rate: 40_000 }],
    limits: { advanceMax: 100_00 },
  });
  await signContract(world, {
    kind: "dividend",
    period: "D",
    agentId: above.lower,
    uplineId: above.upper,
    startsOn: "2025-10-11",
    endsOn: "2025-10-12",
    tiers: [{ rate: 39_000 }],
  });
  const beside = await openNode(world, above.upper, 0);
  await freezeDay(world, "2025-10-11", [
    { accountId: above.member, stake: 1_000_00n, win: 0n },
    { accountId: beside, stake: 1_000_00n, win: 2_000_00n },
  ]);
  await compute();
  expect(await paysOf("dividend", above.lower)).toMatchObject([{ pay: 351_00n, state: "held", reason: "advance" }]);
  expect(await paysOf("dividend", above.upper)).toMatchObject([{ pay: 0n, makeup_out: -351_00n, state: "nothing" }]);
  await signContract(world, { kind: "daily", agentId: above.upper, startsOn: "2025-10-12", endsOn: "2025-10-13", tiers: [{ rate: 1_000 }] });
  await freezeDay(world, "2025-10-12", [{ accountId: beside, stake: 1_000_00n, win: 0n }]);
  await asOwner(world.open.url, "update activity_day set fault = 'test' where day = '2025-10-12'");
  await compute();
  expect(await paysOf("daily", above.upper)).toMatchObject([{ pay: 10_00n, state: "held", reason: "lateRounds" }]);
});

test("five hundred movements at once are posted in one transaction; a closed wallet receives, one that is held elsewhere waits, and a repeat adds nothing", async () => {
  const { database, timeZone } = world.open.platform;
  const [open, closed, busy] = [await world.player(), await world.player(), await world.player()];
  const wallets = await Promise.all([open, closed, busy].map(({ id: accountId }) => getWalletId(database.db, { accountId, kind: "main" })));
  await asOwner(world.open.url, "update wallet set status = 2 where id = $1", [wallets[1]]);
  const moment = { now: world.clock.now(), timeZone };
  const movement = (at: number) =>
    ({ ref: derivedId("commission", `test ${wallets[at]}`), walletId: wallets[at]!, contra: "adjustment", kind: "adjustment", amountMinor: 5_00n }) as const;
  const movements = [movement(2), movement(1), movement(0)];
  await database.begin(async (other) => {
    await other.selectFrom("wallet").select("id").where("id", "=", wallets[2]!).forUpdate().execute();
    expect(await database.begin((tx) => postMany(tx, moment, movements))).toEqual([6, 0, 0]);
  });
  expect(await database.begin((tx) => postMany(tx, moment, movements))).toEqual([0, 1, 1]);
  expect(await Promise.all([open, closed, busy].map(({ id }) => balanceOf(id)))).toEqual([5_00n, 5_00n, 5_00n]);
  await expect(
    database.begin((tx) =>
      postMany(
        tx,
        moment,
        Array.from({ length: 501 }, () => movement(0)),
      ),
    ),
  ).rejects.toThrow(/501/);
  await database.begin((tx) => postMovement(tx, moment, { ...movement(0), ref: derivedId("commission", "back"), amountMinor: -5_00n }));
  await asOwner(world.open.url, "update wallet set status = 0 where id = $1", [wallets[1]]);
  const turnover = await asOwner<{ count: string }>(world.open.url, "select count(*)::text as count from turnover where account_id = any($1)", [
    [open.id, closed.id, busy.id],
  ]);
  expect(turnover).toEqual([{ count: "0" }]);
});

test("a day's pays of a kind are one letter", async () => {
  const agent = await world.member({ type: 1 });
  const member = await openNode(world, agent.id, 0);
  await signContract(world, { kind: "daily", agentId: agent.id, startsOn: "2025-11-01", endsOn: "2025-11-04", tiers: [{ rate: 1_000 }] });
  for (const day of ["2025-11-01", "2025-11-02", "2025-11-03"]) {
    await freezeDay(world, day, [{ accountId: member, stake: 1_000_00n, win: 0n }]);
    await compute();
    await pay();
    await world.work();
  }
  expect(await balanceOf(agent.id)).toBe(30_00n);
  const { list } = await agent.call(messages.mine, {});
  expect(list.filter(({ template }) => template === "settlementPaid")).toMatchObject([{ values: expect.arrayContaining(["daily"]) }]);
});

test("the examples that others publish come out to the centavo: whole tiers, a carried loss, rounding down, and the difference between levels", async () => {
  const span = { startsOn: "2025-01-01", endsOn: "2025-03-01", limits: { adminRate: 0, paymentsRate: 0 } };
  /** One line that won this in February, after what it lost in January, at a rate in thousandths of a percent. */
  const vector = async (won: bigint, tiers: readonly { rate: number; minBet?: bigint }[], lost = 0n) => {
    const { upper, member } = await line();
    await signContract(world, { kind: "dividend", agentId: upper, ...span, tiers });
    return { upper, won: { accountId: member, stake: won, win: 0n }, lost: { accountId: member, stake: 0n, win: lost } };
  };
  // A tier is whole: the highest that is reached counts for all, not from its threshold on.
  const whole = await vector(8_000_00n, [{ rate: 30_000 }, { rate: 37_000, minBet: 5_000_00n }]);
  const carried = await vector(4_500_00n, [{ rate: 20_000 }], 3_000_00n);
  const large = await vector(24_300_00n, [{ rate: 40_000 }]);
  // 691.488: cricketaffiliates prints 691.49; ours is rounded down.
  const odd = await vector(1_646_40n, [{ rate: 42_000 }]);
  const chain = [await openNode(world, null)];
  while (chain.length < 3) chain.push(await openNode(world, chain.at(-1)!));
  for (const [at, rate] of [80_000, 70_000, 60_000].entries())
    await signContract(world, { kind: "dividend", agentId: chain[at]!, uplineId: chain[at - 1] ?? null, ...span, tiers: [{ rate }] });
  const ten = { accountId: await openNode(world, chain[2]!, 0), stake: 10_00n, win: 0n };
  await freezeDay(world, "2025-01-15", [carried.lost]);
  await freezeDay(world, "2025-02-15", [whole.won, carried.won, large.won, odd.won, ten]);
  await freezeQuietDays(world, "2025-01-01", "2025-02-28");
  await compute();
  const february = async (agentId: bigint) => (await paysOf("dividend", agentId)).find((row) => row["day"] === "2025-02-01")!["pay"];
  expect(await february(whole.upper)).toBe(2_960_00n);
  expect(await february(carried.upper)).toBe(300_00n);
  expect(await february(large.upper)).toBe(9_720_00n);
  expect(await february(odd.upper)).toBe(691_48n);
  expect([await february(chain[2]!), await february(chain[1]!), await february(chain[0]!)]).toEqual([6_00n, 1_00n, 1_00n]);
});
