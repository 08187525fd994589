import { createHash, createHmac, randomBytes } from "node:crypto";
import { points } from "@laro/contract/points";
import { prizeDraws } from "@laro/contract/prizeDraws";
import { protection } from "@laro/contract/protection";
import { settings } from "@laro/contract/settings";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { giveMonthsTickets } from "./prizeDraws.months.ts";
import { sealWaiting } from "./prizeDraws.seals.ts";
import { type Cause, giveTickets } from "./prizeDraws.ts";
import { verifyStops } from "./prizeDraws.verify.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;
const wheel = { draw: "wheel" } as const;

const give = (member: Member, ...causes: readonly Cause[]): Promise<void> =>
  world.open.platform.database.begin((tx) =>
    giveTickets(
      tx,
      causes.map((cause) => ({ ...cause, accountId: member.id })),
      { keys: world.open.platform.keys, now: world.clock.now() },
    ),
  );

async function withTicket(): Promise<{ ann: Member; ticketId: string; serverSeedHash: string }> {
  const ann = await world.player();
  await give(ann, { level: 1 });
  const [ticket] = (await ann.call(prizeDraws.tickets, wheel)).list;
  return { ann, ticketId: ticket!.id, serverSeedHash: ticket!.serverSeedHash };
}

const turn = (ticketId: string) => ({ requestId: newId(world.clock.now()), ticketId, clientSeed: randomBytes(16).toString("hex") });
const pointsOf = async (member: Member): Promise<number> => (await member.call(points.balance, {})).pointsBalance;

test("another's ticket looks like none, and a trial account and a guest draw nothing", async () => {
  const { ticketId } = await withTicket();
  const ben = await world.player();
  expect(await ben.refused(prizeDraws.draw, turn(ticketId))).toBe("prizeDraws.ticket_not_found");
  expect(await ben.refused(prizeDraws.draw, turn(newId(world.clock.now())))).toBe("prizeDraws.ticket_not_found");
  expect(await (await world.member({ type: accountTypes.trial })).refused(prizeDraws.draw, turn(ticketId))).toBe("sessions.real_account_needed");
  expect(await world.guest().refused(prizeDraws.draw, turn(ticketId))).toBe("sessions.required");
});

test.each(["", "0".repeat(31), "0".repeat(33), "G".repeat(32), "A".repeat(32)])("the client seed %j is refused and the ticket waits", async (clientSeed) => {
  const { ann, ticketId } = await withTicket();
  const { status, answer } = await ann.request("POST", "/api/prizeDraws.draw", JSON.stringify({ ...turn(ticketId), clientSeed }));
  expect([status, answer]).toMatchObject([400, { message: "request.invalid", value: { field: "clientSeed" } }]);
  expect((await ann.call(prizeDraws.tickets, wheel)).count).toBe(1);
});

test("of thirty draws of one ticket at once one draws, and its points are given once", async () => {
  const { ann, ticketId } = await withTicket();
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => ann.call(prizeDraws.draw, turn(ticketId))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [drawn] = (await ann.call(prizeDraws.drawn, wheel)).list;
  expect(await pointsOf(ann)).toBe(drawn!.points);
  expect(await ann.refused(prizeDraws.draw, turn(ticketId))).toBe("prizeDraws.ticket_used");
});

test("a repeated request answers the first draw, and with another seed it is refused", async () => {
  const { ann, ticketId } = await withTicket();
  const asked = turn(ticketId);
  const first = await ann.call(prizeDraws.draw, asked);
  expect(await ann.call(prizeDraws.draw, asked)).toEqual(first);
  expect(await ann.refused(prizeDraws.draw, { ...asked, clientSeed: "0".repeat(32) })).toBe("request.id_reused");
  expect(await pointsOf(ann)).toBe(first.points);
});

