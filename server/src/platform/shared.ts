import { createHash } from "node:crypto";
import { EVERYTHING } from "@laro/contract/core/live";
import type { InTurn } from "./boundedQueue.ts";
import { Kept } from "./kept.ts";
import { pack, PACKED_FROM_BYTES, PACKED_QUALITY } from "./packed.ts";

const ANSWERS_MAX = 5_000;
/** Whoever asks for ever other answers pushes out old ones, and takes no more memory than this. */
export const ANSWERS_BYTES_MAX = 32 * 1_024 * 1_024;

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
  readonly #answers = new Kept<SharedAnswer>({
    countMax: ANSWERS_MAX,
    bytesMax: ANSWERS_BYTES_MAX,
    bytesOf: ({ body, packed }) => body.length + (packed?.length ?? 0),
  });

  /** How many bytes of answers are kept. */
  get bytes(): number {
    return this.#answers.bytes;
  }

  /** The answer for a key, which begins with the endpoint's name and a space; made anew, in its caller's turn, when the kept one is older than `maxAgeMs`. A failure is not kept. */
  async get(key: string, maxAgeMs: number, make: () => Promise<string>, inTurn?: InTurn): Promise<SharedAnswer> {
    return this.#answers.get(key, async () => share(await make()), { maxAgeMs, ...(inTurn && { inTurn }) });
  }

  /** Lets go of every answer of these endpoints: whoever was just told that they are stale asks for the new ones. */
  forget(endpoints: readonly string[]): void {
    this.#answers.forget((key) => endpoints.some((name) => name === EVERYTHING || key.startsWith(`${name} `)));
  }
}
