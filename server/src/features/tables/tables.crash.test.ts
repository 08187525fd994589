import { createHash, createHmac } from "node:crypto";
import { protection } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import { draws } from "@laro/contract/draws";
import { games } from "@laro/contract/games";
import { tables } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { fairStream } from "@laro/engines/fair";
import { crashTable, LONGEST_MS, reachedMs, valueAt } from "@laro/engines/tables/crash";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { foresee } from "../../core/draws/flight.ts";
import { drawResult, findDraw, voidDraw } from "../../core/draws/draws.ts";
import { getBalances, getWalletId } from "../../core/wallet/wallet.ts";
import { newId } from "../../platform/ids.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { openSister } from "../../testing/sister.ts";
import { foreseeFlight } from "../../testing/tables.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { TableLeader } from "./tables.leader.ts";

const CODE = "CRASH_1";
const SECOND_MS = 1_000;
const [BETS_MS, GRACE_MS, RESULT_MS] = [7 * SECOND_MS, 2 * SECOND_MS, SECOND_MS];
const END = "1000000";

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
const read = () => world.guest().call(tables.get, { series: CODE });
const look = async () => (await read()).phase!;
const pass = async (durationMs: number) => {
  world.clock.advance(durationMs);
  await leader.look();
  return look();
};
const bet = (drawId: bigint, bets: Record<string, unknown> = { [END]: "10.00" }) => ({ requestId: fresh(), series: CODE, drawId, bets });
const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
const db = () => world.open.platform.database.db;
/** What the server alone knows of a draw that flies. */
const foreseen = async (drawId: bigint) => {
  const draw = (await findDraw(db(), drawId))!;
  const { result, endsAt } = await foresee(db(), world.open.platform.keys, draw);
  return { point: (result as { point: number }).point, lastsMs: endsAt.getTime() - draw.actsAt!.getTime() };
};

/** Goes on until a draw has just opened. */
async function opened() {
  await leader.look();
  for (let steps = 0; steps < 400; steps += 1) {
    const { phase } = await read();
    // Of many tables each makes its chain first, and one that had to wait for it too long is asked again.
    if (phase === null) {
      await new Promise((wait) => setTimeout(wait, 500));
      await leader.look();
      continue;
    }
    if (phase.state === "open" && phase.opensAt === world.clock.now().toISOString()) return phase;
    await pass(phase.state === "acting" ? 160 * SECOND_MS : phase.state === "drawn" ? GRACE_MS : SECOND_MS);
  }
  throw new Error("No draw opened.");
}

const fly = async () => {
  await pass(BETS_MS);
  return pass(0);
};

/** Goes on to a draw whose flight lasts longer than that and ends below the highest multiple, which pays every ticket; lets `lay` buy into it, and lets it fly. */
async function flying<Laid>({ forMs }: { forMs: number }, lay: (drawId: bigint) => Promise<Laid>) {
  for (let flights = 0; flights < 60; flights += 1) {
    const { drawId } = await opened();
    const lastsMs = await foreseeFlight(world, CODE);
    if (lastsMs <= forMs || lastsMs >= LONGEST_MS) {
      await fly();
      continue;
    }
    const laid = await lay(drawId);
    return { phase: await fly(), drawId, laid, ...(await foreseen(drawId)) };
  }
  throw new Error("No flight was long enough.");
}

