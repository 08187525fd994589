import { createHash } from "node:crypto";
import { draws } from "@laro/contract/draws";
import { games } from "@laro/contract/games";
import { lottery } from "@laro/contract/lottery";
import { messages } from "@laro/contract/messages";
import { rounds } from "@laro/contract/rounds";
import { tickets } from "@laro/contract/tickets";
import { wallet } from "@laro/contract/wallet";
import { fairStream } from "@laro/engines/fair";
import { findLottery, lotteries } from "@laro/engines/registry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hmacSha256 } from "../../platform/hmac.ts";
import { rootOf } from "../../core/draws/merkle.ts";
import { climbTicket, comeBack, leadLotteries, openDraws, passUntil, slipOf } from "../../testing/lotteries.ts";
import type { Person } from "../../testing/person.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { LotteryLeader } from "./lottery.leader.ts";

const CODE = "PH_3D";
const MINUTE = "K3";
const MINUTE_MS = 60_000;

let world: World;
let leader: ReturnType<typeof leadLotteries>;
beforeAll(async () => {
  world = await createWorld();
  leader = leadLotteries(world);
  await leader.look();
});
afterAll(async () => {
  await leader.close();
  await world.close();
});

const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
const sha256 = (hex: string): string => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

test("every lottery has draws ahead: of days for a week, of minutes for three; each by the clock of its own place [CALL-48]", async () => {
  const { list } = await world.guest().call(lottery.menus, {});
  expect(list.map(({ prizeMode, area, games: shown }) => [prizeMode, area, shown.map(({ gameCode }) => gameCode)])).toEqual([
    ["ZY", "PH", ["PH_2D", "PH_3D", "PH_4D"]],
    ["ZY", "VN", ["VN_SOUTH", "VN_CENTRAL", "VN_NORTH"]],
    ["ELOTT", "PH", ["PK10", "PK10_5", "K3", "SSC", "SSC_5", "C11X5", "LUCKY28"]],
    ["SEA", "SEA", ["SEA_4D", "SEA_5D"]],
  ]);
  const tileOf = (code: string) => list.flatMap(({ games: shown }) => shown).find(({ gameCode }) => gameCode === code)!;
  // The world begins on Monday, 5 October 2026, at noon in Manila.
  expect(tileOf("PH_3D")).toMatchObject({ number: "20261005-0002", closesAt: "2026-10-05T07:20:00.000Z", drawsAt: "2026-10-05T07:30:00.000Z", unitMin: 1_00n });
  expect(tileOf("VN_SOUTH")).toMatchObject({ number: "20261005-0001", drawsAt: "2026-10-05T08:45:00.000Z", vassalage: "TCG_LOTTO_VN" });
  expect(tileOf("K3")).toMatchObject({ number: "20261005-0722", closesAt: "2026-10-05T04:00:55.000Z", drawsAt: "2026-10-05T04:01:00.000Z" });
  expect(tileOf("SSC_5")).toMatchObject({ number: "20261005-0146", drawsAt: "2026-10-05T04:05:00.000Z" });
  expect((await openDraws(world, "PH_4D")).map(({ number }) => number)).toEqual(["20261005-0001", "20261007-0001", "20261009-0001"]);
  expect(await openDraws(world, CODE)).toHaveLength(21);
  expect(await openDraws(world, MINUTE)).toHaveLength(3);
  expect(await world.guest().refused(lottery.draws, { gameCode: "DICE" })).toBe("games.not_found");
});

