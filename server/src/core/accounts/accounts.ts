import type { MemberInfo } from "@laro/contract/accounts";
import { avatarPath } from "@laro/contract/core/avatars";
import { isAgentType, isTrialType, type AccountType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { plainName } from "@laro/contract/core/names";
import { isWeakPin } from "@laro/contract/core/passwords";
import { translatorFor } from "@laro/locales/compiled";
import type { Translator } from "@laro/locales/t";
import type { Updateable } from "kysely";
import type { MemberActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import type { DB } from "../../platform/schema.ts";
import { joinTree } from "../agents/agents.ts";
import { budgetsOfLetter, takeBudgets } from "../codes/budgets.ts";
import { startRealityChecks } from "../limits/reality.ts";
import { countPasswordTry, forgetPasswordTries } from "../sessions/login.limits.ts";
import { brand, type JurisdictionPack } from "../settings/packs.ts";
import { getPasswordRule } from "../settings/registerRules.ts";
import type { SeedKeys } from "../wallet/seeds.sealed.ts";
import { openWallets, syncWalletStatus } from "../wallet/wallet.ts";
import { hashPassword, isPassword } from "../sessions/passwords.ts";
import { checkNewPasswords } from "../sessions/passwords.choice.ts";
import { checkSessionOpen } from "../sessions/sessions.ts";
import { startRest } from "./standing.ts";

interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly type: AccountType;
  readonly parentId: bigint | null;
  /** The link the newcomer came by. */
  readonly linkCode?: string | null;
  /** The player who referred them. */
  readonly referrerId?: bigint | null;
  readonly pack: Pick<JurisdictionPack, "protection" | "agents">;
  /** Null where the installation's are not at hand: see `makeServerSeed`. */
  readonly keys: SeedKeys | null;
  readonly now: Date;
}

/** Opens an account with its wallets, its reality check and its place in the agents' tree. Refuses a taken name with `accounts.name_taken`, and as `joinTree` does. */
export async function createAccount(
  tx: Tx,
  { name, passwordHash, type, parentId, linkCode = null, referrerId = null, pack, keys, now }: Omit<NewAccount, "password"> & { passwordHash: string },
): Promise<bigint> {
  const row = await tx
    .insertInto("account")
    .values({ name, nickname: name, type, password_hash: passwordHash, password_changed_at: now, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) refuse("accounts.name_taken", { field: "username" });
  await openWallets(tx, keys, { accountId: row.id, currency: brand.currency, now });
  await syncWalletStatus(tx, row.id);
  await startRealityChecks(tx, { accountId: row.id, everyMinutes: pack.protection.realityMinutes, now });
  await joinTree(tx, { accountId: row.id, parentId, isAgent: isAgentType(type), linkCode, referrerId, depthMax: pack.agents.depthMax, now });
  return row.id;
}

/** Who a member is, as the member may know it; whether a password must first be changed is a matter of the session. */
export async function getMember(db: Db, { id, mustChangePassword }: Pick<MemberActor, "id" | "mustChangePassword">): Promise<MemberInfo> {
  const row = await db
    .selectFrom("account")
    .leftJoin("first_login", "first_login.account_id", "account.id")
    .select(["id", "name", "nickname", "avatar", "type", "first_login.at as firstLoginAt", "payment_password_hash as paymentPasswordHash", "verification"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) refuse("accounts.not_found");
  const { name, avatar, firstLoginAt, paymentPasswordHash, verification, ...rest } = row;
  return {
    ...rest,
    mustChangePassword,
    account: name,
    isAgent: isAgentType(row.type),
    isTrial: isTrialType(row.type),
    imgUrl: avatarPath(avatar),
    firstTimeLogin: firstLoginAt === null,
    hasPaymentPassword: paymentPasswordHash !== null,
    verification: verification as MemberInfo["verification"],
  };
}

type Access = { readonly db: Db; readonly begin: Database["begin"] };

interface PasswordCheck {
  readonly accountId: bigint;
  readonly password: string;
  readonly field: string;
  readonly now: Date;
}

/**
 * Refuses a password that is not the account's login password with `accounts.old_password_wrong`, at `field`. A try is counted before the look, so that
 * whoever holds a session cannot guess its password: too many are refused with `accounts.password_locked`. Answers the hash it was compared with.
 */
export async function checkPassword({ db, begin }: Access, { accountId, password, field, now }: PasswordCheck): Promise<string | null> {
  const whose = { kind: "member", id: accountId } as const;
  await countPasswordTry(begin, { whose, now });
  const hash = await readHash(db, accountId);
  if (!(await isPassword(password, hash))) refuse("accounts.old_password_wrong", { field });
  await forgetPasswordTries(begin, whose);
  return hash;
}

async function readHash(db: Db, accountId: bigint): Promise<string | null> {
  const row = await db.selectFrom("account").select("password_hash as hash").where("id", "=", accountId).executeTakeFirst();
  return row?.hash ?? null;
}

/** What a change of a password stands on: whose word it was, and what that was compared with. */
interface Ground {
  readonly accountId: bigint;
  readonly session: string;
  readonly compared: string | null;
  readonly field: string;
}

/**
 * Changes an account only where its login password is still the one that was compared and the session still open, for a reset may have come between. The
 * account is locked first, as a reset does.
 */
async function updateOnGround(tx: Tx, { accountId, session, compared, field }: Ground, change: Updateable<DB["account"]>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set(change)
    .where("id", "=", accountId)
    .where("password_hash", "is not distinct from", compared)
    .executeTakeFirst();
  await checkSessionOpen(tx, session);
  if (numUpdatedRows === 0n) refuse("accounts.old_password_wrong", { field });
}

interface PasswordChange {
  readonly accountId: bigint;
  /** Whose holder asks. */
  readonly session: string;
  readonly oldPassword: string | undefined;
  readonly newPassword: string;
  readonly confirmNewPassword: string;
  /** A session that was just opened with the old password need not say it again. */
  readonly isForced: boolean;
  readonly now: Date;
}

/** What others know of a member, and so guess first. */
export async function readOwnWords(db: Db, accountId: bigint): Promise<readonly string[]> {
  const row = await db
    .selectFrom("account")
    .select(["name", "nickname", "verified_name as verifiedName"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return [row.name, row.nickname, ...wordsOf(row.verifiedName ?? "")];
}

/** The parts of a full name, each of which is guessed alone. */
export const wordsOf = (fullName: string): readonly string[] => fullName.split(/\s+/);

/** Changes the password after checking the old one; the caller ends the other sessions. Refuses with `sessions.required` where the session ended meanwhile. */
export async function changePassword({ db, begin }: Access, change: PasswordChange, andThen: (tx: Tx) => Promise<void>): Promise<void> {
  const { accountId, session, oldPassword = "", newPassword, confirmNewPassword, isForced, now } = change;
  const field = "oldPassword";
  await checkNewPasswords({ newPassword, confirmNewPassword }, { own: await readOwnWords(db, accountId), rule: await getPasswordRule(db) });
  const compared = isForced ? await readHash(db, accountId) : await checkPassword({ db, begin }, { accountId, password: oldPassword, field, now });
  if (await isPassword(newPassword, compared)) refuse("accounts.password_same", { field: "newPassword" });
  const passwordHash = await hashPassword(newPassword);
  await begin(async (tx) => {
    const set = { password_hash: passwordHash, must_change_password: false, password_changed_at: now };
    await updateOnGround(tx, { accountId, session, compared, field }, set);
    await andThen(tx);
  });
}

interface PaymentPassword {
  readonly accountId: bigint;
  readonly session: string;
  readonly password: string;
  readonly paymentPassword: string;
  readonly oldPaymentPassword?: string | undefined;
  readonly now: Date;
}

/**
 * Sets the payment password; the login password must be said. The owner is told of one that was replaced, and the account rests where the old one was not said.
 * Refuses with `sessions.required` where the session ended meanwhile, with `codes.too_many` past as many letters as go to one address, and as `checkPaymentPassword` does.
 */
export async function setPaymentPassword({ db, begin }: Access, given: PaymentPassword): Promise<void> {
  const { accountId, session, password, paymentPassword, oldPaymentPassword, now } = given;
  if (isWeakPin(paymentPassword)) refuse("accounts.pin_weak", { field: "paymentPassword" });
  const field = "password";
  const compared = await checkPassword({ db, begin }, { accountId, password, field, now });
  if (oldPaymentPassword !== undefined)
    await checkPaymentPassword({ db, begin }, { accountId, paymentPassword: oldPaymentPassword, field: "oldPaymentPassword", now });
  const hash = await hashPassword(paymentPassword);
  const set = { payment_password_hash: hash, payment_password_tries: 0, payment_password_locked_until: null };
  await begin(async (tx) => {
    const former = await tx.selectFrom("account").select("payment_password_hash as hash").where("id", "=", accountId).forUpdate().executeTakeFirstOrThrow();
    await updateOnGround(tx, { accountId, session, compared, field }, set);
    if (former.hash === null) return;
    // Each change is told by letter, and nobody fills a mailbox: who may change no more is not told, because nothing changed.
    await takeBudgets(tx, budgetsOfLetter(`pin:${accountId}`, "codes.too_many"), now);
    if (oldPaymentPassword === undefined) await startRest(tx, { accountId, cause: "pinChanged", now });
    await tell(tx, "accounts.credentialChanged", { accountId: String(accountId), changeId: newId(now), kind: "pinChanged" });
  });
}

const PAYMENT_TRIES_MAX = 5;
const PAYMENT_LOCK_MS = 30 * 60_000;

/** Checks the payment password. A try is counted before the look, so parallel guesses cannot outrun the count; five wrong ones lock it for 30 minutes. */
export async function checkPaymentPassword(
  { begin }: Access,
  { accountId, paymentPassword, field = "paymentPassword", now }: { accountId: bigint; paymentPassword: string; field?: string; now: Date },
): Promise<void> {
  const { hash, tries } = await begin((tx) => takePaymentTry(tx, accountId, now));
  const isRight = await isPassword(paymentPassword, hash);
  const isLocked = !isRight && tries === PAYMENT_TRIES_MAX;
  const change = isLocked
    ? { payment_password_tries: 0, payment_password_locked_until: new Date(now.getTime() + PAYMENT_LOCK_MS) }
    : { payment_password_tries: 0 };
  if (isRight || isLocked) await begin((tx) => tx.updateTable("account").set(change).where("id", "=", accountId).execute());
  if (!isRight) refuse("accounts.payment_password_wrong", { field, left: PAYMENT_TRIES_MAX - tries });
}

async function takePaymentTry(tx: Tx, accountId: bigint, now: Date): Promise<{ hash: string; tries: number }> {
  const row = await tx
    .updateTable("account")
    .set((eb) => ({ payment_password_tries: eb("payment_password_tries", "+", 1) }))
    .where("id", "=", accountId)
    .returning(["payment_password_hash as hash", "payment_password_tries as tries", "payment_password_locked_until as lockedUntil"])
    .executeTakeFirstOrThrow();
  if (row.hash === null) refuse("accounts.payment_password_missing");
  const lockedMs = (row.lockedUntil?.getTime() ?? 0) - now.getTime();
  if (lockedMs > 0 || row.tries > PAYMENT_TRIES_MAX) refuse("accounts.payment_password_locked", { retryAfter: Math.max(1, Math.ceil(lockedMs / 1_000)) });
  return { hash: row.hash, tries: row.tries };
}

/**
 * Money goes out only to an account in the member's verified name; until there is one nothing is compared. Case, spaces and the marks on letters do
 * not count. Refuses with `payoutAccounts.name_differs`.
 */
export async function checkPayee(db: Db | Tx, { accountId, payee, field }: { accountId: bigint; payee: string; field: string }): Promise<void> {
  const row = await (db as Db).selectFrom("account").select("verified_name as verifiedName").where("id", "=", accountId).executeTakeFirst();
  const verifiedName = row?.verifiedName ?? null;
  if (verifiedName !== null && plainName(verifiedName) !== plainName(payee)) refuse("payoutAccounts.name_differs", { field });
}

/** Remembers the language messages are written in. */
export async function setLanguage(tx: Tx, { accountId, language }: { accountId: bigint; language: string }): Promise<void> {
  if (!brand.languages.includes(language)) refuse("request.invalid", { field: "language" });
  await tx.updateTable("account").set({ language }).where("id", "=", accountId).execute();
}

/** The words of a member's own language. */
export async function translatorOf(db: Db, accountId: bigint): Promise<Translator> {
  const row = await db.selectFrom("account").select("language").where("id", "=", accountId).executeTakeFirstOrThrow();
  return translatorFor(row.language);
}
