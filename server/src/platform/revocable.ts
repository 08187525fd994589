import { LRUCache } from "lru-cache";
import type { Live } from "./live.ts";

/** Remembers of sessions what any process may take back (`forgetSessionsOnCommit`): while that is heard, and nothing of what was taken back while it was being read. */
export class RevocableMemory<Value extends object> {
  readonly #live: Live;
  readonly #kept: LRUCache<string, Value>;
  #takenBack = 0;

  constructor(live: Live, max: number) {
    this.#live = live;
    this.#kept = new LRUCache({ max });
    live.onSessionChanged((session) => {
      this.#takenBack += 1;
      this.#kept.delete(session);
    });
    live.onGap(() => {
      this.#takenBack += 1;
      this.#kept.clear();
    });
  }

  /** What is remembered. It is looked at where it stands: moving it to the front of the line costs more than the look, and what falls out is read again. */
  get(session: string): Value | undefined {
    return this.#live.isListening ? this.#kept.peek(session) : undefined;
  }

  forget(session: string): void {
    this.#kept.delete(session);
  }

  /** To be called before reading: what it answers keeps what was read. */
  beginReading(): (session: string, value: Value) => void {
    const [takenBack, isHeard] = [this.#takenBack, this.#live.isListening];
    return (session, value) => {
      if (isHeard && takenBack === this.#takenBack) this.#kept.set(session, value);
    };
  }
}
