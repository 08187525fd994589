import type { Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import type { EventName } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { dispatchLetter } from "../dispatches/dispatches.ts";
import type { Template } from "../dispatches/texts.ts";
import { brand } from "../settings/packs.ts";
import { openContact } from "../contacts/contacts.ts";

/** What is told by e-mail too, beside the inbox that whoever stands in the account may read: the owner's mailbox is another door. */
const templates = {
  "sessions.newDevice": "newDevice",
  "sessions.factorFailing": "factorFailing",
  "sessions.rememberStolen": "rememberStolen",
  "accounts.credentialChanged": "credentialChanged",
  "privacy.closing": "closing",
} as const satisfies { readonly [Name in EventName]?: Template };

type Told = keyof typeof templates;

/** A warning is worth sending this long. */
const USEFUL_MS = 24 * 60 * 60_000;

/** Writes to the e-mail address an account verified, once for each event; an address nobody verified may be anyone's. */
async function writeTo(tx: Tx, name: Told, { accountId, entryId }: { accountId: string; entryId: string }, { keys, clock }: Platform): Promise<void> {
  const [id, now] = [BigInt(accountId), clock.now()];
  const account = await tx.selectFrom("account").select(["name", "language"]).where("id", "=", id).executeTakeFirstOrThrow();
  const target = await openContact(tx, keys, { accountId: id, kind: "email" });
  if (target === undefined) return;
  await dispatchLetter(tx, keys, {
    channel: "email",
    template: templates[name],
    accountId: id,
    target,
    values: { brand: brand.name, name: account.name },
    language: account.language,
    mode: "job",
    source: `${name} ${entryId}`,
    expiresAt: new Date(now.getTime() + USEFUL_MS),
    now,
  });
}

/** Security events by e-mail. */
export const letterSubscribers: Subscribers = {
  "sessions.newDevice": [(tx, event, platform) => writeTo(tx, "sessions.newDevice", event, platform)],
  "sessions.factorFailing": [(tx, event, platform) => writeTo(tx, "sessions.factorFailing", event, platform)],
  "accounts.credentialChanged": [
    (tx, { accountId, changeId }, platform) => writeTo(tx, "accounts.credentialChanged", { accountId, entryId: changeId }, platform),
  ],
  "privacy.closing": [(tx, { accountId, closingId }, platform) => writeTo(tx, "privacy.closing", { accountId, entryId: closingId }, platform)],
  "sessions.rememberStolen": [(tx, event, platform) => writeTo(tx, "sessions.rememberStolen", event, platform)],
};
