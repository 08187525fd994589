import { announcementTypes, type AnnouncementType, type ContentKind, helpSections } from "@laro/contract/core/contentKinds";
import type { Announcement, Article, ContentResource, HotMatch, Post, PostHead, SiteText, Video } from "@laro/contract/core/contentShown";
import type { content } from "@laro/contract/content";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { pictureUrl } from "@laro/contract/core/pictures";
import { youTubeIdOf } from "@laro/contract/core/videos";
import type { Db } from "../../platform/db.ts";
import type { Log } from "../../platform/log.ts";
import { cutPage } from "../../platform/pages.ts";
import { languageOf, listLive, type Pictures, picturesFor, SOURCE, type ShownVersion, textIn } from "./content.ts";

const kindsOf: Record<AnnouncementType, readonly ContentKind[]> = { B: ["banner"], PL: ["notice"], PU: ["popup"], PR: ["promotion"], H: ["help", "term"] };
const typeOf = (kind: ContentKind): AnnouncementType | undefined => announcementTypes.find((type) => kindsOf[type].includes(kind));

const FIRST = new Date(0).toISOString();
const timeOf = ({ publishedAt }: ShownVersion): string => publishedAt?.toISOString() ?? FIRST;

/** A version as an announcement; undefined for a kind that is none. */
export function asAnnouncement(version: ShownVersion, language: string, pictures: Pictures): Announcement | undefined {
  const { id, kind, detail, endsAt } = version;
  const { title, summary, html, alt, language: written } = textIn(version, language);
  const type = typeOf(kind);
  if (type === undefined) return undefined;
  const item = { id, title, content: html, platform: "platform" in detail ? detail.platform : ("W" as const), time: timeOf(version), language: written };
  switch (detail.kind) {
    case "banner": {
      const { groupName, gameType, url, linkageType, audience } = detail;
      const picture = pictures(detail.pictureId, alt);
      return { ...item, type: "B", summary, groupName, gameType, url, linkageType, audience, picture, phonePicture: pictures(detail.phonePictureId, alt) };
    }
    case "notice":
      return { ...item, type: "PL" };
    case "popup":
      return { ...item, type: "PU", url: detail.url, linkageType: detail.linkageType, execution: detail.execution, picture: pictures(detail.pictureId, alt) };
    case "promotion": {
      const { slug, url, linkageType, clearance } = detail;
      const announcementImages = [...detail.images]
        .sort((one, other) => one.sequence - other.sequence)
        .flatMap(({ sequence, pictureId }) => {
          const picture = pictures(pictureId, alt);
          return picture === null ? [] : [{ sequence, url: pictureUrl(pictureId, 1_560, "webp"), picture }];
        });
      return { ...item, type: "PR", slug, summary, url, linkageType, until: endsAt?.toISOString() ?? null, announcementImages, clearance };
    }
    case "help":
    case "term":
      return { ...item, type: "H", section: detail.section, slug: detail.slug };
    default:
      return undefined;
  }
}

/** What stands on the web's site now, of the types asked for: platform W or A. */
export async function listAnnouncements(
  db: Db,
  { types, language: asked, now }: InputOf<(typeof content)["announcements"]> & { now: Date },
): Promise<Announcement[]> {
  const language = languageOf(asked);
  const wanted = [...new Set(types.split(",") as AnnouncementType[])];
  const versions = await listLive(db, { kinds: wanted.flatMap((type) => kindsOf[type]), language, now });
  const pictures = await picturesFor(db, versions);
  return versions.flatMap((version) => asAnnouncement(version, language, pictures) ?? []).filter(({ platform }) => platform === "W" || platform === "A");
}

/** A version as an article of the help centre; undefined for a kind that is none. */
export function asArticle(version: ShownVersion, language: string): Article | undefined {
  const { id, detail, label } = version;
  if (detail.kind !== "help" && detail.kind !== "term") return undefined;
  const { title, summary, html, language: written } = textIn(version, language);
  const { section, slug } = detail;
  return { id, section, slug, title, summary, content: html, language: written, time: timeOf(version), isTerm: detail.kind === "term", version: label ?? "" };
}

