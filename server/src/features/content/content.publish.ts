import type { ContentItem, ContentText, ContentVersion } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import { refuse } from "@laro/contract/core/errors";
import { Moment } from "@laro/contract/core/ids";
import { sql, type RawBuilder } from "kysely";
import { findPictures } from "../../core/images/pictures.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { DESK_ENDPOINTS, isComplete, pictureIdsOf, SHOWN_ENDPOINTS, SOURCE } from "./content.ts";
import { checkDetail, dateOf, holdAsRead, holdItem, insertDraft, type KeptText, type Officer, putTexts } from "./content.desk.ts";
import { linksOf, picturesOf, sanitise, wordsOf } from "./content.html.ts";
import { getItem, getVersion } from "./content.items.ts";
import { isMatchOn } from "./content.shown.ts";
import { isLinkageWhole, isOwnPath, isResourceUrl, leadsSomewhere } from "./content.links.ts";

interface Publishing {
  readonly id: string;
  readonly no: number;
  readonly reason: string;
  readonly by: Officer;
  readonly now: Date;
  readonly pack: Pick<JurisdictionPack, "code" | "timeZone">;
}

/** Kinds that are an address or a line, with no text of their own. */
const bare: readonly Detail["kind"][] = ["resource", "video", "match", "banner", "agentLetter"];

