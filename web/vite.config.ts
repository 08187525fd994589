import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileCatalogue, translatorFor } from "@laro/locales/compiled";
import { type Language, localeOf } from "@laro/locales/t";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { cutFonts } from "./fonts.ts";
import { filesOfParts, isIcon, SHELL, withoutApiWords, withoutStaff, wordsOfParts } from "./words.ts";

const NOT_FOR_SEARCH = '<meta name="robots" content="noindex" />';
/** The first call of every page is under way before its script is there. */
const PERMISSION = '<link rel="preload" as="fetch" crossorigin href="/api/site.permission" />';
const INSTALLABLE = '<link rel="manifest" href="/manifest.webmanifest" /><link rel="apple-touch-icon" href="/icon-192.png" />';

/** Where each site lives, and what its page's head says beside what all say. */
const sites = {
  player: { base: "/", head: `<title>Laro</title>${PERMISSION}${INSTALLABLE}` },
  agent: { base: "/agent/", head: `<title>Laro agents</title>${NOT_FOR_SEARCH}` },
  operator: { base: "/console/", head: `<title>Laro console</title>${NOT_FOR_SEARCH}` },
  embed: { base: "/embedded/", head: `<title>Laro</title>${NOT_FOR_SEARCH}` },
} as const;

export type Site = keyof typeof sites;

/** The one page of all sites becomes this one's. */
const pageOf = (site: Site): Plugin => ({
  name: "page",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace("%SITE%", site).replace("%HEAD%", sites[site].head) },
});

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const VIRTUAL = "virtual:words";
export const entryOf = (site: Site): string => pathOf(`./src/sites/${site}/main.tsx`);
const catalogueOf = (locale: string): Record<string, string> => JSON.parse(readFileSync(pathOf(`../locales/${locale}.json`), "utf8"));

/** Gives each part of a site the words it can say and no other, in every language, with their ICU messages compiled so that no parser travels to the browser. */
function catalogues(site: Site): Plugin {
  let known: ReturnType<typeof wordsOfParts> | undefined;
  /** Which words each part says is found once for all parts, and again when a source changed. */
  const partsOf = (): NonNullable<typeof known> => (known ??= wordsOfParts(entryOf(site), Object.keys(catalogueOf(localeOf.EN))));
  const forget = (): void => void (known = undefined);
  return {
    name: "catalogues",
    buildStart: forget,
    watchChange: forget,
    resolveId: { filter: { id: /^virtual:words/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:words/ },
      handler(id) {
        const [, language, part] = id.slice(1).split("/");
        if (language === undefined || part === undefined) return tableOfLanguages();
        const parts = partsOf();
        for (const locale of Object.values(localeOf)) this.addWatchFile(pathOf(`../locales/${locale}.json`));
        const used = Object.entries(catalogueOf(localeOf[language as Language])).filter(([key]) => site === "operator" || parts.get(part)?.has(key));
        const messages = `export default ${JSON.stringify(compileCatalogue(JSON.stringify(Object.fromEntries(used))))};`;
        return part === SHELL ? messages + tableOfParts(language, [...parts.keys()]) : messages;
      },
    },
  };
}

/** For each language, a way to load the words every page starts with. */
const tableOfLanguages = (): string =>
  `export const words = { ${Object.keys(localeOf)
    .map((language) => `${language}: () => import("${VIRTUAL}/${language}/${SHELL}")`)
    .join(", ")} };`;

/** A way to load each other part's words in a language; it travels with the first words of that language, which nobody is without. */
const tableOfParts = (language: string, parts: readonly string[]): string =>
  `export const parts = { ${parts
    .filter((part) => part !== SHELL)
    .map((part) => `${part}: () => import("${VIRTUAL}/${language}/${part}")`)
    .join(", ")} };`;

/** What of the contract a site has no use for: what is said for people who read it, and where no staff works their calls. */
const contracts = (site: Site): Plugin => ({
  name: "contracts",
  transform: {
    filter: { id: /contract\/src\/(core\/)?\w+\.ts$/ },
    order: "pre",
    handler: (code) => ({ code: withoutApiWords(site === "operator" ? code : withoutStaff(code)), map: null }),
  },
});

/** What makes a schema does nothing else, so that one which only staff's calls use can go with them. */
function pureOfContract(): string[] {
  const files = globSync(pathOf("../contract/src/**/*.ts")).map((file) => readFileSync(file, "utf8"));
  const schemas = files.flatMap((code) => [...code.matchAll(/^(?:export )?const ([A-Z]\w*) = /gm)].map(([, name = ""]) => name));
  return ["z", "compared", "ruled", "text", "page", ...new Set(schemas)];
}

