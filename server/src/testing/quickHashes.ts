import { newHashCost } from "../core/sessions/passwords.ts";

/**
 * Hashing a password takes a processor for fifty milliseconds on purpose, which was a fifth of what tests of the platform took: there a new hash costs the least
 * argon2id takes. The proof of identity, the bench and every process of its own hash as operators do.
 */
Object.assign(newHashCost, { memory: 64, passes: 1 });
