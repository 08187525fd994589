import { isAgentType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Visitor } from "../../platform/browser.ts";
import type { Database, Db } from "../../platform/db.ts";
import { readAcquaintance } from "../devices/devices.ts";
import { isFlagOn } from "../settings/settings.ts";
import { enter, type AccountToEnter } from "./login.enter.ts";
import { noteEntry } from "./login.events.ts";
import { countedForMember, refuseAttempt, takeAttempt, type Attempt } from "./login.limits.ts";
import { findOperator } from "./login.operator.ts";
import { DEFAULT_PASSWORD, isPassword } from "./passwords.ts";

const PASSWORD_MAX_AGE_MS = 90 * 24 * 60 * 60_000;
/** No account has this number: what is asked of an unknown name is asked of it, so that both cost the same. */
const NOBODY = 0n;

type Access = { readonly db: Db; readonly begin: Database["begin"] };

interface MemberAttempt extends Attempt {
  readonly entry: "player" | "agent";
  readonly remember?: boolean | undefined;
  readonly visitor: Visitor;
  readonly timeZone: string;
}

/** Logs a member in by password. The same refusal, after the same work, for an unknown name and a wrong password. */
export async function logIn({ db, begin }: Access, attempt: MemberAttempt): Promise<Entered> {
  const { username, password, entry, visitor, ip, now, timeZone } = attempt;
  const [account, operator] = await Promise.all([findAccount(db, username), findOperator(db, username)]);
  const accountId = account?.id ?? NOBODY;
  const { isKnownDevice } = await readAcquaintance(db, { accountId, device: visitor.device, ip, now });
  const counted = countedForMember(attempt, { accountId, device: visitor.device, isKnown: isKnownDevice });
  const nextNeedsCaptcha = await takeAttempt(begin, attempt, counted);
  // One hash, whoever's name it is: names of members and of staff are one space.
  if (!(await isPassword(password, account === undefined ? operator?.passwordHash : account.passwordHash))) {
    await noteEntry(begin, { kind: "member", subjectId: accountId, outcome: "wrongPassword", method: "password", visitor, ip, now });
    return refuseAttempt(nextNeedsCaptcha);
  }
  if (account === undefined) refuse("sessions.not_member");
  if (account.closed) refuse("sessions.account_closed");
  if (entry === "agent" && !isAgentType(account.type)) refuse("sessions.not_agent");
  const passwordExpired = now.getTime() - account.changedAt.getTime() > PASSWORD_MAX_AGE_MS && (await isFlagOn(db, "passwordExpiry"));
  const isDue = account.mustChange || password === DEFAULT_PASSWORD || passwordExpired;
  const mustChangePassword = isDue && (await isFlagOn(db, "forcedPasswordChange"));
  const remember = entry === "player" ? attempt.remember === true : undefined;
  return enter(begin, { account, entry, method: "password", counted, remember, mustChangePassword, passwordExpired, visitor, ip, now, timeZone });
}

interface FoundAccount extends AccountToEnter {
  readonly passwordHash: string | null;
  readonly mustChange: boolean;
  readonly changedAt: Date;
  readonly closed: boolean;
}

const findAccount = (db: Db, username: string): Promise<FoundAccount | undefined> =>
  db
    .selectFrom("account")
    .select([
      "id",
      "name",
      "type",
      "factor_when as factorWhen",
      "password_hash as passwordHash",
      "must_change_password as mustChange",
      "password_changed_at as changedAt",
      "closed",
    ])
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", username.toLowerCase()))
    .executeTakeFirst();
