import { agentContracts } from "@laro/contract/agentContracts";
import type { Limits } from "@laro/contract/core/contractTerms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brand } from "../../core/settings/packs.ts";
import { type Agent, dailyOf, dividendOf, lineOf } from "../../testing/agentContracts.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { freezeDay, freezeQuietDays, listPays, openNode, signContract } from "../../testing/settlements.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { newId } from "../../platform/ids.ts";
import { computeDue } from "../settlements/settlements.compute.ts";

const reason = "As agreed by letter";

let world: World;
let officer: Person;
let [top, next]: Agent[] = [];
/** Below `next`. */
let member: bigint;
let limits: Limits;

/** August and September 2026 are written down: `next` is paid 30 % of its line's result, and 0.1 % of its bets day by day, `top` 40 % and 0.12 %; September ended in a loss of August's. */
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("marketing");
  [top, next] = await lineOf(world, 2);
  member = await openNode(world, next!.id, 0);
  const { list } = await officer.call(agentContracts.templates, { kind: "dividend" });
  limits = list[0]!.limits;
  const stored = Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]));
  const daily = (
    await asOwner<{ limits: Record<string, number> }>(world.open.url, "select limits from agent_contract_template where kind = 'daily' limit 1")
  )[0]!;
  const span = { startsOn: "2026-08-01", minResult: 1n };
  await signContract(world, { kind: "dividend", agentId: top!.id, ...span, limits: stored, tiers: [{ minResult: 1n, rate: 40_000 }] });
  await signContract(world, {
    kind: "dividend",
    agentId: next!.id,
    uplineId: top!.id,
    ...span,
    limits: stored,
    tiers: [{ minResult: 1n, minBet: 1_000_00n, rate: 30_000 }],
  });
  await signContract(world, { kind: "daily", agentId: top!.id, ...span, limits: daily.limits, tiers: [{ rate: 120 }] });
  await signContract(world, { kind: "daily", agentId: next!.id, uplineId: top!.id, ...span, limits: daily.limits, tiers: [{ rate: 100 }] });
  await freezeDay(world, "2026-08-20", [{ accountId: member, stake: 10_000_00n, win: 12_000_00n }]);
  await freezeDay(world, "2026-09-10", [{ accountId: member, stake: 40_000_00n, win: 30_000_00n, deposits: 5_000_00n, bonuses: 100_00n }]);
  await freezeDay(world, "2026-09-20", [{ accountId: member, stake: 3_333_33n, win: 0n }]);
  await freezeQuietDays(world, "2026-08-01", "2026-10-04");
  await computeDue(world.open.platform);
});
afterAll(() => world.close());

const offerTo = (to: { id: bigint }, terms = dividendOf([30_000]), kind: "dividend" | "daily" | "hourly" | "realTime" = "dividend") => ({
  offer: { accountId: to.id, kind, terms },
});
/** How often somebody calls is counted by the machine's clock. */
const anotherSecond = () => new Promise((done) => setTimeout(done, 1_000));
const september = async (agent: Agent) => (await listPays(world, "dividend")).find((pay) => pay["agent_id"] === agent.id && pay["day"] === "2026-09-01")!;
const rowsOf = () =>
  asOwner(
    world.open.url,
    `select (select count(*) from agent_contract) as contracts, (select count(*) from agent_contract_tier) as tiers, (select count(*) from settlement_pay) as pays,
       (select count(*) from settlement_run) as runs, (select sum(n_tup_ins + n_tup_upd)::text from pg_stat_xact_user_tables) as touched`,
  );

test("nobody looks at what a stranger, a downline's downline or the upline would be paid, nor at terms that could not be offered [AGENT-14]", async () => {
  const [stranger, below] = (await lineOf(world, 2)) as [Agent, Agent];
  expect(await stranger.refused(agentContracts.simulate, offerTo(below))).toBe("agentContracts.no_own");
  expect(await stranger.refused(agentContracts.simulate, offerTo(next!))).toBe("agentContracts.not_downline");
  expect(await top!.refused(agentContracts.simulate, offerTo({ id: member }))).toBe("agentContracts.not_downline");
  expect(await next!.refused(agentContracts.simulate, offerTo(top!))).toBe("agentContracts.not_downline");
  expect(await next!.refused(agentContracts.simulate, {})).toBe("agentContracts.not_found");
  expect(await officer.refused(agentContracts.simulateFor, { account: next!.name, kind: "dividend", terms: dividendOf([10_000]) })).toBe(
    "agentContracts.held_above",
  );
  expect(await (await world.player()).refused(agentContracts.simulate, offerTo(next!))).toBe("sessions.forbidden");
  expect(await (await world.operator("support")).refused(agentContracts.simulateTemplate, { kind: "dividend", limits })).toBe("sessions.forbidden");
});

