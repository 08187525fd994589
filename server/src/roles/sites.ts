import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { refuse, Refusal } from "@laro/contract/core/errors";
import { findPlayerPath } from "@laro/contract/core/paths";
import { isLanguage } from "@laro/locales/t";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listGameOrigins } from "../core/vendors/outbound.ts";
import { CATALOGUE_ENDPOINT, readCatalogue } from "../core/catalogue/view.ts";
import { packs } from "../core/settings/packs.ts";
import { HEAD_ENDPOINTS, findCanonical, isGameList, type HeadSources, listIndexable, readHead, Shelves } from "../features/content/content.heads.ts";
import { readText } from "../features/content/content.text.ts";
import { networkOf } from "../platform/addresses.ts";
import { type InTurn, queuePerCaller } from "../platform/boundedQueue.ts";
import { originOf, projectRoot } from "../platform/config.ts";
import type { AskShared } from "../platform/binder.ts";
import { Rates } from "../platform/rates.ts";
import type { Platform } from "../platform/routes.ts";
import { listFrameOrigins } from "../features/partners/partners.view.ts";
import { FIRST_ENDPOINTS, narrows, partsOf, readFirstScreen } from "./first.ts";
import { headHtml, robotsText, sitemapFiles } from "./heads.ts";
import { SEAMLESS_PAGES } from "./seamless.ts";
import { allowsAnalytics, type ComposedPage, type Look, lookOf, Pages, type Said } from "./pages.ts";

const DIST = join(projectRoot, "web", "dist");
const YEAR_S = 31_536_000;
/** No longer than the answers in it may be shared: an announcement ends by the clock, and nobody says so. */
const PAGE_MAX_AGE_MS = 2_000;
/** Pages that are kept by nobody are made one at a time for each network: who walks through a thousand games takes part of a processor, not all of it. */
const MAKING = { atOnceMax: 1, waitingMax: 32 } as const;
const BUSY_FOR_S = 1;
/** Who may frame a page, and whom it may frame, is read each time: so often by one network. */
const FRAMES_RATE = { count: 600, windowMs: 60_000 } as const;

interface Grounds extends Pick<Platform, "database" | "config" | "clock" | "live"> {
  readonly askShared: AskShared;
}

type Query = Readonly<Record<string, unknown>>;

/** What the page of an address is made from. */
interface PageSources extends HeadSources, Pick<Grounds, "askShared">, Pick<Parameters<typeof readFirstScreen>[2], "covers" | "findCover"> {}

/** Serves the four built sites: each its own folder, each answering its own paths with its own page. */
export async function serveSites(app: FastifyInstance, platform: Grounds): Promise<void> {
  const { database, config } = platform;
  const [pages, making, rates] = [new Map<string, Pages>(), queuePerCaller(MAKING), new Rates()];
  const sourcesNow = headSources(platform, pages);
  serveSearch(app, sourcesNow);
  for (const [site, prefix] of [
    ["operator", "/console/"],
    ["agent", "/agent/"],
    ["embed", "/embedded/"],
    ["player", "/"],
  ] as const) {
    const root = join(DIST, site);
    if (!existsSync(root)) continue;
    pages.set(site, new Pages(root, { base: prefix, maxAgeMs: PAGE_MAX_AGE_MS }));
    await app.register(fastifyStatic, {
      ...served("no-cache"),
      root,
      prefix,
      decorateReply: site === "player",
      // File by file: a wildcard answers `/` of a caller that takes no compression with a fault.
      wildcard: false,
      globIgnore: ["assets/**", "index.html*", "manifest.json*"],
    });
    await app.register(fastifyStatic, { ...servedForGood, root: join(root, "assets"), prefix: `${prefix}assets/`, decorateReply: false });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = "/"] = request.url.split("?");
    if (path.startsWith("/api/")) refuse("request.unknown_endpoint");
    if (!["GET", "HEAD"].includes(request.method) || (/\.\w{2,5}$/.test(path) && path !== "/index.html")) return reply.status(404).send();
    const site = siteOf(path);
    const look = lookFor(request);
    const composed = pages.get(site);
    const embedded = EMBED.exec(path)?.[1];
    if (embedded !== undefined || path === SEAMLESS) rates.count("frames", networkOf(request.ip), FRAMES_RATE);
    if (embedded !== undefined)
      return sendEmbedded(request, reply, {
        page: await pages.get("embed")?.page("", look, sayNothing),
        origins: await listFrameOrigins(database.db, embedded, config),
      });
    const page =
      composed &&
      (await (site === "player"
        ? pagePlayer(composed, sourcesNow(), { path, look, query: request.query as Query, inTurn: making(networkOf(request.ip)) }).catch((error: unknown) =>
            pageForMany(error, composed, look),
          )
        : composed.page("", look, sayNothing)));
    if (site === "player") {
      reply.header(
        "content-security-policy",
        framing(reply, path === SEAMLESS ? [...(await listGameOrigins(database.db, config)), ...ourFramed(originOf(config))] : shownHere),
      );
      if (config.analytics !== undefined && allowsAnalytics(request.headers.cookie))
        reply.header("content-security-policy", counting(reply, new URL(config.analytics.url).origin));
    }
    if (PREVIEW.test(path)) reply.header("content-security-policy", framedByUs(reply));
    return page === undefined ? reply.status(404).send() : sendPage(request, reply, page);
  });
}

