import { createHash, createHmac } from "node:crypto";
import { accounts } from "@laro/contract/accounts";
import { campaigns } from "@laro/contract/campaigns";
import type { Rule, SeatTerms, Trigger } from "@laro/contract/core/campaignRules";
import { games } from "@laro/contract/games";
import { leaderboards } from "@laro/contract/leaderboards";
import { limits } from "@laro/contract/limits";
import { protection } from "@laro/contract/protection";
import { type SeatRound, tournaments } from "@laro/contract/tournaments";
import { wallet } from "@laro/contract/wallet";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { attend, beginCounting, count, draftOf, openCampaign, ruleOf } from "../../testing/campaigns.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { playOn } from "../../testing/rebates.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const reason = "for the test";
/** Of a short seat: more than a page of them. */
const ROUNDS = 60;
const EVEN = { target: 5_000, side: "under" };
const CLIENT_SEED = "0123456789abcdef".repeat(2);

type Member = Person & { readonly id: bigint };
let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  await beginCounting(world);
});
beforeEach(async () => void (officer = await world.operator("marketing")));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const SEAT: SeatTerms = { gameCode: "DICE", chips: 10_000, rounds: 200 };
const rule: Partial<Rule> = {
  gift: null,
  prizes: [
    { count: 1, gift: { gives: "cash", amount: 300_00n } },
    { count: 1, gift: { gives: "points", points: 500 } },
  ],
};
const openTournament = (seat: Partial<SeatTerms> = {}) =>
  openCampaign(world, officer, {
    endsAt: new Date(world.clock.now().getTime() + 2 * HOUR_MS).toISOString(),
    rule: { ...rule, trigger: { on: "ranked", categories: [], seat: { ...SEAT, ...seat } } },
  });

