import { useState } from "react";

/** A yes-or-no choice of the look that this browser keeps between visits. */
export function useRemembered(key: string, initial: boolean): [boolean, (next: boolean) => void] {
  const [value, setValue] = useState(() => read(key) ?? initial);
  const remember = (next: boolean) => {
    setValue(next);
    try {
      localStorage.setItem(key, String(next));
    } catch {
      // A browser that forbids storage keeps the choice for this visit only.
    }
  };
  return [value, remember];
}

function read(key: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : stored === "true";
  } catch {
    return undefined;
  }
}
