import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "@laro/server/platform/config";
import { expect, onTestFinished, test } from "vitest";

const CONFIG = join(projectRoot, ".dependency-cruiser.cjs");
const CRUISER = join(projectRoot, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const WORKSPACES = ["contract", "engines", "locales", "server", "web", "simulators", "e2e", "bench", "scripts"] as const;

const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: readonly { readonly name: string }[] };
const ruleNames = forbidden.map(({ name }) => name);
const coreRules = ruleNames.filter((name) => /^core-\w+-knows-only-what-stands-below$/.test(name));

/** A small platform in which every import is right: each kind of module the rules speak of, and each workspace once. */
const HEALTHY: Readonly<Record<string, string>> = {
  "contract/src/core/money.ts": 'import "zod";\nexport type Money = bigint;',
  "contract/src/bets.ts": 'import "./core/money.ts";',
  "engines/src/dice.ts": 'import "@laro/contract/core/money";',
  "locales/src/t.ts": "export type T = string;",
  "server/src/platform/db.ts": "export type Db = 1;",
  "server/src/platform/routes.ts": 'import type { Ledger } from "../core/wallet/ledger.ts";\nexport type L = Ledger;',
  "server/src/core/settings/settings.ts": 'import "../../platform/db.ts";',
  "server/src/core/wallet/ledger.ts": 'import "../settings/settings.ts";\nexport type Ledger = 1;',
  "server/src/core/vendors/vendors.ts": "",
  "server/src/core/campaigns/campaigns.ts": "",
  "server/src/core/accounts/accounts.ts": 'import "../wallet/ledger.ts";',
  "server/src/features/bets/bets.ts": 'import "../../core/wallet/ledger.ts";\nimport "@laro/contract/bets";',
  "server/src/features/tips/tips.ts": 'import "@laro/engines/dice";',
  "server/src/roles/main.ts": 'import "../features/bets/bets.ts";',
  "server/src/testing/world.ts": 'import "../roles/main.ts";',
  "web/src/ui/Button.tsx": "export const Button = 1;",
  "web/src/api/query.ts": 'import "@laro/contract/bets";',
  "web/src/features/bets/bets.api.ts": 'import "../../api/query.ts";\nimport "../../ui/Button.tsx";',
  "web/src/sites/player/main.tsx": 'import "../../features/bets/bets.api.ts";',
  "web/src/sites/agent/main.tsx": 'import "../../features/bets/bets.api.ts";',
  "simulators/src/psp.ts": 'import "@laro/contract/core/money";',
  "e2e/src/play.test.ts": 'import "@laro/server/testing/world";',
  "bench/src/main.ts": 'import "@laro/server/core/wallet/ledger";',
  "scripts/start.ts": 'import "@laro/server/platform/db";',
};

