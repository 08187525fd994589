/**
 * How Node runs a process of the platform, so that it holds little memory. Left to itself V8 takes room by the size of the machine: on a large one
 * it lets garbage grow to several times of what is in use, and at one start in three it keeps what every call throws away. docs/decisions.md has the figures.
 */
export const leanFlags: readonly string[] = ["--max-semi-space-size=8", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "--expose-gc"];

/** Hashing a password takes 19 MiB for a moment: glibc gives pieces above this size back at once instead of keeping some in every thread. */
export const leanVariables: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: "1000000" };

/** Gives the system back what was needed once and is not again. It takes a tenth of a second in which nothing else is done: for a process that does not serve yet. */
export const giveMemoryBack = (): void => globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
