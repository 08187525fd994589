import { commissions } from "@laro/contract/commissions";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditSettled, freezeDay, freezeQuietDays, gatherWindow, listPays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getBalances, getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { computeDue } from "./settlements.compute.ts";
import { payDue } from "./settlements.pay.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(async () => expect(await auditSettled(world)).toEqual([]));
afterAll(() => world.close());

const payOf = async (kind: "dividend" | "daily" | "hourly" | "realTime", agentId: bigint, day: string) =>
  (await listPays(world, kind)).find((pay) => pay["agent_id"] === agentId && pay["day"] === day)!;

test("the example of a dividend: deductions, carry, the difference between lines, an advance and what wins it back", async () => {
  const a = await openNode(world, null);
  const [b, c] = [await openNode(world, a), await openNode(world, a)];
  const below = async (agent: bigint, count: number): Promise<bigint[]> => {
    const members: bigint[] = [];
    for (let at = 0; at < count; at++) members.push(await openNode(world, agent, 0));
    return members;
  };
  const [ofA, ofB, ofC] = [await below(a, 6), await below(b, 15), await below(c, 10)];
  const startsOn = "2026-09-01";
  await signContract(world, {
    kind: "dividend",
    agentId: a,
    startsOn,
    tiers: [
      { minBet: 1_000_000_00n, minActive: 5, rate: 30_000 },
      { minBet: 5_000_000_00n, minResult: 100_000_00n, minActive: 20, rate: 40_000 },
    ],
  });
  await signContract(world, { kind: "dividend", agentId: b, uplineId: a, startsOn, tiers: [{ rate: 25_000 }] });
  await signContract(world, { kind: "dividend", agentId: c, uplineId: a, startsOn, tiers: [{ rate: 20_000 }] });

  await freezeDay(world, "2026-09-15", [{ accountId: ofA[0]!, stake: 10_000_00n, win: 17_555_00n }]);
  const each = (members: bigint[], first: { win: bigint; deposits: bigint; bonuses: bigint }) =>
    members.map((accountId, at) => ({ accountId, stake: 200_000_00n, win: 200_000_00n, ...(at === 0 ? first : {}) }));
  await freezeDay(world, "2026-10-07", [
    ...each(ofB, { win: 200_000_00n - 180_000_55n, deposits: 410_000_00n, bonuses: 12_345_67n }),
    ...each(ofC, { win: 260_000_00n, deposits: 50_000_00n, bonuses: 1_000_00n }),
    ...each(ofA, { win: 200_000_00n - 55_000_20n, deposits: 120_000_00n, bonuses: 5_000_00n }),
  ]);
  const later = (result: bigint, members: bigint[]) =>
    members.map((accountId, at) => ({ accountId, stake: 200_000_00n, win: 200_000_00n - (at === 0 ? result : 0n) }));
  await freezeDay(world, "2026-11-03", [...later(62_222_22n, ofB), ...later(37_037_05n - 62_222_22n, ofA)]);
  await freezeDay(world, "2026-12-03", [...later(40_000_00n, ofB), ...later(74_074_08n - 40_000_00n, ofA)]);
  await freezeQuietDays(world, "2026-09-01", "2026-12-30");
  expect(await computeDue(world.open.platform)).toBe(3);
  expect(await payOf("dividend", a, "2026-09-01")).toMatchObject({ carry_out: -7_555_00n, gross: 0n, pay: 0n, state: "nothing" });
  expect(await payOf("dividend", b, "2026-10-01")).toMatchObject({
    bet: 3_000_000_00n,
    result: 180_000_55n,
    deductions: { admin: "1800005", payments: "820000", bonuses: "1234567", salaries: "0" },
    base: 141_454_83n,
    gross: 35_363_70n,
    owed: 0n,
    pay: 35_363_70n,
    state: "computed",
  });
  expect(await payOf("dividend", c, "2026-10-01")).toMatchObject({
    result: -60_000_00n,
    base: 0n,
    carry_out: -62_000_00n,
    gross: 0n,
    pay: 0n,
    state: "nothing",
  });
  expect(await payOf("dividend", a, "2026-10-01")).toMatchObject({
    tier: 2,
    bet: 6_200_000_00n,
    active: 31,
    result: 175_000_75n,
    deductions: { admin: "1750007", payments: "1160000", bonuses: "1834567", salaries: "0" },
    carry_in: -7_555_00n,
    base: 120_000_01n,
    carry_out: 0n,
    gross: 48_000_00n,
    owed: 35_363_70n,
    makeup_in: 0n,
    pay: 12_636_30n,
  });
  expect(await payOf("dividend", b, "2026-11-01")).toMatchObject({ gross: 14_000_00n, pay: 14_000_00n });
  expect(await payOf("dividend", a, "2026-11-01")).toMatchObject({
    tier: 1,
    gross: 10_000_00n,
    owed: 14_000_00n,
    makeup_out: -4_000_00n,
    pay: 0n,
    state: "nothing",
  });
  await freezeQuietDays(world, "2026-12-31", "2026-12-31");
  expect(await computeDue(world.open.platform)).toBe(1);
  expect(await payOf("dividend", b, "2026-12-01")).toMatchObject({ gross: 9_000_00n, pay: 9_000_00n });
  expect(await payOf("dividend", a, "2026-12-01")).toMatchObject({ gross: 20_000_00n, owed: 9_000_00n, makeup_in: -4_000_00n, makeup_out: 0n, pay: 7_000_00n });
});

