import { z } from "zod";
import { Id, Moment, Uuid } from "./ids.ts";
import { Balance } from "./money.ts";
import { moveStates } from "./moveStates.ts";

/** close: an open round ends as it stands. refund: its stakes come back. */
export const roundOutcomes = ["close", "refund"] as const;
export type RoundOutcome = (typeof roundOutcomes)[number];

/** An open round nobody can tell of: officers decide it. */
export const WaitingRound = z.object({
  /** Ours, as the vendor hears it. */
  roundId: Uuid,
  theirRound: z.string(),
  displayName: z.string(),
  memberId: Id,
  memberName: z.string(),
  at: Moment,
  stake: Balance,
  win: Balance,
  /** held: the vendor does not know it, and its rule or a win forbids to give it back. silent: the vendor says nothing. */
  why: z.enum(["held", "silent"]),
  /** Since when that is so. */
  since: Moment,
  proposal: z.object({ id: Uuid, outcome: z.enum(roundOutcomes), reason: z.string(), proposedBy: z.string(), proposedAt: Moment }).nullable(),
});
export type WaitingRound = z.output<typeof WaitingRound>;

/** A percentage with two decimals. */
const Percent = z.string();

const Band = z.object({ least: Percent, most: Percent });

/** What came back of settled rounds, beside what was declared. */
export const GatewayReturn = z.object({
  gameCode: z.string(),
  displayName: z.string(),
  rounds: z.int(),
  stake: Balance,
  win: Balance,
  /** What the vendor states, its games weighed by their stakes; null where it states nothing. */
  declared: Percent.nullable(),
  /** Null before the first stake. */
  percent: Percent.nullable(),
  /** Where 999 of 1,000 times the true return lies (± 3.29 σ); null where there are too few rounds. */
  band: Band.nullable(),
  /** The same without what came out of the vendor's jackpots; null where nothing did. */
  plain: z.object({ percent: Percent, band: Band.nullable() }).nullable(),
  /** Whether what was declared is outside the band. */
  isOutside: z.boolean(),
});
export type GatewayReturn = z.output<typeof GatewayReturn>;

/** What one officer heard of a held transfer from its vendor, or another of the first one. */
const OfficersWord = z.object({ reason: z.string(), by: z.string(), at: Moment });

/** A member's money on its way to a vendor ("in") or home. */
export const VendorTransfer = z.object({
  id: Uuid,
  reference: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  memberId: Id,
  memberName: z.string(),
  direction: z.enum(["in", "out"]),
  amount: Balance,
  state: z.enum(moveStates),
  at: Moment,
  /** How often the vendor was asked for it. */
  sends: z.int(),
  sentAt: Moment,
  heldAt: Moment.nullable(),
  settledAt: Moment.nullable(),
  /** What the vendor said is there afterwards. */
  balanceThere: Balance.nullable(),
  proposal: OfficersWord.extend({ outcome: z.enum(["done", "refused"]) }).nullable(),
  decision: OfficersWord.nullable(),
});
export type VendorTransfer = z.output<typeof VendorTransfer>;

/** held: waits for two officers; nothing of it is paid. */
export const heldPrizeStates = ["held", "decided"] as const;

/** What a vendor says a member won without a stake, beyond what it may come to. */
export const HeldPrize = z.object({
  id: Uuid,
  reference: z.string(),
  vendorCode: z.string(),
  vendorName: z.string(),
  memberId: Id,
  memberName: z.string(),
  /** The grant of ours that it is of, such as F-1042; null where the vendor gives it. */
  ofGrant: z.string().nullable(),
  theirId: z.string(),
  /** What the vendor says, and what it may come to: of the grant, or of all the vendor's own on that day. */
  amount: Balance,
  bound: Balance,
  state: z.enum(heldPrizeStates),
  at: Moment,
  proposal: OfficersWord.extend({ pays: Balance }).nullable(),
  decision: OfficersWord.nullable(),
});
export type HeldPrize = z.output<typeof HeldPrize>;
