import type { Digests } from "@laro/engines/verify";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 and its HMAC in the browser. */
export const digests: Digests = { hmac: (key, message) => hmac(sha256, key, utf8ToBytes(message)), sha256 };
