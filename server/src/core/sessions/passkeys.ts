import { randomBytes, timingSafeEqual } from "node:crypto";
import type { ShownCredential } from "@laro/contract/core/credential";
import { refuse } from "@laro/contract/core/errors";
import { PASSKEYS_MAX, type NewCredential } from "@laro/contract/passkeys";
import type { MemberActor } from "../../platform/actor.ts";
import type { Visitor } from "../../platform/browser.ts";
import { relyingPartyOf, type RelyingParty } from "../../platform/config.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { blind } from "../../platform/sealing.ts";
import { hasTotp } from "../factors/factors.ts";
import { brand } from "../settings/packs.ts";
import { isFlagOn } from "../settings/settings.ts";
import { useOnce } from "./sessions.ts";

/** ES256, EdDSA and RS256, as COSE numbers them. */
const ALGORITHMS = [-7, -8, -257];
const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;

/** Loaded by whoever is the first to show a passkey. */
const webauthn = () => import("@simplewebauthn/server");

/** What is bound to an account that a thief of its password lacks, the strongest first. Where it is bound nothing less proves who somebody is. */
export async function listBound(db: Db | Tx, accountId: bigint): Promise<readonly ("passkey" | "totp")[]> {
  const hasPasskey = (await isFlagOn(db as Db, "passkeys")) && (await listPasskeys(db, accountId)).length > 0;
  const hasCodes = await hasTotp(db, { kind: "member", id: accountId });
  return [...(hasPasskey ? (["passkey"] as const) : []), ...(hasCodes ? (["totp"] as const) : [])];
}

/** Whether passkeys can be added and shown here. */
export const arePasskeysOffered = async ({ config }: Platform, db: Db | Tx): Promise<boolean> =>
  relyingPartyOf(config) !== undefined && (await isFlagOn(db as Db, "passkeys"));

async function getParty(platform: Platform): Promise<RelyingParty> {
  const party = relyingPartyOf(platform.config);
  return party !== undefined && (await isFlagOn(platform.database.db, "passkeys")) ? party : refuse("passkeys.closed");
}

interface Asked {
  /** What it is for; one of one use serves no other. */
  readonly use: "enter" | `add:${bigint}`;
  readonly visitor: Visitor;
  readonly now: Date;
}

const macOf = (keys: Pick<Keys, "dataKey">, { use, device }: { use: string; device: Buffer }, head: Buffer): Buffer =>
  blind(keys, "passkey challenge", `${use} ${device.toString("hex")} ${head.toString("hex")}`);

/** Nothing is stored for who only asks: a challenge carries its end and our mark, for this use and this browser. */
function drawChallenge(keys: Pick<Keys, "dataKey">, { use, visitor, now }: Asked): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MS));
  const head = Buffer.concat([randomBytes(NONCE_BYTES), time]);
  return new Uint8Array(Buffer.concat([head, macOf(keys, { use, device: visitor.nameDevice() }, head)]));
}

const wrong = (): never => refuse("passkeys.wrong");

/** Uses the challenge of an answer up before anything else of it is looked at. Refuses with `passkeys.wrong` for any that is not ours, over, used, or another browser's. */
async function takeChallenge({ keys, database }: Platform, clientDataJson: string, { use, visitor, now }: Asked): Promise<string> {
  const challenge = readChallenge(clientDataJson);
  const bytes = Buffer.from(challenge, "base64url");
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const expected = macOf(keys, { use, device: visitor.device ?? Buffer.alloc(0) }, head);
  const given = bytes.subarray(NONCE_BYTES + TIME_BYTES);
  if (visitor.device === undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) wrong();
  const endsAt = new Date(Number(head.readBigUInt64BE(NONCE_BYTES)));
  if (endsAt <= now) wrong();
  const key = `passkey:${head.toString("base64url")}`;
  if (!(await database.begin((tx) => useOnce(tx, { key, expiresAt: endsAt })))) wrong();
  return bytes.toString("base64url");
}

function readChallenge(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8")) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : wrong();
  } catch {
    return wrong();
  }
}

