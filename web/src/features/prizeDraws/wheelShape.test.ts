import { sliceAt, vipWheel, weightsOf } from "@laro/engines/prizes/wheel";
import { expect, test } from "vitest";
import { arcsOf, oneIn, turnedTo } from "./wheelShape.ts";

const weights = weightsOf(vipWheel);
const arcs = arcsOf(vipWheel.slices, weights);

test("under the pointer lies the slice the draw stopped at, for every stop and wherever the wheel stood", () => {
  for (let stop = 0; stop < weights; stop += 1) {
    for (const from of [0, 17.5, 1_080]) {
      const angle = turnedTo({ stop, weights, from, turns: 5 });
      expect(angle).toBeGreaterThan(from);
      const underPointer = (360 - (angle % 360)) % 360;
      expect(arcs.find((arc) => arc.from <= underPointer && underPointer < arc.to)?.of).toBe(sliceAt(vipWheel, stop));
    }
  }
});

test("slices are as wide as their odds and fill the wheel", () => {
  expect(arcs.at(-1)!.to).toBeCloseTo(360, 9);
  for (const { of, from, to } of arcs) expect((to - from) / 360).toBeCloseTo(of.weight / weights, 9);
  expect([oneIn(300, 1_000), oneIn(200, 1_000), oneIn(15, 1_000), oneIn(5, 1_000)]).toEqual([3.3, 5, 67, 200]);
});
