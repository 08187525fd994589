import { performance } from "node:perf_hooks";

/** A figure of the bench beside its goal and what it may never be. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: number;
  readonly limit: number;
  /** Whether more is better; otherwise less is. */
  readonly isMoreBetter?: boolean;
}

export const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** How long something took. */
export const secondsOf = async (measured: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await measured();
  return (performance.now() - start) / 1_000;
};

export const BEYOND = "BEYOND THE LIMIT";

export function verdictOf({ value, goal, limit, isMoreBetter = false }: Figure): string {
  const isWithin = (bound: number): boolean => (isMoreBetter ? value >= bound : value <= bound);
  return isWithin(goal) ? "goal reached" : isWithin(limit) ? "holds" : BEYOND;
}

export const lineOf = (figure: Figure): string => {
  const { what, value, unit, goal, limit } = figure;
  const shown = (number: number): string => `${Math.abs(number) < 100 ? Number(number.toPrecision(3)) : Math.round(number)}${unit === "" ? "" : ` ${unit}`}`;
  return `${what.padEnd(76)}${shown(value).padStart(12)}   goal ${shown(goal).padStart(9)}   limit ${shown(limit).padStart(9)}   ${verdictOf(figure)}`;
};
