import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse, type ErrorCode } from "@laro/contract/core/errors";
import { sessions } from "@laro/contract/sessions";
import { sql } from "kysely";
import { isInNetworks } from "../../platform/config.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { passChain, recordEntries } from "../audit/audit.ts";
import { checkFactor, hasTotp } from "../factors/factors.ts";
import { isBrowserOfOperator, recordEntry } from "./login.events.ts";
import { countedForOperator, forgetAttempt, refuseAttempt, takeAttempt, type Attempt } from "./login.limits.ts";
import { isPassword } from "./passwords.ts";
import { permissionsOf } from "./roles.ts";
import { openSession } from "./sessions.ts";
import type { Visit } from "./visit.ts";

type Begin = Database["begin"];

/** No operator has this number: what is asked of an unknown name is asked of it. */
const NOBODY = 0n;

interface StaffAttempt extends Attempt, Visit {
  /** A code of the authenticator, or a recovery code. */
  readonly factor?: string | undefined;
  readonly requestId: string;
}

interface Means {
  readonly db: Db;
  readonly begin: Begin;
  readonly platform: Pick<Platform, "config" | "keys">;
}

/**
 * Logs an operator in to the console; members are unknown there. Who has a second factor is asked for it; who has none may only bind one, but in the
 * sandbox, whose staff anyone may be. What became of a known operator's attempt is in the chain of staff entries.
 */
export async function logInOperator({ db, begin, platform }: Means, attempt: StaffAttempt): Promise<OutputOf<typeof sessions.loginOperator>> {
  const { username, password, visitor, ip, now } = attempt;
  if (!isInNetworks(ip, platform.config.staffNets)) refuse("sessions.network_closed");
  const operator = await findOperator(db, username);
  const from = { id: operator?.id ?? NOBODY, device: visitor.device };
  const isKnown = await isBrowserOfOperator(db, { operatorId: from.id, device: from.device });
  const counted = countedForOperator(attempt, { ...from, isKnown });
  const nextNeedsCaptcha = await takeAttempt(begin, attempt, counted);
  const known = await isPassword(password, operator?.passwordHash);
  if (!known || operator === undefined) {
    await recordRefusedLogin(begin, { operator, attempt, code: "sessions.wrong_credentials" });
    return refuseAttempt(nextNeedsCaptcha);
  }
  if (operator.closed) {
    await recordRefusedLogin(begin, { operator, attempt, code: "sessions.account_closed" });
    refuse("sessions.account_closed");
  }
  const { id, name, roles, mustChange } = operator;
  const isEnrolled = await hasTotp(db, { kind: "operator", id });
  const factor = isEnrolled ? await checkSecondFactor({ db, begin, platform }, { operator, attempt, nextNeedsCaptcha }) : undefined;
  const factorMissing = !isEnrolled && platform.config.pack !== "sandbox";
  const token = await begin(async (tx) => {
    await forgetAttempt(tx, counted);
    const device = visitor.nameDevice();
    const own = { mustChangePassword: mustChange, factorMissing, factor, device, isProved: true, ip, now };
    const opened = await openSession(tx, { kind: "operator", subjectId: id, ...own });
    await recordEntry(tx, { ...attempt, kind: "operator", subjectId: id, outcome: "entered", method: "password", factor });
    await recordEntries(tx, [{ ...entryOf(operator, attempt), kind: "login" }]);
    return opened;
  });
  return { token, userName: name, roles: [...roles], permissions: [...permissionsOf(roles)], mustChangePassword: mustChange, mustBindFactor: factorMissing };
}

interface KnownAttempt {
  readonly operator: { readonly id: bigint; readonly name: string };
  readonly attempt: StaffAttempt;
  readonly nextNeedsCaptcha: boolean;
}

/** What was shown besides the password. Refuses with `sessions.factor_needed` where nothing was, with `sessions.factor_wrong` or `factors.locked`. */
async function checkSecondFactor({ begin, platform: { keys } }: Means, { operator, attempt, nextNeedsCaptcha }: KnownAttempt): Promise<"totp" | "recovery"> {
  const refuseFactor = async (code: ErrorCode): Promise<never> => {
    await recordRefusedLogin(begin, { operator, attempt, code });
    return refuse(code, { captcha: nextNeedsCaptcha, field: "factor" });
  };
  if (attempt.factor === undefined) return refuseFactor("sessions.factor_needed");
  const shown = await checkFactor({ begin, keys }, { whose: { kind: "operator", id: operator.id }, answer: attempt.factor, now: attempt.now });
  return shown ?? refuseFactor("sessions.factor_wrong");
}

interface RefusedLogin {
  readonly operator: { readonly id: bigint; readonly name: string } | undefined;
  readonly attempt: Pick<StaffAttempt, "ip" | "requestId" | "now">;
  readonly code: ErrorCode;
  /** Where it was tried. */
  readonly endpoint?: string;
}

/**
 * Keeps that somebody tried an operator's password. Of an unknown name nothing is kept for ever: anyone can type one, and some type a password there. It waits for
 * the chain and says the same to the database all the same, and nobody waits for the disk, so that both take as long.
 */
export const recordRefusedLogin = (begin: Begin, { operator, attempt, code, endpoint }: RefusedLogin): Promise<void> =>
  begin(async (tx) => {
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx);
    if (operator === undefined) return passChain(tx);
    return recordEntries(tx, [{ ...entryOf(operator, attempt, endpoint), kind: "refused", code }]);
  });

const entryOf = (
  operator: { readonly id: bigint; readonly name: string },
  { ip, requestId, now }: RefusedLogin["attempt"],
  endpoint: string = sessions.loginOperator.name,
) => ({ operator, endpoint, input: { address: ip }, requestId, now });

/** An operator by name. */
export const findOperator = (db: Db, username: string) =>
  db
    .selectFrom("operator")
    .select(["id", "name", "roles", "password_hash as passwordHash", "must_change_password as mustChange", "closed"])
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", username.toLowerCase()))
    .executeTakeFirst();
