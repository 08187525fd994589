import { DAY_MS, dayJoined, DAYS, HOUR_MS, minutes, nightsAgo } from "./plan.ts";

/** What the officers of the demo world do besides paying out. All amounts are minor units. */

/** The officers' hour of a day of long ago, before its play; answers how long before the world's end that is. */
const onDay = (day: number): number => (DAYS - day) * DAY_MS - 5 * HOUR_MS;

interface Planned {
  readonly name: string;
  readonly amountMinor: bigint;
  /** Before the world's end. */
  readonly agoMs: number;
}

/** A deposit by bank transfer: with its slip, but for one that is never paid. */
export interface PlannedTransfer extends Planned {
  readonly ends: "checked" | "credited" | "rejected" | "expired" | "waiting";
  /** The officer's. */
  readonly reason?: string;
}

/** In the order of their requests. */
export const transfers: readonly PlannedTransfer[] = [
  { name: "demoulan", amountMinor: 5_000_00n, agoMs: nightsAgo(16), ends: "credited", reason: "On the account, reference and sender match" },
  { name: "demoaraw", amountMinor: 800_00n, agoMs: nightsAgo(10), ends: "rejected", reason: "The slip names another receiving account" },
  { name: "demohimig", amountMinor: 1_500_00n, agoMs: nightsAgo(7), ends: "expired" },
  { name: "demodiwata", amountMinor: 1_200_00n, agoMs: minutes(150), ends: "credited", reason: "Found on the account within the hour" },
  { name: "demodalisay", amountMinor: 120_000_00n, agoMs: minutes(95), ends: "checked", reason: "Found on the account, the sender is the member" },
  { name: "demobituin", amountMinor: 2_500_00n, agoMs: minutes(38), ends: "waiting" },
];

export interface PlannedAdjustment extends Planned {
  readonly kind: "credit" | "debit";
  /** The proposer's words; no two are alike, so they tell whether it was made before. */
  readonly reason: string;
  readonly ends: "confirmed" | "reversed" | "declined" | "proposed";
  /** The other officer's words. */
  readonly decision?: string;
  /** Why what was confirmed is mirrored. */
  readonly reversal?: string;
}

/** In the order of their proposals. */
export const adjustments: readonly PlannedAdjustment[] = [
  {
    name: "demoperlas",
    kind: "credit",
    amountMinor: 250_00n,
    agoMs: onDay(11),
    reason: "Goodwill for the interrupted evening",
    ends: "reversed",
    decision: "Agreed with support",
    reversal: "Meant for another member of a like name",
  },
  {
    name: "demomalaya",
    kind: "debit",
    amountMinor: 50_00n,
    agoMs: onDay(17),
    reason: "Fee of a returned card payment",
    ends: "declined",
    decision: "Members do not pay this fee",
  },
  {
    name: "demobulan",
    kind: "credit",
    amountMinor: 100_00n,
    agoMs: onDay(23),
    reason: "The rest of the QR Ph payment of 900.00, sent a day later",
    ends: "confirmed",
    decision: "The bank's advice shows 100.00",
  },
  {
    name: "demobayani",
    kind: "credit",
    amountMinor: 60_000_00n,
    agoMs: onDay(25),
    reason: "First prize of the dice tournament",
    ends: "confirmed",
    decision: "The list of winners is signed",
  },
  {
    name: "demokalayaan",
    kind: "credit",
    amountMinor: 1_000_00n,
    agoMs: onDay(28),
    reason: "Paid twice by QR Ph: the provider's second message moved nothing",
    ends: "proposed",
  },
];

/** What the provider's report is right about: why the day's difference is closed. */
export const explanations = [
  { name: "demobulan", day: 22, explanation: "Message of 900.00, report of 1,000.00: the rest came a day later and was credited by an adjustment" },
] as const;

/** The alerts that were looked at, by whose they are. */
export const amlDecisions = [
  { name: "demodalisay", decision: "close", reason: "Sale of a motorcycle, deed of sale seen" },
  { name: "demosinag", decision: "openCase", reason: "No source of the money was shown when asked" },
] as const;

/** What becomes of bonuses, at a day's begin. */
export const bonusEnds = [
  { name: "demonarra", depositDay: dayJoined("demonarra"), day: 16, end: "forfeited" },
  { name: "demoplayer", depositDay: 10, day: 22, end: "released" },
] as const;
