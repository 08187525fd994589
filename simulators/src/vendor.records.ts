import { randomUUID } from "node:crypto";
import { now } from "./vendor.report.ts";

/**
 * How a round may be told wrongly: five minutes late, without its last record, each record twice, its last record as one centavo more than was played, or so from a minute
 * after it was first told.
 */
export const recordFaults = ["records-late", "records-missing", "records-twice", "records-amount", "records-changed"] as const;
export type RecordFault = (typeof recordFaults)[number];

const LATE_MS = 5 * 60_000;
const CHANGED_AFTER_MS = 60_000;
const RECORDS_MAX = 100_000;
const PARTS_OF_MINOR = 1_000;
const SECONDS_LENGTH = 19;

/** Who plays what, in a wallet that its vendor keeps. */
export interface Playing {
  readonly vendor: string;
  readonly player: string;
  readonly currency: string;
  readonly game: string;
}

interface Kept {
  readonly vendor: string;
  readonly at: number;
  readonly shownAt: number;
  readonly fault: RecordFault | undefined;
  readonly item: { readonly kind: string; readonly amount: number } & Readonly<Record<string, unknown>>;
  toldAt: number | undefined;
}

/** What was played in the vendors' own wallets, as Hub88 lists it. */
export class Records {
  #kept: Kept[] = [];

  /** Writes a round down, its amounts in minor units; what was not won has no record. */
  keep({ vendor, player: user, currency, game: game_code }: Playing, { stake, win }: { stake: number; win: number }, fault: RecordFault | undefined): void {
    const [at, round, bet] = [now(), randomUUID(), randomUUID()];
    const about = { user, currency, game_code, round, transaction_status: "TS_SUCCESS", inserted_at: new Date(at).toISOString().slice(0, SECONDS_LENGTH) };
    const items = [
      { ...about, kind: "TK_BET", transaction_uuid: bet, amount: stake * PARTS_OF_MINOR },
      ...(win > 0 ? [{ ...about, kind: "TK_WIN", transaction_uuid: randomUUID(), reference_transaction_uuid: bet, amount: win * PARTS_OF_MINOR }] : []),
    ];
    const told = fault === "records-missing" ? items.slice(0, -1) : items;
    for (const item of told) {
      const isTouched = item === items.at(-1);
      const amount = item.amount + (isTouched && fault === "records-amount" ? PARTS_OF_MINOR : 0);
      this.#kept.push({
        vendor,
        at,
        shownAt: at + (fault === "records-late" ? LATE_MS : 0),
        fault: isTouched || fault === "records-twice" ? fault : undefined,
        item: { ...item, amount },
        toldAt: undefined,
      });
    }
    this.#kept = this.#kept.slice(-RECORDS_MAX);
  }

  /** Tells of something from now on, whatever it is. */
  tell(vendor: string, item: Kept["item"]): void {
    this.#kept.push({ vendor, at: now(), shownAt: now(), fault: undefined, item, toldAt: undefined });
  }

  /** Tells of a stretch of time, to the second, both ends in it. */
  list(vendor: string, body: string): readonly object[] {
    const { start_time, end_time } = JSON.parse(body) as { start_time?: unknown; end_time?: unknown };
    const [start, end] = [Date.parse(`${String(start_time)}Z`), Date.parse(`${String(end_time)}Z`)];
    const due = this.#kept.filter((one) => one.vendor === vendor && one.at >= start && one.at < end + 1_000 && one.shownAt <= now());
    return due.flatMap((one) => {
      one.toldAt ??= now();
      const isChanged = one.fault === "records-changed" && now() - one.toldAt >= CHANGED_AFTER_MS;
      const item = isChanged ? { ...one.item, amount: one.item.amount + PARTS_OF_MINOR } : one.item;
      return one.fault === "records-twice" ? [item, item] : [item];
    });
  }
}
