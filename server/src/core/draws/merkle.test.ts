import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { climb, leafAt, leafOf, pathOf, rootOf, treeOf } from "./merkle.ts";

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();

/** RFC 6962, word for word: the left part is the largest power of two below. */
function rootByTheBook(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return sha256(Buffer.from([1]), rootByTheBook(leaves.slice(0, left)), rootByTheBook(leaves.slice(left)));
}

test("a tree of whatever size has RFC 6962's root, and each of its leaves leads there in about as many steps as the size has digits of two", async () => {
  for (const size of [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100]) {
    const leaves = Array.from({ length: size }, (_, at) => leafOf(Buffer.from(`leaf ${at}`)));
    const [root, tree] = [await rootOf(leaves), await treeOf(leaves)];
    expect(root.equals(rootByTheBook(leaves))).toBe(true);
    for (const [place, leaf] of leaves.entries()) {
      expect(leafAt(tree, place).equals(leaf)).toBe(true);
      const path = pathOf(tree, place);
      expect(climb(leaf, path).equals(root)).toBe(true);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
    }
  }
});
