import { randomUUID } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { games } from "@laro/contract/games";
import { house } from "@laro/contract/house";
import { draws } from "@laro/contract/draws";
import { lottery } from "@laro/contract/lottery";
import { tickets } from "@laro/contract/tickets";
import { wallet } from "@laro/contract/wallet";
import { findLottery } from "@laro/engines/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { climbTicket, leadLotteries, openDraws, passUntil, slipOf } from "../../testing/lotteries.ts";
import type { Person } from "../../testing/person.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { openSeed } from "../../core/draws/rooted.ts";
import { recountExposures } from "./tickets.recount.ts";

const CODE = "PH_3D";
const MINUTE = "SSC";
const { code: BET, samples } = findLottery(MINUTE)!.lottery.bets[0]!;
const SPOT = `${BET}:${samples[0]!}`;

let world: World;
let leader: ReturnType<typeof leadLotteries>;
beforeAll(async () => {
  world = await createWorld();
  leader = leadLotteries(world, CODE, MINUTE);
  await leader.look();
});
afterAll(async () => {
  await leader.close();
  await world.close();
});

const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
const next = async (code = CODE) => (await openDraws(world, code))[0]!;
const pool = () => world.open.platform.database.pool;
const takenOf = async (drawId: bigint, key: string) =>
  (await pool().query<{ taken: bigint }>("select taken from exposure where event_id = $1 and key = $2", [String(drawId), key])).rows[0]?.taken ?? 0n;

test("what is no ticket of a lottery is refused at its field, and takes nothing", async () => {
  const ann = await world.player({ balance: 1_000_000_00n });
  const { drawId } = await next();
  const one = slipOf(CODE, drawId, { "straight:1-2-3": "1.00" });
  expect(await world.guest().refused(tickets.buy, one)).toBe("sessions.required");
  expect(await ann.refused(tickets.buy, { ...one, gameCode: "DICE" })).toBe("games.not_found");
  expect(await ann.refused(tickets.buy, { ...one, gameCode: MINUTE, bets: { "dt:tie": "1.00" } })).toMatch(/^(draws.not_found|tickets.pick_invalid)$/);
  expect(await ann.refused(tickets.buy, { ...one, drawId: 999_999n })).toBe("draws.not_found");
  expect(await ann.refused(tickets.buy, { ...one, bets: {} })).toBe("rounds.choice_invalid");
  for (const token of ["straight:123", "straight:1-2", "straight:1-2-3-4", "straight:1-2-x", "box:1-2-3", "straight:", ":", "__proto__:1-2-3", "rambol:1-1-1"])
    expect(await ann.refusal(tickets.buy, { ...one, bets: { [token]: "1.00" } }), token).toMatchObject({
      code: "tickets.pick_invalid",
      values: { field: "bets", token },
    });
  const raw = (more: object) => ann.request("POST", "/api/tickets.buy", JSON.stringify({ ...one, drawId: String(drawId), cost: "1.00", ...more }));
  for (const bets of [{ [`straight:${"1".repeat(10_000)}`]: "1.00" }, { "straight:1-2-3": "1".repeat(10_000) }, { "straight:1-2-3": 1 }, "x", null])
    expect((await raw({ bets })).answer).toMatchObject({ success: false, message: "request.invalid" });
  const units = {
    "0.50": "rounds.stake_step",
    "1.50": "rounds.stake_step",
    "0.00": "rounds.below_minimum",
    "501.00": "rounds.above_maximum",
    "1e2": "rounds.stake_step",
  };
  for (const [unit, code] of Object.entries(units)) expect(await ann.refused(tickets.buy, { ...one, bets: { "straight:1-2-3": unit } }), unit).toBe(code);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`straight:${String(n).padStart(3, "0").split("").join("-")}`, "1.00"]));
  expect(await ann.refused(tickets.buy, { ...one, bets: many })).toBe("tickets.too_large");
  expect(await ann.refusal(tickets.buy, { ...one, cost: 2_00n })).toMatchObject({ code: "tickets.cost_differs", values: { field: "cost", cost: "1.00" } });
  const poor = await world.player({ balance: 50n });
  expect(await poor.refused(tickets.buy, { ...one, requestId: randomUUID() })).toBe("wallet.insufficient_funds");
  expect(await balanceOf(ann)).toBe(1_000_000_00n);
  expect(await takenOf(drawId, "stakes")).toBe(0n);
});

test("the same request is the same ticket, whoever asks how often and at once; with another content it is refused", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const ben = await world.player({ balance: 1_000_00n });
  const { drawId } = await next();
  const slip = slipOf(CODE, drawId, { "straight:4-5-6": "10.00", "rambol:4-5-6": "5.00" });
  const asked = await Promise.all(Array.from({ length: 8 }, () => ann.send(tickets.buy, slip)));
  const ids = asked.flatMap(({ answer }) => (answer.success ? [(answer.value as { ticketId: string }).ticketId] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await balanceOf(ann)).toBe(985_00n);
  expect(await takenOf(drawId, "stakes")).toBe(15_00n);
  expect(await ann.refused(tickets.buy, { ...slip, bets: { "straight:4-5-6": "15.00" } })).toBe("request.id_reused");
  expect((await ben.call(tickets.buy, slip)).ticketId).not.toBe(ids[0]);
  expect(await takenOf(drawId, "stakes")).toBe(30_00n);
  expect(await world.audit()).toEqual([]);
});

