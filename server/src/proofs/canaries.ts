/** Canaries proof: every secret and everything personal of a journey is a word nobody else uses, and none of them is found where it must not stand. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accounts } from "@laro/contract/accounts";
import { factors } from "@laro/contract/factors";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { recoveries } from "@laro/contract/recoveries";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { verifications } from "@laro/contract/verifications";
import sharp from "sharp";
import { openImage } from "../core/images/images.ts";
import { projectRoot } from "../platform/config.ts";
import { codeAt } from "../testing/authenticator.ts";
import { readCaptcha, solveCaptcha } from "../testing/captcha.ts";
import { readLetters, readOutbox } from "../testing/outbox.ts";
import { asOwner } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import { checked, dataUrl, form } from "../testing/verifications.ts";
import { registrationOf, type World } from "../testing/world.ts";

/** What is looked for, by what it is. */
export type Canaries = Map<string, string>;

/** Everything that was sent and answered while people acted, and what the log said of it. */
export interface Heard {
  readonly log: string[];
  readonly addresses: string[];
  readonly refusals: string[];
}

const BIRTHDAY = "1961-11-29";
const PHONE = "+639175838291";
const NEXT_PHONE = "+639175838292";

/** Listens to every call of this process, the server's own to others among them. Answers how to stop. */
export function listen({ addresses, refusals }: Heard): () => void {
  const usual = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    addresses.push(input instanceof Request ? input.url : String(input));
    const response = await usual(input, init);
    if (!response.ok) refusals.push(await response.clone().text());
    return response;
  };
  return () => void (globalThis.fetch = usual);
}

/** A member opens an account, is verified, loses the password and finds it again; every second thing goes wrong first. */
export async function travel(world: World): Promise<Canaries> {
  const canaries: Canaries = new Map([
    ["a password", "Canary-mule-4711x"],
    ["a wrong password", "Canary-wrong-8123q"],
    ["a new password", "Canary-newer-5529v"],
    ["a payment password", "739164"],
    ["an e-mail address", "canary.box9@example.com"],
    ["a telephone number", PHONE.slice(3)],
    ["another telephone number", NEXT_PHONE.slice(3)],
    ["a birthday", BIRTHDAY],
    ["a document's number", "CNR8842QX71"],
    ["an address", "77 Canary Street, Iloilo"],
    ["a place of birth", "Canaryville"],
  ]);
  const of = (what: string): string => canaries.get(what)!;
  const admin = await world.operator("superadmin");
  for (const modId of ["mobileCodeLogin", "phonePasswordReset"] as const) await admin.call(settings.setFlag, { modId, enabled: true, reason: "offered" });
  const ann = world.guest();
  const name = "canarybird";
  ann.token = (await ann.call(accounts.register, registrationOf(name, of("a password")))).token;
  await world.guest().refused(sessions.login, { username: name, password: of("a wrong password"), type: "username", entry: "player" });
  await bindPin(ann, canaries);
  await bindContacts(world, ann, canaries);
  await bindFactor(world, ann, canaries);
  await enterAgain(world, { ann, name }, canaries);
  await verify(world, ann, canaries);
  await stumble(world, canaries);
  await recover(world, { ann, name }, canaries);
  return canaries;
}

async function bindPin(ann: Person, canaries: Canaries): Promise<void> {
  const [password, paymentPassword] = [canaries.get("a password")!, canaries.get("a payment password")!];
  await ann.refused(accounts.setPaymentPassword, { password: canaries.get("a wrong password")!, paymentPassword });
  await ann.call(accounts.setPaymentPassword, { password, paymentPassword });
  await ann.call(payoutAccounts.add, { bank: "GCASH", holder: "Ana Cruz", number: "09170001234", paymentPassword });
}

async function bindContacts(world: World, ann: Person, canaries: Canaries): Promise<void> {
  const contacts = [
    { kind: "phone", value: PHONE, what: "a code by text message" },
    { kind: "email", value: canaries.get("an e-mail address")!, what: "a code by e-mail" },
  ] as const;
  for (const { what, ...contact } of contacts) {
    await ann.call(accounts.setContact, contact);
    canaries.set(what, await readOutbox(world, contact.value));
    await ann.refused(accounts.confirmContact, { ...contact, verificationCode: canaries.get(what) === "000000" ? "000001" : "000000" });
    await ann.call(accounts.confirmContact, { ...contact, verificationCode: canaries.get(what)! });
  }
  // Of somebody else, and of nobody.
  await world.guest().refused(sessions.sendCode, { mobileNum: NEXT_PHONE, countryDialingCode: "+63" });
}

