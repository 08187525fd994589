/** The only source of time: services ask it, tests move it. */
export interface Clock {
  readonly now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

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
