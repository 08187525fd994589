import { refuse } from "@laro/contract/core/errors";

const RETRY_AFTER_S = 1;

interface QueueBounds {
  readonly atOnceMax: number;
  readonly waitingMax: number;
}

/** Runs work when its turn comes. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs heavy work so many at a time; so many more may wait in the order they came. Refuses with `server.busy` beyond. */
export function boundedQueue({ atOnceMax, waitingMax }: QueueBounds): InTurn {
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

/** The same for each caller alone: whoever asks for much waits behind what they asked for themselves, and nobody else does. */
export function queuePerCaller(bounds: QueueBounds): (caller: string) => InTurn {
  const queues = new Map<string, { readonly inTurn: InTurn; underWay: number }>();
  return (caller) => async (work) => {
    const queue = queues.get(caller) ?? { inTurn: boundedQueue(bounds), underWay: 0 };
    queues.set(caller, queue);
    queue.underWay++;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.underWay--;
      if (queue.underWay === 0) queues.delete(caller);
    }
  };
}
