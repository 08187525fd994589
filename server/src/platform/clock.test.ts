import { expect, test } from "vitest";
import { AlignedClock } from "./clock.ts";

const NOON = Date.UTC(2026, 10, 30, 12);

/** A machine whose clock goes on only while another is asked, and one that is so far ahead of it. */
function clocks({ aheadMs, answersTakeMs }: { aheadMs: number; answersTakeMs: readonly number[] }) {
  let at = NOON;
  const takes = [...answersTakeMs];
  const clock = new AlignedClock(() => at);
  const ask = async (): Promise<number> => {
    const took = takes.shift()!;
    // The answer is read at its end: a slow one was made long before.
    const told = at + aheadMs;
    at += took;
    return told;
  };
  return { clock, ask, now: () => at };
}

test("a clock that is behind the others is put right by the quickest of five answers, whichever it was", async () => {
  const { clock, ask, now } = clocks({ aheadMs: 4_000, answersTakeMs: [900, 40, 2, 700, 5] });
  expect(clock.now().getTime()).toBe(NOON);
  expect(await clock.align(ask)).toBe(3_999);
  expect(clock.now().getTime()).toBe(now() + 3_999);
});

test("one that is ahead is put back, and one that came right by itself is left alone", async () => {
  const ahead = clocks({ aheadMs: -60_000, answersTakeMs: [4, 4, 4, 4, 4] });
  expect(await ahead.clock.align(ahead.ask)).toBe(-60_002);
  expect(await ahead.clock.align(async () => ahead.now())).toBe(0);
  expect(ahead.clock.now().getTime()).toBe(ahead.now());
});

test("what the asking itself may have made is no difference, and an answer that never comes leaves the clock as it was", async () => {
  const near = clocks({ aheadMs: 1, answersTakeMs: [3, 3, 3, 3, 3] });
  expect(await near.clock.align(near.ask)).toBe(0);
  const far = clocks({ aheadMs: 500, answersTakeMs: [0, 0, 0, 0, 0] });
  expect(await far.clock.align(far.ask)).toBe(500);
  await expect(far.clock.align(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(far.clock.now().getTime()).toBe(NOON + 500);
});
