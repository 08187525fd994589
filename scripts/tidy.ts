/** The rules of the house that no compiler knows, as functions from files to the faults in them. */

/** Paths from the project's root, and what stands in each. */
export type Tree = ReadonlyMap<string, string>;
export type Net = (tree: Tree) => readonly string[];

const PROVING = /\.test\.tsx?$|^server\/src\/(testing|proofs)\/|^engines\/src\/testing\.ts$/;
const PRODUCT = /^(contract|engines|locales|server|web)\/src\//;
const isProduct = (path: string): boolean => PRODUCT.test(path) && !PROVING.test(path);

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
export const select = (tree: Tree, pattern: RegExp): readonly (readonly [path: string, text: string])[] => [...tree].filter(([path]) => pattern.test(path));

const TABLE = /((?:^--.*\n)*)^create table (?:if not exists )?"?(\w+)"?/gm;
const OWNER = /^-- owner: ([\w/]+)$/gm;
const WRITE = /\b(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`]|(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+)"?(\w+)/g;

/** Only the folder a migration names in `-- owner:` inserts, updates or deletes in a table; migrations write where they must. */
export const findForeignWriters: Net = (tree) => {
  const tables = select(tree, /^server\/migrations\/.*\.sql$/).flatMap(([path, sql]) =>
    [...sql.matchAll(TABLE)].map(([, comments, name]) => ({ path, name: name!, owners: [...comments!.matchAll(OWNER)].map(([, owner]) => owner!) })),
  );
  const unowned = tables
    .filter(({ owners }) => owners.length !== 1)
    .map(
      ({ path, name, owners }) =>
        `${path}: table ${name} has ${owners.length} owners: write one line "-- owner: core/<noun>" or "-- owner: features/<noun>" above it`,
    );
  const ownerOf = new Map(tables.map(({ name, owners: [owner] }) => [name, owner]));
  const foreign = select(tree, /^server\/src\/.*\.ts$/)
    .filter(([path]) => !PROVING.test(path))
    .flatMap(([path, code]) => {
      const written = new Set([...withoutComments(code).matchAll(WRITE)].map(([, name]) => name!));
      return [...written].flatMap((name) => {
        const owner = ownerOf.get(name);
        return owner === undefined || path.startsWith(`server/src/${owner}/`)
          ? []
          : [`${path} writes ${name}, which belongs to ${owner}: call a function of ${owner}, or tell it by the outbox`];
      });
    });
  return [...unowned, ...foreign];
};

/** A contract's noun is a folder of the server; a folder with routes or a feature has its contract. */
export const findHomelessNouns: Net = (tree) => {
  const nounsIn = (pattern: RegExp): ReadonlySet<string> => new Set([...tree.keys()].flatMap((path) => pattern.exec(path)?.[1] ?? []));
  const contracts = nounsIn(/^contract\/src\/(\w+)\.ts$/);
  const folders = nounsIn(/^server\/src\/(?:core|features)\/(\w+)\//);
  const speaking = new Set([...nounsIn(/^server\/src\/(?:core|features)\/\w+\/(\w+)\.routes\.ts$/), ...nounsIn(/^server\/src\/features\/(\w+)\//)]);
  return [
    ...[...contracts]
      .filter((noun) => !folders.has(noun))
      .map((noun) => `contract/src/${noun}.ts has no folder server/src/features/${noun} or server/src/core/${noun}`),
    ...[...speaking].filter((noun) => !contracts.has(noun)).map((noun) => `the server's ${noun} has no contract: write contract/src/${noun}.ts`),
  ];
};

/** What an operator's role may call is an endpoint that operators can call. */
export function findUnknownPermissions(tree: Tree, endpoints: readonly string[]): readonly string[] {
  const path = "server/src/core/sessions/roles.ts";
  const text = select(tree, /^server\/src\/core\/sessions\/roles(\.\w+)?\.ts$/).map(([, code]) => code);
  const named = [...text.join("\n").matchAll(/"(\w+\.\w+)"/g)].map(([, name]) => name!);
  return [...new Set(named)].filter((name) => !endpoints.includes(name)).map((name) => `${path} permits ${name}, which is no endpoint for operators`);
}

/** Each takes a processor or a foreign party's time; a transaction that waits for it keeps its connection and its locks. */
const SLOW_WORK = /\b(readUpload|sharp|hashPassword|isPassword|askForeign|fetch)\(/;
const DECLARATIONS = /\n(?=(?:export |async |function |const |class ))/;

/** From an opening parenthesis to the one that closes it. */
function inParentheses(code: string, from: number): string {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "(") depth++;
    if (code[at] === ")" && --depth === 0) return code.slice(from, at);
  }
  return code.slice(from);
}

