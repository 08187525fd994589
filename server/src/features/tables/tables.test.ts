import { createHash, createHmac } from "node:crypto";
import { type ErrorCode, Refusal } from "@laro/contract/core/errors";
import { games } from "@laro/contract/games";
import { house } from "@laro/contract/house";
import { rounds } from "@laro/contract/rounds";
import { tables } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { fairStream } from "@laro/engines/fair";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { setGamesOpen } from "../../core/catalogue/stops.ts";
import { makeChain, ownSalt, saltChain } from "../../core/draws/chain.ts";
import { scheduleDraw, voidDraw } from "../../core/draws/draws.ts";
import { packs } from "../../core/settings/packs.ts";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { openStanding } from "../../platform/actor.ts";
import { newId } from "../../platform/ids.ts";
import { codeOf } from "../../testing/bets.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { openSister } from "../../testing/sister.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { buyTicket } from "./tables.bet.ts";
import { TableLeader } from "./tables.leader.ts";
import { OpenStakes } from "./tables.stakes.ts";

const CODE = "ROULETTE_1";
const SECOND_MS = 1_000;
const [BETS_MS, LOCK_MS, SPIN_MS, RESULT_MS] = [20 * SECOND_MS, SECOND_MS, 9 * SECOND_MS, 6 * SECOND_MS];

let world: World;
let leader: TableLeader;
beforeAll(async () => {
  world = await createWorld();
  leader = new TableLeader(world.open.platform, world.open.url);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await leader.close();
  await world.close();
});

const fresh = (): string => newId(world.clock.now());
const look = async (code = CODE) => (await world.guest().call(tables.get, { series: code })).phase!;
const pass = async (durationMs: number) => {
  world.clock.advance(durationMs);
  await leader.look();
  return look();
};
/** Goes on until a draw has just opened. */
async function opened() {
  await leader.look();
  for (let steps = 0; steps < 6; steps += 1) {
    const phase = await look();
    if (phase.state === "open" && phase.opensAt === world.clock.now().toISOString()) return phase;
    await pass(BETS_MS);
  }
  throw new Error("No draw opened.");
}
const bet = async (drawId: bigint, bets: Record<string, unknown> = { red: "10.00" }, requestId = fresh()) => ({ requestId, series: CODE, drawId, bets });
const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;

test("a table holds one draw after the other by the clock: bets, lock, wheel, result; each on the next link, each seed the promise of the one before", async () => {
  const first = await opened();
  expect(first).toMatchObject({ state: "open", seed: null, result: null, shownAt: null, nextAt: null });
  expect(Date.parse(first.closesAt) - Date.parse(first.opensAt)).toBe(BETS_MS);
  expect((await pass(BETS_MS - 1)).state).toBe("open");
  expect(await pass(1)).toMatchObject({ state: "closed", seed: null, result: null });
  expect((await pass(LOCK_MS - 1)).state).toBe("closed");
  const drawn = await pass(1);
  expect(drawn).toMatchObject({ state: "drawn", drawId: first.drawId, result: { pocket: expect.any(Number) } });
  expect(createHash("sha256").update(Buffer.from(drawn.seed!, "hex")).digest("hex")).toBe(first.commitment);
  expect((await pass(SPIN_MS - 1)).state).toBe("drawn");
  expect((await pass(1)).state).toBe("settled");
  expect((await pass(RESULT_MS - 1)).state).toBe("settled");
  const second = await pass(1);
  expect(second).toMatchObject({ state: "open", link: first.link + 1, commitment: drawn.seed });
  expect(second.version).toBeGreaterThan(drawn.version);
  const table = await world.guest().call(tables.get, { series: CODE });
  expect(table.last[0]).toEqual({ number: first.number, link: first.link, result: drawn.result });
  expect(table.chain).toMatchObject({ saltSource: "salt made by this server" });
  expect(first.number).toMatch(/^20261005-\d{4}$/);
});

