import { plainName } from "@laro/contract/core/names";
import { type ErrorCode, Refusal, refuse } from "@laro/contract/core/errors";
import type { InputOf } from "@laro/contract/core/endpoint";
import type { Entered, sessions } from "@laro/contract/sessions";
import type { Database } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { deviceOf, sendCode, takeCode } from "../codes/codes.ts";
import { openContact } from "../contacts/contacts.ts";
import { checkFactor } from "../factors/factors.ts";
import { checkMayEnter } from "../limits/exclusions.ts";
import { CHALLENGE_TRIES_MAX, endChallenge, findChallenge, listMethods, takeChallenge, type Challenge } from "./challenge.ts";
import { getAccountToEnter, openEntrance, type Entrance } from "./login.enter.ts";
import { noteEntry } from "./login.events.ts";
import { countDayTry, countTry, forgetTries, takeBackDayTry } from "./login.limits.ts";
import { takePasskey } from "./passkeys.ts";
import { isPassword } from "./passwords.ts";
import type { Origin } from "./sessions.ts";
import type { Visit } from "./visit.ts";

/** Wrong answers to all challenges of an account together: whoever knows the password could open one after another. */
const ANSWERS_MAX = { inQuarterHour: 5, inDay: 10 } as const;
const BANK_NAMES_A_DAY_MAX = 3;
/** From this wrong answer on the owner is told: whoever stands there knows the password. */
const TOLD_AT = 3;

type Answer = Visit & InputOf<(typeof sessions)["answerChallenge"]>;

const channels = { email: "email", sms: "phone" } as const;

/** Where a code goes for an account that waits at `/verify`, and how it is bound to this browser. */
async function bindCode(
  { keys, database: { db } }: Platform,
  { accountId, method, visitor }: { accountId: bigint; method: keyof typeof channels } & Pick<Visit, "visitor">,
) {
  const target = await openContact(db, keys, { accountId, kind: channels[method] });
  return target === undefined ? undefined : ({ purpose: "challenge", channel: method, target, device: deviceOf(visitor) } as const);
}

/** Sends a code to a contact the account verified. Refuses with `sessions.challenge_over`, `sessions.factor_wrong` for a contact that is not offered, and `codes.*`. */
export async function sendChallengeCode(
  platform: Platform,
  { method, ...visit }: Visit & { method: keyof typeof channels },
): Promise<{ expiredMinutes: number }> {
  const { visitor, ip, now } = visit;
  const { db } = platform.database;
  const challenge = await findChallenge(db, visit);
  const { accountId } = challenge;
  const isOffered = (await listMethods(db, challenge)).some((offered) => offered.method === method);
  const bound = isOffered ? await bindCode(platform, { accountId, method, visitor }) : undefined;
  if (bound === undefined) return refuse("sessions.factor_wrong", { field: "method" });
  // Whoever stands here has passed a first factor.
  return sendCode(platform, { ...bound, accountId, ip, language: visitor.language, now, mode: "now", isHuman: true });
}

/**
 * Judges a second factor and opens the session. Each answer is counted before it is looked at, at the challenge and at the account. Refuses with
 * `sessions.challenge_over`, `sessions.factor_wrong` with `left`, or `sessions.factor_locked`.
 */
export async function answerChallenge(platform: Platform, given: Answer): Promise<Entered> {
  const { method, trustDevice, answer: _, passkey: __, ...visit } = given;
  const { visitor, now, timeZone } = visit;
  const { db, begin } = platform.database;
  const challenge = await takeChallenge(begin, given);
  const { accountId } = challenge;
  await countAnswer(begin, { accountId, now, timeZone });
  const isOffered = (await listMethods(db, challenge)).some((offered) => offered.method === method);
  const shown = isOffered ? await judge(platform, challenge, given) : false;
  if (shown === false) return refuseAnswer(begin, challenge, given);
  await forgetAnswer(begin, { accountId, method, now, timeZone });
  const account = await getAccountToEnter(db, accountId);
  const [entry, first] = [challenge.entry as Entrance["entry"], challenge.first as NonNullable<Origin["method"]>];
  return begin(async (tx) => {
    await checkMayEnter(tx, { accountId, now, timeZone });
    await endChallenge(tx, challenge, visitor);
    const { mustChangePassword, passwordExpired, remember } = challenge;
    const passkey = shown === true ? undefined : shown.passkey;
    const entrance: Entrance = { ...visit, passkey, account, entry, method: first, remember: remember ? true : undefined, mustChangePassword, passwordExpired };
    return openEntrance(tx, entrance, { factor: method, isWeak: method === "bankName", trustDevice: trustDevice === true && method !== "bankName" });
  });
}

