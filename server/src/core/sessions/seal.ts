import { refuse } from "@laro/contract/core/errors";
import { SEAL_MAX_AGE_MS, SealedContent } from "@laro/contract/core/seal";
import { compactDecrypt } from "jose/jwe/compact/decrypt";
import { importJWK } from "jose/key/import";
import type { Database } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { useOnce } from "./sessions.ts";

/**
 * Opens the JWE of a sealed call: defence in depth over TLS that keeps secrets out of proxies' logs.
 * Refuses one that is not for this server or this call with `request.seal_invalid`, and an old or used one with `request.seal_replayed`.
 */
export function createSealOpener({ keys, database }: { keys: Keys; database: Database }): (sealed: string, endpoint: string, now: Date) => Promise<unknown> {
  const privateKey = importJWK(keys.seal, "ECDH-ES");
  return async (sealed, endpoint, now) => {
    const content = await open(sealed, await privateKey);
    if (content.name !== endpoint) refuse("request.seal_invalid");
    // Nothing was done, so whoever sealed by a wrong clock is told the right one and may ask again.
    if (Math.abs(now.getTime() - content.at) > SEAL_MAX_AGE_MS) refuse("request.seal_replayed", { serverTime: now.toISOString() });
    const isFresh = await database.begin((tx) => useOnce(tx, { key: `seal:${content.nonce}`, expiresAt: new Date(content.at + SEAL_MAX_AGE_MS) }));
    if (!isFresh) refuse("request.seal_replayed");
    return content.input;
  };
}

async function open(sealed: string, key: Awaited<ReturnType<typeof importJWK>>): Promise<SealedContent> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, { keyManagementAlgorithms: ["ECDH-ES"], contentEncryptionAlgorithms: ["A256GCM"] });
    return SealedContent.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  } catch {
    // Whatever was wrong inside is not for the sender to learn.
    return refuse("request.seal_invalid");
  }
}
