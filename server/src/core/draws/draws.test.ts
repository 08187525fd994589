import { createHash, createHmac } from "node:crypto";
import { Refusal } from "@laro/contract/core/errors";
import { returns } from "@laro/contract/returns";
import { wallet } from "@laro/contract/wallet";
import { riskedStake } from "@laro/engines/engine";
import { fairStream } from "@laro/engines/fair";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { asOwner, endRealityChecks } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { ledgerPost, plain } from "../wallet/ledger.sql.ts";
import { houseAccount, results } from "../wallet/posting.ts";
import { getBalances, getWalletId } from "../wallet/wallet.ts";
import { linkOf, makeChain, ownSalt, saltChain } from "./chain.ts";
import { drawResult, findDraw, moveDraw, scheduleDraw, voidDraw } from "./draws.ts";
import { settleDraw } from "./settle.ts";

const ROULETTE = 14;
const SECOND_MS = 1_000;
const LENGTH = 3_000;

let world: World;
let serieses = 0;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const begin: World["open"]["platform"]["database"]["begin"] = (work) => world.open.platform.database.begin(work);
const keysOf = () => world.open.platform.keys;
const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** A series of its own with a salted chain. */
async function newSeries(length = LENGTH): Promise<string> {
  const series = `TEST_${++serieses}`;
  await begin(async (tx) => {
    const chainId = await makeChain(tx, keysOf(), { series, length, now: world.clock.now() });
    await saltChain(tx, { chainId, salt: ownSalt(), source: "this test", now: world.clock.now() });
  });
  return series;
}

/** Opens the next draw of a series for ten seconds. */
async function openDraw(
  series: string,
  { memberMax = 100_000_00n, number = newId(world.clock.now()) }: { memberMax?: bigint; number?: string } = {},
): Promise<bigint> {
  const opensAt = world.clock.now();
  const closesAt = new Date(opensAt.getTime() + 10 * SECOND_MS);
  return begin(async (tx) => {
    const id = await scheduleDraw(tx, keysOf(), { series, number, gameId: ROULETTE, opensAt, closesAt, drawsAt: closesAt, memberMax });
    expect(await moveDraw(tx, id, "scheduled", "open")).toBe(true);
    return id;
  });
}

const walletOf = (accountId: bigint) => getWalletId(world.open.platform.database.db, { accountId, kind: "main" });
const balanceOf = async (accountId: bigint) => (await getBalances(world.open.platform.database.db, accountId)).main;

