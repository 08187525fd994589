import { readFileSync } from "node:fs";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { moveBranch } from "../../testing/activity.ts";
import { placeBet } from "../../testing/bets.ts";
import { credit, reverse } from "../../testing/money.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { rollUpPlay } from "../wallet/playDays.ts";
import { getWalletId } from "../wallet/wallet.ts";
import { closeDays } from "./activity.close.ts";
import { type AfterWindow, gatherPlay } from "./activity.gather.ts";
import { rebuildDay, readStatus } from "./activity.rebuild.ts";
import { findFrozenDay, readLine, readToday } from "./activity.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let agent: bigint;
let member: bigint;
beforeAll(async () => {
  world = await createWorld();
  agent = (await world.member({ type: accountTypes.agent })).id;
  member = (await world.member({ type: accountTypes.player, parentId: agent })).id;
  await world.give(member, 100_000_00n);
});
afterAll(() => world.close());

// Each test has a day that nobody has played on, and begins to gather on it.
beforeEach(async () => {
  await world.pass(DAY_MS);
  await asOwner(world.open.url, "truncate activity_window, member_hour, line_hour");
  await asOwner(world.open.url, "update game set valid_percent = 100");
  await endRealityChecks(world, member);
});

const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const gather = (afterWindow: readonly AfterWindow[] = []) => gatherPlay(world.open.platform.database, moment(), { afterWindow });
const close = (pace: Parameters<typeof closeDays>[2] = {}) => closeDays(world.open.platform.database, moment(), pace);
const today = () => readToday(world.open.platform.database.db, { agentId: agent, ...moment() });
const dayOf = (at = world.clock.now()): string => at.toLocaleDateString("en-CA", { timeZone: world.open.platform.timeZone });
const bet = async (stake: bigint, win = 0n): Promise<void> => expect(await placeBet(world, member, { stake, win })).toBe("played");
const rows = async <Row extends Record<string, unknown>>(query: string): Promise<Row[]> => asOwner<Row>(world.open.url, query);
const countOf = async (table: string): Promise<number> => (await rows<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count;

/** The last member's day that was written. */
const dayOfMember = async () =>
  (
    await rows<{ day: string; rounds: string; valid: string; stake: string; win: string }>(
      `select day::text, rounds::text, valid::text, stake::text, win::text from member_day where account_id = ${member} order by day desc limit 1`,
    )
  )[0];

/** To the first minute of five, with everything before them gathered. */
async function begin(): Promise<void> {
  await toWindow();
  await world.pass(MINUTE_MS);
  await gather();
}

/** To the next whole five minutes. */
async function toWindow(): Promise<void> {
  await world.pass(5 * MINUTE_MS - (world.clock.now().getTime() % (5 * MINUTE_MS)));
}

test("five minutes are gathered once, a minute after they end, and then belong to today's figures of everyone above", async () => {
  await begin();
  await bet(30_00n, 50_00n);
  await bet(20_00n, 20_00n);
  await world.pass(4 * MINUTE_MS + 59_000);
  await gather();
  expect((await today()).rounds).toBe(0n);
  await world.pass(1_000);
  await Promise.all([gather(), gather(), gather()]);
  await gather();
  const asOf = new Date(world.clock.now().getTime() - MINUTE_MS);
  expect(await today()).toEqual({ rounds: 2n, valid: 30_00n, stake: 50_00n, win: 70_00n, asOf });
  expect(await rows("select agent_id::text as agent, rounds::int, valid::int from member_hour")).toEqual([{ agent: String(agent), rounds: 2, valid: 30_00 }]);
});

test("after a pause what was missed is made up for, some windows a run, and none twice", async () => {
  await begin();
  for (let hour = 0; hour < 3; hour++) {
    await bet(10_00n);
    await world.pass(HOUR_MS);
  }
  const { database } = world.open.platform;
  await world.pass(MINUTE_MS);
  await gatherPlay(database, moment(), { windowsMax: 1 });
  expect((await today()).rounds).toBe(1n);
  await gather();
  await gather();
  expect(await today()).toMatchObject({ rounds: 3n, valid: 30_00n });
  expect(
    await rows(
      "select count(*)::int as windows, count(distinct starts_at)::int as starts, max(starts_at) - min(starts_at) = (count(*) - 1) * interval '5 minutes' as whole from activity_window",
    ),
  ).toEqual([{ windows: expect.any(Number), starts: expect.any(Number), whole: true }]);
});

test("what follows from a window happens in its transaction, for each with play once; where it fails the window is gathered another time", async () => {
  await begin();
  await bet(10_00n);
  await world.pass(6 * MINUTE_MS);
  const seen: bigint[] = [];
  const look: AfterWindow = async (tx, { startsAt, endsAt, day }) => {
    const { rows: played } = await sql<{ stake: bigint }>`select stake from activity_play(${startsAt}, ${endsAt}, ${world.open.platform.timeZone})`.execute(tx);
    expect(day).toBe(dayOf(startsAt));
    seen.push(...played.map(({ stake }) => stake));
  };
  await expect(gather([look, () => Promise.reject(new Error("cut off"))])).rejects.toThrow("cut off");
  expect((await today()).rounds).toBe(0n);
  await gather([look]);
  await gather([look]);
  expect(seen).toEqual([10_00n, 10_00n]);
  expect((await today()).rounds).toBe(1n);
});

test("a day that is over is closed ten minutes after it ended, once, whoever closes it, and its facts can be changed by no service", async () => {
  await bet(300_00n, 100_00n);
  await bet(50_00n, 50_00n);
  const day = dayOf();
  await world.pass(DAY_MS - ((world.clock.now().getTime() + 8 * HOUR_MS) % DAY_MS) + 9 * MINUTE_MS);
  await close();
  expect(await findFrozenDay(world.open.platform.database.db)).not.toBe(day);
  await world.pass(MINUTE_MS + 1);
  await Promise.all([close({ accountsPerSlice: 1 }), close({ accountsPerSlice: 1 }), close()]);
  await close();
  expect(await findFrozenDay(world.open.platform.database.db)).toBe(day);
  expect(await dayOfMember()).toEqual({ day, rounds: "2", valid: "30000", stake: "35000", win: "15000" });
  expect(await readLine(world.open.platform.database.db, { agentId: agent, from: day, to: day })).toMatchObject({
    rounds: 2n,
    valid: 300_00n,
    behind: 300_00n,
    ahead: 0n,
    active: 1n,
  });
  for (const table of ["member_day", "line_day", "line_play_day"])
    for (const change of [`update ${table} set rounds = 0`, `delete from ${table}`, `truncate ${table}`])
      await expect(world.open.platform.database.pool.query(change)).rejects.toThrow(/permission denied/);
  expect(await world.audit()).toEqual([]);
});

test("a round taken back on a later day lowers that day and not the frozen one", async () => {
  await bet(70_00n, 10_00n);
  const [played, walletId] = [dayOf(), await getWalletId(world.open.platform.database.db, { accountId: member, kind: "main" })];
  const [line] = await rows<{ ref: string }>(`select ref from transfer where wallet_id = ${walletId} and kind = 1 order by seq desc limit 1`);
  await world.pass(DAY_MS);
  await close();
  const { database } = world.open.platform;
  await database.begin((tx) => reverse(tx, moment(), { walletId, original: line!.ref }));
  await toWindow();
  await world.pass(MINUTE_MS);
  await gather();
  expect(await today()).toMatchObject({ rounds: -1n, valid: -70_00n, stake: -70_00n, win: -10_00n });
  await world.pass(DAY_MS);
  await close();
  const days = await rows(`select day::text, rounds::int, valid::int from member_day where account_id = ${member} and day >= '${played}' order by day`);
  expect(days).toEqual([
    { day: played, rounds: 1, valid: 70_00 },
    { day: dayOf(new Date(world.clock.now().getTime() - DAY_MS)), rounds: -1, valid: -70_00 },
  ]);
  expect(await world.audit()).toEqual([]);
});

test("a change of what a game counts is in force from the next day, and hours, days and a rebuild agree on it", async () => {
  await begin();
  await bet(33_33n);
  await asOwner(world.open.url, "update game set valid_percent = 50 where id = 1");
  await bet(33_33n);
  await world.pass(DAY_MS);
  await gather();
  await close();
  expect((await dayOfMember())!.valid).toBe("6666");
  await bet(33_33n);
  await bet(33_33n);
  await world.pass(DAY_MS);
  await gather();
  await close();
  const day = dayOf(new Date(world.clock.now().getTime() - DAY_MS));
  expect((await dayOfMember())!).toMatchObject({ day, valid: "3332" });
  expect(await readStatus(world.open.platform.database.db)).toMatchObject({ late: [], faults: [], lastDay: day, waiting: 1n });
  const { database, timeZone } = world.open.platform;
  expect(await database.begin((tx) => rebuildDay(tx, { day, timeZone }))).toEqual([]);
  expect(await world.audit()).toEqual([]);
});

test("a round that commits after its five minutes were gathered is found when the day is closed: the hours are mended and the day says how many came late", async () => {
  await begin();
  await world.pass(5 * MINUTE_MS);
  await gather();
  await world.pass(-3 * MINUTE_MS);
  await bet(44_00n);
  await world.pass(DAY_MS);
  const day = dayOf(new Date(world.clock.now().getTime() - DAY_MS));
  await asOwner(
    world.open.url,
    `insert into activity_window select s, 0, now() from generate_series('${day}'::timestamp at time zone 'Asia/Manila', (select min(starts_at) from activity_window) - interval '5 minutes', '5 minutes') s`,
  );
  await gather();
  expect(await countOf("member_hour")).toBe(0);
  await close();
  expect(await readStatus(world.open.platform.database.db)).toMatchObject({ late: [{ day, late: 1n }], faults: [] });
  expect(await rows(`select fault from activity_day where day = '${day}'`)).toEqual([{ fault: "lateRounds" }]);
  expect(await rows("select stake::int from member_hour")).toEqual([{ stake: 44_00 }]);
  expect(await rows("select agent_id::text as agent, stake::int from line_hour")).toEqual([{ agent: String(agent), stake: 44_00 }]);
});

test("a day that does not add up is not frozen, holds up all after it, and says why until somebody has mended it", async () => {
  await bet(12_00n);
  const day = dayOf();
  await world.pass(DAY_MS);
  await rollUpPlay(world.open.platform.database, moment());
  await close({ stepsMax: 0 });
  // Everything up to the lines of the day, in single steps; then a member loses a round.
  while ((await rows<{ state: string }>(`select state from activity_day where day = '${day}'`))[0]!.state !== "written")
    expect(await close({ stepsMax: 1 })).toBeUndefined();
  await asOwner(world.open.url, `update member_day set stake = stake - 1 where day = '${day}'`);
  await world.pass(DAY_MS);
  const fault = "members are not the play that was written down";
  for (let tries = 0; tries < 2; tries++) expect(await close()).toEqual({ day, fault });
  expect(await countOf("line_day")).toBe(await countOf(`line_day where day < '${day}'`));
  expect((await readStatus(world.open.platform.database.db)).faults).toEqual([{ day, fault }]);
  await asOwner(world.open.url, `update member_day set stake = stake + 1 where day = '${day}'`);
  expect(await close()).toBeUndefined();
  expect(await findFrozenDay(world.open.platform.database.db)).toBe(dayOf(new Date(world.clock.now().getTime() - DAY_MS)));
  expect((await readStatus(world.open.platform.database.db)).faults).toEqual([]);
});

test("a rebuild tells a fact that was changed from what rounds and journal say, and writes nothing", async () => {
  await bet(15_00n);
  const { database, timeZone } = world.open.platform;
  await database.begin((tx) => credit(tx, moment(), { accountId: member, amountMinor: 500_00n }));
  const day = dayOf();
  await world.pass(DAY_MS);
  await close();
  const rebuild = (of = day) => database.begin((tx) => rebuildDay(tx, { day: of, timeZone }));
  const stands = () => rows("select * from member_day m full join line_day l on l.day = m.day order by 1, 2, 3");
  const before = await stands();
  expect(await rebuild()).toEqual([]);
  expect(await rebuild(dayOf())).toBeUndefined();
  expect(await stands()).toEqual(before);
  await asOwner(world.open.url, `update line_day set deposits = deposits - 1 where day = '${day}' and agent_id = ${agent}`);
  expect(await rebuild()).toMatchObject([{ table: "line_day", id: agent, stands: { deposits: 499_99 }, found: { deposits: 500_00 } }]);
  expect(await world.audit()).toEqual([expect.stringContaining("audit_a19")]);
  await asOwner(world.open.url, `update line_day set deposits = deposits + 1 where day = '${day}' and agent_id = ${agent}`);
});

test("hours go after eight days, and not before their day is frozen", async () => {
  await begin();
  await bet(5_00n);
  await world.pass(9 * DAY_MS);
  await gather();
  expect([await countOf("member_hour"), await countOf("line_hour")]).toEqual([1, 1]);
  await close();
  await gather();
  expect([await countOf("member_hour"), await countOf("line_hour")]).toEqual([0, 0]);
});

test("whoever moved counts for the old line up to the day of the move, in hours and days, though the day is closed later", async () => {
  const other = (await world.member({ type: accountTypes.agent })).id;
  await begin();
  await bet(200_00n);
  await world.pass(DAY_MS);
  expect(await moveBranch(world.open.url, { accountId: member, toParent: other, fromDay: dayOf() })).toBe(true);
  await bet(300_00n);
  await gather();
  await world.pass(DAY_MS);
  await gather();
  await close();
  const [before, after] = [2, 1].map((days) => dayOf(new Date(world.clock.now().getTime() - days * DAY_MS)));
  expect(await rows(`select agent_id::text as agent, day::text, stake::int from line_day where stake <> 0 and day >= '${before}' order by day`)).toEqual([
    { agent: String(agent), day: before, stake: 200_00 },
    { agent: String(other), day: after, stake: 300_00 },
  ]);
  expect(await rows("select agent_id::text as agent, stake::int from line_hour order by hour")).toEqual([
    { agent: String(agent), stake: 200_00 },
    { agent: String(other), stake: 300_00 },
  ]);
});

test.each([
  ["five minutes are gathered", () => gather()],
  ["a day is closed", () => close()],
] as const)("a move whose day has come is carried out before %s", async (_what, work) => {
  const other = (await world.member({ type: accountTypes.agent })).id;
  const moved = (await world.member({ type: accountTypes.player, parentId: agent })).id;
  await asOwner(
    world.open.url,
    `insert into agent_move (id, account_id, from_parent, to_parent, from_day, depth_max, fingerprint, reason, state, proposed_by, proposed_name, proposed_at, decided_by)
     values ($1, $2, $3, $4, $5, 12, '', 'because', 'confirmed', 1, 'one', now(), 2)`,
    [newId(world.clock.now()), moved, agent, other, dayOf()],
  );
  await work();
  expect(await rows(`select parent_id::text as parent from agent_node where account_id = ${moved}`)).toEqual([{ parent: String(other) }]);
});

test("what was written down before there was one definition of valid bets is counted by it, some thousand rows at a time", async () => {
  await world.pass(DAY_MS);
  await rollUpPlay(world.open.platform.database, moment());
  const read = () => rows("select wallet_id::text, day::text, game_id, valid::text from play_day order by 1, 2, 3");
  const before = await read();
  expect(before.length).toBeGreaterThan(5);
  await asOwner(world.open.url, "update play_day set valid = null where day not in (select day from activity_percent)");
  await asOwner(world.open.url, readFileSync(new URL("../../../migrations/0063-valid-bets.batches.sql", import.meta.url), "utf8"));
  expect(await read()).toEqual(before);
});
