import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import { openDialog, readDialog } from "./dialogs.ts";

/** Where `g` and a letter lead. */
export const goKeys = { h: "/", f: "/favorite", r: "/recent", l: "/provider" } as const;

/** Set by whoever wants no keys of ours (WCAG 2.1.4). */
const OFF = "keysOff";
/** The second key must follow soon. */
const SECOND_WITHIN_MS = 1_500;
const TYPED_IN = "input, textarea, select, [contenteditable], dialog";

export const areKeysOn = (): boolean => localStorage.getItem(OFF) === null;
export const setKeysOn = (isOn: boolean): void => (isOn ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "true"));

/** `g` and a letter go to a page, `/` and Ctrl K search, `?` lists them; never while something is typed or a dialog is open. */
export function useKeys(): void {
  const [, navigate] = useLocation();
  const press = useEffectEvent((event: KeyboardEvent, gAt: number): number => {
    const { key, ctrlKey, metaKey, altKey, target, timeStamp } = event;
    if (!areKeysOn() || readDialog() !== undefined || (target as Element).closest(TYPED_IN) !== null) return -Infinity;
    const isSearch = ctrlKey || metaKey ? key.toLowerCase() === "k" && !altKey : key === "/";
    if (isSearch) {
      // The browser's own search stays shut, and the sign is not typed into ours.
      event.preventDefault();
      openDialog("search");
    }
    if (ctrlKey || metaKey || altKey) return -Infinity;
    if (key === "?") openDialog("keys");
    const to = timeStamp - gAt < SECOND_WITHIN_MS ? (goKeys as Readonly<Record<string, string>>)[key] : undefined;
    if (to !== undefined) navigate(to);
    return key === "g" ? timeStamp : -Infinity;
  });
  useEffect(() => {
    let gAt = -Infinity;
    const hear = (event: KeyboardEvent): void => void (gAt = press(event, gAt));
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