/** Buys a ticket on spots; the code of the refusal, or its round's id. */
async function buy(accountId: bigint, drawId: bigint, bets: Record<string, string>, ref = newId(world.clock.now())): Promise<string> {
  const choice = { bets };
  const debitMinor = rouletteTable.stakeOf(choice);
  const posting = { ref, walletId: await walletOf(accountId), contra: houseAccount(ROULETTE), kind: "bet", debitMinor, creditMinor: 0n, digest: 0n } as const;
  return world.open.platform.ledger.post({ ...posting, ticket: { gameId: ROULETTE, drawId, choice } }).then(
    ({ roundId }) => roundId!,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

const closeAndDraw = async (id: bigint): Promise<number> => {
  await begin((tx) => moveDraw(tx, id, "open", "closed"));
  return ((await begin((tx) => drawResult(tx, keysOf(), { id, now: world.clock.now() }))) as { pocket: number }).pocket;
};
const settle = (id: bigint) => settleDraw(world.open.platform.database, moment, id);

test("every link of a chain is the hash of the one above it down to the anchor, from whatever link it is asked", async () => {
  const series = await newSeries();
  const [row] = await asOwner<{ anchor: Buffer; top: Buffer }>(world.open.url, "select anchor, top_sealed as top from draw_chain where series = $1", [series]);
  const chain = { anchor: row!.anchor, length: LENGTH, topSealed: row!.top };
  expect(await linkOf(keysOf(), chain, 0)).toEqual(row!.anchor);
  for (const link of [1, 2, 1_023, 1_024, 1_025, 2_047, 2_999, 3_000])
    expect(sha256(await linkOf(keysOf(), chain, link))).toEqual(await linkOf(keysOf(), chain, link - 1));
  for (const link of [-1, 0.5, LENGTH + 1]) await expect(linkOf(keysOf(), chain, link)).rejects.toThrow(RangeError);
  await expect(linkOf({ ...keysOf(), dataKey: "00".repeat(32) }, { ...chain, anchor: sha256(row!.anchor) }, 1)).rejects.toThrow();
});

test("a process that hashes down a long chain for the first time gives others their turn meanwhile, and whoever asks beside it waits for the same", async () => {
  const series = `TEST_${++serieses}`;
  const length = 200_000;
  await begin((tx) => makeChain(tx, keysOf(), { series, length, now: world.clock.now() }));
  const [row] = await asOwner<{ anchor: Buffer; top: Buffer }>(world.open.url, "select anchor, top_sealed as top from draw_chain where series = $1", [series]);
  const chain = { anchor: row!.anchor, length, topSealed: row!.top };
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const links = await Promise.all([linkOf(keysOf(), chain, 1), linkOf(keysOf(), chain, 1)]);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  expect(links.map(sha256)).toEqual([row!.anchor, row!.anchor]);
});

test("a chain without a salt draws nothing, a salt is given once, and a used-up chain has no draw left", async () => {
  const series = `TEST_${++serieses}`;
  const chainId = await begin((tx) => makeChain(tx, keysOf(), { series, length: 1, now: world.clock.now() }));
  await expect(openDraw(series)).rejects.toThrow(/no chain to draw from/);
  const salt = (text: string) => begin((tx) => saltChain(tx, { chainId, salt: text, source: "a test", now: world.clock.now() }));
  expect([await salt("first"), await salt("second")]).toEqual([true, false]);
  await openDraw(series);
  await expect(openDraw(series)).rejects.toThrow(/no chain to draw from/);
});

test("a stranger checks a draw from what is shown: the promise before, the seed after, and the result from seed, salt and link", async () => {
  const series = await newSeries();
  for (let round = 0; round < 3; round += 1) {
    const id = await openDraw(series);
    const promised = (await findDraw(world.open.platform.database.db, id))!;
    expect(promised.seed).toBeNull();
    const pocket = await closeAndDraw(id);
    const shown = (await findDraw(world.open.platform.database.db, id))!;
    expect(sha256(shown.seed!)).toEqual(promised.commitment);
    const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest();
    expect(fairStream({ hmac, serverSeed: shown.seed!, clientSeed: shown.salt, nonce: BigInt(shown.link) }).uniform(37)).toBe(pocket);
    expect(shown.result).toEqual({ pocket });
    await settle(id);
  }
});

test("a ticket to a draw that is scheduled, closed by the clock, closed, drawn, void or unknown takes nothing", async () => {
  const { id: ann } = await world.player({ balance: 100_00n });
  const series = await newSeries();
  const bets = { red: "10.00" };
  expect(await buy(ann, 999_999n, bets)).toBe("draws.closed");
  const opensAt = world.clock.now();
  const later = { opensAt, closesAt: new Date(opensAt.getTime() + SECOND_MS), drawsAt: new Date(opensAt.getTime() + SECOND_MS) };
  const scheduled = await begin((tx) => scheduleDraw(tx, keysOf(), { series, number: "S-1", gameId: ROULETTE, memberMax: 1_000n, ...later }));
  expect(await buy(ann, scheduled, bets)).toBe("draws.closed");
  await begin((tx) => moveDraw(tx, scheduled, "scheduled", "open"));
  world.clock.advance(SECOND_MS);
  expect(await buy(ann, scheduled, bets)).toBe("draws.closed");
  await closeAndDraw(scheduled);
  expect(await buy(ann, scheduled, bets)).toBe("draws.closed");
  await settle(scheduled);
  const voided = await openDraw(series);
  await begin((tx) => voidDraw(tx, keysOf(), { id: voided, reason: "A test." }));
  expect(await buy(ann, voided, bets)).toBe("draws.closed");
  expect(await balanceOf(ann)).toBe(100_00n);
});

test("a member stakes up to the draw's maximum in sum, a ticket asked for twice is one, and without money there is none", async () => {
  const { id: ann } = await world.player({ balance: 100_00n });
  const draw = await openDraw(await newSeries(), { memberMax: 30_00n });
  const ref = newId(world.clock.now());
  const first = await buy(ann, draw, { red: "20.00" }, ref);
  expect(await buy(ann, draw, { red: "20.00" }, ref)).toBe(first);
  expect(await buy(ann, draw, { red: "11.00" })).toBe("tables.above_maximum");
  await buy(ann, draw, { black: "10.00" });
  expect(await balanceOf(ann)).toBe(70_00n);
  const { id: poor } = await world.player({ balance: 5_00n });
  expect(await buy(poor, draw, { red: "6.00" })).toBe("wallet.insufficient_funds");
  await closeAndDraw(draw);
  expect(await settle(draw)).toEqual({ tickets: 2, isOver: true });
});

test("a settled draw has paid each ticket what the table says, once, whoever settles it and however often", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => world.player({ balance: 1_000_00n })));
  const draw = await openDraw(await newSeries());
  const spots = ["red", "black", "odd", "even", "low", "high"] as const;
  await Promise.all(people.flatMap(({ id }, index) => Array.from({ length: 60 }, () => buy(id, draw, { [spots[index]!]: "1.00" }))));
  const pocket = await closeAndDraw(draw);
  const settled = await Promise.all([settle(draw), settle(draw), settle(draw)]);
  expect(settled.every(({ isOver }) => isOver)).toBe(true);
  expect(await settle(draw)).toEqual({ tickets: 0, isOver: true });
  for (const [index, { id }] of people.entries()) {
    const { winMinor } = rouletteTable.settle({ bets: { bets: { [spots[index]!]: "60.00" } }, result: { pocket } });
    expect(await balanceOf(id)).toBe(1_000_00n - 60_00n + winMinor);
  }
  const [told] = await asOwner<{ tickets: number; staked: string; state: string }>(
    world.open.url,
    "select tickets, staked::text, state from draw where id = $1",
    [String(draw)],
  );
  expect(told).toEqual({ tickets: 360, staked: "36000", state: "settled" });
});

