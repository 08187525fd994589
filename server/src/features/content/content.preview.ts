import { createHash, randomBytes } from "node:crypto";
import type { ContentKind } from "@laro/contract/core/contentKinds";
import type { content } from "@laro/contract/content";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { Db, Tx } from "../../platform/db.ts";
import { findShown, languageOf, picturesFor } from "./content.ts";
import { asAnnouncement, asArticle, asMatch, asPost, asResource, asSiteText, asVideo } from "./content.shown.ts";

/** Kinds that are shown as they are written: a title, a line and a text. */
const plain: readonly ContentKind[] = ["text", "agentNotice", "agentLetter"];
const VALID_MS = 10 * 60_000;
const TICKET_BYTES = 24;

const hashOf = (ticket: string): Buffer => createHash("sha256").update(`preview ${ticket}`).digest();

/** Gives a ticket that shows one version for ten minutes; whoever holds it sees that and nothing else. Refuses with `content.not_found`. */
export async function issuePreview(tx: Tx, { id, no, now }: { id: string; no: number; now: Date }): Promise<{ ticket: string; until: string }> {
  const version = await tx.selectFrom("content_version").select("no").where("content_id", "=", id).where("no", "=", no).executeTakeFirst();
  if (version === undefined) refuse("content.not_found");
  await tx.deleteFrom("content_preview").where("until", "<=", now).execute();
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  const until = new Date(now.getTime() + VALID_MS);
  await tx
    .insertInto("content_preview")
    .values({ ticket_hash: hashOf(ticket), content_id: id, no, until })
    .execute();
  return { ticket, until: until.toISOString() };
}

/** What a ticket shows, as the sites will show it. Refuses with `content.preview_over` one that is unknown or late. */
export async function readPreview(
  db: Db,
  { ticket, language: asked, now }: { ticket: string; language: string; now: Date },
): Promise<OutputOf<(typeof content)["preview"]>> {
  const row = await db
    .selectFrom("content_preview")
    .select(["content_id as id", "no"])
    .where("ticket_hash", "=", hashOf(ticket))
    .where("until", ">", now)
    .executeTakeFirst();
  const language = languageOf(asked);
  const version = row === undefined ? undefined : await findShown(db, { ...row, language });
  if (version === undefined) refuse("content.preview_over");
  const pictures = await picturesFor(db, [version]);
  return {
    announcement: asAnnouncement(version, language, pictures) ?? null,
    article: asArticle(version, language) ?? null,
    text: plain.includes(version.kind) ? asSiteText(version, language) : null,
    video: asVideo(version, language, pictures) ?? null,
    match: asMatch(version, language) ?? null,
    resource: asResource(version, language) ?? null,
    post: asPost(version, language, pictures) ?? null,
  };
}
