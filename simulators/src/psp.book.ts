import { randomBytes } from "node:crypto";
import { buildQrPh } from "./qrph.ts";

export const paymentFields = ["reference", "amount", "currency", "method", "expiresAt"] as const;
export type PaymentOrder = Readonly<Record<(typeof paymentFields)[number], string>>;

export const payoutFields = ["reference", "amount", "currency", "bank", "holder", "number"] as const;
export type PayoutOrder = Readonly<Record<(typeof payoutFields)[number], string>>;

export type State = "open" | "paid" | "failed";

interface Entry {
  readonly id: string;
  readonly at: Date;
  state: State;
}
export type Payment = Entry & PaymentOrder & { readonly kind: "payment"; readonly qrPayload: string | null };
export type Payout = Entry & PayoutOrder & { readonly kind: "payout" };

/** What the provider remembers; the oldest is forgotten first. */
const ENTRIES_MAX = 20_000;
const BANK_REFERENCE_LENGTH = 20;

/** Everything the provider was asked for, in memory: one entry for a reference, however often it is asked. */
export class Book {
  readonly #byId = new Map<string, Payment | Payout>();
  readonly #byReference = new Map<string, Payment | Payout>();

  openPayment(order: PaymentOrder, at: Date): { payment: Payment; isNew: boolean } {
    const known = this.#byReference.get(`payment ${order.reference}`);
    if (known?.kind === "payment") return { payment: known, isNew: false };
    const id = `pay_${randomBytes(10).toString("hex")}`;
    const qrPayload = order.method === "QRPH" ? buildQrPh({ amount: order.amount, reference: id.slice(-BANK_REFERENCE_LENGTH).toUpperCase() }) : null;
    return { payment: this.#keep({ ...order, kind: "payment", id, at, state: "open", qrPayload }), isNew: true };
  }

  openPayout(order: PayoutOrder, at: Date): { payout: Payout; isNew: boolean } {
    const known = this.#byReference.get(`payout ${order.reference}`);
    if (known?.kind === "payout") return { payout: known, isNew: false };
    return { payout: this.#keep({ ...order, kind: "payout", id: `out_${randomBytes(10).toString("hex")}`, at, state: "open" }), isNew: true };
  }

  /** Loses a payout's reference, but not what was paid: a provider that would pay it again. */
  forgetPayout(reference: string): void {
    this.#byReference.delete(`payout ${reference}`);
  }

  findPayment(id: string): Payment | undefined {
    const entry = this.#byId.get(id);
    return entry?.kind === "payment" ? entry : undefined;
  }

  /** Every payout that was asked for, oldest first. */
  listPayouts(): readonly Payout[] {
    return [...this.#byId.values()].filter((entry) => entry.kind === "payout");
  }

  #keep<E extends Payment | Payout>(entry: E): E {
    this.#byId.set(entry.id, entry);
    this.#byReference.set(`${entry.kind} ${entry.reference}`, entry);
    if (this.#byId.size > ENTRIES_MAX) {
      const [oldest] = this.#byId.values();
      if (oldest !== undefined) {
        this.#byId.delete(oldest.id);
        this.#byReference.delete(`${oldest.kind} ${oldest.reference}`);
      }
    }
    return entry;
  }
}
