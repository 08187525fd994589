import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";

const listeners = new Set<() => void>();

const readTheme = (): Theme => (document.documentElement.dataset["theme"] === "light" ? "light" : "dark");

/** Applies a theme and remembers it for a year: the server writes it into the next page, so that no reader of the light theme sees a dark flash. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
