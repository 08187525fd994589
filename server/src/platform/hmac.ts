import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

const made = new WeakMap<Uint8Array, KeyObject>();

/** HMAC-SHA256 under a key that comes again: its key object is made once, because making it anew costs more than the HMAC itself. */
export function hmacSha256(key: Uint8Array, message: Uint8Array | string): Buffer {
  const known = made.get(key) ?? createSecretKey(key);
  made.set(key, known);
  return createHmac("sha256", known).update(message).digest();
}
