import { hash, randomBytes } from "node:crypto";
import type { ShownCredential } from "@laro/contract/core/credential";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { FlagName } from "@laro/contract/site";
import type { recoveries } from "@laro/contract/recoveries";
import type { Entered } from "@laro/contract/sessions";
import { sql } from "kysely";
import { readOwnWords } from "../../core/accounts/accounts.ts";
import { resetPassword } from "../../core/accounts/reset.ts";
import { budgetsOfLetter, takeBudgets } from "../../core/codes/budgets.ts";
import { consumeCode, deviceOf, judgeCode, sendCode } from "../../core/codes/codes.ts";
import { findRecoverable, standingOf } from "../../core/contacts/changes.ts";
import { contactHash, normalEmail } from "../../core/contacts/contacts.ts";
import { dispatchLetter } from "../../core/dispatches/dispatches.ts";
import { checkFactor, hasTotp } from "../../core/factors/factors.ts";
import { parsePhone } from "../../core/phones/phones.ts";
import { checkCaptcha } from "../../core/sessions/captcha.ts";
import { enter, getAccountToEnter, type Entrance } from "../../core/sessions/login.enter.ts";
import { arePasskeysOffered, listPasskeys, takePasskey } from "../../core/sessions/passkeys.ts";
import { checkNewPassword, checkNewPasswords } from "../../core/sessions/passwords.choice.ts";
import { hashPassword } from "../../core/sessions/passwords.ts";
import type { Visit } from "../../core/sessions/visit.ts";
import { brand, packs } from "../../core/settings/packs.ts";
import { getPasswordRule } from "../../core/settings/registerRules.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import { networkOf } from "../../platform/addresses.ts";
import { originOf } from "../../platform/config.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { blind } from "../../platform/sealing.ts";

const MINUTE_MS = 60_000;
const TICKET_MINUTES = 30;
const TICKET_BYTES = 32;
/** The specification's pause between two requests (CONST-23). */
const PAUSE_MS = 5 * MINUTE_MS;
/** What was typed and the browser ask once in that time; an address has a street, or a carrier, behind it. */
const ASKED_MAX = { words: 1, device: 1, address: 20 } as const;
const HOME_DIALING_CODE = "+63";
const NOBODY = 0n;

async function checkOpen({ database }: Platform, flag: FlagName): Promise<void> {
  if (!(await isFlagOn(database.db, flag))) refuse("recoveries.closed");
}

interface Asking extends Visit {
  /** What was typed, in one spelling. */
  readonly words: string;
  readonly captcha?: string | undefined;
  readonly captchaKey?: string | undefined;
}

/** Every request brings a solved picture, and comes no sooner than five minutes after the last; for names nobody has as for others. Refuses with `sessions.captcha_*` or `recoveries.too_soon`. */
async function takeRequest({ database, keys }: Platform, { words, captcha, captchaKey, visitor, ip, now }: Asking): Promise<void> {
  if (captcha === undefined || captchaKey === undefined) refuse("sessions.captcha_required", { captcha: true, field: "captcha" });
  const isHuman = await database.begin((tx) => checkCaptcha(tx, { key: captchaKey, answer: captcha, now }));
  if (!isHuman) refuse("sessions.captcha_wrong", { captcha: true, field: "captcha" });
  const bounds: ReadonlyMap<string, number> = new Map([
    [`words:${blind(keys, "recovery", words).toString("base64url")}`, ASKED_MAX.words],
    [`device:${visitor.nameDevice().toString("base64url")}`, ASKED_MAX.device],
    [`address:${networkOf(ip)}`, ASKED_MAX.address],
  ]);
  await database.begin((tx) => countRequest(tx, bounds, now));
}

async function countRequest(tx: Tx, bounds: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - PAUSE_MS);
  const { rows } = await sql<{ key: string; count: number; since: Date }>`
    insert into recovery_request as r (key, count, since) select key, 1, ${now} from unnest(${[...bounds.keys()].toSorted()}::text[]) as key order by key
    on conflict (key) do update set count = case when r.since <= ${since} then 1 else r.count + 1 end, since = case when r.since <= ${since} then ${now} else r.since end
    returning key, count, since`.execute(tx);
  const over = rows.filter(({ key, count }) => count > bounds.get(key)!);
  if (over.length === 0) return;
  const waitMs = Math.max(...over.map((row) => row.since.getTime() + PAUSE_MS - now.getTime()));
  refuse("recoveries.too_soon", { retryAfter: Math.ceil(waitMs / 1_000), minutes: Math.ceil(waitMs / MINUTE_MS) });
}

const hashOf = (ticket: string): Buffer => hash("sha256", ticket, "buffer");

/** Links that were asked for before a reset open nothing any more. */
async function forgetTickets(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("recovery_ticket").where("account_id", "=", accountId).execute();
}

