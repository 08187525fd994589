import { createHash } from "node:crypto";
import type { content, ContentItem, ContentText } from "@laro/contract/content";
import { CONTENT_MAX, VERSIONS_MAX } from "@laro/contract/content";
import type { ContentKind, Detail } from "@laro/contract/core/contentKinds";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { youTubeIdOf } from "@laro/contract/core/videos";
import { sql } from "kysely";
import { findPictures } from "../../core/images/pictures.ts";
import { brand } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { DESK_ENDPOINTS, pictureIdsOf, SHOWN_ENDPOINTS, SOURCE } from "./content.ts";
import { picturesOf, sanitise } from "./content.html.ts";
import { getItem } from "./content.items.ts";

export type Officer = Pick<OperatorActor, "id">;

/** What a translation is held against: the English text it was made from. */
export const sourceDigest = ({ title, summary, html, alt }: Pick<ContentText, "title" | "summary" | "html" | "alt">): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([title, summary, html, alt]))
    .digest();

interface Locked {
  readonly kind: ContentKind;
  readonly no: number;
  readonly revision: number;
  readonly state: string;
}

/** Holds an item, so that of two officers the second sees what the first did; its newest version. Refuses with `content.not_found`. */
export async function holdItem(tx: Tx, id: string): Promise<Locked> {
  const item = await tx.selectFrom("content").select("kind").where("id", "=", id).forUpdate().executeTakeFirst();
  if (item === undefined) refuse("content.not_found");
  const last = await tx
    .selectFrom("content_version")
    .select(["no", "revision", "state"])
    .where("content_id", "=", id)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { kind: item.kind as ContentKind, ...last };
}

/** The newest version is the one that was read, or `content.changed`. */
export async function holdAsRead(tx: Tx, { id, no, revision }: { id: string; no: number; revision: number }): Promise<Locked> {
  const last = await holdItem(tx, id);
  if (last.no !== no || last.revision !== revision) refuse("content.changed");
  return last;
}

/** The kinds whose addresses stand side by side: an end of an address names one item. */
const addressedWith = (kind: ContentKind): readonly ContentKind[] => (kind === "help" || kind === "term" ? ["help", "term"] : [kind]);

