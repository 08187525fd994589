import type { content, ContentItem, ContentRow, ContentText, ContentVersion, VersionState } from "@laro/contract/content";
import type { ContentKind, Detail } from "@laro/contract/core/contentKinds";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql, type RawBuilder } from "kysely";
import { brand } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage } from "../../platform/pages.ts";
import { SOURCE } from "./content.ts";

interface LanguageRow {
  readonly language: string;
  readonly ofSource: string;
  /** Which parts have words: title, summary, text, alternative text. */
  readonly parts: readonly boolean[];
}

interface ItemRow {
  readonly id: string;
  readonly kind: ContentKind;
  readonly code: string;
  readonly position: number;
  readonly title: string | null;
  readonly state: VersionState;
  readonly liveNo: number | null;
  readonly lastNo: number;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly changedAt: Date;
  readonly languages: readonly LanguageRow[];
}

/** What a version is called: which of the published ones is live is a matter of the moment. */
const stateOf = (version: string, now: Date): RawBuilder<VersionState> => sql`
  case when ${sql.ref(`${version}.state`)} <> 'published' then ${sql.ref(`${version}.state`)}
       when ${sql.ref(`${version}.starts_at`)} > ${now} then 'scheduled'
       when ${sql.ref(`${version}.no`)} = live.no then 'live'
       else 'over' end`;

const liveOf = (now: Date): RawBuilder<unknown> => sql`
  select l.no from content_version l
  where l.content_id = c.id and l.state = 'published' and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  order by l.starts_at desc, l.no desc limit 1`;

/** The version an item is shown by, unless another is asked for. */
const newest = sql`cross join lateral (select * from content_version n where n.content_id = c.id order by n.no desc limit 1) v`;

/** Published versions that begin or end in time to come. */
const timed = (now: Date): RawBuilder<unknown> => sql`
  join content_version v on v.content_id = c.id and v.state = 'published' and (v.starts_at > ${now} or v.ends_at > ${now})`;

const selectItems = (now: Date, versions: RawBuilder<unknown> = newest): RawBuilder<ItemRow> => sql`
  select c.id, c.kind, c.code, c.position, v.no as "lastNo", live.no as "liveNo", ${stateOf("v", now)} as state,
         v.starts_at as "startsAt", v.ends_at as "endsAt", coalesce(v.published_at, v.made_at) as "changedAt",
         (select t.title from content_text t where t.content_id = c.id and t.no = v.no and t.language = ${SOURCE}) as title,
         coalesce((
           select jsonb_agg(jsonb_build_object('language', t.language, 'ofSource', encode(t.of_source, 'hex'),
             'parts', jsonb_build_array(t.title <> '', t.summary <> '', t.html <> '', t.alt <> '')))
           from content_text t where t.content_id = c.id and t.no = v.no
         ), '[]') as languages
  from content c
  ${versions}
  left join lateral (${liveOf(now)}) live on true`;

function describeRow({ startsAt, endsAt, changedAt, languages, title, ...row }: ItemRow): ContentRow {
  return {
    ...row,
    title: title ?? "",
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    changedAt: changedAt.toISOString(),
    languages: brand.languages.map((language) => ({ language, state: textStateOf(languages, language) })),
  };
}

function textStateOf(languages: readonly LanguageRow[], language: string): ContentRow["languages"][number]["state"] {
  const source = languages.find((one) => one.language === SOURCE);
  const text = languages.find((one) => one.language === language);
  if (text === undefined || source === undefined || !text.parts.some(Boolean)) return "missing";
  if (source.parts.some((isNeeded, part) => isNeeded && text.parts[part] !== true)) return "missing";
  return text.ofSource === source.ofSource ? "complete" : "older";
}

type Listed = { limit?: number | undefined; cursor?: string | undefined; now: Date };

/** The items of a kind in their order. */
export async function listItems(
  db: Db,
  { kind, cursor, limit = PAGE_LIMIT_DEFAULT, now }: Listed & { kind: ContentKind },
): Promise<OutputOf<(typeof content)["list"]>> {
  const { rows } = await sql<ItemRow>`${selectItems(now)} where c.kind = ${kind} and ${after(cursor)} order by c.position, c.id limit ${limit + 1}`.execute(
    db as Tx,
  );
  return cutPage(rows, { limit, describe: describeRow, cursorOf: placeOf });
}

const placeOf = ({ kind, position, id }: ItemRow): string => `${kind}.${position}.${id}`;
const PLACE = /^([a-zA-Z]{1,20})\.([0-9]{1,9})\.([0-9a-f-]{36})$/;

function after(cursor: string | undefined): RawBuilder<unknown> {
  const [, kind, position, id] = PLACE.exec(cursor ?? "") ?? [];
  return kind === undefined ? sql`true` : sql`(c.kind, c.position, c.id::text) > (${kind}, ${Number(position)}, ${id})`;
}

/** Every item by its languages, kind by kind; or those alone where something is missing or older than its English. */
export async function listOverview(
  db: Db,
  { only, cursor, limit = PAGE_LIMIT_DEFAULT, now }: Listed & { only: "all" | "gaps" | "timed" },
): Promise<OutputOf<(typeof content)["overview"]>> {
  if (only === "timed") return listTimed(db, { cursor, limit, now });
  // Few hundred items in all: what a language lacks is told by the rows, not by the database.
  const { rows } = await sql<ItemRow>`${selectItems(now)} where v.state <> 'retired' and ${after(cursor)} order by c.kind, c.position, c.id`.execute(db as Tx);
  const wanted = rows.filter((row) => only === "all" || describeRow(row).languages.some(({ state }) => state !== "complete"));
  return cutPage(wanted, { limit, describe: describeRow, cursorOf: placeOf });
}

