import { content } from "@laro/contract/content";
import { playerPaths } from "@laro/contract/core/paths";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCatalogue } from "../core/catalogue/view.ts";
import { packs } from "../core/settings/packs.ts";
import { clip, plainOf, Shelves } from "../features/content/content.heads.ts";
import { asOwner } from "../testing/owner.ts";
import { getRaw } from "../testing/raw.ts";
import { createWorld, type World } from "../testing/world.ts";
import { sitemapFiles } from "./heads.ts";
import { pagePlayer } from "./sites.ts";

let world: World;
let market: World;
beforeAll(async () => {
  [world, market] = [await createWorld({ content: true, catalogue: true }), await createWorld({ content: true, catalogue: true, pack: "ph" })];
});
afterAll(async () => {
  await world.close();
  await market.close();
});

interface Opened {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

async function open(path: string, { at = market, cookie = "" }: { at?: World; cookie?: string } = {}): Promise<Opened> {
  const answer = await fetch(at.address + path, { headers: cookie === "" ? {} : { cookie } });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const titleIn = ({ html }: Opened): string | undefined => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const metaIn = ({ html }: Opened, name: string): string | undefined => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const linkIn = ({ html }: Opened, pattern: string): string | undefined => new RegExp(`<link rel="${pattern}" href="([^"]*)"`).exec(html)?.[1];
const dataIn = ({ html }: Opened): readonly { "@type": string; [name: string]: unknown }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = ""]) => JSON.parse(json));
const originOf = (opened: Opened): string => new URL(linkIn(opened, "canonical")!).origin;

const fixed = playerPaths.filter(({ path }) => !path.includes(":"));

test("an address that no page has answers 404 with the not-found page, by paths and by rows alike, and rooms and previews open", async () => {
  for (const path of ["/no-such-page", "/blog/no-such-post", "/game/NOPE", "/news/none", "/promotions/none", "/blog/a/b", "/%00"]) {
    const opened = await open(path);
    expect([path, opened.status, titleIn(opened), metaIn(opened, "robots")]).toEqual([path, 404, "This page does not exist · Laro", "noindex"]);
    expect(linkIn(opened, "canonical")).toBeUndefined();
  }
  for (const path of [...fixed.map((one) => one.path), "/room/DICE", "/game/DICE", "/game/10001", "/member/withdraw", "/console", "/agent", "/RNG/"])
    expect([path, (await open(path)).status]).toEqual([path, 200]);
});

