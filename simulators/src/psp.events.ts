import { randomUUID } from "node:crypto";
import { sign } from "./psp.signature.ts";

const faults = ["slow", "twice", "never", "wrong-signature", "payout-fails", "forget-payouts", "refuse-requests"] as const;
export type Fault = (typeof faults)[number];
export const isFault = (name: string): name is Fault => (faults as readonly string[]).includes(name);

/** Faults that were ordered and wait for their moment. */
export class FaultOrders {
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

export interface Event {
  readonly type: "payment.paid" | "payment.failed" | "payout.paid" | "payout.failed";
  readonly reference: string;
  readonly providerId: string;
  readonly amount: string;
  readonly currency: string;
}

interface Outgoing {
  readonly url: string;
  readonly secret: string;
  readonly faults: FaultOrders;
  readonly now: () => Date;
}

const RETRY_AFTER_MS = [200, 400, 800, 1_600, 3_000, 3_000, 3_000, 3_000, 10_000, 30_000, 60_000, 300_000, 900_000] as const;
const SLOW_MS = 1_500;
const ANSWER_LIMIT_MS = 10_000;

/** Tells the merchant of an event until the merchant says 2xx or the tries are used up. */
export function deliver(event: Event, { url, secret, faults: orders, now }: Outgoing): void {
  const body = JSON.stringify({ id: randomUUID(), ...event, at: now().toISOString() });
  if (orders.take("never")) return;
  let isForged = orders.take("wrong-signature");
  const attempt = async (tries: number): Promise<void> => {
    const timestamp = String(now().getTime());
    const signature = sign(isForged ? `not ${secret}` : secret, timestamp, body);
    isForged = false;
    const headers = { "content-type": "application/json", "x-psp-timestamp": timestamp, "x-psp-signature": signature };
    const isTaken = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
      (response) => response.body?.cancel().then(() => response.ok) ?? response.ok,
      () => false,
    );
    const waitMs = RETRY_AFTER_MS[tries];
    if (!isTaken && waitMs !== undefined) setTimeout(() => void attempt(tries + 1), waitMs);
  };
  const copies = orders.take("twice") ? 2 : 1;
  const send = (): void => {
    for (let copy = 0; copy < copies; copy++) void attempt(0);
  };
  if (orders.take("slow")) setTimeout(send, SLOW_MS);
  else send();
}
