import { createHash, randomBytes } from "node:crypto";
import { type ErrorCode, refuse } from "@laro/contract/core/errors";
import type { identities, Provider } from "@laro/contract/identities";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { Entered } from "@laro/contract/sessions";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { maskEmail } from "../../core/phones/phones.ts";
import { enter, getAccountToEnter } from "../../core/sessions/login.enter.ts";
import { endSession } from "../../core/sessions/sessions.ts";
import type { Visit } from "../../core/sessions/visit.ts";
import type { MemberActor } from "../../platform/actor.ts";
import type { Visitor } from "../../platform/browser.ts";
import { originOf } from "../../platform/config.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { blind } from "../../platform/sealing.ts";
import { NotConfirmed, openProviders, readDeletion } from "./identities.providers.ts";

const ATTEMPT_MS = 10 * 60_000;
const SECRET_BYTES = 32;
const SWEPT_AT_ONCE = 1_000;
const CONFIRMATION_LENGTH = 16;

const secret = (): string => randomBytes(SECRET_BYTES).toString("base64url");
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
const redirectOf = ({ config }: Pick<Platform, "config">, provider: Provider): string => `${originOf(config)}/gateway/identities/${provider}`;

/** Begins a sign-in: answers where the provider asks. Refuses with `identities.closed` where it is not configured, or is not there. */
export async function beginSignIn(platform: Platform, asked: { provider: Provider; visitor: Visitor; now: Date }): Promise<{ address: string }> {
  const { provider, visitor, now } = asked;
  const [state, verifier, nonce] = [secret(), secret(), secret()];
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const port = openProviders(platform.config)[provider];
  const address = await port?.lead({ state, nonce, challenge, redirectUri: redirectOf(platform, provider) }).catch(() => undefined);
  if (address === undefined) refuse("identities.closed");
  const expiresAt = new Date(now.getTime() + ATTEMPT_MS);
  const attempt = { state: hashOf(state), provider, device: visitor.nameDevice(), verifier, nonce, expires_at: expiresAt };
  await platform.database.begin((tx) => tx.insertInto("social_attempt").values(attempt).execute());
  return { address: address.href };
}

/** What the provider's redirect brings. */
export interface Returned {
  readonly provider: Provider;
  readonly code: string | undefined;
  readonly state: string | undefined;
  readonly error: string | undefined;
}

/**
 * Takes the provider's answer and says where the browser goes on: `/social#<ticket>`, or the code of what went wrong. The state is used up before anything is
 * looked at; whose browser it is shows when the ticket is used.
 */
export async function takeAnswer(platform: Platform, { provider, code, state, error }: Returned, now: Date): Promise<string> {
  const fail = (why: ErrorCode): string => `${originOf(platform.config)}/social#${why}`;
  const attempt = await takeAttempt(platform, { provider, state, now });
  if (attempt === undefined) return fail("identities.ticket_over");
  if (error !== undefined || code === undefined) return fail(error === "access_denied" ? "identities.cancelled" : "identities.refused");
  try {
    const answered = { ...attempt, code, redirectUri: redirectOf(platform, provider), now };
    const named = await openProviders(platform.config)[provider]?.identify(answered);
    if (named === undefined) return fail("identities.provider_unreachable");
    return `${originOf(platform.config)}/social#${await keepNamed(platform, { ...attempt, ...named })}`;
  } catch (fault) {
    if (fault instanceof NotConfirmed) return fail("identities.refused");
    throw fault;
  }
}

/** The attempt that a state names, with its state used up: an answer that comes twice names nothing. */
const takeAttempt = ({ database }: Platform, { provider, state = "", now }: { provider: Provider; state: string | undefined; now: Date }) =>
  database.begin((tx) =>
    tx
      .updateTable("social_attempt")
      .set({ state: hashOf(secret()) })
      .where("state", "=", hashOf(state))
      .where("provider", "=", provider)
      .where("expires_at", ">", now)
      .where("ticket", "is", null)
      .returning(["state", "verifier", "nonce"])
      .executeTakeFirst(),
  );