const ask = (code: string, stake: number, choice: object = EVEN) => ({
  requestId: newId(world.clock.now()),
  code,
  stake,
  choice: choice as Record<string, unknown>,
  clientSeed: CLIENT_SEED,
});
/** A round, after the game's pace. */
const play = async (member: Member, code: string, stake: number, choice?: object) => {
  await world.pass(1_000);
  return member.call(tournaments.play, ask(code, stake, choice));
};
const seatOf = async (member: Member, code: string) => (await member.call(tournaments.list, {})).list.find((one) => one.code === code)?.seat ?? null;
const allRounds = async (member: Member, code: string): Promise<readonly SeatRound[]> => {
  const rows: SeatRound[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await member.call(tournaments.rounds, { code, limit: 25, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.list);
    cursor = page.next;
  }
  return rows;
};
/** What moves when money does, of a member. */
const moneyOf = async ({ id }: Member) =>
  asOwner(
    world.open.url,
    `select (select count(*) from transfer t where t.wallet_id = w.id)::int as lines, (select count(*) from round r where r.wallet_id = w.id)::int as rounds, w.balance::text, w.staked::text, w.seq::text
     from wallet w where w.account_id = $1 order by w.kind`,
    [id],
  );

/** Dice by other code: a roll below the target pays 9,900 over it in hundredths, rounded down, and chips are rounded down. */
function rolled(seed: string, clientSeed: string, { n, stake, choice }: SeatRound) {
  const limit = 2 ** 32 - (2 ** 32 % 10_000);
  const bytes = createHmac("sha256", Buffer.from(seed, "hex")).update(`${clientSeed}:${n}:0`).digest();
  const roll = Array.from({ length: 8 }, (_, at) => bytes.readUInt32BE(at * 4)).find((value) => value < limit)! % 10_000;
  const { target } = choice as { target: number };
  const multiplier = roll < target ? Math.floor(990_000 / target) : 0;
  return { win: Math.floor((stake * multiplier) / 100), outcome: { roll, multiplier } };
}

test("entering a tournament costs nothing: the balance stays, and neither entry nor rounds leave a line in the journal, a round or a stake [PROMO-03]", async () => {
  const code = await openTournament();
  const ann = await world.player({ balance: 50_00n });
  const before = await moneyOf(ann);
  expect(await world.guest().refused(tournaments.enter, { code })).toBe("sessions.required");
  expect(await ann.refused(tournaments.enter, { code: "NOSUCH" })).toBe("tournaments.none");
  expect(await ann.refused(tournaments.play, ask(code, 100))).toBe("tournaments.not_seated");
  const entered = await ann.call(tournaments.enter, { code });
  expect(entered).toMatchObject({
    label: "signed",
    chips: 10_000,
    rounds: 200,
    gameName: "Dice",
    seat: { chips: 10_000, played: 0, serverSeed: null, clientSeed: null },
  });
  expect(await ann.call(tournaments.enter, { code })).toEqual(entered);
  for (let round = 1; round <= 3; round++) await play(ann, code, 500);
  expect([await moneyOf(ann), (await ann.call(wallet.balance, {})).balance]).toEqual([before, 50_00n]);
  expect((await world.guest().call(tournaments.list, { language: "TY" })).list.find((one) => one.code === code)).toMatchObject({ seats: 1, seat: null });
  expect((await ann.call(leaderboards.list, {})).list.map((board) => board.code)).not.toContain(code);
});

test("play for money counts nothing in a tournament, and its page says nothing of it", async () => {
  const code = await openTournament();
  const ann = await world.player();
  await ann.call(tournaments.enter, { code });
  await playOn(world, ann.id, "slot", 10_00n);
  await count(world);
  expect(await ann.call(campaigns.get, { code })).toMatchObject({ label: "signed", progress: null, target: null, countedUpTo: null });
});

test("who asks for a seat several times at once has one, and each answer shows it", async () => {
  const code = await openTournament();
  const ann = await world.player();
  const answers = await Promise.all(Array.from({ length: 4 }, () => ann.call(tournaments.enter, { code })));
  expect(new Set(answers.map(({ seat }) => seat!.serverSeedHash)).size).toBe(1);
});

test("a round tells its member's other sessions to look again, and spares the one it answers", async () => {
  const code = await openTournament();
  const ann = await world.player();
  const spared: (string | undefined)[] = [];
  const stop = world.open.platform.live.listen([`member:${ann.id}`], (message, _, session) => {
    if ("stale" in message && message.stale.includes("tournaments.list")) spared.push(session);
  });
  await ann.call(tournaments.enter, { code });
  await expect.poll(() => spared).toEqual([undefined]);
  await play(ann, code, 1);
  await expect.poll(() => spared).toEqual([undefined, expect.stringMatching(/^.{8}$/)]);
  stop();
});

test("a seat has its rounds and no more; its seed is promised before, hidden until then, and every round follows from the seeds by other code", async () => {
  const code = await openTournament({ rounds: ROUNDS });
  const ann = await world.player();
  const { seat } = await ann.call(tournaments.enter, { code });
  const first = ask(code, 100);
  await world.pass(1_000);
  const once = await ann.call(tournaments.play, first);
  expect(await ann.call(tournaments.play, first)).toEqual(once);
  expect(await ann.refused(tournaments.play, ask(code, 100))).toBe("rounds.too_soon");
  await world.pass(1_000);
  for (const [stake, choice] of [
    [100, { target: 1, side: "under" }],
    [100, { target: 5_000 }],
  ] as const)
    expect(await ann.refused(tournaments.play, ask(code, stake, choice))).toBe("rounds.choice_invalid");
  expect((await ann.refusal(tournaments.play, ask(code, 1_000_000))).code).toBe("tournaments.chips_short");
  for (const stake of [0, -5, 1.5, 1_000_001])
    expect((await ann.request("POST", "/api/tournaments.play", JSON.stringify({ ...ask(code, 1), stake }))).answer).toMatchObject({
      message: "request.invalid",
    });
  for (let n = 2; n <= ROUNDS; n++) await play(ann, code, (n % 7) + 1, { target: 2_000 + n * 90, side: "under" });
  await world.pass(1_000);
  expect(await ann.refused(tournaments.play, ask(code, 1))).toBe("tournaments.rounds_over");
  const rounds = await allRounds(ann, code);
  const after = (await ann.call(tournaments.rounds, { code })).seat!;
  expect([rounds.map(({ n }) => n), after.clientSeed]).toEqual([Array.from({ length: ROUNDS }, (_, at) => ROUNDS - at), CLIENT_SEED]);
  expect(createHash("sha256").update(Buffer.from(after.serverSeed!, "hex")).digest("hex")).toBe(seat!.serverSeedHash);
  for (const round of rounds) expect({ win: round.win, outcome: round.outcome }).toEqual(rolled(after.serverSeed!, CLIENT_SEED, round));
  expect(after.chips).toBe(10_000 + rounds.reduce((sum, { win, stake }) => sum + win - stake, 0));
});

test("twenty plays at once on one seat are played one after the other at the game's pace: chips are the sum of the rounds, and none is lost or played twice", async () => {
  const code = await openTournament({ gameCode: "LIMBO" });
  const ann = await world.player();
  await ann.call(tournaments.enter, { code });
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => {
      world.clock.advance(1_000);
      return ann.call(tournaments.play, ask(code, 50, { target: 200 }));
    }),
  );
  const played = answers.filter(({ status }) => status === "fulfilled").length;
  const rounds = await allRounds(ann, code);
  expect(played).toBeGreaterThan(0);
  expect(rounds.map(({ n }) => n)).toEqual(Array.from({ length: played }, (_, at) => played - at));
  expect((await seatOf(ann, code))!.chips).toBe(10_000 + rounds.reduce((sum, { win, stake }) => sum + win - stake, 0));
  // With the clock standing still exactly one of many is early enough.
  await world.pass(1_000);
  const still = await Promise.allSettled(Array.from({ length: 20 }, () => ann.call(tournaments.play, ask(code, 50, { target: 200 }))));
  expect(still.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await allRounds(ann, code)).toHaveLength(played + 1);
});

