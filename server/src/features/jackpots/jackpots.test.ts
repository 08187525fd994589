import { randomUUID } from "node:crypto";
import { jackpots } from "@laro/contract/jackpots";
import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { winners } from "@laro/contract/winners";
import { gintongParol, gintongParolJackpot } from "@laro/engines/slots/gintong-parol";
import { goldenSeed } from "@laro/engines/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { payJackpots } from "../../core/jackpots/hits.ts";
import { countJackpots } from "../../core/jackpots/pools.ts";
import { packs } from "../../core/settings/packs.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { openStanding } from "../../platform/actor.ts";
import { HIT_STAKE, plantHit, plantSeed, settleJackpots } from "../../testing/jackpots.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { settleWinners } from "../../testing/winners.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { codeOf } from "../../testing/bets.ts";
import { Pace } from "../rounds/rounds.pace.ts";
import { playRound } from "../rounds/rounds.ts";

const SEED = gintongParolJackpot.seedMinor;
const CYCLE_MS = gintongParol.cycleMs;
const COUNTED_AFTER_MS = 61_000;
const GAME = "GINTONG_PAROL";
const GAME_ID = 24;

let world: World;
let ann: Person & { readonly id: bigint };
beforeAll(async () => {
  world = await createWorld();
  const [unopened] = (await world.guest().call(jackpots.list, { language: "VI" })).list;
  expect(unopened).toMatchObject({ amount: SEED, was: SEED, taken: 0 });
  await countJackpots(world.open.platform);
});
beforeEach(async () => {
  ann = await world.player({ balance: 100_000_00n });
  const walletId = await getWalletId(world.open.platform.database.db, { accountId: ann.id, kind: "main" });
  // Of this seed her spins take no pool: by chance one of 20,000 at `HIT_STAKE` would.
  await plantSeed(world.open.url, { walletId, serverSeed: Buffer.from(goldenSeed) });
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const spin = (stake: bigint) => ({ requestId: randomUUID(), gameCode: GAME, stake, choice: {} });

/** What the database has in the pool: answers are shared for two seconds, one for each language. */
async function poolNow(): Promise<bigint> {
  const [row] = await asOwner<{ balance: string }>(world.open.url, "select w.balance::text as balance from jackpot j join wallet w on w.id = j.wallet_id");
  return BigInt(row!.balance);
}

const count = () => settleJackpots(world);

/** A member whose next spin at `HIT_STAKE` takes the pool. */
async function lucky(name?: string): Promise<Person & { readonly id: bigint }> {
  const person = await world.player({ balance: 100_000_00n, ...(name === undefined ? {} : { name }) });
  await plantHit(world, person.id);
  return person;
}

/** Spins at `HIT_STAKE` in a process that cannot pay what is hit. */
function spinUnpaid(accountId: bigint, requestId: string): Promise<string> {
  const { database, ledger, config, timeZone } = world.open.platform;
  const platform = { clock: world.clock, timeZone, database: { ...database, begin: () => Promise.reject(new Error("The process is dying.")) } };
  const table = {
    db: database.db,
    ledger,
    platform,
    pace: new Pace(),
    pack: packs[config.pack],
    now: world.clock.now(),
    accountId,
    standing: openStanding,
    isAbroad: false,
  };
  return codeOf(playRound(table, { ...spin(HIT_STAKE), requestId }));
}

/** How often a round is settled, and what its wallet holds beyond what it began with. */
async function settledOf(accountId: bigint): Promise<{ times: string; valid: string; gained: string }> {
  const [row] = await asOwner<{ times: string; valid: string; gained: string }>(
    world.open.url,
    `select (select count(*) from round_settled r where r.wallet_id = w.id)::text as times, (select coalesce(sum(valid), 0) from round_settled r where r.wallet_id = w.id)::text as valid,
            (w.balance - 10000000)::text as gained from wallet w where w.account_id = $1 and w.kind = 1`,
    [accountId],
  );
  return row!;
}

test("stakes put 1.5 % into the pool, counted once however often it is counted, and what is shown runs from the last count to the newest", async () => {
  const before = await poolNow();
  for (const stake of [2_00n, 1_000_00n, 34_00n]) {
    world.clock.advance(CYCLE_MS);
    await ann.call(rounds.play, spin(stake));
  }
  await countJackpots(world.open.platform);
  expect(await poolNow()).toBe(before);
  world.clock.advance(COUNTED_AFTER_MS);
  await Promise.all([1, 2, 3].map(() => countJackpots(world.open.platform)));
  await countJackpots(world.open.platform);
  expect(await poolNow()).toBe(before + (1_036_00n * 15n) / 1_000n);
  const { list } = await world.guest().call(jackpots.list, {});
  expect(list).toMatchObject([{ code: GAME, gameCode: GAME, amount: await poolNow(), was: before, seed: SEED, ratePpm: 15_000, oneIn: 20_000_000, taken: 0 }]);
  await count();
  expect((await world.guest().call(jackpots.list, { language: "TY" })).list[0]).toMatchObject({ amount: before + 15_54n, was: before + 15_54n });
});

test("a hit takes the whole pool in the same answer, once: balance, record, totals, turnover, limits, board and winners each say it once [GAME-16, ENTITY-39]", async () => {
  const bea = await lucky("mariasantos");
  await bea.call(limits.set, { kind: "loss", period: "day", amount: 5_000_00n });
  const pool = await poolNow();
  const asked = spin(HIT_STAKE);
  const played = await bea.call(rounds.play, asked);
  const base = (HIT_STAKE / 10n) * BigInt((played.outcome as { wins: { pays: number }[] }).wins.reduce((sum, { pays }) => sum + pays, 0));
  expect(played).toMatchObject({ state: "settled", stake: HIT_STAKE, jackpot: pool, win: base + pool, balance: 100_000_00n - HIT_STAKE + base + pool });
  expect(Number((played.outcome as { jackpot: number }).jackpot)).toBeLessThan(Number(HIT_STAKE));
  const { balance: _balance, ...round } = played;
  const again = await bea.call(rounds.play, asked);
  expect(again).toEqual(played);
  expect((await bea.call(rounds.mine, { gameCode: GAME, limit: 5 })).list).toEqual([round]);
  expect(await bea.call(rounds.totals, { gameCode: GAME })).toEqual({ count: 1, stake: HIT_STAKE, win: base + pool });
  expect(await bea.call(rounds.get, { id: played.id })).toMatchObject(round);
  expect(await settledOf(bea.id)).toEqual({ times: "1", valid: String(HIT_STAKE), gained: String(base + pool - HIT_STAKE) });
  expect(await poolNow()).toBe(SEED);
  await settleWinners(world);
  const board = (await world.guest().call(winners.board, { limitNum: 41 })).list.filter(({ customerName }) => customerName === "ma***s");
  expect(board).toMatchObject([{ gameName: "Gintong Parol", winAmount: base + pool }]);
  const taken = (await world.guest().call(jackpots.winners, {})).list;
  expect(taken).toMatchObject([{ customerName: "ma***s", gameName: "Gintong Parol", winAmount: pool, nodeId: "1024" }]);
  await bea.call(winners.hide, { hidden: true });
  expect((await world.guest().call(jackpots.winners, { language: "TL" })).list).toEqual([]);
});

test("a hit whose process died before it was paid stands open, keeps its seed, is paid by the job once, and the same request answers it", async () => {
  const cora = await lucky();
  const requestId = randomUUID();
  const pool = await poolNow();
  expect(await spinUnpaid(cora.id, requestId)).toBe("server.pending");
  expect((await cora.call(rounds.mine, { limit: 5 })).list).toEqual([]);
  expect(await cora.refused(seeds.rotate, { clientSeed: "another" })).toBe("seeds.round_running");
  // Whoever asks again while it cannot be paid hears the same, and nothing is drawn or staked anew.
  expect(await spinUnpaid(cora.id, requestId)).toBe("server.pending");
  await Promise.all([1, 2, 3].map(() => payJackpots(world.open.platform)));
  const played = await cora.call(rounds.play, { ...spin(HIT_STAKE), requestId });
  expect(played.jackpot).toBe(pool);
  expect(await settledOf(cora.id)).toEqual({ times: "1", valid: String(HIT_STAKE), gained: String(played.win - HIT_STAKE) });
  expect(await cora.call(rounds.play, { ...spin(HIT_STAKE), requestId })).toEqual(played);
});

test("of two hits at once the first by the round's id takes the pool, the other the new seed, whoever pays them", async () => {
  await ann.call(rounds.play, spin(1_000_00n));
  await count();
  const [dan, eve] = [await lucky(), await lucky()];
  const pool = await poolNow();
  expect(pool).toBeGreaterThan(SEED);
  expect(await spinUnpaid(dan.id, randomUUID())).toBe("server.pending");
  world.clock.advance(1);
  expect(await spinUnpaid(eve.id, randomUUID())).toBe("server.pending");
  await Promise.all([1, 2, 3, 4].map(() => payJackpots(world.open.platform)));
  const jackpotOf = async (person: Person) => (await person.call(rounds.mine, { limit: 5 })).list.map(({ jackpot }) => jackpot);
  expect([await jackpotOf(dan), await jackpotOf(eve), await poolNow()]).toEqual([[pool], [SEED], SEED]);
});

test("many spins of one member at once keep their nonces in order around a hit, and only that one takes the pool", async () => {
  const fay = await lucky();
  const { database, ledger, config } = world.open.platform;
  const { platform } = world.open;
  const now = world.clock.now();
  const table = () => ({
    db: database.db,
    ledger,
    platform,
    pace: new Pace(),
    pack: packs[config.pack],
    now,
    accountId: fay.id,
    standing: openStanding,
    isAbroad: false,
  });
  const played = await Promise.all(Array.from({ length: 8 }, () => playRound(table(), spin(HIT_STAKE))));
  expect(played.filter(({ jackpot }) => jackpot !== null).map(({ nonce }) => nonce)).toEqual(["0"]);
  expect(played.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect((await settledOf(fay.id)).times).toBe("8");
});

test("a hit that cannot be staked costs nothing and takes nothing; a pool's row says what its engine says", async () => {
  const gil = await lucky();
  const pool = await poolNow();
  await asOwner(world.open.url, "update wallet set status = 1 where account_id = $1 and kind = 1", [gil.id]);
  expect(await gil.refused(rounds.play, spin(HIT_STAKE))).toBe("wallet.closed");
  await asOwner(world.open.url, "update wallet set status = 0 where account_id = $1 and kind = 1", [gil.id]);
  expect([await poolNow(), (await settledOf(gil.id)).times]).toEqual([pool, "0"]);
  const [row] = await asOwner(world.open.url, "select game_id, code, seed::text, rate_ppm::text, one_in::text from jackpot");
  expect(row).toEqual({ game_id: GAME_ID, code: GAME, seed: String(SEED), rate_ppm: "15000", one_in: "2000000000" });
});