async function keepNamed({ database }: Platform, { state, subject, email }: { state: Buffer; subject: string; email: string | undefined }): Promise<string> {
  const ticket = secret();
  const label = email === undefined ? "" : maskEmail(email);
  await database.begin((tx) =>
    tx
      .updateTable("social_attempt")
      .set({ ticket: hashOf(ticket), subject, label })
      .where("state", "=", state)
      .execute(),
  );
  return ticket;
}

interface Signed {
  readonly provider: Provider;
  readonly subject: string;
  readonly label: string;
}

/** Whom a ticket of this browser names. Refuses with `identities.ticket_over`. */
async function readTicket(db: Db | Tx, { ticket, visitor, now }: { ticket: string; visitor: Visitor; now: Date }): Promise<Signed> {
  const row = await (db as Db)
    .selectFrom("social_attempt")
    .select(["provider", "subject", "label"])
    .where("ticket", "=", hashOf(ticket))
    .where("device", "=", visitor.device ?? Buffer.alloc(0))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row === undefined ? refuse("identities.ticket_over") : ({ ...row, label: row.label ?? "" } as Signed);
}

const spend = async (tx: Tx, ticket: string): Promise<void> => {
  const { numDeletedRows } = await tx.deleteFrom("social_attempt").where("ticket", "=", hashOf(ticket)).executeTakeFirst();
  if (numDeletedRows === 0n) refuse("identities.ticket_over");
};

/** Opens the session of the account a provider's word is linked with. Refuses with `identities.unknown` where it is linked with none, and as every way in does. */
export async function enterSigned({ database: { db, begin } }: Platform, { ticket, ...visit }: Visit & { ticket: string }): Promise<Entered> {
  const { provider, subject } = await readTicket(db, { ticket, ...visit });
  const linked = await begin((tx) =>
    tx
      .updateTable("identity")
      .set({ last_at: visit.now })
      .where("provider", "=", provider)
      .where("subject", "=", subject)
      .returning("account_id as accountId")
      .executeTakeFirst(),
  );
  if (linked === undefined) return refuse("identities.unknown");
  await begin((tx) => spend(tx, ticket));
  const account = await getAccountToEnter(db, linked.accountId);
  return enter(begin, { ...visit, account, entry: "player", method: "social", mustChangePassword: false, passwordExpired: false });
}

interface Linking {
  readonly actor: MemberActor;
  readonly ticket: string;
  readonly visitor: Visitor;
  readonly now: Date;
}

