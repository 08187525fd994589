import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { projectRoot } from "@laro/server/platform/config";
import { expect, onTestFinished, test } from "vitest";
import { findBannedCalls, findBarrels, findForeignWriters, findHomelessNouns, findSlowTransactions, findUnknownPermissions, type Tree } from "./tidy.ts";

const FILES = [
  "{contract,engines,locales,server,web,simulators,e2e,bench}/{src,migrations}/**/*.{ts,tsx,sql}",
  "locales/*.json",
  "scripts/*.{ts,mjs}",
  "*.{ts,cjs}",
];

const readTree = (): Tree => new Map(globSync(FILES, { cwd: projectRoot }).map((path) => [path, readFileSync(join(projectRoot, path), "utf8")]));

/** The names of all endpoints an operator's token may be used for. */
async function listOperatorEndpoints(): Promise<readonly string[]> {
  const modules: Record<string, unknown>[] = await Promise.all(
    globSync("contract/src/*.ts", { cwd: projectRoot, exclude: (path) => path.includes(".test.") }).map(
      (path) => import(join(projectRoot, path)) as Promise<Record<string, unknown>>,
    ),
  );
  const endpoints = modules
    .flatMap((module) => Object.values(module))
    .flatMap((exported) => (typeof exported === "object" && exported !== null ? (Object.values(exported) as Partial<Endpoint>[]) : []));
  return endpoints.filter((endpoint) => endpoint?.for === "operator" && endpoint.name !== undefined).map(({ name }) => name!);
}

const tree = readTree();

test("the tree that is judged is the whole tree", () => {
  expect([...tree.keys()]).toEqual(
    expect.arrayContaining([
      "contract/src/wallet.ts",
      "server/migrations/0002-ledger.sql",
      "server/src/core/wallet/ledger.ts",
      "locales/en.json",
      "scripts/tidy.ts",
    ]),
  );
});

test("each table has one owner, and only the owner's folder writes it", () => expect(findForeignWriters(tree)).toEqual([]));
test("every contract has its folder on the server, and every feature its contract", () => expect(findHomelessNouns(tree)).toEqual([]));
test("every permission of an operator's role is an endpoint for operators", async () =>
  expect(findUnknownPermissions(tree, await listOperatorEndpoints())).toEqual([]));
test("no file makes a call that is banned", () => expect(findBannedCalls(tree)).toEqual([]));
test("no transaction waits for a picture, a password or a foreign party", () => expect(findSlowTransactions(tree)).toEqual([]));
test("no file is a barrel", () => expect(findBarrels(tree)).toEqual([]));

