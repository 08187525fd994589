import { type ContentKind, type HelpSection } from "@laro/contract/core/contentKinds";
import { findPlayerPath, playerPaths, type PlayerPathName } from "@laro/contract/core/paths";
import { translatorFor } from "@laro/locales/compiled";
import { type Language, localeOf, type Translator } from "@laro/locales/t";
import { LRUCache } from "lru-cache";
import { isCardRoom } from "../../core/catalogue/cardGames.ts";
import { findGameByCode, findGameByNode } from "../../core/catalogue/catalogue.ts";
import { nameIn } from "../../core/catalogue/tiles.ts";
import { type LiveGame, readCatalogue } from "../../core/catalogue/view.ts";
import { brand, type JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db } from "../../platform/db.ts";
import { wordsOf as wordsOfHtml } from "./content.html.ts";
import { listLive, pictureIdsOf, SHOWN_ENDPOINTS, type ShownVersion, textIn } from "./content.ts";

/** What search engines show of a title and of a description, in signs. */
const TITLE_MAX = 60;
const DESCRIPTION_MAX = 155;
/** How old what a page says of the operator's rows may be where nobody said that they changed. */
export const HEAD_MAX_AGE_MS = 30_000;

/** Answers whose being stale makes heads stale. */
export const HEAD_ENDPOINTS: readonly string[] = SHOWN_ENDPOINTS;

/** What the page of an address says of itself before any script runs. */
export interface Head {
  readonly status: 200 | 404;
  /** The page's name; undefined where the site's stands alone. */
  readonly title: string | undefined;
  readonly description: string;
  /** The one address of what may have several. */
  readonly canonical: string;
  readonly isIndexable: boolean;
  readonly isArticle: boolean;
  /** The end of the address of its share picture. */
  readonly picture: string;
  /** What it is, in the words of schema.org. */
  readonly data: readonly object[];
}

/** What a head is made from. */
export interface HeadSources {
  readonly db: Db;
  readonly shelves: Shelves;
  readonly pack: JurisdictionPack;
  /** What every address of ours begins with. */
  readonly origin: string;
  readonly now: Date;
}

const KINDS_TIMES_LANGUAGES = 32;

/** The live rows of a kind in a language, read once for all who ask within a moment: an address somebody made up costs no query. */
export class Shelves {
  readonly #kept = new LRUCache<string, Promise<readonly ShownVersion[]>>({ max: KINDS_TIMES_LANGUAGES, ttl: HEAD_MAX_AGE_MS });