/** The policy of a page whose visitor lets their visit be counted: the origin that counts, and no other, may send a script and be told. */
const counting = (reply: FastifyReply, origin: string): string =>
  String(reply.getHeader("content-security-policy")).replaceAll(/(?:script|connect|img)-src [^;]*/g, (directive) => `${directive} ${origin}`);

/** What heads are made from at this moment; let go of as soon as somebody says that it changed. */
function headSources({ database, config, clock, live, askShared }: Grounds, pages: Pick<Map<string, Pages>, "get">): () => PageSources {
  const shelves = new Shelves();
  live.onStale([...HEAD_ENDPOINTS, ...FIRST_ENDPOINTS, CATALOGUE_ENDPOINT], () => {
    shelves.forget();
    pages.get("player")?.forget();
  });
  return () => ({
    db: database.db,
    shelves,
    pack: packs[config.pack],
    origin: originOf(config),
    now: clock.now(),
    askShared,
    covers: config.imageCdn.length === 0,
    findCover: async ({ nodeId }) => (await readCatalogue(database.db)).byNode.get(nodeId)?.iconUrl,
  });
}

/** Serves what search engines read first. */
function serveSearch(app: FastifyInstance, sourcesNow: () => HeadSources): void {
  const { origin } = sourcesNow();
  app.get("/robots.txt", async (_request, reply) => reply.header("cache-control", "no-cache").type("text/plain; charset=utf-8").send(robotsText(origin)));
  const sitemap = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = ""] = request.url.split("?");
    const file = sitemapFiles(await listIndexable(sourcesNow()), { origin }).get(path);
    if (file === undefined) return reply.status(404).send();
    return reply.header("cache-control", "no-cache").type("application/xml; charset=utf-8").send(file);
  };
  app.get("/sitemap.xml", sitemap);
  app.get("/sitemap-:part.xml", sitemap);
}

/** How this visitor reads this page: an address may name the language itself. */
function lookFor({ headers, query }: FastifyRequest): Look {
  const look = lookOf(headers.cookie);
  const { language } = query as Query;
  return typeof language === "string" && isLanguage(language) ? { ...look, language } : look;
}

/** The sites of staff say nothing to a search. */
const sayNothing = async (): Promise<Said> => ({ status: 200, head: "" });

/** One page for all spellings of an address, and one for all that no page has. */
export async function pagePlayer(
  pages: Pick<Pages, "page">,
  sources: PageSources,
  { path, look, query, inTurn }: { path: string; look: Look; query: Query; inTurn?: InTurn },
): Promise<ComposedPage> {
  const { language } = look;
  const canonical = await findCanonical(sources, { path, language });
  const name = canonical === undefined ? undefined : findPlayerPath(canonical)?.name;
  const isNarrowed = isGameList(name) && narrows(query);
  const say = async (): Promise<Said> => {
    const head = await readHead(sources, { canonical, language });
    const said = { status: head.status, head: headHtml(head, { origin: sources.origin, language }) };
    if (canonical === undefined || name === undefined) return said;
    const screen = readFirstScreen(sources.askShared, { name, canonical, language, isNarrowed }, sources);
    const [text, { answers, poster }] = await Promise.all([readText(sources, head, language), screen]);
    return { ...said, text, answers, poster, opens: partsOf({ name, canonical }) };
  };
  return pages.page(`${canonical ?? ""}${isNarrowed ? "?" : ""}`, look, say, inTurn);
}

