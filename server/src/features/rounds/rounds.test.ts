import { randomUUID } from "node:crypto";
import { deposits } from "@laro/contract/deposits";
import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { withdrawals } from "@laro/contract/withdrawals";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { derivedId, newId } from "../../platform/ids.ts";
import { bindPayoutAccount, enterAgain, openDeposit, PAYMENT_PASSWORD, sendMessage } from "../../testing/cashier.ts";
import { rollDice } from "../../testing/bets.ts";
import { slowCall } from "../../testing/slowCall.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DICE_CYCLE_MS = 1_000;
const SLOT_CYCLE_MS = 2_500;
const EVEN = { target: 5_000, side: "under" } as const;
const NIL = "00000000-0000-0000-0000-000000000000";

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const dice = (requestId: string, stake = 1_00n) => ({ requestId, gameCode: "DICE", stake, choice: EVEN });
const fresh = (): string => newId(world.clock.now());
const nextCycle = (): void => world.clock.advance(DICE_CYCLE_MS);

test("an id that the platform derives, the nil id and ids of other versions are no ids of a client", async () => {
  const ann = await world.player({ balance: 100_00n });
  for (const requestId of [derivedId("payout", fresh()), NIL, "ffffffff-ffff-ffff-ffff-ffffffffffff", "c232ab00-9414-11ec-b3c8-9f6bdeced846"]) {
    const { answer } = await ann.request("POST", "/api/rounds.play", JSON.stringify({ ...dice(requestId), stake: "1.00" }));
    expect(answer).toMatchObject({ message: "request.invalid", value: { field: "requestId" } });
  }
  expect((await ann.call(wallet.balance, {})).balance).toBe(100_00n);
});

test("what a client sends is never an id of the ledger: two members may send the same, and nobody takes the id of something to come", async () => {
  const [ann, ben] = [await world.player({ balance: 100_00n }), await world.player({ balance: 100_00n })];
  const [random, timed] = [randomUUID(), fresh()];
  for (const requestId of [random, timed]) {
    nextCycle();
    const [hers, his] = [await ann.call(rounds.play, dice(requestId)), await ben.call(rounds.play, dice(requestId))];
    expect(hers.id).not.toBe(his.id);
  }
  const { rows } = await world.open.platform.database.pool.query("select ref from idempotency where ref = any($1)", [[random, timed]]);
  expect(rows).toEqual([]);
});

test("an id in capitals is the same id: one bet, one deposit, one withdrawal", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const id = randomUUID();
  const first = await ann.call(rounds.play, dice(id));
  const shouted = async (name: string, body: object, isSealed = false) => {
    const input = { ...body, requestId: id.toUpperCase() };
    return (await ann.request("POST", `/api/${name}`, JSON.stringify(isSealed ? { sealed: await ann.seal(name, input) } : input))).answer;
  };
  expect(await shouted("rounds.play", { ...dice(id), stake: "1.00" })).toMatchObject({ success: true, value: { id: first.id } });
  const order = { requestId: id, method: "QRPH", amount: 500_00n };
  const placed = await ann.call(deposits.create, order);
  expect(await shouted("deposits.create", { ...order, amount: "500.00" })).toMatchObject({ value: { id: placed.id } });
  const payoutAccountId = await bindPayoutAccount(ann);
  const wish = { amount: 200_00n, payoutAccountId, paymentPassword: PAYMENT_PASSWORD };
  const held = await ann.call(withdrawals.request, { requestId: id, ...wish });
  const again = { ...wish, amount: "200.00", payoutAccountId: String(payoutAccountId) };
  expect(await shouted("withdrawals.request", again, withdrawals.request.sealed)).toMatchObject({ value: { id: held.id } });
});

