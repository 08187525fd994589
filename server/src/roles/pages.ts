import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { isLanguage, type Language, localeOf } from "@laro/locales/t";
import { parseCookie } from "cookie";
import { brand } from "../core/settings/packs.ts";

/** What a browser remembers of how its visitor reads: two cookies without a person in them, which the page writes itself. */
export interface Look {
  readonly theme: "dark" | "light";
  readonly language: Language;
}

/** A page as it is sent. */
export interface ComposedPage {
  readonly html: string;
  readonly brotli: Buffer;
  readonly etag: string;
}

interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

const COOKIES_LENGTH_MAX = 8_192;
const HOME = /^\/(?:index|index\.html|home|login|register|help|helpmc)?\/?$/;

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
  readonly #composed = new Map<string, ComposedPage>();

  /** `base` is the path the site's files stand under. */
  constructor(root: string, base: string) {
    this.#root = root;
    this.#base = base;
  }

  /** A build while the server runs, as in development, takes the place of the one before. */
  #reread(): void {
    const { mtimeMs } = statSync(join(this.#root, "index.html"));
    if (mtimeMs === this.#builtAtMs) return;
    this.#template = readFileSync(join(this.#root, "index.html"), "utf8");
    this.#manifest = JSON.parse(readFileSync(join(this.#root, "manifest.json"), "utf8")) as Manifest;
    this.#composed.clear();
    this.#builtAtMs = mtimeMs;
  }

  page(path: string, { theme, language }: Look): ComposedPage {
    this.#reread();
    const isHome = HOME.test(path);
    const key = `${isHome} ${theme} ${language}`;
    const known = this.#composed.get(key);
    if (known !== undefined) return known;
    const html = this.#template
      .replace('<html lang="en" data-theme="dark">', `<html lang="${localeOf[language]}" data-theme="${theme}">`)
      .replace("</head>", `${this.#preloads(isHome ? ["shell", "home"] : ["shell"], language, isHome)}</head>`);
    const made = {
      html,
      brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    };
    this.#composed.set(key, made);
    return made;
  }

  /** The files the first screen waits for, so that none is asked for only when another has come. */
  #preloads(parts: readonly string[], language: Language, isHome: boolean): string {
    const words = parts.map((part) => Object.entries(this.#manifest).find(([source]) => source.endsWith(`virtual:words/${language}/${part}`))?.[1].file);
    const home = isHome ? this.#reach("player/Home.tsx") : [];
    const modules = [...words, ...home].filter((file) => file !== undefined);
    if (modules.length === 0) return "";
    return modules.map((file) => `<link rel="modulepreload" crossorigin href="${this.#base}${file}">`).join("");
  }

  /** A module and all it cannot start without, but for what every page names itself. */
  #reach(source: string, seen = new Set<string>()): string[] {
    const built = this.#manifest[source];
    if (built === undefined || seen.has(source) || built.isEntry === true || ["vendor", "shell", "rolldown-runtime"].includes(built.name ?? "")) return [];
    seen.add(source);
    return [built.file, ...(built.imports ?? []).flatMap((next) => this.#reach(next, seen))];
  }
}
