import { type Language, localeOf } from "@laro/locales/t";
import { addressIn, type Head, titleOf } from "../features/content/content.heads.ts";
import { escapeHtml } from "../features/content/content.html.ts";
import { brand } from "../core/settings/packs.ts";

const SHARE = { width: 1_200, height: 630 } as const;
const localesOfShare = { EN: "en_PH", TY: "tl_PH" } as const satisfies Record<Language, string>;
const languages = Object.keys(localeOf) as Language[];

const named = (name: string, content: string): string => `<meta name="${name}" content="${escapeHtml(content)}">`;
const shared = (property: string, content: string | number): string => `<meta property="og:${property}" content="${escapeHtml(String(content))}">`;

/** Data is no script: browsers run nothing of it, and no text of it can end it. */
const dataBlock = (data: object): string => `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** A head as HTML, in a language; every address in it is whole. */
export function headHtml(head: Head, { origin, language }: { origin: string; language: Language }): string {
  const title = `<title>${escapeHtml(titleOf(head))}</title>`;
  const site = named("application-name", brand.name) + named("description", head.description);
  if (head.status === 404) return title + site + named("robots", "noindex");
  const address = (one: Language): string => escapeHtml(origin + addressIn(head.canonical, one));
  const alternates = languages.map((one) => `<link rel="alternate" hreflang="${localeOf[one]}" href="${address(one)}">`);
  const bare = escapeHtml(origin + head.canonical);
  return [
    title,
    site,
    ...(head.isIndexable ? [] : [named("robots", "noindex")]),
    `<link rel="canonical" href="${address(language)}">`,
    ...alternates,
    `<link rel="alternate" hreflang="x-default" href="${bare}">`,
    shared("type", head.isArticle ? "article" : "website"),
    shared("site_name", brand.name),
    shared("title", head.title ?? brand.name),
    shared("description", head.description),
    shared("url", origin + addressIn(head.canonical, language)),
    shared("locale", localesOfShare[language]),
    shared("image", `${origin}/share/${head.picture}`),
    shared("image:width", SHARE.width),
    shared("image:height", SHARE.height),
    named("twitter:card", "summary_large_image"),
    ...head.data.map(dataBlock),
  ].join("");
}

/** So many addresses one file of a sitemap may hold (sitemaps.org). */
const SITEMAP_MAX = 50_000;

/** The files of a sitemap by their paths; the first is `/sitemap.xml`, an index where one file does not hold all. */
export function sitemapFiles(paths: readonly string[], { origin, countMax = SITEMAP_MAX }: { origin: string; countMax?: number }): ReadonlyMap<string, string> {
  const entries = paths.map((path) => {
    const links = languages.map((one) => `<xhtml:link rel="alternate" hreflang="${localeOf[one]}" href="${escapeHtml(origin + addressIn(path, one))}"/>`);
    return `<url><loc>${escapeHtml(origin + path)}</loc>${links.join("")}</url>`;
  });
  const parts = Array.from({ length: Math.ceil(entries.length / countMax) }, (_, at) => entries.slice(at * countMax, (at + 1) * countMax));
  if (parts.length <= 1) return new Map([["/sitemap.xml", urlSet(entries)]]);
  const files = parts.map((part, at) => [`/sitemap-${at + 1}.xml`, urlSet(part)] as const);
  const index = files.map(([path]) => `<sitemap><loc>${escapeHtml(origin + path)}</loc></sitemap>`).join("");
  return new Map([["/sitemap.xml", `${XML}<sitemapindex xmlns="${SITEMAPS}">${index}</sitemapindex>`], ...files]);
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";
const urlSet = (entries: readonly string[]): string =>
  `${XML}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join("")}</urlset>`;

/** What search engines may ask for. A page that must stay out of the search says so itself, so it may be asked for. */
export const robotsText = (origin: string): string => `User-agent: *\nDisallow: /api/\nSitemap: ${origin}/sitemap.xml\n`;
