import { refuse, type ErrorCode } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { networkOf } from "../../platform/addresses.ts";
import type { SignedInActor } from "../../platform/actor.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { checkCaptcha } from "./captcha.ts";

const MINUTE_MS = 60_000;
/** Failures further back than this no longer ask for anything but the count in a row. */
const FORGOTTEN_MS = 15 * MINUTE_MS;

/** Someone who says who they are, before anyone looks whether it is so. */
export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly captcha?: string | undefined;
  readonly verification?: { readonly captchaKey?: string | undefined } | undefined;
  readonly ip: string;
  readonly now: Date;
}

type Begin = Database["begin"];

/** How many failures one thing may have, and what follows. The figures are those of the design page on identity, section 4. */
interface Limit {
  /** So many ask for nothing. */
  readonly free: number;
  /** From so many on each failure is followed by a wait: the first one, doubled each time. */
  readonly waitsFrom: number;
  readonly firstWaitMs: number;
  /** So many in a row, however long it takes, and a password opens nothing here any more (NIST SP 800-63B-4, 3.2.2). */
  readonly closesAt?: number;
}

const limits = {
  /** A name, tried from browsers its account does not know. */
  strangers: { free: 3, waitsFrom: 10, firstWaitMs: 30_000, closesAt: 100 },
  /** A name of the staff: whoever could close one would shut the console, and behind its password stands a second factor. */
  staff: { free: 3, waitsFrom: 10, firstWaitMs: 30_000 },
  /** An account, tried from a browser of its own: strangers' failures never count here. */
  owner: { free: 5, waitsFrom: 10, firstWaitMs: FORGOTTEN_MS },
  /** An address has many people behind it, so a few wrong tries at one name are no burden to its neighbours. */
  address: { free: 30, waitsFrom: 60, firstWaitMs: FORGOTTEN_MS },
  device: { free: 3, waitsFrom: 20, firstWaitMs: FORGOTTEN_MS },
} as const satisfies Record<string, Limit>;

/** What an attempt is counted at, by key. */
export type Counted = ReadonlyMap<string, Limit>;

/** One name however it is typed: full-width or not, in any case. */
const nameKey = (name: string): string => name.normalize("NFKC").trim().toLowerCase();

type Typed = Pick<Attempt, "username" | "ip">;

/** The browser somebody tries from, and whether it is one of those whose name was typed. */
interface From {
  readonly id: bigint;
  readonly device: Buffer | undefined;
  readonly isKnown: boolean;
}

/** Where an attempt at staff's entrance is counted: as one at a member's account is. */
export const countedForOperator = (typed: Typed, from: From): Counted =>
  countedAt(typed, from, { own: "knownOperator", names: [[`operator:${nameKey(typed.username)}`, limits.staff]] });

/** Where an attempt at a member's account is counted. Names are one space, and a password of the staff is compared here too: so it counts at their entrance. */
export const countedForMember = (typed: Typed, from: From): Counted =>
  countedAt(typed, from, {
    own: "known",
    names: [
      [`member:${nameKey(typed.username)}`, limits.strangers],
      [`operator:${nameKey(typed.username)}`, limits.staff],
    ],
  });

/** By a browser that is known at that one alone, else at the names and the browser, and always at the network. */
function countedAt({ ip }: Typed, { id, device, isKnown }: From, { own, names }: { own: string; names: readonly (readonly [string, Limit])[] }): Counted {
  const network = [`ip:${networkOf(ip)}`, limits.address] as const;
  if (isKnown && device !== undefined) return new Map<string, Limit>([[`${own}:${id}:${device.toString("base64url")}`, limits.owner], network]);
  const browser = device === undefined ? [] : [[`device:${device.toString("base64url")}`, limits.device] as const];
  return new Map<string, Limit>([...names, ...browser, network]);
}

interface Failures {
  readonly key: string;
  readonly count: number;
  readonly streak: number;
  readonly lastAt: Date | null;
}

/** The counts of these keys, locked until the transaction ends; failures long past count nothing. */
async function lockFailures(tx: Tx, keys: readonly string[], now: Date): Promise<readonly Failures[]> {
  const sorted = keys.toSorted();
  await sql`insert into login_failure (key, count, since) select key, 0, ${now} from unnest(${sorted}::text[]) as key order by key on conflict do nothing`.execute(
    tx,
  );
  const since = new Date(now.getTime() - FORGOTTEN_MS);
  const { rows } = await sql<Failures>`
    select key, case when since < ${since} then 0 else count end as count, streak, last_at as "lastAt"
    from login_failure where key = any(${sorted}::text[]) order by key for update`.execute(tx);
  return rows;
}

/** How long from now on nothing is looked at. */
function waitMs({ count, lastAt }: Failures, { waitsFrom, firstWaitMs }: Limit, now: Date): number {
  if (count < waitsFrom || lastAt === null) return 0;
  const wait = Math.min(firstWaitMs * 2 ** (count - waitsFrom), FORGOTTEN_MS);
  return Math.max(0, lastAt.getTime() + wait - now.getTime());
}

const SECOND_MS = 1_000;

/**
 * Before anything is looked at the attempt is counted, so that a thousand at once cannot outrun the count. What may not be looked at is not counted either:
 * past a few failures a captcha must be solved, and one look uses it up; past more one waits. Answers whether the next attempt needs a captcha, should this one
 * fail. Refuses with `sessions.captcha_required`, `sessions.captcha_wrong`, `sessions.too_many` or `sessions.password_closed`.
 */