test("the ranking is by chips, then fewer rounds, then who was there first, masked; who left is not in it and comes back to the same seat; prizes are given once, past whoever is on a break", async () => {
  const code = await openTournament();
  const [ann, ben, cat, dan, eve] = [await world.player(), await world.player(), await world.player(), await world.player(), await world.player()];
  for (const one of [ann, ben, cat, dan, eve]) await one.call(tournaments.enter, { code });
  // What falls is the seeds' to decide: chips are set, and a round with them.
  const left = async (member: Member, chips: number, rounds: number) => {
    for (let n = 0; n < rounds; n++) await play(member, code, 1);
    await asOwner(
      world.open.url,
      "update tournament_round set win = win + $3 - s.chips from tournament_seat s join campaign c on c.id = s.campaign_id where c.code = $1 and s.account_id = $2 and tournament_round.campaign_id = s.campaign_id and tournament_round.account_id = s.account_id and n = 1",
      [code, member.id, chips],
    );
    await asOwner(world.open.url, "update tournament_seat s set chips = $3 from campaign c where c.id = s.campaign_id and c.code = $1 and s.account_id = $2", [
      code,
      member.id,
      chips,
    ]);
  };
  await left(ann, 30_000, 2);
  await left(ben, 20_000, 2);
  await left(cat, 20_000, 1);
  await left(dan, 20_000, 2);
  const { list, mine } = await dan.call(tournaments.rank, { code, limit: 3 });
  expect(list.map(({ place, chips, rounds }) => [place, chips, rounds])).toEqual([
    [1, 30_000, 2],
    [2, 20_000, 1],
    [3, 20_000, 2],
  ]);
  for (const { name } of list) expect(name).toMatch(/^pl\*\*\*/);
  expect(mine).toMatchObject({ place: 4, chips: 20_000, isMine: true });
  expect([(await eve.call(tournaments.rank, { code })).mine, (await world.guest().call(tournaments.rank, { code })).mine]).toEqual([null, null]);
  await ben.call(campaigns.leave, { code });
  expect((await dan.call(tournaments.rank, { code })).mine?.place).toBe(3);
  await world.pass(1_000);
  expect(await ben.refused(tournaments.play, ask(code, 1))).toBe("tournaments.not_seated");
  expect((await ben.call(tournaments.enter, { code })).seat).toMatchObject({ chips: 20_000, played: 2 });
  expect((await officer.call(campaigns.all, {})).list.find((one) => one.code === code)).toMatchObject({ seats: 4, joined: 5 });

  await cat.call(protection.takeBreak, { period: "24h" });
  await world.pass(2 * HOUR_MS);
  await Promise.all([count(world), count(world)]);
  await attend(world);
  for (const one of [ann, ben, cat, dan]) await enterAgain(one);
  expect(await Promise.all([ann, ben, cat, dan].map(async (one) => (await one.call(wallet.balance, {})).balance))).toEqual([300_00n, 0n, 0n, 0n]);
  const ranks = async (one: Person) => (await one.call(tournaments.rank, { code })).list.map(({ place, gift }) => [place, gift?.gives ?? null]);
  for (const hours of [0, 25]) {
    await world.pass(hours * HOUR_MS);
    for (const one of [ben, cat, dan]) await enterAgain(one);
    expect(await ranks(ben)).toEqual([
      [1, "cash"],
      [2, "points"],
      [3, null],
    ]);
    expect(await ranks(cat)).toEqual([
      [1, "cash"],
      [2, null],
      [3, "points"],
      [4, null],
    ]);
    expect([(await ben.call(tournaments.rank, { code })).mine?.place, (await cat.call(tournaments.rank, { code })).mine?.place]).toEqual([2, 2]);
  }
  expect(await dan.refused(tournaments.play, ask(code, 1))).toBe("tournaments.not_open");
  expect((await seatOf(dan, code))!.serverSeed).toMatch(/^[0-9a-f]{64}$/);
});

