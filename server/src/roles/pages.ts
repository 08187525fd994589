import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLanguage, type Language, localeOf } from "@laro/locales/t";
import type { PlayerPathName } from "@laro/contract/core/paths";
import { parseCookie } from "cookie";
import { brand } from "../core/settings/packs.ts";
import { gameLists } from "../features/content/content.heads.ts";
import type { InTurn } from "../platform/boundedQueue.ts";
import { Kept } from "../platform/kept.ts";
import { pack, PACKED_QUALITY } from "../platform/packed.ts";

/** What a browser remembers of how its visitor reads: two cookies without a person in them, which the page writes itself. */
export interface Look {
  readonly theme: "dark" | "light";
  readonly language: Language;
}

/** There, not there, or there and not made for its address, because whoever asks is having too many made. */
type PageStatus = 200 | 404 | 503;

/** A page as it is sent. */
export interface ComposedPage {
  readonly status: PageStatus;
  /** What the first screen waits for, as a `Link` header names it. */
  readonly links: string;
  readonly html: string;
  readonly brotli: Buffer;
  readonly etag: string;
}

interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/** What a page says beside the built one: its status, its head in place of the built title, and the parts of the site it opens with. */
export interface Said {
  readonly status: PageStatus;
  readonly head: string;
  /** What it shows where no script runs. */
  readonly text?: string;
  /** What its first screen asks, answered: see `first.ts`. */
  readonly answers?: string | undefined;
  /** What stands there until the page does: see `poster.ts`. */
  readonly poster?: string;
  readonly opens?: readonly string[];
}

const COOKIES_LENGTH_MAX = 8_192;
/** There can be as many as games and posts; those that nobody asked for longest are made anew. */
const COMPOSED_MAX = 100;
const COMPOSED_BYTES_MAX = 64 * 1_024 * 1_024;

const openings: Partial<Record<PlayerPathName, string>> = {
  ...Object.fromEntries(gameLists.map((name) => [name, "lobby"])),
  home: "home",
  login: "home",
  register: "home",
  help: "home",
  favorite: "lobby",
  recent: "lobby",
  promotions: "promotions",
  blog: "promotions",
  news: "promotions",
  post: "promotions",
  guide: "promotions",
  download: "promotions",
  room: "room",
  game: "info",
};

/** The part of the player site a page opens with; undefined where the shell alone decides. */
export const openingOf = (name: PlayerPathName | undefined): string | undefined => (name === undefined ? undefined : openings[name]);

/** How this visitor reads, by the cookies; the brand's own way for whoever brings none. */
export function lookOf(cookie: string | undefined): Look {
  const { theme, language } = cookie === undefined || cookie.length > COOKIES_LENGTH_MAX ? {} : parseCookie(cookie);
  const fallback = isLanguage(brand.defaultLanguage) ? brand.defaultLanguage : "EN";
  return { theme: theme === "light" ? "light" : "dark", language: language !== undefined && isLanguage(language) ? language : fallback };
}

/** Whether this visitor said that their visit may be counted; the page writes the answer down itself. */
export const allowsAnalytics = (cookie: string | undefined): boolean =>
  cookie !== undefined && cookie.length <= COOKIES_LENGTH_MAX && parseCookie(cookie)["analytics"] === "allow";