/** Every language of the brand says all that the English says. Refuses with `content.text_missing`, which names the field. */
function checkTexts({ detail, texts }: Pick<ContentVersion, "detail" | "texts">): void {
  const source = texts.find(({ language }) => language === SOURCE);
  const missing = (language: string, field: string) => refuse("content.text_missing", { language, field: `texts.${language}.${field}` });
  if (source === undefined || source.title === "") return missing(SOURCE, "title");
  // What is sent of a letter is its summary.
  if (detail.kind === "agentLetter" && source.summary === "") return missing(SOURCE, "summary");
  if (!bare.includes(detail.kind) && wordsOf(source.html) === "") return missing(SOURCE, "html");
  // Beside a team's picture stands its name.
  if (detail.kind !== "match" && pictureIdsOf(detail).length > 0 && source.alt === "") return missing(SOURCE, "alt");
  for (const language of brand.languages) {
    const text = texts.find((one) => one.language === language);
    if (text === undefined || text.title === "") return missing(language, "title");
    const part = (["summary", "html", "alt"] as const).find((name) => source[name] !== "" && text[name] === "");
    if (part !== undefined || !isComplete(text, source)) return missing(language, part ?? "title");
    if (/<img(?![^>]*\salt="[^"]+")/.test(text.html)) return missing(language, "alt");
  }
  if (detail.kind === "match")
    for (const team of ["homeTeam", "awayTeam"] as const)
      if (detail[team] === "") refuse("content.text_missing", { language: SOURCE, field: `detail.${team}` });
  if (detail.kind !== "guide") return;
  for (const [at, step] of detail.steps.entries())
    for (const language of brand.languages)
      if ((step[language] ?? "") === "") refuse("content.text_missing", { language, field: `detail.steps.${at}.${language}` });
}

/** Every link arrives. Refuses with `content.link_dead`. */
function checkLinks({ detail, texts }: Pick<ContentVersion, "detail" | "texts">): void {
  for (const { language, html } of texts) {
    const dead = linksOf(html).find((href) => !leadsSomewhere(href));
    if (dead !== undefined) refuse("content.link_dead", { field: `texts.${language}.html`, link: dead.slice(0, 200) });
  }
  if ("linkageType" in detail && !isLinkageWhole(detail)) refuse("content.link_dead", { field: "detail.url", link: detail.url });
  if (detail.kind === "match" && !isOwnPath(detail.url)) refuse("content.link_dead", { field: "detail.url", link: detail.url });
  if (detail.kind === "resource" && !isResourceUrl(detail.url)) refuse("content.link_dead", { field: "detail.url", link: detail.url });
}

/** It begins before it ends, and ends in time to come; so does a match. Refuses with `content.window_invalid`. */
function checkWindow({ startsAt, endsAt, detail }: Pick<ContentVersion, "startsAt" | "endsAt" | "detail">, now: Date): void {
  if (detail.kind === "match" && !isMatchOn(detail.matchTime, now)) refuse("content.window_invalid", { field: "detail.matchTime" });
  // Every deposit reads it.
  if (detail.kind === "term" && detail.bindingFrom !== null && !Moment.safeParse(detail.bindingFrom).success)
    refuse("content.window_invalid", { field: "detail.bindingFrom" });
  if (endsAt === null) return;
  const isOver = Date.parse(endsAt) <= Math.max(now.getTime(), startsAt === null ? 0 : Date.parse(startsAt));
  // What members agreed to does not run out.
  if (isOver || detail.kind === "term") refuse("content.window_invalid", { field: "endsAt" });
}

/** What a version names is there. Refuses with `content.picture_unknown`, `content.clearance_missing` or `content.link_dead`. */
async function checkThings(tx: Tx, { detail, texts }: Pick<ContentVersion, "detail" | "texts">, pack: Publishing["pack"]): Promise<void> {
  const named = [...pictureIdsOf(detail), ...texts.flatMap(({ html }) => picturesOf(html))];
  const found = await findPictures(tx, named);
  // The head of a page has a drawing of ours where it has no picture.
  const isBare = detail.kind === "banner" && detail.groupName !== "w_title" && detail.pictureId === null;
  if (isBare || named.some((id) => !found.has(id))) refuse("content.picture_unknown", { field: "detail.pictureId" });
  // The regulator numbers what is advertised.
  if (detail.kind === "promotion" && pack.code === "ph" && detail.clearance === "") refuse("content.clearance_missing", { field: "detail.clearance" });
}

/** The version a consent is recorded under: the day in the pack's calendar and its number. */
const labelOf = ({ now, no, pack }: Publishing): RawBuilder<string> =>
  sql`to_char(${now}::timestamptz at time zone ${pack.timeZone}, 'YYYY-MM-DD') || '.' || ${no}::integer`;

async function moveToPublished(tx: Tx, version: ContentVersion, publishing: Publishing): Promise<void> {
  const { id, no, reason, by, now } = publishing;
  const startsAt = version.startsAt === null || Date.parse(version.startsAt) < now.getTime() ? now : new Date(version.startsAt);
  if (version.detail.kind === "term") await checkIsOther(tx, publishing);
  const label = version.detail.kind === "term" ? labelOf(publishing) : null;
  const { numUpdatedRows } = await tx
    .updateTable("content_version")
    .set({ state: "published", starts_at: startsAt, published_by: by.id, published_at: now, reason, label })
    .where("content_id", "=", id)
    .where("no", "=", no)
    .where("state", "=", "draft")
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) refuse("content.not_draft");
  staleOnCommit(tx, SHOWN_ENDPOINTS, ["everyone"]);
  staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
}

/** Nobody publishes terms they wrote in; the table refuses it too. */
async function checkIsOther(tx: Tx, { id, no, by }: Publishing): Promise<void> {
  const { rows } = await sql`select from content_version where content_id = ${id} and no = ${no} and ${by.id}::bigint = any (authors)`.execute(tx);
  if (rows.length > 0) refuse("content.own_publication");
}

/** What a draft's texts become when they are reduced once more: a row written past the desk is published clean. */
async function cleanAgain(texts: readonly ContentText[]): Promise<ReadonlyMap<string, string>> {
  const cleaned = await Promise.all(texts.map(async ({ language, html }) => [language, (await sanitise(html, `texts.${language}.html`)).html] as const));
  return new Map(cleaned);
}

