import { refuse } from "@laro/contract/core/errors";

const RETRY_AFTER_S = 1;

interface Group<Item, Result> {
  /** Does all of a group, and answers for each in their order; an error is thrown to whoever asked for that one alone. */
  readonly work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;
  readonly atOnceMax: number;
  readonly waitingMax: number;
}

/**
 * Turns what many ask for in one moment into few pieces of work, one after the other: what comes while one is under way is the next, without a timer. Refuses with
 * `server.busy` where too many wait; what the work throws fails all of its group.
 */
export function grouped<Item, Result>({ work, atOnceMax, waitingMax }: Group<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: (PromiseWithResolvers<Result> & { readonly item: Item })[] = [];
  let isAtIt = false;

  const workOff = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, atOnceMax);
      try {
        const results = await work(group.map(({ item }) => item));
        for (const [at, { resolve, reject }] of group.entries()) {
          const result = results[at];
          if (result instanceof Error) reject(result);
          else resolve(result as Result);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isAtIt = false;
  };

  return async (item) => {
    if (waiting.length >= waitingMax) refuse("server.busy", { retryAfter: RETRY_AFTER_S });
    const asked = { item, ...Promise.withResolvers<Result>() };
    waiting.push(asked);
    if (!isAtIt) setImmediate(() => void workOff());
    isAtIt = true;
    return asked.promise;
  };
}