async function bindFactor(world: World, ann: Person, canaries: Canaries): Promise<void> {
  const { key } = await ann.call(factors.beginTotp, {});
  canaries.set("an authenticator's key", key.replaceAll(" ", ""));
  await ann.refused(factors.confirmTotp, { code: "12" });
  const { recoveryCodes } = await ann.call(factors.confirmTotp, { code: codeAt(key, world.clock.now()) });
  canaries.set("a recovery code", recoveryCodes[0]!).set("a spent recovery code", recoveryCodes[1]!);
}

/** By password, by what the browser remembers, by code and by a ticket in an address. */
async function enterAgain(world: World, { ann, name }: { ann: Person; name: string }, canaries: Canaries): Promise<void> {
  const entry = { username: name, password: canaries.get("a password")!, type: "username", entry: "player" } as const;
  ann.token = (await ann.call(sessions.login, { ...entry, remember: true })).token;
  canaries.set("what a browser remembers by", ann.cookies.get("laro_remember")!.split(".")[1]!).set("a browser's name", ann.cookies.get("laro_device")!);
  ann.token = (await ann.call(sessions.loginRemembered, {})).token;
  canaries.set("a session's token", ann.token);
  const elsewhere = world.guest();
  await elsewhere.refused(sessions.login, entry);
  canaries.set("a challenge", elsewhere.cookies.get("laro_verify")!);
  const answer = canaries.get("a spent recovery code")!;
  elsewhere.token = (await elsewhere.call(sessions.answerChallenge, { method: "totp", answer })).token;
  const { ticket } = await ann.call(sessions.handOver, {});
  canaries.set("a ticket", ticket);
  await world.guest().refused(sessions.takeOver, { ticket: `${ticket}x` });
  await ann.call(sessions.takeOver, { ticket });
  const browser = world.guest();
  await browser.call(sessions.sendCode, { mobileNum: PHONE, countryDialingCode: "+63", ...(await solveCaptcha(world, browser)) });
  canaries.set("a login's code", await readOutbox(world, PHONE));
}

/** The form, three pictures that say where they were taken, and an officer who reads the document. */
async function verify(world: World, ann: Person, canaries: Canaries): Promise<void> {
  const of = (what: string): string => canaries.get(what)!;
  canaries.set("what a photo says", "canary-gps-5521");
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: "teal", noise: { type: "gaussian", mean: 128, sigma: 30 } } })
    .withExif({ IFD0: { Copyright: of("what a photo says") } })
    .jpeg()
    .toBuffer();
  canaries.set("a photo's bytes", picture.subarray(-90, -30).toString("latin1"));
  const personal = form({ birthday: BIRTHDAY, address: of("an address"), permanentAddress: of("an address"), placeOfBirth: of("a place of birth") });
  await ann.refused(verifications.setPersonalInfo, { ...personal, payeename: "Ana 7" });
  await ann.call(verifications.setPersonalInfo, personal);
  const photos = { idCardFront: dataUrl(picture), idCardBack: dataUrl(picture), idCardSelfie: dataUrl(picture), module: "UPLOADID3" as const };
  await ann.refused(verifications.uploadIdImages, { ...photos, idCardSelfie: `${dataUrl(picture)}!` });
  await ann.call(verifications.uploadIdImages, photos);
  const kyc = await world.operator("kyc");
  const { id } = (await kyc.call(verifications.queue, { state: "submitted", limit: 100 })).list[0]!;
  await kyc.call(verifications.open, { id, reason: "review" });
  await kyc.call(verifications.claim, { id });
  await kyc.call(verifications.readDocument, { id, documentNumber: of("a document's number"), birthday: BIRTHDAY });
  await kyc.call(verifications.approve, { id, checked });
  const front = await world.open.platform.database.db.selectFrom("image").select("id").limit(1).executeTakeFirstOrThrow();
  canaries.set("a kept photo's bytes", await keptBytes(world, front.id));
}

/** Some bytes of a picture as it is kept, once it is opened. */
async function keptBytes({ open }: World, id: string): Promise<string> {
  const { base64 } = await openImage(open.platform.database.db, open.platform.keys, { id });
  return Buffer.from(base64, "base64").subarray(-90, -30).toString("latin1");
}

