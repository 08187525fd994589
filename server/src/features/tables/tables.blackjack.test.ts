import { createHash } from "node:crypto";
import { draws } from "@laro/contract/draws";
import type { LiveBlackjackOutcome } from "@laro/contract/core/plays/tables";
import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { tables, type Ticket } from "@laro/contract/tables";
import { isNatural } from "@laro/engines/steps/blackjack.hands";
import { blackjackTable } from "@laro/engines/tables/blackjack";
import { canonical } from "@laro/engines/verify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { computeResult, findDraw } from "../../core/draws/draws.ts";
import { createLog } from "../../platform/log.ts";
import { attend } from "../../testing/attend.ts";
import {
  BETS_MS,
  DEALER_MS,
  DEAL_MS,
  INSURANCE_MS,
  TURN_MS,
  balanceOf,
  decision,
  isHittable,
  isInsurable,
  isSplittable,
  isTwiceHittable,
  leadHands,
  playHands,
  shownIn,
  stackHands,
  ticketOf,
  verdictOf,
} from "../../testing/liveBlackjack.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { TableLeader } from "./tables.leader.ts";

const CODE = "BLACKJACK_1";
const TIMEOUT_MS = 60_000;

let world: World;
let leader: TableLeader;
const logged: string[] = [];
beforeAll(async () => {
  world = await createWorld({ log: createLog("trace", { write: (line: string) => void logged.push(line) }) });
  leader = leadHands(world);
  await stackHands(world, [isHittable, isHittable, isHittable, isSplittable, isInsurable, isTwiceHittable]);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await leader.close();
  await world.close();
});

const { fresh, read, look, pass, bet, buy, foreseen, opened, dealt, paid } = playHands(() => ({ world, leader }));

test(
  "two members decide differently on the same cards: what a turn brings is seen when it is over, each is paid their own hand, and anybody verifies both",
  { timeout: TIMEOUT_MS },
  async () => {
    const [ann, ben, cat] = [
      await world.player({ balance: 1_000_00n }),
      await world.player({ balance: 1_000_00n }),
      await world.player({ balance: 1_000_00n }),
    ];
    const { drawId } = await opened(isHittable);
    const result = await foreseen();
    const [hers, his, theirs] = [await buy(ann, drawId), await buy(ben, drawId, "50.00"), await buy(cat, drawId, "10.00")];
    await pass(BETS_MS);
    const begun = await pass(0);
    expect(begun).toMatchObject({ state: "acting", seed: null, result: null, actsAt: world.clock.now().toISOString() });
    const { hand, dealer, cards } = result;
    expect(shownIn(begun)).toEqual({ turn: 0, asks: "deal", hand, up: dealer[0], cards: [], second: [] });
    expect(await ann.refused(tables.act, decision(hers, 0, 2, "hit"))).toBe("rounds.action_invalid");
    const first = await pass(DEAL_MS);
    expect(first.turn).toEqual({
      from: world.clock.now().toISOString(),
      until: new Date(world.clock.now().getTime() + TURN_MS).toISOString(),
      shown: { turn: 2, asks: "hands", hand, up: dealer[0], cards: [], second: [] },
    });
    const answer = await ann.call(tables.act, decision(hers, 0, 2, "double"));
    expect(answer).toEqual({ ...hers, stake: 200_00n, actions: [{ turn: 2, hand: 0, act: "double" }], balance: 800_00n });
    await ben.call(tables.act, decision(his, 0, 2, "hit"));
    expect((await read()).chosen).toEqual({ drawId, turn: 2, acts: { double: 1, hit: 1 } });
    expect(shownIn(await pass(TURN_MS - 1))).toEqual(shownIn(first));
    expect((await ann.call(tables.mine, {})).list).toEqual([{ ...ticketOf(hers), stake: 200_00n, actions: answer.actions }]);
    // Cat says nothing and stands; Ben goes on with the card he took, which is the one that Ann doubled on.
    const second = await pass(1);
    expect(shownIn(second)).toEqual({ turn: 3, asks: "hands", hand, up: dealer[0], cards: cards.slice(0, 1), second: [] });
    expect(await cat.refused(tables.act, decision(theirs, 0, 3, "hit"))).toBe("rounds.action_invalid");
    await ben.call(tables.act, decision(his, 1, 3, "stand"));
    await pass(TURN_MS);
    const drawn = await look();
    expect(drawn).toMatchObject({ state: "drawn", result, turn: null });
    expect(createHash("sha256").update(Buffer.from(drawn.seed!, "hex")).digest("hex")).toBe(begun.commitment);
    await pass(DEALER_MS);
    const played = [
      [ann, hers, 200_00n, { main: "100.00" }, answer.actions],
      [
        ben,
        his,
        50_00n,
        { main: "50.00" },
        [
          { turn: 2, hand: 0, act: "hit" },
          { turn: 3, hand: 0, act: "stand" },
        ],
      ],
      [cat, theirs, 10_00n, { main: "10.00" }, []],
    ] as const;
    for (const [person, { id, stake: firstStake }, stake, bets, actions] of played) {
      const { winMinor, part } = blackjackTable.settle({ bets: { bets }, result, actions });
      const round = await person.call(rounds.get, { id });
      expect(round).toMatchObject({ stake, firstStake, win: winMinor, choice: { bets }, actions, outcome: { ...result, ...part }, state: "settled" });
      expect(await balanceOf(person)).toBe(1_000_00n - stake + winMinor);
      expect(await verdictOf(person, id)).toBe("true");
    }
    const took = async (person: Person, id: string) => ((await person.call(rounds.get, { id })).outcome as LiveBlackjackOutcome).hands[0]!.cards;
    expect([await took(ann, hers.id), await took(ben, his.id), await took(cat, theirs.id)]).toEqual([[...hand, cards[0]], [...hand, cards[0]], hand]);
  },
);