const WHEN = /^([0-9TZ:.-]{24})_([0-9a-f-]{36})_([0-9]{1,6})$/;

/** Versions that begin or end in time to come, by the next moment at which something changes on the sites. */
async function listTimed(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT, now }: Listed): Promise<OutputOf<(typeof content)["overview"]>> {
  const next = sql`case when v.starts_at > ${now} then v.starts_at else v.ends_at end`;
  const [, at, id, no] = WHEN.exec(cursor ?? "") ?? [];
  const later =
    at === undefined || id === undefined || Number.isNaN(Date.parse(at))
      ? sql`true`
      : sql`(${next}, c.id::text, v.no) > (${new Date(at)}, ${id}, ${Number(no)})`;
  const { rows } = await sql<ItemRow>`${selectItems(now, timed(now))} where ${later} order by ${next}, c.id, v.no limit ${limit + 1}`.execute(db as Tx);
  const nextOf = ({ startsAt, endsAt }: ItemRow): Date => (startsAt !== null && startsAt > now ? startsAt : (endsAt ?? now));
  return cutPage(rows, { limit, describe: describeRow, cursorOf: (row) => `${nextOf(row).toISOString()}_${row.id}_${row.lastNo}` });
}

interface VersionRow {
  readonly no: number;
  readonly revision: number;
  readonly state: VersionState;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly detail: Detail;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly publishedBy: string | null;
  readonly publishedAt: Date | null;
  readonly reason: string | null;
  readonly texts: readonly Omit<ContentText, "reviewed">[];
}

/** Operator 0 is the platform itself. */
const nameOf = (column: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} = 0 then ${brand.name} else (select o.name from operator o where o.id = ${sql.ref(column)}) end`;

const selectVersions = (now: Date): RawBuilder<VersionRow> => sql`
  select v.no, v.revision, ${stateOf("v", now)} as state, v.starts_at as "startsAt", v.ends_at as "endsAt", v.detail,
         coalesce(${nameOf("v.made_by")}, '') as "madeBy", v.made_at as "madeAt", ${nameOf("v.published_by")} as "publishedBy",
         v.published_at as "publishedAt", v.reason,
         coalesce((
           select jsonb_agg(jsonb_build_object('language', t.language, 'title', t.title, 'summary', t.summary, 'html', t.html, 'alt', t.alt, 'seo', t.seo))
           from content_text t where t.content_id = v.content_id and t.no = v.no
         ), '[]') as texts
  from content c join content_version v on v.content_id = c.id
  left join lateral (${liveOf(now)}) live on true`;

const describeHead = ({
  startsAt,
  endsAt,
  madeAt,
  publishedAt,
  detail: _detail,
  texts: _texts,
  ...row
}: VersionRow): Omit<ContentVersion, "detail" | "texts"> => ({
  ...row,
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  madeAt: madeAt.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
});

const describeVersion = (row: VersionRow): ContentVersion => ({ ...describeHead(row), detail: row.detail, texts: [...row.texts] });

/** One version of an item. Refuses with `content.not_found`. */
export async function getVersion(db: Db | Tx, { id, no, now }: { id: string; no: number; now: Date }): Promise<ContentVersion> {
  const { rows } = await sql<VersionRow>`${selectVersions(now)} where c.id = ${id} and v.no = ${no}`.execute(db as Tx);
  return rows[0] === undefined ? refuse("content.not_found") : describeVersion(rows[0]);
}

/** The versions of an item, the newest first. Refuses with `content.not_found`. */
export async function listHistory(
  db: Db,
  { id, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof content)["history"]> & { now: Date },
): Promise<OutputOf<(typeof content)["history"]>> {
  const before = /^[0-9]{1,6}$/.test(cursor ?? "") ? Number(cursor) : 1_000_000;
  const { rows } = await sql<VersionRow>`${selectVersions(now)} where c.id = ${id} and v.no < ${before} order by v.no desc limit ${limit + 1}`.execute(
    db as Tx,
  );
  if (rows.length === 0 && cursor === undefined) refuse("content.not_found");
  return cutPage(rows, { limit, describe: describeHead, cursorOf: ({ no }) => no });
}

/** Where visitors find an item of this kind. */
export function pathOf(detail: Detail): string {
  if (detail.kind === "help" || detail.kind === "term") return `/help#${detail.slug}`;
  if (detail.kind === "promotion") return "/promotions";
  if (detail.kind === "post") return `/blog/${detail.slug}`;
  if (detail.kind === "news") return `/news/${detail.slug}`;
  return detail.kind === "guide" ? `/guide/${detail.guide.toLowerCase()}` : "/";
}

/** One item: its newest version, and the one that is live. Refuses with `content.not_found`. */
export async function getItem(db: Db | Tx, { id, now }: { id: string; now: Date }): Promise<ContentItem> {
  const { rows } = await sql<ItemRow>`${selectItems(now)} where c.id = ${id}`.execute(db as Tx);
  const [found] = rows;
  if (found === undefined) refuse("content.not_found");
  const version = await getVersion(db, { id, no: found.lastNo, now });
  const live = found.liveNo === null || found.liveNo === found.lastNo ? null : await getVersion(db, { id, no: found.liveNo, now });
  return { row: describeRow(found), version, live, publishedPath: pathOf(version.detail) };
}
