import type { LiveMessage } from "@laro/contract/core/live";

/** A page older than this when its socket opens has read again what it shows. */
const KEPT_MS = 30_000;
/** Of each of the two halves of what is kept: with more, the older half is forgotten early. */
const AUDIENCES_MAX = 10_000;
/** What one message may name. */
const NAMES_MAX = 20;

/** When each list of endpoints was said last, by audience, in moments of `performance.now()`. */
type Said = Map<string, Map<string, number>>;

/**
 * What was said to be stale a moment ago: a page learns of what changed between its making and the opening of its socket. Every bet adds to it, so it is two plain maps
 * that take turns, of which the older is thrown away as a whole: a cache that keeps the order of what it holds took a thirtieth of a bet's time.
 */
export class RecentlyStale {
  #young: Said = new Map();
  #old: Said = new Map();
  #turnedAtMs = -Infinity;

  /** Keeps what an audience was told: the endpoints' names, with commas between them. */
  add(audience: string, endpoints: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#turnedAtMs >= KEPT_MS || this.#young.size >= AUDIENCES_MAX) this.#turn(nowMs);
    const known = this.#young.get(audience);
    if (known === undefined) this.#young.set(audience, new Map([[endpoints, nowMs]]));
    else known.set(endpoints, nowMs);
  }

  /** What an audience was told within the last so many milliseconds, as messages. */
  within(audiences: readonly string[], missedMs: number): readonly LiveMessage[] {
    const since = performance.now() - Math.min(missedMs, KEPT_MS);
    const said = [this.#young, this.#old].flatMap((half) => audiences.flatMap((one) => [...(half.get(one) ?? [])]));
    const names = [...new Set(said.flatMap(([list, at]) => (at >= since ? list.split(",") : [])))];
    return Array.from({ length: Math.ceil(names.length / NAMES_MAX) }, (_, page) => ({ stale: names.slice(page * NAMES_MAX, (page + 1) * NAMES_MAX) }));
  }

  #turn(nowMs: number): void {
    [this.#old, this.#young, this.#turnedAtMs] = [this.#young, new Map(), nowMs];
  }
}
