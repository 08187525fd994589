import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fairStream } from "./fair.ts";
import type { Hmac } from "./fair.ts";
import { chiSquare, chiSquareLimit, goldenSeed, goldenStream, nodeHmac } from "./testing.ts";

const DRAWS = 1_000_000;
const TIMEOUT_MS = 120_000;
const anyCount = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 2 ** 32 }));

function streamOfWords(...words: number[]) {
  const bytes = new DataView(new ArrayBuffer(Math.ceil(words.length / 8) * 32));
  words.forEach((word, index) => bytes.setUint32(index * 4, word));
  let block = 0;
  const hmac: Hmac = () => new Uint8Array(bytes.buffer, 32 * block++, 32);
  return fairStream({ hmac, serverSeed: goldenSeed, clientSeed: "lucky", nonce: 0n });
}

/** The scheme written down a second time, from its description and with other means: all bytes first, then the draws. */
function recompute({ key, clientSeed, nonce, counts }: { key: Uint8Array; clientSeed: string; nonce: bigint; counts: number[] }): number[] {
  const block = (index: number) => createHmac("sha256", key).update(`${clientSeed}:${nonce}:${index}`, "utf8").digest("hex");
  const words = (
    Array.from({ length: 40 }, (_, index) => block(index))
      .join("")
      .match(/.{8}/g) ?? []
  ).map((word) => BigInt(`0x${word}`));
  return counts.map((count) => {
    const fair = words.findIndex((word) => word < 2n ** 32n - (2n ** 32n % BigInt(count)));
    return Number((words.splice(0, fair + 1).at(-1) ?? -1n) % BigInt(count));
  });
}

describe("fairStream", () => {
  test.each([
    ["a server seed of 31 bytes", { serverSeed: new Uint8Array(31) }, "A server seed has 32 bytes, not 31."],
    ["half a surrogate pair in the client seed", { clientSeed: "\ud83e" }, "A client seed is well-formed Unicode."],
    ["a nonce below zero", { nonce: -1n }, "A nonce is 0 or more, not -1."],
  ])("%s is refused in one sentence", (_, fault, sentence) => {
    const round = { hmac: nodeHmac, serverSeed: goldenSeed, clientSeed: "lucky", nonce: 0n, ...fault };
    expect(() => fairStream(round)).toThrow(new RangeError(sentence));
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])("a draw among %d values is refused", (count) => {
    expect(() => goldenStream({ nonce: 0n }).uniform(count)).toThrow(new RangeError(`A draw has 1 to 2^32 values, not ${count}.`));
  });

  test("an HMAC that is not 32 bytes long is refused", () => {
    const hmac: Hmac = () => new Uint8Array(20);
    const stream = fairStream({ hmac, serverSeed: goldenSeed, clientSeed: "lucky", nonce: 0n });
    expect(() => stream.uniform(2)).toThrow("HMAC-SHA256 gives 32 bytes, not 20.");
  });

  test("an HMAC that always leads to rejection ends with an error instead of never", () => {
    const hmac: Hmac = () => new Uint8Array(32).fill(255);
    const stream = fairStream({ hmac, serverSeed: goldenSeed, clientSeed: "lucky", nonce: 0n });
    expect(() => stream.uniform(10)).toThrow("256 draws in a row were rejected: the HMAC is broken.");
  });

  test("the golden draws stay as they are, across blocks, non-ASCII client seeds and nonces above 2^64", () => {
    const lucky = goldenStream({ nonce: 7n });
    expect(Array.from({ length: 10 }, () => lucky.uniform(2 ** 32))).toEqual([
      1_726_710_994, 3_573_916_807, 3_265_439_835, 4_154_482_732, 2_279_023_077, 1_778_171_904, 41_750_806, 4_161_951_858, 1_529_083_773, 3_092_483_691,
    ]);
    const fruit = goldenStream({ clientSeed: "sampaguita ñ 🥭", nonce: 2n ** 64n + 1n });
    expect(Array.from({ length: 6 }, () => fruit.uniform(3_000_000_000))).toEqual([
      81_620_815, 2_687_068_496, 906_971_354, 2_408_902_701, 365_075_744, 1_856_936_303,
    ]);
  });

  test("a second computation from the description alone agrees on every draw", () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const counts = fc.array(anyCount, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(key, fc.string({ unit: "binary" }), fc.bigInt({ min: 0n, max: 2n ** 70n }), counts, (serverSeed, clientSeed, nonce, asked) => {
        const stream = fairStream({ hmac: nodeHmac, serverSeed, clientSeed, nonce });
        expect(asked.map((count) => stream.uniform(count))).toEqual(recompute({ key: serverSeed, clientSeed, nonce, counts: asked }));
      }),
    );
  });

  test("a draw at the limit is thrown away and the last one below it is kept", () => {
    const limit = 4_294_967_290; // 2^32 less its remainder by 10.
    const stream = streamOfWords(limit, 2 ** 32 - 1, limit - 1, 7, limit + 1, 12, 2 ** 32 - 1, limit, limit, 25);
    expect([10, 10, 10, 10].map((count) => stream.uniform(count))).toEqual([9, 7, 2, 5]);
  });

  test("a count that divides 2^32 rejects nothing, and a count of one still takes a draw", () => {
    const stream = streamOfWords(2 ** 32 - 1, 123, 2 ** 32 - 1, 6);
    expect([2 ** 32, 1, 16, 10].map((count) => stream.uniform(count))).toEqual([2 ** 32 - 1, 0, 15, 6]);
  });
});

describe("chi-square over a million draws", { timeout: TIMEOUT_MS }, () => {
  test.each([2, 10, 37, 10_000])("finds the stream even among %d values", (count) => {
    const stream = goldenStream({ nonce: BigInt(count) });
    expect(chiSquare({ count, draws: DRAWS, next: () => stream.uniform(count) })).toBeLessThan(chiSquareLimit(count));
  });

  test("finds the stream even where a plain remainder favours the low third, and catches that remainder", () => {
    const stream = goldenStream({ nonce: 3n });
    const third = (value: number) => Math.floor(value / 1_000_000_000);
    const fair = chiSquare({ count: 3, draws: DRAWS, next: () => third(stream.uniform(3_000_000_000)) });
    const remainder = chiSquare({
      count: 3,
      draws: DRAWS / 10,
      next: () => third(stream.uniform(2 ** 32) % 3_000_000_000),
    });
    expect(fair).toBeLessThan(chiSquareLimit(3));
    expect(remainder).toBeGreaterThan(chiSquareLimit(3));
  });

  test("catches a stream that turns one draw in two hundred into a zero", () => {
    const stream = goldenStream({ nonce: 200n });
    const next = () => {
      const value = stream.uniform(2_000);
      return value < 10 ? 0 : value % 10;
    };
    expect(chiSquare({ count: 10, draws: DRAWS, next })).toBeGreaterThan(chiSquareLimit(10));
  });
});
