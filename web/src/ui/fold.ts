import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from "react";

let unfolded = 0;
const listeners = new Set<() => void>();

function count(more: 1 | -1): void {
  unfolded += more;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether anything is unfolded now: what comes unasked would fold it under a finger, and waits. */
export const useIsUnfolded = (): boolean => useSyncExternalStore(subscribe, () => unfolded > 0);

/** Folds what is open when Escape is pressed in it, focus leaves it, or something outside is pressed. */
export function useFold(element: RefObject<HTMLElement | null>, isOpen: boolean, onFold: () => void): void {
  const fold = useEffectEvent(onFold);
  useEffect(() => {
    const root = element.current;
    if (!isOpen || root === null) return;
    count(1);
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener("pointerdown", (event) => !root.contains(event.target as Node) && fold(), { signal });
    root.addEventListener("keydown", (event) => event.key === "Escape" && fold(), { signal });
    root.addEventListener("focusout", (event) => event.relatedTarget !== null && !root.contains(event.relatedTarget as Node) && fold(), { signal });
    return () => {
      over.abort();
      count(-1);
    };
  }, [element, isOpen]);
}