test("the seed is the one whose hash was shown before, and where the wheel stops follows from both seeds by other code [PROMO-05]", async () => {
  const { ann, ticketId, serverSeedHash } = await withTicket();
  const { slices, weights, version } = await world.guest().call(prizeDraws.wheel, {});
  const drawn = await ann.call(prizeDraws.draw, turn(ticketId));
  const seed = Buffer.from(drawn.serverSeed, "hex");
  expect(createHash("sha256").update(seed).digest("hex")).toBe(serverSeedHash);
  const value = createHmac("sha256", seed).update(`${drawn.clientSeed}:0:0`).digest().readUInt32BE(0);
  // One draw in seven million would be thrown away for the next four bytes.
  expect([drawn.stop, drawn.version]).toEqual([value % weights, version]);
  let left = drawn.stop;
  expect(drawn.points).toBe(slices.find(({ weight }) => (left -= weight) < 0)!.points);
  expect(await pointsOf(ann)).toBe(drawn.points);
});

test("neither an answer nor the database says a seed before its ticket is drawn", async () => {
  const { ann, ticketId } = await withTicket();
  const [row] = await asOwner<{ row: string }>(world.open.url, "select to_jsonb(t)::text as row from prize_ticket t where account_id = $1", [ann.id]);
  const said = JSON.stringify([await ann.call(prizeDraws.tickets, wheel), await ann.call(prizeDraws.drawn, wheel)]);
  const { serverSeed } = await ann.call(prizeDraws.draw, turn(ticketId));
  for (const before of [row!.row, said]) expect(before).not.toContain(serverSeed);
});

test("a ticket from before seeds were sealed is sealed by the job, keeps its promise, and is drawn from the seed it had", async () => {
  const { ann, ticketId } = await withTicket();
  const { url, platform } = world.open;
  const seed = randomBytes(32);
  const plant = "update prize_ticket set seed_sealed = null, server_seed = $2, server_seed_hash = sha256($2) where id = $1";
  await asOwner(url, plant, [ticketId, seed]);
  await Promise.all([sealWaiting(platform), sealWaiting(platform)]);
  const kept = await asOwner<{ isOpen: boolean; isSealed: boolean }>(
    url,
    `select server_seed is not null as "isOpen", seed_sealed is not null as "isSealed" from prize_ticket where id = $1`,
    [ticketId],
  );
  expect(kept).toEqual([{ isOpen: false, isSealed: true }]);
  expect((await ann.call(prizeDraws.draw, turn(ticketId))).serverSeed).toBe(seed.toString("hex"));
});

test("a run of the job seals so many tickets and leaves the others to the next", async () => {
  const { url, platform } = world.open;
  const ann = await world.player();
  await give(ann, { level: 1 }, { level: 2 }, { level: 3 });
  const seed = randomBytes(32);
  const plant = "update prize_ticket set seed_sealed = null, server_seed = $2, server_seed_hash = sha256($2) where account_id = $1";
  await asOwner(url, plant, [ann.id, seed]);
  for (const left of [1, 0]) {
    await sealWaiting(platform, { atMost: 2 });
    expect(await asOwner(url, "select count(*)::int as left from prize_ticket where account_id = $1 and seed_sealed is null", [ann.id])).toEqual([{ left }]);
  }
});

test("the services' role changes neither what a ticket was given for nor what came of it", async () => {
  const { ann, ticketId } = await withTicket();
  const asServer = (change: string) => asOwner(world.open.url, `set role laro_app; update prize_ticket set ${change} where id = '${ticketId}'`);
  for (const change of ["version = 2", "server_seed_hash = sha256('')", "account_id = 1", "level = 2", "at = now()"])
    await expect(asServer(change)).rejects.toThrow(/permission denied/);
  await ann.call(prizeDraws.draw, turn(ticketId));
  for (const change of ["points = 5000", "client_seed = repeat('0', 32)", "stop = 0", "drawn_at = now()"])
    await expect(asServer(change)).rejects.toThrow(/a ticket is drawn once/);
});

