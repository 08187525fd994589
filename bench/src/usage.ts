import { readdirSync, readFileSync } from "node:fs";

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

/** Microseconds of processor a process and its children have used, ended children included; undefined where the system does not say. */
export function readCpuUs(root: number): number | undefined {
  const first = readTimes(root);
  if (first === undefined) return undefined;
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const children = pids.map(readTimes).filter((times) => times?.parent === root);
  return US_PER_TICK * (first.ticks + first.ticksOfEnded + children.reduce((sum, times) => sum + (times?.ticks ?? 0), 0));
}

/** Memory a process holds, in MB; undefined where the system does not say. */
export function readResidentMb(pid: number): number | undefined {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1000;
  } catch {
    return undefined;
  }
}