/** Composes a site's page from the built one: its language and colours stand before the first paint, and what its address needs first is named in its head. */
export class Pages {
  readonly #root: string;
  readonly #base: string;
  #template = "";
  #manifest: Manifest = {};
  #builtAtMs = 0;
  readonly #maxAgeMs: number;
  readonly #composed = new Kept<ComposedPage>({
    countMax: COMPOSED_MAX,
    bytesMax: COMPOSED_BYTES_MAX,
    bytesOf: ({ html, brotli }) => html.length + brotli.length,
  });

  /** `base` is the path the site's files stand under; what is composed is kept so long. */
  constructor(root: string, { base, maxAgeMs }: { base: string; maxAgeMs: number }) {
    this.#root = root;
    this.#base = base;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Lets go of every page: what one of them says is stale. */
  forget(): void {
    this.#composed.forget();
  }

  /** A build while the server runs, as in development, takes the place of the one before. */
  #reread(): void {
    const { mtimeMs } = statSync(join(this.#root, "index.html"));
    if (mtimeMs === this.#builtAtMs) return;
    const built = readFileSync(join(this.#root, "index.html"), "utf8");
    // Browsers ask in the order of a page, some for six files at a time: styles, which all waits for, then what the poster shows, then scripts and what they draw.
    const late = [...tagsOf(built, SCRIPT), ...tagsOf(built, FONT).map((tag) => tag.replace("<link ", '<link fetchpriority="low" '))];
    this.#template = [STYLE, SCRIPT, FONT]
      .reduce((html, kind) => html.replaceAll(kind, ""), built)
      .replace("<title>", () => `${tagsOf(built, STYLE).join("")}<title>`)
      .replace(ROOT, () => `${ROOT}${late.join("")}`);
    this.#manifest = JSON.parse(readFileSync(join(this.#root, "manifest.json"), "utf8")) as Manifest;
    this.#composed.forget();
    this.#builtAtMs = mtimeMs;
  }

  /**
   * The page of a name, which tells it from all others but its looks; `say` is asked when none is kept, and it is made when it is its caller's turn. A failure is
   * not kept. No visitor chooses a name: each would cost a page and push another's out.
   */
  page(name: string, look: Look, say: () => Promise<Said>, inTurn?: InTurn): Promise<ComposedPage> {
    this.#reread();
    const make = async (): Promise<ComposedPage> => this.#compose(look, await say());
    return this.#composed.get(`${look.theme} ${look.language} ${name}`, make, { maxAgeMs: this.#maxAgeMs, ...(inTurn && { inTurn }) });
  }

  async #compose({ theme, language }: Look, { status, head, text = "", answers = "", poster = "", opens = [] }: Said): Promise<ComposedPage> {
    const { styles, modules } = this.#preloads(language, opens);
    const html = this.#template
      .replace('<html lang="en" data-theme="dark">', `<html lang="${localeOf[language]}" data-theme="${theme}">`)
      // As functions: a text may hold signs that stand for something in a replacement.
      .replace(/<title>[^<]*<\/title>/, (title) => styles + (head === "" ? title : head))
      .replace(ROOT, () => `${ROOT.replace("</", () => `${poster}</`)}${modules}`)
      .replace("</body>", () => `${text === "" ? "" : `<noscript>${text}</noscript>`}${answers}</body>`);
    return {
      status,
      html,
      links: linksOf(html),
      brotli: await pack(html, PACKED_QUALITY),
      etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    };
  }

  /** The files the first screen waits for, so that none is asked for only when another has come. */
  #preloads(language: Language, opens: readonly string[]): { readonly styles: string; readonly modules: string } {
    const words = ["shell", ...opens].flatMap((part) => this.#manifest[`../../../virtual:words/${language}/${part}`]?.file ?? []);
    const sources = Object.keys(this.#manifest).filter((key) => opens.includes(this.#manifest[key]!.name ?? "") && !isWords(key));
    const seen = new Set<string>();
    const files = [...words, ...sources.flatMap((source) => this.#reach(source, seen))];
    const styles = [...seen].flatMap((source) => this.#manifest[source]!.css ?? []);
    const link = (kind: string) => (file: string) => `<link rel="${kind}" crossorigin href="${this.#base}${file}">`;
    return { styles: styles.map(link("stylesheet")).join(""), modules: files.map(link("modulepreload")).join("") };
  }

  /** A file and all it cannot start without, but for what every page names itself. */
  #reach(source: string, seen: Set<string>): string[] {
    const built = this.#manifest[source];
    if (built === undefined || seen.has(source) || built.isEntry === true || ["vendor", "shell", "rolldown-runtime"].includes(built.name ?? "")) return [];
    seen.add(source);
    return [built.file, ...(built.imports ?? []).flatMap((next) => this.#reach(next, seen))];
  }
}

const ROOT = '<div id="root"></div>';
const STYLE = /<link rel="stylesheet"[^>]*>/g;
const FONT = /<link rel="preload" as="font"[^>]*>/g;
const SCRIPT = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
const tagsOf = (html: string, kind: RegExp): readonly string[] => html.match(kind) ?? [];

const isWords = (source: string): boolean => source.includes("virtual:words");

const LINK = /<link rel="(preload|stylesheet)"([^>]*)>/g;
const hrefOf = (tag: string): string | undefined => / href="([^"]+)"/.exec(tag)?.[1];

/** The same as a header says it, so that a proxy can name them before the page is there; scripts and fonts not, which browsers would ask for before the first pictures. */
function linksOf(html: string): string {
  const links = [...html.matchAll(LINK)].flatMap(([, rel, rest = ""]) => {
    const href = hrefOf(rest);
    const [, kind] = / as="(\w+)"/.exec(rest) ?? [];
    if (href === undefined || kind === "font") return [];
    return [`<${href}>; rel=preload; as=${rel === "stylesheet" ? "style" : kind}${rest.includes(" crossorigin") ? "; crossorigin" : ""}`];
  });
  return links.join(", ");
}
