import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse, type ErrorCode } from "@laro/contract/core/errors";
import { sessions } from "@laro/contract/sessions";
import type { Database, Db } from "../../platform/db.ts";
import { lockChain, recordEntries } from "../audit/audit.ts";
import { countedForOperator, forgetAttempt, refuseAttempt, takeAttempt, type Attempt } from "./login.limits.ts";
import { isPassword } from "./passwords.ts";
import { permissionsOf } from "./roles.ts";
import { openSession } from "./sessions.ts";

type Begin = Database["begin"];

interface StaffAttempt extends Attempt {
  readonly requestId: string;
}

/** Logs an operator in to the console; members are unknown there. What became of a known operator's attempt is in the chain of staff entries. */
export async function logInOperator({ db, begin }: { db: Db; begin: Begin }, attempt: StaffAttempt): Promise<OutputOf<typeof sessions.loginOperator>> {
  const { username, password, ip, now } = attempt;
  const counted = countedForOperator(attempt);
  const nextNeedsCaptcha = await takeAttempt(begin, attempt, counted);
  const operator = await findOperator(db, username);
  const known = await isPassword(password, operator?.passwordHash);
  if (!known || operator === undefined) {
    await recordRefusedLogin(begin, { operator, attempt, code: "sessions.wrong_credentials" });
    return refuseAttempt(nextNeedsCaptcha);
  }
  if (operator.closed) {
    await recordRefusedLogin(begin, { operator, attempt, code: "sessions.account_closed" });
    refuse("sessions.account_closed");
  }
  const { id, name, role, mustChange } = operator;
  const token = await begin(async (tx) => {
    await forgetAttempt(tx, counted);
    const opened = await openSession(tx, { kind: "operator", subjectId: id, mustChangePassword: mustChange, ip, now });
    await recordEntries(tx, [{ ...entryOf(operator, attempt), kind: "login" }]);
    return opened;
  });
  return { token, userName: name, role, permissions: [...permissionsOf(role)], mustChangePassword: mustChange };
}

interface RefusedLogin {
  readonly operator: { readonly id: bigint; readonly name: string } | undefined;
  readonly attempt: StaffAttempt;
  readonly code: ErrorCode;
}

/** Of an unknown name nothing is kept for ever: anyone can type one, and some type a password there. It waits for the chain all the same, so that both take as long. */
const recordRefusedLogin = (begin: Begin, { operator, attempt, code }: RefusedLogin): Promise<void> =>
  begin((tx) => (operator === undefined ? lockChain(tx) : recordEntries(tx, [{ ...entryOf(operator, attempt), kind: "refused", code }])));

const entryOf = (operator: { readonly id: bigint; readonly name: string }, { ip, requestId, now }: StaffAttempt) => ({
  operator,
  endpoint: sessions.loginOperator.name,
  input: { address: ip },
  requestId,
  now,
});

/** An operator by name. */
export const findOperator = (db: Db, username: string) =>
  db
    .selectFrom("operator")
    .select(["id", "name", "role", "password_hash as passwordHash", "must_change_password as mustChange", "closed"])
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", username.toLowerCase()))
    .executeTakeFirst();
