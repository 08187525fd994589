import { limits } from "@laro/contract/limits";
import { rounds } from "@laro/contract/rounds";
import { wallet } from "@laro/contract/wallet";
import type { Query, QueryClient } from "@tanstack/react-query";

/** What would tell a round's result before it is shown. */
export const TELLTALES: readonly string[] = [wallet.balance.name, wallet.history.name, rounds.mine.name, rounds.totals.name, limits.mine.name];

/** What was never answered is let through: nothing shows it yet, and called off it would not be asked for again. */
const isAnswered = ({ state }: Query): boolean => state.data !== undefined;

/** Keeps answers as they are while a round is on its way; the answer to the returned call is asked for afterwards. */
export function holdTelltales(client: QueryClient): () => void {
  const cancel = (name: unknown): void => void client.cancelQueries({ queryKey: [name], predicate: isAnswered });
  TELLTALES.forEach(cancel);
  return client.getQueryCache().subscribe((event) => {
    const [name] = event.query.queryKey as readonly [string];
    if (event.type === "updated" && event.action.type === "fetch" && isAnswered(event.query) && TELLTALES.includes(name)) queueMicrotask(() => cancel(name));
  });
}
