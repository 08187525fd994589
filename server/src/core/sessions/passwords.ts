import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { boundedQueue } from "../../platform/boundedQueue.ts";

/** What a hash takes: memory in KiB, and passes over it. */
interface Cost {
  memory: number;
  passes: number;
}

/** What a new hash takes: OWASP's second choice for argon2id, 19 MiB, two passes, one lane (Password Storage Cheat Sheet). A stored hash names its own, so that this may rise. */
export const newHashCost: Cost = { memory: 19_456, passes: 2 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const DRAWN_BYTES = 15;
/** Hashing is bounded so that a flood of logins cannot starve everything else. */
const HASHES_AT_ONCE_MAX = 2;
const HASHES_WAITING_MAX = 200;

const hash = promisify(argon2) as (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;

/** Does what takes a processor for long, a few at a time. Refuses with `server.busy` when too many wait. */
export const inHashQueue = boundedQueue({ atOnceMax: HASHES_AT_ONCE_MAX, waitingMax: HASHES_WAITING_MAX });

const digest = (password: string, salt: Buffer, { memory, passes }: Cost): Promise<Buffer> =>
  inHashQueue(() => hash("argon2id", { message: Buffer.from(password.normalize("NFKC")), nonce: salt, parallelism: 1, tagLength: TAG_BYTES, memory, passes }));

/** Hashes a password with argon2id and a fresh salt. Refuses with `server.busy` when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { memory, passes } = newHashCost;
  const made = await digest(password, salt, { memory, passes });
  return `argon2id$${memory}$${passes}$${salt.toString("base64url")}$${made.toString("base64url")}`;
}

/** Compares in constant time. An unknown account is compared too, against a hash of nothing at the cost of new ones, so that both take as long. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory = newHashCost.memory, passes = newHashCost.passes, salt = "", expected = ""] = (stored ?? "").split("$");
  const cost = { memory: Number(memory), passes: Number(passes) };
  const actual = await digest(password, salt === "" ? Buffer.alloc(SALT_BYTES) : Buffer.from(salt, "base64url"), cost);
  const wanted = expected === "" ? Buffer.alloc(TAG_BYTES) : Buffer.from(expected, "base64url");
  return timingSafeEqual(actual, wanted) && expected !== "";
}

/** A password that nobody chose: 120 random bits, to be given to someone once. */
export const drawPassword = (): string => randomBytes(DRAWN_BYTES).toString("base64url");

/** The default password of the specification: recognised, never choosable. */
export const DEFAULT_PASSWORD = "123456";
