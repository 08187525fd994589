import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { pack, PACKED_FROM_BYTES, PACKED_QUALITY } from "./packed.ts";

const ANSWERS_MAX = 500;

export interface SharedAnswer {
  readonly body: string;
  readonly etag: string;
  /** The body packed by brotli, where it is long. */
  readonly packed?: Buffer | undefined;
}

async function share(body: string): Promise<SharedAnswer> {
  // Weak, because one tag stands for the body packed and bare.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag, packed: body.length < PACKED_FROM_BYTES ? undefined : await pack(body, PACKED_QUALITY) };
}

/** Answers that are the same for everyone, kept serialised for a moment: a lobby page is made once, not once per visitor. */
export class SharedAnswers {
  readonly #answers = new LRUCache<string, Promise<SharedAnswer>>({ max: ANSWERS_MAX });

  /** The answer for a key, which begins with the endpoint's name and a space; made anew when the kept one is older than `maxAgeMs`. A failure is not kept. */
  async get(key: string, maxAgeMs: number, make: () => Promise<string>): Promise<SharedAnswer> {
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept;
    const made = make().then(share);
    this.#answers.set(key, made, { ttl: maxAgeMs });
    made.catch(() => this.#answers.delete(key));
    return made;
  }

  /** Lets go of every answer of these endpoints: whoever was just told that they are stale asks for the new ones. */
  forget(endpoints: readonly string[]): void {
    for (const key of this.#answers.keys()) if (endpoints.some((name) => key.startsWith(`${name} `))) this.#answers.delete(key);
  }
}
