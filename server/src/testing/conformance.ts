import { createHash, createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { softswiss } from "../core/vendors/protocols/softswiss/wallet.ts";
import { type Asked, CaseWallet, type LedgerFile } from "./conformance.wallet.ts";
import { VIEW_AGE_MS } from "./gateway.ts";
import type { World } from "./world.ts";

interface Expected {
  readonly status: number;
  readonly body: unknown;
  readonly match?: "exact" | "subset";
  /** The file that says how the wallet stands then; `ledger.after.json` where nothing is said. */
  readonly ledger?: string;
  /** What to call it, where it is not the answer that is expected first. */
  readonly verdict?: string;
  readonly also_accept?: readonly Expected[];
}

export interface CaseResult {
  readonly name: string;
  /** `text`: it differs from the published answer in what only people read. */
  readonly verdict: "pass" | "text" | "fail" | "not run";
  /** What differed, or why it was not run; empty where all is well. */
  readonly differences: readonly string[];
  /** Which of the other answers it gave, in the folder's own word. */
  readonly accepted?: string;
}

/** The folder itself is not what it says. */
export class ConformanceFolderError extends Error {}

interface Read {
  readonly name: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly asked: Asked;
  readonly expected: Expected;
  readonly before: LedgerFile;
  /** The ledgers that may stand afterwards, by file. */
  readonly after: ReadonlyMap<string, LedgerFile>;
}

const VENDORS_FROM = 900;
const AFTER = "ledger.after.json";
const FORBIDDEN = "403";

/** A folder of cases, read. */
export interface ConformanceFolder {
  readonly secret: Buffer;
  readonly cases: readonly (Read | CaseResult)[];
}

/** Reads a folder of cases. Throws a `ConformanceFolderError` where it is none, or its checksums say that it was changed. */
export async function readConformance(folder: string): Promise<ConformanceFolder> {
  await checkSums(folder);
  const secret = await readOrThrow(join(folder, "secret.txt"));
  const names = await readdir(join(folder, "cases")).catch(() => {
    throw new ConformanceFolderError(`${folder} has no folder "cases".`);
  });
  return { secret, cases: await Promise.all(names.toSorted().map((name) => readCase(join(folder, "cases", name), name, secret))) };
}

/** Runs every case of a folder against a world's server over HTTP, each with the repeat the data asks for, and reads the books after each. */
export async function runConformance(world: World, { secret, cases }: ConformanceFolder): Promise<readonly CaseResult[]> {
  const games = [...new Set(cases.flatMap((one) => ("asked" in one && typeof one.asked.game_id === "string" ? [one.asked.game_id] : [])))];
  const wallets = cases.map((_one, place) => new CaseWallet(world, { vendorId: VENDORS_FROM + place, secret, games }));
  for (const wallet of wallets) await wallet.addVendor();
  // Whoever looked at the vendors a moment ago knows nothing of these.
  await new Promise((wait) => setTimeout(wait, VIEW_AGE_MS));
  const results: CaseResult[] = [];
  for (const [place, one] of cases.entries()) results.push("verdict" in one ? one : { name: one.name, ...(await runCase(world, wallets[place]!, one)) });
  return results;
}

async function readOrThrow(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new ConformanceFolderError(`There is no file ${path}.`);
  });
}

/** Holds the folder against its checksums, where it has any. */
async function checkSums(folder: string): Promise<void> {
  const sums = await readFile(join(folder, "SHA256SUMS"), "utf8").catch(() => "");
  for (const line of sums.split("\n").filter((text) => text !== "")) {
    const [, digest, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (digest === undefined || path === undefined) throw new ConformanceFolderError(`SHA256SUMS has a line that is none: ${line}`);
    const found = createHash("sha256")
      .update(await readOrThrow(join(folder, path)))
      .digest("hex");
    if (found !== digest) throw new ConformanceFolderError(`${path} is not what SHA256SUMS says.`);
  }
}

const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString("utf8"));

/** A case and all it needs; a result, where it cannot be run. */
async function readCase(folder: string, name: string, secret: Buffer): Promise<Read | CaseResult> {
  const notRun = (why: string): CaseResult => ({ name, verdict: "not run", differences: [why] });
  try {
    const at = async (file: string): Promise<unknown> => parse(await readFile(join(folder, file)));
    const [request, body, expected, before] = await Promise.all([
      at("request.json"),
      readFile(join(folder, "request.body")),
      at("response.json"),
      at("ledger.before.json"),
    ]);
    const { endpoint, headers = {} } = request as { endpoint: string; headers?: Readonly<Record<string, string>> };
    if (softswiss.routes[endpoint.slice(1)] === undefined) return notRun(`we serve no ${endpoint}`);
    const first = expected as Expected;
    if (!isSignedAsMeant(headers, { body, secret, expected: first })) return notRun("its signature is not that of its bytes");
    const files = new Set([first, ...(first.also_accept ?? [])].map(({ ledger = AFTER }) => ledger));
    const after = new Map(await Promise.all([...files].map(async (file) => [file, (await at(file)) as LedgerFile] as const)));
    return { name, endpoint, headers, body, asked: readAsked(body), expected: first, before: before as LedgerFile, after };
  } catch (error) {
    return notRun((error as Error).message);
  }
}

