import { randomInt } from "node:crypto";
import type { accounts, MobileRegistrationUser, RegistrationUser } from "@laro/contract/accounts";
import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { looksLikeStaff } from "@laro/contract/core/names";
import { isWeakPin } from "@laro/contract/core/passwords";
import { isAsked } from "@laro/contract/core/registerFields";
import type { RegisterSettings } from "@laro/contract/core/registerSettings";
import { type RegistrationType } from "@laro/contract/core/registrationTypes";
import type { ConsentKind } from "@laro/contract/privacy";
import type { Entered } from "@laro/contract/sessions";
import type { RegisterRule } from "@laro/contract/site";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { consumeCode, deviceOf, judgeCode, sendCode } from "../codes/codes.ts";
import { sendNow } from "../dispatches/dispatches.send.ts";
import { dispatchLetter } from "../dispatches/dispatches.ts";
import { parsePhone } from "../phones/phones.ts";
import { findWay, placeOf, type Way } from "../agents/agents.links.ts";
import { hashPassword } from "../sessions/passwords.ts";
import { checkNewPassword } from "../sessions/passwords.choice.ts";
import { openEntrance } from "../sessions/login.enter.ts";
import type { Visit } from "../sessions/visit.ts";
import { brand, type JurisdictionPack } from "../settings/packs.ts";
import { getRegisterRules } from "../settings/registerRules.ts";
import { checkRule } from "../settings/rules.ts";
import { getMinimumAge, isFlagOn } from "../settings/settings.ts";
import { createAccount, wordsOf } from "./accounts.ts";
import { findByContact, setContact, verifyContact } from "../contacts/contacts.ts";
import { giveConsents } from "./consents.ts";
import { screenPerson } from "./screened.ts";
import { keepProfile, type Profile, profileFields } from "./profiles.ts";
import { humanCheck } from "../sessions/human.ts";
import { leaveTrials } from "./trials.ts";
import { findNewcomerBonus } from "./registration.bonus.ts";
import { checkAddress, countRegistration, needsCaptcha, takeCaptcha } from "./registration.limits.ts";

type Access = { readonly db: Db; readonly begin: Database["begin"] };

type Asked = readonly RegisterRule[];

/** Who registers, from where, and by which rules of the house. */
export interface Newcomer extends Visit {
  readonly type: RegistrationType;
  readonly user: RegistrationUser;
  readonly keys: Keys;
  readonly pack: JurisdictionPack;
  /** The call comes from outside the market's countries. */
  readonly isAbroad: boolean;
}

const flagOf = { username: "usernameRegister", mobile: "mobileRegister" } as const;

/** What the register popup asks for beside its fields. Mobile comes first where it is on. */
export async function getRegisterSettings(db: Db, { pack, visitor, ip, now }: Pick<Newcomer, "pack" | "visitor" | "ip" | "now">): Promise<RegisterSettings> {
  const open = await Promise.all((["mobile", "username"] as const).map(async (type) => ((await isFlagOn(db, flagOf[type])) ? [type] : [])));
  return {
    types: open.flat(),
    smsVerification: await isFlagOn(db, "smsVerification"),
    captcha: await needsCaptcha(db, { device: visitor.device, ip, now }),
    venue: await isVenueAsked(db),
    declaration: pack.declaration,
    minimumAge: await getMinimumAge(db, pack),
    bonus: await findNewcomerBonus(db, now),
  };
}

/** Whether there is a venue to choose. */
export async function isVenueAsked(db: Db | Tx): Promise<boolean> {
  return (await (db as Db).selectFrom("venue").select("id").where("closed", "=", false).limit(1).executeTakeFirst()) !== undefined;
}

/** The house's own country, where a number comes without one. */
const HOME_DIALING_CODE = "+63";
const TOLD_WITHIN_MS = 10 * 60_000;

/** Names no rule judges: the confirmations, and what is not typed. */
const judgedElsewhere = ["captcha", "verificationCode"];

