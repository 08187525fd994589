import { RefusedCall } from "@laro/contract/core/call";
import type { ErrorCode } from "@laro/contract/core/errors";
import { NoAnswer } from "../../api/noAnswer.ts";

/** Pauses between the tries of one round; after the last the player is asked. */
export const RETRY_PAUSES_MS = [400, 1_000, 2_500, 5_000] as const;

/** Refusals that leave open whether an earlier try was played. */
const UNSETTLED: readonly ErrorCode[] = ["server.pending", "server.busy", "server.unknown", "request.too_many"];

/** Whether what was asked may or may not have happened: asking again with the same id is the only safe step. */
export const isUnsettled = (error: unknown): boolean => error instanceof NoAnswer || (error instanceof RefusedCall && UNSETTLED.includes(error.code));

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the very same thing until the server settles it, a few times; the last doubt is thrown. */
export async function askUntilSettled<Value>(ask: () => Promise<Value>, wait: (ms: number) => Promise<void> = pause): Promise<Value> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnsettled(error)) throw error;
      await wait(pauseMs);
    }
  }
  return ask();
}
