import { hash, randomUUID } from "node:crypto";

const asUuid = (hex: string): string => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

declare const ours: unique symbol;
/** An id that the platform made. What a client sends never is one: it would name things of ours that are still to come. */
export type OwnId = string & { readonly [ours]: true };

/** What ids are derived for. The kind stands first in what is hashed, so ids of two kinds never meet. */
export type IdKind =
  | "adjustment"
  | "bonus"
  | "bonus-bet"
  | "bonus-forfeit"
  | "bonus-grant"
  | "bonus-release"
  | "commission"
  | "chat"
  | "deposit"
  | "deposit-credit"
  | "envelope"
  | "forfeiture"
  | "free-rounds"
  | "fund"
  | "fund-settled"
  | "held"
  | "held-return"
  | "hold"
  | "jackpot-count"
  | "jackpot-seed"
  | "letter"
  | "memberTransfer"
  | "payout"
  | "payout-fee"
  | "partner-round"
  | "points-convert"
  | "points-earned"
  | "points-money"
  | "points-redeem"
  | "points-return"
  | "points-taken"
  | "prize-draw"
  | "prize-money"
  | "prize-ticket"
  | "participation"
  | "rebate-claim"
  | "rebate-money"
  | "recall"
  | "referral"
  | "reward"
  | "reward-bonus"
  | "reward-bonus-bet"
  | "reward-money"
  | "reward-points"
  | "release"
  | "reversal"
  | "round"
  | "settlement"
  | "vendor"
  | "vendor-issue"
  | "vendor-prize"
  | "vendor-pulled"
  | "vendor-round"
  | "vendor-undoing"
  | "shortfall"
  | "withdrawal"
  | "withdrawal-for"
  | "withdrawal-return"
  | "withdrawal-return-fee"
  | `demo-${string}`;

/** A UUID of version 7 made at a moment, so that ids sort by the injected clock (RFC 9562, section 5.7). */
export function newId(at: Date): OwnId {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}` as OwnId;
}

/**
 * The same id for the same kind and parts, always: a UUID of version 8 from their SHA-256 (RFC 9562, section 5.8). An id of a client enters as a part,
 * beside its account and what it asks for; nobody finds one whose hash is another's.
 */
export function derivedId(kind: IdKind, ...parts: readonly string[]): OwnId {
  const bytes = hash("sha256", JSON.stringify([kind, ...parts]), "buffer").subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return asUuid(bytes.toString("hex")) as OwnId;
}

/**
 * The same id for the same request, kind and parts, always. It keeps the time of the request's id, so that entries go to the end of an index (random ids cost 2.7
 * times the CPU at ten million rows), and takes the rest from SHA-256. Its version is 7, so it is never one of `derivedId`, whatever time a client makes up.
 */
export function requestedId(requestId: string, kind: IdKind, ...parts: readonly string[]): OwnId {
  // Text in and text out: buffers would take as long again, and every bet has one.
  const hashed = hash("sha256", JSON.stringify([kind, ...parts, requestId]), "hex");
  return `${requestId.slice(0, 14)}7${hashed.slice(0, 3)}-8${hashed.slice(3, 6)}-${hashed.slice(6, 18)}` as OwnId;
}

/**
 * The same id for the same round and parts, always: what is done to a round once, by whoever does it. It keeps the round's time, so that it goes near the end of an
 * index, and takes the rest from SHA-256.
 */
export function siblingId(roundId: string, ...parts: readonly string[]): OwnId {
  const hashed = hash("sha256", JSON.stringify(["sibling", roundId, ...parts]), "hex");
  return `${roundId.slice(0, 14)}7${hashed.slice(0, 3)}-8${hashed.slice(3, 6)}-${hashed.slice(6, 18)}` as OwnId;
}

/** Eight bytes of the SHA-256 of a text as a signed 64-bit number: tells two contents under one id apart. */
export const contentDigest = (content: string): bigint => BigInt.asIntN(64, BigInt(`0x${hash("sha256", content, "hex").slice(0, 16)}`));