function checkFields(rules: Asked, { type, user }: Newcomer): void {
  for (const rule of rules)
    if (isAsked(rule, type) && !judgedElsewhere.includes(rule.field))
      checkRule(rule, rule.field === "mobileNum" ? digitsOf(user.mobileNum ?? "") : user[rule.field as keyof RegistrationUser]);
  if (user.password !== user.confirmPassword) refuse("accounts.rule_broken", { field: "confirmPassword", rule: "same" });
  const pin = pinOf(rules, type, user);
  if (pin === undefined) return;
  if (pin !== user.confirmPaymentPassword) refuse("accounts.rule_broken", { field: "confirmPaymentPassword", rule: "same" });
  if (isWeakPin(pin)) refuse("accounts.pin_weak", { field: "paymentPassword" });
}

/** A field counts only where the form asks for it: what else was sent is dropped. */
const askedText = (rules: Asked, type: RegistrationType, user: RegistrationUser, field: string): string | undefined => {
  const rule = rules.find((one) => one.field === field);
  const text = user[field as keyof RegistrationUser];
  return rule !== undefined && isAsked(rule, type) && typeof text === "string" && text !== "" ? text : undefined;
};

const pinOf = (rules: Asked, type: RegistrationType, user: RegistrationUser): string | undefined => askedText(rules, type, user, "paymentPassword");

const profileOf = (rules: Asked, { type, user }: Newcomer): Profile =>
  Object.fromEntries(profileFields.flatMap((field) => [askedText(rules, type, user, field)].flatMap((text) => (text === undefined ? [] : [[field, text]]))));

/** Under the age of the house by the pack's calendar. Who was born on the 29th of February is of age on the 1st of March. */
export async function checkAge(db: Db, birthday: string | undefined, { pack, now }: Pick<Newcomer, "pack" | "now">): Promise<void> {
  if (birthday === undefined) return;
  const minimumAge = await getMinimumAge(db, pack);
  const { rows } = await sql<{ isTooYoung: boolean }>`
    select ${birthday}::date > (${now}::timestamptz at time zone ${pack.timeZone})::date - make_interval(years => ${minimumAge}) as "isTooYoung"`.execute(
    db as Tx,
  );
  if (rows[0]!.isTooYoung) refuse("accounts.too_young", { field: "birthday", age: minimumAge });
}

const ownWordsOf = ({ username, email, mobileNum, payeeName = "", nickname }: RegistrationUser): readonly (string | undefined)[] => [
  username,
  email,
  mobileNum,
  nickname,
  ...wordsOf(payeeName),
];

/** Members read names and may believe them. Refuses one that looks like staff's with `accounts.name_reserved`, and one that is an operator's like any that is taken. */
export async function checkName(db: Db, name: string): Promise<void> {
  if (looksLikeStaff(name, brand.name)) refuse("accounts.name_reserved", { field: "username" });
  const operator = await db
    .selectFrom("operator")
    .select("id")
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .executeTakeFirst();
  if (operator !== undefined) refuse("accounts.name_taken", { field: "username" });
}

/** Where a code may stand, the first that is given decides whose the newcomer is. */
const codeFields = ["affiliateCode", "referralCode", "recommenderId"] as const;

/**
 * Whose the newcomer will be, of which type, and who referred them: nobody's player without a code. `recommenderId` takes a referral code where the form asks for it. Refuses a
 * code that opens nothing with `accounts.invitation_unknown`, at its field.
 */
async function findPlace(db: Db, rules: Asked, { type, user, pack, now }: Newcomer) {
  const { affiliateCode, referralCode } = user;
  const given = { affiliateCode, referralCode, recommenderId: askedText(rules, type, user, "recommenderId") };
  const ways: Way[] = [];
  for (const field of codeFields) {
    const code = given[field];
    if (!code) continue;
    // The form has one field for both of the first: what a link brought stands in it.
    ways.push(
      (await findWay(db, { code, rules: pack.agents, now })) ??
        refuse("accounts.invitation_unknown", { field: field === "recommenderId" ? field : "affiliateCode" }),
    );
  }
  return { ...placeOf(ways[0]), referrerId: ways.find(({ referrerId }) => referrerId !== null)?.referrerId ?? null };
}

