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

let isEnded = false;

/** Remembers a session that was just opened. */
export function enterSession(token: string): void {
  isEnded = false;
  sessionStorage.setItem(TOKEN, token);
  tell();
}

/** Forgets everything of the tab but the merchant code. */
export const leaveSession = (): void => forget(false);
/** The same where the session was ended by another's hand, if there was one. */
export const endSession = (): void => forget(readToken() !== null);
/** True where the tab's last session was ended by another's hand. */
export const hasEnded = (): boolean => isEnded;

function forget(ended: boolean): void {
  if (readPreview()) return;
  isEnded = ended;
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
