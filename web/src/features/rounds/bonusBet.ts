import type { BonusBet } from "@laro/contract/bonuses";
import { useSyncExternalStore } from "react";

/** The bonus bets the next round of this tab is to be played with, while a room's switch is on them. */
let chosen: BonusBet | undefined;
const listeners = new Set<() => void>();

export const chosenBonusBet = (): BonusBet | undefined => chosen;

export function chooseBonusBet(bet: BonusBet | undefined): void {
  chosen = bet;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useChosenBonusBet = (): BonusBet | undefined => useSyncExternalStore(subscribe, chosenBonusBet);
