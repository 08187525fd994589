import { randomInt } from "node:crypto";
import type { Factors } from "@laro/contract/factors";
import { refuse } from "@laro/contract/core/errors";
import { Secret, TOTP } from "otpauth";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { blind, openText, sealText } from "../../platform/sealing.ts";
import { countTry, forgetTries, type Whose } from "./factors.tries.ts";

type Secrets = Pick<Keys, "dataKey">;

interface Means {
  readonly begin: Database["begin"];
  readonly keys: Secrets;
}

/** RFC 6238 as every authenticator reads it: SHA-1, six digits, a step of 30 seconds, and one before and after for clocks that differ. */
const STEP_S = 30;
const DIGITS = 6;
const STEPS_BESIDE = 1;
const SECRET_BYTES = 20;
const CONFIRMED_WITHIN_MS = 30 * 60_000;

const RECOVERY_CODES = 10;
/** Ten characters of 32: 50 bits. None is taken for another. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RECOVERY_LENGTH = 10;

const placeOf = ({ kind, id }: Whose) => ({ use: "totp", context: `${kind}:${id}` });

/** What somebody has bound. */
export async function readFactors(db: Db | Tx, { kind, id }: Whose): Promise<Factors> {
  const [totp, codes] = await Promise.all([
    (db as Db).selectFrom("totp").select("confirmed_at as at").where("kind", "=", kind).where("subject_id", "=", id).executeTakeFirst(),
    (db as Db)
      .selectFrom("recovery_code")
      .select((eb) => eb.fn.countAll<bigint>().as("left"))
      .where("kind", "=", kind)
      .where("subject_id", "=", id)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow(),
  ]);
  return { totpSince: totp?.at?.toISOString() ?? null, recoveryLeft: Number(codes.left) };
}

/** Whether an authenticator is bound. */
export const hasTotp = async (db: Db | Tx, whose: Whose): Promise<boolean> => (await readFactors(db, whose)).totpSince !== null;

/** Draws the secret of an authenticator, which counts once it was confirmed. Refuses with `factors.enrolled` where one is bound. */
export async function beginTotp(
  tx: Tx,
  { keys, whose, issuer, label, now }: { keys: Secrets; whose: Whose; issuer: string; label: string; now: Date },
): Promise<{ uri: string; key: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = sealText(keys, placeOf(whose), secret.base32);
  const row = await tx
    .insertInto("totp")
    .values({ kind: whose.kind, subject_id: whose.id, sealed, begun_at: now })
    .onConflict((conflict) => conflict.columns(["kind", "subject_id"]).doUpdateSet({ sealed, begun_at: now }).where("totp.confirmed_at", "is", null))
    .returning("kind")
    .executeTakeFirst();
  if (row === undefined) refuse("factors.enrolled");
  const uri = new TOTP({ secret, issuer, label, period: STEP_S, digits: DIGITS, algorithm: "SHA1" }).toString();
  return { uri, key: secret.base32.replaceAll(/(.{4})(?=.)/g, "$1 ") };
}

/** The step whose code this is, among those that may be taken now; undefined for any other code. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: STEP_S, digits: DIGITS, algorithm: "SHA1" });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: STEPS_BESIDE });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / STEP_S) + delta;
}

interface Answer {
  readonly whose: Whose;
  readonly answer: string;
  readonly now: Date;
}

/**
 * Binds the authenticator that was begun, by its first code, and answers its recovery codes; `andThen` belongs to the same transaction.
 * The try is counted before the look. Refuses with `factors.locked`, `factors.wrong`, `factors.not_begun` or `factors.enrolled`.
 */
export async function confirmTotp({ begin, keys }: Means, { whose, answer, now }: Answer, andThen: (tx: Tx) => Promise<void>): Promise<readonly string[]> {
  await countTry(begin, whose, now);
  return begin(async (tx) => {
    const row = await find(tx, whose);
    if (row?.confirmedAt) refuse("factors.enrolled");
    if (row === undefined || now.getTime() - row.begunAt.getTime() > CONFIRMED_WITHIN_MS) refuse("factors.not_begun");
    const step = stepOf(openText(keys, placeOf(whose), row.sealed), digitsOf(answer), now);
    if (step === undefined) refuse("factors.wrong", { field: "code" });
    await tx
      .updateTable("totp")
      .set({ confirmed_at: now, last_step: BigInt(step) })
      .where("kind", "=", whose.kind)
      .where("subject_id", "=", whose.id)
      .execute();
    await forgetTries(tx, whose);
    await andThen(tx);
    return drawRecoveryCodes(tx, keys, whose);
  });
}

