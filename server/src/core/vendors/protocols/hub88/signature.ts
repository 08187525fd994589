import { createPrivateKey, createPublicKey, type KeyObject, sign as signBytes, verify } from "node:crypto";
import type { ProtocolKeys } from "../../protocol.ts";

/** Base64 of the RSA-SHA256 signature (PKCS #1 v1.5) of the bytes as they are sent: the header `X-Hub88-Signature`. `privateKey`: PEM. */
export const sign = (body: Buffer, privateKey: Buffer): string => signBytes("sha256", body, privateKey.toString("utf8")).toString("base64");

/** The base64 of a signature by the largest key there is in use, of 8,192 bits. */
const SIGNATURE_LENGTH_MAX = 1_368;

/** A key is read once: that costs as much as a signature. Undefined for what is no key. */
const keys = new WeakMap<Buffer, KeyObject | "none">();
function keyOf(pem: Buffer): KeyObject | undefined {
  const known = keys.get(pem) ?? readKey(pem);
  keys.set(pem, known);
  return known === "none" ? undefined : known;
}

function readKey(pem: Buffer, read: (pem: Buffer) => KeyObject = createPublicKey): KeyObject | "none" {
  try {
    const key = read(pem);
    return key.asymmetricKeyType === "rsa" ? key : "none";
  } catch {
    return "none";
  }
}

/** Whether one of the public keys (PEM) belongs to who signed exactly these bytes. */
export function isSigned(body: Buffer, signature: unknown, publicKeys: readonly Buffer[]): boolean {
  if (typeof signature !== "string" || signature.length > SIGNATURE_LENGTH_MAX) return false;
  const given = Buffer.from(signature, "base64");
  return publicKeys.some((pem) => {
    const key = keyOf(pem);
    return key !== undefined && verify("sha256", body, key, given);
  });
}

/** RSA keys in PEM: the public half of who calls us, the private half of what we sign with. A private key of theirs is nobody's business here. */
export const hub88Keys: ProtocolKeys = {
  areMade: false,
  isKey: (use, secret) => (use === "ours" ? readKey(secret, createPrivateKey) !== "none" : !secret.includes("PRIVATE KEY") && readKey(secret) !== "none"),
};
