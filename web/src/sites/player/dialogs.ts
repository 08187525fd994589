import { useSyncExternalStore } from "react";

/** The site's own dialogs, one at a time; `forcedPassword` gives way to nothing but the end of the session. */
export type DialogName =
  | "login"
  | "forgot"
  | "register"
  | "welcome"
  | "venue"
  | "realAccount"
  | "linkSignIn"
  | "disclaimer"
  | "consents"
  | "announcement"
  | "notice"
  | "feedback"
  | "communities"
  | "appDownload"
  | "keys"
  | "otherGames"
  | "search"
  | "verification"
  | "otherAccount"
  | "signOut"
  | "signingOut"
  | "forcedPassword";

let shown: DialogName | undefined;
const listeners = new Set<() => void>();

function show(next: DialogName | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const readDialog = (): DialogName | undefined => shown;

export function openDialog(name: DialogName): void {
  if (shown !== "forcedPassword") show(name);
}

export const closeDialog = (): void => show(undefined);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useDialog = (): DialogName | undefined => useSyncExternalStore(subscribe, readDialog);

let isWelcomed = true;
/** A new member's welcome waits for its turn among the popups. */
export const isWelcomeDue = (): boolean => !isWelcomed;
export const setWelcomed = (next: boolean): void => void (isWelcomed = next);