test("a game's pace is the server's: of sixty rounds at once one is played, the next a cycle after it began, and each game has its own", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const spin = () => ann.call(rounds.play, { requestId: fresh(), gameCode: "MANGO_RUSH", stake: 1_00n, choice: {} });
  const spun = await Promise.allSettled(Array.from({ length: 60 }, spin));
  expect(spun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const codes = new Set(spun.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : [])));
  expect([...codes].filter((code) => code !== "request.too_many")).toEqual(["rounds.too_soon"]);
  await ann.call(rounds.play, dice(fresh()));
  world.clock.advance(SLOT_CYCLE_MS - 1);
  expect(await ann.refusal(rounds.play, { requestId: fresh(), gameCode: "MANGO_RUSH", stake: 1_00n, choice: {} })).toMatchObject({
    code: "rounds.too_soon",
    values: { seconds: 2.5, retryAfter: 3 },
    text: "The next round of this game begins 2.5 seconds after the last one began.",
  });
  world.clock.advance(1);
  await spin();
});

test("a round asked for again is answered at any moment, and one that was refused takes no time", async () => {
  const ann = await world.player({ balance: 5_00n });
  const [one, two] = [dice(fresh()), dice(fresh())];
  const first = await ann.call(rounds.play, one);
  expect((await ann.call(rounds.play, one)).id).toBe(first.id);
  nextCycle();
  await ann.call(rounds.play, two);
  expect((await ann.call(rounds.play, one)).id).toBe(first.id);
  nextCycle();
  expect(await ann.refused(rounds.play, dice(fresh(), 1_000_00n))).toBe("wallet.insufficient_funds");
  await ann.call(rounds.play, dice(fresh()));
});

test("a stake that comes back nine times in ten or more counts nothing towards turnover, and a likely one counts whole", async () => {
  const ann = await world.player();
  const { id } = await openDeposit(world, ann, 500_00n);
  await sendMessage(world, { type: "payment.paid", reference: id, amount: "500.00" });
  await world.give(ann.id, 5_000_00n);
  const done = async () => (await ann.call(withdrawals.terms, {})).turnoverDone;
  for (const target of [9_000, 9_799]) await rollDice(world, ann.id, { stake: 100_00n, target });
  expect(await done()).toBe(0n);
  await rollDice(world, ann.id, { stake: 100_00n, target: 8_999 });
  expect(await done()).toBe(100_00n);
});

test("a stake counts on the day it is posted: bodies that arrive after midnight find the new day's limit", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 10_00n });
  // A second before midnight in Manila, at a moment of another week than the other tests.
  const midnight = new Date("2026-11-02T16:00:00Z").getTime();
  world.clock.advance(midnight - 1_000 - world.clock.now().getTime());
  await enterAgain(ann);
  const begun = await Promise.all(Array.from({ length: 4 }, () => slowCall(world.address, ann, "rounds.play", { ...dice(fresh(), 10_00n), stake: "10.00" })));
  world.clock.advance(2_000);
  const codes: unknown[] = [];
  for (const call of begun) {
    codes.push(await call.finish());
    nextCycle();
  }
  expect(codes).toEqual([true, "limits.stake_reached", "limits.stake_reached", "limits.stake_reached"]);
  const [round] = (await ann.call(rounds.mine, {})).list;
  expect(new Date(round!.at).getTime()).toBeGreaterThanOrEqual(midnight);
});

test("a stake sent before midnight that waited for its wallet belongs to the day whose limits it is held against", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 10_00n });
  const { database, timeZone } = world.open.platform;
  const post = async (at: Date): Promise<unknown[]> => {
    const { rows } = await database.pool.query(
      `select p.code, p.moved_to from wallet w, ledger_post($1, $2, gen_random_uuid(), w.id, -1, 1000, 0, 1::smallint, 0, gen_random_uuid(), 1, null, null, '{}'::jsonb) p
       where w.account_id = $3 and w.kind = 1`,
      [at, timeZone, String(ann.id)],
    );
    return rows.map((row: { code: number; moved_to: Date | null }) => [row.code, row.moved_to?.toISOString() ?? null]);
  };
  const midnight = new Date("2027-01-10T16:00:00Z").getTime();
  const [before, after] = [new Date(midnight - 2_000), new Date(midnight + 1_000)];
  expect(await post(after)).toEqual([[0, null]]);
  expect(await post(before)).toEqual([[8, after.toISOString()]]);
});
