import { refuse } from "@laro/contract/core/errors";

/** More members than play at one process in a day; of more, whoever came first is forgotten, and only for one round. */
const STARTS_REMEMBERED_MAX = 200_000;

interface Wish {
  readonly accountId: bigint;
  readonly gameId: number;
  /** The caller's own id for the round. */
  readonly requestId: string;
  readonly cycleMs: number;
  readonly now: Date;
}

interface Start {
  requestId: string;
  atMs: number;
}

/** Keeps a game's pace: a member's next round begins a cycle after the last, whatever the browser does. One process keeps it for the members it serves. */
export class Pace {
  readonly #startsOf = new Map<number, Map<bigint, Start>>();

  /** Begins a round and answers how to take that back if none was played. One that was the last here, or comes too soon, may be asked about first: what was played is not drawn again. */
  begin({ accountId, gameId, requestId, cycleMs, now }: Wish): (() => void) | "again" | "early" {
    const [starts, atMs] = [this.#of(gameId), now.getTime()];
    const last = starts.get(accountId);
    if (last?.requestId === requestId) return "again";
    if (last !== undefined && atMs < last.atMs + cycleMs) return "early";
    // In place: a member taken out and put in again with each round costs a map far more than the round.
    if (last !== undefined) [last.requestId, last.atMs] = [requestId, atMs];
    else starts.set(accountId, { requestId, atMs });
    if (starts.size > STARTS_REMEMBERED_MAX) starts.delete(starts.keys().next().value!);
    return () => {
      if (starts.get(accountId)?.requestId === requestId) starts.delete(accountId);
    };
  }

  #of(gameId: number): Map<bigint, Start> {
    const starts = this.#startsOf.get(gameId) ?? new Map<bigint, Start>();
    this.#startsOf.set(gameId, starts);
    return starts;
  }
}

const MS_PER_SECOND = 1_000;

/** Refuses a round that came before its time, and says for how long. */
export function refuseTooSoon(cycleMs: number): never {
  const seconds = cycleMs / MS_PER_SECOND;
  return refuse("rounds.too_soon", { seconds, retryAfter: Math.ceil(seconds) });
}