/** What an authenticator calls the member by: it says nothing of who they are. */
const handleOf = (keys: Pick<Keys, "dataKey">, accountId: bigint): Buffer => blind(keys, "passkey user", String(accountId));

/** A member's passkeys, the oldest first. */
export const listPasskeys = (db: Db | Tx, accountId: bigint) =>
  (db as Db)
    .selectFrom("passkey")
    .select(["id", "name", "credential", "transports", "created_at as createdAt", "used_at as usedAt"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();

interface Adding {
  readonly actor: MemberActor;
  readonly visitor: Visitor;
  readonly now: Date;
}

/** What a browser needs to make a passkey for a member. Refuses with `passkeys.closed` or `passkeys.too_many`. */
export async function beginPasskey(platform: Platform, { actor, visitor, now }: Adding): Promise<Record<string, unknown>> {
  const { rpId } = await getParty(platform);
  const known = await listPasskeys(platform.database.db, actor.id);
  if (known.length >= PASSKEYS_MAX) refuse("passkeys.too_many");
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: rpId,
    userName: actor.name,
    userDisplayName: actor.name,
    userID: new Uint8Array(handleOf(platform.keys, actor.id)),
    challenge: drawChallenge(platform.keys, { use: `add:${actor.id}`, visitor, now }),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: known.map(({ credential, transports }) => ({ id: credential.toString("base64url"), transports })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Binds the passkey a browser made, and tells the member. Refuses with `passkeys.closed`, `passkeys.wrong` or `passkeys.too_many`. */
export async function addPasskey(platform: Platform, { name, credential, ...adding }: Adding & { name: string; credential: NewCredential }): Promise<string> {
  const { actor, now } = adding;
  const { rpId, origin } = await getParty(platform);
  const { response } = credential;
  const expectedChallenge = await takeChallenge(platform, response.clientDataJSON, { ...adding, use: `add:${actor.id}` });
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...response, transports: response.transports ?? [] }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(wrong);
  if (registrationInfo === undefined) return wrong();
  const made = registrationInfo.credential;
  const id = newId(now);
  await platform.database.begin(async (tx) => {
    // Of two that are added at once the second must see the first.
    await tx.selectFrom("account").select("id").where("id", "=", actor.id).forUpdate().executeTakeFirstOrThrow();
    if ((await listPasskeys(tx, actor.id)).length >= PASSKEYS_MAX) refuse("passkeys.too_many");
    const { publicKey, counter } = made;
    const row = { public_key: Buffer.from(publicKey), counter: BigInt(counter), transports: [...(response.transports ?? [])], name, created_at: now };
    const added = await tx
      .insertInto("passkey")
      .values({ id, account_id: actor.id, credential: Buffer.from(made.id, "base64url"), ...row })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added === undefined) wrong();
    await noteChange(tx, { accountId: actor.id, kind: "passkeyAdded", now });
  });
  return id;
}

type Change = "passkeyAdded" | "passkeyRemoved" | "passkeyCopied";

interface Changed {
  readonly accountId: bigint;
  readonly kind: Change;
  readonly isByStaff?: boolean;
  readonly now: Date;
}

async function noteChange(tx: Tx, { accountId, kind, isByStaff = false, now }: Changed): Promise<void> {
  await tell(tx, "accounts.credentialChanged", { accountId: String(accountId), changeId: newId(now), kind, ...(isByStaff ? { by: "staff" as const } : {}) });
  staleOnCommit(tx, ["passkeys.mine", "sessions.proof"], [`member:${accountId}`]);
}

/** Names one of a member's passkeys. Refuses with `passkeys.not_found`. */
export async function renamePasskey(tx: Tx, { accountId, id, name }: { accountId: bigint; id: string; name: string }): Promise<void> {
  const renamed = await tx.updateTable("passkey").set({ name }).where("id", "=", id).where("account_id", "=", accountId).returning("id").executeTakeFirst();
  if (renamed === undefined) refuse("passkeys.not_found");
  staleOnCommit(tx, ["passkeys.mine"], [`member:${accountId}`]);
}

/** Removes one of a member's passkeys, and tells them. Refuses with `passkeys.not_found`. */
export async function removePasskey(tx: Tx, { accountId, id, now }: { accountId: bigint; id: string; now: Date }): Promise<void> {
  const removed = await tx.deleteFrom("passkey").where("id", "=", id).where("account_id", "=", accountId).returning("id").executeTakeFirst();
  if (removed === undefined) refuse("passkeys.not_found");
  await noteChange(tx, { accountId, kind: "passkeyRemoved", now });
}

interface Removing {
  readonly accountId: bigint;
  /** Only those added from then on. */
  readonly since?: Date;
  /** But for this one. */
  readonly except?: string | undefined;
  readonly isByStaff?: boolean;
  readonly now: Date;
}

/** Removes a member's passkeys, and tells them. */
export async function removePasskeys(tx: Tx, { accountId, since, except, isByStaff = false, now }: Removing): Promise<void> {
  const removed = await tx
    .deleteFrom("passkey")
    .where("account_id", "=", accountId)
    .$if(since !== undefined, (query) => query.where("created_at", ">=", since!))
    .$if(except !== undefined, (query) => query.where("id", "!=", except!))
    .returning("id")
    .execute();
  if (removed.length > 0) await noteChange(tx, { accountId, kind: "passkeyRemoved", isByStaff, now });
}

/** Removes all passkeys of an account that is gone; nobody is told. */
export async function erasePasskeys(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("passkey").where("account_id", "=", accountId).execute();
}

interface Showing {
  readonly visitor: Visitor;
  readonly now: Date;
}

/** What a browser needs to show a passkey; it names no account. Refuses with `passkeys.closed`. */
export async function askForPasskey(platform: Platform, showing: Showing): Promise<Record<string, unknown>> {
  const { rpId } = await getParty(platform);
  const { generateAuthenticationOptions } = await webauthn();
  const challenge = drawChallenge(platform.keys, { ...showing, use: "enter" });
  return { ...(await generateAuthenticationOptions({ rpID: rpId, challenge, timeout: CHALLENGE_MS, userVerification: "required" })) };
}

/**
 * Whose passkey was shown, and which. Its challenge is used up first. One whose count does not rise has a copy: it ends, and its member is told. Refuses with
 * `passkeys.closed` or `passkeys.wrong`, whatever it is that is wrong.
 */
export async function takePasskey(
  platform: Platform,
  { credential, ...showing }: Showing & { credential: ShownCredential },
): Promise<{ id: string; accountId: bigint }> {
  const { now } = showing;
  const { rpId, origin } = await getParty(platform);
  const { userHandle, ...response } = credential.response;
  const expectedChallenge = await takeChallenge(platform, response.clientDataJSON, { ...showing, use: "enter" });
  const known = await platform.database.db
    .selectFrom("passkey")
    .select(["id", "account_id as accountId", "public_key as publicKey"])
    .where("credential", "=", Buffer.from(credential.id, "base64url"))
    .executeTakeFirst();
  if (known === undefined) return wrong();
  const { id, accountId } = known;
  if (userHandle && !handleOf(platform.keys, accountId).equals(Buffer.from(userHandle, "base64url"))) wrong();
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // What it counts is compared below, once the signature is known to be its own.
    credential: { id: credential.id, publicKey: new Uint8Array(known.publicKey), counter: 0 },
  }).catch(wrong);
  if (!verified) wrong();
  const isCounted = await platform.database.begin((tx) => count(tx, { id, accountId, counter: BigInt(authenticationInfo.newCounter), now }));
  return isCounted ? { id, accountId } : wrong();
}

async function count(tx: Tx, { id, accountId, counter, now }: { id: string; accountId: bigint; counter: bigint; now: Date }): Promise<boolean> {
  const row = await tx.selectFrom("passkey").select("counter").where("id", "=", id).forUpdate().executeTakeFirst();
  if (row === undefined) return false;
  // Many never count and say 0.
  if (counter > row.counter || (counter === 0n && row.counter === 0n)) {
    await tx.updateTable("passkey").set({ counter, used_at: now }).where("id", "=", id).execute();
    return true;
  }
  await tx.deleteFrom("passkey").where("id", "=", id).execute();
  await noteChange(tx, { accountId, kind: "passkeyCopied", now });
  return false;
}
