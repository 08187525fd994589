import { type RefObject, useEffect, useEffectEvent } from "react";

let unfolded = 0;

/** Whether anything is unfolded now: what comes unasked would fold it under a finger, and waits. */
export const isUnfolded = (): boolean => unfolded > 0;

/** Folds what is open when Escape is pressed in it, focus leaves it, or something outside is pressed. */
export function useFold(element: RefObject<HTMLElement | null>, isOpen: boolean, onFold: () => void): void {
  const fold = useEffectEvent(onFold);
  useEffect(() => {
    const root = element.current;
    if (!isOpen || root === null) return;
    unfolded += 1;
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener("pointerdown", (event) => !root.contains(event.target as Node) && fold(), { signal });
    root.addEventListener("keydown", (event) => event.key === "Escape" && fold(), { signal });
    root.addEventListener("focusout", (event) => event.relatedTarget !== null && !root.contains(event.relatedTarget as Node) && fold(), { signal });
    return () => {
      over.abort();
      unfolded -= 1;
    };
  }, [element, isOpen]);
}