test("a ticket is refused for a table, a draw or a spot that is not, for a stake no table takes, and takes nothing", async () => {
  const ann = await world.player({ balance: 1_000_000_00n });
  const { drawId } = await opened();
  const one = await bet(drawId);
  expect(await world.guest().refused(tables.bet, one)).toBe("sessions.required");
  expect(await ann.refused(tables.bet, { ...one, series: "ROULETTE" })).toBe("games.not_found");
  expect(await ann.refused(tables.bet, { ...one, drawId: 999_999n })).toBe("draws.not_found");
  expect(await ann.refused(tables.bet, { ...one, series: "ROULETTE_SPEED_1" })).toBe("draws.not_found");
  for (const bets of [{}, { purple: "1.00" }, { red: "0.50" }, { red: "-1.00" }, { red: 1 }, { red: "1.5" }, { red: ["1.00"] }, { "37": "1.00" }])
    expect(await ann.refusal(tables.bet, { ...one, bets })).toMatchObject({ code: "rounds.choice_invalid", values: { field: "bets" } });
  expect(await ann.refusal(tables.bet, { ...one, bets: { "17": "2001.00" } })).toMatchObject({
    code: "tables.above_spot",
    values: { maximum: "2000.00", spot: "17" },
  });
  expect(await ann.refused(tables.bet, { ...one, bets: { red: "50001.00" } })).toBe("rounds.above_maximum");
  const poor = await world.player({ balance: 5_00n });
  expect(await poor.refused(tables.bet, one)).toBe("wallet.insufficient_funds");
  expect(await balanceOf(ann)).toBe(1_000_000_00n);
});

test("a member's tickets on one draw are bounded by spot, in sum, and at twenty; what was bought is answered again whatever lies", async () => {
  const ann = await world.player({ balance: 1_000_000_00n });
  const { drawId } = await opened();
  const first = await bet(drawId, { "17": "1500.00" });
  const bought = await ann.call(tables.bet, first);
  expect(await ann.refused(tables.bet, await bet(drawId, { "17": "501.00" }))).toBe("tables.above_spot");
  await ann.call(tables.bet, await bet(drawId, { "17": "500.00" }));
  for (const spot of ["red", "black"]) await ann.call(tables.bet, await bet(drawId, { [spot]: "48000.00" }));
  expect(await ann.refused(tables.bet, await bet(drawId, { odd: "2001.00" }))).toBe("tables.above_maximum");
  for (let ticket = 4; ticket < 20; ticket += 1) await ann.call(tables.bet, await bet(drawId, { even: "1.00" }));
  expect(await ann.refused(tables.bet, await bet(drawId, { even: "1.00" }))).toBe("tables.too_many");
  expect(await ann.call(tables.bet, first)).toMatchObject({ id: bought.id, stake: 1_500_00n });
  expect(await ann.refused(tables.bet, { ...first, bets: { "17": "1.00" } })).toBe("request.id_reused");
  const { list } = await ann.call(tables.mine, {});
  expect(list).toHaveLength(20);
  expect(list).toContainEqual({ id: bought.id, series: CODE, drawId, number: bought.number, stake: 1_500_00n, bets: { "17": "1500.00" }, actions: [] });
});

test("what a member may stake on a spot, and how many tickets, holds when all come at once; what is repeated at once is one ticket", async () => {
  const [ann, ben, cat] = await Promise.all([1, 2, 3].map(() => world.player({ balance: 1_000_000_00n })));
  const { drawId } = await opened();
  const atOnce = async (person: Person, bets: Record<string, string>, requestId?: string) => {
    const asked = await Promise.all(Array.from({ length: 30 }, async () => person.send(tables.bet, await bet(drawId, bets, requestId))));
    return asked.map(({ answer }) => (answer.success ? "ok" : answer.message));
  };
  // What is above a member's calls in flight is refused before anybody looks at it.
  const spots = await atOnce(ann!, { "17": "500.00" });
  expect(spots.filter((answer) => answer === "ok")).toHaveLength(4);
  expect(new Set(spots)).toContain("tables.above_spot");
  await atOnce(ben!, { even: "1.00" });
  await atOnce(ben!, { even: "1.00" });
  expect((await ben!.call(tables.mine, {})).list.length).toBeLessThanOrEqual(20);
  await atOnce(cat!, { red: "10.00" }, fresh());
  expect(await Promise.all([balanceOf(ann!), balanceOf(cat!)])).toEqual([998_000_00n, 999_990_00n]);
});

