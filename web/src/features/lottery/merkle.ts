import { ticketText } from "@laro/contract/core/lotteries";
import { formatAmount } from "@laro/contract/core/money";
import type { TicketProof } from "@laro/contract/tickets";
import { bytesOf, computeDraw, hexOf, keepsPromise, canonical } from "@laro/engines/verify";
import { findLottery } from "@laro/engines/registry";
import { digests } from "../../api/digests.ts";

const LEAF = 0;
const NODE = 1;
const { sha256 } = digests;

const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A ticket's leaf: SHA-256 of 0x00, the 16 bytes of its id, and the SHA-256 of its text. */
export function leafOf(ticket: { ticketId: string; gameCode: string; number: string; bets: Readonly<Record<string, string>>; stake: bigint }): string {
  const { ticketId, gameCode, number, bets, stake } = ticket;
  const text = ticketText({ gameCode, number, bets, cost: formatAmount(stake) });
  return hexOf(sha256(joined(Uint8Array.of(LEAF), bytesOf(ticketId.replaceAll("-", "")), sha256(new TextEncoder().encode(text)))));
}

/** Where a leaf's path leads, as RFC 6962 hashes two neighbours: SHA-256 of 0x01, the left, the right. */
export const rootOf = ({ leaf, path }: Pick<TicketProof, "leaf" | "path">): string =>
  hexOf(
    path.reduce(
      (at, { hash, side }) =>
        side === "left" ? sha256(joined(Uint8Array.of(NODE), bytesOf(hash), at)) : sha256(joined(Uint8Array.of(NODE), at, bytesOf(hash))),
      bytesOf(leaf),
    ),
  );

/** The root of all leaves of a draw in their order (hex). */
export function rootOfAll(leaves: readonly string[]): string {
  const hash = (list: readonly Uint8Array[]): Uint8Array => {
    if (list.length === 0) return sha256(new Uint8Array());
    if (list.length === 1) return list[0]!;
    let half = 1;
    while (half * 2 < list.length) half *= 2;
    return sha256(joined(Uint8Array.of(NODE), hash(list.slice(0, half)), hash(list.slice(half))));
  };
  return hexOf(hash(leaves.map(bytesOf)));
}

interface Proved {
  readonly ticketId: string;
  readonly gameCode: string;
  readonly number: string;
  readonly bets: Readonly<Record<string, string>>;
  readonly stake: bigint;
  readonly win: bigint | null;
  readonly state: string;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly link: number;
  readonly salt: string;
  readonly seed: string | null;
  readonly commitment: string | null;
  readonly ticketsRoot: string | null;
  readonly proof: TicketProof | null;
}

/** What of a ticket was computed again; undefined where there is nothing yet to compute it from. */
export interface Checked {
  readonly isLeaf: boolean | undefined;
  readonly isUnderRoot: boolean | undefined;
  readonly isPromised: boolean | undefined;
  readonly isResult: boolean | undefined;
  readonly isWin: boolean | undefined;
}

/** Computes all of a ticket again: its leaf, its path, the draw's seed and result, and what it wins. */
export function checkTicket(ticket: Proved): Checked {
  const { proof, seed, commitment, ticketsRoot, result, win, bets, gameCode, state } = ticket;
  const fell = seed === null ? undefined : computeDraw({ series: gameCode, seed, salt: ticket.salt, link: ticket.link }, digests)?.result;
  const isSettled = state === "settled" && fell !== undefined;
  return {
    isLeaf: proof === null ? undefined : leafOf(ticket) === proof.leaf,
    isUnderRoot: proof === null || ticketsRoot === null ? undefined : rootOf(proof) === ticketsRoot && proof.root === ticketsRoot,
    isPromised: seed === null || commitment === null ? undefined : keepsPromise({ seed, promise: commitment }, digests),
    isResult: fell === undefined || result === null ? undefined : canonical(fell) === canonical(result),
    isWin: isSettled && win !== null ? findLottery(gameCode)?.settle({ bets, result: fell } as never).winMinor === win : undefined,
  };
}