test("a flight is told from its beginning, and nothing before the crash tells its point; then its seed hashes to the promise and leads to the point", async () => {
  const ann = await world.player({ balance: 10_000_00n });
  const { phase, drawId, point, lastsMs } = await flying({ forMs: 3 * SECOND_MS }, (id) => ann.call(tables.bet, bet(id)));
  expect(phase).toMatchObject({ state: "acting", actsAt: world.clock.now().toISOString(), seed: null, result: null, shownAt: null, nextAt: null });
  const stored = async () =>
    (await asOwner<{ row: string }>(world.open.url, "select row_to_json(d)::text as row from draw d where id = $1", [String(drawId)]))[0]!.row;
  expect(JSON.parse(await stored())).toMatchObject({ state: "acting", seed: null, result: null, drawn_at: null });
  // What everybody may look up about draws shows no more, and officers who stop the game see that it is not over.
  expect((await world.guest().call(draws.list, { series: CODE })).list[0]).toMatchObject({ state: "acting", seed: null, result: null });
  const switched = (await (await world.operator("superadmin")).call(games.switches, {})).list.find(({ gameCode }) => gameCode === CODE);
  expect(switched).toMatchObject({ openRounds: 1 });
  const early = await world.open.platform.database.begin((tx) => drawResult(tx, world.open.platform.keys, { id: drawId, now: world.clock.now() }));
  expect(early).toBeUndefined();
  await expect(
    world.open.platform.database.begin((tx) => voidDraw(tx, world.open.platform.keys, { id: drawId, reason: "It flies too far." })),
  ).rejects.toMatchObject({ code: "draws.over" });
  expect(await pass(lastsMs - 1)).toEqual({ ...phase, at: world.clock.now().toISOString() });
  const drawn = await pass(1);
  expect(drawn).toMatchObject({ state: "drawn", result: { point }, actsAt: phase.actsAt });
  expect(createHash("sha256").update(Buffer.from(drawn.seed!, "hex")).digest("hex")).toBe(phase.commitment);
  const { chain } = await read();
  const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest();
  const stream = fairStream({ hmac, serverSeed: Buffer.from(drawn.seed!, "hex"), clientSeed: chain!.salt, nonce: BigInt(drawn.link) });
  expect(crashTable.drawResult(stream)).toEqual(drawn.result);
  expect((await pass(GRACE_MS - 1)).state).toBe("drawn");
  expect((await pass(1)).state).toBe("settled");
  expect(await pass(RESULT_MS)).toMatchObject({ state: "open", link: drawn.link + 1 });
});

test("a ticket is refused off its rules; a member has two on a draw, and a table that could owe more than its bound takes no more", async () => {
  const ann = await world.player({ balance: 100_000_00n });
  const { drawId } = await opened();
  for (const bets of [{}, { red: "1.00" }, { "100": "1.00" }, { "1000001": "1.00" }, { "200": "1.00", "300": "1.00" }, { "200": "0.50" }])
    expect(await ann.refusal(tables.bet, bet(drawId, bets))).toMatchObject({ code: "rounds.choice_invalid", values: { field: "bets" } });
  expect(await ann.refused(tables.bet, bet(drawId, { "200": "201.00" }))).toBe("rounds.above_maximum");
  await ann.call(tables.bet, bet(drawId, { "200": "200.00" }));
  await ann.call(tables.bet, bet(drawId, { [END]: "200.00" }));
  expect(await ann.refusal(tables.bet, bet(drawId))).toMatchObject({ code: "tables.too_many", values: { count: "2" } });
  // 5,000,000.00 at most: two million and four hundred are owed by now.
  const [ben, cat] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  await ben.call(tables.bet, bet(drawId, { [END]: "200.00" }));
  expect(await cat.refused(tables.bet, bet(drawId, { [END]: "100.00" }))).toBe("tables.full");
  await cat.call(tables.bet, bet(drawId, { "1000": "100.00" }));
  await expect.poll(async () => (await read()).sums, { timeout: 3_000 }).toEqual({ drawId, members: 3, spots: { all: "700.00" } });
  await flying({ forMs: 0 }, async () => undefined);
});

