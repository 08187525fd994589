import { expect, test } from "vitest";
import { createRandom, goldenStream, walk, type AnySteps } from "../testing.ts";
import { blackjack } from "./blackjack.ts";
import { coin } from "./coin.ts";
import { hiLo } from "./hiLo.ts";
import { mines } from "./mines.ts";
import { takeAll } from "./steps.ts";

import { videoPoker } from "./videoPoker.ts";

const TIMEOUT_MS = 60_000;
const ROUNDS = 400;
const STAKE = 10_100n;
const games: readonly (readonly [string, AnySteps, (random: (count: number) => number) => unknown])[] = [
  ["MINES", mines as AnySteps, (random) => ({ mines: 1 + random(24) })],
  ["HI_LO", hiLo as AnySteps, () => ({})],
  ["COIN_FLIP", coin as AnySteps, () => ({})],
  ["BLACKJACK", blackjack as AnySteps, () => ({})],
  ["VIDEO_POKER", videoPoker as AnySteps, () => ({})],
];

test.each(games)("%s: the same actions give the same view, step for step, however often they are replayed", { timeout: TIMEOUT_MS }, (_, engine, chooseFor) => {
  const random = createRandom(1);
  for (let nonce = 0n; nonce < ROUNDS; nonce += 1n) {
    const choice = chooseFor(random);
    const { actions, positions } = walk(engine, { stakeMinor: STAKE, choice, nonce }, (legal) => legal[random(legal.length)]);
    positions.forEach((position, step) => {
      expect(engine.replay({ stakeMinor: STAKE, choice, actions: actions.slice(0, step), stream: goldenStream({ nonce }) })).toEqual(position);
    });
    // What a wire and a table of the database carry.
    const { view, legal } = positions.at(-1)!;
    expect(JSON.parse(JSON.stringify({ view, actions }))).toEqual({ view, actions });
    expect(legal).toEqual([]);
  }
});

test.each(games)(
  "%s: whatever the clock does at any step leads to an end, and a round nobody played is given back",
  { timeout: TIMEOUT_MS },
  (_, engine, chooseFor) => {
    const random = createRandom(2);
    let refunds = 0;
    for (let nonce = 0n; nonce < ROUNDS; nonce += 1n) {
      const choice = chooseFor(random);
      const { actions } = walk(engine, { stakeMinor: STAKE, choice, nonce }, (legal) => legal[random(legal.length)]);
      for (let step = 0; step < actions.length; step += 1) {
        const taken = actions.slice(0, step);
        for (let ticks = 0; ; ticks += 1) {
          const at = engine.replay({ stakeMinor: STAKE, choice, actions: taken, stream: goldenStream({ nonce }) });
          if (at.end !== undefined) break;
          if (at.onTimeOut === "refund") {
            refunds += 1;
            expect(at.stakeMinor).toBe(STAKE);
            break;
          }
          expect(at.legal).toContainEqual(at.onTimeOut);
          expect(ticks).toBeLessThan(6);
          taken.push(at.onTimeOut);
        }
      }
    }
    const isDealt = engine.gameCode === "BLACKJACK" || engine.gameCode === "VIDEO_POKER";
    expect(refunds > 0).toBe(!isDealt);
  },
);

test.each(games)("%s: stakes only grow, an end pays no more than it says", { timeout: TIMEOUT_MS }, (_, engine, chooseFor) => {
  const random = createRandom(3);
  const { numerator, denominator } = engine.maxWinMultiple;
  for (let nonce = 0n; nonce < ROUNDS; nonce += 1n) {
    const choice = chooseFor(random);
    const { positions } = walk(engine, { stakeMinor: STAKE, choice, nonce }, (legal) => legal[random(legal.length)]);
    positions.reduce((before, { stakeMinor }) => {
      expect(stakeMinor).toBeGreaterThanOrEqual(before);
      return stakeMinor;
    }, STAKE);
    const { winMinor } = positions.at(-1)!.end!;
    expect(winMinor * denominator).toBeLessThanOrEqual(STAKE * numerator);
  }
  expect(engine.stakeMax * numerator).toBeLessThanOrEqual(200_000_000n * denominator);
});

test.each(games)("%s: an action after the end, and one from another game, is an error", (_, engine, chooseFor) => {
  const random = createRandom(4);
  const choice = chooseFor(random);
  const { actions } = walk(engine, { stakeMinor: STAKE, choice, nonce: 1n }, (legal) => legal[random(legal.length)]);
  const replay = (taken: readonly unknown[]) => engine.replay({ stakeMinor: STAKE, choice, actions: taken, stream: goldenStream({ nonce: 1n }) });
  for (const more of [actions.at(-1), { act: "cashOut" }, { act: "stand" }, { act: "fly" }, null]) expect(() => replay([...actions, more])).toThrow(RangeError);
  expect(() => replay([{ act: "fly" }])).toThrow(RangeError);
});

test("actions are taken in their order and none where it is not legal", () => {
  const moves = { actionsIn: (sum: number) => (sum > 3 ? [] : [1, 2]), take: (sum: number, more: number) => sum + more };
  expect(takeAll(0, [1, 2, 1], moves)).toBe(4);
  expect(() => takeAll(0, [1, 3], moves)).toThrow("3 is not legal where the round stands.");
  expect(() => takeAll(0, [2, 2, 1], moves)).toThrow(RangeError);
});
