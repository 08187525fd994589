import { rounds } from "@laro/contract/rounds";
import { dice } from "@laro/engines/dice/dice";
import { goldenSeed } from "@laro/engines/testing";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { payJackpots } from "../../core/jackpots/hits.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { newId, requestedId } from "../../platform/ids.ts";
import { findHit, HIT_STAKE, plantSeed, settleJackpots } from "../../testing/jackpots.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { UNPLAYED_MS } from "./rounds.late.ts";

type Member = Person & { readonly id: bigint };

const CYCLE_MS = 10_000;
/** The game with the jackpot. */
const PAROL = 24;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await settleJackpots(world);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const fresh = (): string => newId(world.clock.now());
const roll = (requestId = fresh(), stake = 1_00n) => ({ requestId, gameCode: "DICE", stake, choice: { target: 5_000, side: "under" } });
const mango = (requestId = fresh()) => ({ requestId, gameCode: "MANGO_RUSH", stake: 1_00n, choice: {} });
const spin = (requestId = fresh()) => ({ requestId, gameCode: "GINTONG_PAROL", stake: HIT_STAKE, choice: {} });
const walletOf = (member: Member) => getWalletId(world.open.platform.database.db, { accountId: member.id, kind: "main" });

/** A member whose next spin takes the jackpot, or one whose next spin takes none. */
async function memberOf(isLucky: boolean, balance: bigint): Promise<Member> {
  const member = await world.player({ balance });
  const serverSeed = isLucky ? findHit(Number(member.id)) : Buffer.from(goldenSeed);
  await plantSeed(world.open.url, { walletId: await walletOf(member), serverSeed });
  return member;
}

/** Marks what would be the id of a member's round as used for something without a round. */
async function usedId(member: Member): Promise<string> {
  const requestId = fresh();
  const ref = requestedId(requestId, "round", String(member.id));
  await asOwner(world.open.url, "insert into idempotency values ($1, $2, 0, null, 0, now())", [ref, await walletOf(member)]);
  return requestId;
}

const textOf = (query: unknown): string => (typeof query === "string" ? query : ((query as { readonly text?: string }).text ?? ""));

