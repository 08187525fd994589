import { readdirSync, readFileSync } from "node:fs";

/** What the whole start may hold beside PostgreSQL. */
export const RESIDENT_MB_MAX = 400;

/** Linux counts in hundredths of a second on every machine Node runs on. */
const US_PER_TICK = 10_000;

interface Times {
  readonly parent: number;
  readonly ticks: number;
  readonly ticksOfEnded: number;
}

/** Fields of /proc/PID/stat after the name, which may hold spaces itself (proc(5)). */
function readTimes(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number): number => Number(fields[index]);
    return { parent: at(1), ticks: at(11) + at(12), ticksOfEnded: at(13) + at(14) };
  } catch {
    return undefined; // It has ended, or this system has no /proc.
  }
}

const listPids = (): readonly number[] => readdirSync("/proc").map(Number).filter(Number.isInteger);

/** Microseconds of processor a process and its children have used, ended children included; undefined where the system does not say. */
export function readCpuUs(root: number): number | undefined {
  const first = readTimes(root);
  if (first === undefined) return undefined;
  const children = listPids()
    .map(readTimes)
    .filter((times) => times?.parent === root);
  return US_PER_TICK * (first.ticks + first.ticksOfEnded + children.reduce((sum, times) => sum + (times?.ticks ?? 0), 0));
}

/** Megabytes of memory a process and its children hold; what they read from the same program files is there once. Undefined where the system does not say. */
export function readResidentMb(root: number): number | undefined {
  const own = readPages(root);
  if (own === undefined) return undefined;
  const children = listPids().filter((pid) => readTimes(pid)?.parent === root);
  const all = [own, ...children.flatMap((pid) => readPages(pid) ?? [])];
  const kib = all.reduce((sum, { ownKib }) => sum + ownKib, 0) + Math.max(...all.map(({ fileKib }) => fileKib));
  return (kib * BYTES_PER_KIB) / BYTES_PER_MB;
}

const BYTES_PER_KIB = 1_024;
const BYTES_PER_MB = 1_000_000;

/** Kibibytes a process holds for itself alone and of files (proc(5)). */
function readPages(pid: number): { ownKib: number; fileKib: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
    return { ownKib: kib("RssAnon") + kib("RssShmem"), fileKib: kib("RssFile") };
  } catch {
    return undefined; // It has ended, or this system has no /proc.
  }
}
