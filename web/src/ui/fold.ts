import { type RefObject, useEffect, useEffectEvent } from "react";

/** Folds what is open when Escape is pressed in it, focus leaves it, or something outside is pressed. */
export function useFold(element: RefObject<HTMLElement | null>, isOpen: boolean, onFold: () => void): void {
  const fold = useEffectEvent(onFold);
  useEffect(() => {
    const root = element.current;
    if (!isOpen || root === null) return;
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener("pointerdown", (event) => !root.contains(event.target as Node) && fold(), { signal });
    root.addEventListener("keydown", (event) => event.key === "Escape" && fold(), { signal });
    root.addEventListener("focusout", (event) => event.relatedTarget !== null && !root.contains(event.relatedTarget as Node) && fold(), { signal });
    return () => over.abort();
  }, [element, isOpen]);
}
