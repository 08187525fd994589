import { Refusal } from "@laro/contract/core/errors";
import { lottery } from "@laro/contract/lottery";
import { tickets } from "@laro/contract/tickets";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { listDueDraws } from "../../core/draws/rooted.ts";
import { listTickets } from "../../core/draws/tickets.ts";
import { release, reserve } from "../../core/exposures/exposures.ts";
import { packs } from "../../core/settings/packs.ts";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { openStanding } from "../../platform/actor.ts";
import type { Database } from "../../platform/db.ts";
import { leadLotteries, openDraws, plansOf, slipOf } from "../../testing/lotteries.ts";
import { asOwner, countWaiting, whileHeld } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listOpened } from "../lottery/lottery.ts";
import { buyTicket } from "./tickets.buy.ts";
import { recountExposures } from "./tickets.recount.ts";

const CODE = "PH_4D";
const OTHER = "PH_3D";

let world: World;
let leader: ReturnType<typeof leadLotteries>;
beforeAll(async () => {
  world = await createWorld();
  leader = leadLotteries(world, CODE, OTHER);
  await leader.look();
});
afterAll(async () => {
  await leader.close();
  await world.close();
});

const drawAt = async (code: string, place: number) => (await openDraws(world, code))[place]!;
const pool = () => world.open.platform.database.pool;
const takenOf = async (drawId: bigint): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await pool().query<{ key: string; taken: bigint }>("select key, taken from exposure where event_id = $1", [String(drawId)]);
  return new Map(rows.map(({ key, taken }) => [key, taken]));
};
/** All numbers of four digits that end so. */
const hundred = (end: string) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`straight:${[...(String(at).padStart(2, "0") + end)].join("-")}`, "1.00"]));

test("a ticket of a hundred numbers that cannot be paid writes nothing, and one that can holds few marks", async () => {
  const [poor, ann] = [await world.player({ balance: 99_99n }), await world.player({ balance: 100_00n })];
  const { drawId } = await drawAt(CODE, 0);
  expect(await poor.refused(tickets.buy, slipOf(CODE, drawId, hundred("34")))).toBe("wallet.insufficient_funds");
  expect(await takenOf(drawId)).toEqual(new Map());
  // The last centavo buys it, and whoever asks again is answered the ticket although nothing is left to pay it.
  const slip = slipOf(CODE, drawId, hundred("34"));
  const bought = await Promise.all(Array.from({ length: 6 }, () => ann.call(tickets.buy, slip)));
  expect(new Set(bought.map(({ ticketId, balance }) => `${ticketId} ${balance}`))).toEqual(new Set([`${bought[0]!.ticketId} 0`]));
  const taken = await takenOf(drawId);
  expect(taken.size).toBe(100 + 10 + 1 + 1);
  expect([taken.get("d=1-2-3-4"), taken.get("3=2-3-4"), taken.get("2=3-4"), taken.get("stakes")]).toEqual([5_100_00n, 2_920_00n, 800_00n, 100_00n]);
  expect(await world.audit()).toEqual([]);
});

test("room is taken at the moment its turn comes, not at that of the asking", async () => {
  const { clock, database } = { clock: world.clock, database: world.open.platform.database };
  const eventId = 900_001n;
  const asked = reserve({ database, clock }, { eventId, asks: [{ key: "d=1", amount: 1n, cap: 10n }] });
  clock.advance(7_000);
  expect(await asked).toBeUndefined();
  const { rows } = await pool().query<{ at: Date }>("select moved_at as at from exposure where event_id = $1", [String(eventId)]);
  expect(rows[0]!.at).toEqual(clock.now());
});

test("what is given back is locked in the order in which it is taken", async () => {
  const { database, clock } = world.open.platform;
  const eventId = 900_002n;
  const asks = ["d=1", "d=2"].map((key) => ({ key, amount: 1n, cap: 10n }));
  for (const ask of asks.toReversed()) await reserve({ database, clock }, { eventId, asks: [ask] });
  let released: Promise<void> | undefined;
  await whileHeld(world.open.url, `select from exposure where event_id = ${eventId} and key = 'd=1' for update`, async () => {
    released = release(database, { eventId, asks });
    await expect.poll(() => countWaiting(world.open.url)).toBe(1);
    await asOwner(world.open.url, "select from exposure where event_id = $1 and key = 'd=2' for update nowait", [String(eventId)]);
  });
  await released;
  expect(await takenOf(eventId)).toEqual(
    new Map([
      ["d=1", 0n],
      ["d=2", 0n],
    ]),
  );
});

test("room that cannot be given back hides no refusal: the member hears the first one, and the log the second", async () => {
  const ann = await world.player({ balance: 10_00n });
  const { drawId } = await drawAt(OTHER, 0);
  const { database, clock, config } = world.open.platform;
  const begin = vi.fn(database.begin).mockImplementationOnce(database.begin).mockRejectedValue(new Error("away"));
  const log = { error: vi.fn() };
  const ledger = { post: () => Promise.reject(new Refusal("limits.loss_reached")) } as unknown as Ledger;
  const buyer = { db: database.db, database: { begin: begin as Database["begin"] }, clock, log, ledger, pack: packs[config.pack], now: clock.now() };
  const bought = buyTicket(
    { ...buyer, accountId: ann.id, standing: openStanding, isAbroad: false, session: "a test" },
    slipOf(OTHER, drawId, { "straight:1-2-3": "1.00" }),
  );
  await expect(bought).rejects.toMatchObject({ code: "limits.loss_reached" });
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ fault: "away" }, expect.any(String));
});

