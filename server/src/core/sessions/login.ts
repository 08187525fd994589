import { isAgentType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { DEFAULT_PASSWORD, isPassword } from "./passwords.ts";
import { checkMayEnter } from "../limits/exclusions.ts";
import { isFlagOn } from "../settings/settings.ts";
import { failureKeys, forgetAttempt, refuseAttempt, takeAttempt, type Attempt, type FailureKeys } from "./login.limits.ts";
import { isOperatorName } from "./login.operator.ts";
import { markFirstLogin, openSession } from "./sessions.ts";

const PASSWORD_MAX_AGE_MS = 90 * 24 * 60 * 60_000;

/** Logs a member in. The same refusal, after the same work, for an unknown name and a wrong password. */
export async function logIn(
  { db, begin }: { db: Db; begin: Database["begin"] },
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
