import { isAgentType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { DEFAULT_PASSWORD, isPassword } from "./passwords.ts";
import { checkMayEnter } from "../limits/exclusions.ts";
import { isFlagOn } from "../settings/settings.ts";
import { checkCaptcha } from "./captcha.ts";
import { permissionsOf } from "./roles.ts";
import { markFirstLogin, openSession } from "./sessions.ts";

/** Past so many failures a captcha is asked for. An address has many people behind it, so a few wrong tries at one name are no burden to its neighbours. */
const FREE_FAILURES = { name: 3, address: 30 } as const;
const FAILURES_FORGOTTEN_MS = 15 * 60_000;
const PASSWORD_MAX_AGE_MS = 90 * 24 * 60 * 60_000;

interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly captcha?: string | undefined;
  readonly verification?: { readonly captchaKey: string } | undefined;
  readonly ip: string;
  readonly now: Date;
}

type Begin = Database["begin"];

/** Logs a member in. The same refusal, after the same work, for an unknown name and a wrong password. */
export async function logIn(
  { db, begin }: { db: Db; begin: Begin },
  attempt: Attempt & { readonly entry: "player" | "agent"; readonly timeZone: string },
): Promise<Entered> {
  const keys = failureKeys("member", attempt);
  const nextNeedsCaptcha = await takeAttempt(begin, attempt, keys);
  const account = await db
    .selectFrom("account")
    .select(["id", "name", "type", "password_hash as passwordHash", "must_change_password as mustChange", "password_changed_at as changedAt", "closed"])
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", attempt.username.toLowerCase()))
    .executeTakeFirst();
  const known = await isPassword(attempt.password, account?.passwordHash);
  if (!known || account === undefined) {
    if (await isOperatorName(db, attempt)) refuse("sessions.not_member");
    return refuseAttempt(nextNeedsCaptcha);
  }
  if (account.closed) refuse("sessions.account_closed");
  if (attempt.entry === "agent" && !isAgentType(account.type)) refuse("sessions.not_agent");
  return begin((tx) => enter(tx, account, attempt, keys));
}

interface AccountToEnter {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly mustChange: boolean;
  readonly changedAt: Date;
}

async function enter(
  tx: Tx,
  account: AccountToEnter,
  { password, ip, now, timeZone }: Attempt & { readonly timeZone: string },
  keys: FailureKeys,
): Promise<Entered> {
  await checkMayEnter(tx, { accountId: account.id, now, timeZone });
  await forgetAttempt(tx, keys);
  const passwordExpired = (await isFlagOn(tx, "passwordExpiry")) && now.getTime() - account.changedAt.getTime() > PASSWORD_MAX_AGE_MS;
  const forced = (await isFlagOn(tx, "forcedPasswordChange")) && (account.mustChange || password === DEFAULT_PASSWORD || passwordExpired);
  const firstTimeLogin = await markFirstLogin(tx, { accountId: account.id, now });
  const token = await openSession(tx, { kind: "member", subjectId: account.id, mustChangePassword: forced, ip, now });
  return { token, userName: account.name, type: account.type, firstTimeLogin, passwordExpired, mustChangePassword: forced };
}

/** Logs an operator in to the console; members are unknown there. */
export async function logInOperator(
  { db, begin }: { db: Db; begin: Begin },
  attempt: Attempt,
): Promise<{ token: string; userName: string; role: string; permissions: string[] }> {
  const { username, password, ip, now } = attempt;
  const keys = failureKeys("operator", attempt);
  const nextNeedsCaptcha = await takeAttempt(begin, attempt, keys);
  const operator = await findOperator(db, username);
  const known = await isPassword(password, operator?.passwordHash);
  if (!known || operator === undefined) return refuseAttempt(nextNeedsCaptcha);
  if (operator.closed) refuse("sessions.account_closed");
  const token = await begin(async (tx) => {
    await forgetAttempt(tx, keys);
    return openSession(tx, { kind: "operator", subjectId: operator.id, mustChangePassword: false, ip, now });
  });
  return { token, userName: operator.name, role: operator.role, permissions: [...permissionsOf(operator.role)] };
}

