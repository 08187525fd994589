/**
 * Proof of the returns. Games that are books: every one of their 1,048,576 rows is expanded and added up, and the sums must be those the engine states. Every
 * game: 10,000,000 seeded rounds, dealt out evenly among its bets or ways to play, must return what its mathematics say within 3.29 standard deviations.
 * The long form: `npm run proof returns`, with a number of rounds behind it for another. Each test run does a part.
 */
import { availableParallelism } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import { fairStream } from "@laro/engines/fair";
import type { GameCode } from "@laro/engines/registry";
import { BOOK_ROWS, BookTally, type Book } from "@laro/engines/slots/book";
import { bulkanBook } from "@laro/engines/slots/bulkan-ways";
import { haloBook } from "@laro/engines/slots/halo-halo";
import { chiSquareLimit, goldenSeed } from "@laro/engines/testing";
import { hmacSha256 } from "../platform/hmac.ts";
import { gameCodes, type Way, waysOf } from "./returns.plays.ts";

export interface ReturnsProof {
  readonly books: readonly Book<{ readonly pays: number }>[];
  readonly rows?: number;
  readonly say?: (line: string) => void;
}

const STEPS = 16;
const inWords = (sums: object): string => JSON.stringify(sums, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Adds up whole books; no faults means that each returns what it says. */
export function proveReturns({ books, rows = BOOK_ROWS, say = () => undefined }: ReturnsProof): string[] {
  return books.flatMap(({ gameCode, expand, sums }) => {
    const tally = new BookTally();
    for (let row = 0; row < rows; row += 1) {
      tally.add(expand(row).pays);
      if ((row + 1) % (rows / STEPS) === 0) say(`${gameCode}: ${row + 1} of ${rows} rows`);
    }
    const found = tally.sums();
    return isDeepStrictEqual(found, sums) ? [] : [`${gameCode} says ${inWords(sums)}, its rows add up to ${inWords(found)}`];
  });
}

/** How many rounds were played in each way, and what they paid, in stakes. */
export type Sums = readonly { readonly rounds: number; readonly paid: number }[];

const CLIENT_SEED = "returns";

/** Plays the rounds of these numbers, each in the next way: always the same, whoever plays which. */
export function playRounds(ways: readonly Way[], { first, end }: { first: number; end: number }): Sums {
  const sums = ways.map(() => ({ rounds: 0, paid: 0 }));
  for (let round = first; round < end; round += 1) {
    const at = round % ways.length;
    const nonce = BigInt(round);
    sums[at]!.paid += ways[at]!.play(() => fairStream({ hmac: hmacSha256, serverSeed: goldenSeed, clientSeed: CLIENT_SEED, nonce }));
    sums[at]!.rounds += 1;
  }
  return sums;
}

/** One fair game in a thousand lies further from its return. */
const DEVIATIONS = 3.29;

/**
 * Whether rounds returned what they should: how many deviations each way is off, all of them together within 3.29, and none so far off that their squares are
 * more than a fair game's once in three million.
 */
export function judge(code: string, ways: readonly Way[], sums: Sums): { readonly line: string; readonly faults: readonly string[] } {
  const offs = ways.map(({ mean, variance }, at) => (sums[at]!.paid / sums[at]!.rounds - mean) / Math.sqrt(variance / sums[at]!.rounds));
  const together = offs.reduce((sum, off) => sum + off, 0) / Math.sqrt(ways.length);
  const squares = offs.reduce((sum, off) => sum + off * off, 0);
  const [rounds, paid] = [sums.reduce((sum, one) => sum + one.rounds, 0), sums.reduce((sum, one) => sum + one.paid, 0)];
  const worst = offs.reduce((most, off, at) => (Math.abs(off) > Math.abs(offs[most]!) ? at : most), 0);
  const line = `${code}: ${rounds} rounds in ${ways.length} ways returned ${((100 * paid) / rounds).toFixed(4)} %, ${together.toFixed(2)} σ off; at most ${offs[worst]!.toFixed(2)} σ (${ways[worst]!.name})`;
  return { line, faults: Math.abs(together) > DEVIATIONS || squares > chiSquareLimit(ways.length + 1) ? [line] : [] };
}

const SLICE = 250_000;

/** Plays every game in workers; no faults means that all of them return what they say. */
async function proveRounds(rounds: number, say: (line: string) => void): Promise<readonly string[]> {
  const jobs = gameCodes.flatMap((code) =>
    Array.from({ length: Math.ceil(rounds / SLICE) }, (_, at) => ({ code, first: at * SLICE, end: Math.min(rounds, (at + 1) * SLICE) })),
  );
  const [waiting, found, left] = [jobs.values(), new Map<GameCode, Sums>(), new Map(gameCodes.map((code) => [code, Math.ceil(rounds / SLICE)]))];
  const faults: string[] = [];
  let startedAt = performance.now();
  const take = ({ code, sums }: { code: GameCode; sums: Sums }): void => {
    found.set(
      code,
      sums.map((one, at) => ({ rounds: one.rounds + (found.get(code)?.[at]?.rounds ?? 0), paid: one.paid + (found.get(code)?.[at]?.paid ?? 0) })),
    );
    left.set(code, left.get(code)! - 1);
    if (left.get(code) !== 0) return;
    const verdict = judge(code, waysOf(code), found.get(code)!);
    say(`${verdict.line}; ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    startedAt = performance.now();
    faults.push(...verdict.faults);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, () => workOff(waiting, take)));
  return faults;
}

/** One worker takes one job after the other until none waits. */
function workOff<Job, Found>(waiting: Iterator<Job>, take: (found: Found) => void): Promise<void> {
  const worker = new Worker(new URL("returns.worker.ts", import.meta.url));
  return new Promise((done, fail) => {
    const give = (): void => {
      const { value, done: isOver } = waiting.next();
      if (isOver !== true) return worker.postMessage(value);
      done();
      return void worker.terminate();
    };
    worker.on("message", (found: Found) => {
      take(found);
      give();
    });
    worker.on("error", fail);
    give();
  });
}

const LONG_ROUNDS = 10_000_000;

async function main(): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const startedAt = performance.now();
  const rounds = Number(process.argv[2] ?? LONG_ROUNDS);
  const faults = [...(await proveRounds(rounds, say)), ...proveReturns({ books: [haloBook, bulkanBook], say })];
  for (const fault of faults) process.stderr.write(`FAULT ${fault}\n`);
  say(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
  if (faults.length === 0) say("Every game returns what it says, and every book what its rows add up to.");
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();
