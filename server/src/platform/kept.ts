import { LRUCache } from "lru-cache";
import type { InTurn } from "./boundedQueue.ts";

interface Bounds<Value> {
  readonly countMax: number;
  readonly bytesMax: number;
  readonly bytesOf: (value: Value) => number;
}

interface Asking {
  /** How old the value may become; without it, any age. */
  readonly maxAgeMs?: number;
  /** The line of whoever asks, in which it is made. */
  readonly inTurn?: InTurn;
}

/** What is made once for all who ask for it, and kept while there is room for it. */
export class Kept<Value extends object> {
  readonly #kept: LRUCache<string, Value>;
  readonly #underWay = new Map<string, Promise<Value>>();

  constructor({ countMax, bytesMax, bytesOf }: Bounds<Value>) {
    this.#kept = new LRUCache({ max: countMax, maxSize: bytesMax, sizeCalculation: (value, key) => key.length + bytesOf(value) });
  }

  /** How many bytes are kept. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** The value of a key, or what is being made of it. */
  find(key: string): Value | Promise<Value> | undefined {
    return this.#kept.get(key) ?? this.#underWay.get(key);
  }

  /** The value of a key, made where there is none when it is the asker's turn: others wait for what is being made, never in the asker's line. A failure is not kept. */
  async get(key: string, make: () => Promise<Value>, { maxAgeMs = 0, inTurn = (work) => work() }: Asking = {}): Promise<Value> {
    return this.find(key) ?? inTurn(async () => this.find(key) ?? this.#make(key, make, maxAgeMs));
  }

  /** Lets go of what is stale, and of what is being made of it. */
  forget(isStale: (key: string) => boolean = () => true): void {
    for (const those of [this.#kept, this.#underWay]) for (const key of [...those.keys()].filter(isStale)) those.delete(key);
  }

  async #make(key: string, make: () => Promise<Value>, ttl: number): Promise<Value> {
    const start = performance.now();
    const making = make();
    this.#underWay.set(key, making);
    try {
      const made = await making;
      if (this.#underWay.get(key) === making) this.#kept.set(key, made, { ttl, start });
      return made;
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
    }
  }
}