/** The code of a file that runs inside a transaction: functions that are handed one, and what is handed to `begin`. */
const inTransactions = (code: string): readonly string[] => [
  ...code.split(DECLARATIONS).filter((declared) => /^\(\s*tx: Tx\b/.test(declared.slice(declared.indexOf("(")))),
  ...[...code.matchAll(/\bbegin\(/g)].map(({ index }) => inParentheses(code, index + "begin".length)),
];

/** Pictures are drawn, passwords hashed and foreign parties asked outside any transaction. */
export const findSlowTransactions: Net = (tree) =>
  select(tree, /^server\/src\/(core|features)\/.*\.ts$/)
    .filter(([path]) => isProduct(path))
    .flatMap(([path, text]) => {
      const slow = inTransactions(withoutComments(text)).map((code) => SLOW_WORK.exec(code)?.[1]);
      return [...new Set(slow)]
        .filter((call) => call !== undefined)
        .map((call) => `${path} calls ${call} inside a transaction: do it before, in a command with transaction: "own"`);
    });

interface Ban {
  readonly what: RegExp;
  readonly where: (path: string) => boolean;
  readonly instead: string;
}

const isCode = (path: string): boolean => /\.(ts|tsx|mjs|cjs)$/.test(path);
const isServer = (path: string): boolean => path.startsWith("server/src/") && isProduct(path);
const isOneOf =
  (...paths: readonly string[]): ((path: string) => boolean) =>
  (path) =>
    paths.includes(path);
const readsEnvironment = isOneOf("config.ts", "crash.ts", "log.ts", "embedded-postgres.ts");
const tellsTime = isOneOf("web/src/api/clock.ts", "web/src/ui/clock.ts");
const opensProcess = isOneOf("server/src/roles/main.ts", "server/src/roles/laro.ts");

/** It stands between the pages and the network, and makes no call of its own. */
const SERVICE_WORKER = "web/src/sites/player/sw.ts";

/** Calls that look harmless and are not, each with what to write instead. */
const bans: readonly Ban[] = [
  { what: /\bparseFloat\(/, where: isCode, instead: "parseAmount of contract/src/core/money.ts for money, Number for a checked number" },
  {
    what: /\bMath\.random\(/,
    where: isCode,
    instead: "randomInt of node:crypto on the server, crypto.getRandomValues in the browser, fairStream in an engine",
  },
  { what: /\bnew Date\(/, where: (path) => path.startsWith("engines/src/") && isProduct(path), instead: "nothing: an engine knows no time" },
  {
    what: /\bDate\.now\b|\bnew Date\(\)/,
    where: (path) => isServer(path) && path !== "server/src/platform/clock.ts",
    instead: "the `now` a handler is given, or platform.clock.now()",
  },
  {
    what: /\bDate\.now\b|\bnew Date\(\)/,
    where: (path) => path.startsWith("web/src/") && isProduct(path) && !tellsTime(path),
    instead: "nowMs of web/src/api/clock.ts, useClock in web/src/ui: a device's clock may be wrong by hours",
  },
  {
    what: /(?<![.\w])fetch\(/,
    where: (path) => isProduct(path) && !path.startsWith("web/src/api/") && path !== SERVICE_WORKER && path !== "server/src/platform/foreign.ts",
    instead: "useApiQuery or useApiCommand on the web, askForeign of platform/foreign.ts on the server",
  },
  {
    what: /\bprocess\.env\b/,
    where: (path) => isProduct(path) && !readsEnvironment(path.replace("server/src/platform/", "")) && !opensProcess(path),
    instead: "a field of Config in server/src/platform/config.ts",
  },
  { what: /\b(test|it|describe)(\.\w+)*\.(only|skip|todo|skipIf|runIf|fails)\b/, where: isCode, instead: "a test that runs, or none" },
  {
    what: /\b(oxlint|eslint)-disable|@ts-(ignore|expect-error|nocheck)/,
    where: isCode,
    instead: "code the rule accepts, or a change of the rule for everyone",
  },
  { what: /\b(TODO|FIXME|XXX)\b/, where: isCode, instead: "the work itself" },
  { what: /dangerouslySetInnerHTML/, where: isCode, instead: "elements" },
];

/** The files that state the bans are not tried by them. */
const STATES_BANS = /^scripts\/tidy(\.imports)?(\.test)?\.ts$/;

export const findBannedCalls: Net = (tree) =>
  [...tree]
    .filter(([path]) => !STATES_BANS.test(path))
    .flatMap(([path, text]) => {
      const code = withoutComments(text);
      return bans
        .filter(({ where }) => where(path))
        .flatMap(({ what, instead }) => {
          const found = (/disable|TODO/.test(what.source) ? text : code).match(what)?.[0];
          return found === undefined ? [] : [`${path} has ${found}: write ${instead}`];
        });
    });

/** A barrel hides where a thing lives and makes circles; a name says it. */
export const findBarrels: Net = (tree) =>
  [...tree.keys()].filter((path) => /(^|\/)index\.tsx?$/.test(path)).map((path) => `${path} is a barrel: import each thing from the file it lives in`);