const find = (tx: Tx, { kind, id }: Whose) =>
  tx
    .selectFrom("totp")
    .select(["sealed", "begun_at as begunAt", "confirmed_at as confirmedAt"])
    .where("kind", "=", kind)
    .where("subject_id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Removes the authenticator and its recovery codes. Refuses with `factors.not_enrolled` where none is bound. */
export async function removeTotp(tx: Tx, { kind, id }: Whose): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("totp")
    .where("kind", "=", kind)
    .where("subject_id", "=", id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse("factors.not_enrolled");
  await tx.deleteFrom("recovery_code").where("kind", "=", kind).where("subject_id", "=", id).execute();
  await forgetTries(tx, { kind, id });
}

/** Removes whatever there is of a second factor, of an account that is gone. */
export async function eraseFactors(tx: Tx, { kind, id }: Whose): Promise<void> {
  for (const table of ["totp", "recovery_code"] as const) await tx.deleteFrom(table).where("kind", "=", kind).where("subject_id", "=", id).execute();
  await forgetTries(tx, { kind, id });
}

/** Draws ten new recovery codes, answered this once; the old ones end. Refuses with `factors.not_enrolled` where no authenticator is bound. */
export async function newRecoveryCodes(tx: Tx, keys: Secrets, whose: Whose): Promise<readonly string[]> {
  const row = await find(tx, whose);
  if (!row?.confirmedAt) refuse("factors.not_enrolled");
  return drawRecoveryCodes(tx, keys, whose);
}

async function drawRecoveryCodes(tx: Tx, keys: Secrets, whose: Whose): Promise<readonly string[]> {
  await tx.deleteFrom("recovery_code").where("kind", "=", whose.kind).where("subject_id", "=", whose.id).execute();
  const codes = Array.from({ length: RECOVERY_CODES }, drawRecoveryCode);
  await tx
    .insertInto("recovery_code")
    .values(codes.map((code) => ({ kind: whose.kind, subject_id: whose.id, hash: hashOf(keys, whose, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`);
}

const drawRecoveryCode = (): string => Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
const hashOf = (keys: Secrets, { kind, id }: Whose, code: string): Buffer => blind(keys, "recoveryCode", `${kind}:${id}:${code}`);
const digitsOf = (answer: string): string => answer.replaceAll(/\s/g, "");
/** As people copy it: small letters, without the dash, O for 0 and I or L for 1. */
const recoveryOf = (answer: string): string => answer.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/**
 * Whether an answer is a code of somebody's authenticator, none of whose steps is taken twice, or a recovery code, each of which is taken once.
 * The try is counted and committed before the look. Answers what it was, undefined for a wrong one; refuses with `factors.locked` past five in a
 * quarter of an hour or ten in a day.
 */
export async function checkFactor({ begin, keys }: Means, { whose, answer, now }: Answer): Promise<"totp" | "recovery" | undefined> {
  await countTry(begin, whose, now);
  return begin(async (tx) => {
    const taken = (await takeStep(tx, keys, { whose, answer, now })) ?? (await takeRecoveryCode(tx, keys, { whose, answer, now }));
    if (taken !== undefined) await forgetTries(tx, whose);
    return taken;
  });
}

async function takeStep(tx: Tx, keys: Secrets, { whose, answer, now }: Answer): Promise<"totp" | undefined> {
  const row = await find(tx, whose);
  if (!row?.confirmedAt) return undefined;
  const step = stepOf(openText(keys, placeOf(whose), row.sealed), digitsOf(answer), now);
  if (step === undefined) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable("totp")
    .set({ last_step: BigInt(step) })
    .where("kind", "=", whose.kind)
    .where("subject_id", "=", whose.id)
    .where("last_step", "<", BigInt(step))
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "totp" : undefined;
}

async function takeRecoveryCode(tx: Tx, keys: Secrets, { whose, answer, now }: Answer): Promise<"recovery" | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("kind", "=", whose.kind)
    .where("subject_id", "=", whose.id)
    .where("hash", "=", hashOf(keys, whose, recoveryOf(answer)))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "recovery" : undefined;
}
