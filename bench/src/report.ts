import { measures, trialTitles, type MeasureName, type Round, type TrialName } from "./measures.ts";
import type { Sample } from "./window.ts";

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** Each measure's ratio to its reference, taken within one round at a time. */
export function ratiosOf(rounds: readonly Round[]): Readonly<Record<MeasureName, Spread>> {
  const entries = Object.entries(measures).map(([name, { of, against }]) => [
    name,
    spreadOf(rounds.map((round) => round[of].perSecond / round[against].perSecond)),
  ]);
  return Object.fromEntries(entries) as Record<MeasureName, Spread>;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join("   ")).join("\n");
}

const figure = (value: number, digits = 0): string => (Number.isFinite(value) && value >= 0 ? value.toFixed(digits) : "-");

/** What every trial came to: medians over the rounds, with the lowest and highest rate. */
export function trialTable(rounds: readonly Round[]): string {
  const head = ["", "per second", "min", "max", "p50 ms", "p99 ms", "node µs", "postgres µs"];
  const rows = (Object.keys(trialTitles) as TrialName[]).map((name) => {
    const samples = rounds.map((round) => round[name]);
    const of = (key: keyof Sample): Spread => spreadOf(samples.map((sample) => sample[key] ?? Number.NaN));
    const rate = of("perSecond");
    const numbers = [figure(rate.median), figure(rate.min), figure(rate.max), figure(of("p50Ms").median, 1), figure(of("p99Ms").median, 1)];
    return [trialTitles[name], ...numbers, figure(of("programUs").median), figure(of("postgresUs").median)];
  });
  return table([head, ...rows]);
}

/** Each ratio beside its goal and the least it may be. */
export function ratioTable(ratios: Readonly<Record<MeasureName, Spread>>): string {
  const head = ["", "ratio", "min", "max", "goal", "never below", "verdict"];
  const rows = Object.entries(ratios).map(([name, { median, min, max }]) => {
    const { goal, least } = measures[name as MeasureName];
    const verdict = median >= goal ? "goal reached" : median >= least ? "holds" : "TOO SLOW";
    return [name, ...[median, min, max, goal, least].map((value) => value.toFixed(2)), verdict];
  });
  return table([head, ...rows]);
}
