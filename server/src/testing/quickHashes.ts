import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Hashing a password takes a processor for fifty milliseconds on purpose, which was a fifth of what tests of the platform took. There it is the same argon2id with
 * little memory and one pass, set before anything of the platform is loaded; proofs, the bench and every process of its own hash as operators do.
 */
const QUICK = { memory: 64, passes: 1 } as const;

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, { ...parameters, ...QUICK }, done);
syncBuiltinESMExports();
