/** Whether a cost stays what it was while something grows: loads that are measured at each of its sizes. */
import type { Database } from "@laro/server/platform/db";
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
const ROUNDS = 5;
const WINDOW_MS = 2_000;

/** The costs of one size in one line. */
export const costLine = (costs: readonly Cost[]): string => costs.map(({ title, us }) => `${title} ${Math.round(us)} µs`).join(", ");

/** What a machine does beside us, and how fast it happens to be, passes over everything: a statement that reads nothing tells it apart from what grows. */
const YARDSTICK = { name: "yardstick", text: "select sum(n * n) from generate_series(1, 300) n" };
const YARDSTICK_TITLE = "(a statement that reads nothing)";

interface Measured {
  readonly postgres: number;
  readonly pool: Database["pool"];
}

/** The processor's time of each load, database and program together: the median of its rounds, and of the yardstick's among them. */
export async function measureCosts(loads: readonly Load[], { postgres, pool }: Measured): Promise<readonly Cost[]> {
  const yardstick: Load = { title: YARDSTICK_TITLE, callers: 4, warmUpCalls: 50, call: () => pool.query(YARDSTICK) };
  const found = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { title, callers, warmUpCalls, call } of [yardstick, ...loads]) {
      const watched = { program: process.pid, postgres };
      const { programUs = 0, postgresUs = 0 } = await runClosedLoop({
        callers: Array.from({ length: callers }, () => call),
        warmUpCalls,
        windowMs: WINDOW_MS,
        watched,
      });
      found.set(title, [...(found.get(title) ?? []), programUs + postgresUs]);
    }
  }
  return [...found].map(([title, all]) => ({ title, us: all.toSorted((a, b) => a - b)[ROUNDS >> 1]! }));
}

interface CostTable {
  readonly text: string;
  /** Its highest cost by its first, each by the yardstick's at its size. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly isFlat: boolean;
}

/** What each load costs at each size, and whether its cost stays. */
export function costTable(costs: ReadonlyMap<number, readonly Cost[]>): CostTable {
  const levels = [...costs.keys()];
  const costsOf = (index: number): readonly number[] => levels.map((level) => costs.get(level)![index]!.us);
  const yards = costsOf(0);
  const ratios: Record<string, number> = {};
  const head = `${"µs of processor for one".padEnd(34)}${levels.map((level) => level.toLocaleString("en").padStart(14)).join("")}${"most/first".padStart(14)}`;
  const lines = costs.get(levels[0]!)!.map(({ title }, index) => {
    const all = costsOf(index);
    const line = `${title.padEnd(34)}${all.map((cost) => String(Math.round(cost)).padStart(14)).join("")}`;
    if (title === YARDSTICK_TITLE) return line;
    const measured = all.map((cost, at) => cost / yards[at]!);
    const ratio = (ratios[title] = Math.max(...measured) / measured[0]!);
    return `${line}${ratio.toFixed(2).padStart(14)}  ${ratio <= FLAT_MAX ? "flat" : `grows: more than ${FLAT_MAX}`}`;
  });
  return { text: [head, ...lines].join("\n"), ratios, isFlat: Object.values(ratios).every((ratio) => ratio <= FLAT_MAX) };
}