test("each page has, in each language, a title of its own of 60 signs at most, a description of 155, one canonical address and its alternates [I18N-01]", async () => {
  const indexable = fixed.filter((one) => "indexable" in one);
  for (const suffix of ["", "?language=TY"]) {
    const titles = new Map<string, string>();
    for (const { path } of indexable) {
      const opened = await open(path + suffix);
      const [title = "", description = ""] = [titleIn(opened), metaIn(opened, "description")];
      expect([path, title.length > 0 && title.length <= 60, description.length > 20 && description.length <= 155]).toEqual([path, true, true]);
      expect([path, titles.get(title)]).toEqual([path, undefined]);
      titles.set(title, path);
      const origin = originOf(opened);
      expect(linkIn(opened, "canonical")).toBe(`${origin}${path}${suffix}`);
      expect(linkIn(opened, 'alternate" hreflang="en')).toBe(`${origin}${path}`);
      expect(linkIn(opened, 'alternate" hreflang="tl')).toBe(`${origin}${path}?language=TY`);
      expect(linkIn(opened, 'alternate" hreflang="x-default')).toBe(`${origin}${path}`);
      expect(metaIn(opened, "robots")).toBeUndefined();
      expect(metaIn(opened, "og:image")).toMatch(/^http.*\/share\//);
    }
  }
  expect(titleIn(await open("/rng"))).toBe("Slots · Laro");
  expect(linkIn(await open("/helpmc"), "canonical")).toMatch(/\/help$/);
});

test("the address sets the language of its page, over what the visitor's cookie says", async () => {
  expect((await open("/help?language=TY")).html).toContain('<html lang="tl"');
  expect((await open("/help", { cookie: "language=TY" })).html).toContain('<html lang="tl"');
  expect((await open("/help?language=EN", { cookie: "language=TY" })).html).toContain('<html lang="en"');
  expect((await open("/help?language=XX", { cookie: "language=TY" })).html).toContain('<html lang="tl"');
});

test("posts, news and promotions say their own words, picture and data; help says its questions, home whose site it is", async () => {
  const rows = { blog: "BlogPosting", news: "NewsArticle" } as const;
  for (const [section, type] of Object.entries(rows)) {
    const { list } = await market.guest().call(content.posts, { kind: section === "blog" ? "post" : "news", language: "EN" });
    const post = list[0]!;
    const opened = await open(`/${section}/${post.slug}`);
    expect([opened.status, metaIn(opened, "og:type")]).toEqual([200, "article"]);
    const data = dataIn(opened);
    expect(data.map((one) => one["@type"])).toEqual([type, "BreadcrumbList"]);
    expect(data[0]).toMatchObject({ headline: clip(post.title, 110), datePublished: post.day });
    expect(data[1]?.["itemListElement"]).toHaveLength(3);
    const image = metaIn(opened, "og:image")!;
    const picture = await fetch(market.address + new URL(image).pathname);
    expect([picture.status, /^image\/(?:jpeg|png)$/.test(picture.headers.get("content-type") ?? "")]).toEqual([200, true]);
  }
  expect(dataIn(await open("/help")).map((one) => one["@type"])).toEqual(["FAQPage", "BreadcrumbList"]);
  expect(dataIn(await open("/")).map((one) => one["@type"])).toEqual(["Organization", "WebSite"]);
});

const textIn = ({ html }: Opened): string => /<noscript>(.*)<\/noscript>/s.exec(html)?.[1] ?? "";

test("all spellings of an address are one page, and a room is there for a game alone: whoever makes up addresses fills nothing", async () => {
  const names = new Set<string>();
  const page = await open("/rng");
  const counting = {
    page: (name: string) => (names.add(name), Promise.resolve({ ...page, status: 200 as const, links: "", brotli: Buffer.alloc(0), etag: "" })),
  };
  const sources = {
    db: market.open.platform.database.db,
    shelves: new Shelves(),
    pack: packs.ph,
    origin: market.address,
    now: market.clock.now(),
    askShared: async () => "{}",
    covers: true,
    findCover: async () => undefined,
  };
  const { list } = await market.guest().call(content.posts, { kind: "post", language: "EN" });
  const post = `/blog/${list[0]!.slug}`;
  const spelled = [
    "/rng",
    "/RNG",
    "/rNg/",
    "/member",
    "/member/withdraw",
    "/member/made-up",
    "/room/DICE",
    "/index.html",
    "/home",
    "/guide/IOS",
    post,
    `${post}/`,
  ];
  const nowhere = ["/room/MADE_UP", "/room/constructor", "/game/__proto__", "/blog/made-up", "/made-up"];
  for (const path of [...spelled, ...nowhere]) await pagePlayer(counting, sources, { path, look: { theme: "dark", language: "EN" }, query: {} });
  expect([...names]).toEqual(["/rng", "/member", "/room/DICE", "/", "/guide/ios", post, ""]);
  for (const path of nowhere) expect([path, (await open(path)).status]).toEqual([path, 404]);
});

test("without its script a page still says what there is to read, in its language, and leads to every page that may be found", async () => {
  const { list } = await market.guest().call(content.posts, { kind: "post", language: "TY" });
  const { slug, title } = list[0]!;
  const { content: html } = await market.guest().call(content.post, { kind: "post", slug, language: "TY" });
  const post = textIn(await open(`/blog/${slug}?language=TY`));
  expect(post).toContain(`<h1>${title}</h1>`);
  expect(post).toContain(html);
  expect(textIn(await open("/blog?language=TY"))).toContain(`<a href="/blog/${slug}?language=TY">${title}</a>`);
  const { sections } = await market.guest().call(content.help, { lang: "EN", device: "WEB" });
  const help = textIn(await open("/help"));
  for (const article of sections.flatMap(({ articles }) => articles)) expect(help).toContain(article.content);
  const home = textIn(await open("/"));
  for (const { path } of fixed.filter((one) => "indexable" in one)) expect(home).toContain(`<a href="${path}">`);
  expect(textIn(await open("/blog/no-such-post"))).toBe("");
});

test("a row that was written past the desk runs nothing where no script runs either", async () => {
  const planted = "<script>alert(1)</script><img src=x onerror=alert(1)></noscript><script>alert(2)</script>";
  await asOwner(
    world.open.url,
    `alter table content_text disable trigger all; update content_text set html = html || '${planted}'; alter table content_text enable trigger all;`,
  );
  const opened = await open("/help", { at: world });
  expect(textIn(opened).length).toBeGreaterThan(1_000);
  // As data it may stand there: nothing of it can end its element, and what is shown of it is cleaned.
  expect(opened.html.replace(/<script type="application\/json" id="answers">.*?<\/script>/s, "")).not.toMatch(/<script>alert|onerror=/);
  expect(opened.html).not.toContain("<script>alert");
});

test("what an officer publishes stands at its address at once, though pages are kept, and no text of it can be a mark", async () => {
  const path = "/news/told-anew";
  expect((await open(path)).status).toBe(404);
  const officer = await market.operator("superadmin");
  const detail = { kind: "news", slug: "told-anew", pictureId: null, day: "2026-10-05" } as const;
  const { row, version } = await officer.call(content.create, { code: "news.told-anew", detail });
  const texts = ["EN", "TY"].map((language) => ({
    language,
    title: "Told </script> & <b>anew</b>",
    summary: "Told at once.",
    html: "<p>Words.</p>",
    alt: "",
    seo: { title: "", description: "" },
  }));
  const stamp = { id: row.id, no: version.no, revision: version.revision };
  const { item } = await officer.call(content.save, { ...stamp, detail, texts, startsAt: null, endsAt: null });
  await officer.call(content.publish, { id: row.id, no: item.version.no, revision: item.version.revision, reason: "goes on the site" });
  await expect.poll(async () => (await open(path)).status, { timeout: 5_000 }).toBe(200);
  const opened = await open(path);
  expect(titleIn(opened)).toBe("Told &lt;/script&gt; &amp; &lt;b&gt;anew&lt;/b&gt; · Laro");
  expect(dataIn(opened)[0]).toMatchObject({ headline: "Told </script> & <b>anew</b>", datePublished: "2026-10-05" });
});

test("the share picture of a section is 1,200 by 630 pixels, and none is made of a name somebody made up", async () => {
  const answer = await fetch(`${market.address}/share/news.png`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([200, 1_200, 630]);
  for (const path of ["/share/constructor.png", "/share/picture/x.jpg", "/share/picture/00000000-0000-0000-0000-000000000000.jpg"])
    expect((await fetch(market.address + path)).status).toBe(404);
});

test("the sitemap is what may be found, row by row, robots may read it, and a sandbox stands in no search", async () => {
  const map = await open("/sitemap.xml");
  const found = [...map.html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  const { list } = await market.guest().call(content.posts, { kind: "post", language: "EN" });
  expect(found).toEqual(expect.arrayContaining(["/", "/rng", "/help", "/download", `/blog/${list[0]!.slug}`]));
  for (const path of ["/login", "/register", "/member", "/preview", "/room/DICE"]) expect(found).not.toContain(path);
  for (const path of found) {
    const opened = await open(path);
    expect([path, opened.status, metaIn(opened, "robots")]).toEqual([path, 200, undefined]);
  }
  for (const path of ["/login", "/register", "/member", "/preview"]) expect([path, metaIn(await open(path), "robots")]).toEqual([path, "noindex"]);
  expect((await open("/robots.txt")).html).toMatch(/Disallow: \/api\/\nSitemap: http.*\/sitemap\.xml/);
  expect((await open("/sitemap-2.xml")).status).toBe(404);
  expect((await open("/sitemap.xml", { at: world })).html).not.toContain("<loc>");
  for (const path of ["/", "/rng", "/help"]) expect([path, metaIn(await open(path, { at: world }), "robots")]).toEqual([path, "noindex"]);
});

test("a sitemap beyond what one file holds is an index of files that hold all of it", () => {
  const files = sitemapFiles(["/a", "/b", "/c"], { origin: "https://laro.example", countMax: 2 });
  expect([...files.keys()]).toEqual(["/sitemap.xml", "/sitemap-1.xml", "/sitemap-2.xml"]);
  expect(files.get("/sitemap.xml")).toContain("<loc>https://laro.example/sitemap-2.xml</loc>");
  expect(files.get("/sitemap-2.xml")).toContain("<loc>https://laro.example/c</loc>");
});

test("a page answers again from its tag, names what it waits for in a header, and videos alone may stand in its frames", async () => {
  const opened = await open("/rng");
  const etag = opened.headers.get("etag")!;
  expect((await fetch(`${market.address}/rng`, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await fetch(`${market.address}/none-such`, { headers: { "if-none-match": (await open("/none-such")).headers.get("etag")! } })).status).toBe(404);
  const links = opened.headers.get("link") ?? "";
  const [, style = ""] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(opened.html) ?? [];
  expect(links).toContain(`<${style}>; rel=preload; as=style; crossorigin`);
  expect(links).toContain("</api/site.permission>; rel=preload; as=fetch; crossorigin");
  // What a header names is asked for before the first pictures.
  expect(links).not.toMatch(/\.js|\.woff2/);
  const policy = opened.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com;");
  expect(policy).toContain("script-src 'self';");
  expect((await open("/console")).headers.get("content-security-policy")).toContain("frame-src 'self';");
});

test("texts are shortened at a blank, and formatted ones lose their marks", () => {
  expect(plainOf("<p>a &lt;b&gt; <strong>c</strong></p>")).toBe("a <b> c");
  expect(clip("one two three four", 12)).toBe("one two…");
  expect(clip("x".repeat(200), 155)).toHaveLength(155);
});

test("who has more pages made at once than may wait gets the one that fits all, and nobody beside them does", async () => {
  const { byNode } = await readCatalogue(market.open.platform.database.db);
  const paths = [...byNode.keys()].slice(0, 60).map((node) => `/game/${node}`);
  const ask = async (path: string, ip: string) => {
    const { status, headers, body } = await getRaw(market.address + path, { "x-forwarded-for": ip });
    return { status, wait: headers["retry-after"], html: body.toString() };
  };
  const walk = Promise.all(paths.map((path, at) => ask(path, `2001:db8:9:9::${at}`)));
  const other = await ask("/promotions", "203.0.113.9");
  expect([other.status, other.html.includes("<title>Promotions · Laro</title>")]).toEqual([200, true]);
  const answers = await walk;
  const [made, busy] = [200, 503].map((code) => answers.filter(({ status }) => status === code));
  expect([made!.length >= 33, busy!.length > 0, made!.length + busy!.length]).toEqual([true, true, paths.length]);
  for (const { wait, html } of busy!) expect([wait, html.includes('<div id="root">'), html.includes('<script type="module"')]).toEqual(["1", true, true]);
  expect((await ask(paths.at(-1)!, "2001:db8:9:9::1")).status).toBe(200);
});
