import { useSyncExternalStore } from "react";
import { readPreview } from "./preview.ts";

/** The specification's names for what a tab keeps; nothing secret but the short-lived token. */
const TOKEN = "token";
const PUT_OFF = "putOff";

const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session token of this tab, if someone is logged in. */
export const readToken = (): string | null => (readPreview() ? null : sessionStorage.getItem(TOKEN));

/** Remembers a session that was just opened. */
export function enterSession(token: string): void {
  sessionStorage.setItem(TOKEN, token);
  tell();
}

/** Forgets everything of the tab but the merchant code. */
export function leaveSession(): void {
  if (readPreview()) return;
  const merchantCode = sessionStorage.getItem("merchantCode");
  sessionStorage.clear();
  if (merchantCode !== null) sessionStorage.setItem("merchantCode", merchantCode);
  tell();
}

/** True while someone is logged in; the screen follows when that changes. */
export const useIsLoggedIn = (): boolean => useSyncExternalStore(subscribe, () => readToken() !== null);

/** Keeps what was put off until the next login. */
export const keepPutOff = (names: readonly string[]): void => sessionStorage.setItem(PUT_OFF, names.join("\n"));
export const readPutOff = (): readonly string[] => sessionStorage.getItem(PUT_OFF)?.split("\n") ?? [];
