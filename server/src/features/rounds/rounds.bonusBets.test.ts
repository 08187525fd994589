import { randomUUID } from "node:crypto";
import { bonuses } from "@laro/contract/bonuses";
import { campaigns } from "@laro/contract/campaigns";
import type { Gift } from "@laro/contract/core/campaignRules";
import { house } from "@laro/contract/house";
import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import { dice } from "@laro/engines/dice/dice";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { endBonusBets } from "../../core/bonuses/bonusBets.ts";
import { giveBonusBetsOf } from "../../testing/bonusBets.ts";
import { draftOf } from "../../testing/campaigns.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { UNPLAYED_MS } from "./rounds.late.ts";

type BonusBets = Extract<Gift, { gives: "bonusBet" }>;

const DICE_CYCLE_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;
const EVEN = { target: 5_000, side: "under" } as const;
const HIGH = { target: 200, side: "under" } as const;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

/** A member with bonus bets of a campaign, and money. */
async function playerWith(gift: Partial<BonusBets> = {}, balance = 100_00n): Promise<Person & { id: bigint; betId: string }> {
  const person = await world.player({ balance });
  await giveBonusBetsOf(world, person, gift);
  const { list } = await person.call(bonuses.bets, {});
  return Object.assign(person, { betId: list[0]!.id });
}

const dicePlay = (bonusBetId: string, change: object = {}) => ({
  requestId: randomUUID(),
  gameCode: "DICE",
  stake: 5_00n,
  choice: EVEN,
  bonusBetId,
  ...change,
});
const balanceOf = async (person: Person): Promise<bigint> => (await person.call(wallet.balance, {})).balance;
const nextCycle = (): void => world.clock.advance(DICE_CYCLE_MS);

/** Plays until a round ends as it should. */
async function playUntil(person: Person & { betId: string }, isOver: (win: bigint) => boolean, choice: object) {
  for (;;) {
    nextCycle();
    const round = await person.call(rounds.play, dicePlay(person.betId, { choice }));
    if (isOver(round.win)) return round;
  }
}

test("a bonus bet lies apart from cash: it is no money until it is played, its stake is given, its win is the member's, and it counts for nothing [PROMO-02]", async () => {
  const ann = await playerWith({ count: 100 });
  const id = ann.id;
  expect([await balanceOf(ann), await ann.call(bonuses.bets, {})]).toMatchObject([100_00n, { count: 100, list: [{ stake: 5_00n, left: 100 }] }]);
  const lost = await playUntil(ann, (win) => win === 0n, EVEN);
  expect(lost).toMatchObject({ stake: 5_00n, bonusBet: true });
  const before = await balanceOf(ann);
  const won = await playUntil(ann, (win) => win > 0n, EVEN);
  expect([won.balance, await balanceOf(ann)]).toEqual([before + won.win, before + won.win]);
  const { count, list } = await ann.call(bonuses.bets, {});
  const { list: record } = await ann.call(rounds.mine, { stakedWith: "bonusBet", limit: 50 });
  expect([count, list[0]?.left, record.length, record.every(({ bonusBet }) => bonusBet === true)]).toEqual([100 - record.length, count, record.length, true]);
  expect(await ann.call(rounds.get, { id: won.id })).toMatchObject({ bonusBet: true, win: won.win });
  const rows = await asOwner(world.open.url, `select staked - uncounted as counted from wallet where account_id = ${id} and kind = 1`);
  expect(rows).toEqual([{ counted: 0n }]);
});

test("the record shows bonus bets alone, with their sums, beside rounds of money", async () => {
  const ann = await playerWith();
  const { bonusBetId: _none, ...money } = dicePlay(ann.betId);
  const cash = await ann.call(rounds.play, money);
  nextCycle();
  const bet = await ann.call(rounds.play, dicePlay(ann.betId));
  const [all, only] = [await ann.call(rounds.mine, {}), await ann.call(rounds.mine, { stakedWith: "bonusBet" })];
  expect([all.list.map(({ id }) => id), only.list.map(({ id }) => id)]).toEqual([[bet.id, cash.id], [bet.id]]);
  expect(await ann.call(rounds.totals, { stakedWith: "bonusBet" })).toEqual({ count: 1, stake: 5_00n, win: bet.win });
  expect(await ann.call(rounds.totals, { stakedWith: "bonusBet", gameCode: "LIMBO" })).toEqual({ count: 0, stake: 0n, win: 0n });
});

test("what would be refused is refused before anything is drawn, and no sooner than whatever else plays nothing", async () => {
  const ann = await playerWith();
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 1_00n });
  const drawing = vi.spyOn(dice, "play");
  onTestFinished(() => drawing.mockRestore());
  const beganAt = performance.now();
  expect(await ann.refused(rounds.play, dicePlay(ann.betId))).toBe("limits.stake_reached");
  expect([drawing.mock.calls.length, performance.now() - beganAt >= UNPLAYED_MS]).toEqual([0, true]);
});