test("a member's tickets on one draw count as one bet, so red on one and black on another fill no turnover, wherever a page of the settlement ends", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => world.player({ balance: 1_000_00n })));
  const draw = await openDraw(await newSeries());
  // Of 300 tickets 256 are a page's: it would end among the fifth member's on red, which are older than those on black.
  for (const bets of [{ red: "3.00" }, { black: "4.00" }]) {
    await Promise.all(people.flatMap(({ id }) => Array.from({ length: 30 }, () => buy(id, draw, bets))));
    world.clock.advance(1);
  }
  const pocket = await closeAndDraw(draw);
  await Promise.all([settle(draw), settle(draw)]);
  const { winMinor } = rouletteTable.settle({ bets: { bets: { red: "90.00", black: "120.00" } }, result: { pocket } });
  const counted = await asOwner<{ valid: string; above: string }>(
    world.open.url,
    "select sum(valid)::text as valid, count(*) filter (where valid > all_stake)::text as above from round where draw_id = $1 and status = 4 group by wallet_id",
    [String(draw)],
  );
  const valid = String(riskedStake({ stakeMinor: 210_00n, winMinor }));
  expect(counted).toEqual(people.map(() => ({ valid, above: "0" })));
});

test("a void draw gives every stake back, counts no play, shows its seed and cannot be voided or drawn again", async () => {
  const { id: ann } = await world.player({ balance: 100_00n });
  const draw = await openDraw(await newSeries());
  await buy(ann, draw, { "17": "40.00" });
  await begin((tx) => voidDraw(tx, keysOf(), { id: draw, reason: "The camera fell." }));
  expect(await settle(draw)).toEqual({ tickets: 1, isOver: true });
  expect(await balanceOf(ann)).toBe(100_00n);
  const [counters] = await asOwner<{ staked: string; counted: string }>(
    world.open.url,
    "select staked::text, (staked - uncounted)::text as counted from wallet where account_id = $1 and kind = 1",
    [String(ann)],
  );
  expect(counters).toEqual({ staked: "0", counted: "0" });
  const shown = (await findDraw(world.open.platform.database.db, draw))!;
  expect([shown.state, shown.seed?.length]).toEqual(["void", 32]);
  await expect(begin((tx) => voidDraw(tx, keysOf(), { id: draw, reason: "Again." }))).rejects.toThrow("draws.over");
  expect(await begin((tx) => drawResult(tx, keysOf(), { id: draw, now: world.clock.now() }))).toBeUndefined();
});

