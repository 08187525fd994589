import { CascadeChoice } from "@laro/contract/core/plays/cascades";
import type { CascadeOutcome } from "@laro/contract/core/plays/cascades";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { fairStream } from "../fair.ts";
import { hmacSha256, sha256 } from "../sha256.ts";

/** How many outcomes a game of a book has, each equally likely. */
export const BOOK_ROWS = 2 ** 20;

const STATE_WORDS = 4;
const WORD_VALUES = 2 ** 32;
const utf8 = new TextEncoder();

/** One of 0 … `count` - 1, for a `count` of at most 2^20. */
export type Draw = (count: number) => number;

/** The public key of a game's book: SHA-256 of the words "laro book ", its code and the version of its mathematics. */
export const bookKey = (gameCode: string): Uint8Array => sha256(utf8.encode(`laro book ${gameCode} 1`));

const turn = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/**
 * What decides one row of a book, by public rules and without any secret:
 *
 * 1. The first four values of `fairStream` as `uniform(2^32)`, with the book's key as server seed, the game's code as client seed and the row's number as
 *    nonce, are the state of the generator xoshiro128** (Blackman and Vigna, 2018).
 * 2. A draw of n takes the generator's next 32 bits x and is ⌊x·n / 2^32⌋. Nothing is thrown away: that some results are more likely than others by
 *    one in millions is in the sums of the book, which count every row.
 */
export function drawsOfRow({ gameCode, key, row }: { gameCode: string; key: Uint8Array; row: number }): Draw {
  const stream = fairStream({ hmac: hmacSha256, serverSeed: key, clientSeed: gameCode, nonce: BigInt(row) });
  let [a, b, c, d] = Array.from({ length: STATE_WORDS }, () => stream.uniform(WORD_VALUES) | 0) as [number, number, number, number];
  return (count) => {
    const bits = Math.imul(turn(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = turn(d, 11);
    return Math.floor((bits * count) / WORD_VALUES);
  };
}

/** What all rows of a book add up to; pays are in hundredths of the stake. */
export interface BookSums {
  readonly paid: bigint;
  readonly squares: bigint;
  /** Rows that pay anything. */
  readonly hits: number;
  /** Rows that pay the most there is. */
  readonly largest: number;
  readonly largestPays: number;
  /** SHA-256, in hex, of the lines "pays:rows", one for each different pay from 0 upwards, each ended by a line feed. */
  readonly digest: string;
}

/** Adds up the pays of many rows, one after another. */
export class BookTally {
  readonly #rowsByPays = new Map<number, number>();

  add(pays: number): void {
    this.#rowsByPays.set(pays, (this.#rowsByPays.get(pays) ?? 0) + 1);
  }

  sums(): BookSums {
    const counts = [...this.#rowsByPays].toSorted(([one], [other]) => one - other);
    const [largestPays, largest] = counts.at(-1) ?? [0, 0];
    const sumOf = (value: (pays: bigint) => bigint): bigint => counts.reduce((sum, [pays, rows]) => sum + value(BigInt(pays)) * BigInt(rows), 0n);
    const histogram = counts.map(([pays, rows]) => `${pays}:${rows}\n`).join("");
    return {
      paid: sumOf((pays) => pays),
      squares: sumOf((pays) => pays ** 2n),
      hits: counts.reduce((sum, [pays, rows]) => sum + (pays > 0 ? rows : 0), 0),
      largest,
      largestPays,
      digest: Array.from(sha256(utf8.encode(histogram)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    };
  }
}

/** A game that has exactly 2^20 outcomes, each of them a public fact. */
export interface Book<Row extends { readonly pays: number }> {
  readonly gameCode: string;
  /** All that falls in a row, from 0 to 2^20 - 1. */
  readonly expand: (row: number) => Row;
  /** What the whole book adds up to; `npm run proof returns` adds it up again. */
  readonly sums: BookSums;
}

/** The book whose rows `run` plays, each from its own draws. */
export function bookOf<Row extends { readonly pays: number }>(gameCode: string, { run, sums }: { run: (draw: Draw) => Row; sums: BookSums }): Book<Row> {
  const key = bookKey(gameCode);
  return { gameCode, expand: (row) => run(drawsOfRow({ gameCode, key, row })), sums };
}

/** Adds up the rows from `first` up to, but without, `end`. */
export function sumRows({ expand }: Pick<Book<{ readonly pays: number }>, "expand">, { first, end }: { first: number; end: number }): BookSums {
  const tally = new BookTally();
  for (let row = first; row < end; row += 1) tally.add(expand(row).pays);
  return tally.sums();
}

/** How many rows of a book pay anything, in hundredths of a percent, rounded down. */
export const hitBps = ({ hits }: BookSums): number => Math.floor((hits * 10_000) / BOOK_ROWS);

const rows = BigInt(BOOK_ROWS);

/**
 * The engine of a book: `stream.uniform(1048576)` is the row, and the row says all else, see `drawsOfRow`. Its return and variance are sums over every row,
 * not samples.
 */
export function engineOfBook({ gameCode, expand, sums }: Book<{ readonly pays: number }>, { stakeMax }: { stakeMax: bigint }) {
  const { paid, squares, largestPays } = sums;
  const limits = { stakeMin: 100n, stakeMax, stakeStep: 100n };
  const exactReturn = rational(paid, 100n * rows);
  const exactVariance = rational(squares * rows - paid ** 2n, 10_000n * rows ** 2n);
  return {
    kind: "instant",
    gameCode,
    vendorCode: "BGS",
    gameType: "RNG",
    ...limits,
    cycleMs: 2_500, // Least slot cycle of the UK Gambling Commission's technical standards (RTS 14).
    parseChoice: CascadeChoice,
    maxWinMultiple: rational(BigInt(largestPays), 100n),
    validMinor: wholeStake,
    play({ stakeMinor, stream }) {
      assertStake(limits, stakeMinor);
      const row = stream.uniform(BOOK_ROWS);
      const { pays } = expand(row);
      return { winMinor: (stakeMinor * BigInt(pays)) / 100n, outcome: { row, multiplier: pays } }; // Exact: a stake is whole hundreds.
    },
    exactReturn: () => exactReturn,
    exactVariance: () => exactVariance,
  } as const satisfies InstantEngine<CascadeChoice, CascadeOutcome>;
}
