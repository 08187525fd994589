import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { leafAt, leafOf } from "../../core/draws/merkle.ts";
import { placeOf, Trees, type ClosedDraw } from "./tickets.trees.ts";

const idOf = (bytes: Buffer): string => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const drawOf = (id: bigint): ClosedDraw => ({ id, series: "TEST", number: String(id) });
const soldOf = (count: number) => {
  const ids = Array.from({ length: count }, () => randomBytes(16)).sort((one, other) => one.compare(other));
  return { ids, leaves: ids.map((id) => leafOf(id)) };
};

test("a draw's tickets are read once, however many ask, and kept until those of others make more leaves than are kept", async () => {
  const read: bigint[] = [];
  const trees = new Trees(async ({ id }) => {
    read.push(id);
    await Promise.resolve();
    return soldOf(4);
  }, 10);
  const all = await Promise.all(Array.from({ length: 5 }, () => trees.of(drawOf(1n))));
  expect(new Set(all).size).toBe(1);
  await trees.of(drawOf(2n));
  expect(await trees.of(drawOf(1n))).toBe(all[0]);
  expect(read).toEqual([1n, 2n]);
  await trees.of(drawOf(3n));
  await trees.of(drawOf(1n));
  await trees.of(drawOf(2n));
  expect(read).toEqual([1n, 2n, 3n, 2n]);
});

test("a draw that could not be read is read again when it is asked for again", async () => {
  let isAway = true;
  const trees = new Trees(async () => {
    await Promise.resolve();
    if (isAway) throw new Error("away");
    return soldOf(1);
  });
  await expect(trees.of(drawOf(1n))).rejects.toThrow("away");
  isAway = false;
  expect((await trees.of(drawOf(1n))).size).toBe(1);
});

test("a ticket's place is found by its id, and one that is none of the draw's has none", async () => {
  for (const count of [0, 1, 2, 7, 100]) {
    const sold = soldOf(count);
    const tree = await new Trees(async () => Promise.resolve(sold)).of(drawOf(1n));
    for (const [place, id] of sold.ids.entries()) {
      expect(placeOf(tree, idOf(id))).toBe(place);
      expect(leafAt(tree, place).equals(sold.leaves[place]!)).toBe(true);
    }
    for (const id of [Buffer.alloc(16, 0), Buffer.alloc(16, 255), randomBytes(16)]) expect(placeOf(tree, idOf(id))).toBeUndefined();
  }
});
