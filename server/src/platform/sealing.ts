import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Keys } from "./keys.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** AES-256-GCM. `context` names the place the sealed bytes stand in: moved to another row they do not open. */
export function seal(content: Buffer, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `seal` made; throws where the key or the place is another. */
export function unseal(sealed: Buffer, key: Buffer, context: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

type Secret = Pick<Keys, "dataKey">;

/** A key for one use, made of the installation's (RFC 5869): what one use gives away opens nothing of another. */
const makeKey = ({ dataKey }: Secret, use: string): Buffer =>
  Buffer.from(hkdfSync("sha256", Buffer.from(dataKey, "hex"), Buffer.alloc(0), `laro ${use}`, KEY_BYTES));

/** Made once: a seed is opened on the way of a bet, and making its key cost more than opening it. The uses are few, and each a word of the code. */
const made = new WeakMap<Secret, Map<string, Buffer>>();

function keyFor(keys: Secret, use: string): Buffer {
  const known = made.get(keys) ?? new Map<string, Buffer>();
  made.set(keys, known);
  const key = known.get(use) ?? makeKey(keys, use);
  known.set(use, key);
  return key;
}

/** Seals a text for one use (`contact`, `totp`) and one place, such as its row's key. */
export const sealText = (keys: Secret, { use, context }: { use: string; context: string }, text: string): Buffer =>
  seal(Buffer.from(text), keyFor(keys, use), context);

export const openText = (keys: Secret, { use, context }: { use: string; context: string }, sealed: Buffer): string =>
  unseal(sealed, keyFor(keys, use), context).toString();

/** A keyed hash: the same text of the same kind can be found again, and nobody without the key can try texts. */
export const blind = (keys: Secret, kind: string, text: string): Buffer =>
  createHmac("sha256", keyFor(keys, `blind ${kind}`))
    .update(text)
    .digest();
