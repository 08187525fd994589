import { setTimeout as sleep } from "node:timers/promises";
import { readCpuUs } from "./usage.ts";

/** The processes whose work is counted: the program under test and the database. */
export interface Watched {
  readonly program: number;
  readonly postgres: number;
}

/** What one run of one load came to. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of processor per operation. */
  readonly programUs?: number | undefined;
  readonly postgresUs?: number | undefined;
}

interface Loop {
  /** One caller each: asks, waits for the answer and asks again. */
  readonly callers: readonly (() => Promise<unknown>)[];
  readonly warmUpCalls: number;
  readonly windowMs: number;
  readonly watched: Watched;
}

/** On a busy machine the warm-up may not finish; what is measured then is said to be slow, not waited for. */
const WARM_UP_MS_MAX = 10_000;

/** Lets every caller ask without pause, and counts what is answered between the end of the warm-up and the end of the window. */
export async function runClosedLoop({ callers, warmUpCalls, windowMs, watched }: Loop): Promise<Sample> {
  const latenciesMs: number[] = [];
  let answered = 0;
  const warm = Promise.withResolvers<void>();
  const phase = { isCounting: false, isOver: false };
  const runs = callers.map(async (call) => {
    while (!phase.isOver) {
      const askedAt = performance.now();
      await call();
      if (++answered === warmUpCalls) warm.resolve();
      if (phase.isCounting) latenciesMs.push(performance.now() - askedAt);
    }
  });
  const failed = Promise.all(runs);
  await Promise.race([warm.promise, sleep(WARM_UP_MS_MAX, undefined, { ref: false }), failed]);
  const before = readCpu(watched);
  const startedAt = performance.now();
  phase.isCounting = true;
  await Promise.race([sleep(windowMs), failed]);
  phase.isCounting = false;
  phase.isOver = true;
  const elapsedMs = performance.now() - startedAt;
  const after = readCpu(watched);
  await failed;
  return { ...summarise(latenciesMs, elapsedMs), ...perOperation(before, after, latenciesMs.length) };
}

interface Cpu {
  readonly program: number | undefined;
  readonly postgres: number | undefined;
}

export const readCpu = ({ program, postgres }: Watched): Cpu => ({ program: readCpuUs(program), postgres: readCpuUs(postgres) });

/** Processor time between two readings, per operation. */
export function perOperation(before: Cpu, after: Cpu, operations: number): Pick<Sample, "programUs" | "postgresUs"> {
  const each = (name: keyof Cpu): number | undefined => {
    const [from, to] = [before[name], after[name]];
    return from === undefined || to === undefined ? undefined : (to - from) / operations;
  };
  return { programUs: each("program"), postgresUs: each("postgres") };
}

/** Rate and percentiles of what was answered within a window. */
export function summarise(latenciesMs: readonly number[], windowMs: number): Sample {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return { perSecond: (sorted.length * 1000) / windowMs, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