/** The help centre's sections that have articles, in the order of the list. */
export async function listHelp(db: Db, { language: asked, now }: { language: string; now: Date }): Promise<OutputOf<(typeof content)["help"]>> {
  const language = languageOf(asked);
  const articles = (await listLive(db, { kinds: ["help", "term"], language, now })).flatMap((version) => asArticle(version, language) ?? []);
  return {
    sections: helpSections
      .map((section) => ({ section, articles: articles.filter((one) => one.section === section) }))
      .filter(({ articles: list }) => list.length > 0),
  };
}

/** How to reach us: every channel, and what the help centre says about it. */
export async function getHelpCenter(db: Db, asked: { language: string; now: Date }): Promise<OutputOf<(typeof content)["helpCenter"]>> {
  const { sections } = await listHelp(db, asked);
  const channels = (await listResources(db, asked)).filter(({ type }) => type !== "Android" && type !== "iOS" && type !== "TOURNAMENT");
  return { channels, article: sections.find(({ section }) => section === "contact")?.articles[0] ?? null };
}

/** A version as a text of the sites. */
export function asSiteText(version: ShownVersion, language: string): SiteText {
  const { title, summary, html, language: written } = textIn(version, language);
  return { code: version.code, title, summary, content: html, language: written };
}

/** The texts of the sites by their codes. */
export async function listTexts(db: Db, { language: asked, now }: { language: string; now: Date }): Promise<SiteText[]> {
  const language = languageOf(asked);
  return (await listLive(db, { kinds: ["text"], language, now })).map((version) => asSiteText(version, language));
}

/** A version as a video; undefined where its address is no video of YouTube. */
export function asVideo(version: ShownVersion, language: string, pictures: Pictures): Video | undefined {
  const { id, detail } = version;
  if (detail.kind !== "video") return undefined;
  const url = detail.urls[language] || detail.urls[SOURCE] || "";
  const videoId = youTubeIdOf(url);
  const { title, summary, alt } = textIn(version, language);
  return videoId === undefined ? undefined : { id, title, summary, url, videoId, picture: pictures(detail.pictureId, alt) };
}

/** The videos of the home page; what is no video of YouTube is logged and left out. */
export async function listVideos(db: Db, { language: asked, now, log }: { language: string; now: Date; log: Log }): Promise<Video[]> {
  // A video may be in a language the brand has no words in.
  const language = asked.toUpperCase();
  const versions = await listLive(db, { kinds: ["video"], language, now });
  const pictures = await picturesFor(db, versions);
  return versions.flatMap((version) => {
    const video = asVideo(version, language, pictures);
    if (video === undefined) log.warn({ content: version.id }, "a video was left out: its address is none of YouTube");
    return video ?? [];
  });
}

const imageUrlOf = (id: string | null): string => (id === null ? "" : pictureUrl(id, 390, "webp"));

/** A version as a hot match; undefined for a kind that is none. */
export function asMatch(version: ShownVersion, language: string): HotMatch | undefined {
  const { id, detail } = version;
  if (detail.kind !== "match") return undefined;
  const { homeTeam, awayTeam, homePictureId, awayPictureId, matchTime, url } = detail;
  const { title } = textIn(version, language);
  return { id, title, homeTeam, awayTeam, homeTeamImageUrl: imageUrlOf(homePictureId), awayTeamImageUrl: imageUrlOf(awayPictureId), matchTime, url };
}

const MATCHES_MAX = 12;
/** So long after its begin a match still stands there. */
const MATCH_MS = 3 * 60 * 60_000;

/** Whether a match that begins at this moment is still shown. */
export const isMatchOn = (matchTime: string, now: Date): boolean => Date.parse(matchTime) + MATCH_MS >= now.getTime();

