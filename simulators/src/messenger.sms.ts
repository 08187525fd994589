import { randomBytes } from "node:crypto";
import type { Orders } from "./messenger.orders.ts";
import { sign } from "./psp.signature.ts";

/** A text message the gateway took: one for a reference, however often it is asked. */
export interface Text {
  readonly id: string;
  readonly reference: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** How often it was asked for. */
  asked: number;
  /** Whether it reached the telephone. */
  arrived: boolean;
}

/** What the gateway remembers; the oldest is forgotten first. */
const TEXTS_MAX = 5_000;
/** What each costs, as a decimal string. */
const COST = "0.60";
const SLOW_MS = 1_500;
const REPORT_AFTER_MS = 50;
const REPORT_TRIES_AFTER_MS = [200, 800, 3_000] as const;
const ANSWER_LIMIT_MS = 10_000;

export interface Answer {
  readonly status: number;
  readonly json: unknown;
  /** The connection is cut instead. */
  readonly isLost?: boolean;
  readonly afterMs?: number;
}

interface Surroundings {
  readonly orders: Orders;
  readonly secret: string;
  readonly callbackUrl: string;
  readonly now: () => Date;
}

/** The text message provider: takes messages, carries them to nobody's telephone and reports what became of them. */
export class Gateway {
  readonly #texts = new Map<string, Text>();
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  list(): readonly Text[] {
    return [...this.#texts.values()];
  }

  take({ reference, to, from, text }: Pick<Text, "reference" | "to" | "from" | "text">): Answer {
    const { orders } = this.#around;
    if (orders.take("no-quota", to)) return { status: 402, json: { fault: "Your account is out of credit." } };
    if (orders.take("refuse", to)) return { status: 422, json: { fault: "The number is <b>barred</b>." } };
    if (orders.take("fail", to)) return { status: 503, json: {} };
    const known = this.#texts.get(reference);
    const sms: Text = known ?? { id: `sms_${randomBytes(10).toString("hex")}`, reference, to, from, text, asked: 0, arrived: false };
    sms.asked++;
    if (known === undefined) this.#carry(sms);
    const answer = { status: known === undefined ? 201 : 200, json: { id: sms.id, cost: COST } };
    if (orders.take("lose-answer", to)) return { ...answer, isLost: true };
    return orders.take("slow", to) ? { ...answer, afterMs: SLOW_MS } : answer;
  }

  #carry(sms: Text): void {
    const { orders } = this.#around;
    this.#texts.set(sms.reference, sms);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > TEXTS_MAX && oldest !== undefined) this.#texts.delete(oldest);
    if (orders.take("lose", sms.to)) return;
    const isFailing = orders.take("report-failed", sms.to);
    sms.arrived = !isFailing;
    const report = isFailing ? { state: "failed", fault: "The telephone is switched off." } : { state: "delivered", cost: COST };
    const body = JSON.stringify({ reference: sms.reference, providerId: sms.id, ...report });
    const copies = orders.take("report-twice", sms.to) ? 2 : 1;
    const afterMs = orders.take("report-late", sms.to) ? SLOW_MS : REPORT_AFTER_MS;
    const isForged = orders.take("report-forged", sms.to);
    setTimeout(() => {
      for (let copy = 0; copy < copies; copy++) void this.#report(body, { isForged, tries: 0 });
    }, afterMs);
  }

  /** Tells the customer until it says yes or the tries are used up; a forged report is told once. */
  async #report(body: string, { isForged, tries }: { isForged: boolean; tries: number }): Promise<void> {
    const { secret, callbackUrl, now } = this.#around;
    const timestamp = String(now().getTime());
    const signature = sign(isForged ? `not ${secret}` : secret, timestamp, body);
    const headers = { "content-type": "application/json", "x-sms-timestamp": timestamp, "x-sms-signature": signature };
    const isTaken = await fetch(callbackUrl, { method: "POST", headers, body, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
      (response) => response.ok,
      () => false,
    );
    const waitMs = REPORT_TRIES_AFTER_MS[tries];
    if (!isTaken && !isForged && waitMs !== undefined) setTimeout(() => void this.#report(body, { isForged, tries: tries + 1 }), waitMs);
  }
}
