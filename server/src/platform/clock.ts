/** The only source of time: services ask it, tests move it. */
export interface Clock {
  readonly now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** How often another clock is asked at once: the quickest answer says most exactly what it shows. */
const ASKED_AT_ONCE = 5;

/** The machine's clock, put right by one that all processes ask, so that what is counted in milliseconds is the same in each of them. */
export class AlignedClock implements Clock {
  readonly #machine: () => number;
  #behindMs = 0;

  constructor(machine: () => number = Date.now) {
    this.#machine = machine;
  }

  readonly now = (): Date => new Date(this.#machine() + this.#behindMs);

  /** Asks the other clock for its milliseconds and answers how far the machine's is behind it; a difference that the asking itself may have made is none. */
  async align(ask: () => Promise<number>): Promise<number> {
    let quickest = { tookMs: Infinity, behindMs: this.#behindMs };
    for (let asked = 0; asked < ASKED_AT_ONCE; asked++) {
      const before = this.#machine();
      const there = await ask();
      const tookMs = this.#machine() - before;
      if (tookMs < quickest.tookMs) quickest = { tookMs, behindMs: Math.round(there - before - tookMs / 2) };
    }
    this.#behindMs = Math.abs(quickest.behindMs) <= quickest.tookMs / 2 + 1 ? 0 : quickest.behindMs;
    return this.#behindMs;
  }
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #atMs: number;

  constructor(at: Date) {
    this.#atMs = at.getTime();
  }

  readonly now = (): Date => new Date(this.#atMs);

  advance(durationMs: number): void {
    this.#atMs += durationMs;
  }
}