test("what closes play for money closes it for chips: a break, the reality check, the time, a stopped game; and whoever may not be rewarded takes no seat", async () => {
  const code = await openTournament();
  const [ann, ben] = [await world.player(), await world.player()];
  await ben.call(protection.takeBreak, { period: "24h" });
  expect(await ben.refused(tournaments.enter, { code })).toBe("rewards.closed");
  await ann.call(tournaments.enter, { code });
  const refused = async (): Promise<string> => {
    await world.pass(1_000);
    return ann.refused(tournaments.play, ask(code, 1));
  };
  const risk = await world.operator("superadmin");
  await risk.call(games.setOpen, { gameCode: "DICE", isOpen: false, reason });
  expect(await refused()).toBe("games.closed");
  await risk.call(games.setOpen, { gameCode: "DICE", isOpen: true, reason });
  await officer.call(campaigns.pause, { code, reason });
  await play(ann, code, 1);
  expect(await (await world.player()).refused(tournaments.enter, { code })).toBe("campaigns.not_open");
  await ann.call(limits.setTime, { period: "day", minutes: 50 });
  for (let stay = 0; stay < 3; stay++) {
    await world.pass(20 * MINUTE_MS);
    await ann.call(accounts.me, {});
  }
  expect(await refused()).toBe("limits.time_reached");
  await asOwner(world.open.url, "delete from play_limit where account_id = $1", [ann.id]);
  await asOwner(world.open.url, "update wallet set left_until = null where account_id = $1", [ann.id]);
  expect(await refused()).toBe("protection.reality_check");
  await ann.call(protection.answerReality, {});
  await play(ann, code, 1);
  await ann.call(protection.takeBreak, { period: "24h" });
  expect(await refused()).toBe("protection.excluded");
  await (await world.operator("marketing")).call(campaigns.stop, { code, reason });
  expect((await seatOf(ann, code))?.serverSeed).toMatch(/^[0-9a-f]{64}$/);
});

test("the desk publishes a tournament as any campaign, whose game, chips and rounds stay; a category beside them is refused, and a board becomes none", async () => {
  const ranked = (change: Partial<Extract<Trigger, { on: "ranked" }>>): Trigger => ({ on: "ranked", categories: [], seat: SEAT, ...change });
  const draft = draftOf(world, { rule: { ...rule, trigger: ranked({}) } });
  const fault = async (madeAt: string | null, trigger: Trigger): Promise<unknown> =>
    (await officer.refusal(campaigns.save, { ...draft, madeAt, rule: ruleOf({ ...rule, trigger }) })).values;
  expect(await fault(null, ranked({ categories: ["RNG"] }))).toMatchObject({ field: "rule.trigger", what: "seat" });
  const { madeAt } = await officer.call(campaigns.save, draft);
  await officer.call(campaigns.submit, { code: draft.code, reason, madeAt });
  for (const trigger of [ranked({ seat: { ...SEAT, chips: 20_000 } }), ranked({ seat: undefined })])
    expect(await fault(madeAt, trigger)).toMatchObject({ field: "rule.trigger", what: "trigger" });
  await officer.call(campaigns.save, { ...draft, madeAt });
  expect((await officer.call(campaigns.all, {})).list.find(({ code }) => code === draft.code)).toMatchObject({ seats: 0, waiting: 2 });
});