const answersKey = (accountId: bigint): string => `factor:${accountId}`;
const bankNamesKey = (accountId: bigint): string => `bankName:${accountId}`;

async function countAnswer(begin: Database["begin"], { accountId, now, timeZone }: { accountId: bigint; now: Date; timeZone: string }): Promise<void> {
  const inDay = await countDayTry(begin, { key: answersKey(accountId), now, timeZone });
  const inQuarterHour = await countTry(begin, { key: answersKey(accountId), now });
  if (inDay > ANSWERS_MAX.inDay || inQuarterHour > ANSWERS_MAX.inQuarterHour) refuse("sessions.factor_locked");
}

/** A right answer was no guess: of the day only wrong ones stay. */
async function forgetAnswer(
  begin: Database["begin"],
  { accountId, method, now, timeZone }: Pick<Answer, "method" | "now" | "timeZone"> & { accountId: bigint },
): Promise<void> {
  await forgetTries(begin, answersKey(accountId));
  await takeBackDayTry(begin, { key: answersKey(accountId), now, timeZone });
  if (method === "bankName") await takeBackDayTry(begin, { key: bankNamesKey(accountId), now, timeZone });
}

/** Whether an answer is right, and by which passkey. */
async function judge(platform: Platform, challenge: Challenge, given: Answer): Promise<boolean | { passkey: string }> {
  if (given.method !== "passkey") return isRight(platform, challenge, given);
  if (given.passkey === undefined) return false;
  const shown = await orWrong(takePasskey(platform, { ...given, credential: given.passkey }), "passkeys.wrong");
  return shown !== undefined && shown.accountId === challenge.accountId && { passkey: shown.id };
}

async function isRight(platform: Platform, { accountId }: Challenge, { method, answer = "", visitor, now, timeZone }: Answer): Promise<boolean> {
  const { keys, database } = platform;
  const { db, begin } = database;
  if (method === "email" || method === "sms") {
    const bound = await bindCode(platform, { accountId, method, visitor });
    return bound !== undefined && (await orWrong(takeCode(begin, keys, { ...bound, code: answer, now }), "codes.wrong")) !== undefined;
  }
  if (method === "totp") return (await checkFactor({ begin, keys }, { whose: { kind: "member", id: accountId }, answer, now })) !== undefined;
  if (method === "bankName") {
    if ((await countDayTry(begin, { key: bankNamesKey(accountId), now, timeZone })) > BANK_NAMES_A_DAY_MAX) refuse("sessions.factor_locked");
    const holders = await db.selectFrom("payout_account").select("holder").where("account_id", "=", accountId).execute();
    return holders.some(({ holder }) => plainName(holder) === plainName(answer));
  }
  const row = await db.selectFrom("account").select("password_hash as passwordHash").where("id", "=", accountId).executeTakeFirst();
  return method === "password" && (await isPassword(answer, row?.passwordHash));
}

/** What was taken; undefined for a wrong answer like every other. What is over or closed says so. */
const orWrong = <Taken>(taken: Promise<Taken>, wrong: ErrorCode): Promise<Taken | undefined> =>
  taken.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === wrong) return undefined;
    throw error;
  });

async function refuseAnswer(begin: Database["begin"], { accountId, first, tries }: Challenge, given: Answer): Promise<never> {
  const { method, now } = given;
  await noteEntry(begin, { ...given, kind: "member", subjectId: accountId, outcome: "wrongFactor", method: first, factor: method });
  if (tries === TOLD_AT) await begin((tx) => tell(tx, "sessions.factorFailing", { accountId: String(accountId), entryId: newId(now) }));
  return refuse("sessions.factor_wrong", { field: "answer", left: CHALLENGE_TRIES_MAX - tries });
}
