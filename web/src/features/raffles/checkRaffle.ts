import type { DrawnTicket } from "@laro/contract/raffles";
import { fairStream } from "@laro/engines/fair";
import { drawTickets, entryFinder, listText } from "@laro/engines/prizes/raffle";
import { bytesOf, keepsPromise } from "@laro/engines/verify";
import { digests } from "../../api/digests.ts";

/** All that a draw follows from, and what it drew; hashes and seed are hex. */
export interface RaffleProof {
  readonly commitment: string;
  readonly serverSeed: string;
  readonly listHash: string;
  /** Of each entry in order. */
  readonly tickets: readonly number[];
  readonly drawn: readonly Pick<DrawnTicket, "ticket" | "entry">[];
}

/** Whether the seed is the one that was promised, the list the one that was frozen, and each ticket that was drawn follows from both. */
export function isAsDrawn({ commitment, serverSeed, listHash, tickets, drawn }: RaffleProof): boolean {
  const isKept = keepsPromise({ seed: serverSeed, promise: commitment }, digests);
  const list = digests.sha256(new TextEncoder().encode(listText(tickets)));
  if (!isKept || [...list].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== listHash) return false;
  const total = tickets.reduce((sum, count) => sum + count, 0);
  const stream = drawTickets(fairStream({ hmac: digests.hmac, serverSeed: bytesOf(serverSeed), clientSeed: listHash, nonce: 0n }), total);
  const findEntry = entryFinder(tickets);
  return drawn.every(({ ticket, entry }) => stream.next().value === ticket && findEntry(ticket) + 1 === entry);
}
