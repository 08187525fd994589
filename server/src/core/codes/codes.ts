import { randomInt, timingSafeEqual } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Visitor } from "../../platform/browser.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Platform } from "../../platform/routes.ts";
import { blind } from "../../platform/sealing.ts";
import { sendNow, type Sending } from "../dispatches/dispatches.send.ts";
import { dispatchLetter, noteUsed } from "../dispatches/dispatches.ts";
import type { Channel } from "../dispatches/texts.ts";
import { brand, packs } from "../settings/packs.ts";
import { prefixOf } from "../phones/phones.ts";
import { budgetsOf, type Purpose, refuseUntil, takeBudgets } from "./budgets.ts";
import { askHuman, isKnownBrowser, lookAtPrefix, type HumanCheck } from "./guard.ts";

const MINUTE_MS = 60_000;
const CODE_MINUTES = 10;
const CODE_TRIES_MAX = 5;
const CODES = 1_000_000;
const CODE_DIGITS = 6;
/** Minutes until the next code may be asked for. */
const WAIT_MINUTES = { register: 1, login: 1, recovery: 5, contact: 1, challenge: 1 } as const satisfies Record<Purpose, number>;

type Secret = Pick<Keys, "dataKey">;

/** What a code is bound to: purpose, target and browser. */
export interface Bound {
  readonly purpose: Purpose;
  readonly channel: Channel;
  /** E.164 or an e-mail address. */
  readonly target: string;
  readonly device: Buffer;
}

export interface CodeRequest extends Bound {
  readonly accountId: bigint | null;
  readonly ip: string;
  readonly language: string;
  readonly now: Date;
  /** `now`: the provider is asked while the caller waits; `job`: the answer says nothing of whether anything was sent. */
  readonly mode: "now" | "job";
  /** Nobody has this target: the same statements are done and nothing is sent. */
  readonly decoy?: boolean;
  /** Asked before the first text message of a browser we do not know, and before each to a prefix whose codes hardly anyone uses. */
  readonly isHuman: HumanCheck;
}

const targetHash = (keys: Secret, { channel, target }: Pick<Bound, "channel" | "target">): Buffer =>
  blind(keys, `code ${channel}`, target.trim().normalize("NFC").toLowerCase());

const codeHash = (keys: Secret, id: string, code: string): Buffer => blind(keys, "code", `${id} ${code}`);

/**
 * Sends six digits that are good for ten minutes; the caller's older code for the same is over. Answers the minutes until the next may be asked for.
 * Refuses with `codes.too_many`, `codes.quota_exceeded`, with what `isHuman` refuses with and, in mode `now`, `codes.not_sent` or `codes.unknown`, after which the next may be asked for at once.
 */
export async function sendCode(platform: Sending & Pick<Platform, "config">, asked: CodeRequest): Promise<{ expiredMinutes: number }> {
  const { keys, database, config, log } = platform;
  const { purpose, channel, target, device, accountId, ip, mode, now, decoy = false } = asked;
  const hash = targetHash(keys, asked);
  if (channel === "sms") await guardText(platform, asked);
  const budgets = await budgetsOf({ purpose, channel, target, targetHash: hash, accountId, device, ip, money: packs[config.pack].letters });
  const { codeId, dispatchId, isMoneyShort } = await database.begin(async (tx) => {
    const warned = await takeBudgets(tx, budgets, now);
    await checkWait(tx, { purpose, hash, now });
    return { ...(await writeCode(tx, keys, { ...asked, hash })), isMoneyShort: warned };
  });
  if (isMoneyShort) log.warn("four fifths of the day's money for text messages are spent");
  if (mode === "now" && !decoy) {
    await sendNow(platform, { id: dispatchId, now }).catch(async (error: unknown) => {
      await database.begin((tx) => tx.deleteFrom("code").where("id", "=", codeId).execute());
      throw error;
    });
  }
  return { expiredMinutes: WAIT_MINUTES[purpose] };
}

/** Text messages cost money: nothing goes to a prefix that is closed, and where doubts are a human asks. */
async function guardText({ database, log }: Sending, { target, device, isHuman, now }: CodeRequest): Promise<void> {
  const prefix = await prefixOf(target);
  // Its own transaction: the refusal must not undo what officers are told.
  const { closedUntil, isNew, isDoubtful, isKnown } = await database.begin(async (tx) => ({
    ...(await lookAtPrefix(tx, { prefix, now })),
    isKnown: await isKnownBrowser(tx, device),
  }));
  if (isNew) log.warn({ prefix }, "hardly a code sent to a prefix is used: it is closed for an hour");
  if (closedUntil !== undefined) refuseUntil("codes.too_many", closedUntil, now);
  if (isDoubtful || !isKnown) await askHuman(isHuman);
}

/** Whoever asks before the last one's wait is over is told how long it still is; the target's budget is locked, so two at once do not both find it over. */
async function checkWait(tx: Tx, { purpose, hash, now }: { purpose: Purpose; hash: Buffer; now: Date }): Promise<void> {
  const last = await tx
    .selectFrom("code")
    .select("created_at as at")
    .where("target", "=", hash)
    .where("purpose", "=", purpose)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const until = new Date((last?.at.getTime() ?? 0) + WAIT_MINUTES[purpose] * MINUTE_MS);
  if (until > now) refuseUntil("codes.too_many", until, now);
}

