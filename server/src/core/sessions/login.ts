import { isAgentType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { sessions, type Entered } from "@laro/contract/sessions";
import { isInNetworks } from "../../platform/config.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { readAcquaintance } from "../devices/devices.ts";
import { findByContact, normalEmail } from "../contacts/contacts.ts";
import { parsePhone } from "../phones/phones.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { isFlagOn } from "../settings/settings.ts";
import { enter, type AccountToEnter } from "./login.enter.ts";
import { noteEntry } from "./login.events.ts";
import { countedForMember, refuseAttempt, takeAttempt, type Attempt } from "./login.limits.ts";
import { findOperator, recordRefusedLogin } from "./login.operator.ts";
import { DEFAULT_PASSWORD, isPassword } from "./passwords.ts";
import type { Visit } from "./visit.ts";

const PASSWORD_MAX_AGE_MS = 90 * 24 * 60 * 60_000;
/** No account has this number: what is asked of an unknown name is asked of it, so that both cost the same. */
const NOBODY = 0n;
/** Of a number typed without one. */
const HOME_DIALING_CODE = "+63";

/** What a way in needs of a process. */
export interface Door {
  readonly db: Db;
  readonly begin: Database["begin"];
  readonly keys: Pick<Keys, "dataKey">;
  readonly pack: Pick<JurisdictionPack, "phoneCountries">;
  /** From where a password of the staff is looked at. */
  readonly staffNets: readonly string[];
}

interface MemberAttempt extends Attempt, Visit {
  readonly entry: "player" | "agent";
  readonly remember?: boolean | undefined;
  readonly requestId: string;
}

/**
 * Logs a member in by password. The same refusal, after the same work, for an unknown name and a wrong password. A try at a name of the staff counts at their
 * entrance and stands in the chain; from outside their networks such a name is nobody's.
 */
export async function logIn(door: Door, attempt: MemberAttempt): Promise<Entered> {
  const { db, begin } = door;
  const { password, entry, visitor, ip, now } = attempt;
  const name = await readName(door, attempt.username);
  const [account, named] = await Promise.all([findAccount(db, name), findOperator(db, name.text)]);
  const operator = account === undefined && isInNetworks(ip, door.staffNets) ? named : undefined;
  const accountId = account?.id ?? NOBODY;
  const { isKnownDevice } = await readAcquaintance(db, { accountId, device: visitor.device, ip, now });
  const counted = countedForMember({ username: name.text, ip }, { id: accountId, device: visitor.device, isKnown: isKnownDevice });
  const nextNeedsCaptcha = await takeAttempt(begin, attempt, counted);
  const triedAtStaff = { operator, attempt, endpoint: sessions.login.name };
  // One hash, whoever's name it is: names of members and of staff are one space.
  if (!(await isPassword(password, account === undefined ? operator?.passwordHash : account.passwordHash))) {
    await noteEntry(begin, { ...attempt, kind: "member", subjectId: accountId, outcome: "wrongPassword", method: "password" });
    await recordRefusedLogin(begin, { ...triedAtStaff, code: "sessions.wrong_credentials" });
    return refuseAttempt(nextNeedsCaptcha);
  }
  if (account === undefined) {
    await recordRefusedLogin(begin, { ...triedAtStaff, code: "sessions.not_member" });
    refuse("sessions.not_member");
  }
  if (account.closed) refuse("sessions.account_closed");
  if (entry === "agent" && !isAgentType(account.type)) refuse("sessions.not_agent");
  const passwordExpired = now.getTime() - account.changedAt.getTime() > PASSWORD_MAX_AGE_MS && (await isFlagOn(db, "passwordExpiry"));
  const isDue = account.mustChange || password === DEFAULT_PASSWORD || passwordExpired;
  const mustChangePassword = isDue && (await isFlagOn(db, "forcedPasswordChange"));
  const remember = entry === "player" ? attempt.remember === true : undefined;
  return enter(begin, { ...attempt, account, method: "password", counted, remember, mustChangePassword, passwordExpired });
}

interface FoundAccount extends AccountToEnter {
  readonly passwordHash: string | null;
  readonly mustChange: boolean;
  readonly changedAt: Date;
  readonly closed: boolean;
}

/** What was typed where a name is asked for: the name itself, or whose verified number or address it is, in one spelling. */
interface Name {
  readonly text: string;
  /** The account that verified it as its own; undefined for a name. */
  readonly accountId?: bigint;
}

/** No user name begins with a digit or a plus, or holds an @. */
async function readName({ db, keys, pack }: Door, typed: string): Promise<Name> {
  const text = typed.trim();
  if (text.includes("@")) {
    const value = normalEmail(text);
    return { text: value, accountId: (await findByContact(db, keys, { kind: "email", value })) ?? NOBODY };
  }
  if (!/^[+\p{Nd}]/u.test(text)) return { text: typed };
  const phone = await parsePhone({ countryDialingCode: HOME_DIALING_CODE, mobileNum: text }, pack.phoneCountries).catch(() => undefined);
  if (phone === undefined) return { text: typed };
  return { text: phone.e164, accountId: (await findByContact(db, keys, { kind: "phone", value: phone.e164 })) ?? NOBODY };
}

const findAccount = (db: Db, { text, accountId }: Name): Promise<FoundAccount | undefined> =>
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
    .where((where) => (accountId === undefined ? where(where.fn<string>("lower", ["name"]), "=", text.toLowerCase()) : where("id", "=", accountId)))
    .executeTakeFirst();
