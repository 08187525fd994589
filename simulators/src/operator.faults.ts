/** What may go wrong with a call to an operator's wallet, whatever the wallet itself is like. */
export const operatorFaults = ["slow", "dead", "5xx", "html", "drop-answer", "late", "refuse", "refuse-odd", "refuse-late", "other-id", "no-balance"] as const;
export type OperatorFault = (typeof operatorFaults)[number];

/** Longer than a vendor of games waits. */
export const SLOW_MS = 6_000;
/** A question that was given up arrives all the same, so much later. */
export const LATE_MS = 400;

/** What a call is about: a call of money by what it moves first. */
export function callOf(path: string, body: Buffer): string {
  if (path !== "betwin") return path;
  const [, type = path] = /"type"\s*:\s*"(bet|win)"/.exec(body.toString("utf8")) ?? [];
  return type;
}

interface Ordered {
  readonly fault: OperatorFault;
  /** balance, bet, win, rollback, finish or freespins/finish; any where it says none. */
  readonly call: string | undefined;
  left: number;
}

/** The faults that were ordered, the first order first. */
export class Orders {
  #ordered: Ordered[] = [];

  /** Orders a fault for the next calls, in place of what was ordered of it for the same call; false for one there is not. */
  order({ fault, count, call }: { fault?: unknown; count?: unknown; call?: unknown }): boolean {
    const known = operatorFaults.find((one) => one === fault);
    if (known === undefined || !Number.isInteger(count) || (call !== undefined && typeof call !== "string")) return false;
    this.#ordered = this.#ordered.filter((one) => one.fault !== known || one.call !== call);
    if (Number(count) > 0) this.#ordered.push({ fault: known, call, left: Number(count) });
    return true;
  }

  /** Forgets all of them. */
  clear(): void {
    this.#ordered = [];
  }

  /** What goes wrong with this call. */
  take(call: string): OperatorFault | undefined {
    const found = this.#ordered.find((one) => one.left > 0 && (one.call === undefined || one.call === call));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  }
}
