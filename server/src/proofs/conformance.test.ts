import { spawn } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../platform/config.ts";
import type { CaseResult } from "../testing/conformance.ts";

const SECRET = "the secret of these cases";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "laro-cases-"));
  await writeFile(join(folder, "secret.txt"), SECRET);
  for (const [name, one] of Object.entries(cases)) await writeCase(name, one);
});
afterAll(() => rm(folder, { recursive: true }));

/** The command as it is given. */
function conformance(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(projectRoot, "server/src/proofs/conformance.ts"), ...args]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((done) => child.once("close", (code) => done({ code, stdout, stderr })));
}

interface Written {
  readonly endpoint: string;
  readonly body: object;
  readonly before: object;
  readonly response: object;
  readonly after: object;
  readonly other?: object;
  readonly signature?: string;
}

async function writeCase(name: string, { endpoint, body, before, response, after, other, signature }: Written): Promise<void> {
  const at = join(folder, "cases", name);
  await mkdir(at, { recursive: true });
  const bytes = JSON.stringify(body);
  const headers = { "X-REQUEST-SIGN": signature ?? createHmac("sha256", SECRET).update(bytes).digest("hex") };
  const files = { "request.json": { endpoint, headers }, "ledger.before.json": before, "response.json": response, "ledger.after.json": after };
  for (const [file, content] of Object.entries({ ...files, ...(other === undefined ? {} : { "ledger.other.json": other }) }))
    await writeFile(join(at, file), JSON.stringify(content));
  await writeFile(join(at, "request.body"), bytes);
}

const about = (account: string) => ({ account_id: account, currency: "EUR", game_id: "any game" });
const holding = (accounts: Readonly<Record<string, string>>, more: object = {}) => ({
  accounts: Object.fromEntries(Object.entries(accounts).map(([ref, balance]) => [ref, { currency: "EUR", balance }])),
  transactions: {},
  tombstones: [],
  ...more,
});
const balance = (said: string) => ({
  endpoint: "/balance",
  body: about("ann"),
  before: holding({ ann: "5.00" }),
  response: { status: 200, body: { balance: said } },
  after: holding({ ann: "5.00" }),
});

const annsBet = { id: "op-tx-1", balance_after: "90.00", type: "bet", amount: "10.00" };
const twoAccounts = { "a/b": "90.00", a: "50.00" };