test("of tickets bought through the close each is in time or refused, and none comes after it", async () => {
  const people = await Promise.all(Array.from({ length: 16 }, () => world.player({ balance: 1_000_00n })));
  await Promise.all(people.map(({ id }) => endRealityChecks(world, id)));
  const draw = await openDraw(await newSeries());
  const buying = people.map(async ({ id }) => {
    const bought: string[] = [];
    for (let ticket = 0; ticket < 12; ticket += 1) bought.push(await buy(id, draw, { red: "1.00" }));
    return { id, bought };
  });
  const closing = new Promise((wait) => setTimeout(wait, 40)).then(async () => {
    await begin((tx) => moveDraw(tx, draw, "open", "closed"));
    const [{ count }] = (await asOwner<{ count: string }>(world.open.url, "select count(*)::text as count from open_round where draw_id = $1", [
      String(draw),
    ])) as [{ count: string }];
    return Number(count);
  });
  const [bought, atClose] = await Promise.all([Promise.all(buying), closing]);
  const tickets = bought.flatMap((one) => one.bought.filter((answer) => answer !== "draws.closed"));
  expect(tickets).toHaveLength(atClose);
  for (const { id, bought: own } of bought)
    expect(await balanceOf(id)).toBe(1_000_00n - 1_00n * BigInt(own.filter((answer) => answer !== "draws.closed").length));
  await begin((tx) => drawResult(tx, keysOf(), { id: draw, now: world.clock.now() }));
  expect((await settle(draw)).tickets).toBe(atClose);
});

/** Buys a ticket in a transaction that stays open until it is told to commit. */
async function holdTicket(accountId: bigint, drawId: bigint): Promise<{ code: number; commit: () => Promise<void> }> {
  const bought = Promise.withResolvers<number>();
  const may = Promise.withResolvers<void>();
  const ticket = { gameId: ROULETTE, drawId, choice: { bets: { red: "1.00" } } };
  const posting = {
    ref: newId(world.clock.now()),
    walletId: await walletOf(accountId),
    contra: houseAccount(ROULETTE),
    kind: "bet",
    debitMinor: 1_00n,
    creditMinor: 0n,
    digest: 0n,
  } as const;
  const held = begin(async (tx) => {
    const operation = { ...plain({ ...posting, ticket }), roundId: newId(world.clock.now()) };
    bought.resolve((await ledgerPost(tx, { at: world.clock.now(), timeZone: moment().timeZone, operation })).code);
    await may.promise;
  });
  const commit = async (): Promise<void> => {
    may.resolve();
    await held;
  };
  return { code: await bought.promise, commit };
}