/** The ledger's statements of a call, which is the only one under way. */
async function watch(call: () => Promise<unknown>): Promise<readonly string[]> {
  const { query } = pg.Client.prototype;
  const statements: string[] = [];
  const prototype: { query: (...given: readonly unknown[]) => unknown } = pg.Client.prototype;
  prototype.query = function watched(this: pg.Client, ...given: readonly unknown[]): unknown {
    if (/ledger_|server_seed|wallet|round/.test(textOf(given[0]))) statements.push(textOf(given[0]));
    return Reflect.apply(query, this, given);
  };
  try {
    await call();
    return statements.toSorted();
  } finally {
    pg.Client.prototype.query = query;
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await call();
  return performance.now() - beganAt;
}

test("what plays nothing is answered no sooner than the floor, whatever it would have drawn: an id used for something else, one asked again, a stake nobody has", async () => {
  const ann = await world.player({ balance: 100_00n });
  const first = roll();
  await ann.call(rounds.play, first);
  const times = [
    await timed(async () => expect(await ann.refused(rounds.play, { ...first, stake: 2_00n })).toBe("request.id_reused")),
    await timed(async () => expect(await ann.refused(rounds.play, mango(first.requestId))).toBe("request.id_reused")),
    await timed(async () => expect(await ann.refused(rounds.play, spin())).toBe("wallet.insufficient_funds")),
    await timed(async () => ann.call(rounds.play, first)),
  ];
  world.clock.advance(CYCLE_MS);
  await ann.call(rounds.play, roll());
  world.clock.advance(CYCLE_MS);
  times.push(await timed(async () => ann.call(rounds.play, first)));
  for (const passedMs of times) expect(passedMs).toBeGreaterThanOrEqual(UNPLAYED_MS);
});

test("a refused spin costs the database the same statements whether it would have taken the jackpot or not", async () => {
  const asked = async (isLucky: boolean) => {
    const [poor, rich] = [await memberOf(isLucky, 100_00n), await memberOf(isLucky, 100_000_00n)];
    const requestId = await usedId(rich);
    return {
      poor: await watch(async () => expect(await poor.refused(rounds.play, spin())).toBe("wallet.insufficient_funds")),
      used: await watch(async () => expect(await rich.refused(rounds.play, spin(requestId))).toBe("request.id_reused")),
    };
  };
  await asked(false);
  const [miss, hit] = [await asked(false), await asked(true)];
  expect(hit).toEqual(miss);
  expect(hit.used.filter((text) => text.includes("ledger_"))).toHaveLength(1);
  await asOwner(world.open.url, "delete from idempotency i where round_id is null and not exists (select from transfer t where t.ref = i.ref)");
});

test("rounds at once behind one that takes the jackpot are drawn behind it, each with its own nonce", async () => {
  const ann = await world.player({ balance: 100_000_00n });
  const walletId = await walletOf(ann);
  const detail = JSON.stringify({ choice: {}, outcome: {} });
  const bet = { walletId, contra: houseAccount(PAROL), kind: "bet", debitMinor: HIT_STAKE, creditMinor: 0n, digest: 0n } as const;
  const round = { gameId: PAROL, draw: (_seed: unknown, nonce: bigint) => ({ winMinor: 0n, detail, staysOpen: nonce === 1n }) };
  const posted = await Promise.all(Array.from({ length: 4 }, () => world.open.platform.ledger.post({ ref: newId(world.clock.now()), ...bet, round })));
  const kept = await asOwner<{ nonce: string; status: number }>(
    world.open.url,
    "select r.nonce::text as nonce, r.status from unnest($1::uuid[]) with ordinality u(id, place) join round r on r.id = u.id order by place",
    [posted.map(({ roundId }) => roundId)],
  );
  expect(kept.map(({ nonce }) => nonce)).toEqual(["0", "1", "2", "3"]);
  expect(kept.map(({ status }) => status)).toEqual([1, 2, 1, 1]);
  await payJackpots(world.open.platform);
});

test("a step whose stake nobody has is refused no sooner than the floor: what it led to was computed by then", async () => {
  for (let tries = 0; tries < 30; tries += 1) {
    const ann = await world.player({ balance: 10_00n });
    const { id: roundId, step, legal } = await ann.call(rounds.open, { requestId: fresh(), gameCode: "BLACKJACK", stake: 10_00n, choice: {} });
    if (!legal.some(({ act }) => act === "double")) continue;
    const double = () => ann.refused(rounds.act, { roundId, step, action: { act: "double" } });
    expect(await timed(async () => expect(await double()).toBe("wallet.insufficient_funds"))).toBeGreaterThanOrEqual(UNPLAYED_MS);
    return;
  }
  throw new Error("Thirty hands without a double.");
});

test("an id that was played draws nothing when it is asked about within the pace, and one that was refused for it keeps the pace", async () => {
  const ann = await world.player({ balance: 100_00n });
  const drawing = vi.spyOn(dice, "play");
  onTestFinished(() => drawing.mockRestore());
  const [first, second] = [roll(), roll()];
  const one = await ann.call(rounds.play, first);
  expect((await ann.call(rounds.play, first)).id).toBe(one.id);
  expect(await ann.refused(rounds.play, { ...first, stake: 2_00n })).toBe("request.id_reused");
  world.clock.advance(CYCLE_MS);
  await ann.call(rounds.play, second);
  expect((await ann.call(rounds.play, first)).id).toBe(one.id);
  expect(drawing).toHaveBeenCalledTimes(2);
  expect(await ann.refused(rounds.play, mango(second.requestId))).toBe("request.id_reused");
  expect(await ann.refused(rounds.play, mango())).toBe("rounds.too_soon");
  expect(await ann.refused(rounds.play, mango(first.requestId))).toBe("request.id_reused");
  world.clock.advance(CYCLE_MS);
  await ann.call(rounds.play, mango());
});