/** Links a member with whoever the provider named, and tells them. Refuses with `identities.taken` where that is another account's. */
export async function linkSigned(platform: Platform, { actor, ticket, visitor, now }: Linking): Promise<void> {
  const { db, begin } = platform.database;
  await checkNotResting({ db: platform.database.db, timeZone: platform.timeZone }, actor, now);
  const { provider, subject, label } = await readTicket(db, { ticket, visitor, now });
  await begin(async (tx) => {
    await spend(tx, ticket);
    await tx.deleteFrom("identity").where("account_id", "=", actor.id).where("provider", "=", provider).execute();
    const kept = await tx
      .insertInto("identity")
      .values({ provider, subject, account_id: actor.id, label, at: now, last_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("provider")
      .executeTakeFirst();
    if (kept === undefined) refuse("identities.taken");
    await noteChange(tx, { accountId: actor.id, kind: "signInAdded", now });
  });
}

async function noteChange(tx: Tx, { accountId, kind, now }: { accountId: bigint; kind: "signInAdded" | "signInRemoved"; now: Date }): Promise<void> {
  await tell(tx, "accounts.credentialChanged", { accountId: String(accountId), changeId: newId(now), kind });
  staleOnCommit(tx, ["identities.mine"], [`member:${accountId}`]);
}

/** What opens a member's account beside their password. */
export async function listLinked(db: Db, accountId: bigint): Promise<OutputOf<(typeof identities)["mine"]>> {
  const list = await db
    .selectFrom("identity")
    .select(["provider", "label", "at", "last_at as lastAt"])
    .where("account_id", "=", accountId)
    .orderBy("provider")
    .execute();
  return { list: list.map((one) => ({ label: one.label, provider: one.provider as Provider, at: one.at.toISOString(), lastAt: one.lastAt.toISOString() })) };
}

/** Lets a provider's word open the account no more; without one nothing changes. Every account has a password, so a way in remains. */
export async function unlinkSigned(platform: Platform, { actor, provider, now }: { actor: MemberActor; provider: Provider; now: Date }): Promise<void> {
  await checkNotResting({ db: platform.database.db, timeZone: platform.timeZone }, actor, now);
  await platform.database.begin(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("identity").where("account_id", "=", actor.id).where("provider", "=", provider).executeTakeFirst();
    if (numDeletedRows > 0n) await noteChange(tx, { accountId: actor.id, kind: "signInRemoved", now });
  });
}

/** After a reset nothing opens the account but the new password: whoever linked a sign-in before may be who it was reset against. What they opened meanwhile ends. */
async function unlinkAll(tx: Tx, account: bigint, now: Date): Promise<void> {
  await unlinkSince(tx, account, { since: new Date(0), now });
}

/** The same for those linked from a moment on. True where there was one. */
async function unlinkSince(tx: Tx, account: bigint, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("identity").where("account_id", "=", account).where("at", ">=", since).executeTakeFirst();
  const opened = await tx
    .selectFrom("session")
    .select("token_hash as hash")
    .where("kind", "=", "member")
    .where("subject_id", "=", account)
    .where("method", "=", "social")
    .where("ended_at", "is", null)
    .execute();
  for (const { hash } of opened) await endSession(tx, { session: hash.toString("base64url"), now });
  return numDeletedRows > 0n;
}

/** Who means to take an account over links a sign-in of their own before they change its contact: with the change it goes, and the owner is told. */
async function unlinkPlanted(tx: Tx, accountId: bigint, span: { since: Date; now: Date }): Promise<void> {
  if (await unlinkSince(tx, accountId, span)) await noteChange(tx, { accountId, kind: "signInRemoved", now: span.now });
}

export const identitySubscribers: Subscribers = {
  "accounts.changeUndone": [async (tx, { accountId, since }, { clock }) => unlinkPlanted(tx, BigInt(accountId), { since: new Date(since), now: clock.now() })],
  "privacy.erased": [async (tx, { accountId }, { clock }) => unlinkAll(tx, BigInt(accountId), clock.now())],
  "accounts.recovered": [async (tx, { accountId }, { clock }) => unlinkAll(tx, BigInt(accountId), clock.now())],
};

/** What Facebook is answered: where its user may look, and the code they name the request by. */
export interface Forgotten {
  readonly url: string;
  readonly confirmation_code: string;
}

/**
 * Forgets a linked sign-in because its owner asked Facebook for that. Nobody linked is answered alike; asked again, the code is the same. Refuses with
 * `webhooks.signature_wrong` what Facebook did not sign.
 */
export async function forgetAtFacebook(platform: Platform, signedRequest: string): Promise<Forgotten> {
  const subject = readDeletion(platform.config, signedRequest) ?? refuse("webhooks.signature_wrong");
  await platform.database.begin(async (tx) => {
    const gone = await tx
      .deleteFrom("identity")
      .where("provider", "=", "facebook")
      .where("subject", "=", subject)
      .returning("account_id as accountId")
      .executeTakeFirst();
    if (gone !== undefined) await noteChange(tx, { accountId: gone.accountId, kind: "signInRemoved", now: platform.clock.now() });
    await tx.deleteFrom("social_attempt").where("provider", "=", "facebook").where("subject", "=", subject).execute();
  });
  const code = blind(platform.keys, "facebook deletion", subject).toString("base64url").slice(0, CONFIRMATION_LENGTH);
  return { url: `${originOf(platform.config)}/member/securityCenter`, confirmation_code: code };
}

/** Removes attempts that are over. */
export async function sweepAttempts(tx: Tx, now: Date): Promise<void> {
  const over = tx.selectFrom("social_attempt").select("state").where("expires_at", "<", now).limit(SWEPT_AT_ONCE);
  await tx.deleteFrom("social_attempt").where("state", "in", over).execute();
}
