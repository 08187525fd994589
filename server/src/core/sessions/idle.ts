import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Live } from "../../platform/live.ts";
import { listSessionEnds } from "./sessions.ts";

/** How long after its session a socket may stay. */
const LOOK_EVERY_MS = 5_000;
const LOOKED_AT_ONCE_MAX = 1_000;

interface Attended {
  readonly session: string;
  readonly close: () => void;
  /** The session cannot be over before, as far as is heard; then it is looked up again. */
  endsAtMs: number;
}

/**
 * Closes what stays open by a session that was left alone too long, whatever the browser does: a socket is no use of a session. A session is looked up
 * when it may be over, which of one that is in use is every half hour, and many by one query. An end that was said while nobody heard is found once notices are heard again.
 */
export class IdleWatch {
  readonly #database: Pick<Database, "db">;
  readonly #clock: Clock;
  readonly #attended = new Set<Attended>();
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #isLooking = false;
  #gaps = 0;

  constructor({ database, clock, live }: { database: Pick<Database, "db">; clock: Clock; live: Live }) {
    this.#database = database;
    this.#clock = clock;
    // What cannot be looked up now is looked up again in a moment.
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY_MS).unref();
    this.#stopListening = live.onGapEnd(() => {
      this.#gaps += 1;
      for (const one of this.#attended) one.endsAtMs = 0;
      void this.#look().catch(() => undefined);
    });
  }

  /** Calls `close` once the session is over; answers how to stop waiting for that. */
  attend(session: string, close: () => void): () => void {
    const one: Attended = { session, close, endsAtMs: 0 };
    this.#attended.add(one);
    return () => void this.#attended.delete(one);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const now = this.#clock.now();
      const due = [...this.#attended].filter(({ endsAtMs }) => endsAtMs <= now.getTime());
      for (let start = 0; start < due.length; start += LOOKED_AT_ONCE_MAX) await this.#lookAt(due.slice(start, start + LOOKED_AT_ONCE_MAX), now);
    } finally {
      this.#isLooking = false;
    }
  }

  async #lookAt(some: readonly Attended[], now: Date): Promise<void> {
    const gaps = this.#gaps;
    const ends = await listSessionEnds(this.#database.db, [...new Set(some.map(({ session }) => session))], now);
    for (const one of some) {
      const endsAtMs = ends.get(one.session);
      // What was read before notices were heard again is looked up once more.
      if (endsAtMs !== undefined) one.endsAtMs = gaps === this.#gaps ? endsAtMs : 0;
      else if (this.#attended.delete(one)) one.close();
    }
  }
}
