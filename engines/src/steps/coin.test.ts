import type { CoinAction, CoinSide } from "@laro/contract/core/plays/steps";
import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { coin, coinMultiplier, coinWinsMax } from "./coin.ts";

const TIMEOUT_MS = 120_000;
const toss = (side: CoinSide): CoinAction => ({ act: "toss", side });
const cashOut: CoinAction = { act: "cashOut" };
const play = (actions: readonly CoinAction[], nonce = 0n) => coin.replay({ stakeMinor: 12_300n, choice: {}, actions, stream: goldenStream({ nonce }) });

test.each([{ side: "heads" }, [[]], null, "heads", 1])("the choice %j is refused", (choice) => {
  expect(coin.parseChoice.safeParse(choice).success).toBe(false);
  expect(() => coin.replay({ stakeMinor: 100n, choice: choice as never, actions: [], stream: scriptedStream() })).toThrow(RangeError);
});

test.each([{ act: "toss" }, { act: "toss", side: "edge" }, { act: "toss", side: 0 }, { act: "cashOut", side: "heads" }, {}, [[]], null])(
  "the action %j is refused",
  (action) => {
    expect(coin.parseAction.safeParse(action).success).toBe(false);
    expect(() => play([action as CoinAction])).toThrow(RangeError);
  },
);

test("a win before the first toss and a toss after the end are not legal", () => {
  expect(() => play([cashOut])).toThrow(RangeError);
  const round = (actions: readonly CoinAction[]) => coin.replay({ stakeMinor: 100n, choice: {}, actions, stream: scriptedStream(0, 0, 0) });
  expect(() => round([toss("tails"), toss("heads")])).toThrow(RangeError);
  expect(() => round([toss("heads"), cashOut, toss("heads")])).toThrow(RangeError);
});

test("the golden rounds stay as they are", () => {
  const sides = [0n, 1n, 2n, 3n].map((nonce) => play([toss("heads")], nonce).view.fell[0]);
  expect(sides).toEqual(["heads", "tails", "tails", "heads"]);
  expect(play([toss("heads"), cashOut]).end).toEqual({
    winMinor: 24_354n,
    outcome: { fell: ["heads"], multiplier: 198 },
  });
  expect(play([toss("tails")]).end).toEqual({ winMinor: 0n, outcome: { fell: ["heads"], multiplier: 0 } });
});

test("an open round has drawn nothing it does not show: the stream holds the tosses seen and no more", () => {
  const { view, end } = coin.replay({ stakeMinor: 100n, choice: {}, actions: [toss("heads"), toss("tails")], stream: scriptedStream(0, 1) });
  expect(end).toBeUndefined();
  expect(view).toEqual({ guesses: ["heads", "tails"], fell: ["heads", "tails"], multiplier: 396, next: 792 });
});

test("all rows of tosses add up to 99 % wherever one stops", () => {
  for (let stop = 1; stop <= coinWinsMax; stop += 1) {
    let paid = 0n;
    for (let row = 0; row < 2 ** stop; row += 1) {
      const falls = Array.from({ length: stop }, (_, index) => (row >> index) & 1);
      if (falls.some((side) => side === 1)) continue;
      const actions = [...falls.map(() => toss("heads")), ...(stop < coinWinsMax ? [cashOut] : [])];
      paid += coin.replay({ stakeMinor: 100n, choice: {}, actions, stream: scriptedStream(...falls) }).end!.winMinor;
    }
    expect(rational(paid, 100n * 2n ** BigInt(stop))).toEqual(rational(99n, 100n));
  }
  expect(coin.exactReturn()).toEqual(rational(99n, 100n));
});

test("after 13 wins the round ends by itself, so that no stake can win more than 2,000,000.00", () => {
  expect(coinWinsMax).toBe(13);
  expect(coinMultiplier(13)).toBe(811_008);
  expect(coin.maxWinMultiple).toEqual(rational(811_008n, 100n));
  const falls = Array.from({ length: 13 }, () => 0);
  const { end, legal } = coin.replay({ stakeMinor: coin.stakeMax, choice: {}, actions: falls.map(() => toss("heads")), stream: scriptedStream(...falls) });
  expect(legal).toEqual([]);
  expect(end!.winMinor).toBe(162_201_600n);
  const { numerator, denominator } = coin.exactVariance();
  expect(Number(numerator) / Number(denominator)).toBeCloseTo(0.9801 * 8_191, 6);
});

test("tosses over 100,000 nonces are even", { timeout: TIMEOUT_MS }, () => {
  let nonce = 0n;
  const next = () => {
    const { view } = play([toss("heads")], nonce);
    nonce += 1n;
    return view.fell[0] === "heads" ? 0 : 1;
  };
  expect(chiSquare({ count: 2, draws: 100_000, next })).toBeLessThan(chiSquareLimit(2));
});