/** The database refuses rows that hold what is personal, as it would where we are at fault: what it says of them must go no further. */
async function stumble(world: World, canaries: Canaries): Promise<void> {
  const { url } = world.open;
  const ben = await world.player();
  const paymentPassword = canaries.get("a payment password")!;
  await ben.call(accounts.setPaymentPassword, { password: ben.password, paymentPassword });
  canaries.set("a payout account's number", "09165550142").set("its holder", "Canarina Cruz");
  const number = canaries.get("a payout account's number")!;
  const bound = { bank: "MAYA", holder: canaries.get("its holder")!, number, paymentPassword };
  await asOwner(url, "alter table payout_account add constraint planted check (false) not valid");
  const code = await ben.refused(payoutAccounts.add, bound);
  await asOwner(url, "alter table payout_account drop constraint planted");
  if (code !== "server.unknown") throw new Error(`The database refused nothing: ${code}.`);
  await ben.call(payoutAccounts.add, bound);
}

/** The password is lost, and set anew by a link. */
async function recover(world: World, { name }: { ann: Person; name: string }, canaries: Canaries): Promise<void> {
  const email = canaries.get("an e-mail address")!;
  await world.guest().call(recoveries.byEmail, { username: name, email, ...(await readCaptcha(world)) });
  const letter = (await readLetters(world, email)).find(({ template }) => template === "recoveryMail");
  const ticket = /\/reset#([\w-]{43})/.exec(letter?.body ?? "")![1]!;
  canaries.set("a link's ticket", ticket);
  const given = { ticket, newPassword: canaries.get("a new password")!, confirmNewPassword: canaries.get("a new password")! };
  await world.guest().refused(recoveries.byTicket, { ...given, factor: "12" });
  await world.guest().call(recoveries.byTicket, { ...given, factor: canaries.get("a recovery code")! });
}

/** How a word may be written down. */
function spellings(word: string): readonly Buffer[] {
  const bytes = Buffer.from(word, "latin1");
  // Where its bytes begin among three decides how base64 spells them.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift === 0 ? 0 : shift + 1, -4),
  );
  return [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1), bytes.toString("hex"), ...base64]
    .filter(({ length }) => length >= SPELLING_LENGTH_MIN)
    .map((text) => Buffer.from(text, "latin1"));
}

/** Six digits stand in many an id by chance; they are looked for as a word of their own, and not at all where they are round, as the stakes of games are. */
const SPELLING_LENGTH_MIN = 6;
const isDigits = (word: string): boolean => /^\d{6}$/.test(word);
const isRound = (word: string): boolean => word.endsWith("0000");

function stands(word: string, place: Buffer): boolean {
  if (isDigits(word)) return !isRound(word) && new RegExp(`(?<![\\w.-])${word}(?![\\w.-])`).test(place.toString("latin1"));
  return spellings(word).some((spelling) => place.includes(spelling));
}

/** Every place that is not for secrets: what it is called, and all that stands in it. */
export async function readPlaces(world: World, { log, addresses, refusals }: Heard): Promise<ReadonlyMap<string, Buffer>> {
  return new Map([
    ["the log", Buffer.from(log.join("\n"), "latin1")],
    ["an address", Buffer.from(addresses.join("\n"), "latin1")],
    ["an error", Buffer.from(refusals.join("\n"), "latin1")],
    ...(await readTables(world.open.url)),
    ...readFiles("storage", world.open.platform.config.dataDir),
  ]);
}

/** What browsers are given. */
export const readBundles = (): readonly (readonly [string, Buffer])[] => readFiles("a bundle", join(projectRoot, "web/dist"));

/** Every table as text, bytes as hexadecimal digits. */
async function readTables(url: string): Promise<readonly (readonly [string, Buffer])[]> {
  const tables = await asOwner<{ name: string }>(
    url,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
  );
  const all = tables.map(({ name }) => `select '${name}' as name, string_agg(t::text, e'\\n') as text from ${name} t`).join(" union all ");
  const read = await asOwner<{ name: string; text: string | null }>(url, all);
  return read.map(({ name, text }) => [`table ${name.replace(/^public\./, "")}`, Buffer.from(text ?? "", "latin1")] as const);
}

const readFiles = (what: string, folder: string): readonly (readonly [string, Buffer])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [`${what} ${entry.name}`, readFileSync(join(entry.parentPath, entry.name))] as const);

/** Where each canary stands that should stand nowhere. */
export function findCanaries(canaries: Canaries, places: ReadonlyMap<string, Buffer>): readonly string[] {
  return [...places].flatMap(([place, content]) => [...canaries].filter(([, word]) => stands(word, content)).map(([what]) => `${what} stands in ${place}`));
}
