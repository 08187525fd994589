import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { accounts } from "@laro/contract/accounts";
import type { MemberActor } from "../../platform/actor.ts";
import { newId } from "../../platform/ids.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { consumeCode, deviceOf, endCodes, judgeCode, sendCode } from "../codes/codes.ts";
import { CHANGE_MS, changeContact, type Replaced, stopChange } from "../contacts/changes.ts";
import { type Contact, findByContact, listContacts, normalEmail } from "../contacts/contacts.ts";
import { dispatchLetter } from "../dispatches/dispatches.ts";
import { parsePhone } from "../phones/phones.ts";
import { endChallenges } from "../sessions/challenge.ts";
import { forgetAllRemembered } from "../sessions/remember.ts";
import { endSessions } from "../sessions/sessions.ts";
import type { Visit } from "../sessions/visit.ts";
import { brand, packs } from "../settings/packs.ts";
import { removePlanted } from "./planted.ts";
import { checkNotResting } from "./rest.ts";
import { startRest } from "./standing.ts";

type Asked = InputOf<(typeof accounts)["setContact"]>;
type Asking = Asked & Visit & { readonly actor: MemberActor };

const HOME_DIALING_CODE = "+63";
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;

async function readContact({ config }: Platform, { kind, value, countryDialingCode = HOME_DIALING_CODE }: Asked): Promise<Contact> {
  if (kind === "phone") {
    const { e164 } = await parsePhone({ mobileNum: value, countryDialingCode }, packs[config.pack].phoneCountries);
    return { kind, value: e164 };
  }
  const address = normalEmail(value);
  if (!EMAIL.test(address)) refuse("accounts.rule_broken", { field: "value", rule: "pattern5", minimum: 6, maximum: 254, exact: false });
  return { kind, value: address };
}

const boundOf = ({ kind, value }: Contact, device: Buffer) =>
  ({ purpose: "contact", channel: kind === "phone" ? "sms" : "email", target: value, device }) as const;

/**
 * Sends a code to a new contact. One that is another's is answered alike and sent nothing, so the letter goes out by a job. Refuses with `accounts.resting` and with what
 * `sendCode` refuses with.
 */
export async function sendContactCode(platform: Platform, asked: Asking): Promise<{ expiredMinutes: number }> {
  const { actor, visitor, ip, now } = asked;
  await checkNotResting({ db: platform.database.db, timeZone: platform.timeZone }, actor, now);
  const contact = await readContact(platform, asked);
  const owner = await findByContact(platform.database.db, platform.keys, contact);
  const decoy = owner !== undefined && owner !== actor.id;
  const bound = boundOf(contact, visitor.nameDevice());
  return sendCode(platform, { ...bound, accountId: actor.id, ip, language: visitor.language, now, mode: "job", decoy, isHuman: true });
}

/**
 * Takes the code: the contact is the account's own. One it takes the place of is told and may stop it for three days, while the account rests. Refuses with `codes.*`;
 * a contact that somebody else verified meanwhile like a wrong code.
 */
export async function confirmContact(platform: Platform, asked: Asking & { readonly verificationCode: string }): Promise<void> {
  const { actor, visitor, now, verificationCode: code } = asked;
  const { keys, database } = platform;
  await checkNotResting({ db: platform.database.db, timeZone: platform.timeZone }, actor, now);
  const contact = await readContact(platform, asked);
  const { id, accountId } = await judgeCode(database.begin, keys, { ...boundOf(contact, deviceOf(visitor)), code, now });
  const wrong = () => refuse("codes.wrong", { field: "verificationCode", left: 0 });
  if (accountId !== actor.id) return wrong();
  await database.begin(async (tx) => {
    await consumeCode(tx, { id, now });
    const replaced = await changeContact(tx, keys, { accountId, ...contact, now });
    if (replaced === false) return wrong();
    if (replaced !== undefined) {
      await startRest(tx, { accountId, cause: "contactChanged", now });
      await writeToFormer(tx, platform, { accountId, kind: contact.kind, replaced, now });
    }
    await tell(tx, "accounts.contactChanged", { accountId: String(accountId), changeId: newId(now), kind: contact.kind });
    staleOnCommit(tx, ["accounts.contacts"], [`member:${accountId}`]);
    return undefined;
  });
}

interface Told {
  readonly accountId: bigint;
  readonly kind: Contact["kind"];
  readonly replaced: Replaced;
  readonly now: Date;
}

async function writeToFormer(tx: Tx, { keys }: Platform, { accountId, kind, replaced, now }: Told): Promise<void> {
  const { name, language } = await tx.selectFrom("account").select(["name", "language"]).where("id", "=", accountId).executeTakeFirstOrThrow();
  await dispatchLetter(tx, keys, {
    channel: kind === "phone" ? "sms" : "email",
    template: "contactChanged",
    accountId,
    target: replaced.former,
    values: { brand: brand.name, name, stop: replaced.code },
    language,
    mode: "job",
    expiresAt: new Date(now.getTime() + CHANGE_MS),
    now,
  });
}

/**
 * Puts the old contact back by the code its owner was sent; whoever is in the account is out of it, and it goes on resting. Refuses with `accounts.change_over`, whether
 * the code is wrong, used or too old. Answers the sessions that ended.
 */
export async function stopContactChange(tx: Tx, { code, now }: { code: string; now: Date }): Promise<readonly string[]> {
  const stopped = await stopChange(tx, { code, now });
  if (stopped === undefined) return refuse("accounts.change_over", { field: "code" });
  const { accountId, at: changedAt } = stopped;
  const ended = await endSessions(tx, { kind: "member", subjectId: accountId, now });
  await forgetAllRemembered(tx, accountId);
  await endChallenges(tx, accountId);
  await endCodes(tx, { accountId, now });
  await removePlanted(tx, { accountId, changedAt, now });
  await startRest(tx, { accountId, cause: "contactChanged", now });
  staleOnCommit(tx, ["accounts.contacts"], [`member:${accountId}`]);
  return ended;
}

/** A member's contacts as a screen may show them, and until when a change can be stopped. */
export async function readContacts(db: Db, { accountId, now }: { accountId: bigint; now: Date }) {
  const changes = await db.selectFrom("contact_change").select(["kind", "until"]).where("account_id", "=", accountId).where("until", ">", now).execute();
  const list = (await listContacts(db, accountId)).map((contact) => {
    const until = changes.find(({ kind }) => kind === contact.kind)?.until;
    return { ...contact, stoppableUntil: until?.toISOString() ?? null };
  });
  return { list };
}
