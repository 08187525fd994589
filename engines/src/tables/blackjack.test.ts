import type { BlackjackAct } from "@laro/contract/core/plays/steps";
import { LiveBlackjackOutcome, LiveBlackjackResult, type LiveBlackjackAction, type LiveBlackjackShown } from "@laro/contract/core/plays/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../sha256.ts";
import { blackjack } from "../steps/blackjack.ts";
import { createRandom, goldenSeed, goldenStream, nodeHmac, scriptedLanes, scriptedStream } from "../testing.ts";
import { bytesOf, computeDraw, hexOf, tracedStream, verifyRound } from "../verify.ts";
import { blackjackTable, seeTicket } from "./blackjack.ts";
import { spotMaximum } from "./live.ts";

const TIMEOUT_MS = 60_000;
const turns = blackjackTable.turns!;
const [A, TWO, FIVE, SIX, EIGHT, NINE, TEN, KING] = [0, 1, 4, 5, 7, 8, 9, 12] as const;
const bets = { bets: { main: "100.00" } };
const STAKE = 10_000n;
const at = (turn: number, act: BlackjackAct, hand = 0): LiveBlackjackAction => ({ turn, hand, act });
/** The cards of a draw by lane: what is not named is a ten. */
const fell = ({ hand, dealer, cards = [], second = [] }: { hand: number[]; dealer: number[]; cards?: number[]; second?: number[] }): LiveBlackjackResult => ({
  hand,
  dealer,
  cards: [...cards, ...Array.from({ length: 12 }, () => TEN)],
  second: [...second, ...Array.from({ length: 12 }, () => TEN)],
});
const settle = (result: LiveBlackjackResult, ...actions: LiveBlackjackAction[]) => blackjackTable.settle({ bets, result, actions });

/** Goes through a draw's turns; `decide` says what each of some tickets does with what it may do. */
function playOut(
  result: LiveBlackjackResult,
  tickets: number,
  decide: (legal: readonly LiveBlackjackAction[], ticket: number) => readonly LiveBlackjackAction[],
) {
  const acted = Array.from({ length: tickets }, (): LiveBlackjackAction[] => []);
  const seen: LiveBlackjackShown[] = [];
  for (let shown = turns.deal(result); ;) {
    seen.push(shown as LiveBlackjackShown);
    for (const [ticket, actions] of acted.entries())
      for (;;) {
        const legal = turns.legal({ actions, shown }) as readonly LiveBlackjackAction[];
        const [next] = legal.length === 0 ? [] : decide(legal, ticket);
        if (next === undefined) break;
        actions.push(next);
      }
    const next = turns.next({ result, shown, acted });
    if (next === undefined) return { acted, seen };
    shown = next;
  }
}

test.each([
  {},
  { bets: {} },
  { bets: { hand: "1.00" } },
  { bets: { main: "1.00", side: "1.00" } },
  { bets: { main: "1.50" } },
  { bets: { main: "1.00" }, x: 1 },
])("the ticket %j is refused, and settling it is an error and not a lost bet", (choice) => {
  expect(blackjackTable.parseChoice.safeParse(choice).success).toBe(false);
  if (!("x" in choice)) expect(() => blackjackTable.settle({ bets: choice as never, result: fell({ hand: [NINE, NINE], dealer: [SIX, TEN, TEN] }) })).toThrow();
});

test.each([
  { turn: 0, hand: 0, act: "hit" },
  { turn: 2, hand: 2, act: "hit" },
  { turn: 2, act: "hit" },
  { turn: 2, hand: 0, act: "surrender" },
  { act: "hit" },
  null,
])("the decision %j is refused", (action) => {
  expect(turns.parseAction.safeParse(action).success).toBe(false);
  expect(() => settle(fell({ hand: [NINE, FIVE], dealer: [SIX, TEN, TEN] }), action as LiveBlackjackAction)).toThrow(RangeError);
});

