import { refuse } from "@laro/contract/core/errors";
import type { SignedInActor } from "../../platform/actor.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { checkCaptcha } from "./captcha.ts";

/** Past so many failures a captcha is asked for. An address has many people behind it, so a few wrong tries at one name are no burden to its neighbours. */
const FREE_FAILURES = { name: 3, address: 30 } as const;
const FAILURES_FORGOTTEN_MS = 15 * 60_000;

/** Someone who says who they are, before anyone looks whether it is so. */
export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly captcha?: string | undefined;
  readonly verification?: { readonly captchaKey: string } | undefined;
  readonly ip: string;
  readonly now: Date;
}

type Begin = Database["begin"];

export interface FailureKeys {
  readonly name: string;
  readonly address: string;
}

export const failureKeys = (kind: string, { username, ip }: Attempt): FailureKeys => ({ name: `${kind}:${username.toLowerCase()}`, address: `ip:${ip}` });

/**
 * Before any password is looked at, the attempt is counted, so that a thousand at once cannot outrun the count;
 * after too many a captcha must be solved, and one look uses it up. Answers whether the next attempt needs one, should this one fail.
 */
export async function takeAttempt(begin: Begin, { captcha, verification, now }: Attempt, { name, address }: FailureKeys): Promise<boolean> {
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
export async function forgetAttempt(tx: Tx, { name, address }: FailureKeys): Promise<void> {
  await tx.deleteFrom("login_failure").where("key", "=", name).execute();
  await tx
    .updateTable("login_failure")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", address)
    .execute();
}

const PASSWORD_TRIES_MAX = 5;

type Whose = Pick<SignedInActor, "kind" | "id">;

const passwordKey = ({ kind, id }: Whose): string => (kind === "member" ? `password:${id}` : `password:operator:${id}`);

/** Counts a try at the login password of someone who is logged in, before it is looked at. Refuses with `accounts.password_locked` past five in a quarter of an hour. */
export async function countPasswordTry(begin: Begin, { whose, now }: { whose: Whose; now: Date }): Promise<void> {
  const key = passwordKey(whose);
  const tries = await begin((tx) => countAttempt(tx, [key], now));
  if ((tries.get(key) ?? 0) > PASSWORD_TRIES_MAX) refuse("accounts.password_locked");
}

/** The right password clears its count. */
export const forgetPasswordTries = (begin: Begin, whose: Whose): Promise<unknown> =>
  begin((tx) => tx.deleteFrom("login_failure").where("key", "=", passwordKey(whose)).execute());

/** The one refusal of an attempt, whatever was wrong with it. */
export const refuseAttempt = (nextNeedsCaptcha: boolean): never => refuse("sessions.wrong_credentials", { captcha: nextNeedsCaptcha });