/** Whoever has more pages made at once than may wait gets the one that fits every address: it works, and its status tells a machine to ask less. */
function pageForMany(error: unknown, pages: Pages, look: Look): Promise<ComposedPage> {
  if (!(error instanceof Refusal && error.code === "server.busy")) throw error;
  return pages.page("any", look, async () => ({ status: 503, head: "" }));
}

/** The page around a vendor's game: a document of its own, because it alone may frame the vendors' origins. */
const SEAMLESS = "/seamless";

/** Of ours, its frame may come to the two pages to which a game leads back. */
const ourFramed = (origin: string): readonly string[] => SEAMLESS_PAGES.map((path) => origin + path);

/** What any other page of the player site may show in a frame: itself, and videos (VALID-58). */
const shownHere: readonly string[] = ["'self'", "https://www.youtube-nocookie.com"];

/** The policy of every page, with these origins as what may stand in a frame. */
const framing = (reply: FastifyReply, origins: readonly string[]): string =>
  String(reply.getHeader("content-security-policy")).replace(/frame-src [^;]*/, `frame-src ${origins.length === 0 ? "'none'" : origins.join(" ")}`);

/** The page that shows one version of the operator's content: it alone may stand in a frame, and only in one of ours. */
const PREVIEW = /^\/preview\/?$/i;

const framedByUs = (reply: FastifyReply): string =>
  String(reply.getHeader("content-security-policy")).replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'");

/** A game of ours in a partner's page, which alone may frame it. */
const EMBED = /^\/embed\/([A-Z][A-Z0-9_]{1,19})$/;

function sendEmbedded(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, origins }: { page: ComposedPage | undefined; origins: readonly string[] },
): FastifyReply {
  const policy = String(reply.getHeader("content-security-policy")).replace(
    /frame-ancestors [^;]*/,
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(" ")}`,
  );
  // It knows one origin at most, and the policy is newer: browsers that know both keep to the policy.
  reply.removeHeader("x-frame-options");
  // The ticket stands in its address.
  reply.headers({ "content-security-policy": policy, "referrer-policy": "no-referrer" });
  return page === undefined ? reply.status(404).send() : sendPage(request, reply, page);
}

const served = (cacheControl: string) => ({
  index: false as const,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply: FastifyReply): void => void reply.header("cache-control", cacheControl),
});

/** What only a page needs would be a third of a small file. */
const PAGES_ONLY = [
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

/** Scripts, styles and fonts, which are no pages: opened as one they may do nothing. */
const servedForGood = {
  ...served(`public, max-age=${YEAR_S}, immutable`),
  setHeaders: (reply: FastifyReply): void => {
    for (const name of PAGES_ONLY) reply.removeHeader(name);
    reply.headers({ "cache-control": `public, max-age=${YEAR_S}, immutable`, "content-security-policy": "default-src 'none';frame-ancestors 'none'" });
  },
};

const siteOf = (path: string): string => (/^\/console(\/|$)/.test(path) ? "operator" : /^\/agent(Home)?(\/|$)/.test(path) ? "agent" : "player");

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { status, links, html, brotli, etag }: ComposedPage): FastifyReply {
  reply.status(status).headers({ "cache-control": "no-cache", vary: "accept-encoding, cookie", etag, link: links, "content-type": "text/html; charset=utf-8" });
  if (status === 503) reply.header("retry-after", BUSY_FOR_S);
  if (status === 200 && headers["if-none-match"] === etag) return reply.status(304).send();
  return /\bbr\b/.test(headers["accept-encoding"] ?? "") ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
}