test.each([
  ["insurance against a six", { hand: [NINE, FIVE], dealer: [SIX, TEN] }, [at(1, "insure")]],
  ["insurance of a natural", { hand: [A, KING], dealer: [A, NINE] }, [at(1, "insure")]],
  ["a hit in the turn of insurance", { hand: [NINE, FIVE], dealer: [A, NINE] }, [at(1, "hit")]],
  ["a split of no pair", { hand: [NINE, FIVE], dealer: [SIX, TEN] }, [at(2, "split")]],
  ["a second split", { hand: [EIGHT, EIGHT], dealer: [SIX, TEN], cards: [EIGHT] }, [at(2, "split"), at(3, "split")]],
  ["a double of three cards", { hand: [TWO, FIVE], dealer: [SIX, TEN], cards: [TWO] }, [at(2, "hit"), at(3, "double")]],
  ["a hit after standing", { hand: [TWO, FIVE], dealer: [SIX, TEN] }, [at(2, "stand"), at(3, "hit")]],
  ["a hit after silence", { hand: [TWO, FIVE], dealer: [SIX, TEN] }, [at(3, "hit")]],
  ["a hit after a bust", { hand: [NINE, FIVE], dealer: [SIX, TEN] }, [at(2, "hit"), at(3, "hit")]],
  ["two decisions in one turn", { hand: [TWO, FIVE], dealer: [SIX, TEN] }, [at(2, "hit"), at(2, "stand")]],
  ["a hand there is not", { hand: [TWO, FIVE], dealer: [SIX, TEN] }, [at(2, "hit", 1)]],
  ["a hand behind the dealer's blackjack", { hand: [TWO, FIVE], dealer: [TEN, A] }, [at(2, "hit")]],
  ["turns out of their order", { hand: [TWO, TWO], dealer: [SIX, TEN] }, [at(3, "stand"), at(2, "hit")]],
] as const)("%s is an error", (_, cards, actions) => {
  expect(() => settle(fell(cards as never), ...actions)).toThrow(RangeError);
});

test("silence stands in every hand and takes no insurance; a natural is paid 3:2, and nobody is asked anything", () => {
  expect(settle(fell({ hand: [KING, NINE], dealer: [SIX, TEN, TEN] }))).toMatchObject({ winMinor: 20_000n, stakeMinor: STAKE, part: { insurance: null } });
  expect(settle(fell({ hand: [KING, NINE], dealer: [A, KING] }))).toMatchObject({ winMinor: 0n });
  const split = settle(fell({ hand: [EIGHT, EIGHT], dealer: [SIX, TEN, TEN], cards: [TWO], second: [FIVE] }), at(2, "split"), at(3, "hit"));
  expect(split.part).toMatchObject({ hands: [{ cards: [EIGHT, TWO, TEN] }, { cards: [EIGHT, FIVE] }] });
  const natural = fell({ hand: [A, KING], dealer: [A, NINE] });
  expect(settle(natural)).toMatchObject({ winMinor: 25_000n });
  expect(turns.next({ result: natural, shown: turns.deal(natural), acted: [[]] })).toBeUndefined();
  expect(settle(fell({ hand: [A, KING], dealer: [KING, A] }))).toMatchObject({ winMinor: STAKE, part: { hands: [{ result: "push" }] } });
});

test("what everybody sees in a turn holds no hidden card: the hole and the coming cards may be any others and it stays the same", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 5_000n }), fc.integer({ min: 1, max: 1e9 }), (nonce, seed) => {
      const random = createRandom(seed);
      const result = blackjackTable.drawResult(goldenStream({ nonce }));
      const { seen, acted } = playOut(result, 4, (legal) => (random(8) === 0 ? [] : [legal[random(legal.length)]!]));
      for (const shown of seen) {
        const { hand, up, cards, second, turn, asks, ...more } = shown;
        expect(more).toEqual({});
        expect([hand, up]).toEqual([result.hand, result.dealer[0]]);
        const before = acted.map((actions) => actions.filter((action) => action.turn < turn));
        // A card is shown where somebody took it, and only after the turn it was taken in.
        const took = (lane: 0 | 1): number =>
          Math.max(
            0,
            ...before.map(
              (actions) => actions.filter((one) => one.act === "split" || (one.hand === lane && (one.act === "hit" || one.act === "double"))).length,
            ),
          );
        expect([cards, second]).toEqual([result.cards.slice(0, took(0)), result.second.slice(0, took(1))]);
        if (asks === "deal" || asks === "insurance") expect([cards, second]).toEqual([[], []]);
        const other = (lane: readonly number[], known: number): number[] => lane.map((card, place) => (place < known ? card : (card + 7) % 52));
        const hidden = {
          ...result,
          cards: other(result.cards, cards.length),
          second: other(result.second, second.length),
          dealer: [up, FIVE, ...other(result.dealer, 0)],
        };
        const last = seen[seen.indexOf(shown) - 1];
        expect(last === undefined ? turns.deal(hidden) : turns.next({ result: hidden, shown: last, acted: before })).toEqual(shown);
        for (const actions of acted) {
          const until = actions.filter((action) => action.turn <= turn);
          expect(seeTicket({ bets, actions: until, shown }).hands.flatMap((one) => one.cards)).not.toContain(undefined);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test("no choice of one moves another's card: the k-th further card of a lane is the same for everybody who takes it, whoever else plays", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 5_000n }), fc.integer({ min: 1, max: 1e9 }), (nonce, seed) => {
      const random = createRandom(seed);
      const result = blackjackTable.drawResult(goldenStream({ nonce }));
      const { acted } = playOut(result, 6, (legal) => [legal[random(legal.length)]!]);
      const alone = playOut(result, 1, (legal) => [acted[0]!.find((one) => legal.some((may) => may.turn === one.turn && may.hand === one.hand)) ?? legal[0]!]);
      expect(alone.acted[0]).toEqual(acted[0]);
      for (const actions of acted) {
        const { part } = blackjackTable.settle({ bets, result, actions });
        const { hands } = LiveBlackjackOutcome.parse({ ...result, ...part });
        const [first, other] = hands;
        const start = hands.length === 1 ? result.hand : result.hand.slice(0, 1);
        expect(first!.cards).toEqual([...start, ...result.cards.slice(0, first!.cards.length - start.length)]);
        if (other !== undefined) expect(other.cards).toEqual([result.hand[1], ...result.second.slice(0, other.cards.length - 1)]);
      }
    }),
    { numRuns: 200 },
  );
});

