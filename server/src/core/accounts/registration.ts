import type { RegisterSettings, RegistrationUser } from "@laro/contract/accounts";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { looksLikeStaff } from "@laro/contract/core/names";
import { isWeakPin } from "@laro/contract/core/passwords";
import { isAsked, type RegistrationType } from "@laro/contract/core/registerFields";
import type { Entered } from "@laro/contract/sessions";
import type { RegisterRule } from "@laro/contract/site";
import { sql } from "kysely";
import type { Visitor } from "../../platform/browser.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { tell } from "../../platform/outbox.ts";
import { findInvitingAgent } from "../agents/agents.ts";
import { hashPassword } from "../sessions/passwords.ts";
import { checkNewPassword } from "../sessions/passwords.choice.ts";
import { markFirstLogin, openSession } from "../sessions/sessions.ts";
import { brand, type JurisdictionPack } from "../settings/packs.ts";
import { getRegisterRules } from "../settings/registerRules.ts";
import { checkRule } from "../settings/rules.ts";
import { isFlagOn } from "../settings/settings.ts";
import { createAccount, wordsOf } from "./accounts.ts";
import { type ConsentKind, giveConsents } from "./consents.ts";
import { keepProfile, type Profile, profileFields } from "./profiles.ts";
import { checkAddress, countRegistration, needsCaptcha, takeCaptcha } from "./registration.limits.ts";

type Access = { readonly db: Db; readonly begin: Database["begin"] };

/** Who registers, from where, and by which rules of the house. */
export interface Newcomer {
  readonly type: RegistrationType;
  readonly user: RegistrationUser;
  readonly ip: string;
  readonly visitor: Visitor;
  readonly keys: Keys;
  readonly pack: JurisdictionPack;
  readonly now: Date;
}

const flagOf = { username: "usernameRegister", mobile: "mobileRegister" } as const;

/** What the register popup asks for beside its fields. Mobile comes first where it is on. */
export async function getRegisterSettings(db: Db, { pack, visitor, now }: Pick<Newcomer, "pack" | "visitor" | "now">): Promise<RegisterSettings> {
  const open = await Promise.all((["mobile", "username"] as const).map(async (type) => ((await isFlagOn(db, flagOf[type])) ? [type] : [])));
  return {
    types: open.flat(),
    smsVerification: await isFlagOn(db, "smsVerification"),
    captcha: await needsCaptcha(db, { device: visitor.device, now }),
    venue: await isVenueAsked(db),
    declaration: pack.declaration,
    minimumAge: pack.minimumAge,
  };
}

/** Whether there is a venue to choose. */
export async function isVenueAsked(db: Db | Tx): Promise<boolean> {
  return (await (db as Db).selectFrom("venue").select("id").where("closed", "=", false).limit(1).executeTakeFirst()) !== undefined;
}

/** Names no rule judges: the confirmations, and what is not typed. */
const judgedElsewhere = ["captcha", "verificationCode"];

function checkFields(rules: readonly RegisterRule[], { type, user }: Newcomer): void {
  for (const rule of rules) if (isAsked(rule, type) && !judgedElsewhere.includes(rule.field)) checkRule(rule, user[rule.field as keyof RegistrationUser]);
  if (user.password !== user.confirmPassword) refuse("accounts.rule_broken", { field: "confirmPassword", rule: "same" });
  const pin = pinOf(rules, type, user);
  if (pin === undefined) return;
  if (pin !== user.confirmPaymentPassword) refuse("accounts.rule_broken", { field: "confirmPaymentPassword", rule: "same" });
  if (isWeakPin(pin)) refuse("accounts.pin_weak", { field: "paymentPassword" });
}

/** A field counts only where the form asks for it: what else was sent is dropped. */
const askedText = (rules: readonly RegisterRule[], type: RegistrationType, user: RegistrationUser, field: string): string | undefined => {
  const rule = rules.find((one) => one.field === field);
  const text = user[field as keyof RegistrationUser];
  return rule !== undefined && isAsked(rule, type) && typeof text === "string" && text !== "" ? text : undefined;
};

const pinOf = (rules: readonly RegisterRule[], type: RegistrationType, user: RegistrationUser): string | undefined =>
  askedText(rules, type, user, "paymentPassword");

const profileOf = (rules: readonly RegisterRule[], { type, user }: Newcomer): Profile =>
  Object.fromEntries(profileFields.flatMap((field) => [askedText(rules, type, user, field)].flatMap((text) => (text === undefined ? [] : [[field, text]]))));

