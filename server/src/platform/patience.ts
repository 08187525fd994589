/** One who waits for an answer, until a moment of `performance.now()`. */
export interface Waiter {
  untilMs: number;
  /** Where it stands among those who wait; undefined once it does not. */
  place: number | undefined;
  /** Called when its moment has passed; who gives up leaves. */
  giveUp: () => void;
}

/** Those who wait: one look over all of them now and then costs less than a timer for each. */
export class Patience {
  /** In no order. No Set: one that takes and loses a member with each call leaves tables behind that keep all they held until the next full collection. */
  readonly #waiting: Waiter[] = [];

  constructor(lookEveryMs: number) {
    setInterval(() => this.#look(), lookEveryMs).unref();
  }

  join(waiter: Waiter): void {
    waiter.place = this.#waiting.push(waiter) - 1;
  }

  /** Whoever came last takes the place. */
  leave(waiter: Waiter): void {
    const { place } = waiter;
    if (place === undefined) return;
    waiter.place = undefined;
    const last = this.#waiting.pop()!;
    if (last === waiter) return;
    this.#waiting[place] = last;
    last.place = place;
  }

  #look(): void {
    const nowMs = performance.now();
    for (const waiter of this.#waiting.filter(({ untilMs }) => untilMs <= nowMs)) waiter.giveUp();
  }
}