/** The hot matches of the home page that are not over, the soonest first. */
export async function listMatches(db: Db, { language: asked, now }: { language: string; now: Date }): Promise<HotMatch[]> {
  const language = languageOf(asked);
  const matches = (await listLive(db, { kinds: ["match"], language, now })).flatMap((version) => asMatch(version, language) ?? []);
  return matches
    .filter(({ matchTime }) => isMatchOn(matchTime, now))
    .sort((one, other) => Date.parse(one.matchTime) - Date.parse(other.matchTime))
    .slice(0, MATCHES_MAX);
}

/** A version as a resource; undefined for a kind that is none. */
export function asResource(version: ShownVersion, language: string): ContentResource | undefined {
  const { detail } = version;
  if (detail.kind !== "resource") return undefined;
  return { type: detail.type, labelNameEn: detail.labelNameEn, label: textIn(version, language).title || detail.labelNameEn, url: detail.url };
}

/** Where else the operator is. */
export async function listResources(db: Db, { language: asked, now }: { language: string; now: Date }): Promise<ContentResource[]> {
  const language = languageOf(asked);
  return (await listLive(db, { kinds: ["resource"], language, now })).flatMap((version) => asResource(version, language) ?? []);
}

/** What a guide says to do, one after the other, in the language its text is in. */
export const stepsIn = (detail: ShownVersion["detail"], written: string): string[] =>
  detail.kind === "guide" ? detail.steps.map((step) => step[written] || step[SOURCE] || "").filter((step) => step !== "") : [];

/** A version as a post, a piece of news or a guide; undefined for a kind that is none. */
export function asPost(version: ShownVersion, language: string, pictures: Pictures): Post | undefined {
  const { id, detail } = version;
  if (detail.kind !== "post" && detail.kind !== "news" && detail.kind !== "guide") return undefined;
  const { title, summary, html, alt, seo, language: written } = textIn(version, language);
  const guide = detail.kind === "guide" ? detail : null;
  return {
    id,
    kind: detail.kind,
    slug: detail.slug,
    title,
    summary,
    day: guide === null && "day" in detail ? detail.day : "",
    guide: guide?.guide ?? null,
    picture: pictures(detail.pictureId, alt),
    language: written,
    time: timeOf(version),
    content: html,
    steps: stepsIn(detail, written),
    seo: { title: seo.title || title, description: seo.description || summary },
  };
}

async function readPosts(db: Db, { kind, language, now }: { kind: PostHead["kind"]; language: string; now: Date }): Promise<readonly Post[]> {
  const versions = await listLive(db, { kinds: [kind], language, now });
  const pictures = await picturesFor(db, versions);
  const posts = versions.flatMap((version) => asPost(version, language, pictures) ?? []);
  return posts.toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
}

/** Where a post stands: by its day, of one day by its id. It is also where the next page begins, which may be gone by then. */
const placeOf = ({ day, id }: Pick<Post, "day" | "id">): string => `${day}_${id}`;
const PLACE = /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?_[0-9a-f-]{36}$/;

const headOf = ({ content: _content, steps: _steps, seo: _seo, ...head }: Post): PostHead => head;

/** Posts, news or guides, the newest first. */
export async function listPosts(
  db: Db,
  { kind, language, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof content)["posts"]> & { now: Date },
): Promise<OutputOf<(typeof content)["posts"]>> {
  const posts = await readPosts(db, { kind, language: languageOf(language), now });
  const rest = cursor !== undefined && PLACE.test(cursor) ? posts.filter((post) => placeOf(post) < cursor) : posts;
  return cutPage(rest, { limit, describe: headOf, cursorOf: placeOf });
}

/** One of them by the end of its address. Refuses with `content.not_found`. */
export async function getPost(db: Db, { kind, slug, language, now }: InputOf<(typeof content)["post"]> & { now: Date }): Promise<Post> {
  return (await readPosts(db, { kind, language: languageOf(language), now })).find((post) => post.slug === slug) ?? refuse("content.not_found");
}