test(
  "a decision is taken once: the same at the same step answers the ticket as it stands, another is refused; nobody decides for another, and nothing illegal or late is taken",
  { timeout: TIMEOUT_MS },
  async () => {
    const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
    const { drawId } = await opened(isHittable);
    for (const bets of [{}, { side: "1.00" }, { main: "1.00", side: "1.00" }, { main: "0.50" }])
      expect(await ann.refusal(tables.bet, { ...bet(drawId), bets })).toMatchObject({ code: "rounds.choice_invalid", values: { field: "bets" } });
    expect(await ann.refused(tables.bet, bet(drawId, "9001.00"))).toBe("rounds.above_maximum");
    const ticket = await buy(ann, drawId);
    expect(await ann.refusal(tables.bet, bet(drawId))).toMatchObject({ code: "tables.too_many", values: { count: "1" } });
    expect(await ann.refused(tables.act, decision(ticket, 0, 2, "hit"))).toBe("tables.turn_over");
    await dealt();
    expect(await ben.refused(tables.act, decision(ticket, 0, 2, "hit"))).toBe("rounds.not_found");
    expect(await ann.refused(tables.act, decision({ id: fresh() }, 0, 2, "hit"))).toBe("rounds.not_found");
    for (const action of [
      {},
      { turn: 2, hand: 0, act: "split" },
      { turn: 2, hand: 1, act: "hit" },
      { turn: 3, hand: 0, act: "hit" },
      { turn: 1, hand: 0, act: "insure" },
    ])
      expect(["rounds.action_invalid", "tables.turn_over"]).toContain(await ann.refused(tables.act, { ticketId: ticket.id, step: 0, action }));
    expect(await ann.refusal(tables.act, decision(ticket, 1, 2, "hit"))).toMatchObject({ code: "rounds.step_taken", values: { step: 0 } });
    // Many at once: one of them is taken, and money leaves once.
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => ann.send(tables.act, decision(ticket, 0, 2, at % 3 === 2 ? "hit" : "double"))));
    const acts = new Set(all.flatMap(({ answer }) => (answer.success ? [canonical((answer.value as Ticket).actions)] : [])));
    expect(acts.size).toBe(1);
    expect(new Set(all.flatMap(({ answer }) => (answer.success ? [] : [answer.message])))).toEqual(new Set(["rounds.step_taken"]));
    const [taken] = (await ann.call(tables.mine, {})).list;
    const act = String(taken!.actions[0]!["act"]);
    expect([taken!.actions.length, await balanceOf(ann)]).toEqual([1, act === "double" ? 800_00n : 900_00n]);
    expect(await ann.call(tables.act, decision(ticket, 0, 2, act))).toEqual({ ...taken, balance: await balanceOf(ann) });
    await paid(drawId);
    const before = await balanceOf(ann);
    expect(await ann.call(tables.act, decision(ticket, 0, 2, act))).toMatchObject({ id: ticket.id, actions: taken!.actions, balance: before });
    expect(await ann.refused(tables.act, decision(ticket, 0, 2, "stand"))).toBe("tables.turn_over");
    expect(await ben.refused(tables.act, decision(ticket, 0, 2, act))).toBe("rounds.not_found");
  },
);