test("tickets in time are paid what the table says when the result has been shown; a late one takes nothing", async () => {
  const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  const { drawId } = await opened();
  const winning = await ann.call(tables.bet, await bet(drawId, { red: "100.00", black: "100.00", "0": "10.00" }));
  expect(winning.balance).toBe(790_00n);
  world.clock.advance(BETS_MS - 1);
  await ben.call(tables.bet, await bet(drawId, { odd: "50.00" }));
  world.clock.advance(1);
  expect(await ben.refused(tables.bet, await bet(drawId, { odd: "1.00" }))).toBe("draws.closed");
  await leader.look();
  expect(await ben.refused(tables.bet, await bet(drawId, { odd: "1.00" }))).toBe("draws.closed");
  const drawn = await pass(LOCK_MS);
  // Not before it was shown: a balance would tell what falls.
  expect(await balanceOf(ann)).toBe(790_00n);
  await pass(SPIN_MS);
  const result = drawn.result as { pocket: number };
  const pays = (bets: Record<string, string>) => rouletteTable.settle({ bets: { bets }, result }).winMinor;
  expect(await balanceOf(ann)).toBe(790_00n + pays({ red: "100.00", black: "100.00", "0": "10.00" }));
  expect(await balanceOf(ben)).toBe(950_00n + pays({ odd: "50.00" }));
  expect((await ann.call(tables.mine, {})).list).toEqual([]);
});

