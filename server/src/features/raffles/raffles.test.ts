import { createHash, createHmac } from "node:crypto";
import { campaigns } from "@laro/contract/campaigns";
import { protection } from "@laro/contract/protection";
import { raffles } from "@laro/contract/raffles";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { beginCounting, count, openCampaign } from "../../testing/campaigns.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { play } from "../../testing/vip.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;
let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  await beginCounting(world);
});
beforeEach(async () => void (officer = await world.operator("marketing")));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const openRaffle = (prizes: readonly [count: number, amount: bigint][]) =>
  openCampaign(world, officer, {
    endsAt: new Date(world.clock.now().getTime() + HOUR_MS).toISOString(),
    rule: {
      trigger: { on: "drawn", target: 100_00n, most: 5, categories: [] },
      gift: null,
      prizes: prizes.map(([many, amount]) => ({ count: many, gift: { gives: "cash" as const, amount } })),
    },
  });

const close = async (): Promise<void> => {
  await world.pass(HOUR_MS);
  await count(world);
};

/** The stream of the draw by other code: HMAC-SHA256 in blocks, four bytes each, thrown away above the last whole multiple. */
function* drawnBy(seed: string, listHash: string, tickets: number): Generator<number> {
  const limit = 2 ** 32 - (2 ** 32 % tickets);
  for (let block = 0; block < 1_000; block++) {
    const bytes = createHmac("sha256", Buffer.from(seed, "hex")).update(`${listHash}:0:${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) if (bytes.readUInt32BE(at) < limit) yield bytes.readUInt32BE(at) % tickets;
  }
}

test("a raffle is a POST that joins and answers tickets, prizes, when it is drawn and what was promised; guests and trials are refused [CALL-46]", async () => {
  const ann = await world.player();
  expect(await ann.refused(raffles.promotion, {})).toBe("raffles.none");
  const code = await openRaffle([[1, 300_00n]]);
  expect(raffles.promotion.method).toBe("POST");
  expect(await world.guest().refused(raffles.promotion, { code })).toBe("sessions.required");
  const got = await ann.call(raffles.promotion, {});
  expect(got).toMatchObject({ code, mine: 0, listHash: null, drawnAt: null, prizes: [{ count: 1, gift: { gives: "cash", amount: 300_00n } }] });
  expect(got.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(await world.guest().call(raffles.result, { code })).toEqual({ serverSeed: null, listHash: null, list: [], next: null });
  // Not even who reads the database can try which list would win.
  expect(await asOwner(world.open.url, "select r.server_seed from raffle r join campaign c on c.id = r.campaign_id where c.code = $1", [code])).toEqual([
    { server_seed: null },
  ]);
  await play(world, [ann.id, 250_00n, 0n]);
  await count(world);
  expect((await ann.call(raffles.promotion, { code })).mine).toBe(2);
  expect(await ann.refused(raffles.promotion, { code: "NOSUCH" })).toBe("raffles.none");
});

test("at the close the list is frozen, and the winners follow from the promised seed and the list's hash by other code; each wins once and is paid", async () => {
  const code = await openRaffle([
    [1, 300_00n],
    [2, 100_00n],
  ]);
  const members = await Promise.all(Array.from({ length: 6 }, () => world.player()));
  const before = await members[0]!.call(raffles.promotion, { code });
  for (const one of members.slice(1)) await one.call(raffles.promotion, { code });
  for (const [at, one] of members.entries()) await play(world, [one.id, BigInt(at) * 150_00n + 100_00n, 0n]);
  await count(world);
  const outsider = await world.player();
  await play(world, [outsider.id, 900_00n, 0n]);
  await close();
  const { serverSeed, listHash, list: drawn } = await world.guest().call(raffles.result, { code });
  const { list } = await world.guest().call(raffles.entries, { code, limit: 100 });
  expect(list.map(({ tickets }) => tickets)).toEqual([1, 2, 4, 5, 5, 5]);
  expect(createHash("sha256").update(Buffer.from(serverSeed!, "hex")).digest("hex")).toBe(before.commitment);
  expect(
    createHash("sha256")
      .update(list.map(({ entry, tickets }) => `${entry} ${tickets}`).join("\n"))
      .digest("hex"),
  ).toBe(listHash);
  const stream = drawnBy(serverSeed!, listHash!, 22);
  expect(drawn.map(({ ticket }) => ticket)).toEqual(drawn.map(() => stream.next().value));
  const owners = list.flatMap(({ entry, tickets }) => Array.from({ length: tickets }, () => entry));
  expect(drawn.map(({ entry }) => entry)).toEqual(drawn.map(({ ticket }) => owners[ticket]));
  const winners = drawn.filter(({ place }) => place !== null);
  expect([winners.map(({ place }) => place), new Set(winners.map(({ entry }) => entry)).size]).toEqual([[1, 2, 3], 3]);
  for (const { name } of winners) expect(name).toMatch(/^pl\*\*\*/);
  const paid = await Promise.all(
    members.map(async (one) => {
      await enterAgain(one);
      return (await one.call(wallet.balance, {})).balance;
    }),
  );
  expect(paid.reduce((sum, one) => sum + one, 0n)).toBe(500_00n);
  await count(world);
  expect((await world.guest().call(raffles.result, { code })).list).toEqual(drawn);
  const first = await world.guest().call(raffles.result, { code, limit: 1 });
  const rest = await world.guest().call(raffles.result, { code, cursor: first.next! });
  expect([...first.list, ...rest.list]).toEqual(drawn);
});

test("whoever is on a break when it is drawn is passed over for the stream's next number", async () => {
  const code = await openRaffle([[2, 50_00n]]);
  const [ann, ben] = [await world.player(), await world.player()];
  for (const one of [ann, ben]) {
    await one.call(raffles.promotion, { code });
    await play(world, [one.id, 500_00n, 0n]);
  }
  await count(world);
  await ann.call(protection.takeBreak, { period: "24h" });
  await close();
  const { list: drawn } = await world.guest().call(raffles.result, { code });
  expect(drawn.filter(({ place }) => place !== null).map(({ entry }) => entry)).toEqual([2]);
  await enterAgain(ben);
  expect((await ben.call(wallet.balance, {})).balance).toBe(50_00n);
});

test("whoever is given tickets is in their raffle without joining it, and is drawn; whoever left it is not", async () => {
  const code = await openRaffle([[1, 50_00n]]);
  const gift = await openCampaign(world, officer, { rule: { gift: { gives: "ticket", raffle: code, count: 2 } } });
  const [ann, ben] = [await world.player(), await world.player()];
  await ben.call(raffles.promotion, { code });
  await ben.call(campaigns.leave, { code });
  for (const one of [ann, ben]) {
    await one.call(campaigns.join, { code: gift });
    await one.call(campaigns.claim, { code: gift });
  }
  expect((await ann.call(raffles.list, {})).list.find((raffle) => raffle.code === code)!.mine).toBe(2);
  await close();
  expect((await world.guest().call(raffles.entries, { code })).list).toEqual([{ entry: 1, tickets: 2 }]);
  await enterAgain(ann);
  expect((await ann.call(wallet.balance, {})).balance).toBe(50_00n);
});

test("tickets that a mission gives are in the list, no more of them than one member may have, and a raffle nobody joined ends without a draw", async () => {
  const [code, empty] = [await openRaffle([[1, 50_00n]]), await openRaffle([[1, 50_00n]])];
  const gift = await openCampaign(world, officer, { rule: { gift: { gives: "ticket", raffle: code, count: 300 } } });
  const ann = await world.player();
  await ann.call(raffles.promotion, { code });
  await ann.call(campaigns.join, { code: gift });
  await ann.call(campaigns.claim, { code: gift });
  expect((await ann.call(raffles.promotion, { code })).mine).toBe(5);
  await close();
  expect((await world.guest().call(raffles.entries, { code })).list).toEqual([{ entry: 1, tickets: 5 }]);
  const result = await world.guest().call(raffles.result, { code: empty });
  expect([result.list, result.serverSeed?.length]).toEqual([[], 64]);
});
