import { createHmac, hash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { parseAmount } from "@laro/contract/core/money";
import { Draw, DrawChain } from "@laro/contract/draws";
import { rounds as roundsContract } from "@laro/contract/rounds";
import { type Claim, type Digests, hexOf, keepsPromise, bytesOf, linkBelow, verifyDraw, verifyRound } from "@laro/engines/verify";
import { translatorFor } from "@laro/locales/compiled";
import { type Language, localeOf } from "@laro/locales/t";
import { roundColumns } from "../features/reports/reports.csv.ts";
import { seedColumns } from "../features/seeds/seeds.csv.ts";
import { StartupError } from "../platform/config.ts";
import { readCsv } from "../platform/csv.ts";

/** A file somebody was given by the platform. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}

/** What a check found, in sentences; `isSound` if something was checked and all of it holds. */
export interface Findings {
  readonly lines: readonly string[];
  readonly isSound: boolean;
}

const digests: Digests = {
  hmac: (key, message) => createHmac("sha256", key).update(message).digest(),
  sha256: (bytes) => hash("sha256", bytes, "buffer"),
};
/** So many faults are told one by one. */
const FAULTS_TOLD_MAX = 100;

interface SeedLine {
  readonly hash: string;
  /** Empty as long as the seed is in force. */
  readonly serverSeed: string;
  readonly clientSeed: string;
  /** How many rounds were drawn from it. */
  readonly rounds: bigint;
}

/** A round to check, and where its seed is found: in itself, among the seeds by number, or with its draw. */
interface Told {
  readonly where: string;
  readonly claim: Omit<Claim, "serverSeed" | "serverSeedHash" | "clientSeed"> & Partial<Pick<Claim, "serverSeed" | "serverSeedHash" | "clientSeed">>;
  readonly seedId: string;
  /** Such as `ROULETTE_1 20261122-0713`; empty for a round of the member's own seed. */
  readonly draw: string;
  /** Whether it stands in a record, beside the rounds before and after it, and not by itself. */
  readonly isListed: boolean;
}

/** All that the files say. */
class Found {
  readonly seeds = new Map<string, SeedLine>();
  readonly rounds: Told[] = [];
  readonly draws = new Map<string, Draw>();
  readonly chains = new Map<string, DrawChain>();
  readonly faults: string[] = [];
  corrections = 0;
}

const strange = (name: string): never => {
  throw new StartupError(
    `${name} holds none of what is checked: give the CSV of your seeds or of your betting record, or the JSON of rounds, draws or chains.`,
  );
};

const EXPORT_BYTES_MAX = 256 * 1_048_576;

/** `verifyExports` of files. Throws a `StartupError` for one that is not there or too long. */
export async function verifyFiles(paths: readonly string[]): Promise<Findings> {
  return verifyExports(await Promise.all(paths.map(async (path) => ({ name: basename(path), text: await readExport(path) }))));
}

async function readExport(path: string): Promise<string> {
  const known = await stat(path).catch(() => undefined);
  if (known?.isFile() !== true) throw new StartupError(`There is no file ${path}.`);
  if (known.size > EXPORT_BYTES_MAX) throw new StartupError(`${path} is larger than any export is checked: take shorter spans of days.`);
  return readFile(path, "utf8");
}

/** Reads exports and computes all of it again, with nothing but what they hold. Throws a `StartupError` for a file that is none. */
export function verifyExports(files: readonly ExportedFile[]): Findings {
  const found = new Found();
  for (const file of files) {
    const text = file.text.replace(/^\uFEFF/, "");
    if (/^\s*[[{]/.test(text)) readJson(found, { ...file, text });
    else readTable(found, { ...file, text });
  }
  const lines = [checkSeeds(found), checkDraws(found), checkRounds(found)].filter((line) => line !== undefined);
  if (found.corrections > 0) lines.push(`Corrections: ${found.corrections}; an officer's word, not computed from a seed`);
  const faults = found.faults.slice(0, FAULTS_TOLD_MAX).map((fault) => `  ${fault}`);
  const more = found.faults.length - faults.length;
  const isEmpty = found.seeds.size + found.draws.size + found.rounds.length + found.chains.size === 0;
  return {
    lines: [...lines, ...faults, ...(more > 0 ? [`  and ${more} more`] : []), ...(isEmpty ? ["There is nothing to check in these files."] : [])],
    isSound: !isEmpty && found.faults.length === 0,
  };
}

type Columns = Readonly<Record<string, number>>;

/** Where each column stands, whatever the language of the heading; undefined where one is missing. */
function findColumns(heading: readonly string[], columns: readonly string[], prefix: "seeds.csv" | "reports.csv"): Columns | undefined {
  for (const language of Object.keys(localeOf) as Language[]) {
    const t = translatorFor(language);
    const places = columns.map((column) => [column, heading.indexOf(t(`${prefix}.${column}` as Parameters<typeof t>[0]))] as const);
    if (places.every(([, at]) => at >= 0)) return Object.fromEntries(places);
  }
  return undefined;
}

function readTable(found: Found, { name, text }: ExportedFile): void {
  const [first, ...records] = [...readCsv(text)];
  const heading = first?.cells ?? strange(name);
  const seeds = findColumns(heading, seedColumns, "seeds.csv");
  const rounds = findColumns(heading, roundColumns, "reports.csv");
  const read = seeds !== undefined ? readSeed : rounds !== undefined ? readRound : strange(name);
  const columns = seeds ?? rounds!;
  for (const { line, cells } of records) {
    if (cells?.length === 1 && cells[0] === "") continue;
    const where = `${name}, line ${line}`;
    const told = cells?.length === heading.length ? read(found, { where, cell: (column) => cells[columns[column]!]! }) : false;
    if (!told) found.faults.push(`${where}: cannot be read.`);
  }
}

interface Line {
  readonly where: string;
  readonly cell: (column: string) => string;
}

const NUMBER = /^[0-9]{1,18}$/;

/** False for a line that cannot be read. */
function readSeed(found: Found, { where, cell }: Line): boolean {
  const [last, hex] = [cell("lastNonce"), cell("clientSeedHex")];
  if ((last !== "" && !NUMBER.test(last)) || !/^(?:[0-9a-f]{2})*$/.test(hex)) return false;
  const seed = {
    hash: cell("hash"),
    serverSeed: cell("serverSeed"),
    clientSeed: Buffer.from(hex, "hex").toString(),
    rounds: last === "" ? 0n : BigInt(last) + 1n,
  };
  if (found.seeds.has(cell("seed"))) found.faults.push(`${where}: seed ${cell("seed")} stands in these files twice.`);
  found.seeds.set(cell("seed"), seed);
  return true;
}

function readRound(found: Found, { where, cell }: Line): boolean {
  const state = cell("state");
  if (state === "corrected") return (found.corrections += 1) > 0;
  const [stake, win, firstStake] = [parseAmount(cell("stake")), parseAmount(cell("win")), parseAmount(cell("firstStake"))];
  const [choice, actions, outcome] = [readValue(cell("choice")), readValue(cell("actions")), readValue(cell("outcome"))];
  const isRead =
    stake !== undefined && win !== undefined && firstStake !== undefined && choice !== undefined && Array.isArray(actions) && outcome !== undefined;
  if (!isRead || (state !== "settled" && state !== "void") || !NUMBER.test(cell("version"))) return false;
  const claim = {
    gameCode: cell("gameCode"),
    version: Number(cell("version")),
    state,
    stake,
    win,
    firstStake,
    jackpot: parseAmount(cell("jackpot")) ?? null,
    choice,
    actions,
    outcome,
    nonce: cell("nonce"),
  } as const;
  found.rounds.push({ where, claim, seedId: cell("seed"), draw: cell("draw"), isListed: true });
  return true;
}

/** Undefined for what is no JSON. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const seeded = roundsContract.get.output;
const bare = roundsContract.mine.output.shape.list.element;

/** Takes what a call answered: one item, or a list of them; bare, or as it came over the wire. */
function readJson(found: Found, { name, text }: ExportedFile): void {
  const said = readValue(text) ?? strange(name);
  const answer = isKeyed(said) && "success" in said ? said["value"] : said;
  const items = Array.isArray(answer) ? answer : isKeyed(answer) && Array.isArray(answer["list"]) ? (answer["list"] as unknown[]) : [answer];
  for (const [at, item] of items.entries()) readItem(found, item, { name, where: `${name}, item ${at + 1}` });
}

const isKeyed = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);

function readItem(found: Found, item: unknown, { name, where }: { name: string; where: string }): void {
  const [draw, chain, round] = [Draw.safeParse(item), DrawChain.safeParse(item), seeded.safeParse(item)];
  if (draw.success) found.draws.set(`${draw.data.series} ${draw.data.number}`, draw.data);
  else if (chain.success) found.chains.set(chain.data.anchor, chain.data);
  else {
    const read = round.success ? round : bare.safeParse(item);
    if (!read.success) return strange(name);
    const { draw: of, seedId, ...claim } = read.data;
    const { serverSeed, serverSeedHash, clientSeed } = round.success ? round.data : {};
    const own = typeof serverSeed === "string" ? { serverSeed, serverSeedHash, clientSeed } : {};
    found.rounds.push({
      where,
      claim: { ...claim, ...own } as Told["claim"],
      seedId: seedId ?? "",
      draw: of === null ? "" : `${of.series} ${of.number}`,
      isListed: false,
    });
  }
}

const sayAll = (what: string, counts: Readonly<Record<string, number>>): string =>
  `${what}: ${Object.entries(counts)
    .filter(([words, count]) => count > 0 || words === "hold" || words === "do not")
    .map(([words, count]) => `${count} ${words}`)
    .join(", ")}`;

function checkSeeds({ seeds, faults }: Found): string | undefined {
  if (seeds.size === 0) return undefined;
  const counts = { hold: 0, "do not": 0, "in force, not shown yet": 0 };
  for (const [id, { hash: promise, serverSeed: seed }] of seeds) {
    const isHeld = keepsPromise({ seed, promise }, digests);
    if (seed === "") counts["in force, not shown yet"] += 1;
    else if (isHeld) counts.hold += 1;
    else {
      counts["do not"] += 1;
      faults.push(`Seed ${id}: the server seed does not hash to what was promised.`);
    }
  }
  return sayAll("Seeds", counts);
}

/** Each drawn draw by itself, and each chain from the highest seed that was shown down to its anchor. */
function checkDraws({ draws, chains, faults }: Found): string | undefined {
  if (draws.size + chains.size === 0) return undefined;
  const counts = { hold: 0, "do not": 0, "not drawn yet": 0 };
  for (const of of Map.groupBy(draws.values(), ({ anchor }) => anchor).values()) {
    const drawn = of.filter(({ seed }) => seed !== null).toSorted((one, other) => one.link - other.link);
    counts["not drawn yet"] += of.length - drawn.length;
    const chain = chains.get(of[0]!.anchor);
    let below = { link: 0, seed: of[0]!.anchor };
    for (const draw of drawn) {
      const fault = faultOf(draw, below, chain);
      if (fault !== undefined) faults.push(`Draw ${draw.series} ${draw.number}: ${fault}`);
      counts[fault === undefined ? "hold" : "do not"] += 1;
      // What is broken here is not broken above again.
      below = { link: draw.link, seed: draw.seed! };
    }
  }
  return sayAll("Draws", counts);
}

function faultOf(draw: Draw, below: { link: number; seed: string }, chain: DrawChain | undefined): string | undefined {
  const { series, link, salt, seed, result, commitment: promise } = draw;
  const verdict = verifyDraw({ series, link, salt, promise: promise ?? "", seed: seed!, result }, digests);
  if (verdict !== "true") return says[verdict];
  const steps = link - below.link;
  if (steps <= 0 || link > CHAIN_MAX || hexOf(linkBelow(bytesOf(seed!), steps, digests)) !== below.seed) return "the seed is not of the chain over its anchor.";
  return chain === undefined || (chain.series === series && chain.salt === salt && link <= chain.length)
    ? undefined
    : "the chain says another series, salt or length.";
}

/** Hashing further down would take longer than anybody waits; no chain of ours is longer. */
const CHAIN_MAX = 10_000_000;

const says = {
  seed_differs: "the seed does not hash to what was promised.",
  outcome_differs: "the recorded result or win does not follow from the seeds.",
  unknown_game: "no such game, or no such version of it, is known here.",
} as const;

function checkRounds({ rounds, seeds, draws, faults }: Found): string | undefined {
  if (rounds.length === 0) return undefined;
  const counts = {
    hold: 0,
    "do not": 0,
    "wait for the seed in force": 0,
    "have no seed in these files": 0,
    "are missing": 0,
    "of these seeds are in other files": 0,
  };
  const seen = new Set<string>();
  for (const { where, claim, seedId, draw } of rounds) {
    const own = seeds.get(seedId);
    const seed = seedOf(claim, own, draws.get(draw));
    const fault = numberFault({ claim, own, seedId, seen }) ?? (seed?.serverSeed ? verdictOf({ ...claim, ...seed }) : undefined);
    if (fault !== undefined) faults.push(`${where}: ${fault}`);
    if (fault !== undefined) counts["do not"] += 1;
    else if (seed === undefined) counts["have no seed in these files"] += 1;
    else if (seed.serverSeed === "") counts["wait for the seed in force"] += 1;
    else counts.hold += 1;
  }
  const listed = Map.groupBy(
    rounds.filter(({ isListed }) => isListed),
    ({ seedId }) => seedId,
  );
  for (const [id, { serverSeed, rounds: all }] of seeds) {
    if (serverSeed === "") continue;
    const numbers = numbersOf(listed.get(id) ?? []).filter((number) => number < all);
    if (numbers.length === 0) continue;
    for (const { first, last } of gapsOf(numbers)) {
      counts["are missing"] += Number(last - first) + 1;
      const which = first === last ? `round ${first} is` : `rounds ${first} to ${last} are`;
      faults.push(
        `Seed ${id}: ${which} missing between others of these files; a record of one game, or of the days before a round of steps ended, lacks some too.`,
      );
    }
    counts["of these seeds are in other files"] += Number(all - (numbers.at(-1)! - numbers[0]! + 1n));
  }
  return sayAll("Rounds", counts);
}

/** The numbers of rounds, each once, the lowest first. */
const numbersOf = (rounds: readonly Told[]): readonly bigint[] => {
  const told = rounds.filter(({ claim }) => NUMBER.test(claim.nonce)).map(({ claim }) => BigInt(claim.nonce));
  return [...new Set(told)].toSorted((one, other) => (one < other ? -1 : 1));
};

/** What is left out between numbers. A seed in force is not asked: a round of steps that waits for its player stands in no record. */
const gapsOf = (numbers: readonly bigint[]): readonly { readonly first: bigint; readonly last: bigint }[] =>
  numbers.slice(1).flatMap((number, at) => (number === numbers[at]! + 1n ? [] : [{ first: numbers[at]! + 1n, last: number - 1n }]));

function verdictOf(claim: Claim): string | undefined {
  const verdict = verifyRound(claim, digests);
  return verdict === "true" ? undefined : says[verdict];
}

type Seeds = Pick<Claim, "serverSeed" | "serverSeedHash" | "clientSeed">;

/** An empty server seed is one that is not shown yet. */
function seedOf(claim: Told["claim"], own: SeedLine | undefined, draw: Draw | undefined): Seeds | undefined {
  if (claim.serverSeed !== undefined) return claim as Seeds;
  if (own !== undefined) return { serverSeed: own.serverSeed, serverSeedHash: own.hash, clientSeed: own.clientSeed };
  if (draw === undefined) return undefined;
  return String(draw.link) === claim.nonce
    ? { serverSeed: draw.seed ?? "", serverSeedHash: draw.commitment ?? "", clientSeed: draw.salt }
    : { serverSeed: "00", serverSeedHash: "", clientSeed: "" };
}

/** A seed's rounds are numbered from 0, each number once and none beyond its last. */
function numberFault({ claim, own, seedId, seen }: Pick<Told, "claim" | "seedId"> & { own: SeedLine | undefined; seen: Set<string> }): string | undefined {
  if (seedId === "") return undefined;
  const key = `${seedId} ${claim.nonce}`;
  if (seen.has(key)) return "another round of these files has the same seed and number.";
  seen.add(key);
  return own !== undefined && own.serverSeed !== "" && NUMBER.test(claim.nonce) && BigInt(claim.nonce) >= own.rounds
    ? "the seed has no round of this number."
    : undefined;
}
