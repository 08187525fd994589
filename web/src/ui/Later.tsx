import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

/** So much below the window is made ready, in heights of it: what a flick of the finger reaches. */
const AHEAD = "40% 0px";

/** Whether a place on the page is near the window, or was: by hand, by the keyboard or by an address that names a place on the page. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(() => location.hash.length > 1);
  useEffect(() => {
    if (isNear) return;
    const show = (): void => setNear(true);
    const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(), { rootMargin: AHEAD });
    watcher.observe(place.current!);
    const over = new AbortController();
    // Whoever goes from stop to stop, searches the page or prints it has all of it.
    for (const wish of ["keydown", "beforeprint"]) addEventListener(wish, show, { signal: over.signal });
    return () => {
      watcher.disconnect();
      over.abort();
    };
  }, [isNear, place]);
  return isNear;
}

/** What lies far below is there when somebody comes near: nobody's first screen waits for it. */
export function Later({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return isNear ? children : <div ref={place} aria-hidden="true" className="min-h-75" />;
}