/** Sends a link to an account's own verified address; the same statements run, and nothing leaves, where there is no such account. */
export async function recoverByEmail(platform: Platform, { username, email, ...asking }: InputOf<(typeof recoveries)["byEmail"]> & Visit): Promise<void> {
  await checkOpen(platform, "emailPasswordReset");
  const [name, address] = [username.trim().toLowerCase(), normalEmail(email)];
  if (name === "") refuse("accounts.rule_broken", { field: "username", rule: "required" });
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(address))
    refuse("accounts.rule_broken", { field: "email", rule: "pattern5", minimum: 6, maximum: 254, exact: false });
  const words = `${name} ${address}`;
  await takeRequest(platform, { ...asking, words });
  const { keys, config, database } = platform;
  const { now, visitor } = asking;
  const hashed = contactHash(keys, { kind: "email", value: address });
  // A code to a telephone has its budgets; what goes to a mailbox has as many, for words nobody has as for others.
  const budgets = budgetsOfLetter(`recovery:${blind(keys, "recovery", words).toString("hex")}`, "recoveries.too_soon");
  await database.begin(async (tx) => {
    await takeBudgets(tx, budgets, now);
    const current = sql`select from account_contact c where c.account_id = a.id and c.kind = 'email' and c.verified_at is not null and c.hash = ${hashed}`;
    const { rows } = await sql<{ id: bigint }>`
      select a.id from account a where lower(a.name) = ${name} and (not a.closed or a.closing_at is not null and a.erased_at is null) and (
        exists (${current})
        or exists (select from contact_change c where c.account_id = a.id and c.kind = 'email' and c.until > ${now} and c.hash = ${hashed}))`.execute(tx);
    const accountId = rows[0]?.id ?? NOBODY;
    const ticket = randomBytes(TICKET_BYTES).toString("base64url");
    const expiresAt = new Date(now.getTime() + TICKET_MINUTES * MINUTE_MS);
    await sql`insert into recovery_ticket (hash, account_id, expires_at, contact)
      select ${hashOf(ticket)}::bytea, ${accountId}::bigint, ${expiresAt}::timestamptz, ${hashed}::bytea where ${accountId} > 0`.execute(tx);
    const values = { link: `${originOf(config)}/reset#${ticket}`, minutes: TICKET_MINUTES, brand: brand.name };
    const letter = { channel: "email", template: "recoveryMail", target: address, values, language: visitor.language, mode: "job", expiresAt, now } as const;
    await dispatchLetter(tx, keys, { ...letter, accountId: accountId === NOBODY ? null : accountId, isDecoy: accountId === NOBODY });
  });
}

/** Sends a code to an account's own verified number, or does as much and sends nothing. */
export async function sendRecoveryCode(
  platform: Platform,
  { mobileNum, countryDialingCode, ...asking }: InputOf<(typeof recoveries)["sendCode"]> & Visit,
): Promise<{ expiredMinutes: number }> {
  await checkOpen(platform, "phonePasswordReset");
  const { keys, config, database } = platform;
  const { e164 } = await parsePhone({ mobileNum, countryDialingCode }, packs[config.pack].phoneCountries);
  await takeRequest(platform, { ...asking, words: e164 });
  const { visitor, ip, now } = asking;
  const accountId = (await findRecoverable(database.db, keys, { kind: "phone", value: e164 }, now)) ?? null;
  const bound = { purpose: "recovery", channel: "sms", target: e164, device: visitor.nameDevice() } as const;
  return sendCode(platform, { ...bound, accountId, ip, language: visitor.language, now, mode: "job", decoy: accountId === null, isHuman: true });
}

/** Sets a new password by a code, and logs in. The code is used up with the password it sets. */
export async function recoverByPhone(platform: Platform, given: InputOf<(typeof recoveries)["byPhone"]> & Visit): Promise<Entered> {
  await checkOpen(platform, "phonePasswordReset");
  const { keys, config, database } = platform;
  const { newPassword, mobileNum, countryDialingCode = HOME_DIALING_CODE, verificationCode, visitor, now } = given;
  const { e164 } = await parsePhone({ mobileNum, countryDialingCode }, packs[config.pack].phoneCountries);
  // What is wrong with the password whoever it is for costs no try.
  await checkNewPassword(newPassword, { field: "newPassword", own: [e164], rule: await getPasswordRule(database.db) });
  const guess = { purpose: "recovery", channel: "sms", target: e164, device: deviceOf(visitor), code: verificationCode, now } as const;
  const { id, accountId } = await judgeCode(database.begin, keys, guess);
  // A decoy's code went to nobody; whoever guesses it has guessed nothing.
  if (accountId === null) refuse("codes.wrong", { field: "verificationCode", left: 0 });
  await checkNewPassword(newPassword, { field: "newPassword", own: await readOwnWords(database.db, accountId), rule: await getPasswordRule(database.db) });
  const shown = await checkBound(platform, { ...given, accountId });
  const passwordHash = await hashPassword(newPassword);
  await database.begin(async (tx) => {
    await consumeCode(tx, { id, now });
    const standing = await standingOf(tx, { accountId, kind: "phone", hash: contactHash(keys, { kind: "phone", value: e164 }), now });
    if (standing === undefined) refuse("codes.expired", { field: "verificationCode" });
    await forgetTickets(tx, accountId);
    await resetPassword(tx, keys, { accountId, passwordHash, by: "phone", isFormer: standing === "former", shown, now });
  });
  return enterAfterwards(platform, { ...given, accountId, shown });
}

