import type { Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import type { EventName } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { dispatchLetter } from "../dispatches/dispatches.ts";
import type { Template } from "../dispatches/texts.ts";
import { brand } from "../settings/packs.ts";
import { openContact } from "../contacts/contacts.ts";

/** What is told by letter too, beside the inbox that whoever stands in the account may read: the owner's mailbox is another door. */
const templates = {
  "sessions.newDevice": "newDevice",
  "sessions.factorFailing": "factorFailing",
  "sessions.rememberStolen": "rememberStolen",
  "accounts.recovered": "recovered",
  "accounts.credentialChanged": "credentialChanged",
  "privacy.closing": "closing",
} as const satisfies { readonly [Name in EventName]?: Template };

type Told = keyof typeof templates;

/** A warning is worth sending this long. */
const USEFUL_MS = 24 * 60 * 60_000;

const channels = { email: "email", phone: "sms" } as const;
type ContactKind = keyof typeof channels;
/** Whoever took an account over may hold one of its contacts. */
const EVERY: readonly ContactKind[] = ["email", "phone"];

interface Entry {
  readonly accountId: string;
  readonly entryId: string;
  /** A text message costs money, so most are told by e-mail alone. */
  readonly to?: readonly ContactKind[];
}

/** Writes to contacts an account verified, once for each event; one that nobody verified may be anyone's. */
async function writeTo(tx: Tx, name: Told, { accountId, entryId, to = ["email"] }: Entry, { keys, clock }: Platform): Promise<void> {
  const [id, now] = [BigInt(accountId), clock.now()];
  const account = await tx.selectFrom("account").select(["name", "language"]).where("id", "=", id).executeTakeFirstOrThrow();
  for (const kind of to) {
    const target = await openContact(tx, keys, { accountId: id, kind });
    if (target === undefined) continue;
    await dispatchLetter(tx, keys, {
      channel: channels[kind],
      template: templates[name],
      accountId: id,
      target,
      values: { brand: brand.name, name: account.name },
      language: account.language,
      mode: "job",
      source: `${name} ${entryId}${kind === "email" ? "" : ` ${kind}`}`,
      expiresAt: new Date(now.getTime() + USEFUL_MS),
      now,
    });
  }
}

/** Security events by letter. */
export const letterSubscribers: Subscribers = {
  "sessions.newDevice": [(tx, event, platform) => writeTo(tx, "sessions.newDevice", event, platform)],
  "sessions.factorFailing": [(tx, event, platform) => writeTo(tx, "sessions.factorFailing", event, platform)],
  "accounts.credentialChanged": [
    (tx, { accountId, changeId, by }, platform) =>
      writeTo(tx, "accounts.credentialChanged", { accountId, entryId: changeId, ...(by === "staff" ? { to: EVERY } : {}) }, platform),
  ],
  "accounts.recovered": [(tx, { accountId, resetId }, platform) => writeTo(tx, "accounts.recovered", { accountId, entryId: resetId, to: EVERY }, platform)],
  "privacy.closing": [(tx, { accountId, closingId }, platform) => writeTo(tx, "privacy.closing", { accountId, entryId: closingId }, platform)],
  "sessions.rememberStolen": [(tx, event, platform) => writeTo(tx, "sessions.rememberStolen", event, platform)],
};