test("what would have been paid is what a settlement paid on the same terms, with what was carried into it, and nothing is written", async () => {
  const [upper, lower] = [await september(top!), await september(next!)];
  // 13,333.33 less 10 %, 2 % of 5,000.00, 100.00 of bonuses, 43.33 of daily salary and the 2,010.00 carried out of August, of which 30 %.
  expect(lower).toMatchObject({ carry_in: -2_010_00n, base: 9_746_67n, gross: 2_924_00n });
  const before = await rowsOf();
  const { came, closed } = await top!.call(agentContracts.simulate, offerTo(next!));
  expect(closed).toBeNull();
  expect(came).toMatchObject({
    from: "2026-09-01",
    to: "2026-09-30",
    bet: 43_333_33n,
    result: 13_333_33n,
    active: 1,
    tier: 1,
    gross: lower["gross"],
    before: lower["gross"],
  });
  // What the downline owes and is paid is its own.
  expect(came!.own).toBeNull();
  const house = await officer.call(agentContracts.simulateFor, { account: top!.name, kind: "dividend", terms: dividendOf([40_000]) });
  expect(house.came).toMatchObject({ gross: upper["gross"], own: { owed: upper["owed"], pay: upper["pay"] } });
  const better = await top!.call(agentContracts.simulate, offerTo(next!, dividendOf([20_000, 35_000])));
  expect(better.came).toMatchObject({ tier: 2, gross: ((lower["base"] as bigint) * 35n) / 100n, before: lower["gross"] });
  expect(await rowsOf()).toEqual(before);
});

test("an upline looks at no day on which its downline stood below another, and the downline and officers look at all of them", async () => {
  const move = async (untilDay: string) =>
    asOwner(world.open.url, "insert into agent_past (account_id, until_day, parent_id, path) values ($1, $2, null, array[$1::bigint]) on conflict do nothing", [
      next!.id,
      untilDay,
    ]);
  const look = async (terms = dividendOf([30_000]), kind: "dividend" | "daily" = "dividend") => {
    await anotherSecond();
    return top!.call(agentContracts.simulate, offerTo(next!, terms, kind));
  };
  try {
    await move("2026-09-15");
    expect((await look()).came).toMatchObject({ from: "2026-09-15", to: "2026-09-30", bet: 3_333_33n, result: 3_333_33n });
    expect((await look(dailyOf([100]), "daily")).came).toMatchObject({ from: "2026-09-15", to: "2026-10-04", bet: 3_333_33n });
    await move("2026-10-02");
    expect(await look()).toEqual({ closed: "none", came: null });
    expect((await look(dailyOf([100]), "daily")).came).toMatchObject({ from: "2026-10-02", bet: 0n });
  } finally {
    await asOwner(world.open.url, "delete from agent_past where account_id = $1", [next!.id]);
  }
  expect((await look()).came).toMatchObject({ from: "2026-09-01", bet: 43_333_33n });
});

test("a daily salary is reckoned day by day; of real-time pay and of a line too large to be counted it is said that nothing can be", async () => {
  const real = (await listPays(world, "daily")).filter((pay) => pay["agent_id"] === next!.id && (pay["day"] as string) >= "2026-09-05");
  const paid = real.reduce((sum, pay) => sum + (pay["gross"] as bigint), 0n);
  await anotherSecond();
  const { came } = await top!.call(agentContracts.simulate, offerTo(next!, dailyOf([100]), "daily"));
  expect(came).toMatchObject({ from: "2026-09-05", to: "2026-10-04", gross: paid, before: paid, bet: 43_333_33n });
  expect(paid).toBe(43_33n);
  await asOwner(world.open.url, "update line_day set members = 20001 where agent_id = $1", [next!.id]);
  expect(await top!.call(agentContracts.simulate, offerTo(next!))).toEqual({ closed: "large", came: null });
  await asOwner(world.open.url, "update line_day set members = 1 where agent_id = $1", [next!.id]);
  const singles = { period: null, carries: true, tiers: [{ rate: 50, singleBet: 100_00n }] };
  expect(await officer.call(agentContracts.simulateFor, { account: top!.name, kind: "realTime", terms: singles })).toEqual({ closed: "rounds", came: null });
});

test("an hourly salary is reckoned hour by hour of the last day that is written down", async () => {
  const hour = "2026-10-04 12:00+08";
  await asOwner(
    world.open.url,
    "insert into line_hour (hour, agent_id, parent_id, rounds, valid, stake, win) select $1::timestamptz + at * interval '1 hour', $2, null, 1, 99999, 99999, 0 from generate_series(0, 1) at",
    [hour, top!.id],
  );
  const terms = { period: "H" as const, carries: true, tiers: [{ rate: 100, hourlyBetAmount: 500_00n }] };
  const { came } = await officer.call(agentContracts.simulateFor, { account: top!.name, kind: "hourly", terms });
  // 999.99 × 0.1 % is 0.99999: of each hour 0.99.
  expect(came).toMatchObject({ from: "2026-10-04", to: "2026-10-04", bet: 1_999_98n, gross: 1_98n, before: null, own: { owed: 0n, pay: 1_98n } });
});

