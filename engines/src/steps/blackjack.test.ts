import type { BlackjackAct, BlackjackAction } from "@laro/contract/core/plays/steps";
import { expect, test } from "vitest";
import { chiSquare, chiSquareLimit, createRandom, goldenStream, scriptedStream } from "../testing.ts";
import { isNatural, valueOf } from "./blackjack.hands.ts";
import { bestAction } from "./blackjack.odds.ts";
import { blackjack, HANDS_MAX } from "./blackjack.ts";

const TIMEOUT_MS = 60_000;
const STAKE = 12_300n;
const [A, TWO, FIVE, SIX, EIGHT, NINE, TEN, KING] = [0, 1, 4, 5, 7, 8, 9, 12] as const;
const act = (...acts: BlackjackAct[]): BlackjackAction[] => acts.map((one) => ({ act: one }));
/** Cards in the order they are dealt: player, dealer open, player, dealer hidden, then as they come. */
const deal = (cards: readonly number[], ...acts: BlackjackAct[]) =>
  blackjack.replay({ stakeMinor: STAKE, choice: {}, actions: act(...acts), stream: scriptedStream(...cards) });
const golden = (nonce: bigint, actions: readonly BlackjackAction[]) =>
  blackjack.replay({ stakeMinor: STAKE, choice: {}, actions, stream: goldenStream({ nonce }) });
const legalOf = ({ legal }: { legal: readonly BlackjackAction[] }): string => legal.map((one) => one.act).join(" ");

test.each([{ bet: 1 }, [[]], null, "x"])("the choice %j is refused", (choice) => {
  expect(blackjack.parseChoice.safeParse(choice).success).toBe(false);
  expect(() => blackjack.replay({ stakeMinor: 100n, choice: choice as never, actions: [], stream: scriptedStream(1, 2, 3, 4) })).toThrow(RangeError);
});

test.each([{ act: "surrender" }, { act: "hit", hand: 1 }, {}, [[]], null, "hit"])("the action %j is refused", (action) => {
  expect(blackjack.parseAction.safeParse(action).success).toBe(false);
  expect(() => golden(0n, [action as BlackjackAction])).toThrow(RangeError);
});

test("what is not legal where the round stands is an error", () => {
  const hard = [NINE, SIX, SIX, TEN, TWO, FIVE, FIVE, FIVE];
  expect(() => deal(hard, "split")).toThrow('{"act":"split"} is not legal where the round stands.');
  expect(() => deal(hard, "insure")).toThrow(RangeError);
  expect(() => deal(hard, "hit", "double")).toThrow(RangeError);
  expect(() => deal(hard, "stand", "hit")).toThrow(RangeError);
  expect(() => deal([NINE, A, SIX, SIX], "hit")).toThrow(RangeError);
  expect(() => deal([NINE, A, SIX, SIX], "decline", "insure")).toThrow(RangeError);
});

test("a natural ends at once: 3:2, a push against the dealer's, and no insurance is asked", () => {
  expect(deal([A, NINE, KING, TEN]).end).toMatchObject({ winMinor: 30_750n, outcome: { hands: [{ result: "blackjack", win: "307.50" }] } });
  expect(deal([A, A, KING, KING]).end).toMatchObject({ winMinor: STAKE, outcome: { dealer: [A, KING], hands: [{ result: "push" }] } });
  expect(deal([A, A, KING, NINE])).toMatchObject({ legal: [], stakeMinor: STAKE, end: { winMinor: 30_750n } });
});

test("behind a ten the dealer's blackjack ends the round before anybody decides", () => {
  expect(deal([NINE, KING, NINE, A]).end).toMatchObject({ winMinor: 0n, outcome: { dealer: [KING, A], hands: [{ result: "lost" }] } });
  expect(deal([NINE, KING, NINE, NINE]).end).toBeUndefined();
});

test("insurance costs half the stake, pays 2:1 on the dealer's blackjack, and is asked once behind an ace", () => {
  const asked = deal([NINE, A, NINE, KING]);
  expect(legalOf(asked)).toBe("insure decline");
  expect(asked.onTimeOut).toEqual({ act: "decline" });
  expect(deal([NINE, A, NINE, KING], "insure")).toMatchObject({
    stakeMinor: 18_450n,
    end: { winMinor: 18_450n, outcome: { insurance: { stake: "61.50", win: "184.50" } } },
  });
  expect(deal([NINE, A, NINE, KING], "decline")).toMatchObject({ stakeMinor: STAKE, end: { winMinor: 0n, outcome: { insurance: null } } });
  const kept = deal([NINE, A, NINE, EIGHT], "insure");
  expect(kept.end).toBeUndefined();
  expect(kept.view.insurance).toEqual({ stake: "61.50", win: null });
  expect(deal([NINE, A, NINE, EIGHT], "insure", "stand").end).toMatchObject({
    winMinor: 0n,
    outcome: { insurance: { win: "0.00" }, hands: [{ result: "lost" }] },
  });
});