test("whoever may not be rewarded plays none, what was taken back is over, and no officer corrects a round whose stake was given", async () => {
  const [ann, ben] = [await playerWith(), await playerWith()];
  const { id } = await ann.call(rounds.play, dicePlay(ann.betId));
  const officer = await world.operator("risk");
  expect(await officer.refused(house.correctRound, { memberId: ann.id, roundId: id, win: null, reason: "for the test" })).toBe("house.bonus_bet");
  nextCycle();
  const { database, clock } = world.open.platform;
  await database.begin((tx) => endBonusBets(tx, { accountId: ann.id, now: clock.now() }));
  expect([await ann.refused(rounds.play, dicePlay(ann.betId)), (await ann.call(bonuses.bets, {})).count]).toEqual(["bonuses.bet_over", 0]);
  await asOwner(world.open.url, "update account set restrictions = '{bonus}' where id = $1", [ben.id]);
  expect(await ben.refused(rounds.play, dicePlay(ben.betId))).toBe("rewards.closed");
  expect((await ben.call(bonuses.bets, {})).count).toBe(3);
});

test("a campaign gives no bonus bets whose stake no game takes", async () => {
  const officer = await world.operator("marketing");
  const gift = { gives: "bonusBet", count: 3, stake: 37n, days: 7 } as const;
  const draft = draftOf(world, { rule: { gift } });
  expect(await officer.refused(campaigns.save, draft)).toBe("campaigns.rule_invalid");
});

test("the same request is one round and takes one bet; with other contents it is refused, and so is the same without its bet", async () => {
  const ann = await playerWith({ count: 2 });
  const play = dicePlay(ann.betId);
  const [first, ...again] = await Promise.all([play, play, play].map((one) => ann.call(rounds.play, one).catch((error: Error) => error)));
  const late = await ann.call(rounds.play, play);
  for (const one of [first, ...again]) if (!(one instanceof Error)) expect(one!.id).toBe(late.id);
  expect((await ann.call(bonuses.bets, {})).count).toBe(1);
  const { bonusBetId: _none, ...money } = play;
  expect([await ann.refused(rounds.play, { ...play, choice: HIGH }), await ann.refused(rounds.play, money)]).toEqual([
    "request.id_reused",
    "request.id_reused",
  ]);
});

test("of a hundred that are asked for at once no more are played than there are, and never another's, another stake, nor after their time", async () => {
  const [ann, ben] = [await playerWith({ count: 1 }), await playerWith({ count: 1, days: 1 })];
  await Promise.all(["LIMBO", "DICE", "PLINKO"].map((gameCode) => ann.call(rounds.play, dicePlay(ann.betId, { gameCode })).catch(() => undefined)));
  await Promise.all(Array.from({ length: 20 }, () => ann.call(rounds.play, dicePlay(ann.betId)).catch(() => undefined)));
  expect((await ann.call(rounds.mine, { stakedWith: "bonusBet" })).list).toHaveLength(1);
  nextCycle();
  expect(await ann.refused(rounds.play, dicePlay(ann.betId))).toBe("bonuses.bet_over");
  expect(await ann.refused(rounds.play, dicePlay(ben.betId))).toBe("bonuses.bet_over");
  expect(await ben.refused(rounds.play, dicePlay(ben.betId, { stake: 10_00n }))).toBe("bonuses.bet_stake");
  expect(await ben.refused(rounds.play, dicePlay(randomUUID()))).toBe("bonuses.bet_over");
  await world.pass(DAY_MS);
  await enterAgain(ben);
  expect(await ben.refused(rounds.play, dicePlay(ben.betId))).toBe("bonuses.bet_over");
  expect((await ben.call(bonuses.bets, {})).count).toBe(0);
});

test("games whose stake lies on spots or feeds a jackpot, and games with steps, take none", async () => {
  const ann = await playerWith();
  const spots = { gameCode: "ROULETTE", choice: { spots: { red: "5.00" } } };
  const codes = await Promise.all([
    ann.refused(rounds.play, { ...dicePlay(ann.betId, { gameCode: "GINTONG_PAROL", choice: {} }), stake: 10_00n }),
    ann.refused(rounds.play, dicePlay(ann.betId, { gameCode: "MINES" })),
    ann.refused(rounds.play, dicePlay(ann.betId, spots)),
  ]);
  expect(codes.slice(0, 2)).toEqual(["bonuses.bet_elsewhere", "games.not_found"]);
  expect(["bonuses.bet_elsewhere", "rounds.choice_invalid"]).toContain(codes[2]);
  expect((await ann.call(bonuses.bets, {})).count).toBe(3);
});

test("what bars a bet bars a bonus bet, a time-out and a limit that is reached, and takes none of them", async () => {
  const [ann, ben] = [await playerWith(), await playerWith()];
  await ann.call(limits.set, { kind: "stake", period: "day", amount: 1_00n });
  await ben.call(protection.takeBreak, { period: "24h" });
  expect([await ann.refused(rounds.play, dicePlay(ann.betId)), await ben.refused(rounds.play, dicePlay(ben.betId))]).toEqual([
    "limits.stake_reached",
    "protection.excluded",
  ]);
  for (const one of [ann, ben]) expect([(await one.call(bonuses.bets, {})).count, await balanceOf(one)]).toEqual([3, 100_00n]);
  // Nobody has to play to save them: their days stand still.
  const [hers, his] = await Promise.all([ann, ben].map(async (one) => Date.parse((await one.call(bonuses.bets, {})).list[0]!.expiresAt)));
  expect(his! - hers!).toBe(24 * 60 * 60_000);
});