test("a recount reads tickets page by page, and a draw that cannot be counted ends it for no other", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => world.player({ balance: 1_000_00n })));
  const [broken, whole] = [await drawAt(OTHER, 1), await drawAt(OTHER, 2)];
  await people[0]!.call(tickets.buy, slipOf(OTHER, broken.drawId, { "straight:1-2-3": "1.00" }));
  await Promise.all(
    people.flatMap((person) => Array.from({ length: 10 }, () => person.call(tickets.buy, slipOf(OTHER, whole.drawId, { "straight:4-5-6": "1.00" })))),
  );
  const drawIds = [broken, whole].map(({ drawId }) => String(drawId));
  await pool().query("update exposure set taken = taken + 7 where event_id = any($1)", [drawIds]);
  const choose = (spot: string) =>
    asOwner(world.open.url, "update open_round set state = jsonb_set(state, '{choice}', $2::jsonb) where draw_id = $1", [
      drawIds[0],
      JSON.stringify({ [spot]: "1.00" }),
    ]);
  await choose("nothing:1");
  world.clock.advance(61_000);
  const log = { error: vi.fn() };
  await recountExposures({ ...world.open.platform, log: log as never });
  expect(log.error).toHaveBeenCalledOnce();
  expect(await takenOf(whole.drawId)).toEqual(
    new Map([
      ["d=4-5-6", 120n * 880_00n],
      ["stakes", 120_00n],
    ]),
  );
  await choose("straight:1-2-3");
  await recountExposures(world.open.platform);
  expect((await takenOf(broken.drawId)).get("stakes")).toBe(1_00n);
  expect(await world.audit()).toEqual([]);
});

test("a member's open tickets and those of one game are found without walking all that was played, and so is a day of results", async () => {
  const ann = await world.player({ balance: 100_00n });
  const bought = [];
  for (const [code, place] of [
    [OTHER, 3],
    [CODE, 1],
    [OTHER, 4],
  ] as const)
    bought.push(
      await ann.call(tickets.buy, slipOf(code, (await drawAt(code, place)).drawId, { [`straight:${code === OTHER ? "1-2-3" : "1-2-3-4"}`]: "1.00" })),
    );
  const ids = (list: readonly { readonly ticketId: string }[]) => list.map(({ ticketId }) => ticketId);
  const newest = ids(bought).toSorted().toReversed();
  const open = await ann.call(tickets.list, { state: "open", limit: 2 });
  expect(ids(open.list)).toEqual(newest.slice(0, 2));
  expect(ids((await ann.call(tickets.list, { state: "open", cursor: open.next! })).list)).toEqual(newest.slice(2));
  expect(ids((await ann.call(lottery.recent, { gameCode: CODE })).list)).toEqual([bought[1]!.ticketId]);
  const gameId = findGameByCode(OTHER)!.gameId;
  const plans = (wish: object) => plansOf(pool(), (db) => listTickets(db, { walletId: 1n, limit: 10, ...wish }));
  const firstRead = (plan: string) => plan.split("\n").find((line) => line.includes("Scan"));
  expect(firstRead(await plans({ state: "open" }))).toMatch(/Index.* on open_round/);
  // Each part of the rounds has the index by a name of its own.
  expect(firstRead(await plans({ gameId }))).toMatch(/wallet_id_game_id_id/);
  const opened = await plansOf(pool(), (db) => listOpened(db, { gameCode: OTHER, day: "2026-01-02" }, world.clock.now()));
  expect(opened).toMatch(/Index Cond: .*closes_at >= .*closes_at < /);
});

test("a lottery with very many draws that wait takes no turn of another's", async () => {
  const draws = (series: string, count: number) =>
    asOwner(
      world.open.url,
      `with chain as (
         insert into draw_chain (series, length, anchor, top_sealed, created_at, salt, salt_source, salted_at) values ($1::text, 1000, sha256($1::text::bytea), '', now(), 's', 's', now()) returning id
       )
       insert into draw (series, number, game_id, chain_id, link, salt, opens_at, closes_at, draws_at, member_max, rooted, state)
       select $1::text, 'N-' || n, 34, chain.id, n, 's', now() - interval '3 hours', now() - interval '2 hours', now() - interval '2 hours', 100, true, 'closed' from chain, generate_series(1, $2::integer) n`,
      [series, count],
    );
  await draws("A_STUCK", 600);
  await draws("B_WAITS", 1);
  const due = await listDueDraws(world.open.platform.database.db, { series: ["A_STUCK", "B_WAITS"], gameIds: [], now: new Date() });
  const counts = Map.groupBy(due, ({ series }) => series);
  expect(counts.get("B_WAITS")).toHaveLength(1);
  expect(counts.get("A_STUCK")!.length).toBeLessThanOrEqual(100);
  expect(due.map(({ id }) => id)).toEqual(due.map(({ id }) => id).toSorted((one, other) => Number(one - other)));
});