/** Each net is shown one planted fault, and must name it. */
const MIGRATION = "-- owner: core/wallet\n-- What it is for.\ncreate table wallet (id bigint);\n";
const canaries: readonly (readonly [fault: string, find: (tree: Tree) => readonly string[], files: Record<string, string>, sentence: string])[] = [
  [
    "a foreign writer in the query builder",
    findForeignWriters,
    { "server/migrations/1.sql": MIGRATION, "server/src/features/bets/bets.ts": 'tx.updateTable("wallet")' },
    "server/src/features/bets/bets.ts writes wallet",
  ],
  [
    "a foreign writer in plain SQL",
    findForeignWriters,
    { "server/migrations/1.sql": MIGRATION, "server/src/roles/worker.ts": "sql`delete from wallet`" },
    "server/src/roles/worker.ts writes wallet",
  ],
  ["a table without an owner", findForeignWriters, { "server/migrations/1.sql": "create table stray (id bigint);" }, "table stray has 0 owners"],
  ["a contract without a server", findHomelessNouns, { "contract/src/bets.ts": "" }, "contract/src/bets.ts has no folder"],
  ["a feature without a contract", findHomelessNouns, { "server/src/features/bets/bets.ts": "" }, "the server's bets has no contract"],
  [
    "a permission for nothing",
    (files) => findUnknownPermissions(files, ["bets.list"]),
    { "server/src/core/sessions/roles.ts": '["bets.list", "bets.lost"]' },
    "permits bets.lost",
  ],
  ["a float", findBannedCalls, { "web/src/ui/Money.tsx": "parseFloat(text)" }, "has parseFloat("],
  ["a guessable number", findBannedCalls, { "server/src/core/seeds/seeds.ts": "Math.random()" }, "has Math.random("],
  ["an engine that knows the time", findBannedCalls, { "engines/src/dice/dice.ts": "new Date(0)" }, "has new Date("],
  ["a clock beside the clock", findBannedCalls, { "server/src/core/wallet/wallet.ts": "new Date()" }, "has new Date()"],
  ["a device's clock on a screen", findBannedCalls, { "web/src/features/bets/Bets.player.tsx": "useState(Date.now)" }, "has Date.now"],
  ["a call to the world from anywhere", findBannedCalls, { "web/src/features/bets/Bets.player.tsx": "await fetch(url)" }, "has fetch("],
  ["a foreign party asked unguarded", findBannedCalls, { "server/src/core/payments/psp.ts": "await fetch(url)" }, "has fetch("],
  ["a hidden setting", findBannedCalls, { "server/src/core/wallet/wallet.ts": 'process.env["FAST"]' }, "has process.env"],
  ["a skipped test", findBannedCalls, { "server/src/core/wallet/wallet.test.ts": 'test.skip("…")' }, "has test.skip"],
  ["a silenced rule", findBannedCalls, { "web/src/ui/Money.tsx": "// oxlint-disable-next-line" }, "has oxlint-disable"],
  ["work left undone", findBannedCalls, { "web/src/ui/Money.tsx": "// TODO later" }, "has TODO"],
  ["markup from text", findBannedCalls, { "web/src/ui/Text.tsx": "<p dangerouslySetInnerHTML={x} />" }, "has dangerouslySetInnerHTML"],
  [
    "a picture drawn by who is handed a transaction",
    findSlowTransactions,
    { "server/src/features/bets/bets.ts": "export async function keep(\n  tx: Tx,\n  given: string,\n): Promise<void> {\n  await readUpload(given);\n}\n" },
    "server/src/features/bets/bets.ts calls readUpload inside a transaction",
  ],
  [
    "a password hashed in a transaction that was begun",
    findSlowTransactions,
    { "server/src/core/bets/bets.ts": "const bet = () => begin(async (tx) => keep(tx, await hashPassword(given)));" },
    "server/src/core/bets/bets.ts calls hashPassword inside a transaction",
  ],
  ["a barrel", findBarrels, { "server/src/core/index.ts": "" }, "server/src/core/index.ts is a barrel"],
];
test.each(canaries)("%s does not pass unseen", (_fault, find, files, sentence) => {
  expect(find(new Map(Object.entries(files)))).toEqual([expect.stringContaining(sentence)]);
});

test("what only looks like a fault passes", () => {
  const innocent = {
    "server/migrations/1.sql": MIGRATION,
    "server/src/core/wallet/wallet.ts": 'tx.updateTable("wallet"); new Date(0)',
    "server/src/features/bets/bets.ts": "// insert into wallet\nsql`select id from wallet for update`; refetch(); client.fetch()",
    "server/src/core/payments/bets.ts":
      "export async function bet(): Promise<void> {\n  const drawn = await readUpload(given);\n  await begin((tx) => keep(tx, drawn));\n  await askForeign(url);\n}",
    "server/src/platform/clock.ts": "new Date()",
    "server/src/platform/foreign.ts": "fetch(url)",
    "web/src/api/client.ts": "fetch(url)",
  };
  const files = new Map(Object.entries(innocent));
  expect([...findForeignWriters(files), ...findBannedCalls(files), ...findSlowTransactions(files)]).toEqual([]);
});

/** The linter keeps the lengths and the forbidden words of the language; its own canary keeps the linter. */
const LINTED = {
  "max-lines": Array.from({ length: 401 }, (_, line) => `export const line${line} = ${line};`).join("\n"),
  "max-lines-per-function": `export function long(): void {\n${"  globalThis.structuredClone(1);\n".repeat(70)}}\n`,
  "no-explicit-any": "export const loose: any = 1;",
  "ban-ts-comment": "// @ts-ignore\nexport const wrong = 1;",
  "no-console": 'console.log("hello");\nexport const said = true;',
  "no-default-export": "export default 1;",
  "no-unused-vars": "const forgotten = 1;\nexport const kept = 2;",
};
test("the linter still sees what it is there to see", () => {
  const folder = mkdtempSync(join(tmpdir(), "laro-lint-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [rule, code] of Object.entries(LINTED)) writeFileSync(join(folder, `${rule}.ts`), code);
  const oxlint = spawnSync(
    process.execPath,
    [join(projectRoot, "node_modules/oxlint/bin/oxlint"), "--config", join(projectRoot, ".oxlintrc.json"), "--format", "unix", folder],
    { cwd: folder, encoding: "utf8" },
  );
  for (const rule of Object.keys(LINTED)) expect(oxlint.stdout).toMatch(new RegExp(`${rule}\\.ts:.*\\(${rule}\\)`));
});