test("of what the others left of the bound one member takes seven tenths at most: two do not fill the table, and ordinary tickets find room beside them", async () => {
  const member = () => world.player({ balance: 1_000_00n });
  const [ann, ben, cat, dan] = [await member(), await member(), await member(), await member()];
  const { drawId } = await opened();
  await ann.call(tables.bet, bet(drawId, { [END]: "200.00" }));
  expect(await ann.refused(tables.bet, bet(drawId, { [END]: "151.00" }))).toBe("tables.full");
  await ann.call(tables.bet, bet(drawId, { [END]: "150.00" }));
  expect(await ben.refused(tables.bet, bet(drawId, { [END]: "106.00" }))).toBe("tables.full");
  await ben.call(tables.bet, bet(drawId, { [END]: "105.00" }));
  expect(await ben.refused(tables.bet, bet(drawId, { [END]: "1.00" }))).toBe("tables.full");
  await cat.call(tables.bet, bet(drawId, { "2000": "200.00" }));
  await dan.call(tables.bet, bet(drawId, { [END]: "20.00" }));
  await flying({ forMs: 0 }, async () => undefined);
});

test("a round that is no ticket cannot be cashed out, though it says nothing of itself, as a vendor's does", async () => {
  const ann = await world.player({ balance: 100_00n });
  const walletId = await getWalletId(db(), { accountId: ann.id, kind: "main" });
  const bought = { ref: newId(world.clock.now()), walletId, contra: -1n, kind: "bet", debitMinor: 1_00n, creditMinor: 0n, digest: 0n } as const;
  const { roundId } = await world.open.platform.ledger.post({ ...bought, round: { gameId: 1, draw: () => ({ winMinor: 0n, detail: "null" }) } });
  expect(await ann.refused(tables.cashOut, { ticketId: roundId! })).toBe("rounds.not_open");
});

test("a cash-out is paid the value of its moment, asked again it answers the same; before the flight, after the crash and of another it is refused", async () => {
  const [ann, ben] = [await world.player({ balance: 10_000_00n }), await world.player({ balance: 10_000_00n })];
  const laid = async (drawId: bigint) => {
    const ticket = await ann.call(tables.bet, bet(drawId, { [END]: "100.00" }));
    const other = await ann.call(tables.bet, bet(drawId, { [END]: "10.00" }));
    expect(await ann.refused(tables.cashOut, { ticketId: ticket.id })).toBe("rounds.not_open");
    return { ticket, other };
  };
  const {
    drawId,
    laid: { ticket, other },
    lastsMs,
    point,
  } = await flying({ forMs: 2 * SECOND_MS }, laid);
  const before = await balanceOf(ann);
  world.clock.advance(lastsMs - 1);
  const cashed = valueAt(lastsMs - 1);
  expect(await ben.refused(tables.cashOut, { ticketId: ticket.id })).toBe("rounds.not_found");
  expect(await ann.refused(tables.cashOut, { ticketId: fresh() })).toBe("rounds.not_found");
  const answer = await ann.call(tables.cashOut, { ticketId: ticket.id });
  expect(answer).toEqual({ id: ticket.id, drawId, cashed, win: 100n * BigInt(cashed), balance: before + 100n * BigInt(cashed) });
  // Its record is read at once, and says where it was cashed out but not where the flight ends.
  const kept = await ann.call(rounds.get, { id: ticket.id });
  expect(kept).toMatchObject({ outcome: { cashed }, serverSeed: null, win: answer.win });
  expect(kept.outcome).toEqual({ cashed });
  expect((await ann.call(tables.mine, {})).list.map(({ id }) => id)).toEqual([other.id]);
  world.clock.advance(1);
  expect(await ann.call(tables.cashOut, { ticketId: ticket.id })).toEqual(answer);
  expect(await ann.refused(tables.cashOut, { ticketId: other.id })).toBe("rounds.not_open");
  expect((await read()).cashed).toEqual({ drawId, list: [{ name: expect.stringContaining("***"), cashed, win: answer.win }] });
  await leader.look();
  expect(await ann.refused(tables.cashOut, { ticketId: other.id })).toBe("rounds.not_open");
  await pass(GRACE_MS);
  expect(await ann.call(tables.cashOut, { ticketId: ticket.id })).toEqual(answer);
  expect(await ann.refused(tables.cashOut, { ticketId: other.id })).toBe("rounds.not_open");
  expect(await balanceOf(ann)).toBe(answer.balance);
  expect((await ann.call(rounds.get, { id: ticket.id })).outcome).toEqual({ point, cashed });
  expect((await ann.call(rounds.get, { id: other.id })).outcome).toEqual({ point });
  expect((await ann.call(rounds.mine, { gameCode: CODE })).list.slice(0, 2).map(({ outcome }) => outcome)).toContainEqual({ point, cashed });
});

