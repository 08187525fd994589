import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Visitor } from "../../platform/browser.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** The specification's day (CONST-24), from the last typed password on: it does not begin anew when it is used. */
const REMEMBERED_MS = 24 * 60 * 60_000;
const SELECTOR_BYTES = 12;
const VALIDATOR_BYTES = 32;
const COOKIE = /^([\w-]{16})\.([\w-]{43})$/;

const hashOf = (validator: Buffer): Buffer => hash("sha256", validator, "buffer");

function readCookie(visitor: Visitor): { selector: Buffer; validator: Buffer } | undefined {
  const [, selector, validator] = COOKIE.exec(visitor.cookie("laro_remember") ?? "") ?? [];
  return selector === undefined || validator === undefined
    ? undefined
    : { selector: Buffer.from(selector, "base64url"), validator: Buffer.from(validator, "base64url") };
}

/** Remembers the account in this browser: a selector and a validator, of which the server keeps a hash. With `expiresAt` the day goes on that a password began. */
export async function issueRemembered(
  tx: Tx,
  { accountId, visitor, now, expiresAt }: { accountId: bigint; visitor: Visitor; now: Date; expiresAt?: Date },
): Promise<void> {
  await forgetRemembered(tx, visitor);
  const [selector, validator] = [randomBytes(SELECTOR_BYTES), randomBytes(VALIDATOR_BYTES)];
  const ends = expiresAt ?? new Date(now.getTime() + REMEMBERED_MS);
  await tx
    .insertInto("remember_token")
    .values({ selector, account_id: accountId, device: visitor.nameDevice(), hash: hashOf(validator), expires_at: ends })
    .execute();
  visitor.setCookie("laro_remember", `${selector.toString("base64url")}.${validator.toString("base64url")}`);
}

/** This browser remembers nobody any more. One that was used stays until its end: a second use still tells of a thief. */
export async function forgetRemembered(tx: Tx, visitor: Visitor): Promise<void> {
  const brought = readCookie(visitor);
  if (brought === undefined) return;
  visitor.clearCookie("laro_remember");
  await tx.deleteFrom("remember_token").where("selector", "=", brought.selector).where("spent_at", "is", null).execute();
}

/** Nobody is remembered for this account any more, in any browser. */
export const forgetAllRemembered = (tx: Tx, accountId: bigint): Promise<unknown> =>
  tx.deleteFrom("remember_token").where("account_id", "=", accountId).execute();

/** The row of what this browser brought, if it is ours. */
export async function findRemembered(db: Db | Tx, visitor: Visitor) {
  const brought = readCookie(visitor);
  if (brought === undefined) return undefined;
  const row = await (db as Db)
    .selectFrom("remember_token")
    .innerJoin("account", "account.id", "remember_token.account_id")
    .select(["selector", "remember_token.hash as validatorHash", "device", "spent_at as spentAt", "expires_at as expiresAt", "account_id as accountId"])
    .select(["account.name", "account.type", "account.closed", "account.factor_when as factorWhen", "account.must_change_password as mustChange"])
    .where("selector", "=", brought.selector)
    .executeTakeFirst();
  return row !== undefined && timingSafeEqual(row.validatorHash, hashOf(brought.validator)) ? row : undefined;
}

export const isOfDevice = ({ device }: { device: Buffer }, visitor: Visitor): boolean => visitor.device?.equals(device) === true;

/** Whose name this browser may fill in; null for one that remembers nobody. */
export async function readRemembered(db: Db, { visitor, now }: { visitor: Visitor; now: Date }): Promise<{ userName: string } | null> {
  const token = await findRemembered(db, visitor);
  const isGood = token !== undefined && token.spentAt === null && token.expiresAt > now && !token.closed && isOfDevice(token, visitor);
  return isGood ? { userName: token.name } : null;
}