/** Sets a new password by the ticket of a link, once, and logs in. Refuses with `recoveries.ticket_over`. */
export async function recoverByTicket(platform: Platform, given: InputOf<(typeof recoveries)["byTicket"]> & Visit): Promise<Entered> {
  await checkOpen(platform, "emailPasswordReset");
  const { database, keys } = platform;
  const { ticket, newPassword, confirmNewPassword, now } = given;
  const row = await database.db
    .selectFrom("recovery_ticket")
    .select("account_id as accountId")
    .where("hash", "=", hashOf(ticket))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) refuse("recoveries.ticket_over");
  const { accountId } = row;
  await checkNewPasswords({ newPassword, confirmNewPassword }, { own: await readOwnWords(database.db, accountId), rule: await getPasswordRule(database.db) });
  const shown = await checkBound(platform, { ...given, accountId });
  const passwordHash = await hashPassword(newPassword);
  await database.begin(async (tx) => {
    const used = await tx
      .deleteFrom("recovery_ticket")
      .where("hash", "=", hashOf(ticket))
      .where("expires_at", ">", now)
      .returning("contact")
      .executeTakeFirst();
    const standing = used?.contact && (await standingOf(tx, { accountId, kind: "email", hash: used.contact, now }));
    if (!standing) refuse("recoveries.ticket_over");
    await forgetTickets(tx, accountId);
    await resetPassword(tx, keys, { accountId, passwordHash, by: "email", isFormer: standing === "former", shown, now });
  });
  return enterAfterwards(platform, { ...given, accountId, shown });
}

/** A bound factor that was shown on the way to a new password. */
type Shown = Pick<Entrance, "shown" | "passkey">;

interface Bound extends Visit {
  readonly accountId: bigint;
  readonly factor?: string | undefined;
  readonly passkey?: ShownCredential | undefined;
}

/**
 * Whoever holds the phone or the mailbox is not yet past a bound authenticator or passkey, however old it is beside the contact; answers what was shown.
 * Refuses with `sessions.factor_needed`, `sessions.factor_wrong`, `factors.locked` or `passkeys.wrong`.
 */
async function checkBound(platform: Platform, { accountId, factor = "", passkey, visitor, now }: Bound): Promise<Shown> {
  const { database, keys } = platform;
  const whose = { kind: "member", id: accountId } as const;
  const bound = (await arePasskeysOffered(platform, database.db)) ? await listPasskeys(database.db, accountId) : [];
  if (passkey !== undefined && bound.length > 0) {
    const { id } = await takePasskey(platform, { credential: passkey, visitor, now });
    return bound.some((known) => known.id === id) ? { passkey: id } : refuse("passkeys.wrong");
  }
  if (!(await hasTotp(database.db, whose))) return bound.length === 0 ? {} : refuse("sessions.factor_needed", { field: "passkey" });
  if (factor.trim() === "") refuse("sessions.factor_needed", { field: "factor" });
  if ((await checkFactor({ begin: database.begin, keys }, { whose, answer: factor, now })) === undefined) refuse("sessions.factor_wrong", { field: "factor" });
  return { shown: "totp" };
}

/** The password is set whatever comes now: an excluded member's login stays refused. */
async function enterAfterwards({ database }: Platform, { accountId, shown, ...visit }: Visit & { accountId: bigint; shown: Shown }): Promise<Entered> {
  const { visitor, ip, country, now, timeZone } = visit;
  const account = await getAccountToEnter(database.db, accountId);
  const entrance = { account, entry: "player", method: "recovery", ...shown, mustChangePassword: false, passwordExpired: false } as const;
  return enter(database.begin, { ...entrance, visitor, ip, country, now, timeZone });
}

const SWEPT_AT_ONCE_MAX = 10_000;

/** Forgets links and requests that are over. */
export async function sweepRecoveries(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PAUSE_MS);
  await sql`delete from recovery_ticket where ctid = any(array(select ctid from recovery_ticket where expires_at < ${now} limit ${SWEPT_AT_ONCE_MAX}))`.execute(
    tx,
  );
  await sql`delete from recovery_request where ctid = any(array(select ctid from recovery_request where since < ${before} limit ${SWEPT_AT_ONCE_MAX}))`.execute(
    tx,
  );
}
