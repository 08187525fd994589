import { type ContentKind, type Detail } from "@laro/contract/core/contentKinds";
import type { PublicPicture } from "@laro/contract/core/pictures";
import { sql } from "kysely";
import { findPictures } from "../../core/images/pictures.ts";
import { brand } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** What every other language is made from. */
export const SOURCE = "EN";

/** Answers that are stale for everyone once something was published or taken off. */
export const SHOWN_ENDPOINTS = [
  "content.announcements",
  "content.help",
  "content.helpCenter",
  "content.texts",
  "content.videos",
  "content.resources",
  "content.posts",
  "content.post",
  "content.consentsDue",
  "content.agentNotices",
  "messages.letterTerms",
  "site.menu",
] as const;

/** Answers of the desk. */
export const DESK_ENDPOINTS = ["content.list", "content.get", "content.history", "content.overview"] as const;

export interface TextRow {
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly alt: string;
  readonly seo: { readonly title: string; readonly description: string };
}

/** A version as the sites show it, with the texts of the language asked for and of English. */
export interface ShownVersion {
  readonly id: string;
  readonly kind: ContentKind;
  readonly code: string;
  readonly position: number;
  readonly no: number;
  readonly detail: Detail;
  readonly endsAt: Date | null;
  readonly publishedAt: Date | null;
  readonly label: string | null;
  readonly texts: readonly TextRow[];
}

const textsOf = (languages: readonly string[]) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('language', t.language, 'title', t.title, 'summary', t.summary, 'html', t.html, 'alt', t.alt, 'seo', t.seo))
    from content_text t where t.content_id = c.id and t.no = v.no and t.language = any (${[...languages]}::text[])
  ), '[]')`;

const ITEMS_MAX = 500;

/** Of each item of these kinds the version that is live: of the published ones that have not ended the one that began last. In the operator's order. */
export async function listLive(
  db: Db | Tx,
  { kinds, language, now }: { kinds: readonly ContentKind[]; language: string; now: Date },
): Promise<readonly ShownVersion[]> {
  const { rows } = await sql<ShownVersion>`
    select c.id, c.kind, c.code, c.position, v.no, v.detail, v.ends_at as "endsAt", v.published_at as "publishedAt", v.label,
           ${textsOf([SOURCE, language])} as texts
    from content c
    cross join lateral (
      select p.* from content_version p
      where p.content_id = c.id and p.state = 'published' and p.starts_at <= ${now} and (p.ends_at is null or p.ends_at > ${now})
      order by p.starts_at desc, p.no desc limit 1
    ) v
    where c.kind = any (${[...kinds]}::text[])
    order by c.position, c.id limit ${ITEMS_MAX}`.execute(db as Tx);
  return rows;
}

/** One version whatever its state, as the sites would show it. */
export async function findShown(db: Db | Tx, { id, no, language }: { id: string; no: number; language: string }): Promise<ShownVersion | undefined> {
  const { rows } = await sql<ShownVersion>`
    select c.id, c.kind, c.code, c.position, v.no, v.detail, v.ends_at as "endsAt", v.published_at as "publishedAt", v.label,
           ${textsOf([SOURCE, language])} as texts
    from content c join content_version v on v.content_id = c.id
    where c.id = ${id} and v.no = ${no}`.execute(db as Tx);
  return rows[0];
}

/** The language of the brand that is meant: what it does not offer is English. */
export const languageOf = (asked: string): string => (brand.languages.includes(asked.toUpperCase()) ? asked.toUpperCase() : SOURCE);

const nothing: TextRow = { language: SOURCE, title: "", summary: "", html: "", alt: "", seo: { title: "", description: "" } };

/** Whether a translation says all that its source says. */
export const isComplete = (text: TextRow, source: TextRow): boolean =>
  (["title", "summary", "html", "alt"] as const).every((part) => source[part] === "" || text[part] !== "");

/** The texts in the language asked for where they are complete, else the English ones. */
export function textIn({ texts }: Pick<ShownVersion, "texts">, language: string): TextRow {
  const source = texts.find((text) => text.language === SOURCE) ?? nothing;
  const translated = texts.find((text) => text.language === language);
  return translated !== undefined && isComplete(translated, source) ? translated : source;
}

/** Every picture a version names beside its formatted text. */
export function pictureIdsOf(detail: Detail): readonly string[] {
  if (detail.kind === "promotion") return detail.images.map(({ pictureId }) => pictureId);
  if (detail.kind === "match") return [detail.homePictureId, detail.awayPictureId].filter((id) => id !== null);
  const named = "phonePictureId" in detail ? [detail.pictureId, detail.phonePictureId] : "pictureId" in detail ? [detail.pictureId] : [];
  return named.filter((id) => id !== null);
}

export type Pictures = (id: string | null, alt: string) => PublicPicture | null;

/** The pictures of some versions, by one query. */
export async function picturesFor(db: Db | Tx, versions: readonly { readonly detail: Detail }[]): Promise<Pictures> {
  const found = await findPictures(
    db,
    versions.flatMap(({ detail }) => pictureIdsOf(detail)),
  );
  return (id, alt) => {
    const picture = id === null ? undefined : found.get(id);
    return picture === undefined ? null : { ...picture, alt };
  };
}