const findOperator = (db: Db, username: string) =>
  db
    .selectFrom("operator")
    .select(["id", "name", "role", "password_hash as passwordHash", "closed"])
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", username.toLowerCase()))
    .executeTakeFirst();

/** Only someone who knows an operator's password learns that the name is one; the work is the same for every name. */
async function isOperatorName(db: Db, { username, password }: Attempt): Promise<boolean> {
  const operator = await findOperator(db, username);
  return isPassword(password, operator?.passwordHash);
}

interface FailureKeys {
  readonly name: string;
  readonly address: string;
}

const failureKeys = (kind: string, { username, ip }: Attempt): FailureKeys => ({ name: `${kind}:${username.toLowerCase()}`, address: `ip:${ip}` });

/**
 * Before any password is looked at, the attempt is counted, so that a thousand at once cannot outrun the count;
 * after too many a captcha must be solved, and one look uses it up. Answers whether the next attempt needs one, should this one fail.
 */
async function takeAttempt(begin: Begin, { captcha, verification, now }: Attempt, { name, address }: FailureKeys): Promise<boolean> {
  const { left, fault } = await begin(async (tx) => {
    const taken = await countAttempt(tx, [name, address], now);
    const spare = Math.min(FREE_FAILURES.name - (taken.get(name) ?? 0), FREE_FAILURES.address - (taken.get(address) ?? 0));
    if (spare >= 0) return { left: spare, fault: undefined };
    if (captcha === undefined || verification === undefined) return { left: 0, fault: "sessions.captcha_required" as const };
    const isSolved = await checkCaptcha(tx, { key: verification.captchaKey, answer: captcha, now });
    return { left: 0, fault: isSolved ? undefined : ("sessions.captcha_wrong" as const) };
  });
  if (fault !== undefined) refuse(fault, { captcha: true, field: "captcha" });
  return left === 0;
}

/** Counts one more at each key; answers how many each has within its quarter of an hour. */
async function countAttempt(tx: Tx, keys: readonly string[], now: Date): Promise<ReadonlyMap<string, number>> {
  const since = new Date(now.getTime() - FAILURES_FORGOTTEN_MS);
  const rows = await tx
    .insertInto("login_failure")
    .values(keys.map((key) => ({ key, count: 1, since: now })))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({
        count: eb
          .case()
          .when("login_failure.since", "<", since)
          .then(1)
          .else(eb("login_failure.count", "+", 1))
          .end(),
        since: eb.case().when("login_failure.since", "<", since).then(now).else(eb.ref("login_failure.since")).end(),
      })),
    )
    .returning(["key", "count"])
    .execute();
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** A right password clears its name's count; of the address it only takes this attempt back, or one known account would free every guess. */
async function forgetAttempt(tx: Tx, { name, address }: FailureKeys): Promise<void> {
  await tx.deleteFrom("login_failure").where("key", "=", name).execute();
  await tx
    .updateTable("login_failure")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", address)
    .execute();
}

const PASSWORD_TRIES_MAX = 5;

const passwordKey = (accountId: bigint): string => `password:${accountId}`;

/** Counts a try at the login password of someone who is logged in, before it is looked at. Refuses with `accounts.password_locked` past five in a quarter of an hour. */
export async function countPasswordTry(begin: Begin, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const key = passwordKey(accountId);
  const tries = await begin((tx) => countAttempt(tx, [key], now));
  if ((tries.get(key) ?? 0) > PASSWORD_TRIES_MAX) refuse("accounts.password_locked");
}

/** The right password clears its count. */
export const forgetPasswordTries = (begin: Begin, accountId: bigint): Promise<unknown> =>
  begin((tx) => tx.deleteFrom("login_failure").where("key", "=", passwordKey(accountId)).execute());

const refuseAttempt = (nextNeedsCaptcha: boolean): never => refuse("sessions.wrong_credentials", { captcha: nextNeedsCaptcha });
