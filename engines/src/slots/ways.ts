import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Rational } from "../engine.ts";
import { rational } from "../engine.ts";
import type { Stream } from "../fair.ts";
import { spinsOf, viewOf } from "./reels.ts";

/** A slot machine that pays every way: equal symbols on reels side by side from the left, wherever they stand on them. */
export interface WaysMachine {
  /** One closed strip per reel, read downwards. */
  readonly strips: readonly (readonly number[])[];
  /** `pays[symbol][count]`, in coins a way, for that many reels from the left; empty for wild and scatter. */
  readonly pays: readonly (readonly number[])[];
  /** `scatterPays[count]`, in coins, for that many scatters anywhere in view. */
  readonly scatterPays: readonly number[];
  /** Stands for every symbol but the scatter, and never on the first reel. */
  readonly wild: number;
  readonly scatter: number;
}

const countIn = (column: readonly number[], ...symbols: readonly number[]): number => column.filter((shown) => symbols.includes(shown)).length;

/** Everything the machine shows and pays when its reels stand at `stops`. */
export function settleWays({ strips, pays, scatterPays, wild, scatter }: WaysMachine, stops: number[]): SlotOutcome {
  const grid = strips.map((strip, reel) => viewOf(strip, stops[reel] ?? 0));
  const wins: SlotOutcome["wins"] = pays.flatMap((byCount, symbol) => {
    const counts = grid.map((column) => countIn(column, symbol, wild));
    const count = counts.includes(0) ? counts.indexOf(0) : counts.length;
    const ways = counts.slice(0, count).reduce((all, one) => all * one, 1);
    const aWay = byCount[count] ?? 0;
    return aWay > 0 ? [{ line: null, symbol, count, ways, pays: ways * aWay }] : [];
  });
  const count = countIn(grid.flat(), scatter);
  const paid = scatterPays[count] ?? 0;
  if (paid > 0) wins.push({ line: null, symbol: scatter, count, pays: paid });
  return { stops, grid, wins };
}

/** One spin: one draw per reel from the left, each the stop of its reel. */
export const spinWays = (machine: WaysMachine, stream: Stream): SlotOutcome =>
  settleWays(
    machine,
    machine.strips.map((strip) => stream.uniform(strip.length)),
  );

/** What a factor of a pay sees of one reel: how many of each symbol and of the scatter its window shows. */
interface Window {
  readonly counts: readonly number[];
  readonly scatters: number;
}

/** One pay of the table: so many reels of a symbol. */
interface Term {
  readonly symbol: number;
  readonly count: number;
  readonly aWay: number;
}

/** What a reel adds to the ways of a term: its symbols within the run, none right after it, and anything further on. */
const factorOf = ({ symbol, count }: Term, reel: number, { counts }: Window): number =>
  reel < count ? (counts[symbol] ?? 0) : reel === count ? Number(counts[symbol] === 0) : 1;

/** Sums over all stops of all reels, by the number of scatters in view: the reels are independent, so each sum is a product of one per reel. */
function sumByScatters(reels: readonly (readonly Window[])[], factor: (reel: number, window: Window) => number): readonly bigint[] {
  return reels.reduce<readonly bigint[]>(
    (sums, windows, reel) => {
      const next: bigint[] = Array.from({ length: sums.length + 3 }, () => 0n);
      for (const window of windows) {
        const by = BigInt(factor(reel, window));
        if (by !== 0n) sums.forEach((sum, seen) => (next[seen + window.scatters] = (next[seen + window.scatters] ?? 0n) + sum * by));
      }
      return next;
    },
    [1n],
  );
}

/** What all spins of a machine of ways come to, exactly, in coins; `beginning` are those that show at least three scatters. */
export interface WaysSums {
  readonly mean: Rational;
  readonly square: Rational;
  readonly beginningChance: Rational;
  /** The part of the mean that spins with three scatters or more pay. */
  readonly beginningMean: Rational;
}

export const SCATTERS = 3;

const add = (sums: readonly bigint[]): bigint => sums.reduce((all, one) => all + one, 0n);

/** Mean and mean square by formula: the expected pay of every entry of the table, and of every two of them together. */
export function sumWays({ strips, pays, scatterPays, wild, scatter }: WaysMachine): WaysSums {
  const reels = strips.map((strip) =>
    strip.map((_, stop): Window => {
      const shown = viewOf(strip, stop);
      return { counts: pays.map((_symbol, symbol) => countIn(shown, symbol, wild)), scatters: countIn(shown, scatter) };
    }),
  );
  const terms = pays.flatMap((byCount, symbol) => byCount.flatMap((aWay, count): Term[] => (aWay > 0 ? [{ symbol, count, aWay }] : [])));
  const shown = sumByScatters(reels, () => 1);
  const bonus = shown.map((_, seen) => BigInt(scatterPays[seen] ?? 0));
  const ways = terms.map((term) => sumByScatters(reels, (reel, window) => factorOf(term, reel, window)).map((sum) => sum * BigInt(term.aWay)));
  const waysBy = shown.map((_, seen) => add(ways.map((sums) => sums[seen] ?? 0n)));
  const paidBy = shown.map((spins, seen) => (waysBy[seen] ?? 0n) + spins * (bonus[seen] ?? 0n));
  const pairs = terms.flatMap((one) =>
    terms.map(
      (other) => BigInt(one.aWay * other.aWay) * add(sumByScatters(reels, (reel, window) => factorOf(one, reel, window) * factorOf(other, reel, window))),
    ),
  );
  const bonusSquares = shown.map((spins, seen) => (bonus[seen] ?? 0n) * (2n * (waysBy[seen] ?? 0n) + spins * (bonus[seen] ?? 0n)));
  const all = spinsOf(strips);
  return {
    mean: rational(add(paidBy), all),
    square: rational(add(pairs) + add(bonusSquares), all),
    beginningChance: rational(add(shown.slice(SCATTERS)), all),
    beginningMean: rational(add(paidBy.slice(SCATTERS)), all),
  };
}
