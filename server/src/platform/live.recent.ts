import type { LiveMessage } from "@laro/contract/core/live";
import { LRUCache } from "lru-cache";

/** A page older than this when its socket opens has read again what it shows. */
const KEPT_MS = 30_000;
const AUDIENCES_MAX = 10_000;
/** What one message may name. */
const NAMES_MAX = 20;

/** What was said to be stale a moment ago: a page learns of what changed between its making and the opening of its socket. */
export class RecentlyStale {
  /** When each endpoint's answers grew stale last, by `performance.now()`. */
  readonly #said = new LRUCache<string, Map<string, number>>({ max: AUDIENCES_MAX, ttl: KEPT_MS });

  add(audience: string, message: object): void {
    if (!("stale" in message)) return;
    const names = this.#said.get(audience) ?? new Map<string, number>();
    for (const name of message.stale as readonly string[]) names.set(name, performance.now());
    this.#said.set(audience, names);
  }

  /** What an audience was told within the last so many milliseconds, as messages. */
  within(audiences: readonly string[], missedMs: number): readonly LiveMessage[] {
    const since = performance.now() - Math.min(missedMs, KEPT_MS);
    const names = audiences.flatMap((one) => [...(this.#said.get(one) ?? [])].flatMap(([name, at]) => (at >= since ? [name] : [])));
    const once = [...new Set(names)];
    return Array.from({ length: Math.ceil(once.length / NAMES_MAX) }, (_, page) => ({ stale: once.slice(page * NAMES_MAX, (page + 1) * NAMES_MAX) }));
  }
}
