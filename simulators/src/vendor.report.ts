import { hash } from "node:crypto";

/** The books of every test vendor, and what their reports say of them. */

export const flows = ["stake", "win", "rollback", "prize"] as const;
export type Flow = (typeof flows)[number];

export interface Entry {
  readonly vendor: string;
  readonly player: string;
  readonly id: string;
  readonly flow: Flow;
  /** In main units, as it was sent. */
  readonly amount: string;
}

interface Kept extends Entry {
  readonly at: number;
  /** Whether the report tells it otherwise than it was: once is enough. */
  readonly isTouched: boolean;
}

const ENTRIES_MAX = 50_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const CENTS = 2;

const books = new Map<string, Kept>();
let clock = { offsetMs: 0 };
/** Since when the books are whole: what was played before is forgotten with the process that kept it. */
let since = Date.now();
/** What its clock says. */
export const now = (): number => Date.now() + clock.offsetMs;

/** Sets the clock, and where it says so since when the books are whole. */
export function setClock({ at, since: from = at }: { at: number; since?: number }): void {
  clock = { offsetMs: at - Date.now() };
  since = Math.min(since, from);
}

const nameOf = ({ vendor, player, flow, id }: Pick<Entry, "vendor" | "player" | "flow" | "id">): string => [vendor, player, flow, id].join("\n");

/** Writes an entry down, once. */
export function keep(entry: Entry): void {
  const name = nameOf(entry);
  if (!books.has(name)) books.set(name, { ...entry, at: now(), isTouched: false });
  for (const [oldest, { at }] of books) {
    if (books.size <= ENTRIES_MAX) break;
    books.delete(oldest);
    since = Math.max(since, at + 1);
  }
}

/** What a report may tell wrongly, of the newest entry of a flow that it tells rightly so far. */
export const reportFaults = ["report-omit", "report-extra", "report-amount", "report-other-day", "report-other-player"] as const;
export type ReportFault = (typeof reportFaults)[number];

/** Plants a fault; answers whether there was an entry for it. */
export function plant(fault: ReportFault, { flow, vendor }: { flow: unknown; vendor: unknown }): boolean {
  const [name, entry] =
    [...books].findLast(
      ([, { isTouched, ...kept }]) => !isTouched && (flow === undefined || kept.flow === flow) && (vendor === undefined || kept.vendor === vendor),
    ) ?? [];
  if (name === undefined || entry === undefined) return false;
  const touched = { ...entry, isTouched: true };
  const put = (change: Partial<Kept>): void => {
    const changed = { ...touched, ...change };
    books.set(nameOf(changed), changed);
  };
  if (fault === "report-extra") {
    put({ id: `${entry.id}-extra` });
    return true;
  }
  books.delete(name);
  if (fault === "report-amount") put({ amount: `${BigInt(entry.amount.split(".")[0]!) + 1n}.00` });
  if (fault === "report-other-day") put({ at: entry.at - DAY_MS });
  if (fault === "report-other-player") put({ player: `${entry.player}-other` });
  return true;
}

/** Digits after the point: two, or as many as are not zero. */
const canonical = (amount: string): string => {
  const [whole = "", fraction = ""] = amount.split(".");
  const finer = fraction.slice(CENTS).replace(/0+$/, "");
  return `${whole}.${fraction.slice(0, CENTS).padEnd(CENTS, "0")}${finer}`;
};

const SCALE = 16;
const scaled = (amount: string): bigint => {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(SCALE, "0"));
};
const unscaled = (sum: bigint): string => {
  const digits = sum.toString().padStart(SCALE + 1, "0");
  return canonical(`${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`);
};

/** What an entry counts for: 64 bits of the SHA-256 of its player, flow, id and amount, each on a line. */
const digestOf = ({ player, flow, id, amount }: Entry): bigint => hash("sha256", [player, flow, id, canonical(amount)].join("\n"), "buffer").readBigUInt64BE(0);

function sumsOf(entries: readonly Entry[]): object {
  const sum = (flow: Flow): string => unscaled(entries.reduce((all, entry) => (entry.flow === flow ? all + scaled(entry.amount) : all), 0n));
  const digest = BigInt.asUintN(
    64,
    entries.reduce((all, entry) => all + digestOf(entry), 0n),
  );
  return { entries: entries.length, ...Object.fromEntries(flows.map((flow) => [flow, sum(flow)])), digest: String(digest) };
}

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** A part of a list by its keys; `next` is where the next part begins. */
function partOf<Item>(items: readonly (readonly [key: string, item: Item])[], { after, limit }: { after: string; limit: number }) {
  const rest = items.filter(([key]) => inBytes(key, after) > 0).toSorted(([one], [other]) => inBytes(one, other));
  const part = rest.slice(0, limit);
  return { list: part.map(([, item]) => item), next: rest.length > limit ? part.at(-1)![0] : null };
}

interface Asked {
  readonly from?: unknown;
  readonly until?: unknown;
  readonly level?: unknown;
  readonly limit?: unknown;
  readonly account_id?: unknown;
  readonly after?: unknown;
}

const PAGE_MAX = 500;

/** A day of a vendor's books, as deep as asked; undefined for a day of which it does not know all. */
export function report(vendor: string, { from, until, level, limit = PAGE_MAX, account_id: player, after = "" }: Asked): object | undefined {
  const [start, end] = [Date.parse(String(from)), Date.parse(String(until))];
  if (Number.isNaN(start) || Number.isNaN(end) || start < since) return undefined;
  const entries = [...books.values()].filter((entry) => entry.vendor === vendor && entry.at >= start && entry.at < end);
  const part = { after: String(after), limit: Math.min(Number(limit), PAGE_MAX) };
  if (level === "sums") return sumsOf(entries);
  if (level === "accounts") {
    const accounts = [...Map.groupBy(entries, (entry) => entry.player)].map(([account_id, own]) => [account_id, { account_id, ...sumsOf(own) }] as const);
    const { list, next } = partOf(accounts, part);
    return { accounts: list, next };
  }
  const own = entries.filter((entry) => entry.player === player).map(({ id, flow, amount }) => [id, { id, type: flow, amount }] as const);
  const { list, next } = partOf(own, part);
  return { entries: list, next };
}
