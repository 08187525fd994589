import { EVERYTHING } from "@laro/contract/core/live";
import type { QueryClient } from "@tanstack/react-query";

/** Has what is shown asked for anew. What is asked for the first time may come older than what made it stale, and is asked for once more when it is here. */
export function readAgain(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const again = () => client.invalidateQueries({ queryKey });
  const isComing = client.isFetching({ queryKey, predicate: ({ state }) => !state.data });
  return again().then(isComing ? again : undefined);
}

/** Has what the socket says is stale asked for anew: the answers of an endpoint, or all. */
export const readStale = (client: QueryClient, name: string): Promise<void> => readAgain(client, name === EVERYTHING ? [] : [name]);
