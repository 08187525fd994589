import { useSyncExternalStore } from "react";

const KEY = "searches";
const KEPT_MAX = 10;

const listeners = new Set<() => void>();

/** What this browser searched for last, the newest first; a browser that forbids storage keeps none. */
const read = (): string => {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
};

function write(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, searches.join("\n"));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

const listOf = (kept: string): readonly string[] => kept.split("\n").filter((typed) => typed !== "");

/** Keeps what led to a game, once. */
export const keepSearch = (typed: string): void => write([typed, ...listOf(read()).filter((one) => one !== typed)].slice(0, KEPT_MAX));

export const forgetSearches = (): void => write([]);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLastSearches = (): readonly string[] => listOf(useSyncExternalStore(subscribe, read));