test(
  "a double that balance or limit does not allow is refused by its code, and the hand is as it was; a decision at the end of its turn is late and moves nothing",
  { timeout: TIMEOUT_MS },
  async () => {
    const [ann, ben] = [await world.player({ balance: 150_00n }), await world.player({ balance: 1_000_00n })];
    await ben.call(limits.set, { kind: "loss", period: "day", amount: 150_00n });
    const { drawId } = await opened(isHittable);
    const [hers, his] = [await buy(ann, drawId), await buy(ben, drawId)];
    const { turn } = await dealt();
    expect(await ann.refused(tables.act, decision(hers, 0, 2, "double"))).toBe("wallet.insufficient_funds");
    expect(await ben.refused(tables.act, decision(his, 0, 2, "double"))).toBe("limits.loss_reached");
    expect([(await ann.call(tables.mine, {})).list, (await ben.call(tables.mine, {})).list]).toEqual([[ticketOf(hers)], [ticketOf(his)]]);
    expect(await ann.call(tables.act, decision(hers, 0, 2, "hit"))).toMatchObject({ stake: 100_00n, balance: 50_00n });
    world.clock.advance(Date.parse(turn!.until) - world.clock.now().getTime());
    expect(await ben.refused(tables.act, decision(his, 0, 2, "hit"))).toBe("tables.turn_over");
    expect(shownIn(await pass(0)).turn).toBe(3);
    expect(await ben.refused(tables.act, decision(his, 0, 2, "hit"))).toBe("tables.turn_over");
    expect(await ben.refused(tables.act, decision(his, 0, 3, "hit"))).toBe("rounds.action_invalid");
    await paid(drawId);
    expect((await ben.call(rounds.get, { id: his.id })).actions).toEqual([]);
    expect(await verdictOf(ben, his.id)).toBe("true");
  },
);

test(
  "a split lays a second hand from its own lane, both are decided in the same turns, and stakes of both are paid; a turn in which all have decided is over at once",
  { timeout: TIMEOUT_MS },
  async () => {
    const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
    const { drawId } = await opened(isSplittable);
    const result = await foreseen();
    const [hers, his] = [await buy(ann, drawId), await buy(ben, drawId)];
    await dealt();
    expect(await ann.call(tables.act, decision(hers, 0, 2, "split"))).toMatchObject({ stake: 200_00n, balance: 800_00n });
    await ben.call(tables.act, decision(his, 0, 2, "stand"));
    const next = async (turn: number) => {
      await expect
        .poll(async () => (await leader.look(), (await look()).turn?.shown["turn"] ?? (await look()).state), { timeout: 5_000, interval: 100 })
        .toBe(turn);
      return look();
    };
    const second = await next(3);
    expect(shownIn(second)).toMatchObject({ cards: result.cards.slice(0, 1), second: result.second.slice(0, 1) });
    await ann.call(tables.act, decision(hers, 1, 3, "double", 1));
    expect(await ann.refused(tables.act, decision(hers, 2, 3, "hit", 1))).toBe("rounds.action_invalid");
    await ann.call(tables.act, decision(hers, 2, 3, "stand"));
    await expect.poll(async () => (await leader.look(), (await look()).state), { timeout: 5_000, interval: 100 }).toBe("drawn");
    await pass(DEALER_MS);
    const round = await ann.call(rounds.get, { id: hers.id });
    expect(round).toMatchObject({ stake: 300_00n, firstStake: 100_00n });
    const { hands } = round.outcome as LiveBlackjackOutcome;
    expect(hands.map(({ cards, stake }) => ({ cards, stake }))).toEqual([
      { cards: [result.hand[0], result.cards[0]], stake: "100.00" },
      { cards: [result.hand[1], ...result.second.slice(0, 2)], stake: "200.00" },
    ]);
    expect(await verdictOf(ann, hers.id)).toBe("true");
    expect(await balanceOf(ann)).toBe(1_000_00n - 300_00n + round.win);
  },
);

test("behind an ace insurance is asked six seconds long and costs half the stake; whoever says nothing has none", { timeout: TIMEOUT_MS }, async () => {
  const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n })];
  const { drawId } = await opened(isInsurable);
  const result = await foreseen();
  const [hers, his] = [await buy(ann, drawId), await buy(ben, drawId)];
  const asked = await dealt();
  expect(asked.turn).toMatchObject({ until: new Date(world.clock.now().getTime() + INSURANCE_MS).toISOString(), shown: { turn: 1, asks: "insurance" } });
  expect(await ann.call(tables.act, decision(hers, 0, 1, "insure"))).toMatchObject({ stake: 150_00n, balance: 850_00n });
  await pass(INSURANCE_MS);
  await paid(drawId);
  const [round, other] = [await ann.call(rounds.get, { id: hers.id }), await ben.call(rounds.get, { id: his.id })];
  const win = isNatural(result.dealer) ? "150.00" : "0.00";
  expect(round.outcome["insurance"]).toEqual({ stake: "50.00", win });
  expect([other.stake, other.outcome["insurance"]]).toEqual([100_00n, null]);
  expect([await verdictOf(ann, hers.id), await verdictOf(ben, his.id)]).toEqual(["true", "true"]);
});