const VENUE_ID = /^[1-9][0-9]{0,17}$/;

/** The venue that was chosen; null where none is asked for. Refuses with `accounts.venue_needed`. */
async function findVenue(db: Db, venue = ""): Promise<bigint | null> {
  if (!(await isVenueAsked(db))) return null;
  const row = VENUE_ID.test(venue)
    ? await db.selectFrom("venue").select("id").where("id", "=", BigInt(venue)).where("closed", "=", false).executeTakeFirst()
    : undefined;
  return row?.id ?? refuse("accounts.venue_needed", { field: "venue" });
}

/** What a telephone writes between digits, and the plus before the country, are not the rule's matter. */
const digitsOf = (typed: string): string => typed.normalize("NFKC").replace(/^\s*\+|[\s()-]/g, "");

/** The number that was given, where one is asked for and filled in; checked in every way to register. Refuses as `parsePhone` does. */
async function readPhone(rules: Asked, { type, user, pack }: Newcomer): Promise<string | undefined> {
  const typed = askedText(rules, type, user, "mobileNum");
  if (typed === undefined) return undefined;
  return (await parsePhone({ countryDialingCode: user.countryDialingCode || HOME_DIALING_CODE, mobileNum: typed }, pack.phoneCountries)).e164;
}

/** Whether the number must show that it is the newcomer's: by the flag for a mobile registration, by the code's own rule for one by user name. */
const asksCode = async (db: Db, rules: Asked, type: RegistrationType): Promise<boolean> =>
  type === "mobile" ? isFlagOn(db, "smsVerification") : rules.some((rule) => rule.field === "verificationCode" && isAsked(rule, type));

/** Judges the code that was sent to the number; it is used up with the account. Answers its id, or undefined where none is asked for. */
async function judgeNumber({ db, begin }: Access, rules: Asked, { type, user, visitor, keys, now }: Newcomer, phone?: string): Promise<string | undefined> {
  if (phone === undefined || !(await asksCode(db, rules, type))) return undefined;
  const { id } = await judgeCode(begin, keys, { ...boundTo(phone, deviceOf(visitor)), code: user.verificationCode, now });
  return id;
}

const boundTo = (target: string, device: Buffer) => ({ purpose: "register", channel: "sms", target, device }) as const;

export type CodeAsked = Pick<Newcomer, "visitor" | "ip" | "pack" | "now"> & { readonly input: InputOf<(typeof accounts)["sendCode"]> };

/**
 * Sends the code of a registration. A number that has an account is sent word of that instead, and the answer is the same. Refuses with
 * `accounts.registration_closed` where no way to register asks for a code, and as `parsePhone` and `sendCode` do.
 */
export async function sendRegistrationCode(platform: Platform, { input, visitor, ip, pack, now }: CodeAsked): Promise<{ expiredMinutes: number }> {
  const { db, begin } = platform.database;
  const type = input.username ? "username" : "mobile";
  const rules = await getRegisterRules(db, pack);
  if (!(await isFlagOn(db, flagOf[type])) || !(await asksCode(db, rules, type))) refuse("accounts.registration_closed");
  if (input.username) await checkName(db, input.username);
  const mobileNum = input.mobileNum || input.mobileNo || "";
  const { e164 } = await parsePhone({ countryDialingCode: input.countryDialingCode || HOME_DIALING_CODE, mobileNum }, pack.phoneCountries);
  const isSolved = await asksHuman(db, rules, { type, given: input, visitor, ip, now });
  if (isSolved) await takeCaptcha(begin, input, now);
  const isHuman = isSolved || humanCheck(begin, { captcha: input.captcha, captchaKey: input.verification?.captchaKey, now });
  const owner = await findByContact(db, platform.keys, { kind: "phone", value: e164 });
  const [decoy, language, bound] = [owner !== undefined, input.language ?? brand.defaultLanguage, boundTo(e164, visitor.nameDevice())];
  const sent = await sendCode(platform, { ...bound, accountId: null, ip, language, now, mode: "now", decoy, isHuman });
  if (owner !== undefined) await tellOwner(platform, { owner, e164, language, now });
  return sent;
}

