import { timingSafeEqual } from "node:crypto";
import { hmacSha256 } from "../../../../platform/hmac.ts";

const DIGEST = /^[0-9a-f]{64}$/;

/** HMAC-SHA256 of the bytes as they are sent, 64 lower-case hex digits: the header `X-REQUEST-SIGN`. */
export const sign = (body: Buffer, secret: Buffer): string => hmacSha256(secret, body).toString("hex");

/** Whether one of the secrets signed exactly these bytes. Each is tried, so that the time tells nothing of which. */
export function isSigned(body: Buffer, signature: unknown, secrets: readonly Buffer[]): boolean {
  if (typeof signature !== "string" || !DIGEST.test(signature)) return false;
  const given = Buffer.from(signature, "hex");
  const fits = secrets.map((secret) => timingSafeEqual(given, hmacSha256(secret, body)));
  return fits.includes(true);
}