const cases: Readonly<Record<string, Written>> = {
  "01-another-players-rollback": {
    endpoint: "/rollback",
    body: { ...about("a"), round_id_provider: "r", finished: true, transactions: [{ id_provider: "back", type: "rollback", original_id_provider: "tx" }] },
    before: holding(twoAccounts, { transactions: { "a/b/tx": annsBet } }),
    response: { status: 200, class: "unknown original", body: { balance: "50.00", round_id: "op-round-1", transactions: [{ id_provider: "back", id: "" }] } },
    after: holding(twoAccounts, { transactions: { "a/b/tx": annsBet, "a/back": { id: "", balance_after: "50.00" } }, tombstones: ["a/tx"] }),
  },
  "02-a-round-ends": {
    endpoint: "/finish",
    body: { ...about("ann"), round_id: "r" },
    before: holding(
      { ann: "90.00" },
      { transactions: { tx: annsBet }, rounds: { r: { finished: false }, before: { finished: true }, open: { finished: false } } },
    ),
    response: { status: 200, body: { balance: "90.00" } },
    after: holding(
      { ann: "90.00" },
      { transactions: { tx: annsBet }, rounds: { r: { finished: true }, before: { finished: true }, open: { finished: false } } },
    ),
  },
  "03-a-round-whole-at-once": {
    endpoint: "/betwin",
    body: { ...about("ann"), round_id: "whole", finished: true, transactions: [{ id_provider: "tx", type: "win", amount: "1.00" }] },
    before: holding({ ann: "5.00" }, { rounds: {} }),
    response: { status: 200, match: "subset", body: { balance: "6.00", transactions: [{ id_provider: "tx" }] } },
    after: holding(
      { ann: "6.00" },
      { transactions: { tx: { id: "op-tx-1", balance_after: "6.00", type: "win", amount: "1.00" } }, rounds: { whole: { finished: true } } },
    ),
  },
  "04-one-of-two-answers": {
    endpoint: "/betwin",
    body: { ...about("ann"), round_id: "r", transactions: [{ id_provider: "tx", type: "bet", amount: "1.00" }] },
    before: holding({ ann: "5.00" }),
    response: {
      status: 400,
      body: { code: "invalid_argument" },
      also_accept: [{ status: 200, match: "subset", body: { balance: "4.00" }, ledger: "ledger.other.json", verdict: "lenient" }],
    },
    after: holding({ ann: "5.00" }),
    other: holding({ ann: "4.00" }, { transactions: { tx: { id: "op-tx-1", balance_after: "4.00", type: "bet", amount: "1.00" } } }),
  },
  "05-closed-to-play": {
    endpoint: "/betwin",
    body: { ...about("ann"), round_id: "r", transactions: [{ id_provider: "tx", type: "bet", amount: "1.00" }] },
    before: holding(
      {},
      { accounts: { ann: { currency: "EUR", balance: "5.00", self_excluded: true }, ben: { currency: "EUR", balance: "0.00", disabled: true } } },
    ),
    response: { status: 400, match: "subset", body: { code: "invalid_argument", meta: { api_code: "110" } } },
    after: holding(
      {},
      { accounts: { ann: { currency: "EUR", balance: "5.00", self_excluded: true }, ben: { currency: "EUR", balance: "0.00", disabled: true } } },
    ),
  },
  "06-other-words": {
    ...balance("5.00"),
    body: about("nobody"),
    response: { status: 400, body: { code: "invalid_argument", msg: "who?", meta: { api_code: "101", api_message: "who?" } } },
  },
  "07-another-balance": balance("6.00"),
  "08-no-such-call": { ...balance("5.00"), endpoint: "/jackpot" },
  "09-signed-by-nobody": { ...balance("5.00"), signature: "5a".repeat(32) },
  "10-taken-back-with-an-empty-wallet": {
    endpoint: "/betwin",
    body: { ...about("ann"), round_id: "r", transactions: [{ id_provider: "tx", type: "bet", amount: "10.00" }] },
    before: holding(
      { ann: "0.00" },
      {
        transactions: { tx: { ...annsBet, balance_after: "0.00" }, later: { id: "op-tx-2", balance_after: "0.00", type: "bet", amount: "10.00" } },
        tombstones: ["tx"],
      },
    ),
    response: { status: 400, match: "subset", body: { meta: { api_code: "409" } } },
    after: holding(
      { ann: "0.00" },
      {
        transactions: { tx: { ...annsBet, balance_after: "0.00" }, later: { id: "op-tx-2", balance_after: "0.00", type: "bet", amount: "10.00" } },
        tombstones: ["tx"],
      },
    ),
  },
};

test("a folder with several accounts, flags, rounds, subsets and other answers is run, and what fails, differs in words or cannot be run is told apart", async () => {
  const file = join(folder, "results.json");
  const { code, stdout, stderr } = await conformance([folder, "--json", file]);
  const results = JSON.parse(await readFile(file, "utf8").catch(() => "[]")) as readonly CaseResult[];
  const told = results.map(({ name, verdict, accepted, differences }) => [
    name.slice(0, 2),
    verdict,
    accepted ?? "",
    verdict === "text" ? "" : differences.join(),
  ]);
  expect([stderr, told]).toEqual([
    "",
    [
      ["01", "pass", "", ""],
      ["02", "pass", "", ""],
      ["03", "pass", "", ""],
      ["04", "pass", "lenient", ""],
      ["05", "pass", "", ""],
      ["06", "text", "", ""],
      ["07", "fail", "", 'body {"balance":"5.00"}, expected {"balance":"6.00"}'],
      ["08", "not run", "", "we serve no /jackpot"],
      ["09", "not run", "", "its signature is not that of its bytes"],
      ["10", "pass", "", ""],
    ],
  ]);
  expect(stdout).toMatch(/^text differs +06-other-words$/m);
  expect(stdout).toMatch(/\n6 pass, 1 text differs, 1 fail, 2 not run\n$/);
  expect(code).toBe(1);
});

test("a folder that is none, or not what its checksums say, ends with 2 before anything starts", async () => {
  expect(await conformance([join(folder, "none")])).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(/^There is no file .*secret\.txt\.\n$/) });
  await writeFile(join(folder, "SHA256SUMS"), `${createHash("sha256").update("another secret").digest("hex")}  secret.txt\n`);
  expect(await conformance([folder])).toEqual({ code: 2, stdout: "", stderr: "secret.txt is not what SHA256SUMS says.\n" });
});
