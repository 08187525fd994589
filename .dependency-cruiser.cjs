/** Who may import whom. Every rule is an error; ARCHITECTURE.md says why the floors point one way. */

const TESTS = "\\.test\\.tsx?$|^server/src/(testing|proofs)/|^engines/src/testing\\.ts$";
const PRODUCT = "^(contract|engines|locales|server|web)/src/";
const WORKSPACES = "^(contract|engines|locales|server|web|simulators|e2e|bench|scripts)/";

/** The one upward look of the platform floor: the type of the ledger that handlers are handed. */
const LEDGER_TYPE = { from: "^server/src/platform/routes\\.ts$", to: "^server/src/core/wallet/(ledger|vendorCalls)\\.ts$" };

/** The nouns of core from the lowest up: each may import those before it, so core has no circle. */
const coreOrder = [
  "settings",
  "audit",
  "images",
  "phones",
  "contacts",
  "countries",
  "dispatches",
  "codes",
  "devices",
  "screening",
  "wallet",
  "approvals",
  "agents",
  "turnover",
  "limits",
  "bonuses",
  "catalogue",
  "activity",
  "points",
  "draws",
  "exposures",
  "jackpots",
  "payments",
  "factors",
  "sessions",
  "accounts",
  "vendors",
  "campaigns",
];

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** From a workspace to anything of ours but the listed folders. */
const reachesOnly = (name, comment, from, allowed, fromNot) =>
  forbid(name, comment, { path: from, ...(fromNot === undefined ? {} : { pathNot: fromNot }) }, { path: WORKSPACES, pathNot: allowed });

module.exports = {
  forbidden: [
    forbid("no-circular", "Two files that need each other are one file, or need a third below both.", {}, { circular: true }),
    forbid("no-unresolved", "An import nothing answers to would escape every other rule.", {}, { couldNotResolve: true, pathNot: "^virtual:words" }),
    forbid(
      "declared-packages-only",
      "A package that is not in this workspace's package.json is there by luck.",
      {},
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    ),
    forbid(
      "no-dev-dependency-in-product",
      "What runs in service is a dependency, not a devDependency.",
      { path: PRODUCT, pathNot: TESTS },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
    forbid("no-tests-in-product", "Product code never reaches for tests or the test world.", { path: PRODUCT, pathNot: TESTS }, { path: TESTS }),

    forbid(
      "contract-imports-zod-only",
      "The contract is what both sides promise; it stands on nothing of either.",
      { path: "^contract/src/", pathNot: TESTS },
      { pathNot: "^contract/src/|^node_modules/zod/" },
    ),
    reachesOnly("engines-know-contract-core-only", "Game mathematics is pure and knows no feature.", "^engines/src/", "^(engines/src|contract/src/core)/"),
    forbid(
      "engines-touch-no-machine",
      "No clock, no disk, no network: the same seed gives the same round anywhere.",
      { path: "^engines/src/", pathNot: TESTS },
      { dependencyTypes: ["core"] },
    ),
    reachesOnly("locales-stand-alone", "Words are used by web and server and know neither.", "^locales/", "^(locales|contract/src/core)/"),

    reachesOnly("server-knows-no-web", "The server serves built files; it imports none of them.", "^server/", "^(server|contract|engines|locales)/"),
    forbid(
      "platform-is-the-ground-floor",
      "The platform knows no noun.",
      { path: "^server/src/platform/", pathNot: `${TESTS}|${LEDGER_TYPE.from}` },
      { path: "^server/src/(core|features|roles)/" },
    ),
    forbid(
      "platform-looks-up-once",
      "routes.ts names the ledgers' types and nothing else above it.",
      { path: LEDGER_TYPE.from },
      { path: "^server/src/(core|features|roles)/", pathNot: LEDGER_TYPE.to },
    ),
    forbid(
      "platform-looks-up-for-a-type",
      "routes.ts may name the ledgers' types, not run them.",
      { path: LEDGER_TYPE.from },
      { path: LEDGER_TYPE.to, dependencyTypesNot: ["type-only"] },
    ),
    ...coreOrder
      .slice(0, -1)
      .map((noun, place) =>
        forbid(
          `core-${noun}-knows-only-what-stands-below`,
          "The nouns of core stand on each other in the order of coreOrder.",
          { path: `^server/src/core/${noun}/`, pathNot: TESTS },
          { path: `^server/src/core/(${coreOrder.slice(place + 1).join("|")})/` },
        ),
      ),
    forbid("core-nouns-have-a-place", "A new noun of core is given its place in coreOrder.", { path: `^server/src/core/(?!(${coreOrder.join("|")})/)` }, {}),
    forbid(
      "core-stands-below-features",
      "What core needs of a feature belongs in core.",
      { path: "^server/src/core/", pathNot: TESTS },
      { path: "^server/src/(features|roles)/" },
    ),
    forbid(
      "server-features-stand-below-roles",
      "A role gathers features; no feature knows its role.",
      { path: "^server/src/features/", pathNot: TESTS },
      { path: "^server/src/roles/" },
    ),
    forbid(
      "features-are-strangers",
      "Two features meet in SQL, by the outbox, or on the floor below.",
      { path: "^(server|web)/src/features/([^/]+)/", pathNot: TESTS },
      { path: "^$1/src/features/(?!$2/)" },
    ),

    reachesOnly("web-knows-no-server", "The browser knows the server by its contract.", "^web/", "^(web|contract|engines|locales)/", TESTS),
    forbid(
      "ui-knows-no-feature",
      "Buttons and tables serve every feature and know none.",
      { path: "^web/src/ui/" },
      { path: "^web/src/(api|features|sites)/" },
    ),
    forbid("api-knows-no-screen", "Fetching knows no screen.", { path: "^web/src/api/" }, { path: "^web/src/(ui|features|sites)/" }),
    forbid(
      "web-features-stand-below-sites",
      "A site gathers features; no feature knows its site.",
      { path: "^web/src/features/" },
      { path: "^web/src/sites/" },
    ),
    forbid("sites-are-strangers", "Each site is a build of its own.", { path: "^web/src/sites/([^/]+)/" }, { path: "^web/src/sites/(?!$1/)[^/]+/" }),

    reachesOnly(
      "simulators-are-foreign",
      "A simulator speaks the protocol, as a real provider would.",
      "^simulators/",
      "^(simulators|contract)/",
      "\\.test\\.ts$",
    ),
    reachesOnly(
      "journeys-use-the-front-door",
      "A journey acts through the browser; the test world gives it a server and people.",
      "^e2e/",
      "^(e2e|contract|simulators)/|^server/src/testing/|^web/build\\.ts$",
    ),
    reachesOnly(
      "bench-measures-the-ledger-in-process",
      "The benchmark runs the ledger itself, so it may use the two lower floors of the server.",
      "^bench/",
      "^(bench|contract|engines)/|^server/src/(platform|core|roles|testing)/",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".css"],
    },
  },
};