test(
  "nothing that is hidden leaves the server before it is shown: no answer, message, row or line of the log holds the hole card, a coming card or the seed",
  { timeout: TIMEOUT_MS },
  async () => {
    const [ann, ben, watcher] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 1_000_00n }), await world.player()];
    const officer = await world.operator("superadmin");
    const heard = await attend(world, watcher, { watch: [CODE] });
    const { drawId, number } = await opened(isTwiceHittable);
    const result = await foreseen();
    const [hers, his] = [await buy(ann, drawId), await buy(ben, drawId)];
    const said: string[] = [];
    const keep = async (asked: Promise<{ answer: unknown }>): Promise<void> => void said.push(JSON.stringify((await asked).answer));
    const askAll = async () => {
      await keep(watcher.send(tables.get, { series: CODE }));
      // The other tables have cards of their own.
      said.push(
        JSON.stringify(
          (await watcher.call(tables.list, {})).list.find(({ series }) => series === CODE),
          (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
        ),
      );
      await keep(watcher.send(draws.get, { series: CODE, number }));
      await keep(watcher.send(draws.list, { series: CODE, limit: 1 }));
      await keep(ann.send(tables.mine, {}));
      await keep(ann.send(rounds.get, { id: hers.id }));
      await keep(ann.send(rounds.running, {}));
      await keep(ann.send(rounds.mine, { gameCode: CODE, limit: 1 }));
      await keep(officer.send(tables.desk, {}));
      await keep(officer.send(tables.draws, { series: CODE, limit: 1 }));
      said.push((await asOwner<{ row: string }>(world.open.url, "select row_to_json(d)::text as row from draw d where id = $1", [String(drawId)]))[0]!.row);
      said.push(
        ...(await asOwner<{ row: string }>(world.open.url, "select row_to_json(o)::text as row from open_round o where draw_id = $1", [String(drawId)])).map(
          ({ row }) => row,
        ),
      );
    };
    const begunAt = { heard: heard.texts.length, logged: logged.length };
    const firstOf = (text: string): boolean => text.includes(`"${number}"`) || !text.includes('"phase"');
    const check = async (cards: readonly number[], steps: () => Promise<void>) => {
      said.length = 0;
      await steps();
      await askAll();
      await new Promise((wait) => setTimeout(wait, 300));
      // Any list of cards among them is one of those everybody may see: the player's two, and the further ones that were taken.
      const open = [result.hand, [...cards], [], ...cards.map((_, at) => cards.slice(0, at))].map((list) => JSON.stringify(list));
      const texts = [...said, ...heard.texts.slice(begunAt.heard), ...logged.slice(begunAt.logged)].filter(firstOf);
      for (const text of texts) {
        // What fell in draws before is shown with every answer about the table.
        const now = text.replace(/"last":\[.*?\](?=,"chain")/s, '"last":[]');
        for (const [list] of now.matchAll(/\[(?:\d+(?:,\s*\d+)*)?\]/g)) expect(open).toContain(list.replaceAll(" ", ""));
        expect(now).not.toMatch(/"(?:dealer|hole)"/);
        expect(now).not.toContain(seed);
      }
      expect(texts.length).toBeGreaterThan(12);
    };
    const { seed } = await seedAhead(drawId);
    await check([], async () => void (await pass(BETS_MS), await pass(0)));
    await check([], async () => {
      await pass(DEAL_MS);
      await keep(ann.send(tables.act, decision(hers, 0, 2, "hit")));
      await keep(ann.send(tables.act, decision(hers, 0, 2, "hit")));
      await keep(ann.send(tables.act, decision(hers, 0, 2, "stand")));
      await keep(ben.send(tables.act, decision(his, 0, 2, "split")));
      await keep(ben.send(tables.act, { ticketId: his.id, step: 0, action: { turn: "x" } }));
    });
    await check(result.cards.slice(0, 1), async () => void (await pass(TURN_MS), await keep(ann.send(tables.act, decision(hers, 1, 3, "hit")))));
    await check(result.cards.slice(0, 2), async () => void (await pass(TURN_MS)));
    await pass(TURN_MS);
    expect(await look()).toMatchObject({ state: "drawn", result, seed });
    heard.close();
    await paid(drawId);
  },
);

/** The seed of a draw before it is shown: only to look for it. */
async function seedAhead(drawId: bigint): Promise<{ seed: string }> {
  const { database, keys } = world.open.platform;
  return { seed: (await computeResult(database.db, keys, (await findDraw(database.db, drawId))!)).seed.toString("hex") };
}
