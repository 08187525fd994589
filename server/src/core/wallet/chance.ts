import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { fairStream, type Hmac, type Stream } from "@laro/engines/fair";
import type { SeedInForce } from "./posting.ts";

/** A key object is made once per seed: making it anew costs more than the HMAC itself. */
const keys = new WeakMap<Uint8Array, KeyObject>();

const hmac: Hmac = (key, message) => {
  const known = keys.get(key) ?? createSecretKey(key);
  keys.set(key, known);
  return createHmac("sha256", known).update(message).digest();
};

/** The chance of one round, from its beginning. */
export const streamOf = ({ serverSeed, clientSeed }: Pick<SeedInForce, "serverSeed" | "clientSeed">, nonce: bigint): Stream =>
  fairStream({ hmac, serverSeed, clientSeed, nonce });