test("the lobby takes the seven of the specification and the four prize modes, and leads back to pages of this site only [CALL-47, ENTITY-55, GAME-25]", async () => {
  const ann = await world.player({ balance: 0n });
  const asked = { lottoArea: "VN", launchMode: "LOTT", gameCode: "VN_NORTH", device: "WEB", backUrl: "/lott?from=menu", language: "EN" } as const;
  expect(await world.guest().refused(lottery.lobby, asked)).toBe("sessions.required");
  const opened = await ann.call(lottery.lobby, { ...asked, prizeMode: "ZY" });
  expect(opened).toMatchObject({ route: "/vnLottery?gameCode=VN_NORTH", backUrl: "/lott?from=menu" });
  expect(opened.list.map(({ gameCode }) => gameCode)).toContain("VN_NORTH");
  const counts = { LOTT: 0, ZY: 6, ELOTT: 7, SEA: 2 } as const;
  for (const prizeMode of ["LOTT", "ZY", "ELOTT", "SEA"] as const)
    expect((await ann.call(lottery.lobby, { prizeMode })).list, prizeMode).toHaveLength(counts[prizeMode]);
  expect((await ann.call(lottery.lobby, { gameCode: "SEA_4D" })).route).toBe("/seaLottery?gameCode=SEA_4D");
  for (const backUrl of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/a b", "evil", "/\u0001"])
    expect(await ann.refused(lottery.lobby, { ...asked, backUrl }), backUrl).toBe("lottery.back_url_foreign");
  expect(await ann.refused(lottery.lobby, { gameCode: "DICE" })).toBe("games.not_found");
});

test("a lottery that is opened as a game leads to its page", async () => {
  const ann = await world.player({ balance: 0n });
  const { list } = await world.guest().call(games.list, { gameType: "LOTT" });
  expect(list.map(({ gameCode }) => gameCode).sort()).toEqual(
    Object.entries(lotteries)
      .flatMap(([code, { gameType }]) => (gameType === "LOTT" ? [code] : []))
      .sort(),
  );
  const routes = await Promise.all(
    ["PH_2D", "SEA_5D", "VN_SOUTH"].map((code) => ann.call(games.launch, { nodeId: list.find(({ gameCode }) => gameCode === code)!.nodeId })),
  );
  expect(routes.map(({ route }) => route)).toEqual(["/lottery?gameCode=PH_2D", "/seaLottery?gameCode=SEA_5D", "/vnLottery?gameCode=VN_SOUTH"]);
});

test("tickets are sealed, drawn and paid: the root stands before the seed, the result is what anybody computes, and each ticket leads to the root [CALL-49, CALL-50]", async () => {
  const [ann, ben] = [await world.player({ balance: 10_000_00n }), await world.player({ balance: 100_00n })];
  const [draw, later] = await openDraws(world, CODE);
  const { drawId, number } = draw!;
  const all = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`straight:${String(n).padStart(3, "0").split("").join("-")}`, "2.00"]));
  const bought = [];
  for (let ten = 0; ten < 10; ten += 1) {
    const bets = Object.fromEntries(Object.entries(all).map(([spot, unit]) => [spot.replace(":0", `:${ten}`), unit]));
    bought.push(await ann.call(tickets.buy, slipOf(CODE, drawId, bets)));
  }
  const bens = await ben.call(tickets.buy, slipOf(CODE, later!.drawId, { "rambol:1-2-3": "5.00" }));
  expect(bens).toMatchObject({ number: later!.number, stake: 5_00n, balance: 95_00n });
  const promises = (await world.guest().call(draws.list, { series: CODE, limit: 100 })).list;
  expect(promises.filter(({ commitment }) => commitment !== null)).toHaveLength(1);
  expect(promises.every(({ seed, ticketsRoot }) => seed === null && ticketsRoot === null)).toBe(true);
  expect(await world.guest().refused(tickets.leaves, { gameCode: CODE, number })).toBe("draws.selling");
  expect((await ann.call(tickets.get, { ticketId: bought[0]!.ticketId })).proof).toBeNull();
  expect(await ben.refused(tickets.get, { ticketId: bought[0]!.ticketId })).toBe("tickets.not_found");

  passUntil(world, draw!.closesAt);
  await Promise.all([ann, ben].map(comeBack));
  expect(await ann.refused(tickets.buy, slipOf(CODE, drawId, { "straight:1-2-3": "1.00" }))).toBe("draws.closed");
  await leader.look();
  const closed = await world.guest().call(draws.get, { series: CODE, number });
  expect(closed).toMatchObject({ state: "closed", seed: null, result: null, ticketsRoot: expect.stringMatching(/^[0-9a-f]{64}$/) });
  passUntil(world, draw!.drawsAt);
  await leader.look();

  const drawn = await world.guest().call(draws.get, { series: CODE, number });
  expect(drawn).toMatchObject({ state: "settled", ticketsRoot: closed.ticketsRoot });
  expect(sha256(drawn.seed!)).toBe(drawn.commitment);
  const stream = fairStream({ hmac: hmacSha256, serverSeed: Buffer.from(drawn.seed!, "hex"), clientSeed: drawn.salt, nonce: BigInt(drawn.link) });
  expect(findLottery(CODE)!.drawResult(stream)).toEqual(drawn.result);
  expect(await world.guest().call(draws.get, { series: CODE, number: later!.number })).toMatchObject({ commitment: drawn.seed, seed: null });

  // All thousand numbers cost ₱2,000 and one of them wins.
  expect(await balanceOf(ann)).toBe(10_000_00n - 2_000_00n + 2n * 880_00n);
  const { list } = await ann.call(lottery.recent, { gameCode: CODE });
  expect(list).toHaveLength(10);
  expect(list.map(({ ticketId }) => ticketId)).toEqual(
    bought
      .map(({ ticketId }) => ticketId)
      .sort()
      .reverse(),
  );
  expect(list.filter(({ win }) => win === 1_760_00n)).toHaveLength(1);
  expect(list.every(({ state, result }) => state === "settled" && JSON.stringify(result) === JSON.stringify(drawn.result))).toBe(true);
  const page = await ann.call(lottery.recent, { limit: 4 });
  expect((await ann.call(lottery.recent, { limit: 100, cursor: page.next! })).list).toHaveLength(6);
  expect((await ann.call(tickets.list, { state: "open" })).list).toEqual([]);
  expect((await ben.call(tickets.list, { state: "open" })).list).toMatchObject([{ ticketId: bens.ticketId, win: null, state: "open" }]);
  expect((await ben.call(tickets.list, { state: "over" })).list).toEqual([]);

  for (const { ticketId } of bought) expect(await climbTicket(ann, ticketId)).toBe(drawn.ticketsRoot);
  const leaves = await world.guest().call(tickets.leaves, { gameCode: CODE, number, limit: 3 });
  const more = await world.guest().call(tickets.leaves, { gameCode: CODE, number, cursor: leaves.next! });
  // A place and no ticket's id, which would let others try picks until one gives the leaf.
  expect(leaves).toMatchObject({ root: drawn.ticketsRoot, size: 10, next: "3" });
  expect(more.next).toBeNull();
  for (const cursor of ["10", "999999999999999999", bought[0]!.ticketId])
    expect((await world.guest().call(tickets.leaves, { gameCode: CODE, number, cursor })).list, cursor).toEqual([...leaves.list, ...more.list]);
  const hashes = [...leaves.list, ...more.list].map((leaf) => Buffer.from(leaf, "hex"));
  expect((await rootOf(hashes)).toString("hex")).toBe(drawn.ticketsRoot);

  world.clock.advance(1_000);
  const results = await world.guest().call(lottery.opened, { gameCode: CODE });
  expect(results.list).toEqual([{ number, drawnAt: drawn.drawnAt, result: drawn.result, resultVersion: 1 }]);
  expect(results.next).toMatchObject({ drawId: later!.drawId, number: later!.number });
  const tiles = (await world.guest().call(lottery.menus, {})).list.flatMap(({ games: shown }) => shown);
  expect(tiles.find(({ gameCode }) => gameCode === CODE)!.last).toEqual({ number, result: drawn.result });
  expect(tiles.find(({ gameCode }) => gameCode === "SEA_5D")!.last).toBeNull();
  expect((await world.guest().call(lottery.opened, { gameCode: CODE, day: "2026-10-05" })).list).toHaveLength(1);
  expect((await world.guest().call(lottery.opened, { gameCode: CODE, day: "2026-10-04" })).list).toEqual([]);

  await world.work();
  await world.work();
  expect((await ann.call(messages.mine, {})).list).toContainEqual(
    expect.objectContaining({ template: "ticketWon", values: expect.arrayContaining(["1,760.00"]) }),
  );
  expect((await ann.call(rounds.mine, {})).list).toHaveLength(10);
  expect(await world.audit()).toEqual([]);
});

