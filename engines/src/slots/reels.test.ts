import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rational } from "../engine.ts";
import { exactReturn, lineWin, settleStops, totalPays } from "./reels.ts";
import type { ReelMachine } from "./reels.ts";

const [WILD, SCATTER, HIGH, LOW] = [0, 1, 2, 3];

const small: ReelMachine = {
  strips: [
    [WILD, HIGH, LOW, SCATTER, LOW],
    [LOW, WILD, WILD, HIGH, SCATTER, LOW],
    [HIGH, LOW, SCATTER, LOW, WILD],
    [LOW, HIGH, WILD, LOW],
    [SCATTER, LOW, HIGH, WILD, HIGH, LOW],
  ],
  lines: [
    [1, 1, 1, 1, 1],
    [0, 1, 2, 1, 0],
    [2, 2, 1, 0, 0],
  ],
  linePays: [[0, 0, 3, 30, 60, 500], [], [0, 0, 1, 10, 50, 200], [0, 0, 0, 5, 12, 40]],
  scatterPays: [0, 0, 0, 6, 60, 600],
  wild: WILD,
  scatter: SCATTER,
};

/** Every combination of stops, reel by reel. */
function allStops({ strips }: ReelMachine): number[][] {
  return strips.reduce<number[][]>((heads, strip) => heads.flatMap((head) => strip.map((_, stop) => [...head, stop])), [[]]);
}

function bruteReturn(machine: ReelMachine) {
  const stops = allStops(machine);
  const paid = stops.reduce((sum, at) => sum + totalPays(settleStops(machine, at)), 0);
  return rational(BigInt(paid), BigInt(stops.length * machine.lines.length));
}

describe("lineWin", () => {
  test.each([
    ["nothing for two of a kind without a pay", [LOW, LOW, HIGH, LOW, LOW], { pays: 0 }],
    ["nothing for a run that does not begin on the left", [HIGH, LOW, LOW, LOW, LOW], { pays: 0 }],
    ["nothing for scatters in a row", [SCATTER, SCATTER, SCATTER, SCATTER, SCATTER], { pays: 0 }],
    ["three of a kind", [LOW, LOW, LOW, HIGH, LOW], { symbol: LOW, count: 3, pays: 5 }],
    ["a run that the wild completes", [LOW, WILD, LOW, WILD, LOW], { symbol: LOW, count: 5, pays: 40 }],
    ["a run that the wild begins", [WILD, HIGH, HIGH, LOW, LOW], { symbol: HIGH, count: 3, pays: 10 }],
    ["the wilds in front when they pay more", [WILD, WILD, WILD, LOW, HIGH], { symbol: WILD, count: 3, pays: 30 }],
    ["the longer run when it pays more than its wilds", [WILD, WILD, WILD, HIGH, HIGH], { symbol: HIGH, count: 5, pays: 200 }],
    ["only the wilds before a scatter", [WILD, WILD, SCATTER, WILD, WILD], { symbol: WILD, count: 2, pays: 3 }],
    ["five wilds", [WILD, WILD, WILD, WILD, WILD], { symbol: WILD, count: 5, pays: 500 }],
  ])("pays %s", (_, symbols, win) => {
    expect(lineWin(small, symbols)).toMatchObject(win);
  });
});

test("a window wraps around the end of its strip, and names each line and the scatters that pay", () => {
  expect(settleStops(small, [3, 3, 0, 3, 5])).toEqual({
    stops: [3, 3, 0, 3, 5],
    grid: [
      [SCATTER, LOW, WILD],
      [HIGH, SCATTER, LOW],
      [HIGH, LOW, SCATTER],
      [LOW, LOW, HIGH],
      [LOW, SCATTER, LOW],
    ],
    wins: [
      { line: 2, symbol: LOW, count: 5, pays: 40 },
      { line: null, symbol: SCATTER, count: 4, pays: 60 },
    ],
  });
});

test("the exact return of a small machine is what all its stops pay", () => {
  expect(exactReturn(small)).toEqual(bruteReturn(small));
});

test("the exact return of any machine is what all its stops pay", () => {
  const strip = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 5 });
  const line = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 });
  const pays = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 5, maxLength: 5 });
  const machine = fc.record({
    strips: fc.array(strip, { minLength: 4, maxLength: 4 }),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    linePays: fc.tuple(pays, fc.constant([]), pays, pays),
    scatterPays: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 13, maxLength: 13 }),
    wild: fc.constant(WILD),
    scatter: fc.constant(SCATTER),
  });
  const payForSome = machine.map((drawn) => ({
    ...drawn,
    linePays: drawn.linePays.map(([, ...rest]) => (rest.length > 0 ? [0, ...rest] : [])),
  }));
  fc.assert(
    fc.property(payForSome, (any) => {
      expect(exactReturn(any)).toEqual(bruteReturn(any));
    }),
    { numRuns: 60 },
  );
});