async function tellOwner(platform: Platform, { owner, e164, language, now }: { owner: bigint; e164: string; language: string; now: Date }): Promise<void> {
  const expiresAt = new Date(now.getTime() + TOLD_WITHIN_MS);
  const letter = { channel: "sms", template: "taken", accountId: owner, target: e164, values: { brand: brand.name }, language, expiresAt, now } as const;
  const id = await platform.database.begin((tx) => dispatchLetter(tx, platform.keys, { ...letter, mode: "now" }));
  await sendNow(platform, { id, now });
}

interface Solving extends Pick<Newcomer, "visitor" | "ip" | "now"> {
  readonly type: RegistrationType;
  readonly given: { readonly captcha?: string | undefined };
}

/** Whether a captcha must be solved: by its rule, or because this browser opened many accounts today, or of an unnamed one its network within the hour. */
const asksHuman = async (db: Db, rules: Asked, { type, given, visitor, ip, now }: Solving): Promise<boolean> =>
  rules.some((rule) => rule.field === "captcha" && isAsked(rule, type) && (rule.required || (given.captcha ?? "") !== "")) ||
  needsCaptcha(db, { device: visitor.device, ip, now });

/** All that can be said of a registration before anything is made; answers what the account is made of. */
async function checkNewcomer({ db, begin }: Access, newcomer: Newcomer) {
  const { type, user, ip, visitor, pack, now } = newcomer;
  if (newcomer.isAbroad) refuse("countries.closed");
  if (!(await isFlagOn(db, flagOf[type]))) refuse("accounts.registration_closed");
  await checkAddress(db, { ip, now });
  const rules = await getRegisterRules(db, pack);
  checkFields(rules, newcomer);
  const nickname = askedText(rules, type, user, "nickname");
  if (nickname !== undefined && looksLikeStaff(nickname, brand.name)) refuse("accounts.name_reserved", { field: "nickname" });
  if (pack.declaration && user.declared !== true) refuse("accounts.declaration_needed", { field: "declared" });
  await checkAge(db, askedText(rules, type, user, "birthday"), newcomer);
  const phone = await readPhone(rules, newcomer);
  await checkName(db, user.username);
  const [place, venueId] = [await findPlace(db, rules, newcomer), await findVenue(db, user.venue)];
  // Whoever brings a code has shown that they are human before it was sent.
  const bringsCode = phone !== undefined && (await asksCode(db, rules, type));
  if (!bringsCode && (await asksHuman(db, rules, { type, given: user, visitor, ip, now }))) await takeCaptcha(begin, user, now);
  const rule = rules.find(({ field }) => field === "password")!;
  await checkNewPassword(user.password, { field: "password", own: ownWordsOf(user), rule });
  const codeId = await judgeNumber({ db, begin }, rules, newcomer, phone);
  const email = askedText(rules, type, user, "email");
  return { place, venueId, nickname, phone, codeId, email, pin: pinOf(rules, type, user), profile: profileOf(rules, newcomer) };
}

/** Registers a player and logs them in: account, consents, profile, session and the word to others are one transaction. */
export async function register(access: Access, newcomer: Newcomer): Promise<Entered> {
  const checked = await checkNewcomer(access, newcomer);
  const passwordHash = await hashPassword(newcomer.user.password);
  const pinHash = checked.pin === undefined ? null : await hashPassword(checked.pin);
  return access.begin((tx) => openAccount(tx, { ...newcomer, ...checked, passwordHash, pinHash }));
}