test("draws of every minute go on by the clock, and a leader that comes late draws late and in the order of the chain", async () => {
  passUntil(world, "2026-10-05T09:00:10.000Z");
  const ann = await world.player({ balance: 1_000_00n });
  await leader.look();
  const ahead = await openDraws(world, MINUTE);
  for (const { drawId } of ahead) await ann.call(tickets.buy, slipOf(MINUTE, drawId, { "side:big": "10.00", "side:small": "10.00" }));
  passUntil(world, ahead[2]!.drawsAt, 10 * MINUTE_MS);
  await leader.look();
  await leader.look();
  const { list } = await ann.call(lottery.recent, { gameCode: MINUTE });
  expect(list.every(({ state, win }) => state === "settled" && (win === 19_40n || win === 0n))).toBe(true);
  const after = await openDraws(world, MINUTE);
  expect(after).toHaveLength(3);
  expect(after[0]!.closesAt > world.clock.now().toISOString()).toBe(true);
  const { list: drawnOnes } = await world.guest().call(draws.list, { series: MINUTE, limit: 20 });
  const links = drawnOnes.map(({ link }) => link);
  expect(links).toEqual(links.map((_, at) => links[0]! - at));
  expect(await world.audit()).toEqual([]);
});

test("a look that fails, as while the database is away, ends nothing: the next one goes on", async () => {
  const { platform, url } = world.open;
  let isAway = true;
  const now = (): Date => {
    if (isAway) throw new Error("away");
    return platform.clock.now();
  };
  const other = new LotteryLeader({ ...platform, clock: { now } }, url, { only: ["SSC_5"] });
  await expect(other.look()).resolves.toBeUndefined();
  isAway = false;
  world.clock.advance(60 * MINUTE_MS);
  expect(await openDraws(world, "SSC_5")).toEqual([]);
  await other.look();
  // What everybody asks is answered from memory until it is told that it is stale.
  await soon(async () => expect((await openDraws(world, "SSC_5")).length).toBeGreaterThan(0));
  await other.close();
});