test("insurance returns 12/13 by all hidden cards there are", () => {
  const paid = Array.from({ length: 52 }, (_, hole) => deal([NINE, A, NINE, hole], "insure").end?.outcome.insurance?.win === "184.50").filter(Boolean).length;
  expect(paid * 3 * 13).toBe(12 * 52);
});

test("a doubled hand gets one card, and twice the stake is at risk", () => {
  const doubled = deal([FIVE, SIX, SIX, TEN, TEN, KING], "double");
  expect(doubled).toMatchObject({
    stakeMinor: 24_600n,
    end: { winMinor: 49_200n, outcome: { hands: [{ doubled: true, stake: "246.00", win: "492.00", result: "won" }] } },
  });
  expect(deal([FIVE, SIX, SIX, TEN, TWO, KING], "double").end).toMatchObject({ winMinor: 49_200n });
  expect(deal([FIVE, SIX, SIX, TEN, TWO, FIVE], "double").end).toMatchObject({ winMinor: 0n });
});

test("a split lays two hands, each with its own stake; a ten on a split ace or an ace on a split ten is no blackjack", () => {
  const parted = deal([EIGHT, SIX, EIGHT, TEN, TWO], "split");
  expect(parted.stakeMinor).toBe(24_600n);
  expect(parted.view.hands.map(({ cards }) => cards)).toEqual([[EIGHT, TWO], [EIGHT]]);
  expect(parted.view.active).toBe(0);
  expect(legalOf(parted)).toBe("hit stand double");
  const aces = deal([A, SIX, A, TEN, KING, NINE, KING], "split");
  expect(aces.end).toMatchObject({
    winMinor: 49_200n,
    outcome: {
      hands: [
        { cards: [A, KING], result: "won", win: "246.00" },
        { cards: [A, NINE], result: "won" },
      ],
    },
  });
  expect(deal([KING, SIX, TEN, TEN, A, NINE, FIVE], "split").view).toMatchObject({ active: 1, hands: [{ total: 21 }, { total: 19 }] });
});

test("a pair is split to four hands and no further, doubled after it too: eight stakes at most, and sixteen to win", () => {
  const cards = [EIGHT, SIX, EIGHT, TEN, EIGHT, EIGHT, TWO, KING, TWO, KING, TWO, KING, TWO, KING, KING];
  const four = deal(cards.slice(0, 7), "split", "split", "split");
  expect(four.view.hands.map((hand) => hand.cards.length)).toEqual([2, 1, 1, 1]);
  expect(four.stakeMinor).toBe(STAKE * 4n);
  expect(() => deal([EIGHT, SIX, EIGHT, TEN, EIGHT, EIGHT, EIGHT], "split", "split", "split", "split")).toThrow(RangeError);
  const most = deal(cards, "split", "split", "split", "double", "double", "double", "double");
  expect(most.stakeMinor).toBe(STAKE * 8n);
  expect(most.end!.winMinor).toBe(STAKE * 16n);
  expect(blackjack.maxWinMultiple).toEqual({ numerator: 16n, denominator: 1n });
  expect(blackjack.stakeMax * 16n).toBeLessThanOrEqual(200_000_000n);
});

test("the dealer stands on a soft seventeen, and draws nothing when every hand is bust", () => {
  expect(deal([KING, SIX, NINE, A], "stand").end).toMatchObject({ winMinor: 24_600n, outcome: { dealer: [SIX, A], hands: [{ result: "won" }] } });
  expect(deal([KING, SIX, SIX, TEN, KING], "hit").end).toMatchObject({ winMinor: 0n, outcome: { dealer: [SIX, TEN], hands: [{ result: "bust" }] } });
});

test("the golden round stays as it is", () => {
  const dealt = [0n, 1n, 2n].map((nonce) => golden(nonce, []).view);
  expect(dealt.map(({ hands, dealer }) => [...hands[0]!.cards, ...dealer.cards])).toEqual([
    [42, 42, 21],
    [35, 33, 18],
    [45, 44, 31],
  ]);
  expect(golden(1n, act("stand")).end).toEqual({
    winMinor: 24_600n,
    outcome: {
      dealer: [18, 38, 35],
      hands: [{ cards: [35, 33], stake: "123.00", doubled: false, result: "won", win: "246.00" }],
      insurance: null,
    },
  });
});