export async function takeAttempt(
  begin: Begin,
  { captcha, verification, now }: Omit<Attempt, "username" | "password" | "ip">,
  counted: Counted,
): Promise<boolean> {
  const { spare, fault } = await begin(async (tx): Promise<{ spare: number; fault?: () => never }> => {
    const failures = await lockFailures(tx, [...counted.keys()], now);
    const limitOf = ({ key }: Failures): Limit => counted.get(key)!;
    if (failures.some((failed) => failed.streak >= (limitOf(failed).closesAt ?? Infinity)))
      return { spare: 0, fault: () => refuse("sessions.password_closed") };
    const wait = Math.max(...failures.map((failed) => waitMs(failed, limitOf(failed), now)));
    if (wait > 0) return { spare: 0, fault: () => refuse("sessions.too_many", { retryAfter: Math.ceil(wait / SECOND_MS) }) };
    const left = Math.min(...failures.map((failed) => limitOf(failed).free - failed.count - 1));
    if (left < 0) {
      const wrong = await findCaptchaFault(tx, { captcha, captchaKey: verification?.captchaKey, now });
      if (wrong !== undefined) return { spare: 0, fault: () => refuse(wrong, { captcha: true, field: "captcha" }) };
    }
    await countFailures(tx, [...counted.keys()], now);
    return { spare: left };
  });
  if (fault !== undefined) fault();
  return spare <= 0;
}

async function findCaptchaFault(
  tx: Tx,
  { captcha, captchaKey, now }: { captcha: string | undefined; captchaKey: string | undefined; now: Date },
): Promise<ErrorCode | undefined> {
  if (captcha === undefined || captchaKey === undefined) return "sessions.captcha_required";
  return (await checkCaptcha(tx, { key: captchaKey, answer: captcha, now })) ? undefined : "sessions.captcha_wrong";
}

/** Counts one more at each of these, whose rows are there. */
async function countFailures(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - FORGOTTEN_MS);
  await sql`
    update login_failure set count = case when since < ${since} then 1 else count + 1 end, since = case when since < ${since} then ${now} else since end,
           streak = streak + 1, last_at = ${now}
    where key = any(${keys}::text[])`.execute(tx);
}

/** A right password clears its name's or its browser's count; of the address it only takes this attempt back, or one known account would free every guess. */
export async function forgetAttempt(tx: Tx, counted: Counted): Promise<void> {
  const keys = [...counted.keys()].toSorted();
  await sql`select 1 from login_failure where key = any(${keys}::text[]) order by key for update`.execute(tx);
  await sql`
    update login_failure set streak = 0, count = case when key like 'ip:%' then greatest(count - 1, 0) else 0 end, last_at = case when key like 'ip:%' then last_at end
    where key = any(${keys}::text[])`.execute(tx);
}

/** Opens a name again to browsers its owner has not entered with: they have shown by another way who they are, or others have seen to it. */
export const reopenName = (tx: Tx, ...names: readonly string[]): Promise<unknown> =>
  tx
    .deleteFrom("login_failure")
    .where(
      "key",
      "in",
      names.flatMap((name) => [`member:${nameKey(name)}`, `operator:${nameKey(name)}`]),
    )
    .execute();

/** Counts a try at one key, before it is looked at, and answers the how manieth it is within a quarter of an hour. */
export const countTry = (begin: Begin, { key, now }: { key: string; now: Date }): Promise<number> =>
  begin(async (tx) => {
    const [failed] = await lockFailures(tx, [key], now);
    await countFailures(tx, [key], now);
    return (failed?.count ?? 0) + 1;
  });

interface DayTry {
  readonly key: string;
  readonly now: Date;
  readonly timeZone: string;
}

async function readDayKey(tx: Tx, { key, now, timeZone }: DayTry): Promise<string> {
  const { rows } = await sql<{ key: string }>`select ${key} || ':' || (${now}::timestamptz at time zone ${timeZone})::date as key`.execute(tx);
  return rows[0]!.key;
}

/** The same within one day of the market's calendar. */
export const countDayTry = (begin: Begin, given: DayTry): Promise<number> =>
  begin(async (tx) => {
    const dayKey = await readDayKey(tx, given);
    const [failed] = await lockFailures(tx, [dayKey], given.now);
    await countFailures(tx, [dayKey], given.now);
    return (failed?.streak ?? 0) + 1;
  });

/** Gives one try of the day back, because it was right; those before it stay counted. */
export const takeBackDayTry = (begin: Begin, given: DayTry): Promise<unknown> =>
  begin(async (tx) => {
    const dayKey = await readDayKey(tx, given);
    return sql`update login_failure set count = greatest(count - 1, 0), streak = greatest(streak - 1, 0) where key = ${dayKey}`.execute(tx);
  });

/** Forgets the tries at a key: one was right. */
export const forgetTries = (begin: Begin, key: string): Promise<unknown> => begin((tx) => tx.deleteFrom("login_failure").where("key", "=", key).execute());

const PASSWORD_TRIES_MAX = 5;

type Whose = Pick<SignedInActor, "kind" | "id">;

const passwordKey = ({ kind, id }: Whose): string => (kind === "member" ? `password:${id}` : `password:operator:${id}`);

/** Counts a try at the login password of someone who is logged in, before it is looked at. Refuses with `accounts.password_locked` past five in a quarter of an hour. */
export async function countPasswordTry(begin: Begin, { whose, now }: { whose: Whose; now: Date }): Promise<void> {
  if ((await countTry(begin, { key: passwordKey(whose), now })) > PASSWORD_TRIES_MAX) refuse("accounts.password_locked");
}

/** The right password clears its count. */
export const forgetPasswordTries = (begin: Begin, whose: Whose): Promise<unknown> => forgetTries(begin, passwordKey(whose));

/** The one refusal of an attempt, whatever was wrong with it. */
export const refuseAttempt = (nextNeedsCaptcha: boolean): never => refuse("sessions.wrong_credentials", { captcha: nextNeedsCaptcha });
