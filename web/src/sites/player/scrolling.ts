import { useEffect, useRef } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { useOutsidePath } from "./outside.ts";

const readHash = (): string => location.hash;
export const useHash = (): string => useLocationProperty(readHash);

/** Home under all its names; some of them open a dialog over it. */
export const HOME_PATHS = /^\/(?:index|index\.html|home|login|register|help|helpmc)?\/?$/;

/** The first part of a path names its route: within it, pages change without moving the view. */
export const routeOf = (path: string): string => (HOME_PATHS.test(path) ? "" : (path.split("/")[1] ?? ""));

const behavior = (): ScrollBehavior => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** Glides to the top after a change of route, and to the element a hash names (ROUTE-38, ROUTE-40). */
export function useScrolling(): void {
  const path = useOutsidePath();
  const hash = useHash();
  const route = routeOf(path);
  const seen = useRef(route);
  useEffect(() => {
    const isNew = seen.current !== route;
    seen.current = route;
    const id = decodeURIComponent(hash.slice(1));
    if (isNew && document.getElementById(id) === null) window.scrollTo({ top: 0, behavior: behavior() });
    return id === "" ? undefined : whenThere(id, (target) => target.scrollIntoView({ behavior: behavior() }));
  }, [route, hash]);
}

/** Pages load as they are opened, so an element can come a moment after the address that names it. */
function whenThere(id: string, act: (target: HTMLElement) => void): () => void {
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
  look();
  return () => watcher.disconnect();
  function look(): void {
    const target = document.getElementById(id);
    if (target === null) return;
    watcher.disconnect();
    act(target);
  }
}
