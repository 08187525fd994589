import type { DueConsent } from "@laro/contract/core/contentShown";
import { refuse } from "@laro/contract/core/errors";
import { giveConsents, listDocuments, listDueDocuments } from "../../core/accounts/consents.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { findShown, languageOf, textIn } from "./content.ts";

interface Asked {
  readonly accountId: bigint;
  readonly language: string;
  readonly now: Date;
}

/** The documents a member has still to agree to, whole, in the language asked for. */
export async function listConsentsDue(db: Db, { accountId, language: asked, now }: Asked): Promise<DueConsent[]> {
  const language = languageOf(asked);
  const due = await listDueDocuments(db, { accountId, now });
  const shown = await Promise.all(
    due.map(async (document) => ({ document, version: await findShown(db, { id: document.contentId, no: document.no, language }) })),
  );
  return shown.flatMap(({ document, version }) => {
    if (version?.detail.kind !== "term") return [];
    const { title, summary, html, language: written } = textIn(version, language);
    const { kind, contentId, no, version: label, bindingFrom } = document;
    const isBinding = bindingFrom !== null && bindingFrom <= now;
    const { slug } = version.detail;
    const when = { bindingFrom: bindingFrom?.toISOString() ?? null, isBinding };
    return [{ id: contentId, no, document: kind, slug, title, summary, content: html, language: written, version: label, ...when }];
  });
}

/** Keeps that a member agrees to a document as it counts now. Refuses one that is unknown with `content.not_found`, an older version with `content.changed`. */
export async function acceptDocument(
  tx: Tx,
  { accountId, id, no, address, language, now }: Asked & { id: string; no: number; address: string },
): Promise<void> {
  const document = (await listDocuments(tx, now)).find(({ contentId }) => contentId === id);
  if (document === undefined) refuse("content.not_found");
  if (document.no !== no) refuse("content.changed");
  const due = await listDueDocuments(tx, { accountId, now });
  // Agreed to already, in another tab.
  if (due.every(({ contentId }) => contentId !== id)) return;
  await giveConsents(tx, { accountId, kinds: [document.kind], address, language, now });
  staleOnCommit(tx, ["content.consentsDue"], [`member:${accountId}`]);
}