/** The same hand in the game for one: its cards in the order in which that deals them. */
function inSteps(result: LiveBlackjackResult, actions: readonly LiveBlackjackAction[]) {
  const { hand, dealer } = result;
  const of = (turn: (one: LiveBlackjackAction) => boolean): BlackjackAct[] => actions.filter(turn).map(({ act }) => act);
  const lanes: [number[], number[]] = [[...result.cards], [...result.second]];
  const script = [hand[0]!, dealer[0]!, hand[1]!, dealer[1]!];
  const isSplit = actions.some(({ act }) => act === "split");
  const acts = [...of(({ turn }) => turn === 1), ...of(({ act }) => act === "split")];
  const asked = valueAce(dealer[0]!) && !totalIs21(hand) && acts.length === 0;
  if (asked) acts.push("decline");
  for (const place of isSplit ? ([0, 1] as const) : ([0] as const)) {
    if (isSplit) script.push(lanes[place].shift()!);
    const own = of((one) => one.turn > 1 && one.hand === place && one.act !== "split");
    for (const act of own) if (act === "hit" || act === "double") script.push(lanes[place].shift()!);
    acts.push(...own);
  }
  return { script: [...script, ...dealer.slice(2)], acts };
}
const valueAce = (card: number): boolean => card % 13 === 0;
const totalIs21 = ([one, other]: readonly number[]): boolean => valueAce(one!) !== valueAce(other!) && [one!, other!].some((card) => card % 13 >= 9);

test("a ticket is settled as the game for one would, by every decision there is", { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 100_000n }), fc.integer({ min: 1, max: 1e9 }), (nonce, seed) => {
      const random = createRandom(seed);
      const result = blackjackTable.drawResult(goldenStream({ nonce }));
      const [actions] = playOut(result, 1, (legal) => [legal.find(({ act }) => act === "split" && random(3) > 0) ?? legal[random(legal.length)]!]).acted;
      const { winMinor, stakeMinor, part } = settle(result, ...actions!);
      const { script, acts } = inSteps(result, actions!);
      const stepped = blackjack.replay({
        stakeMinor: STAKE,
        choice: {},
        actions: acts.map((act) => ({ act })),
        stream: scriptedStream(...script, ...result.dealer),
      });
      expect(stepped.end).toBeDefined();
      expect({ winMinor, stakeMinor }).toEqual({ winMinor: stepped.end!.winMinor, stakeMinor: stepped.stakeMinor });
      const { hands, insurance } = stepped.end!.outcome;
      expect(part).toEqual({ hands, insurance });
    }),
    { numRuns: 3_000 },
  );
});

test("the lanes come from their own streams: the salt, the salt with /2 and with /dealer; anybody computes them from the seed alone", () => {
  const result = blackjackTable.drawResult(
    scriptedLanes({
      "": [EIGHT, EIGHT, TWO, TWO, TWO, TWO, TWO, TWO, TWO, TWO],
      "2": [FIVE, TWO, TWO, TWO, TWO, TWO, TWO],
      dealer: [SIX, FIVE, TWO, TWO, TWO, NINE],
    }),
  );
  expect(result).toMatchObject({ hand: [EIGHT, EIGHT], dealer: [SIX, FIVE, TWO, TWO, TWO] });
  expect(result.second.slice(0, 2)).toEqual([FIVE, TWO]);
  const most = scriptedLanes({ "": [FIVE, FIVE, A, FIVE], "2": [NINE, TEN], dealer: [SIX, FIVE, TEN] });
  expect(blackjackTable.drawResult(most)).toEqual({ hand: [FIVE, FIVE], dealer: [SIX, FIVE, TEN], cards: [A, FIVE], second: [NINE, TEN] });
  for (let nonce = 0n; nonce < 2_000n; nonce += 1n) {
    const drawn = blackjackTable.drawResult(goldenStream({ nonce, clientSeed: "salt" }));
    LiveBlackjackResult.parse(drawn);
    expect(Math.max(drawn.cards.length, drawn.second.length)).toBeLessThan(21);
    const [own, second, dealer] = ["salt", "salt/2", "salt/dealer"].map((clientSeed) => goldenStream({ nonce, clientSeed }));
    for (const card of [...drawn.hand, ...drawn.cards]) expect(own!.uniform(52)).toBe(card);
    for (const card of drawn.second) expect(second!.uniform(52)).toBe(card);
    for (const card of drawn.dealer) expect(dealer!.uniform(52)).toBe(card);
  }
});

