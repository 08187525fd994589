import { miniRisks, plinkoRows, wheelSizes } from "@laro/contract/core/plays/minis";
import { bingo } from "@laro/engines/minis/bingo";
import { segmentPays } from "@laro/engines/minis/wheel";
import { goldenStream } from "@laro/engines/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bareMultiple, multiple } from "../../../ui/Money.tsx";
import { columnOf, letterOf, marksOf } from "./bingoLooks.ts";
import { numbers, quickPick, stepNumber, togglePick } from "./kenoPicks.ts";
import { framesOf, pinsOf, slotX, touchesOf, widthOf } from "./plinkoBoard.ts";
import { fieldAt, touch, untouched } from "./scratchPlate.ts";
import { angleTo, colorsOf, paysOf } from "./wheelArt.ts";

test("a ball touches a pin in every row and ends over the slot its rights lead to", () => {
  const path = fc.constantFrom(...plinkoRows).chain((rows) => fc.array(fc.integer({ min: 0, max: 1 }), { minLength: rows, maxLength: rows }));
  fc.assert(
    fc.property(path, (steps) => {
      const touches = touchesOf(steps);
      const pins = pinsOf(steps.length);
      const slot = steps.reduce((rights, step) => rights + step, 0);
      expect(touches.at(-1)?.x).toBeCloseTo(slotX(steps.length, slot), 9);
      for (const place of touches.slice(0, -1)) expect(pins.some(({ x, y }) => Math.abs(x - place.x) < 1e-9 && y > place.y && y - place.y < 0.3)).toBe(true);
      expect(framesOf(steps)).toHaveLength(2 * steps.length + 2);
    }),
  );
  expect(slotX(16, 0)).toBeGreaterThan(0.5);
  expect(slotX(16, 16)).toBeLessThan(widthOf(16) - 0.5);
});

test("a wheel turns forward by whole turns and a part, until its segment stands at the top", () => {
  fc.assert(
    fc.property(fc.constantFrom(...wheelSizes), fc.nat(49), fc.nat(5_000), (count, at, from) => {
      const segment = at % count;
      const angle = angleTo({ segment, count, from, turns: 3 });
      expect(angle - from).toBeGreaterThanOrEqual(3 * 360);
      expect(angle - from).toBeLessThan(5 * 360);
      expect((angle + (segment * 360) / count) % 360).toBeCloseTo(0, 6);
    }),
  );
});

test("each thing a wheel pays has a colour of its own, best first", () => {
  for (const segments of wheelSizes)
    for (const risk of miniRisks) {
      const pays = segmentPays({ segments, risk });
      const fills = [...colorsOf(pays).values()].map(({ fill }) => fill);
      expect(new Set(fills).size).toBe(fills.length);
      expect(paysOf(pays).reduce((sum, { count }) => sum + count, 0)).toBe(segments);
      expect(paysOf(pays)[0]?.pays).toBe(Math.max(...pays));
    }
});

test("a number is picked and given back, never an eleventh; a quick pick has as many different ones as were asked for", () => {
  expect(togglePick([3, 9], 5)).toEqual([3, 5, 9]);
  expect(togglePick([3, 5, 9], 5)).toEqual([3, 9]);
  expect(togglePick(numbers.slice(0, 10), 40)).toEqual(numbers.slice(0, 10));
  for (let count = 1; count <= 10; count += 1) {
    const picks = quickPick(count);
    expect(new Set(picks).size).toBe(count);
    expect(picks.every((number) => number >= 1 && number <= 40)).toBe(true);
  }
  expect([stepNumber(1, "ArrowDown"), stepNumber(1, "ArrowUp"), stepNumber(40, "ArrowRight"), stepNumber(8, "Enter")]).toEqual([9, 1, 40, undefined]);
});

test("a field of a ticket opens once enough of it was touched, and no other one does", () => {
  expect([fieldAt({ x: 0, y: 0 }), fieldAt({ x: 0.99, y: 0.99 }), fieldAt({ x: 1, y: 0.5 })]).toEqual([0, 8, undefined]);
  let touched = untouched;
  const opened: (number | undefined)[] = [];
  for (let at = 0; at < 16; at += 1) {
    const next = touch(touched, { x: (1 + ((at % 4) + 0.5) / 4) / 3, y: (1 + (Math.floor(at / 4) + 0.5) / 4) / 3 });
    touched = next.touched;
    opened.push(next.opened);
  }
  expect(opened.indexOf(4)).toBe(6);
  expect(touched.filter((parts) => parts.size > 0)).toHaveLength(1);
});

test("a bingo card shows as many completed lines as the engine counts, and no line before its last ball", () => {
  const { outcome } = bingo.play({ stakeMinor: 48_000n, choice: { cards: 48 }, stream: goldenStream({ nonce: 3n }) });
  const deciding = outcome.balls.slice(0, 40);
  for (const { cells, lines } of outcome.cards) {
    expect(marksOf(cells, deciding).includes("line")).toBe(lines > 0);
    expect(marksOf(cells, []).filter((mark) => mark === "marked")).toHaveLength(1);
  }
  expect([1, 15, 16, 31, 46, 61, 75].map((number) => `${letterOf(number)}${columnOf(number)}`)).toEqual(["B0", "B0", "I1", "N2", "G3", "O4", "O4"]);
});

test("a multiple has no needless zeros", () => {
  expect([150, 100_000, 54, 0].map(multiple)).toEqual(["1.5×", "1,000×", "0.54×", "0×"]);
  expect(bareMultiple(2_970)).toBe("29.7");
});
