export const faults = [
  "denied",
  "no-email",
  "unverified-email",
  "other-issuer",
  "other-audience",
  "other-nonce",
  "bad-signature",
  "none",
  "expired",
  "reused-code",
  "other-subject",
  "fail",
  "slow",
  "down",
] as const;
export type Fault = (typeof faults)[number];
export const isFault = (name: unknown): name is Fault => (faults as readonly unknown[]).includes(name);

/** Faults that were ordered and wait for their moment. */
export class Orders {
  readonly #left = new Map<Fault, number>();

  order(fault: Fault, count: number): void {
    this.#left.set(fault, count);
  }

  /** Uses one order of a fault up, if there is one. */
  take(fault: Fault): boolean {
    const left = this.#left.get(fault) ?? 0;
    if (left > 0) this.#left.set(fault, left - 1);
    return left > 0;
  }
}
