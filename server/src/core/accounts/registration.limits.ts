import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { networkOf } from "../../platform/addresses.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { isKnownBrowser } from "../codes/guard.ts";
import { checkCaptcha } from "../sessions/captcha.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A house or an internet café has a few newcomers an hour; a machine has hundreds. */
const PER_ADDRESS = { most: 10, asksFrom: 5, withinMs: HOUR_MS };
/** Past so many accounts from one browser a day somebody must be sitting at it. */
const PER_DEVICE = { most: 3, withinMs: DAY_MS };
/** Trials of an address. */
const TRIALS = { most: 5, withinMs: HOUR_MS };
const SWEPT_AT_ONCE = 100;

const keyOfAddress = (ip: string): string => `ip:${networkOf(ip)}`;
const keyOfDevice = (device: Buffer): string => `device:${device.toString("base64url")}`;

const retryAfterOf = (since: Date, now: Date, withinMs: number): number => Math.max(1, Math.ceil((since.getTime() + withinMs - now.getTime()) / 1_000));

async function readCount(db: Db, { key, withinMs, now }: { key: string; withinMs: number; now: Date }): Promise<{ count: number; since: Date }> {
  const row = await db
    .selectFrom("registration_count")
    .select(["count", "since"])
    .where("key", "=", key)
    .where("since", ">", new Date(now.getTime() - withinMs))
    .executeTakeFirst();
  return row ?? { count: 0, since: now };
}

/**
 * Whether so many accounts were opened that the next one needs a captcha: by this browser today, or from its network within the hour. A browser we know answers for itself
 * alone, its neighbours are no burden to it; anybody may invent another.
 */
export async function needsCaptcha(db: Db, { device, ip, now }: { device: Buffer | undefined; ip: string; now: Date }): Promise<boolean> {
  const isReached = async (key: string, withinMs: number, most: number): Promise<boolean> => (await readCount(db, { key, withinMs, now })).count >= most;
  if (device !== undefined && (await isReached(keyOfDevice(device), PER_DEVICE.withinMs, PER_DEVICE.most))) return true;
  if (device !== undefined && (await isKnownBrowser(db, device))) return false;
  return isReached(keyOfAddress(ip), PER_ADDRESS.withinMs, PER_ADDRESS.asksFrom);
}

/** Refuses an address that opened its ten accounts of the hour with `accounts.registrations_full`, before any work is done for it. */
export async function checkAddress(db: Db, { ip, now }: { ip: string; now: Date }): Promise<void> {
  const { count, since } = await readCount(db, { key: keyOfAddress(ip), withinMs: PER_ADDRESS.withinMs, now });
  if (count >= PER_ADDRESS.most) refuse("accounts.registrations_full", { retryAfter: retryAfterOf(since, now, PER_ADDRESS.withinMs) });
}

/** Counts an account that is being opened, in its own transaction: of many at once, those beyond the address's ten are refused. */
export async function countRegistration(tx: Tx, { ip, device, now }: { ip: string; device: Buffer; now: Date }): Promise<void> {
  const old = new Date(now.getTime() - DAY_MS);
  await sql`delete from registration_count where ctid = any(array(
    select ctid from registration_count where since < ${old} limit ${SWEPT_AT_ONCE} for update skip locked))`.execute(tx);
  const { count, since } = await countOne(tx, { key: keyOfAddress(ip), withinMs: PER_ADDRESS.withinMs, now });
  if (count > PER_ADDRESS.most) refuse("accounts.registrations_full", { retryAfter: retryAfterOf(since, now, PER_ADDRESS.withinMs) });
  await countOne(tx, { key: keyOfDevice(device), withinMs: PER_DEVICE.withinMs, now });
}

/** Counts a trial that is being opened, in its own transaction; the sixth of an address within an hour is refused with `accounts.trial_full`. */
export async function countTrial(tx: Tx, { ip, now }: { ip: string; now: Date }): Promise<void> {
  const { count, since } = await countOne(tx, { key: `trial:${networkOf(ip)}`, withinMs: TRIALS.withinMs, now });
  if (count > TRIALS.most) refuse("accounts.trial_full", { retryAfter: retryAfterOf(since, now, TRIALS.withinMs) });
}

async function countOne(tx: Tx, { key, withinMs, now }: { key: string; withinMs: number; now: Date }): Promise<{ count: number; since: Date }> {
  const begun = new Date(now.getTime() - withinMs);
  return tx
    .insertInto("registration_count")
    .values({ key, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({
        count: eb
          .case()
          .when("registration_count.since", "<=", begun)
          .then(1)
          .else(eb("registration_count.count", "+", 1))
          .end(),
        since: eb.case().when("registration_count.since", "<=", begun).then(now).else(eb.ref("registration_count.since")).end(),
      })),
    )
    .returning(["count", "since"])
    .executeTakeFirstOrThrow();
}

interface Solved {
  readonly captcha?: string | undefined;
  readonly verification?: { readonly captchaKey: string } | undefined;
}

/** Refuses with `sessions.captcha_required` or `sessions.captcha_wrong`, both saying that a captcha is wanted; one look uses it up. */
export async function takeCaptcha(begin: Database["begin"], { captcha = "", verification }: Solved, now: Date): Promise<void> {
  const asked = { captcha: true, field: "captcha" };
  if (captcha.trim() === "" || verification === undefined) refuse("sessions.captcha_required", asked);
  if (!(await begin((tx) => checkCaptcha(tx, { key: verification.captchaKey, answer: captcha, now })))) refuse("sessions.captcha_wrong", asked);
}
