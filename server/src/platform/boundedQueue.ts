import { refuse } from "@laro/contract/core/errors";

const RETRY_AFTER_S = 1;

/** Runs heavy work so many at a time; so many more may wait in the order they came. Refuses with `server.busy` beyond. */
export function boundedQueue({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) refuse("server.busy", { retryAfter: RETRY_AFTER_S });
      await new Promise<void>((start) => waiting.push(start));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