interface Checked extends Newcomer {
  readonly place: ReturnType<typeof placeOf> & { readonly referrerId: bigint | null };
  readonly venueId: bigint | null;
  readonly nickname: string | undefined;
  /** E.164. */
  readonly phone: string | undefined;
  /** The judged code that shows the phone is theirs. */
  readonly codeId: string | undefined;
  readonly email: string | undefined;
  readonly profile: Profile;
  readonly passwordHash: string;
  readonly pinHash: string | null;
}

/** What a newcomer agrees to. */
export const consentsOf = ({ declaration }: Pick<JurisdictionPack, "declaration">): readonly ConsentKind[] =>
  declaration ? ["terms", "privacy", "declaration"] : ["terms", "privacy"];

async function openAccount(tx: Tx, { user, ip, country, visitor, keys, pack, now, ...made }: Checked): Promise<Entered> {
  const { place, venueId, nickname, phone, codeId, email, passwordHash, pinHash, profile } = made;
  await countRegistration(tx, { ip, device: visitor.nameDevice(), now });
  const name = user.username;
  const accountId = await createAccount(tx, { name, passwordHash, ...place, pack, keys, now });
  await tx
    .updateTable("account")
    .set({ nickname: nickname ?? name, venue_id: venueId, payment_password_hash: pinHash })
    .where("id", "=", accountId)
    .execute();
  await keepProfile(tx, keys, { accountId, profile, now });
  if (profile.payeeName !== undefined) await screenPerson(tx, keys, { accountId, name: profile.payeeName, birthday: profile.birthday, source: "said", now });
  await keepContacts(tx, keys, { accountId, phone, codeId, email, now });
  await giveConsents(tx, { accountId, kinds: consentsOf(pack), address: ip, now });
  await tell(tx, "accounts.registered", { accountId: String(accountId) });
  const account = { id: accountId, name, type: place.type, factorWhen: "newIp" };
  const visit = { visitor, ip, country, now, timeZone: pack.timeZone };
  const entrance = { ...visit, account, entry: "player", method: "register", mustChangePassword: false, passwordExpired: false } as const;
  await leaveTrials(tx, visitor.device);
  return openEntrance(tx, entrance, {});
}

/** A number whose code was right is the account's own from now on; all else is only noted. A number that became another's meanwhile takes the account back with its code. */
async function keepContacts(
  tx: Tx,
  keys: Keys,
  { accountId, phone, codeId, email, now }: Pick<Checked, "phone" | "codeId" | "email" | "now"> & { accountId: bigint },
): Promise<void> {
  if (email !== undefined) await setContact(tx, keys, { accountId, kind: "email", value: email, now });
  if (phone === undefined) return;
  const contact = { accountId, kind: "phone", value: phone, now } as const;
  await setContact(tx, keys, contact);
  if (codeId === undefined) return;
  await consumeCode(tx, { id: codeId, now });
  if (!(await verifyContact(tx, keys, contact))) refuse("codes.expired", { field: "verificationCode" });
}

const NAME_DIGITS = 8;
const NAMES_TRIED_MAX = 5;

/** A name for who registers by mobile number: `u` and eight digits that nobody has. */
async function newName(db: Db): Promise<string> {
  for (let tried = 0; tried < NAMES_TRIED_MAX; tried++) {
    const name = `u${String(randomInt(10 ** NAME_DIGITS)).padStart(NAME_DIGITS, "0")}`;
    if ((await db.selectFrom("account").select("id").where("name", "=", name).executeTakeFirst()) === undefined) return name;
  }
  return refuse("server.busy");
}

/** Registers a player by mobile number, under a name of the house's. */
export async function registerMobile(
  access: Access,
  { user, ...newcomer }: Omit<Newcomer, "type" | "user"> & { user: MobileRegistrationUser },
): Promise<Entered> {
  const { mobileNum, mobileNo, ...rest } = user;
  return register(access, { ...newcomer, type: "mobile", user: { ...rest, mobileNum: mobileNum || mobileNo, username: await newName(access.db) } });
}
