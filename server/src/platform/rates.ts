import type { RateLimit } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { LRUCache } from "lru-cache";

/** With fewer, a caller's count would be forgotten while others call. */
const CALLERS_COUNTED_MAX = 100_000;

interface Window {
  calls: number;
  readonly endsAtMs: number;
}

/** Counts calls in fixed windows, each caller at each thing by itself. */
export class Rates {
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_COUNTED_MAX });

  /** Counts one call. Refuses with `request.too_many` past the limit, and says in how many seconds the window ends. */
  count(what: string, caller: string, { count, windowMs }: RateLimit): void {
    const key = `${what} ${caller}`;
    const nowMs = performance.now();
    // Whoever calls moves to the front of the line, so that the many others who call meanwhile push nobody's count out.
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAtMs <= nowMs) return void this.#windows.set(key, { calls: 1, endsAtMs: nowMs + windowMs });
    window.calls += 1;
    if (window.calls > count) refuse("request.too_many", { retryAfter: Math.ceil((window.endsAtMs - nowMs) / 1000) });
  }
}
