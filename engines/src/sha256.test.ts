import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmacSha256, sha256 } from "./sha256.ts";

test("hashes are those of the platform, whatever their length", () => {
  const lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000].map((length) => Uint8Array.from({ length }, (_, at) => at * 7));
  for (const message of lengths) expect([...sha256(message)]).toEqual([...createHash("sha256").update(message).digest()]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: "grapheme", maxLength: 100 }), fc.uint8Array({ maxLength: 64 }), (message, text, key) => {
      expect([...sha256(message)]).toEqual([...createHash("sha256").update(message).digest()]);
      expect([...hmacSha256(key, text)]).toEqual([...createHmac("sha256", key).update(text).digest()]);
    }),
  );
});