test("a ticket whose stop or points do not follow from its seeds is found when all are drawn again", async () => {
  const { ann, ticketId } = await withTicket();
  const { stop } = await ann.call(prizeDraws.draw, turn(ticketId));
  const { open } = world;
  const rewrite = (set: string) => asOwner(open.url, `set session_replication_role = replica; update prize_ticket set ${set} where id = '${ticketId}'`);
  const findWrong = async () => (await verifyStops(open.platform.database.db)).wrong;
  expect(await findWrong()).toEqual([]);
  await rewrite(`stop = ${stop === 0 ? 1 : 0}`);
  expect(await findWrong()).toEqual([ticketId]);
  await rewrite(`stop = ${stop}, points = points + 1`);
  expect(await findWrong()).toEqual([ticketId]);
  await rewrite("points = points - 1");
});

test("while points are switched off nothing is drawn, whatever it would have won", async () => {
  const { ann, ticketId } = await withTicket();
  const admin = await world.operator("superadmin");
  const setPoints = (enabled: boolean) => admin.call(settings.setFlag, { modId: "pointsSystem", enabled, reason: "seen by the owner" });
  await setPoints(false);
  expect(await ann.refused(prizeDraws.draw, turn(ticketId))).toBe("points.closed");
  await setPoints(true);
  expect((await ann.call(prizeDraws.tickets, wheel)).count).toBe(1);
});

test("who takes a break draws nothing, and the ticket waits until it is over", async () => {
  const { ann, ticketId } = await withTicket();
  await ann.call(protection.takeBreak, { period: "24h" });
  expect(await ann.refused(prizeDraws.draw, turn(ticketId))).toBe("rewards.closed");
  expect((await ann.call(prizeDraws.tickets, wheel)).count).toBe(1);
});

test("with the feature off nothing is drawn and no ticket is lost", async () => {
  const { ann, ticketId } = await withTicket();
  const admin = await world.operator("superadmin");
  const setVip = (enabled: boolean) => admin.call(settings.setFlag, { modId: "vip", enabled, reason: "seen by the owner" });
  await setVip(false);
  for (const [endpoint, input] of [
    [prizeDraws.tickets, wheel],
    [prizeDraws.drawn, wheel],
    [prizeDraws.draw, turn(ticketId)],
  ] as const)
    expect(await ann.refused(endpoint as typeof prizeDraws.draw, input as ReturnType<typeof turn>)).toBe("vip.closed");
  await setVip(true);
  expect((await ann.call(prizeDraws.tickets, wheel)).list.map(({ id }) => id)).toEqual([ticketId]);
});

test("a level and a month give one ticket each, however often they are given", async () => {
  const ann = await world.player();
  for (let times = 0; times < 3; times += 1) await give(ann, { level: 1 }, { level: 2 }, { month: "2026-11-01" });
  const { count, list } = await ann.call(prizeDraws.tickets, wheel);
  expect([count, list.map(({ cause, level }) => [cause, level])]).toEqual([
    3,
    [
      ["level", 1],
      ["level", 2],
      ["month", 0],
    ],
  ]);
  expect(new Set(list.map(({ serverSeedHash }) => serverSeedHash)).size).toBe(3);
});

test("a month gives its ticket to whoever had a level when it began, once, and to nobody else", async () => {
  const [old, fresh, none] = [await world.player(), await world.player(), await world.player()];
  const reached = (member: Member, day: string) =>
    asOwner(
      world.open.url,
      `with m as (insert into vip_member (account_id, level) values ($1, 1)) insert into vip_level_up (account_id, level, day, at) values ($1, 1, $2::date, $3)`,
      [member.id, day, world.clock.now()],
    );
  await reached(old, "2020-01-31");
  await reached(fresh, new Date(world.clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10));
  const giveNow = () => giveMonthsTickets(world.open.platform, world.clock.now());
  await Promise.all([giveNow(), giveNow(), giveNow()]);
  await giveNow();
  const counts = await Promise.all([old, fresh, none].map(async (member) => (await member.call(prizeDraws.tickets, wheel)).count));
  expect(counts).toEqual([1, 0, 0]);
});