test("sixty-four callers on one number never pass what it may cost, and what is full says how much still fits", async () => {
  const people = await Promise.all(Array.from({ length: 16 }, () => world.player({ balance: 100_000_00n })));
  const [, { drawId }] = (await openDraws(world, CODE)) as [unknown, { drawId: bigint }];
  // ₱3,000,000 is six times 500 at 880 and 409 more.
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, at) => people[at % 16]!.send(tickets.buy, slipOf(CODE, drawId, { "straight:7-7-7": at % 2 === 0 ? "500.00" : "300.00" }))),
  );
  const said = answers.map(({ answer }) => (answer.success ? "ok" : answer.message));
  expect(said.filter((one) => one === "ok").length).toBeGreaterThanOrEqual(6);
  expect(new Set(said)).toEqual(new Set(["ok", "tickets.number_full"]));
  const { rows } = await pool().query<{ sum: bigint }>("select sum(stake)::bigint as sum from open_round where draw_id = $1", [String(drawId)]);
  const owed = rows[0]!.sum * 880n;
  expect(owed).toBeLessThanOrEqual(3_000_000_00n);
  expect(await takenOf(drawId, "d=7-7-7")).toBe(owed);
  const refusal = await people[0]!.refusal(tickets.buy, slipOf(CODE, drawId, { "straight:7-7-7": "500.00", "straight:7-7-8": "1.00" }));
  const left = (3_000_000_00n - owed) / 880n;
  expect(refusal).toMatchObject({ code: "tickets.number_full", values: { field: "bets", number: "7-7-7", left: `${left / 100n}.00` } });
  // Nothing of it was taken, of no number.
  expect(await takenOf(drawId, "d=7-7-8")).toBe(0n);
  await people[0]!.call(tickets.buy, slipOf(CODE, drawId, { "straight:7-7-8": "1.00" }));
  expect(await world.audit()).toEqual([]);
});

test("room that a killed process left taken is found by a recount once nothing is under way, and nothing sold is lost by it", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const drawId = (await openDraws(world, CODE))[2]!.drawId;
  await ann.call(tickets.buy, slipOf(CODE, drawId, { "straight:1-0-1": "10.00" }));
  await pool().query("update exposure set taken = taken + 5000 where event_id = $1 and key in ('d=1-0-1', 'stakes')", [String(drawId)]);
  await recountExposures(world.open.platform);
  expect(await takenOf(drawId, "d=1-0-1")).toBe(8_800_00n + 5_000n);
  world.clock.advance(61_000);
  await recountExposures(world.open.platform);
  expect([await takenOf(drawId, "d=1-0-1"), await takenOf(drawId, "stakes")]).toEqual([8_800_00n, 10_00n]);
});

test("of buyers who race the close each has a ticket in the root, or none", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => world.player({ balance: 1_000_00n })));
  await leader.look();
  const draw = await next(MINUTE);
  passUntil(world, draw.closesAt, -1);
  const buying = people.flatMap((person) => Array.from({ length: 4 }, () => person.send(tickets.buy, slipOf(MINUTE, draw.drawId, { [SPOT]: "1.00" }))));
  world.clock.advance(1);
  const looking = leader.look();
  const answers = (await Promise.all(buying)).map(({ answer }) => answer);
  await looking;
  passUntil(world, draw.drawsAt);
  await leader.look();
  expect(new Set(answers.flatMap((answer) => (answer.success ? [] : [answer.message])))).toEqual(
    new Set(answers.every(({ success }) => success) ? [] : ["draws.closed"]),
  );
  const drawn = await world.guest().call(draws.get, { series: MINUTE, number: draw.number });
  expect(drawn.state).toBe("settled");
  let sold = 0;
  for (const person of people) {
    for (const { ticketId } of (await person.call(lottery.recent, { gameCode: MINUTE })).list) {
      expect(await climbTicket(person, ticketId)).toBe(drawn.ticketsRoot);
      sold += 1;
    }
  }
  expect(sold).toBe(answers.filter(({ success }) => success).length);
  expect(await world.audit()).toEqual([]);
});

