import { createHmac, timingSafeEqual } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";

const SIGNATURE_TOLERANCE_MS = 5 * 60_000;

export interface SignedMessage {
  readonly rawBody: Buffer;
  readonly timestamp: string;
  readonly signature: string;
}

/** Time and signature of a message that goes out: HMAC-SHA256 over `${timestamp}.${body}`. */
export function signMessage({ secret, now, content }: { secret: string; now: Date; content: string }): Pick<SignedMessage, "timestamp" | "signature"> {
  const timestamp = String(now.getTime());
  return { timestamp, signature: signatureOf(secret, timestamp, Buffer.from(content)).toString("hex") };
}

/** Lets a foreign party's message pass only as it was signed, at most five minutes from now. Refuses with `webhooks.signature_wrong` or `webhooks.too_old`. */
export function verifyMessage({ rawBody, timestamp, signature }: SignedMessage, { secret, now }: { secret: string | undefined; now: Date }): void {
  if (secret === undefined) refuse("webhooks.signature_wrong");
  const [given, wanted] = [Buffer.from(signature, "hex"), signatureOf(secret, timestamp, rawBody)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) refuse("webhooks.signature_wrong");
  if (!/^[0-9]{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > SIGNATURE_TOLERANCE_MS) refuse("webhooks.too_old");
}

const signatureOf = (secret: string, timestamp: string, body: Buffer): Buffer => createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