test("a ticket is a round of the record that anybody can compute again from the draw's seed, the chain's salt and the link", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const phase = await opened();
  const ticket = await ann.call(tables.bet, await bet(phase.drawId, { "17": "5.00", red: "20.00" }));
  expect(await ann.refused(rounds.get, { id: ticket.id })).toBe("rounds.not_found");
  await pass(BETS_MS);
  await pass(LOCK_MS);
  await pass(SPIN_MS);
  const [listed] = (await ann.call(rounds.mine, { gameCode: CODE })).list;
  const draw = { id: phase.drawId, series: CODE, number: phase.number, link: phase.link };
  expect(listed).toMatchObject({ id: ticket.id, state: "settled", stake: 25_00n, seedId: null, nonce: String(phase.link), draw });
  const got = await ann.call(rounds.get, { id: ticket.id });
  expect(got).toMatchObject({ ...listed, serverSeedHash: phase.commitment, serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const { chain } = await world.guest().call(tables.get, { series: CODE });
  expect(got.clientSeed).toBe(chain!.salt);
  const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest();
  const stream = fairStream({ hmac, serverSeed: Buffer.from(got.serverSeed!, "hex"), clientSeed: got.clientSeed, nonce: BigInt(got.nonce) });
  expect(rouletteTable.drawResult(stream)).toEqual(got.outcome);
  expect(rouletteTable.settle({ bets: got.choice as never, result: got.outcome as never }).winMinor).toBe(got.win);
  const ben = await world.player();
  expect(await ben.refused(rounds.get, { id: ticket.id })).toBe("rounds.not_found");
});

test("a void draw gives its stakes back and the next one begins; a stopped game ends with its draw and goes on when it is opened", async () => {
  const ann = await world.player({ balance: 100_00n });
  const phase = await opened();
  const ticket = await ann.call(tables.bet, await bet(phase.drawId, { red: "40.00" }));
  await world.open.platform.database.begin((tx) => voidDraw(tx, world.open.platform.keys, { id: phase.drawId, reason: "A test." }));
  expect(await ann.refused(tables.bet, await bet(phase.drawId))).toBe("draws.closed");
  const next = await pass(BETS_MS);
  expect(next).toMatchObject({ state: "open", link: phase.link + 1 });
  expect(await balanceOf(ann)).toBe(100_00n);
  expect(await ann.call(rounds.get, { id: ticket.id })).toMatchObject({ state: "void", stake: 0n, serverSeed: expect.any(String) });
  const gameId = 25;
  const setOpen = (isOpen: boolean) =>
    world.open.platform.database.begin((tx) =>
      setGamesOpen(tx, { gameIds: [gameId], scope: "game", isOpen, reason: "A test.", by: "A test", now: world.clock.now() }),
    );
  await setOpen(false);
  expect(await ann.refused(tables.bet, await bet(next.drawId))).toBe("games.closed");
  for (const durationMs of [BETS_MS, LOCK_MS, SPIN_MS, RESULT_MS]) await pass(durationMs);
  expect(await look()).toMatchObject({ drawId: next.drawId, state: "settled" });
  expect((await world.guest().call(tables.list, {})).list[0]).toMatchObject({ series: CODE, isRunning: false });
  await setOpen(true);
  await expect.poll(async () => (await pass(0)).drawId, { timeout: 5_000 }).toBeGreaterThan(next.drawId);
  expect((await look()).link).toBe(next.link + 1);
});

test("of two processes one leads a table, and the other goes on from what is stored when it is gone", async () => {
  const ann = await world.player({ balance: 100_00n });
  const sister = await openSister(world);
  const second = new TableLeader(sister.open.platform, world.open.url);
  const phase = await opened();
  await ann.call(tables.bet, await bet(phase.drawId, { even: "10.00" }));
  world.clock.advance(BETS_MS);
  await second.look();
  expect((await look()).state).toBe("open");
  await leader.look();
  expect((await look()).state).toBe("closed");
  await leader.close();
  leader = second;
  world.clock.advance(60 * SECOND_MS);
  await new Promise((wait) => setTimeout(wait, 2_100));
  for (let steps = 0; steps < 2; steps += 1) await leader.look();
  const late = (await asOwner<{ state: string }>(world.open.url, "select state from draw where id = $1", [String(phase.drawId)]))[0]!;
  expect(late.state).toBe("drawn");
  expect((await pass(SPIN_MS)).state).toBe("settled");
  await leader.close();
  await sister.close();
  leader = new TableLeader(world.open.platform, world.open.url);
});

test("what all members laid is one sum by spot, told to everybody; a table that could owe more than its bound takes no more", async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => world.player({ balance: 100_000_00n })));
  const { drawId } = await opened();
  for (const [index, person] of people.entries()) await person.call(tables.bet, await bet(drawId, { red: `${(index + 1) * 10}.00`, "17": "5.00" }));
  await expect
    .poll(async () => (await world.guest().call(tables.get, { series: CODE })).sums, { timeout: 3_000 })
    .toEqual({
      drawId,
      members: 3,
      spots: { red: "60.00", "17": "15.00" },
    });
  await asOwner(world.open.url, "insert into draw_tally values ($1, gen_random_uuid(), 1, $2, now())", [String(drawId), JSON.stringify({ "17": "138000.00" })]);
  await people[0]!.call(tables.bet, await bet(drawId, { red: "1.00" }));
  await new Promise((wait) => setTimeout(wait, 600));
  expect(await people[0]!.refused(tables.bet, await bet(drawId, { "17": "1500.00" }))).toBe("tables.full");
  await people[0]!.call(tables.bet, await bet(drawId, { "17": "1.00" }));
});

test("who asks for tickets of past draws makes no process forget what it took: the full table stays full, and its sums stay", async () => {
  const [ann, ben] = [await world.player({ balance: 100_000_00n }), await world.player({ balance: 100_000_00n })];
  await pass(BETS_MS);
  const { drawId } = await opened();
  const past = await pastDraws(70);
  const others = "insert into draw_tally values ($1, gen_random_uuid(), 1, $2, now())";
  await asOwner(world.open.url, others, [String(drawId), JSON.stringify({ "17": "135000.00" })]);
  await ann.call(tables.bet, await bet(drawId, { "17": "2000.00" }));
  const sums = async () => (await world.guest().call(tables.get, { series: CODE })).sums;
  await expect.poll(sums, { timeout: 3_000 }).toEqual({ drawId, members: 2, spots: { "17": "137000.00" } });
  for (const id of past) expect(await ben.refused(tables.bet, await bet(id, { red: "1.00" }))).toBe("draws.closed");
  expect(await ben.refused(tables.bet, await bet(drawId, { "17": "1900.00" }))).toBe("tables.full");
  await ben.call(tables.bet, await bet(drawId, { "17": "1.00" }));
  await expect.poll(sums, { timeout: 3_000 }).toEqual({ drawId, members: 3, spots: { "17": "137001.00" } });
});