test("whoever is asked sees what an offer would have paid, after what they gave themselves", async () => {
  const [, low] = (await lineOf(world, 2)) as [Agent, Agent];
  expect(await low.refused(agentContracts.simulate, { id: newId(world.clock.now()) })).toBe("agentContracts.not_found");
  const terms = dividendOf([20_000]);
  const { fingerprint } = await top!.call(agentContracts.preview, offerTo(next!, terms));
  const offered = await top!.call(agentContracts.offer, { ...offerTo(next!, terms).offer, requestId: newId(world.clock.now()), fingerprint });
  const { came } = await next!.call(agentContracts.simulate, { id: offered.id });
  expect(came).toMatchObject({ gross: ((await september(next!))["base"] as bigint) / 5n, own: { owed: 0n, pay: came!.gross } });
  expect(await top!.refused(agentContracts.simulate, { id: offered.id })).toBe("agentContracts.not_found");
});

test("an agent simulates four times a second", async () => {
  const [agent] = (await lineOf(world, 1)) as [Agent];
  const codes = [];
  for (let at = 0; at < 5; at++) codes.push(await agent.refused(agentContracts.simulate, {}));
  expect(codes).toEqual([...Array<string>(4).fill("agentContracts.not_found"), "request.too_many"]);
});

test("a version is held against all contracts: what the house would pay, and who gains and loses", async () => {
  const [upper, lower] = [await september(top!), await september(next!)];
  const same = await officer.call(agentContracts.simulateTemplate, { kind: "dividend", limits });
  expect(same.came).toMatchObject({
    from: "2026-09-01",
    to: "2026-09-30",
    contracts: 2,
    winners: 0,
    losers: 0,
    before: upper["gross"],
    after: upper["gross"],
    list: [],
  });
  const less = await officer.call(agentContracts.simulateTemplate, { kind: "dividend", limits: { ...limits, rateMax: 35_000 } });
  expect(less.came).toMatchObject({
    winners: 0,
    losers: 1,
    after: ((upper["base"] as bigint) * 35n) / 100n,
    list: [{ agentName: top!.name, before: upper["gross"] }],
  });
  const more = await officer.call(agentContracts.simulateTemplate, { kind: "dividend", limits: { ...limits, adminRate: 0, deductBonuses: false } });
  expect(more.came).toMatchObject({ winners: 2, losers: 0 });
  expect(more.came!.list.find(({ agentName }) => agentName === next!.name)).toMatchObject({ before: lower["gross"] });
  const daily = (await officer.call(agentContracts.templates, { kind: "daily" })).list.find(({ inForce }) => inForce)!.limits;
  const salaries = await officer.call(agentContracts.simulateTemplate, { kind: "daily", limits: { ...daily, rateMax: 60 } });
  expect(salaries.came).toMatchObject({ contracts: 2, losers: 2, before: 52_00n - 1n, after: 26_00n - 1n });
  expect(await officer.call(agentContracts.simulateTemplate, { kind: "realTime", limits: daily })).toEqual({ closed: "rounds", came: null });
});

test("the margin counts what a game's bets count for, and the highest rebate beside the salaries", async () => {
  const margin = async () => (await officer.call(agentContracts.templates, { kind: "daily" })).margin;
  const shipped = await margin();
  expect(shipped).toMatchObject({ game: "Video Poker", edge: 456, maximum: 364, rebates: 0 });
  // Half counted, the game keeps twice as much of what counts; the next is the least then.
  await asOwner(world.open.url, "update game set valid_percent = 50 where name = 'Video Poker'");
  const halved = await margin();
  expect(halved.edge).toBeGreaterThan(456);
  await asOwner(world.open.url, "update game set valid_percent = 100");
  const settings = brand as { playerRebateMost: number };
  settings.playerRebateMost = 300;
  try {
    expect(await margin()).toMatchObject({ rebates: 300, used: shipped.used + 300 });
    const { list } = await officer.call(agentContracts.templates, { kind: "daily" });
    const wanted = { requestId: newId(world.clock.now()), kind: "daily" as const, limits: { ...list[0]!.limits, rateMax: 150 }, reason };
    expect(await officer.refused(agentContracts.proposeTemplate, wanted)).toBe("agentContracts.above_margin");
  } finally {
    settings.playerRebateMost = 0;
  }
});

test("whoever simulates takes their turn with what else they have read of long spans, so that nobody's statement waits for them", () => {
  const { simulate, simulateFor, simulateTemplate } = agentContracts;
  expect([simulate, simulateFor, simulateTemplate].filter(({ readsMuch }) => readsMuch !== true)).toEqual([]);
});