test("a round is verified from its draw, its choice and its decisions alone; another decision, win or stake is found out", () => {
  const digests = { hmac: nodeHmac, sha256 };
  const seeds = { serverSeed: hexOf(goldenSeed), clientSeed: "salt", nonce: "7" };
  const { stream, draws } = tracedStream(seeds, digests);
  const result = blackjackTable.drawResult(stream);
  expect(draws.map(({ lane }) => lane)).toContain("dealer");
  expect(computeDraw({ series: "BLACKJACK_1", seed: seeds.serverSeed, salt: "salt", link: 7 }, digests)?.result).toEqual(result);
  const [actions] = playOut(result, 1, (legal) => [legal.find(({ act }) => act === "double") ?? legal[0]!]).acted;
  const { winMinor, stakeMinor, part } = settle(result, ...actions!);
  expect(stakeMinor).toBe(STAKE * 2n);
  const claim = {
    ...seeds,
    serverSeedHash: hexOf(sha256(bytesOf(seeds.serverSeed))),
    gameCode: "BLACKJACK_1",
    state: "settled" as const,
    stake: stakeMinor!,
    firstStake: STAKE,
    win: winMinor,
    choice: bets,
    actions: actions!,
    outcome: { ...result, ...part },
  };
  expect(verifyRound(claim, digests)).toBe("true");
  expect(verifyRound({ ...claim, win: winMinor + 1n }, digests)).toBe("outcome_differs");
  expect(verifyRound({ ...claim, stake: STAKE }, digests)).toBe("outcome_differs");
  expect(verifyRound({ ...claim, actions: [] }, digests)).toBe("outcome_differs");
  expect(verifyRound({ ...claim, actions: [at(3, "hit")] }, digests)).toBe("outcome_differs");
});

test(
  "one split returns 99.4296 % of the first stake by the best play, exactly; the game for one, which splits to four hands, stays as it was",
  { timeout: TIMEOUT_MS },
  () => {
    const millionths = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): number => Number((numerator * 1_000_000n) / denominator);
    expect([millionths(blackjackTable.exactReturn()), millionths(blackjack.exactReturn())]).toEqual([994_296, 994_882]);
    expect(millionths(blackjackTable.exactVariance!())).toBeLessThan(millionths(blackjack.exactVariance!()));
  },
);

test("a table owes eight stakes a ticket at most, and no ticket can win or stake more: two hands, both doubled and won, with insurance lost", () => {
  const best = fell({ hand: [FIVE, FIVE], dealer: [A, SIX], cards: [SIX, TEN], second: [SIX, TEN] });
  const all = [at(1, "insure"), at(2, "split"), at(3, "double"), at(3, "double", 1)];
  expect(settle(best, ...all)).toMatchObject({ winMinor: STAKE * 8n, stakeMinor: (STAKE * 9n) / 2n });
  expect(blackjackTable.worstCase({ main: STAKE })).toBe(STAKE * 8n);
  expect(blackjackTable.maxWinMultiple).toEqual({ numerator: 8n, denominator: 1n });
  expect(spotMaximum(blackjackTable, "main")).toBe(blackjackTable.stakeMax);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 100_000n }), fc.integer({ min: 1, max: 1e9 }), (nonce, seed) => {
      const random = createRandom(seed);
      const result = blackjackTable.drawResult(goldenStream({ nonce }));
      const [actions] = playOut(result, 1, (legal) => [
        legal.find(({ act }) => act === "split" || act === "double" || act === "insure") ?? legal[random(legal.length)]!,
      ]).acted;
      const { winMinor, stakeMinor } = settle(result, ...actions!);
      expect(winMinor <= STAKE * 8n && stakeMinor! * 2n <= STAKE * 9n).toBe(true);
      expect(turns.stakeOf({ bets, actions: actions! })).toBe(stakeMinor);
    }),
    { numRuns: 500 },
  );
});
