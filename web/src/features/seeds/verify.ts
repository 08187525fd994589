import { type Claim, type Digests, type Verdict, verifyRound as verify } from "@laro/engines/verify";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export type { Claim, Verdict };

/** SHA-256 and its HMAC in the browser. */
export const digests: Digests = { hmac: (key, message) => hmac(sha256, key, message), sha256 };

/** Computes a round again from its seeds and what its player did, and compares it with what was recorded. */
export const verifyRound = (claim: Claim): Verdict => verify(claim, digests);
