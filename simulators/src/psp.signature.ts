import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_MS = 5 * 60_000;

/** Signs a body as it travels: lower-case hexadecimal HMAC-SHA256 over `${timestamp}.${body}`. */
export const sign = (secret: string, timestamp: string, body: string): string => createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

/** Whether somebody who says a secret says this one. */
export const isSameSecret = (secret: string, said: string): boolean =>
  timingSafeEqual(createHash("sha256").update(said).digest(), createHash("sha256").update(secret).digest());

interface Signed {
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/** Whether a message was signed with the secret, less than five minutes from `nowMs`. */
export function isSigned(secret: string, { timestamp, signature, body }: Signed, nowMs: number): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(secret, timestamp, body))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Math.abs(Number(timestamp) - nowMs) <= TOLERANCE_MS;
}