test("whoever closes a draw waits for the tickets in flight, and a ticket that meets a close under way is late at once", async () => {
  const { id: ann } = await world.player({ balance: 100_00n });
  const draw = await openDraw(await newSeries());
  const ticket = await holdTicket(ann, draw);
  expect(ticket.code).toBe(results.applied);
  const [moved, may] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const soon = (ms: number) => new Promise<string>((wait) => setTimeout(() => wait("not yet"), ms));
  const closing = begin(async (tx) => {
    moved.resolve(await moveDraw(tx, draw, "open", "closed"));
    await may.promise;
  });
  expect(await Promise.race([moved.promise, soon(200)])).toBe("not yet");
  await ticket.commit();
  expect(await moved.promise).toBe(true);
  const { id: ben } = await world.player({ balance: 100_00n });
  expect(await buy(ben, draw, { red: "1.00" })).toBe("draws.closed");
  may.resolve();
  await closing;
  await begin((tx) => drawResult(tx, keysOf(), { id: draw, now: world.clock.now() }));
  expect(await settle(draw)).toEqual({ tickets: 1, isOver: true });
});

test("the result of a draw stands between the draw and its payment, and what it paid after that: the services' own role writes no other", async () => {
  const { id } = await world.player({ balance: 100_00n });
  const draw = await openDraw(await newSeries());
  await buy(id, draw, { red: "1.00" });
  const change = (set: string) => world.open.platform.database.pool.query(`update draw set ${set} where id = ${draw}`);
  await closeAndDraw(draw);
  for (const set of ["result = '{}'", "seed = sha256('x')", "drawn_at = now()", "result = null, seed = null, state = 'closed'"])
    await expect(change(set), set).rejects.toThrow("its result stands");
  for (const set of ["state = 'closed'", "state = 'void', void_reason = 'x'"]) await expect(change(set), set).rejects.toThrow("it is over");
  expect(await settle(draw)).toEqual({ tickets: 1, isOver: true });
  await expect(change("result = '{}'")).rejects.toThrow("its result stands");
  await expect(change("state = 'drawn'")).rejects.toThrow("it is over");
  await expect(change("paid = paid + 1")).rejects.toThrow("what it paid stands");
});

test("the services' own role cannot change what a draw promised or take one away", async () => {
  for (const statement of [
    "update draw set commitment = commitment",
    "update draw set closes_at = now()",
    "delete from draw",
    "update draw_chain set top_sealed = top_sealed",
    "delete from draw_chain",
  ])
    await expect(world.open.platform.database.pool.query(statement)).rejects.toThrow(/permission denied/);
});

test("a ticket its game cannot settle keeps its own wallet's unpaid and no other's; the draw stays drawn, officers are told once, and what was mended is paid", async () => {
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 100_00n })];
  const id = await openDraw(await newSeries());
  const bets = { red: "10.00", black: "10.00" };
  const broken = await buy(ann.id, id, bets);
  for (const one of [ann, ben]) await buy(one.id, id, bets);
  const choose = (spots: object) =>
    asOwner(world.open.url, "update open_round set state = jsonb_set(state, '{choice,bets}', $2::jsonb) where id = $1", [broken, JSON.stringify(spots)]);
  await choose({ nowhere: "20.00" });
  await closeAndDraw(id);
  const alerts = async () => (await (await world.operator("risk")).call(returns.list, {})).alerts.filter(({ reason }) => reason === "unpaid");
  for (let tries = 0; tries < 3; tries += 1) await expect(settle(id)).rejects.toThrow();
  const balances = async () => Promise.all([ann, ben].map(async (one) => (await one.call(wallet.balance, {})).balance));
  const [first, second] = await balances();
  expect(first).toBe(60_00n);
  expect(await asOwner(world.open.url, "select count(*)::integer as left from open_round where draw_id = $1", [id])).toEqual([{ left: 2 }]);
  expect((await findDraw(world.open.platform.database.db, id))!.state).toBe("drawn");
  await world.work();
  expect(await alerts()).toHaveLength(1);
  await choose(bets);
  expect(await settle(id)).toEqual({ tickets: 2, isOver: true });
  expect((await findDraw(world.open.platform.database.db, id))!.state).toBe("settled");
  expect(await balances()).toEqual([60_00n + 2n * (second! - 80_00n), second]);
});