test("a ticket's own multiple pays just that in flight, whoever comes first, and by the settlement where the point was reached and nobody led", async () => {
  const [ann, ben] = [await world.player({ balance: 10_000_00n }), await world.player({ balance: 10_000_00n })];
  const lay = async (drawId: bigint) =>
    [await ann.call(tables.bet, bet(drawId, { "110": "50.00" })), await ben.call(tables.bet, bet(drawId, { "105": "20.00" }))] as const;
  const {
    laid: [hers, his],
    lastsMs,
    point,
  } = await flying({ forMs: reachedMs(111) + SECOND_MS }, lay);
  const [annHad, benHad] = [await balanceOf(ann), await balanceOf(ben)];
  await pass(reachedMs(105) - 1);
  await new Promise((wait) => setTimeout(wait, 260));
  await leader.look();
  expect(await balanceOf(ben)).toBe(benHad);
  await pass(1);
  await expect.poll(async () => (await leader.look(), await balanceOf(ben)), { timeout: 3_000 }).toBe(benHad + 21_00n);
  expect(await ben.call(tables.cashOut, { ticketId: his.id })).toMatchObject({ cashed: 105, win: 21_00n });
  world.clock.advance(reachedMs(112) - reachedMs(105));
  expect(await ann.call(tables.cashOut, { ticketId: hers.id })).toMatchObject({ cashed: 110, win: 55_00n, balance: annHad + 55_00n });
  await pass(lastsMs);
  await pass(GRACE_MS);
  expect((await ben.call(rounds.get, { id: his.id })).outcome).toEqual({ point, cashed: 105 });
  const later = await flying({ forMs: reachedMs(103) }, (drawId) => ann.call(tables.bet, bet(drawId, { "102": "50.00" })));
  await pass(later.lastsMs);
  await pass(GRACE_MS);
  expect(await ann.call(rounds.get, { id: later.laid.id })).toMatchObject({ win: 51_00n, outcome: { point: later.point, cashed: 102 } });
});

test("who shuts themselves out while their tickets fly is cashed out at that moment, however late its job comes; what does not fly yet keeps its own multiple", async () => {
  const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  const shutOut = async (person: Person) => {
    await person.call(protection.excludeMyself, { period: "6m", password: person.password });
    return world.clock.now().getTime();
  };
  const hasBalance = async ({ id }: { id: bigint }) => (await getBalances(db(), id)).main;
  const { lastsMs, point } = await flying({ forMs: 10 * SECOND_MS }, async (drawId) => {
    await ann.call(tables.bet, bet(drawId, { [END]: "100.00" }));
    await ann.call(tables.bet, bet(drawId, { "105": "100.00" }));
    await ben.call(tables.bet, bet(drawId, { "102": "100.00" }));
    await shutOut(ben);
    await world.work();
  });
  expect(await hasBalance(ben)).toBe(900_00n);
  const beganAt = world.clock.now().getTime();
  world.clock.advance(9 * SECOND_MS);
  const cashed = valueAt((await shutOut(ann)) - beganAt);
  // The job comes when the flight is over.
  await pass(lastsMs);
  await world.work();
  expect(await hasBalance(ann)).toBe(800_00n + 100n * BigInt(cashed) + 105_00n);
  await pass(GRACE_MS);
  await world.work();
  expect(point).toBeGreaterThan(cashed);
  // Strangers see neither, whatever they won: an excluded member is shown nowhere.
  expect((await read()).cashed).toMatchObject({ list: [] });
  expect([await hasBalance(ann), await hasBalance(ben)]).toEqual([800_00n + 100n * BigInt(cashed) + 105_00n, 1_002_00n]);
});

