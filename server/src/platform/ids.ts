import { hash, randomUUID } from "node:crypto";

const asUuid = (hex: string): string => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

/** A UUID of version 7 made at a moment, so that ids sort by the injected clock (RFC 9562, section 5.7). */
export function newId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The same id for the same parts, always: a UUID of version 8 from their SHA-256 (RFC 9562, section 5.8). */
export function derivedId(...parts: readonly string[]): string {
  const bytes = hash("sha256", JSON.stringify(parts), "buffer").subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return asUuid(bytes.toString("hex"));
}

/** Eight bytes of the SHA-256 of a text as a signed 64-bit number: tells two contents under one id apart. */
export const contentDigest = (content: string): bigint => BigInt.asIntN(64, BigInt(`0x${hash("sha256", content, "hex").slice(0, 16)}`));