test("the example of a daily salary: those ahead and behind are paid member by member, and each line is paid the difference", async () => {
  const a = await openNode(world, null);
  const b = await openNode(world, a);
  const [one, two, three, four] = [await openNode(world, b, 0), await openNode(world, b, 0), await openNode(world, a, 0), await openNode(world, a, 0)];
  const startsOn = "2026-08-07";
  await signContract(world, { kind: "daily", agentId: a, startsOn, tiers: [{ rate: 300, profitRate: 50, lossRate: 100 }] });
  await signContract(world, { kind: "daily", agentId: b, uplineId: a, startsOn, tiers: [{ rate: 200, profitRate: 20, lossRate: 50 }] });
  await freezeDay(world, "2026-08-07", [
    { accountId: one, stake: 90_000_12n, win: 100_000_00n },
    { accountId: two, stake: 150_000_25n, win: 0n },
    { accountId: three, stake: 60_000_21n, win: 60_000_22n },
    { accountId: four, stake: 100_000_33n, win: 1n },
  ]);
  await computeDue(world.open.platform);
  expect(await payOf("daily", b, "2026-08-07")).toMatchObject({
    bet: 240_000_37n,
    ahead: 90_000_12n,
    behind: 150_000_25n,
    gross: 573_00n,
    pay: 573_00n,
    state: "approved",
  });
  expect(await payOf("daily", a, "2026-08-07")).toMatchObject({
    bet: 400_000_91n,
    ahead: 150_000_33n,
    behind: 250_000_58n,
    gross: 1_525_00n,
    owed: 573_00n,
    pay: 952_00n,
  });
  await payDue(world.open.platform);
  expect((await getBalances(world.open.platform.database.db, a)).main).toBe(952_00n);
  expect((await getBalances(world.open.platform.database.db, b)).main).toBe(573_00n);
});

test("the example of real-time pay: each round by the tier it reaches, what is left of a centavo goes on [AGENT-24, CONST-27]", async () => {
  const agent = await openNode(world, null);
  const member = await openNode(world, agent, 0);
  const startsOn = "2026-10-01";
  await signContract(world, {
    kind: "realTime",
    agentId: agent,
    startsOn,
    tiers: [
      { singleBet: 100_00n, rate: 100, lossRate: 20 },
      { singleBet: 1_000_00n, rate: 150, lossRate: 20 },
    ],
  });
  await world.give(member, 100_000_00n);
  const { database, ledger } = world.open.platform;
  const walletId = await getWalletId(database.db, { accountId: member, kind: "main" });
  const play = (stakeMinor: bigint, winMinor: bigint) =>
    ledger.post({
      ref: newId(world.clock.now()),
      walletId,
      contra: houseAccount(1),
      kind: "bet",
      debitMinor: stakeMinor,
      creditMinor: 0n,
      digest: 1n,
      round: { gameId: 1, draw: () => ({ winMinor, detail: "{}" }) },
    });
  const startsAt = new Date(Math.floor(world.clock.now().getTime() / 300_000) * 300_000);
  await play(100_00n, 0n);
  await play(999_99n, 2_000_00n);
  await play(1_000_00n, 0n);
  await play(99_99n, 0n);
  await gatherWindow(world, startsAt.toISOString());
  await world.pass(6 * 60_000);
  await computeDue(world.open.platform);
  const day = new Date(startsAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await payOf("realTime", agent, day)).toMatchObject({
    gross: 2_81n,
    remainder: 99_900n,
    pay: 2_81n,
    tier: 2,
    state: "approved",
    bet: 2_199_98n,
    base: 2_099_99n,
  });
  await payDue(world.open.platform);
  expect((await getBalances(database.db, agent)).main).toBe(2_81n);

  // What explains it is counted from the rounds themselves.
  const officer = await world.operator("finance");
  const { id } = (await payOf("realTime", agent, day))!;
  const terms = { profitRate: 0, lossRate: 20 };
  expect((await officer.call(commissions.explainPay, { id })).tiers).toEqual([
    { ...terms, tier: 1, singleBet: 100_00n, rate: 100, rounds: 2, bet: 1_099_99n, ahead: 999_99n, behind: 100_00n },
    { ...terms, tier: 2, singleBet: 1_000_00n, rate: 150, rounds: 1, bet: 1_000_00n, ahead: 0n, behind: 1_000_00n },
  ]);
});
