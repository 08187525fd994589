import { refuse } from "@laro/contract/core/errors";
import { LRUCache } from "lru-cache";

/** A start is forgotten after a cycle, so only members who play at the same moment are remembered. */
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
  readonly requestId: string;
  readonly atMs: number;
}

/** Keeps a game's pace: a member's next round begins a cycle after the last, whatever the browser does. One process keeps it for the members it serves. */
export class Pace {
  readonly #starts = new LRUCache<string, Start>({ max: STARTS_REMEMBERED_MAX });

  /** Begins a round and answers how to take that back if none was played; undefined for one that may only be asked about, because it comes too soon. */
  begin({ accountId, gameId, requestId, cycleMs, now }: Wish): (() => void) | undefined {
    const [key, atMs] = [`${accountId} ${gameId}`, now.getTime()];
    const last = this.#starts.get(key);
    if (last?.requestId === requestId) return () => undefined;
    if (last !== undefined && atMs < last.atMs + cycleMs) return undefined;
    const start = { requestId, atMs };
    this.#starts.set(key, start);
    return () => {
      if (this.#starts.get(key) === start) this.#starts.delete(key);
    };
  }
}

const MS_PER_SECOND = 1_000;

/** Refuses a round that came before its time, and says for how long. */
export function refuseTooSoon(cycleMs: number): never {
  const seconds = cycleMs / MS_PER_SECOND;
  return refuse("rounds.too_soon", { seconds, retryAfter: Math.ceil(seconds) });
}
