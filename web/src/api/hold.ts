import type { Query, QueryClient } from "@tanstack/react-query";

/** What was never answered is let through: nothing shows it yet, and called off it would not be asked for again. */
const isAnswered = ({ state }: Query): boolean => state.data !== undefined;

/** Keeps answers as they are while what they would tell is still to be shown; who calls what this returns asks for them afterwards. */
export function holdAnswers(client: QueryClient, names: readonly string[]): () => void {
  const cancel = (name: unknown): void => void client.cancelQueries({ queryKey: [name], predicate: isAnswered });
  names.forEach(cancel);
  return client.getQueryCache().subscribe((event) => {
    const [name] = event.query.queryKey as readonly [string];
    if (event.type === "updated" && event.action.type === "fetch" && isAnswered(event.query) && names.includes(name)) queueMicrotask(() => cancel(name));
  });
}
