import { callBets, rouletteSpots, wheelOrder } from "@laro/engines/tables/wheel";
import { expect, test } from "vitest";
import { distance } from "./nearest.ts";
import { isBetween, type Place, placeOf, roulettePlaces } from "./rouletteLayout.ts";
import { track } from "./racetrackLayout.ts";

const meets = (one: Place, other: Place): boolean =>
  one.u < other.u + other.du && other.u < one.u + one.du && one.v < other.v + other.dv && other.v < one.v + one.dv;

test("every spot of the wheel's bets has its own place on the felt, and none leaves it", () => {
  expect(roulettePlaces).toHaveLength(rouletteSpots.size);
  expect(new Set(roulettePlaces.map(({ place }) => JSON.stringify(place))).size).toBe(rouletteSpots.size);
  for (const { place } of roulettePlaces) {
    expect(Math.min(place.u, place.v)).toBeGreaterThanOrEqual(0);
    expect([place.u + place.du <= 14, place.v + place.dv <= 5]).toEqual([true, true]);
  }
});

test("cells do not overlap, nor do places between numbers, which touch every number they cover", () => {
  const [cells, between] = [false, true].map((wanted) => roulettePlaces.filter(({ covered }) => isBetween(covered) === wanted));
  for (const list of [cells!, between!])
    for (const [at, { spot, place }] of list.entries())
      expect(
        list
          .slice(at + 1)
          .filter((other) => meets(place, other.place))
          .map((other) => `${spot} ${other.spot}`),
      ).toEqual([]);
  const isEdge = (covered: readonly number[]): boolean => covered.length === 3 || covered.length === 6 || covered.join() === "0,1,2,3";
  for (const { spot, covered, place } of between!) {
    const touched = covered.filter((number) => meets(place, placeOf(String(number))));
    // A street's chip lies at the foot of its row and an edge bet's where rows meet.
    if (!isEdge(covered)) expect([spot, touched]).toEqual([spot, [...covered]]);
    else expect(touched.length).toBeGreaterThan(0);
  }
});

test("the racetrack holds each pocket once, in the order of the wheel", () => {
  const ring = track.map(({ pocket }) => pocket);
  expect(ring.toSorted((one, other) => one - other)).toEqual(wheelOrder.toSorted((one, other) => one - other));
  const clockwise = [...ring.slice(0, 18), ...ring.slice(18, 33).toReversed(), ...ring.slice(33).toReversed()];
  const turn = wheelOrder.indexOf(clockwise[0] ?? 0);
  expect(clockwise).toEqual(wheelOrder.map((_, at) => wheelOrder[(turn + at) % wheelOrder.length]));
  for (const spots of Object.values(callBets)) for (const spot of spots) expect(rouletteSpots.has(spot)).toBe(true);
});

test("an arrow goes to the nearest place of its row or column, and leaves it only where none is left that way", () => {
  const box = (x: number, y: number, width = 10) => ({ left: x - width / 2, right: x + width / 2, top: y - 5, bottom: y + 5 });
  const from = box(100, 100);
  expect(distance(from, box(80, 100), "ArrowRight")).toBe(Infinity);
  expect(distance(from, from, "ArrowUp")).toBe(Infinity);
  expect(distance(from, box(120, 100), "ArrowRight")).toBe(20);
  expect(distance(from, box(100, 130), "ArrowDown")).toBe(30);
  expect(distance(from, box(300, 100), "ArrowRight")).toBeLessThan(distance(from, box(110, 112), "ArrowRight"));
  // A wide place below lies in the column of each that stands on it.
  expect(distance(from, box(60, 130, 200), "ArrowDown")).toBeLessThan(distance(from, box(115, 115), "ArrowDown"));
  expect(distance(from, box(110, 112), "ArrowRight")).toBeLessThan(Infinity);
});