test("an open round looks the same whatever the dealer hides, and its hidden card is in no part of it", { timeout: TIMEOUT_MS }, () => {
  const random = createRandom(3);
  for (let round = 0; round < 4_000; round += 1) {
    const cards = Array.from({ length: 60 }, () => random(52));
    const hidden = cards.with(
      3,
      Array.from({ length: 52 }, (_, index) => (cards[3]! + 1 + index) % 52).find((hole) => !isNatural([cards[1]!, hole]))!,
    );
    const acts: BlackjackAct[] = [];
    for (let steps = 0; steps < 30; steps += 1) {
      const at = deal(cards, ...acts);
      if (at.end !== undefined) break;
      expect(at.view.dealer.cards).toEqual([cards[1]]);
      const isAsked = at.view.phase === "insurance";
      expect(deal(hidden, ...acts)).toEqual(at);
      const next = at.legal[random(at.legal.length)]!.act;
      if (isAsked && isNatural([cards[1]!, cards[3]!])) break;
      acts.push(next);
    }
  }
});

test("by the best play a round costs 0.5117336 % of its first stake, as published for these rules and cards without end", () => {
  const { numerator, denominator } = blackjack.exactReturn();
  expect(Number((numerator * 10n ** 12n) / denominator)).toBe(994_882_663_631);
  const variance = blackjack.exactVariance();
  expect(Math.sqrt(Number((variance.numerator * 10n ** 9n) / variance.denominator) / 1e9)).toBeCloseTo(1.153_751_6, 6);
});

test("the best play is the basic strategy of dealers that stand on every seventeen", () => {
  const row = (...values: number[]): string =>
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]
      .map(
        (up) =>
          ({ hit: "H", stand: "S", double: "D", split: "P", insure: "", decline: "" })[
            bestAction(values, up, { double: true, split: true, handsMax: HANDS_MAX })
          ],
      )
      .join("");
  expect([8, 9, 10, 11, 12, 13, 16, 17].map((total) => row(total === 8 ? 2 : total - 7, total === 8 ? 6 : 7))).toEqual([
    "HHHHHHHHHH",
    "HDDDDHHHHH",
    "DDDDDDDDHH",
    "DDDDDDDDDH",
    "HHSSSHHHHH",
    "SSSSSHHHHH",
    "SSSSSHHHHH",
    "SSSSSSSSSS",
  ]);
  expect([2, 3, 4, 5, 6, 7, 8, 9].map((value) => row(1, value))).toEqual([
    "HHHHDHHHHH",
    "HHHDDHHHHH",
    "HHHDDHHHHH",
    "HHDDDHHHHH",
    "HDDDDHHHHH",
    "SDDDDSSHHH",
    "SSSSSSSSSS",
    "SSSSSSSSSS",
  ]);
  expect([2, 3, 4, 5, 6, 7, 8, 9, 10, 1].map((value) => row(value, value))).toEqual([
    "PPPPPPHHHH",
    "PPPPPPHHHH",
    "HHHPPHHHHH",
    "DDDDDDDDHH",
    "PPPPPHHHHH",
    "PPPPPPHHHH",
    "PPPPPPPPPP",
    "PPPPPSPPSS",
    "SSSSSSSSSS",
    "PPPPPPPPPP",
  ]);
});

test("rounds over 60,000 nonces played by the best action return what they should within 3.29 standard deviations", { timeout: TIMEOUT_MS }, () => {
  const rounds = 60_000;
  let net = 0n;
  for (let nonce = 0n; nonce < rounds; nonce += 1n) {
    const actions: BlackjackAction[] = [];
    for (;;) {
      const { view, legal, stakeMinor, end } = golden(nonce, actions);
      if (end !== undefined) {
        net += end.winMinor - stakeMinor;
        break;
      }
      const may = (one: BlackjackAct): boolean => legal.some((allowed) => allowed.act === one);
      const values = view.active === null ? [] : view.hands[view.active]!.cards.map(valueOf);
      actions.push({
        act:
          view.active === null
            ? "decline"
            : bestAction(values, valueOf(view.dealer.cards[0]!), { double: may("double"), split: may("split"), handsMax: HANDS_MAX }),
      });
    }
  }
  const mean = Number(net) / Number(STAKE) / rounds;
  expect(Math.abs(mean + 0.005_117_336)).toBeLessThan((3.29 * 1.153_75) / Math.sqrt(rounds));
});

test("open cards over 104,000 nonces are even", { timeout: TIMEOUT_MS }, () => {
  let nonce = 0n;
  const next = () => {
    const { view } = golden(nonce, []);
    nonce += 1n;
    return view.dealer.cards[0]!;
  };
  expect(chiSquare({ count: 52, draws: 104_000, next })).toBeLessThan(chiSquareLimit(52));
});