test("a draw is ended by two officers: its stakes come back at once, and its seed is not shown before the draws below it are drawn", async () => {
  const [first, second] = [await world.operator("risk"), await world.operator("risk")];
  const ann = await world.player({ balance: 1_000_00n });
  await leader.look();
  const [one, two, three] = await openDraws(world, MINUTE);
  const bets = { [SPOT]: "10.00" };
  const bought = await ann.call(tickets.buy, slipOf(MINUTE, two!.drawId, bets));
  const reason = "The feed of this draw was wrong.";
  const { id } = await first.call(house.voidDraw, { drawId: two!.drawId, reason });
  expect(await first.refused(house.confirm, { id, reason })).toBe("house.own_proposal");
  await second.call(house.confirm, { id, reason });
  expect(await ann.refused(tickets.buy, slipOf(MINUTE, two!.drawId, bets))).toBe("draws.closed");
  await world.work();
  expect(await balanceOf(ann)).toBe(1_000_00n);
  await leader.look();
  const look = (number: string) => world.guest().call(draws.get, { series: MINUTE, number });
  expect(await look(two!.number)).toMatchObject({ state: "void", seed: null, result: null, voidReason: reason });
  passUntil(world, one!.drawsAt);
  await leader.look();
  await leader.look();
  const [below, ended, above] = [await look(one!.number), await look(two!.number), await look(three!.number)];
  expect(ended).toMatchObject({ state: "void", result: null, commitment: below.seed, ticketsRoot: expect.any(String), seed: expect.any(String) });
  expect(above.commitment).toBe(ended.seed);
  expect(await climbTicket(ann, bought.ticketId)).toBe(ended.ticketsRoot);
  expect((await ann.call(lottery.recent, {})).list).toMatchObject([{ state: "void", win: 0n, stake: 10_00n }]);
  expect(await world.audit()).toEqual([]);
});

test("a trial account, one that is excluded and a stopped game buy nothing, and a stopped game gets no new draws", async () => {
  const risk = await world.operator("risk");
  const ann = await world.player({ balance: 1_000_00n });
  const trial = await world.member({ type: accountTypes.trial });
  await leader.look();
  const { drawId, closesAt } = await next(MINUTE);
  const slip = slipOf(MINUTE, drawId, { [SPOT]: "1.00" });
  expect(await trial.refused(tickets.buy, slip)).toBe("sessions.real_account_needed");
  await risk.call(games.setOpen, { gameCode: MINUTE, isOpen: false, reason: "Its draws are looked at." });
  expect(await ann.refused(tickets.buy, slip)).toBe("games.closed");
  passUntil(world, closesAt, 5 * 60_000);
  await leader.look();
  world.clock.advance(61_000);
  await expect
    .poll(async () => {
      await leader.look();
      return openDraws(world, MINUTE);
    })
    .toEqual([]);
});

test("officers see a lottery's draws and the numbers that could cost most; nobody else does", async () => {
  const risk = await world.operator("risk");
  const ann = await world.player({ balance: 10_000_00n });
  const { drawId, number } = (await openDraws(world, CODE))[4]!;
  await ann.call(tickets.buy, slipOf(CODE, drawId, { "straight:9-9-9": "100.00", "straight:1-2-3": "20.00", "rambol:1-2-3": "10.00" }));
  const { list, staked, stakesMax } = await risk.call(lottery.worst, { drawId });
  expect(list.slice(0, 3)).toEqual([
    { key: "d=9-9-9", taken: 88_000_00n, cap: 3_000_000_00n },
    { key: "d=1-2-3", taken: 17_600_00n + 1_460_00n, cap: 3_000_000_00n },
    { key: "d=1-3-2", taken: 1_460_00n, cap: 3_000_000_00n },
  ]);
  expect(list).toHaveLength(7);
  expect({ staked, stakesMax }).toEqual({ staked: 130_00n, stakesMax: 20_000_000_00n });
  const { list: held } = await risk.call(lottery.desk, { gameCode: CODE, limit: 100 });
  expect(held.find((draw) => draw.id === drawId)).toMatchObject({ number, state: "open", tickets: null });
  expect(await risk.refused(lottery.worst, { drawId: 999_999n })).toBe("draws.not_found");
  expect(await risk.refused(lottery.desk, { gameCode: "DICE" })).toBe("games.not_found");
  expect(await ann.refused(lottery.worst, { drawId })).toBe("sessions.required");
  expect(await (await world.operator("support")).refused(lottery.desk, { gameCode: CODE })).toBe("sessions.forbidden");
});

test("nobody opens a seed before the tickets are hashed and it is written down, and no root is changed: the database sees to it", async () => {
  const { drawId } = (await openDraws(world, CODE))[0]!;
  const open = (more: string) =>
    asOwner(world.open.url, `update draw set seed = sha256('x'), commitment = sha256(sha256('x'))${more} where id = $1`, [String(drawId)]);
  await expect(open("")).rejects.toThrow("the tickets are not hashed");
  // Both in one step is no promise.
  await expect(open(", tickets_root = sha256('root')")).rejects.toThrow("the tickets are not hashed");
  const [{ id } = { id: "" }] = await asOwner<{ id: string }>(world.open.url, "select id::text from draw where tickets_root is not null limit 1");
  await expect(asOwner(world.open.url, "update draw set tickets_root = sha256('other') where id = $1", [id])).rejects.toThrow("the root stands");
  const { database, keys } = world.open.platform;
  expect(await database.begin((tx) => openSeed(tx, keys, { id: drawId, now: new Date("2030-01-01T00:00:00Z") }))).toBe(false);
  await expect(database.begin((tx) => tx.deleteFrom("draw_seed_opening").execute())).rejects.toThrow("permission denied");
});
