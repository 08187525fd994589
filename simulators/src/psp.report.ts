import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Event } from "./psp.events.ts";

type Flow = "payments" | "payouts";

interface Entry {
  readonly day: string;
  readonly flow: Flow;
  readonly reference: string;
  readonly amount: string;
}

export const pastFields = ["flow", "reference", "amount", "at"] as const;
/** What was paid before this provider was there to pay it. */
export type PastEntry = Readonly<Record<(typeof pastFields)[number], string>>;

/** What the provider remembers of what it paid; the oldest is forgotten first. */
const ENTRIES_MAX = 20_000;

const manilaDay = (at: Date): string => at.toLocaleDateString("en-CA", { timeZone: "Asia/Manila" });
const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

/** What was really paid, by the Manila day it was paid on: what a merchant holds its own books against. */
export class DayReport {
  #entries: Entry[];
  readonly #file: string | undefined;

  /** With a file, what was paid is known again after a restart. */
  constructor(file?: string) {
    this.#file = file;
    this.#entries = file !== undefined && existsSync(file) ? readLines(file).slice(-ENTRIES_MAX) : [];
  }

  /** Keeps what moved money; whether the merchant ever hears of it makes no difference. */
  note({ type, reference, amount }: Event, at: Date): void {
    if (type !== "payment.paid" && type !== "payout.paid") return;
    const entry: Entry = { day: manilaDay(at), flow: type === "payment.paid" ? "payments" : "payouts", reference, amount };
    this.#entries.push(entry);
    if (this.#entries.length > ENTRIES_MAX) this.#entries.shift();
    if (this.#file !== undefined) appendFileSync(this.#file, lineOf(entry));
  }

  /** Takes a history over: what it tells of a reference takes the place of what was known of it, so that telling it again changes nothing. */
  takeOver(history: readonly PastEntry[]): void {
    const told = new Set(history.map(({ flow, reference }) => `${flow} ${reference}`));
    const past = history.map(({ flow, reference, amount, at }): Entry => ({ day: manilaDay(new Date(at)), flow: flow as Flow, reference, amount }));
    this.#entries = [...past, ...this.#entries.filter(({ flow, reference }) => !told.has(`${flow} ${reference}`))].slice(-ENTRIES_MAX);
    if (this.#file !== undefined) writeFileSync(this.#file, this.#entries.map(lineOf).join(""));
  }

  /** All payments and payouts of a day, oldest first; one that was paid twice stands there twice. */
  of(day: string): Readonly<Record<Flow, readonly Pick<Entry, "reference" | "amount">[]>> {
    const list = (flow: Flow) =>
      this.#entries.filter((entry) => entry.flow === flow && entry.day === day).map(({ reference, amount }) => ({ reference, amount }));
    return { payments: list("payments"), payouts: list("payouts") };
  }
}

/** A line that was being written when the process ended is no line. */
const readLines = (file: string): Entry[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as Entry);