/** Whoever expects to be refused for it may have signed otherwise. */
function isSignedAsMeant(headers: Readonly<Record<string, string>>, { body, secret, expected }: { body: Buffer; secret: Buffer; expected: Expected }): boolean {
  const signature = Object.entries(headers).find(([header]) => header.toLowerCase() === "x-request-sign")?.[1];
  const isRefusal = (expected.body as { meta?: { api_code?: unknown } } | null)?.meta?.api_code === FORBIDDEN;
  return isRefusal || signature === undefined || signature === createHmac("sha256", secret).update(body).digest("hex");
}

function readAsked(body: Buffer): Asked {
  try {
    const asked = parse(body);
    return typeof asked === "object" && asked !== null && !Array.isArray(asked) ? (asked as Asked) : {};
  } catch {
    return {};
  }
}

async function runCase(
  world: World,
  wallet: CaseWallet,
  { endpoint, headers: own, body, asked, expected, before, after }: Read,
): Promise<Omit<CaseResult, "name">> {
  await wallet.load(before, asked);
  const headers = { "content-type": "application/json", ...own };
  const ask = async (): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${world.address}/gateway/vendors/${wallet.code}${endpoint}`, { method: "POST", headers, body: Buffer.from(body) });
    return { status: response.status, body: await response.json() };
  };
  const first = await ask();
  if (first.status !== 200) await wallet.disarmBoom();
  const answer = { status: first.status, body: wallet.translate(first.body) };
  const books = await wallet.dump();
  const judged = [expected, ...(expected.also_accept ?? [])].map((wanted) => judge(wanted, answer, { books, after }));
  const best = judged.find(({ verdict }) => verdict === "pass") ?? judged.find(({ verdict }) => verdict === "text") ?? judged[0]!;
  const differences = [...best.differences, ...(await auditOf(world))];
  if (first.status === 200) {
    const again = await ask();
    if (!isDeepStrictEqual(again, first)) differences.push(`asked again, it answered ${JSON.stringify(again)}`);
    if (!isDeepStrictEqual(await wallet.dump(), books)) differences.push("asked again, it moved");
  }
  return { ...best, verdict: differences.length > best.differences.length ? "fail" : best.verdict, differences };
}

/** Wallets were shut here without their accounts, as the flags of a case say. */
const auditOf = async (world: World): Promise<readonly string[]> => (await world.audit()).filter((fault) => !fault.startsWith("audit_a13"));

function judge(
  { status, body, match = "exact", ledger = AFTER, verdict: word }: Expected,
  answer: { status: number; body: unknown },
  { books, after }: { books: LedgerFile; after: ReadonlyMap<string, LedgerFile> },
): Omit<CaseResult, "name"> {
  const wanted = after.get(ledger)!;
  const found = { ...books, rounds: wanted.rounds === undefined ? undefined : books.rounds };
  const expected = { ...wanted, tombstones: wanted.tombstones.toSorted(), rounds: wanted.rounds };
  const accepted = word === undefined ? {} : { accepted: word };
  const differences: string[] = [];
  if (answer.status !== status) differences.push(`status ${answer.status}, expected ${status}`);
  if (!isDeepStrictEqual(found, expected)) differences.push(`ledger ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  const fits = (given: unknown, want: unknown): boolean => (match === "subset" ? holds(given, want) : isDeepStrictEqual(given, want));
  if (fits(answer.body, body)) return { verdict: differences.length === 0 ? "pass" : "fail", differences, ...accepted };
  differences.push(`body ${JSON.stringify(answer.body)}, expected ${JSON.stringify(body)}`);
  const isText = differences.length === 1 && fits(withoutText(answer.body), withoutText(body));
  return { verdict: isText ? "text" : "fail", differences, ...accepted };
}

/** Whether every member of what is wanted is there and equal; a list is as long as it is. */
function holds(given: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return isDeepStrictEqual(given, wanted);
  if (Array.isArray(wanted)) return Array.isArray(given) && given.length === wanted.length && wanted.every((one, place) => holds(given[place], one));
  return Object.entries(wanted).every(([key, value]) => holds((given as Record<string, unknown> | null)?.[key], value));
}

/** An error's body without what only people read. */
const withoutText = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === "msg" || key === "api_message" ? "" : value));
