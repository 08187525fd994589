import { hash, randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { ChallengeMethod, sessions } from "@laro/contract/sessions";
import type { Visitor } from "../../platform/browser.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { listContacts } from "../contacts/contacts.ts";
import { listBound } from "./passkeys.ts";
import type { Visit } from "./visit.ts";

/** How long the second factor of a login may take, and how often it may be tried. */
const CHALLENGE_MS = 10 * 60_000;
export const CHALLENGE_TRIES_MAX = 5;
const COOKIE_BYTES = 32;

interface Method {
  readonly method: ChallengeMethod;
  /** Where a code goes, masked; null where nothing is sent. */
  readonly target: string | null;
}

/** What an account may give as a second factor after `first`, the strongest first. A bank account's name is weak: it stands in only where nothing else is bound. */
export async function listMethods(db: Db | Tx, { accountId, first }: { accountId: bigint; first: string }): Promise<readonly Method[]> {
  // A new password stands on a factor of its own, and asked for a stronger one before it was set.
  if (first === "recovery") return [];
  const contacts = await listContacts(db, accountId);
  const codes = (["email", "phone"] as const).flatMap((kind): readonly Method[] => {
    const method = kind === "email" ? "email" : "sms";
    const contact = contacts.find((known) => known.kind === kind && known.isVerified);
    // A number and the code that was sent to it are one factor.
    return contact === undefined || first === method ? [] : [{ method, target: contact.masked }];
  });
  const { hasPassword, hasBank } = await readOwn(db, accountId);
  const password: readonly Method[] = hasPassword && (first === "sms" || first === "social") ? [{ method: "password", target: null }] : [];
  const bound = (await listBound(db, accountId)).map((method): Method => ({ method, target: null }));
  const strong = [...bound, ...codes, ...password];
  return strong.length === 0 && hasBank ? [{ method: "bankName", target: null }] : strong;
}

async function readOwn(db: Db | Tx, accountId: bigint): Promise<{ hasPassword: boolean; hasBank: boolean }> {
  const row = await (db as Db)
    .selectFrom("account")
    .select(({ exists, selectFrom }) => [
      "password_hash as passwordHash",
      exists(selectFrom("payout_account").select("id").whereRef("payout_account.account_id", "=", "account.id")).as("hasBank"),
    ])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { hasPassword: row.passwordHash !== null, hasBank: Boolean(row.hasBank) };
}

const hashOf = (cookie: string): Buffer => hash("sha256", cookie, "buffer");

/** A login that has passed its first proof. */
interface Waiting extends Visit {
  readonly account: { readonly id: bigint };
  readonly entry: string;
  readonly method: string;
  readonly remember?: boolean | undefined;
  readonly mustChangePassword: boolean;
  readonly passwordExpired: boolean;
}

/** Begins the wait for a second factor; answers the cookie that names it. */
export async function openChallenge(tx: Tx, waiting: Waiting): Promise<string> {
  const { account, entry, method, remember, mustChangePassword, passwordExpired, visitor, ip, now } = waiting;
  const cookie = randomBytes(COOKIE_BYTES).toString("base64url");
  await tx
    .insertInto("challenge")
    .values({
      hash: hashOf(cookie),
      account_id: account.id,
      entry,
      first: method,
      must_change_password: mustChangePassword,
      password_expired: passwordExpired,
      remember: remember === true,
      device: visitor.nameDevice(),
      address: ip,
      expires_at: new Date(now.getTime() + CHALLENGE_MS),
    })
    .execute();
  return cookie;
}

export interface Challenge {
  readonly hash: Buffer;
  readonly accountId: bigint;
  readonly entry: string;
  readonly first: string;
  readonly tries: number;
  readonly mustChangePassword: boolean;
  readonly passwordExpired: boolean;
  readonly remember: boolean;
  readonly expiresAt: Date;
}

const columns = [
  "hash",
  "account_id as accountId",
  "entry",
  "first",
  "tries",
  "must_change_password as mustChangePassword",
  "password_expired as passwordExpired",
  "remember",
  "expires_at as expiresAt",
] as const;

const over = (visitor: Visitor): never => {
  visitor.clearCookie("laro_verify");
  return refuse("sessions.challenge_over");
};

/** The challenge this browser holds, without a try. Refuses with `sessions.challenge_over`. */
export async function findChallenge(db: Db, { visitor, now }: { visitor: Visitor; now: Date }): Promise<Challenge> {
  const challenge = await db
    .selectFrom("challenge")
    .select(columns)
    .where("hash", "=", hashOf(visitor.cookie("laro_verify") ?? ""))
    .where("device", "=", visitor.device ?? Buffer.alloc(0))
    .where("expires_at", ">", now)
    .where("tries", "<", CHALLENGE_TRIES_MAX)
    .executeTakeFirst();
  return challenge ?? over(visitor);
}

/** What this browser's challenge it may be answered with, and how often still. Refuses with `sessions.challenge_over`. */
export async function readChallenge(db: Db, { visitor, now }: { visitor: Visitor; now: Date }): Promise<OutputOf<typeof sessions.challenge>> {
  const challenge = await findChallenge(db, { visitor, now });
  const methods = await listMethods(db, challenge);
  return {
    methods: [...methods],
    entry: challenge.entry as "player" | "agent",
    left: CHALLENGE_TRIES_MAX - challenge.tries,
    expiresAt: challenge.expiresAt.toISOString(),
  };
}

/** Counts a try before it is looked at. Refuses with `sessions.challenge_over` past five, past ten minutes, and in any other browser. */
export const takeChallenge = async (begin: Database["begin"], { visitor, now }: { visitor: Visitor; now: Date }): Promise<Challenge> =>
  (await begin((tx) =>
    tx
      .updateTable("challenge")
      .set((eb) => ({ tries: eb("tries", "+", 1) }))
      .where("hash", "=", hashOf(visitor.cookie("laro_verify") ?? ""))
      .where("device", "=", visitor.device ?? Buffer.alloc(0))
      .where("expires_at", ">", now)
      .where("tries", "<", CHALLENGE_TRIES_MAX)
      .returning(columns)
      .executeTakeFirst(),
  )) ?? over(visitor);

/** Ends a challenge that was met: of two right answers at once one opens a session. */
export async function endChallenge(tx: Tx, challenge: Challenge, visitor: Visitor): Promise<void> {
  const ended = await tx.deleteFrom("challenge").where("hash", "=", challenge.hash).returning("hash").executeTakeFirst();
  if (ended === undefined) over(visitor);
  visitor.clearCookie("laro_verify");
}

/** Nobody who stands before the second factor goes on: the account is entered another way now. */
export const endChallenges = (tx: Tx, accountId: bigint): Promise<unknown> => tx.deleteFrom("challenge").where("account_id", "=", accountId).execute();
