import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { refuse } from "@laro/contract/core/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listGameOrigins } from "../core/vendors/outbound.ts";
import { projectRoot } from "../platform/config.ts";
import type { Platform } from "../platform/routes.ts";
import { allowsAnalytics, type ComposedPage, lookOf, Pages } from "./pages.ts";

const DIST = join(projectRoot, "web", "dist");
const YEAR_S = 31_536_000;

/** Serves the three built sites: each its own folder, each answering its own paths with its own page. */
export async function serveSites(app: FastifyInstance, { database, config }: Pick<Platform, "database" | "config">): Promise<void> {
  const pages = new Map<string, Pages>();
  for (const [site, prefix] of [
    ["operator", "/console/"],
    ["agent", "/agent/"],
    ["player", "/"],
  ] as const) {
    const root = join(DIST, site);
    if (!existsSync(root)) continue;
    pages.set(site, new Pages(root, prefix));
    await app.register(fastifyStatic, {
      ...served("no-cache"),
      root,
      prefix,
      decorateReply: site === "player",
      // File by file: a wildcard answers `/` of a caller that takes no compression with a fault.
      wildcard: false,
      globIgnore: ["assets/**", "index.html*", "manifest.json*"],
    });
    const forGood = served(`public, max-age=${YEAR_S}, immutable`);
    await app.register(fastifyStatic, { ...forGood, root: join(root, "assets"), prefix: `${prefix}assets/`, decorateReply: false });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [path = "/"] = request.url.split("?");
    if (path.startsWith("/api/")) refuse("request.unknown_endpoint");
    if (!["GET", "HEAD"].includes(request.method) || (/\.\w{2,5}$/.test(path) && path !== "/index.html")) return reply.status(404).send();
    const page = pages.get(siteOf(path))?.page(path, lookOf(request.headers.cookie));
    if (config.analytics !== undefined && siteOf(path) === "player" && allowsAnalytics(request.headers.cookie))
      reply.header("content-security-policy", counting(reply, new URL(config.analytics.url).origin));
    if (path === SEAMLESS) reply.header("content-security-policy", framing(reply, await listGameOrigins(database.db, config)));
    if (PREVIEW.test(path)) reply.header("content-security-policy", framedByUs(reply));
    return page === undefined ? reply.status(404).send() : sendPage(request, reply, page);
  });
}

/** The policy of a page whose visitor lets their visit be counted: the origin that counts, and no other, may send a script and be told. */
const counting = (reply: FastifyReply, origin: string): string =>
  String(reply.getHeader("content-security-policy")).replaceAll(/(?:script|connect|img)-src [^;]*/g, (directive) => `${directive} ${origin}`);

/** The page around a vendor's game: a document of its own, because it alone may frame the vendors' origins. */
const SEAMLESS = "/seamless";

/** The policy of every page, with these origins as what may stand in a frame. */
const framing = (reply: FastifyReply, origins: readonly string[]): string =>
  String(reply.getHeader("content-security-policy")).replace(/frame-src [^;]*/, `frame-src ${origins.length === 0 ? "'none'" : origins.join(" ")}`);

/** The page that shows one version of the operator's content: it alone may stand in a frame, and only in one of ours. */
const PREVIEW = /^\/preview\/?$/i;

const framedByUs = (reply: FastifyReply): string =>
  String(reply.getHeader("content-security-policy")).replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'");

const served = (cacheControl: string) => ({
  index: false as const,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply: FastifyReply): void => void reply.header("cache-control", cacheControl),
});

const siteOf = (path: string): string => (/^\/console(\/|$)/.test(path) ? "operator" : /^\/agent(Home)?(\/|$)/.test(path) ? "agent" : "player");

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { html, brotli, etag }: ComposedPage): FastifyReply {
  reply.headers({ "cache-control": "no-cache", vary: "accept-encoding, cookie", etag, "content-type": "text/html; charset=utf-8" });
  if (headers["if-none-match"] === etag) return reply.status(304).send();
  return /\bbr\b/.test(headers["accept-encoding"] ?? "") ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
}