/** For each rule one file that breaks it. */
const BROKEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "no-circular": { "contract/src/yin.ts": 'import "./yang.ts";', "contract/src/yang.ts": 'import "./yin.ts";' },
  "no-unresolved": { "contract/src/lost.ts": 'import "./nowhere.ts";' },
  "declared-packages-only": { "server/src/platform/stray.ts": 'import "lucky";' },
  "no-dev-dependency-in-product": { "server/src/platform/tool.ts": 'import "tool";' },
  "no-tests-in-product": { "server/src/roles/shortcut.ts": 'import "../testing/world.ts";' },
  "contract-imports-zod-only": { "contract/src/clever.ts": 'import "node:fs";' },
  "engines-know-contract-core-only": { "engines/src/nosy.ts": 'import "@laro/contract/bets";' },
  "engines-touch-no-machine": { "engines/src/late.ts": 'import "node:fs";' },
  "locales-stand-alone": { "locales/src/nosy.ts": 'import "@laro/server/platform/db";' },
  "server-knows-no-web": { "server/src/roles/page.ts": 'import "../../../web/src/ui/Button.tsx";' },
  "platform-is-the-ground-floor": { "server/src/platform/upward.ts": 'import "../core/settings/settings.ts";' },
  "platform-looks-up-once": { "server/src/platform/routes.ts": `${HEALTHY["server/src/platform/routes.ts"]}\nimport "../core/accounts/accounts.ts";` },
  "platform-looks-up-for-a-type": { "server/src/platform/routes.ts": 'import "../core/wallet/ledger.ts";\nimport "../core/accounts/accounts.ts";' },
  "core-nouns-have-a-place": { "server/src/core/novelty/novelty.ts": 'import "../../platform/db.ts";' },
  "core-stands-below-features": { "server/src/core/campaigns/upward.ts": 'import "../../features/tips/tips.ts";' },
  "server-features-stand-below-roles": { "server/src/features/bets/upward.ts": 'import "../../roles/main.ts";' },
  "features-are-strangers": { "server/src/features/bets/friend.ts": 'import "../tips/tips.ts";' },
  "web-knows-no-server": { "web/src/api/shortcut.ts": 'import "@laro/server/platform/db";' },
  "ui-knows-no-feature": { "web/src/ui/BetButton.tsx": 'import "../features/bets/bets.api.ts";' },
  "api-knows-no-screen": { "web/src/api/toast.ts": 'import "../ui/Button.tsx";' },
  "web-features-stand-below-sites": { "web/src/features/bets/upward.ts": 'import "../../sites/player/main.tsx";' },
  "sites-are-strangers": { "web/src/sites/agent/copy.ts": 'import "../player/main.tsx";' },
  "simulators-are-foreign": { "simulators/src/insider.ts": 'import "@laro/server/platform/db";' },
  "journeys-use-the-front-door": { "e2e/src/backdoor.test.ts": 'import "@laro/server/core/wallet/ledger";' },
  "bench-measures-the-ledger-in-process": { "bench/src/web.ts": 'import "@laro/server/features/bets/bets";' },
  ...Object.fromEntries(coreRules.map((name) => [name, { [`server/src/core/${name.split("-")[1]}/upward.ts`]: 'import "../campaigns/campaigns.ts";' }])),
};

test("every import rule has a planted violation to be tried on", () => expect(Object.keys(BROKEN).sort()).toEqual([...ruleNames].sort()));

test("a platform whose imports are right passes every rule", () => expect(listViolations(HEALTHY)).toEqual([]));

test("every import rule sees the violation that is planted for it", () => {
  const together: Record<string, string> = Object.assign({}, HEALTHY, ...Object.values(BROKEN));
  const seen = listViolations(together);
  const silent = Object.entries(BROKEN).filter(([rule, files]) => !seen.some((violation) => violation.rule === rule && violation.from in files));
  expect(silent).toEqual([]);
});

/** Judges a planted tree by the project's own rules. */
function listViolations(files: Readonly<Record<string, string>>): readonly { readonly rule: string; readonly from: string }[] {
  const root = mkdtempSync(join(tmpdir(), "laro-imports-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package.json", JSON.stringify({ name: "planted", type: "module", devDependencies: { tool: "1.0.0" } }));
  mkdirSync(join(root, "node_modules/@laro"), { recursive: true });
  for (const workspace of WORKSPACES) {
    write(
      `${workspace}/package.json`,
      JSON.stringify({ name: `@laro/${workspace}`, type: "module", exports: { "./*": "./src/*.ts" }, dependencies: { zod: "4.0.0" } }),
    );
    symlinkSync(join(root, workspace), join(root, "node_modules/@laro", workspace));
  }
  for (const name of ["zod", "tool", "lucky"]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "main.js" }));
    write(`node_modules/${name}/main.js`, "");
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  const { stdout } = spawnSync(process.execPath, [CRUISER, ...WORKSPACES, "--config", CONFIG, "--output-type", "json"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const { summary } = JSON.parse(stdout) as { summary: { violations: readonly { rule: { name: string }; from: string }[] } };
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}