test("the room of a ticket whose outcome is unknown is kept, for it may stand; one that was refused gives it back", async () => {
  const ann = await world.player({ balance: 100_000_00n });
  await pass(BETS_MS);
  const { drawId } = await opened();
  const { database, ledger, config } = world.open.platform;
  const stakes = new OpenStakes(world.open.platform);
  const others = "insert into draw_tally values ($1, gen_random_uuid(), 1, $2, now())";
  await asOwner(world.open.url, others, [String(drawId), JSON.stringify({ "17": "137000.00" })]);
  const buy = async (code: ErrorCode | undefined, bets: Record<string, string>) => {
    const post = () => Promise.reject(new Refusal(code!));
    const asked = code === undefined ? ledger : ({ post } as unknown as Ledger);
    const bettor = { db: database.db, ledger: asked, stakes, pack: packs[config.pack], now: world.clock.now(), accountId: ann.id };
    return codeOf(buyTicket({ ...bettor, standing: openStanding, isAbroad: false, session: "a test" }, await bet(drawId, bets)));
  };
  // 68,000.00 are left: each of these takes 36,000.00 of it.
  expect(await buy("server.busy", { "17": "1000.00" })).toBe("server.busy");
  expect(await buy("server.pending", { "17": "1000.00" })).toBe("server.pending");
  expect(await buy(undefined, { "17": "1000.00" })).toBe("tables.full");
  expect(await buy(undefined, { "17": "500.00" })).toBe("played");
});

/** Draws of the table's game that are over, in a series of their own. */
const pastDraws = (count: number): Promise<bigint[]> =>
  world.open.platform.database.begin(async (tx) => {
    const [{ keys }, now] = [world.open.platform, world.clock.now()];
    const [opensAt, closesAt] = [new Date(now.getTime() - 2 * SECOND_MS), new Date(now.getTime() - SECOND_MS)];
    const chainId = await makeChain(tx, keys, { series: "PAST", length: count, now });
    await saltChain(tx, { chainId, salt: ownSalt(), source: "a test", now });
    const ids: bigint[] = [];
    for (let number = 1; number <= count; number += 1) {
      const times = { opensAt, closesAt, drawsAt: closesAt };
      ids.push(await scheduleDraw(tx, keys, { series: "PAST", number: String(number), gameId: 25, memberMax: 100n, ...times }));
      await voidDraw(tx, keys, { id: ids.at(-1)!, reason: "A test." });
    }
    return ids;
  });

test("what officers let a member stake at a table holds for all their tickets of a draw", async () => {
  const [ann, officer] = await Promise.all([world.player({ balance: 1_000_00n }), world.operator("risk")]);
  await officer.call(house.setStakes, { gameCode: CODE, stakeMin: null, stakeMax: 50_00n, reason: "tried by a test" });
  await soon(async () => expect(await ann.call(games.room, { gameCode: CODE })).toMatchObject({ stakeMax: 50_00n }));
  const { drawId } = await opened();
  await ann.call(tables.bet, await bet(drawId, { red: "30.00" }));
  expect(await ann.refusal(tables.bet, await bet(drawId, { black: "21.00" }))).toMatchObject({ code: "rounds.above_maximum", values: { maximum: "50.00" } });
  await ann.call(tables.bet, await bet(drawId, { black: "20.00" }));
  expect(await ann.refused(tables.bet, await bet(drawId, { odd: "1.00" }))).toBe("rounds.above_maximum");
  expect(await ann.call(tables.get, { series: CODE })).toMatchObject({ memberMax: 50_00n });
});

test("a table says what its tickets may come to: two of a flight, one of blackjack, and elsewhere the house's bound", async () => {
  const guest = world.guest();
  const told = async (series: string) => (await guest.call(tables.get, { series })).memberMax;
  const most = async (gameCode: string) => (await guest.call(games.room, { gameCode })).stakeMax;
  expect(await told("CRASH_1")).toBe(2n * (await most("CRASH_1")));
  expect(await told("BLACKJACK_1")).toBe(await most("BLACKJACK_1"));
  expect(await told("BACCARAT_1")).toBe(100_000_00n);
});