/** What every page starts with travels as two files, the one that changes seldom first: many small ones compress worse and each is a request. */
const vendor = { name: "vendor", test: /[\\/]node_modules[\\/]/, tags: ["$initial" as const], priority: 8 };
const shell = { name: "shell", tags: ["$initial" as const], priority: 7 };
/** Shared by so many parts, it is one file with all that is. */
const COMMON_FROM = 11;
/** Where the rooms of the house stand, one part each. */
const ROOMS = "/features/rounds/";
/** Pages that look at rounds too: they may carry what each room stands on. */
const besideRooms: readonly string[] = ["room", "security", "pages", "seamless"];

/** The member centre and the parts that open in it. */
const inCentre: readonly string[] = [
  "member",
  "bonuses",
  "deposit",
  "eggs",
  "messages",
  "rebates",
  "records",
  "referral",
  "security",
  "transfers",
  "wheel",
  "withdraw",
];

/** The parts that show campaigns. */
const ofCampaigns: readonly string[] = ["promotions", "missions", "offer", "envelopes"];

/** Each part of a site is one file; what several share goes before, because a file takes along whatever its own stands on and no file before has. */
function partGroups(site: Site) {
  const parts = [...filesOfParts(entryOf(site), { later: false })].filter(([part]) => part !== SHELL);
  const partsWith = (file: string): readonly string[] => parts.flatMap(([part, files]) => (files.has(file) ? [part] : []));
  const isShared = (file: string): boolean => partsWith(file).length > 1;
  /** The rooms of the house are many parts and one page: what they share is theirs. */
  const rooms = new Set(parts.filter(([, [root = ""]]) => root.includes(ROOMS)).map(([part]) => part));
  const pagesWith = (file: string): number => new Set(partsWith(file).map((part) => (rooms.has(part) ? ROOMS : part))).size;
  const roomsWith = (file: string): number => partsWith(file).filter((part) => rooms.has(part)).length;
  const isRooms = (file: string): boolean =>
    (roomsWith(file) > rooms.size / 2 || (isShared(file) && partsWith(file).includes("room"))) &&
    partsWith(file).every((part) => rooms.has(part) || besideRooms.includes(part));
  /** For how a round looks nobody takes along what it does. */
  const isStyle = (file: string): boolean => file.includes(ROOMS) && file.endsWith(".css");
  /** What a room shares with other pages of members; who is still outside waits for none of it. */
  const isGround = (file: string): boolean =>
    isShared(file) &&
    partsWith(file).includes("room") &&
    !isRooms(file) &&
    !partsWith(file).some((part) => ["register", "entrance", "jackpots"].includes(part));
  /** What the member centre shares with the pages that stand in it alone. */
  const isCentre = (file: string): boolean => isShared(file) && partsWith(file).includes("member") && partsWith(file).every((part) => inCentre.includes(part));
  const isCampaigns = (file: string): boolean => isShared(file) && partsWith(file).every((part) => ofCampaigns.includes(part));
  /** What the registration says and the foot of each page as well is there before either. */
  const isSaidTwice = (file: string): boolean => ["register", "foot"].every((part) => partsWith(file).includes(part));
  /** Contracts of strangers stand on it: where it went with one of them, pages of the other would take that one along. */
  const isList = (file: string): boolean => file.endsWith("/core/gameCategories.ts");
  const shared = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_300 };
  return [
    // Nobody's first screen waits for more than it shows, and the frame comes by itself a moment later.
    { name: "base", test: (file: string) => pagesWith(file) >= COMMON_FROM && partsWith(file).includes("home"), priority: 6 },
    { name: "tiles", test: (file: string) => isShared(file) && partsWith(file).includes("home"), priority: 5 },
    { name: "lists", test: (file: string) => isShared(file) && partsWith(file).includes("lobby"), priority: 4 },
    { name: "icons", test: (file: string) => pagesWith(file) > 1 && isIcon(file), priority: 3.5 },
    { name: "frame", test: (file: string) => partsWith(file).includes("frame") || isSaidTwice(file), priority: 3 },
    { name: "side", test: (file: string) => partsWith(file).includes("side"), priority: 2.5 },
    { name: "common", test: (file: string) => pagesWith(file) >= COMMON_FROM || isList(file), priority: 2 },
    { name: "ground", test: isGround, priority: 1.7 },
    // Home shows the pools and so do rooms: with anything else of a room, home would load tables of cards.
    { name: "pools", test: (file: string) => isShared(file) && partsWith(file).includes("jackpots"), priority: 1.6 },
    { name: "play", test: (file: string) => isRooms(file) || isStyle(file), priority: 1.5 },
    { name: "centre", test: isCentre, priority: 1.3 },
    { name: "campaigns", test: isCampaigns, priority: 1.2 },
    // What asks for a code that was sent: left to itself it would go with whatever else is shared, and the entrance would take that along.
    { name: "codes", test: /\/ui\/(OtpField|SendAgain|Countdown|PhoneField)\.tsx$/, priority: 1.1 },
    { ...shared, name: "shared", test: isShared, priority: 1 },
    { name: (file: string) => partsWith(file)[0] ?? null, debugName: "part", priority: 0 },
  ];
}

