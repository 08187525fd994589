import { house } from "@laro/contract/house";
import { rounds } from "@laro/contract/rounds";
import { tables } from "@laro/contract/tables";
import { blackjackTable } from "@laro/engines/tables/blackjack";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { moveDraw, voidDraw } from "../../core/draws/draws.ts";
import { settleDraw } from "../../core/draws/settle.ts";
import { DEALER_MS, TURN_MS, balanceOf, decision, isHittable, isPlain, isSplittable, leadHands, playHands, stackHands } from "../../testing/liveBlackjack.ts";
import { asOwner } from "../../testing/owner.ts";
import { openSister } from "../../testing/sister.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { TableLeader } from "./tables.leader.ts";

const CODE = "BLACKJACK_1";
const SECOND_MS = 1_000;
const TIMEOUT_MS = 60_000;

let world: World;
let leader: TableLeader;
beforeAll(async () => {
  world = await createWorld();
  leader = leadHands(world);
  await stackHands(world, [isHittable, isSplittable, isPlain]);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await leader.close();
  await world.close();
});

const { look, pass, bet, buy, foreseen, opened, dealt, paid } = playHands(() => ({ world, leader }));

test(
  "a leader killed in the middle of a hand is followed by another, who goes on where it stood; a turn nobody led begins anew; killed again while paying, each ticket is paid once",
  { timeout: TIMEOUT_MS },
  async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => world.player({ balance: 1_000_00n })));
    const { drawId } = await opened(isHittable);
    const result = await foreseen();
    const tickets = await Promise.all(people.map((person) => buy(person, drawId)));
    await dealt();
    for (const [at, person] of people.entries()) if (at > 0) await person.call(tables.act, decision(tickets[at]!, 0, 2, at % 2 === 0 ? "double" : "hit"));
    const sister = await openSister(world);
    await leader.close();
    leader = leadHands(sister);
    // Nobody led when the turn was over, and nobody could be heard.
    world.clock.advance(TURN_MS + 60 * SECOND_MS);
    expect(await people[0]!.refused(tables.act, decision(tickets[0]!, 0, 2, "hit"))).toBe("tables.turn_over");
    const again = await pass(0);
    expect(again.turn).toMatchObject({ until: new Date(world.clock.now().getTime() + TURN_MS).toISOString(), shown: { turn: 2, cards: [] } });
    await people[0]!.call(tables.act, decision(tickets[0]!, 0, 2, "stand"));
    for (let turns = 0; turns < 30 && (await look()).state === "acting"; turns += 1)
      await pass(Date.parse((await look()).turn!.until) - world.clock.now().getTime());
    expect(await look()).toMatchObject({ drawId, state: "drawn", result });
    // Three pay at once, two of whom never hear of the others.
    const moment = () => ({ now: world.clock.now(), timeZone: world.open.platform.timeZone });
    world.clock.advance(DEALER_MS);
    await Promise.all([settleDraw(world.open.platform.database, moment, drawId), settleDraw(sister.open.platform.database, moment, drawId), leader.look()]);
    await leader.look();
    for (const [at, person] of people.entries()) {
      const round = await person.call(rounds.get, { id: tickets[at]!.id });
      const { winMinor, stakeMinor } = blackjackTable.settle({ bets: { bets: { main: "100.00" } }, result, actions: round.actions });
      expect(round).toMatchObject({ win: winMinor, stake: stakeMinor });
      expect(await balanceOf(person)).toBe(1_000_00n - stakeMinor! + winMinor);
    }
    await leader.close();
    await sister.close();
    leader = leadHands(world);
  },
);

test(
  "a hand that officers end before its result gives all stakes back, the added ones too, and shows its seed; after the result nobody can",
  { timeout: TIMEOUT_MS },
  async () => {
    const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
    const { drawId } = await opened(isSplittable);
    const [hers, his] = [await buy(ann, drawId), await buy(ben, drawId)];
    await dealt();
    await ann.call(tables.act, decision(hers, 0, 2, "split"));
    await ben.call(tables.act, decision(his, 0, 2, "double"));
    const officers = [await world.operator("superadmin"), await world.operator("superadmin")] as const;
    const mayVoid = async () => (await officers[0].call(tables.desk, {})).list.find(({ draw }) => draw?.id === drawId)?.draw?.mayVoid;
    expect(await mayVoid()).toBe(true);
    const proposal = await officers[0].call(house.voidDraw, { drawId, reason: "The cards were shown to somebody." });
    await officers[1].call(house.confirm, { id: proposal.id, reason: "It is so." });
    await world.work();
    expect(await mayVoid()).toBe(false);
    expect([await balanceOf(ann), await balanceOf(ben)]).toEqual([1_000_00n, 1_000_00n]);
    expect(await ann.call(rounds.get, { id: hers.id })).toMatchObject({ state: "void", stake: 0n, win: 0n, outcome: {}, serverSeed: expect.any(String) });
    expect(await ann.refused(tables.act, decision(hers, 1, 3, "hit"))).toBe("tables.turn_over");
    await leader.look();
    const { drawId: next } = await opened(isPlain);
    expect(next).toBeGreaterThan(drawId);
    await dealt();
    for (let turns = 0; turns < 5 && (await look()).state === "acting"; turns += 1) await pass(TURN_MS);
    expect((await look()).state).toBe("drawn");
    const { database, keys } = world.open.platform;
    await expect(database.begin((tx) => voidDraw(tx, keys, { id: next, reason: "Too good." }))).rejects.toMatchObject({ code: "draws.over" });
    expect(await database.begin((tx) => moveDraw(tx, next, "acting", "void"))).toBe(false);
  },
);

test("the table is full where every hand split, doubled and won would cost more than it may owe", { timeout: TIMEOUT_MS }, async () => {
  const { drawId } = await opened(() => true);
  // 5,000,000.00 at most, and eight times what lies: 615,000.00 through another process leave 80,000.00, of which a member takes seven tenths, and the next of the rest.
  await asOwner(world.open.url, "insert into draw_tally values ($1, gen_random_uuid(), 70, $2, now())", [
    String(drawId),
    JSON.stringify({ main: "615000.00" }),
  ]);
  const [ann, ben] = [await world.player({ balance: 10_000_00n }), await world.player({ balance: 10_000_00n })];
  expect(await ann.refused(tables.bet, bet(drawId, "7001.00"))).toBe("tables.full");
  await buy(ann, drawId, "7000.00");
  expect(await ben.refused(tables.bet, bet(drawId, "2101.00"))).toBe("tables.full");
  await buy(ben, drawId, "2100.00");
  const officer = await world.operator("superadmin");
  const seen = async () => (await officer.call(tables.desk, {})).list.find(({ series }) => series === CODE)!;
  await expect.poll(async () => (await seen()).worstCase, { timeout: 3_000, interval: 100 }).toBe(4_992_800_00n);
  expect(await seen()).toMatchObject({ liabilityMax: 5_000_000_00n, margin: 7_200_00n });
  await dealt();
  await paid(drawId);
});
