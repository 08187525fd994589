import { WATCHED_MAX } from "@laro/contract/core/live";

/** Is told what came of a table, unread: whoever watches it knows how to read it, and no other page needs to. */
type Hear = (message: unknown) => void;

const hearers = new Map<string, Set<Hear>>();
const waits = new Set<(watched: readonly string[]) => void>();

/** The tables that screens of this tab watch, the newest that fit. */
export const watchedTables = (): readonly string[] => [...hearers.keys()].slice(-WATCHED_MAX);

const tell = (): void => {
  for (const wait of waits) wait(watchedTables());
};

/** Hears a table's facts until the returned call. */
export function watchTable(series: string, hear: Hear): () => void {
  hearers.set(series, (hearers.get(series) ?? new Set()).add(hear));
  tell();
  return () => {
    hearers.get(series)?.delete(hear);
    if (hearers.get(series)?.size === 0) hearers.delete(series);
    tell();
  };
}

export function hearTable(message: { readonly table: string }): void {
  for (const hear of hearers.get(message.table) ?? []) hear(message);
}

/** Whoever holds the socket is told when other tables are watched than before. */
export function onWatched(wait: (watched: readonly string[]) => void): () => void {
  waits.add(wait);
  return () => void waits.delete(wait);
}
