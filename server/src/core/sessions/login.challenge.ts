import { plainName } from "@laro/contract/core/names";
import { refuse } from "@laro/contract/core/errors";
import type { ChallengeMethod, Entered } from "@laro/contract/sessions";
import type { Visitor } from "../../platform/browser.ts";
import type { Database, Db } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { checkMayEnter } from "../limits/exclusions.ts";
import { CHALLENGE_TRIES_MAX, endChallenge, listMethods, takeChallenge, type Challenge } from "./challenge.ts";
import { openEntrance, type Entrance } from "./login.enter.ts";
import { noteEntry } from "./login.events.ts";
import { countDayTry, countTry, forgetTries } from "./login.limits.ts";
import { isPassword } from "./passwords.ts";
import type { Origin } from "./sessions.ts";

/** Wrong answers to all challenges of an account together: whoever knows the password could open one after another. */
const ANSWERS_MAX = { inQuarterHour: 5, inDay: 10 } as const;
const BANK_NAMES_A_DAY_MAX = 3;
/** From this wrong answer on the owner is told: whoever stands there knows the password. */
const TOLD_AT = 3;

interface Answer {
  readonly method: ChallengeMethod;
  readonly answer: string;
  readonly trustDevice?: boolean | undefined;
  readonly visitor: Visitor;
  readonly ip: string;
  readonly now: Date;
  readonly timeZone: string;
}

type Access = { readonly db: Db; readonly begin: Database["begin"] };

/**
 * Judges a second factor and opens the session. Each answer is counted before it is looked at, at the challenge and at the account. Refuses with
 * `sessions.challenge_over`, `sessions.factor_wrong` with `left`, or `sessions.factor_locked`.
 */
export async function answerChallenge({ db, begin }: Access, given: Answer): Promise<Entered> {
  const { method, answer, trustDevice, visitor, ip, now, timeZone } = given;
  const challenge = await takeChallenge(begin, { visitor, now });
  const { accountId } = challenge;
  await countAnswer(begin, { accountId, now, timeZone });
  const methods = await listMethods(db, challenge);
  const isOffered = methods.some((offered) => offered.method === method);
  if (!isOffered || !(await isRight({ db, begin }, { accountId, method, answer, now, timeZone }))) return refuseAnswer(begin, challenge, given);
  await forgetTries(begin, answersKey(accountId));
  const account = await db
    .selectFrom("account")
    .select(["id", "name", "type", "factor_when as factorWhen", "closed"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (account.closed) refuse("sessions.account_closed");
  const { mustChangePassword, passwordExpired } = challenge;
  const [entry, first] = [challenge.entry as Entrance["entry"], challenge.first as NonNullable<Origin["method"]>];
  return begin(async (tx) => {
    await checkMayEnter(tx, { accountId, now, timeZone });
    await endChallenge(tx, challenge, visitor);
    const remember = challenge.remember ? true : undefined;
    const entrance: Entrance = { account, entry, method: first, remember, mustChangePassword, passwordExpired, visitor, ip, now, timeZone };
    return openEntrance(tx, entrance, { factor: method, isWeak: method === "bankName", trustDevice: trustDevice === true && method !== "bankName" });
  });
}

const answersKey = (accountId: bigint): string => `factor:${accountId}`;

async function countAnswer(begin: Database["begin"], { accountId, now, timeZone }: { accountId: bigint; now: Date; timeZone: string }): Promise<void> {
  const inDay = await countDayTry(begin, { key: answersKey(accountId), now, timeZone });
  const inQuarterHour = await countTry(begin, { key: answersKey(accountId), now });
  if (inDay > ANSWERS_MAX.inDay || inQuarterHour > ANSWERS_MAX.inQuarterHour) refuse("sessions.factor_locked");
}

interface Judged {
  readonly accountId: bigint;
  readonly method: ChallengeMethod;
  readonly answer: string;
  readonly now: Date;
  readonly timeZone: string;
}

async function isRight({ db, begin }: Access, { accountId, method, answer, now, timeZone }: Judged): Promise<boolean> {
  if (method === "bankName") {
    if ((await countDayTry(begin, { key: `bankName:${accountId}`, now, timeZone })) > BANK_NAMES_A_DAY_MAX) refuse("sessions.factor_locked");
    const holders = await db.selectFrom("payout_account").select("holder").where("account_id", "=", accountId).execute();
    return holders.some(({ holder }) => plainName(holder) === plainName(answer));
  }
  const row = await db.selectFrom("account").select("password_hash as passwordHash").where("id", "=", accountId).executeTakeFirst();
  return method === "password" && (await isPassword(answer, row?.passwordHash));
}

async function refuseAnswer(begin: Database["begin"], { accountId, first, tries }: Challenge, { method, visitor, ip, now }: Answer): Promise<never> {
  await noteEntry(begin, { kind: "member", subjectId: accountId, outcome: "wrongFactor", method: first, factor: method, visitor, ip, now });
  if (tries === TOLD_AT) await begin((tx) => tell(tx, "sessions.factorFailing", { accountId: String(accountId), entryId: newId(now) }));
  return refuse("sessions.factor_wrong", { field: "answer", left: CHALLENGE_TRIES_MAX - tries });
}
