import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const IMPORT = /\b(?:import|export)\b[^"'`;]*?from\s*"([^"]+)"|\bimport\s*"([^"]+)"/g;
const LAZY = /\bimport\(\s*"([^"]+)"\s*\)/g;
/** The one way to say that a part of a site loads on its own, with the words it needs. */
const AREA = /\barea\(\s*"(\w+)",\s*\(\)\s*=>\s*import\(\s*"([^"]+)"\s*\)/g;
/** A text in the source that can be a key, or the beginning of some: what stands before `${`. */
const TEXT = /["'`]((?:[a-z]\w*)(?:\.\w+)*\.?)(?=["'`]|\$\{)(\$)?/gi;

/** The part every page starts with. */
export const SHELL = "shell";

const isType = (statement: string): boolean => /^\s*(?:import|export)\s+type\b/.test(statement);

function resolve(from: string, to: string): string | undefined {
  if (to.startsWith(".")) return /\.tsx?$/.test(to) ? join(dirname(from), to) : undefined;
  const [, name, path] = /^@laro\/(contract|engines|locales)\/(\w[\w/-]*)$/.exec(to) ?? [];
  return name === undefined ? undefined : join(projectRoot, name, "src", `${path}.ts`);
}

/** A contract without the calls of staff, which only the console makes. */
export const withoutStaff = (code: string): string => code.replaceAll(/^  \w+: (?:query|command)\(\{\n    for: "operator",[^]*?^  \}\),\n/gm, "");

/** Leaves out of a contract what only the server, the API page and the compiler read: each call's sentence, the codes it may refuse with, how it is shared, carried out and counted, to whom it is open, and examples. */
export const withoutApiWords = (code: string): string =>
  [API_WORDS, SERVER_RULES, ...(code.includes(" = contract(") ? [SHARED_CODES] : [])].reduce((left, pattern) => left.replaceAll(pattern, ""), code);

const API_WORDS = /\bsays:\s*"(?:[^"\\]|\\.)*",?|\berrors:\s*(?:\[[^\]]*\],?|\w+,)|\.meta\(\{[^{}]*\}\)/g;
const SERVER_RULES =
  /\b(?:for|transaction|money): "\w+",|\brate: \{[^{}]*\},?|\b(?:trial|unfinished|visitor|whileClosed|quiet|readsMuch|personal): (?:true|false),?|\bsharedForMs: [\d_]+,?/g;

/** Codes that several calls of a contract may refuse with. */
const SHARED_CODES = /^const \w+ = \[(?:\s*(?:\.\.\.\w+|"\w+\.\w+"),?)+\s*\] as const;/gm;

interface Source {
  readonly imports: readonly string[];
  readonly lazy: readonly string[];
  readonly areas: readonly { readonly part: string; readonly root: string }[];
  readonly texts: ReadonlySet<string>;
  readonly beginnings: ReadonlySet<string>;
}

/** Every drawing of the icon set is a file of its own, named as it is imported. */
const ICONS = /\bimport\s*\{([^}]*)\}\s*from\s*"lucide-react"/g;
const iconFile = (name: string): string =>
  join(projectRoot, "node_modules/lucide-react/dist/esm/icons", `${name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, "-").toLowerCase()}.mjs`);
export const isIcon = (file: string): boolean => file.endsWith(".mjs");
const iconsIn = (code: string): readonly string[] =>
  [...code.matchAll(ICONS)].flatMap(([, names = ""]) => [...names.matchAll(/(?:^|,)\s*(?!type\b)(\w+)/g)].map(([, name = ""]) => iconFile(name)));
const ICON: Source = { imports: [], lazy: [], areas: [], texts: new Set(), beginnings: new Set() };

