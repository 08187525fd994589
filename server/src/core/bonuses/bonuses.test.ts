import { bonuses } from "@laro/contract/bonuses";
import { withdrawals } from "@laro/contract/withdrawals";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { derivedId, newId } from "../../platform/ids.ts";
import { placeBet, stakeOnce } from "../../testing/bets.ts";
import { bindPayoutAccount, enterAgain, giveFreely, PAYMENT_PASSWORD } from "../../testing/cashier.ts";
import { addVendor, type GatewayVendor, playAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { addTurnover, sumOpenTurnover } from "../turnover/turnover.ts";
import { expireBonus, forfeitBonus, forfeitClosed, giveBonus, listDueBonuses, releaseBonus } from "./bonuses.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let vendor: GatewayVendor;
beforeAll(async () => {
  world = await createWorld();
  vendor = await addVendor(world, { id: 700, code: "SEVEN", games: ["gale"] });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

type Member = Awaited<ReturnType<World["player"]>>;

const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
const begin: World["open"]["platform"]["database"]["begin"] = (work) => world.open.platform.database.begin(work);
const give = (accountId: bigint, gift: { amountMinor?: bigint; wagering?: bigint } = {}) =>
  giveFreely(world, accountId, { amountMinor: 100_00n, wagering: 2n, ...gift });

const listed = async (member: Member) => (await member.call(bonuses.rewards, {})).running.map(({ state, turnoverDone, left }) => [state, turnoverDone, left]);
const bonusOf = async (member: Member, id: string) => (await member.call(bonuses.mine, {})).list.find((bonus) => bonus.id === id)!;

test("the same id gives a bonus once, however often it is given at one moment", async () => {
  const ann = await world.player();
  const bonus = { id: derivedId("bonus", newId(world.clock.now())), accountId: ann.id, code: "TEST", amountMinor: 100_00n, wagering: 1n, days: 7 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => begin((tx) => giveBonus(tx, moment(), bonus))));
  expect(answers.filter((isNew) => isNew)).toHaveLength(1);
  expect(await listed(ann)).toEqual([["active", 0n, 100_00n]]);
});

test("of bonuses given at one moment one runs; the next starts when it ends, from that moment on and with all its days, in the order they were given", async () => {
  const ann = await world.player({ balance: 5_000_00n });
  const [first, second, third] = [await give(ann.id), await give(ann.id, { amountMinor: 50_00n }), await give(ann.id, { amountMinor: 30_00n })];
  await stakeOnce(world, ann.id, 120_00n);
  expect(await listed(ann)).toEqual([
    ["active", 120_00n, 80_00n],
    ["waiting", 0n, 100_00n],
    ["waiting", 0n, 60_00n],
  ]);
  const { reference } = await bonusOf(ann, first);
  expect(await bonusOf(ann, second)).toMatchObject({ expiresAt: null, waitsFor: reference, days: 7 });
  expect(await ann.refused(bonuses.release, { id: second })).toBe("bonuses.not_active");
  await world.pass(3 * DAY_MS);
  await enterAgain(ann);
  await stakeOnce(world, ann.id, 500_00n);
  await ann.call(bonuses.release, { id: first });
  expect(await bonusOf(ann, first)).toMatchObject({ state: "released", turnoverDone: 200_00n });
  const until = new Date(world.clock.now().getTime() + 7 * DAY_MS).toISOString();
  expect(await bonusOf(ann, second)).toMatchObject({ state: "active", turnoverDone: 0n, expiresAt: until, waitsFor: null });
  // One that waits is given up without touching the one that runs.
  await ann.call(bonuses.forfeit, { id: third });
  expect(await bonusOf(ann, third)).toMatchObject({ state: "forfeited", turnoverDone: 0n });
  const fourth = await give(ann.id);
  await world.pass(7 * DAY_MS);
  await enterAgain(ann);
  for (const due of await listDueBonuses(world.open.platform.database.db, { now: world.clock.now(), after: 0n }))
    await begin((tx) => expireBonus(tx, moment(), due));
  expect([(await bonusOf(ann, second)).state, (await bonusOf(ann, fourth)).state]).toEqual(["expired", "active"]);
});

test("bonuses given, released and given up all at one moment, beside bets, end once each and never two run", async () => {
  const ann = await world.player({ balance: 10_000_00n });
  const ids = [];
  for (let count = 0; count < 4; count++) ids.push(await give(ann.id, { wagering: 1n }));
  await stakeOnce(world, ann.id, 100_00n);
  const ends = ids.flatMap((id) => [bonuses.release, bonuses.forfeit, bonuses.release].map((way) => ann.call(way, { id })));
  const outcomes = await Promise.allSettled([...ends, give(ann.id), give(ann.id), stakeOnce(world, ann.id, 10_00n)]);
  expect(outcomes.slice(ends.length).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  const done = outcomes.slice(0, ends.length).filter(({ status }) => status === "fulfilled");
  const { list } = await ann.call(bonuses.mine, {});
  expect(list.filter(({ state }) => state === "released" || state === "forfeited")).toHaveLength(done.length);
  expect(list.map(({ state }) => state).filter((state) => state === "active")).toHaveLength(1);
  expect(await world.audit()).toEqual([]);
});

test("while a bonus runs own money is withdrawn as if there were none", async () => {
  const ann = await world.player({ balance: 1_000_00n });
  const payoutAccountId = await bindPayoutAccount(ann);
  await give(ann.id, { amountMinor: 500_00n, wagering: 10n });
  expect(await ann.call(withdrawals.terms, {})).toMatchObject({ turnover: [], turnoverNeeded: 0n });
  const request = { requestId: newId(world.clock.now()), amount: 1_000_00n, payoutAccountId, paymentPassword: PAYMENT_PASSWORD };
  expect(await ann.call(withdrawals.request, request)).toMatchObject({ state: "pending" });
  expect(await listed(ann)).toEqual([["active", 0n, 5_000_00n]]);
});

test("whoever may not take part loses every bonus, and none starts on the way", async () => {
  const ann = await world.player();
  for (let count = 0; count < 3; count++) await give(ann.id);
  await begin((tx) => forfeitClosed(tx, moment(), ann.id));
  const { list } = await ann.call(bonuses.mine, {});
  expect(list.map(({ state, expiresAt }) => [state, expiresAt === null])).toEqual([
    ["forfeited", true],
    ["forfeited", true],
    ["forfeited", false],
  ]);
  await asOwner(world.open.url, "update wallet set status = 0 where account_id = $1", [ann.id]);
});

test("a stake taken back is off a bonus that it counted for, and one from before the start takes nothing of what was staked since", async () => {
  const member = await playAt(world, vendor, { balance: 5_000_00n });
  const ann = member.player;
  const bet = (id: string, amount: string) => ({ id_provider: id, type: "bet", amount });
  await member.play([bet("a", "300.00")], { finished: true });
  await world.pass(1_000);
  await give(ann.id, { amountMinor: 500_00n });
  await world.pass(1_000);
  await member.play([bet("b", "200.00")], { round_id: `since-${ann.id}`, finished: true });
  expect(await listed(ann)).toEqual([["active", 200_00n, 800_00n]]);
  await member.undo([["r", "a"]]);
  expect(await listed(ann)).toEqual([["active", 200_00n, 800_00n]]);
  await member.undo([["s", "b"]]);
  expect(await listed(ann)).toEqual([["active", 0n, 1_000_00n]]);
  await member.play([bet("c", "70.00")], { round_id: `then-${ann.id}`, finished: true });
  expect(await listed(ann)).toEqual([["active", 70_00n, 930_00n]]);
});

const STEPS = { minLength: 5, maxLength: 25 } as const;
const minor = (maximum: number) => fc.integer({ min: 1, max: maximum }).map(BigInt);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("bet"), stake: minor(300_00), counts: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("give"), amount: minor(100_00), wagering: fc.integer({ min: 0, max: 4 }).map(BigInt) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("ask"), needed: minor(200_00) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("forfeit", "release"), which: fc.nat(3) }) },
);