test("hundreds of cash-outs through the crash, with the settlement at their heels: in time is paid its value, late is refused, never both and never twice", async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => world.player({ balance: 100_000_00n })));
  const lay = (drawId: bigint) =>
    Promise.all(people.flatMap((person) => [1, 2].map(async () => ({ person, ticket: await person.call(tables.bet, bet(drawId, { [END]: "1.00" })) }))));
  const { laid, lastsMs, drawId, point } = await flying({ forMs: 2 * SECOND_MS }, lay);
  world.clock.advance(lastsMs - 20);
  const asked: Promise<{ id: string; cashed?: number; code?: string }>[] = [];
  // The clock runs over the crash, and on to the settlement, while the calls are under way; each is asked three times.
  for (let tick = 0; tick < 30; tick += 1) {
    for (const { person, ticket } of laid.slice((tick % 10) * 8, (tick % 10) * 8 + 8))
      asked.push(
        person
          .send(tables.cashOut, { ticketId: ticket.id })
          .then(({ answer }) =>
            answer.success ? { id: ticket.id, cashed: (answer.value as { cashed: number }).cashed } : { id: ticket.id, code: answer.message },
          ),
      );
    if (tick % 6 === 5) await Promise.all(asked);
    world.clock.advance(2);
    if (tick >= 10) await leader.look();
  }
  const settling = pass(GRACE_MS);
  const answers = await Promise.all(asked);
  await settling;
  await pass(0);
  expect((await findDraw(db(), drawId))!.state).toBe("settled");
  const paid = new Map<string, Set<number>>();
  for (const { id, cashed } of answers) if (cashed !== undefined) paid.set(id, (paid.get(id) ?? new Set()).add(cashed));
  expect(paid.size).toBeGreaterThan(10);
  expect(paid.size).toBeLessThan(laid.length);
  expect(new Set(answers.flatMap(({ code }) => (code === undefined ? [] : [code])))).toEqual(new Set(["rounds.not_open"]));
  for (const { person, ticket } of laid) {
    const { win, outcome } = await person.call(rounds.get, { id: ticket.id });
    const told = [...(paid.get(ticket.id) ?? [])];
    expect(told.length).toBeLessThanOrEqual(1);
    expect({ win, cashed: (outcome as { cashed?: number }).cashed }).toEqual({ win: BigInt(told[0] ?? 0), cashed: told[0] });
    expect(told[0] ?? 0).toBeLessThanOrEqual(point);
  }
});

test("a leader that dies in flight is followed by another, and the draw ends at the same moment and the same point", async () => {
  const ann = await world.player({ balance: 10_000_00n });
  const sister = await openSister(world);
  const second = new TableLeader(sister.open.platform, world.open.url);
  const { phase, laid, lastsMs, point } = await flying({ forMs: 3 * SECOND_MS }, (id) => ann.call(tables.bet, bet(id)));
  await second.look();
  await leader.close();
  leader = second;
  world.clock.advance(SECOND_MS);
  expect(await ann.call(tables.cashOut, { ticketId: laid.id })).toMatchObject({ cashed: valueAt(SECOND_MS) });
  await new Promise((wait) => setTimeout(wait, 2_100));
  world.clock.advance(lastsMs - SECOND_MS - 1);
  await leader.look();
  expect(await look()).toMatchObject({ drawId: phase.drawId, state: "acting", actsAt: phase.actsAt, seed: null });
  expect(await pass(1)).toMatchObject({ drawId: phase.drawId, state: "drawn", result: { point } });
  await leader.close();
  await sister.close();
  leader = new TableLeader(world.open.platform, world.open.url);
});
