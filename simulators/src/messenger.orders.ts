export const faults = [
  "refuse",
  "fail",
  "slow",
  "lose",
  "lose-answer",
  "report-failed",
  "report-twice",
  "report-forged",
  "report-late",
  "no-quota",
  "mail-refuse",
  "mail-fail",
  "mail-slow",
] as const;
export type Fault = (typeof faults)[number];
export const isFault = (name: unknown): name is Fault => (faults as readonly unknown[]).includes(name);

/** Faults that were ordered and wait for their moment, for anyone or for one number. */
export class Orders {
  readonly #left = new Map<string, number>();

  order(fault: Fault, count: number, target = ""): void {
    this.#left.set(`${fault} ${target}`, count);
  }

  /** Uses one order of a fault up, if there is one for this target or for all. */
  take(fault: Fault, target: string): boolean {
    const key = [`${fault} ${target}`, `${fault} `].find((one) => (this.#left.get(one) ?? 0) > 0);
    if (key !== undefined) this.#left.set(key, this.#left.get(key)! - 1);
    return key !== undefined;
  }
}