function readSource(file: string): Source {
  if (isIcon(file)) return ICON;
  const code = withoutApiWords(readFileSync(file, "utf8"));
  const resolved = (matches: Iterable<RegExpMatchArray>, group: (match: RegExpMatchArray) => string | undefined) =>
    [...matches].map((match) => resolve(file, group(match) ?? "")).filter((path) => path !== undefined);
  const areas = [...code.matchAll(AREA)].map(([, part = "", root = ""]) => ({ part, root: resolve(file, root) ?? root }));
  const texts = [...code.matchAll(TEXT)];
  const imports = resolved(
    [...code.matchAll(IMPORT)].filter(([statement]) => !isType(statement)),
    ([, from, bare]) => from ?? bare,
  );
  return {
    imports: [...imports, ...iconsIn(code)],
    lazy: resolved(code.matchAll(LAZY), ([, path]) => path),
    areas,
    texts: new Set(texts.filter(([, , rest]) => rest === undefined).map(([, text = ""]) => text)),
    beginnings: new Set(texts.filter(([, , rest]) => rest !== undefined).map(([, text = ""]) => text)),
  };
}

/** The sources of a site, read once. */
function openSources(): Reading {
  const sources = new Map<string, Source>();
  return (file) => {
    const known = sources.get(file) ?? readSource(file);
    sources.set(file, known);
    return known;
  };
}

type Reading = (file: string) => Source;

/** The files each part of a site is made of: the shell by what its entry imports, every other part by what its `area(...)` reaches beside that, at once or later as well. */
export function filesOfParts(
  entry: string,
  { later, sourceOf = openSources() }: { later: boolean; sourceOf?: Reading },
): ReadonlyMap<string, ReadonlySet<string>> {
  const reach = (roots: readonly string[], next: (source: Source) => readonly string[]): Set<string> => {
    const seen = new Set(roots);
    for (const file of seen) for (const other of next(sourceOf(file))) seen.add(other);
    return seen;
  };
  const shell = reach([entry], ({ imports }) => imports);
  const everything = reach([entry], ({ imports, lazy }) => [...imports, ...lazy]);
  const roots = Map.groupBy(
    [...everything].flatMap((file) => sourceOf(file).areas),
    ({ part }) => part,
  );
  const isRoot = new Set([...roots.values()].flat().map(({ root }) => root));
  const isOwn = (file: string): boolean => !isRoot.has(file);
  /** What loads later within a part belongs to it, unless it is a part of its own. */
  const within = ({ imports, lazy }: Source) => [...imports, ...(later ? lazy.filter(isOwn) : [])].filter((file) => !shell.has(file));
  const shellLazy = later ? [...shell].flatMap((file) => sourceOf(file).lazy.filter(isOwn)) : [];
  const rootsOf = (areas: readonly { readonly root: string }[]): string[] => areas.map(({ root }) => root);
  const parts = new Map([...roots].map(([part, areas]) => [part, reach(rootsOf(areas), within)]));
  return parts.set(SHELL, new Set([...shell, ...reach(shellLazy, within)]));
}

/**
 * Which keys of the catalogue each part of a site can say, found in its sources: the shell by what its entry imports, every other part by what its `area(...)` reaches.
 * A text that is a key counts; so do all keys that begin as a text with a dot or a template does, because what is joined at run time cannot be seen.
 */
export function wordsOfParts(entry: string, keys: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const sourceOf = openSources();
  return new Map([...filesOfParts(entry, { later: true, sourceOf })].map(([part, files]) => [part, keysIn([...files].map(sourceOf), keys)]));
}

/** The server says its refusals itself: of their sentences the browser needs those alone whose codes it names. */
const REFUSALS = "errors.";

function keysIn(found: readonly Source[], keys: readonly string[]): ReadonlySet<string> {
  const texts = new Set(found.flatMap((source) => [...source.texts]));
  const beginnings = new Set(found.flatMap((source) => [...source.beginnings]).filter((beginning) => beginning !== REFUSALS));
  const isMeant = (key: string): boolean => {
    if (texts.has(key) || (key.startsWith(REFUSALS) && texts.has(key.slice(REFUSALS.length)))) return true;
    for (let at = key.indexOf("."); at !== -1; at = key.indexOf(".", at + 1)) {
      if (beginnings.has(key.slice(0, at + 1)) || (key.slice(0, at).includes(".") && texts.has(key.slice(0, at)))) return true;
    }
    return [...beginnings].some((beginning) => beginning.includes(".") && key.startsWith(beginning));
  };
  return new Set(keys.filter(isMeant));
}
