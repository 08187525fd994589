/** Whether a cost stays what it was while something grows: loads that are measured at each of its sizes. */
import { runClosedLoop } from "./window.ts";

export interface Load {
  readonly title: string;
  readonly callers: number;
  readonly warmUpCalls: number;
  readonly call: () => Promise<unknown>;
}

export type Cost = { readonly title: string; readonly us: number };

/** How many times its first cost anything may come to. */
const FLAT_MAX = 1.3;
const ROUNDS = 3;
const WINDOW_MS = 2_000;

/** The costs of one size in one line. */
export const costLine = (costs: readonly Cost[]): string => costs.map(({ title, us }) => `${title} ${Math.round(us)} µs`).join(", ");

/** The processor's time of each load, database and program together: the median of its rounds. */
export async function measureCosts(loads: readonly Load[], postgres: number): Promise<readonly Cost[]> {
  const found = new Map<string, number[]>(loads.map(({ title }) => [title, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { title, callers, warmUpCalls, call } of loads) {
      const watched = { program: process.pid, postgres };
      const { programUs = 0, postgresUs = 0 } = await runClosedLoop({
        callers: Array.from({ length: callers }, () => call),
        warmUpCalls,
        windowMs: WINDOW_MS,
        watched,
      });
      found.get(title)!.push(programUs + postgresUs);
    }
  }
  return [...found].map(([title, all]) => ({ title, us: all.sort((a, b) => a - b)[ROUNDS >> 1]! }));
}

interface CostTable {
  readonly text: string;
  /** Its highest cost by its first. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly isFlat: boolean;
}

/** What each load costs at each size, and whether its cost stays. */
export function costTable(costs: ReadonlyMap<number, readonly Cost[]>): CostTable {
  const levels = [...costs.keys()];
  const first = costs.get(levels[0]!)!;
  const ratios: Record<string, number> = {};
  const head = `${"µs of processor for one".padEnd(24)}${levels.map((level) => level.toLocaleString("en").padStart(14)).join("")}${"most/first".padStart(14)}`;
  const lines = first.map(({ title, us }, index) => {
    const all = levels.map((level) => costs.get(level)![index]!.us);
    const ratio = (ratios[title] = Math.max(...all) / us);
    const verdict = ratio <= FLAT_MAX ? "flat" : `grows: more than ${FLAT_MAX}`;
    return `${title.padEnd(24)}${all.map((cost) => String(Math.round(cost)).padStart(14)).join("")}${ratio.toFixed(2).padStart(14)}  ${verdict}`;
  });
  return { text: [head, ...lines].join("\n"), ratios, isFlat: Object.values(ratios).every((ratio) => ratio <= FLAT_MAX) };
}