/**
 * Publishes a draft as it was read, now or from the moment it names. Refuses with `content.changed`, `content.not_draft`, `content.text_missing`,
 * `content.window_invalid`, `content.link_dead`, `content.picture_unknown`, `content.clearance_missing`, or `content.own_publication` of terms.
 */
export async function publishDraft(
  { db, begin }: Pick<Database, "db" | "begin">,
  { revision, ...publishing }: Publishing & { revision: number },
): Promise<ContentItem> {
  const { id, no, now, pack } = publishing;
  const clean = await cleanAgain((await getVersion(db, { id, no, now })).texts);
  return begin(async (tx) => {
    const last = await holdAsRead(tx, { id, no, revision });
    if (last.state !== "draft") refuse("content.not_draft");
    const draft = await getVersion(tx, { id, no, now });
    const version = { ...draft, texts: draft.texts.map((text) => ({ ...text, html: clean.get(text.language) ?? "" })) };
    checkWindow(version, now);
    checkTexts(version);
    checkLinks(version);
    await checkThings(tx, version, pack);
    for (const { language, html } of version.texts.filter((text, at) => text.html !== draft.texts[at]?.html))
      await tx.updateTable("content_text").set({ html }).where("content_id", "=", id).where("no", "=", no).where("language", "=", language).execute();
    await moveToPublished(tx, version, publishing);
    return getItem(tx, { id, now });
  });
}

/** Takes an item off the sites: what is live and what was to come. Refuses with `content.not_live`, and terms with `content.term_stays`. */
export async function retireItem(tx: Tx, { id, now }: { id: string; now: Date }): Promise<ContentItem> {
  const { kind } = await holdItem(tx, id);
  if (kind === "term") refuse("content.term_stays");
  const { numUpdatedRows } = await tx
    .updateTable("content_version")
    .set({ state: "retired" })
    .where("content_id", "=", id)
    .where("state", "=", "published")
    .where((where) => where.or([where("ends_at", "is", null), where("ends_at", ">", now)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse("content.not_live");
  staleOnCommit(tx, SHOWN_ENDPOINTS, ["everyone"]);
  staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
  return getItem(tx, { id, now });
}

/**
 * Makes a new version of an old one and publishes it from now on until the old one's end; of terms the draft alone, because somebody else publishes it. Refuses
 * with `content.draft_open` while there is a draft, with `content.code_taken` where another item has its address by now, and what publishing refuses.
 */
export async function rollBack({ begin }: Pick<Database, "begin">, publishing: Publishing): Promise<ContentItem> {
  const { id, no: oldNo, by, now, pack } = publishing;
  return begin(async (tx) => {
    const last = await holdItem(tx, id);
    if (last.state === "draft") refuse("content.draft_open");
    const old = await getVersion(tx, { id, no: oldNo, now });
    await checkDetail(tx, { id, detail: old.detail });
    const no = last.no + 1;
    await insertDraft(tx, { id, no, detail: old.detail, by: by.id, now, endsAt: dateOf(old.endsAt) });
    await putTexts(tx, { id, no, texts: await readTexts(tx, { id, no: oldNo }) });
    const version = await getVersion(tx, { id, no, now });
    checkWindow(version, now);
    checkLinks(version);
    await checkThings(tx, version, pack);
    if (old.detail.kind === "term") staleOnCommit(tx, DESK_ENDPOINTS, ["operators"]);
    else await moveToPublished(tx, version, { ...publishing, no });
    return getItem(tx, { id, now });
  });
}

async function readTexts(tx: Tx, { id, no }: { id: string; no: number }): Promise<readonly KeptText[]> {
  const rows = await tx
    .selectFrom("content_text")
    .select(["language", "title", "summary", "html", "alt", "seo", "of_source as ofSource"])
    .where("content_id", "=", id)
    .where("no", "=", no)
    .execute();
  return rows.map((row) => ({ ...row, seo: row.seo as KeptText["seo"] }));
}
