import type { Event } from "./psp.events.ts";

interface Entry {
  readonly day: string;
  readonly flow: "payments" | "payouts";
  readonly reference: string;
  readonly amount: string;
}

/** What the provider remembers of what it paid; the oldest is forgotten first. */
const ENTRIES_MAX = 20_000;

const manilaDay = (at: Date): string => at.toLocaleDateString("en-CA", { timeZone: "Asia/Manila" });

/** What was really paid, by the Manila day it was paid on: what a merchant holds its own books against. */
export class DayReport {
  readonly #entries: Entry[] = [];

  /** Keeps what moved money; whether the merchant ever hears of it makes no difference. */
  note({ type, reference, amount }: Event, at: Date): void {
    if (type !== "payment.paid" && type !== "payout.paid") return;
    this.#entries.push({ day: manilaDay(at), flow: type === "payment.paid" ? "payments" : "payouts", reference, amount });
    if (this.#entries.length > ENTRIES_MAX) this.#entries.shift();
  }

  /** All payments and payouts of a day, oldest first; one that was paid twice stands there twice. */
  of(day: string): Readonly<Record<Entry["flow"], readonly Pick<Entry, "reference" | "amount">[]>> {
    const list = (flow: Entry["flow"]) =>
      this.#entries.filter((entry) => entry.flow === flow && entry.day === day).map(({ reference, amount }) => ({ reference, amount }));
    return { payments: list("payments"), payouts: list("payouts") };
  }
}
