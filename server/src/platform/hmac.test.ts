import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hmacSha256 } from "./hmac.ts";

test("keys and messages of every length around a block come to what the library makes of them, however often a key comes", () => {
  for (const keyBytes of [0, 1, 31, 32, 63, 64, 65, 200]) {
    const key = randomBytes(keyBytes);
    for (const bytes of [0, 1, 55, 56, 63, 64, 65, 1_000, 70_000]) {
      const message = randomBytes(bytes);
      expect(hmacSha256(key, message)).toEqual(createHmac("sha256", key).update(message).digest());
    }
    expect(hmacSha256(key, "Señor, 100 ₱")).toEqual(createHmac("sha256", key).update("Señor, 100 ₱").digest());
  }
});
