import { type ReactNode, useEffect, useRef, useState } from "react";

/** So much below the window is made ready, in heights of it. */
const AHEAD = "100% 0px";

/** What lies far below is there when somebody comes near, by hand, by the keyboard or by an address that names a place on the page: nobody's first screen waits for it. */
export function Later({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
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
  }, [isNear]);
  return isNear ? children : <div ref={place} aria-hidden="true" className="min-h-75" />;
}