/** What a member's bonuses and turnover must be, reckoned by hand. */
class Book {
  valid = 0n;
  readonly lines: { from: bigint; until: bigint }[] = [];
  readonly open: { id: string; needed: bigint; from: bigint | undefined }[] = [];

  ask(needed: bigint): void {
    const from = this.lines.reduce((last, { until }) => (until > last ? until : last), this.valid);
    this.lines.push({ from, until: from + needed });
  }

  give(id: string, needed: bigint): void {
    this.open.push({ id, needed, from: undefined });
    this.start();
  }

  end(index: number): void {
    this.open.splice(index, 1);
    this.start();
  }

  private start(): void {
    if (this.open[0] !== undefined) this.open[0].from ??= this.valid;
  }

  done({ needed, from }: Book["open"][number]): bigint {
    const since = this.valid - (from ?? this.valid);
    return since < needed ? since : needed;
  }

  left(): bigint {
    return this.lines.reduce((sum, { from, until }) => sum + (until > this.valid ? until - (from > this.valid ? from : this.valid) : 0n), 0n);
  }
}

test("in any order of bets, gifts, deposits, ends and releases a bonus's progress is what counted since its start, up to what it needs, and it stops no withdrawal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, STEPS), async (steps) => {
      const ann = await world.player({ balance: 100_000_00n });
      const book = new Book();
      for (const one of steps) {
        if ("stake" in one) {
          await placeBet(world, ann.id, { stake: one.stake, win: one.stake, ...(one.counts ? {} : { validMinor: 0n }) });
          if (one.counts) book.valid += one.stake;
        } else if ("amount" in one) {
          book.give(await give(ann.id, { amountMinor: one.amount, wagering: one.wagering }), one.amount * one.wagering);
        } else if ("needed" in one) {
          const line = { accountId: ann.id, source: "deposit", sourceId: newId(world.clock.now()), neededMinor: one.needed, now: world.clock.now() } as const;
          await begin((tx) => addTurnover(tx, line));
          book.ask(one.needed);
        } else {
          await end(ann, book, one);
        }
        expect((await ann.call(bonuses.rewards, {})).running.length).toBe(book.open.filter((bonus, at) => at > 0 || book.done(bonus) < bonus.needed).length);
        const { list } = await ann.call(bonuses.mine, { limit: 50 });
        for (const bonus of book.open) expect(list.find(({ id }) => id === bonus.id)?.turnoverDone).toBe(book.done(bonus));
        expect(await sumOpenTurnover(world.open.platform.database.db, ann.id)).toBe(book.left());
      }
    }),
    { numRuns: 12 },
  );
});

async function end(ann: Member, book: Book, { does, which }: { does: string; which: number }): Promise<void> {
  const bonus = book.open[which];
  if (bonus === undefined) return;
  const own = { accountId: ann.id, id: bonus.id };
  if (does === "forfeit") {
    await begin((tx) => forfeitBonus(tx, moment(), own));
    return book.end(which);
  }
  const isEarned = which === 0 && book.done(bonus) === bonus.needed;
  const released = await begin((tx) => releaseBonus(tx, moment(), own)).then(
    () => true,
    () => false,
  );
  expect(released).toBe(isEarned);
  if (released) book.end(which);
}