/** Under the pack's age by its own calendar. Who was born on the 29th of February is of age on the 1st of March. */
async function checkAge(db: Db, birthday: string | undefined, { pack: { minimumAge, timeZone }, now }: Newcomer): Promise<void> {
  if (birthday === undefined) return;
  const { rows } = await sql<{ isTooYoung: boolean }>`
    select ${birthday}::date > (${now}::timestamptz at time zone ${timeZone})::date - make_interval(years => ${minimumAge}) as "isTooYoung"`.execute(db as Tx);
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
async function checkName(db: Db, name: string): Promise<void> {
  if (looksLikeStaff(name, brand.name)) refuse("accounts.name_reserved", { field: "username" });
  const operator = await db
    .selectFrom("operator")
    .select("id")
    .where((where) => where(where.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .executeTakeFirst();
  if (operator !== undefined) refuse("accounts.name_taken", { field: "username" });
}

/** The agent who invited; null where nobody did. Refuses a code that is nobody's with `accounts.invitation_unknown`. */
async function findInviter(db: Db, { affiliateCode, referralCode }: RegistrationUser): Promise<bigint | null> {
  const code = affiliateCode || referralCode;
  const parentId = code ? await findInvitingAgent(db, code) : null;
  if (parentId === undefined) refuse("accounts.invitation_unknown", { field: "affiliateCode" });
  return parentId;
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

/** All that can be said of a registration before anything is made; answers what the account is made of. */
async function checkNewcomer({ db, begin }: Access, newcomer: Newcomer) {
  const { type, user, ip, visitor, pack, now } = newcomer;
  if (!(await isFlagOn(db, flagOf[type]))) refuse("accounts.registration_closed");
  await checkAddress(db, { ip, now });
  const rules = await getRegisterRules(db, pack);
  checkFields(rules, newcomer);
  const nickname = askedText(rules, type, user, "nickname");
  if (nickname !== undefined && looksLikeStaff(nickname, brand.name)) refuse("accounts.name_reserved", { field: "nickname" });
  if (pack.declaration && user.declared !== true) refuse("accounts.declaration_needed", { field: "declared" });
  await checkAge(db, askedText(rules, type, user, "birthday"), newcomer);
  await checkName(db, user.username);
  const [parentId, venueId] = [await findInviter(db, user), await findVenue(db, user.venue)];
  const asksCaptcha = rules.some((rule) => rule.field === "captcha" && isAsked(rule, type) && (rule.required || (user.captcha ?? "") !== ""));
  if (asksCaptcha || (await needsCaptcha(db, { device: visitor.device, now }))) await takeCaptcha(begin, user, now);
  const rule = rules.find(({ field }) => field === "password")!;
  await checkNewPassword(user.password, { field: "password", own: ownWordsOf(user), rule });
  return { parentId, venueId, nickname, pin: pinOf(rules, type, user), profile: profileOf(rules, newcomer) };
}

/** Registers a player and logs them in: account, consents, profile, session and the word to others are one transaction. */
export async function register(access: Access, newcomer: Newcomer): Promise<Entered & { accountId: bigint }> {
  const checked = await checkNewcomer(access, newcomer);
  const passwordHash = await hashPassword(newcomer.user.password);
  const pinHash = checked.pin === undefined ? null : await hashPassword(checked.pin);
  return access.begin((tx) => openAccount(tx, { ...newcomer, ...checked, passwordHash, pinHash }));
}

interface Checked extends Newcomer {
  readonly parentId: bigint | null;
  readonly venueId: bigint | null;
  readonly nickname: string | undefined;
  readonly profile: Profile;
  readonly passwordHash: string;
  readonly pinHash: string | null;
}

async function openAccount(tx: Tx, { user, ip, visitor, keys, pack, now, ...made }: Checked): Promise<Entered & { accountId: bigint }> {
  const { parentId, venueId, nickname, passwordHash, pinHash, profile } = made;
  const device = visitor.nameDevice();
  await countRegistration(tx, { ip, device, now });
  const name = user.username;
  const accountId = await createAccount(tx, { name, passwordHash, type: accountTypes.player, parentId, pack, now });
  await tx
    .updateTable("account")
    .set({ nickname: nickname ?? name, venue_id: venueId, payment_password_hash: pinHash })
    .where("id", "=", accountId)
    .execute();
  await keepProfile(tx, keys, { accountId, profile, now });
  const kinds: readonly ConsentKind[] = pack.declaration ? ["terms", "privacy", "declaration"] : ["terms", "privacy"];
  await giveConsents(tx, { accountId, kinds, address: ip, now });
  await markFirstLogin(tx, { accountId, now });
  const origin = { method: "register", device, agent: visitor.agent, isProved: true } as const;
  const token = await openSession(tx, { kind: "member", subjectId: accountId, mustChangePassword: false, ip, now, ...origin });
  await tell(tx, "accounts.registered", { accountId: String(accountId) });
  return { accountId, token, userName: name, type: accountTypes.player, firstTimeLogin: true, passwordExpired: false, mustChangePassword: false };
}