/** Before anything is bundled, the fonts are cut to the signs in use. */
const fonts: Plugin = { name: "fonts", buildStart: cutFonts };

/** Everything a site loads is a file with a hashed name, so the content security policy needs no inline script. */
export function siteConfig(site: Site): InlineConfig {
  return {
    configFile: false,
    root: pathOf("./src/sites"),
    publicDir: pathOf("./public"),
    base: sites[site].base,
    mode: "production",
    logLevel: "warn",
    // The server alone judges what it is sent; a browser only reads and writes it.
    resolve: { alias: [{ find: /^zod$/, replacement: pathOf("./src/api/wire.ts") }] },
    plugins: [fonts, pageOf(site), catalogues(site), contracts(site), react(), tailwindcss()],
    build: {
      outDir: pathOf(`./dist/${site}`),
      emptyOutDir: true,
      assetsDir: "assets",
      assetsInlineLimit: 0,
      // Every browser of the target preloads modules by itself.
      modulePreload: { polyfill: false },
      manifest: "manifest.json",
      sourcemap: false,
      target: "es2022",
      chunkSizeWarningLimit: 600,
      reportCompressedSize: false,
      // Every page carries the table of all files: their names are no longer than they must be.
      rolldownOptions: {
        treeshake: { manualPureFunctions: pureOfContract() },
        output: { chunkFileNames: "assets/[hash].js", codeSplitting: { groups: [vendor, shell, ...partGroups(site)] } },
      },
    },
  };
}

/** A release whose worker does harm says false here: the one before is then taken away, with all it kept. */
const WORKER_IS_ON = true;

interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What every page of the player site starts with, and home, in both languages; by the manifest of its build. */
export function listPrecached(manifest: Readonly<Record<string, BuiltFile>>): readonly string[] {
  const files = new Set<string>();
  const take = (source: string): void => {
    const built = manifest[source];
    if (built === undefined || files.has(built.file)) return;
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
    for (const next of built.imports ?? []) take(next);
  };
  for (const [source, { isEntry, file, name }] of Object.entries(manifest)) {
    if (isEntry === true || name === "home" || /virtual:words\/\w+\/shell$/.test(source)) take(source);
    if (file.endsWith(".woff2")) files.add(file);
  }
  return [...[...files].toSorted().map((file) => `/${file}`), OFFLINE_PAGE, OFFLINE_STYLE];
}

const OFFLINE_PAGE = "/offline.html";
const OFFLINE_STYLE = "/offline.css";

/** The player site's worker: one file under a name that stays, because browsers look there for the next release. */
export const workerConfig = (precached: readonly string[], isOn = WORKER_IS_ON): InlineConfig => ({
  configFile: false,
  root: pathOf("./src/sites"),
  publicDir: false,
  mode: "production",
  logLevel: "warn",
  define: { PRECACHED: JSON.stringify(precached), IS_ON: String(isOn) },
  build: {
    outDir: pathOf("./dist/player"),
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: { input: pathOf("./src/sites/player/sw.ts"), output: { format: "iife", entryFileNames: "sw.js" } },
  },
});

/** The page a visitor without connection sees, in every language of the brand, with no file but its style. */
export async function writeOfflinePage(folder: string): Promise<void> {
  const sections = (Object.keys(localeOf) as Language[]).map((language) => {
    const t = translatorFor(language);
    return `<section lang="${localeOf[language]}"><h1>${t("site.noConnection")}</h1><p>${t("site.noConnectionText")}</p><a href="">${t("site.tryAgain")}</a></section>`;
  });
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`;
  const title = translatorFor("EN")("site.noConnection");
  const page = `<!doctype html><html lang="en"><head>${head}<title>${title}</title><link rel="stylesheet" href="${OFFLINE_STYLE}"></head><body><main>${sections.join("")}</main></body></html>`;
  await writeFile(`${folder}${OFFLINE_PAGE}`, page);
}
