import type { Game } from "@laro/contract/games";
import { useSyncExternalStore } from "react";

/** The game a visitor pressed before the login that stands before it. */
export type WaitingGame = Pick<Game, "nodeId" | "displayName">;

/** Kept for the tab: some ways in lead over another site. */
const STORE = "waitingGame";
let waiting = JSON.parse(sessionStorage.getItem(STORE) ?? "null") as WaitingGame | null;
const listeners = new Set<() => void>();

/** Keeps the game that waits; `null` where none does any more. */
export function keepWaiting(game: WaitingGame | null): void {
  waiting = game && { nodeId: game.nodeId, displayName: game.displayName };
  if (waiting === null) sessionStorage.removeItem(STORE);
  else sessionStorage.setItem(STORE, JSON.stringify(waiting));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWaiting = (): WaitingGame | null => useSyncExternalStore(subscribe, () => waiting);