  list({ db, now }: Pick<HeadSources, "db" | "now">, kind: ContentKind, language: Language): Promise<readonly ShownVersion[]> {
    const key = `${kind} ${language}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const read = listLive(db, { kinds: [kind], language, now });
    this.#kept.set(key, read);
    read.catch(() => this.#kept.delete(key));
    return read;
  }

  forget(): void {
    this.#kept.clear();
  }
}

/** Shortened at a blank, with a sign that more was said. */
export function clip(text: string, lengthMax: number): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= lengthMax) return plain;
  const cut = plain.slice(0, lengthMax - 1);
  const blank = plain.lastIndexOf(" ", lengthMax - 1);
  return `${cut.slice(0, blank > lengthMax / 2 ? blank : undefined).trimEnd()}…`;
}

const NAMED = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" } as const;

/** The words of formatted text. */
export const plainOf = (html: string): string =>
  wordsOfHtml(html.replaceAll("&nbsp;", " ")).replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => NAMED[sign as keyof typeof NAMED]);

/** How a page is called: the page first, then the site, within what search engines show. */
export const titleOf = ({ title }: Pick<Head, "title">): string =>
  title === undefined ? brand.name : `${clip(title, TITLE_MAX - brand.name.length - 3)} · ${brand.name}`;

/** An address in a language: the brand's own stands bare. */
export const addressIn = (path: string, language: Language): string => (language === brand.defaultLanguage ? path : `${path}?language=${language}`);

/** Names whose page shows a list of games. */
export const gameLists = ["SPORTS", "ESPORTS", "LOTT", "ELOTT", "COCKFIGHT", "LIVE", "FISH", "RNG", "PVP", "BGS", "HOT", "provider"] as const;
type List = (typeof gameLists)[number];
export const isGameList = (name: PlayerPathName | undefined): name is List => name !== undefined && (gameLists as readonly string[]).includes(name);
const unopened = ["favorite", "recent", "seamless", "lottery", "seaLottery", "vnLottery"] as const satisfies readonly PlayerPathName[];
/** What stands behind a part of an address. */
const kindsOf = { promotions: "promotion", blog: "post", news: "news" } as const satisfies Record<string, ContentKind>;
type ItemSection = keyof typeof kindsOf;

interface Words {
  readonly title: string | undefined;
  readonly description: string;
  readonly picture?: string;
}

/**
 * What stands at the head of a page that begins with its name and a sentence, where no row of the operator does; undefined where it begins with something else, as one
 * text of a section does.
 */
export function bannerWords(t: Translator, name: PlayerPathName, path: string): { readonly title: string; readonly text: string } | undefined {
  if (isGameList(name)) {
    const type = { type: name === "provider" ? "PROVIDER" : name };
    return { title: t("games.type", type), text: t("games.typeText", type) };
  }
  const [, section = "", end] = path.split("/");
  switch (name) {
    case "promotions":
      return end === undefined ? { title: t("games.type", { type: "PROMO" }), text: t("site.promotionsText") } : undefined;
    case "fair":
      return { title: t("fair.title"), text: t("fair.text") };
    case "winners":
      return { title: t("winners.title"), text: t("winners.text") };
    case "pointMall":
      return { title: t("site.unopened", { page: name }), text: t("site.unopenedText", { page: name }) };
    case "redEnvelope":
      return { title: t("envelopes.title"), text: t("envelopes.text") };
    case "tournament":
      return { title: t("tournaments.title"), text: t("tournaments.text") };
    case "vip":
      return { title: t("vip.title"), text: t("vip.text") };
    case "blog":
    case "news":
    case "download":
    case "guide": {
      const page = { page: end ?? section };
      return { title: t("content.page", page), text: t("content.pageText", page) };
    }
    default:
      return undefined;
  }
}

/** What a page is called and says of itself, where no row of the operator does. */
function wordsOf(t: Translator, name: PlayerPathName, path: string, { minimumAge: age }: JurisdictionPack): Words {
  const said = { name: brand.name, age };
  const { title, text = "" } = bannerWords(t, name, path) ?? {};
  if (isGameList(name)) return { title, description: t("heads.games", { ...said, text }), picture: "games.png" };
  const other = t("heads.other", said);
  const opened = unopened.find((one) => one === name);
  if (opened !== undefined) return { title: t("site.unopened", { page: opened }), description: other };
  switch (name) {
    case "home":
      return { title, description: t("heads.home", said) };
    case "help":
      return { title: t("site.help"), description: t("heads.help", said), picture: "help.png" };
    case "activate":
      return { title: t("accounts.activate.title"), description: other };
    case "register":
      return { title: t("sessions.register"), description: t("heads.register", said) };
    case "promotions":
      return { title, description: t("heads.promotions", said), picture: "promotions.png" };
    case "fair":
      return { title, description: t("heads.fair", said), picture: "help.png" };
    case "winners":
      return { title, description: t("heads.winners", said) };
    case "pointMall":
    case "redEnvelope":
      return { title, description: text };
    case "blog":
    case "news":
    case "download":
      return { title, description: text, picture: `${name}.png` };
    case "guide":
      return { title, description: text, picture: "download.png" };
    default:
      return { title, description: other };
  }
}

const isItemSection = (section: string): section is ItemSection => Object.hasOwn(kindsOf, section);

/** The one address of what an address shows, so that no spelling somebody makes up is a page of its own; undefined where no page has it. `path` is without query and hash. */
export async function findCanonical(sources: HeadSources, { path, language }: { path: string; language: Language }): Promise<string | undefined> {
  const found = findPlayerPath(path);
  if (found === undefined) return undefined;
  const [, first = "", end = ""] = path.split("/");
  const section = first.toLowerCase();
  if (found.name === "game") return (await findGame(sources, end)) && `/game/${findGameByNode(end)?.gameCode ?? end}`;
  if (found.name === "room") return findGameByCode(end) !== undefined || isCardRoom(end) ? `/room/${end}` : undefined;
  if (end !== "" && isItemSection(section)) return (await findItem(sources, { section, slug: end, language })) && `/${section}/${end}`;
  if (found.name === "guide") return found.path;
  // The first address of each name is the one that counts.
  return playerPaths.find(({ name }) => name === found.name)!.path;
}

const isClosed = (name: PlayerPathName, pack: JurisdictionPack): boolean => pack.closedGameTypes.includes(name);

/** The head of a canonical address of the player site in a language; without one it is the not-found page's. */
export async function readHead(sources: HeadSources, { canonical, language }: { canonical: string | undefined; language: Language }): Promise<Head> {
  const t = translatorFor(language);
  const found = canonical === undefined ? undefined : findPlayerPath(canonical);
  if (canonical === undefined || found === undefined) return notFound(t);
  const [, section = "", end = ""] = canonical.split("/");
  if (found.name === "game") return (await readGame(sources, { code: end, t, language })) ?? notFound(t);
  if (end !== "" && isItemSection(section)) return (await readItem(sources, { section, slug: end, t, language })) ?? notFound(t);
  const { title, description, picture = "home.png" } = wordsOf(t, found.name, canonical, sources.pack);
  return {
    status: 200,
    title,
    description: clip(description, DESCRIPTION_MAX),
    canonical,
    isIndexable: found.indexable === true && isOpenToSearch(sources.pack) && !isClosed(found.name, sources.pack),
    isArticle: false,
    picture,
    data: [...(await dataOf(sources, { name: found.name, language })), ...crumbsOf(sources, [[title, canonical]], language)],
  };
}

/** A sandbox is nobody's casino: it stands in no search. */
const isOpenToSearch = ({ code }: JurisdictionPack): boolean => code !== "sandbox";

const notFound = (t: Translator): Head => ({
  status: 404,
  title: t("site.notFound"),
  description: t("site.notFoundText"),
  canonical: "/",
  isIndexable: false,
  isArticle: false,
  picture: "home.png",
  data: [],
});

/** A game of the catalogue by its node, a house game by its code as well. */
const findGame = async ({ db }: HeadSources, code: string): Promise<LiveGame | undefined> =>
  (await readCatalogue(db)).byNode.get(findGameByCode(code)?.nodeId ?? code);

async function readGame(sources: HeadSources, { code, t, language }: { code: string; t: Translator; language: Language }): Promise<Head | undefined> {
  const game = await findGame(sources, code);
  if (game === undefined) return undefined;
  const title = nameIn(game, language);
  const canonical = `/game/${findGameByNode(code)?.gameCode ?? code}`;
  return {
    status: 200,
    title,
    description: clip(t("heads.game", { game: title, name: brand.name, age: sources.pack.minimumAge }), DESCRIPTION_MAX),
    canonical,
    isIndexable: isOpenToSearch(sources.pack) && !sources.pack.closedGameTypes.includes(game.gameType),
    isArticle: false,
    picture: "games.png",
    data: crumbsOf(sources, [[title, canonical]], language),
  };
}

interface Asked {
  readonly section: ItemSection;
  readonly slug: string;
  readonly t: Translator;
  readonly language: Language;
}

async function findItem(sources: HeadSources, { section, slug, language }: Omit<Asked, "t">): Promise<ShownVersion | undefined> {
  const rows = await sources.shelves.list(sources, kindsOf[section], language);
  return rows.find(({ detail }) => "slug" in detail && detail.slug === slug);
}

async function readItem(sources: HeadSources, { section, slug, t, language }: Asked): Promise<Head | undefined> {
  const version = await findItem(sources, { section, slug, language });
  if (version === undefined) return undefined;
  const { title, summary, html, seo } = textIn(version, language);
  const canonical = `/${section}/${slug}`;
  const [pictureId] = pictureIdsOf(version.detail);
  const picture = pictureId === undefined ? `${section}.png` : `picture/${pictureId}.jpg`;
  const description = clip(seo.description || summary || plainOf(html), DESCRIPTION_MAX);
  const listed = section === "promotions" ? t("games.type", { type: "PROMO" }) : t("content.page", { page: section });
  const article = articleOf(sources, version, { section, title, description, address: addressIn(canonical, language), picture, language });
  return {
    status: 200,
    title: seo.title || title,
    description,
    canonical,
    isIndexable: isOpenToSearch(sources.pack),
    isArticle: section !== "promotions",
    picture,
    data: [
      ...article,
      ...crumbsOf(
        sources,
        [
          [listed, `/${section}`],
          [title, canonical],
        ],
        language,
      ),
    ],
  };
}

const SCHEMA = "https://schema.org";

function articleOf(
  { origin }: HeadSources,
  { detail, publishedAt }: ShownVersion,
  {
    section,
    title,
    description,
    address,
    picture,
    language,
  }: Record<"title" | "description" | "address" | "picture", string> & { section: ItemSection; language: Language },
): readonly object[] {
  if (section === "promotions") return [];
  return [
    {
      "@context": SCHEMA,
      "@type": section === "news" ? "NewsArticle" : "BlogPosting",
      headline: clip(title, 110),
      description,
      inLanguage: localeOf[language],
      ...("day" in detail ? { datePublished: detail.day } : {}),
      ...(publishedAt === null ? {} : { dateModified: publishedAt.toISOString() }),
      image: `${origin}/share/${picture}`,
      mainEntityOfPage: `${origin}${address}`,
      author: { "@type": "Organization", name: brand.name, url: `${origin}/` },
      publisher: { "@type": "Organization", name: brand.name, logo: { "@type": "ImageObject", url: `${origin}/icon-512.png` } },
    },
  ];
}

/** From home to here. */
function crumbsOf({ origin }: HeadSources, steps: readonly (readonly [name: string | undefined, path: string])[], language: Language): readonly object[] {
  if (steps.some(([name]) => name === undefined)) return [];
  const trail = [[brand.name, "/"], ...steps].map(([name, path = "/"], at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: `${origin}${addressIn(path, language)}`,
  }));
  return [{ "@context": SCHEMA, "@type": "BreadcrumbList", itemListElement: trail }];
}

/** Sections of the help centre that answer questions; the others are documents. */
const answering: readonly HelpSection[] = ["fair", "payments", "account", "responsible", "contact"];

async function dataOf(sources: HeadSources, { name, language }: { name: PlayerPathName; language: Language }): Promise<readonly object[]> {
  const { origin } = sources;
  if (name === "home")
    return [
      { "@context": SCHEMA, "@type": "Organization", name: brand.name, url: `${origin}/`, logo: `${origin}/icon-512.png` },
      { "@context": SCHEMA, "@type": "WebSite", name: brand.name, url: `${origin}/`, inLanguage: Object.values(localeOf) },
    ];
  if (name !== "help") return [];
  const rows = await sources.shelves.list(sources, "help", language);
  const questions = rows.filter(({ detail }) => detail.kind === "help" && answering.includes(detail.section)).map((version) => textIn(version, language));
  if (questions.length === 0) return [];
  const mainEntity = questions.map(({ title, summary, html }) => ({
    "@type": "Question",
    name: title,
    acceptedAnswer: { "@type": "Answer", text: plainOf(html) || summary },
  }));
  return [{ "@context": SCHEMA, "@type": "FAQPage", inLanguage: localeOf[language], mainEntity }];
}

/** Every address that stands in the sitemap: indexable pages, and the operator's posts, news and promotions. */
export async function listIndexable(sources: HeadSources): Promise<readonly string[]> {
  if (!isOpenToSearch(sources.pack)) return [];
  const pages = playerPaths.filter((one) => "indexable" in one && !one.path.includes(":") && !isClosed(one.name, sources.pack)).map(({ path }) => path);
  const rows = await Promise.all(
    Object.entries(kindsOf).map(async ([section, kind]) => {
      const shelf = await sources.shelves.list(sources, kind, "EN");
      return shelf.flatMap(({ detail }) => ("slug" in detail ? `/${section}/${detail.slug}` : []));
    }),
  );
  return [...pages, ...rows.flat()];
}