/** Of two who take an address at one moment the second sees what the first took. */
const holdAddresses = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('content'))`.execute(tx);

async function checkSlug(tx: Tx, { id, detail }: { id: string | null; detail: Detail }): Promise<void> {
  if (!("slug" in detail)) return;
  await holdAddresses(tx);
  const { rows } = await sql`
    select from content c join content_version v on v.content_id = c.id and v.state <> 'retired'
    where c.id is distinct from ${id} and c.kind = any (${[...addressedWith(detail.kind)]}::text[]) and v.detail ->> 'slug' = ${detail.slug} limit 1`.execute(
    tx,
  );
  if (rows.length > 0) refuse("content.code_taken", { field: "detail.slug" });
}

/** Refuses what a version must not name: an address another item has, a picture there is not, a video of another host. */
export async function checkDetail(tx: Tx, { id, detail, htmls = [] }: { id: string | null; detail: Detail; htmls?: readonly string[] }): Promise<void> {
  await checkSlug(tx, { id, detail });
  const named = [...pictureIdsOf(detail), ...htmls.flatMap(picturesOf)];
  const found = await findPictures(tx, named);
  if (named.some((one) => !found.has(one))) refuse("content.picture_unknown", { field: "detail.pictureId" });
  if (detail.kind !== "video") return;
  for (const [language, url] of Object.entries(detail.urls))
    if (url !== "" && youTubeIdOf(url) === undefined) refuse("content.video_invalid", { field: `detail.urls.${language}` });
}

/** Makes an item with an empty draft. Refuses with `content.code_taken`, `content.full`, `content.picture_unknown` or `content.video_invalid`. */
export async function createItem(tx: Tx, { code, detail, by, now }: InputOf<(typeof content)["create"]> & { by: Officer; now: Date }): Promise<ContentItem> {
  // What members agree to is one document each, under its own name.
  if (detail.kind === "term" && code !== detail.document) refuse("request.invalid", { field: "code" });
  await holdAddresses(tx);
  const { count } = await tx
    .selectFrom("content")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("kind", "=", detail.kind)
    .executeTakeFirstOrThrow();
  if (Number(count) >= CONTENT_MAX) refuse("content.full", { maximum: CONTENT_MAX });
  await checkDetail(tx, { id: null, detail });
  const row = await tx
    .insertInto("content")
    .values({ id: newId(now), kind: detail.kind, code, position: Number(count) + 1, created_at: now })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) refuse("content.code_taken", { field: "code" });
  await insertDraft(tx, { id: row.id, no: 1, detail, by: by.id, now });
  staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
  return getItem(tx, { id: row.id, now });
}

interface Draft {
  readonly id: string;
  readonly no: number;
  readonly detail: Detail;
  readonly by: bigint;
  readonly now: Date;
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
}

/** The next revision of an item, which its caller holds: never one it had, though the draft of it is gone. */
async function nextRevision(tx: Tx, id: string): Promise<number> {
  const next = { revision: sql<number>`greatest(revision, (select max(v.revision) from content_version v where v.content_id = content.id)) + 1` };
  return (await tx.updateTable("content").set(next).where("id", "=", id).returning("revision").executeTakeFirstOrThrow()).revision;
}

/** Writes an empty draft as an item's next version. */
export async function insertDraft(tx: Tx, { id, no, detail, by, now, startsAt = null, endsAt = null }: Draft): Promise<void> {
  if (no > VERSIONS_MAX) refuse("content.full", { maximum: VERSIONS_MAX });
  const when = { starts_at: startsAt, ends_at: endsAt };
  const made = { revision: await nextRevision(tx, id), authors: sql<bigint[]>`array[${by}::bigint]`, made_by: by, made_at: now };
  await tx
    .insertInto("content_version")
    .values({ content_id: id, no, state: "draft", detail: JSON.stringify(detail), ...made, ...when })
    .execute();
}

export interface KeptText extends Omit<ContentText, "reviewed"> {
  readonly ofSource: Buffer;
}

/** Writes the texts of a draft. */
export async function putTexts(tx: Tx, { id, no, texts }: { id: string; no: number; texts: readonly KeptText[] }): Promise<void> {
  await tx.deleteFrom("content_text").where("content_id", "=", id).where("no", "=", no).execute();
  if (texts.length === 0) return;
  await tx
    .insertInto("content_text")
    .values(
      texts.map(({ language, title, summary, html, alt, seo, ofSource }) => ({
        content_id: id,
        no,
        language,
        title,
        summary,
        html,
        alt,
        seo: JSON.stringify(seo),
        of_source: ofSource,
      })),
    )
    .execute();
}

/** The texts as they will be kept: a translation that did not change is still made from the English it was made from, unless somebody says that it fits. */
async function keepTexts(tx: Tx, { id, no, texts }: { id: string; no: number; texts: readonly ContentText[] }): Promise<readonly KeptText[]> {
  const before = await tx
    .selectFrom("content_text")
    .select(["language", "title", "summary", "html", "alt", "of_source as ofSource"])
    .where("content_id", "=", id)
    .where("no", "=", no)
    .execute();
  const source = texts.find(({ language }) => language === SOURCE);
  const ofSource = sourceDigest(source ?? { title: "", summary: "", html: "", alt: "" });
  return texts.map(({ reviewed = false, ...text }) => {
    const old = before.find(({ language }) => language === text.language);
    const isUntouched = text.language !== SOURCE && !reviewed && old !== undefined && sourceDigest(old).equals(sourceDigest(text));
    return { ...text, ofSource: isUntouched ? old.ofSource : ofSource };
  });
}

type Save = InputOf<(typeof content)["save"]> & { by: Officer; now: Date };

/**
 * Saves a draft, or makes one beside what is published. Refuses with `content.changed` where somebody saved since it was read, `content.too_long`, and what
 * `createItem` refuses. Says what fell away of the formatted texts.
 */
export async function saveDraft({ begin }: Pick<Database, "begin">, save: Save): Promise<OutputOf<(typeof content)["save"]>> {
  const { id, texts, detail, by, now } = save;
  checkLanguages(texts);
  const cleaned = await Promise.all(
    texts.map(async ({ html, ...text }) => {
      const { html: clean, removed } = await sanitise(html, `texts.${text.language}.html`);
      return { text: { ...text, html: clean }, removed: removed.map((part) => ({ language: text.language, ...part })) };
    }),
  );
  return begin(async (tx) => {
    const last = await holdAsRead(tx, save);
    if (last.kind !== detail.kind) refuse("request.invalid", { field: "detail" });
    const kept = cleaned.map(({ text }) => text);
    await checkDetail(tx, { id, detail, htmls: kept.map(({ html }) => html) });
    const ready = await keepTexts(tx, { id, no: last.no, texts: kept });
    const no = last.state === "draft" ? last.no : last.no + 1;
    if (last.state === "draft") await rewriteDraft(tx, save);
    else await insertDraft(tx, { id, no, detail, by: by.id, now, startsAt: dateOf(save.startsAt), endsAt: dateOf(save.endsAt) });
    await putTexts(tx, { id, no, texts: ready });
    staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
    return { item: await getItem(tx, { id, now }), removed: cleaned.flatMap(({ removed }) => removed) };
  });
}

export const dateOf = (moment: string | null): Date | null => (moment === null ? null : new Date(moment));

async function rewriteDraft(tx: Tx, { id, no, detail, startsAt, endsAt, by, now }: Save): Promise<void> {
  const revision = await nextRevision(tx, id);
  await tx
    .updateTable("content_version")
    .set({
      revision,
      detail: JSON.stringify(detail),
      starts_at: dateOf(startsAt),
      ends_at: dateOf(endsAt),
      authors: sql`case when ${by.id}::bigint = any(authors) then authors else authors || ${by.id}::bigint end`,
      made_by: by.id,
      made_at: now,
    })
    .where("content_id", "=", id)
    .where("no", "=", no)
    .where("state", "=", "draft")
    .execute();
}

/** Each language of the brand once at most, English among them. */
function checkLanguages(texts: readonly ContentText[]): void {
  const named = texts.map(({ language }) => language);
  const isWrong = named.some((one) => !brand.languages.includes(one)) || new Set(named).size < named.length || !named.includes(SOURCE);
  if (isWrong) refuse("request.invalid", { field: "texts" });
}

/** Throws a draft away; an item that was never published goes with it. Refuses with `content.changed` or `content.not_draft`. */
export async function discardDraft(tx: Tx, read: { id: string; no: number; revision: number }): Promise<void> {
  const { state, no } = await holdAsRead(tx, read);
  if (state !== "draft") refuse("content.not_draft");
  if (no === 1) await tx.deleteFrom("content").where("id", "=", read.id).execute();
  else await tx.deleteFrom("content_version").where("content_id", "=", read.id).where("no", "=", no).execute();
  staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
}

interface Order {
  readonly kind: ContentKind;
  readonly ids: readonly string[];
  readonly seen: readonly string[];
}

/** Puts items of a kind in this order; those not named follow as they were. Refuses with `content.not_found`, or `content.changed` where the first of them stood otherwise than was seen. */
export async function orderItems(tx: Tx, { kind, ids, seen }: Order): Promise<void> {
  // The order is read once it is held: what a statement waits for it has sorted before.
  await tx.selectFrom("content").select("id").where("kind", "=", kind).orderBy("id").forUpdate().execute();
  const rows = await tx.selectFrom("content").select("id").where("kind", "=", kind).orderBy("position").orderBy("id").execute();
  const known = new Set(rows.map(({ id }) => id));
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id))) refuse("content.not_found", { field: "ids" });
  if (seen.some((id, at) => rows[at]?.id !== id)) refuse("content.changed", { field: "seen" });
  const ordered = [...ids, ...rows.map(({ id }) => id).filter((id) => !ids.includes(id))];
  await sql`update content set position = o.place from unnest(${ordered}::uuid[]) with ordinality o(id, place) where content.id = o.id`.execute(tx);
  staleOnCommit(tx, SHOWN_ENDPOINTS, ["everyone"]);
  staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
}