async function writeCode(
  tx: Tx,
  keys: Secret,
  { purpose, channel, target, device, accountId, language, mode, now, decoy = false, hash }: CodeRequest & { hash: Buffer },
): Promise<{ codeId: string; dispatchId: string }> {
  const codeId = newId(now);
  const code = String(randomInt(CODES)).padStart(CODE_DIGITS, "0");
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS);
  await tx
    .updateTable("code")
    .set({ ended_at: now })
    .where("target", "=", hash)
    .where("purpose", "=", purpose)
    .where("device", "=", device)
    .where("ended_at", "is", null)
    .execute();
  const values = { code, minutes: CODE_MINUTES, brand: brand.name };
  const letter = { channel, template: purpose, accountId, target, values, language, mode, expiresAt, now, isDecoy: decoy };
  const dispatchId = await dispatchLetter(tx, keys, letter);
  const bound = { purpose, channel, target: hash, device, account_id: accountId, dispatch_id: dispatchId };
  await tx
    .insertInto("code")
    .values({ ...bound, id: codeId, hash: codeHash(keys, codeId, code), created_at: now, expires_at: expiresAt })
    .execute();
  return { codeId, dispatchId };
}

/** A code somebody typed, of whatever kind it came. */
export interface Guess extends Bound {
  readonly code: unknown;
  readonly now: Date;
}

const field = "verificationCode";

/**
 * Judges a code: the try is counted and committed before anyone looks, five at most, whoever they come from at once. A right one is not yet used: `consumeCode` does that in the
 * transaction it opens the way for. Answers the code's id and the account it was sent for. Refuses with `codes.missing`, `codes.wrong` (`left` tries) and `codes.expired`.
 */
export async function judgeCode(begin: Database["begin"], keys: Secret, guess: Guess): Promise<{ id: string; accountId: bigint | null }> {
  const { purpose, device, now, code } = guess;
  const typed = typeof code === "string" ? code.trim() : code;
  if (typed === undefined || typed === null || typed === "") refuse("codes.missing", { field });
  const target = targetHash(keys, guess);
  const counted = await begin((tx) => countTry(tx, { purpose, target, device, now }));
  if (counted === undefined) return refuseUncounted(begin, { purpose, target, device });
  const { id, hash, tries, accountId } = counted;
  const isRight = typeof typed === "string" && /^[0-9]{6}$/.test(typed) && timingSafeEqual(hash, codeHash(keys, id, typed));
  return isRight ? { id, accountId } : refuse("codes.wrong", { left: CODE_TRIES_MAX - tries, field });
}

type BoundRow = Pick<Bound, "purpose" | "device"> & { readonly target: Buffer };

const countTry = (tx: Tx, { purpose, target, device, now }: BoundRow & { now: Date }) =>
  tx
    .updateTable("code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("purpose", "=", purpose)
    .where("target", "=", target)
    .where("device", "=", device)
    .where("ended_at", "is", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", CODE_TRIES_MAX)
    .returning(["id", "hash", "tries", "account_id as accountId"])
    .executeTakeFirst();

/** There was one and it is over, or this browser never asked for one of this purpose and target. */
async function refuseUncounted(begin: Database["begin"], { purpose, target, device }: BoundRow): Promise<never> {
  const known = await begin((tx) =>
    tx.selectFrom("code").select("id").where("target", "=", target).where("purpose", "=", purpose).where("device", "=", device).limit(1).executeTakeFirst(),
  );
  return known === undefined ? refuse("codes.wrong", { left: 0, field }) : refuse("codes.expired", { field });
}

/** Uses a judged code up in the caller's transaction: of two at once one goes on. Refuses with `codes.expired`. */
export async function consumeCode(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  const used = await tx
    .updateTable("code")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("ended_at", "is", null)
    .returning("dispatch_id as dispatchId")
    .executeTakeFirst();
  if (used === undefined) return refuse("codes.expired", { field });
  if (used.dispatchId !== null) await noteUsed(tx, { id: used.dispatchId, now });
}

/** Ends the codes of an account that are on their way, whatever for and whoever asked for them. */
export async function endCodes(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  await tx.updateTable("code").set({ ended_at: now }).where("account_id", "=", accountId).where("ended_at", "is", null).where("expires_at", ">", now).execute();
}

/** Judges a code and uses it up, for whoever has nothing to do in the same transaction. Answers the account it was sent for. */
export async function takeCode(begin: Database["begin"], keys: Secret, guess: Guess): Promise<{ accountId: bigint | null }> {
  const { id, accountId } = await judgeCode(begin, keys, guess);
  await begin((tx) => consumeCode(tx, { id, now: guess.now }));
  return { accountId };
}

/** The browser that brings a code back. One that kept no cookie never will: refuses with `sessions.cookies_needed`. A browser that asks for a code is named by `nameDevice`. */
export const deviceOf = (visitor: Pick<Visitor, "device">): Buffer => visitor.device ?? refuse("sessions.cookies_needed");

const DAY_MS = 24 * 60 * MINUTE_MS;
const ALERTS_KEPT_MS = 90 * DAY_MS;
const SWEPT_AT_ONCE_MAX = 5_000;

/** Forgets codes of yesterday, budgets whose time is over and alerts of three months ago. */
export async function sweepCodes(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await sql`delete from code where ctid = any(array(select ctid from code where expires_at < ${before} limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx);
  await sql`delete from code_budget where ctid = any(array(select ctid from code_budget where until < ${now} limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx);
  await sql`delete from code_alert where ctid = any(array(select ctid from code_alert where until < ${new Date(now.getTime() - ALERTS_KEPT_MS)} limit ${SWEPT_AT_ONCE_MAX}))`.execute(
    tx,
  );
}
