import { findPlayerPath } from "@laro/contract/core/paths";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { useOutsidePath } from "./outside.ts";
import { cameBack, leadBack, readKey } from "./places.ts";

const readHash = (): string => location.hash;
export const useHash = (): string => useLocationProperty(readHash);

/** Home under all its names; some of them open a dialog over it. */
const homes: readonly (string | undefined)[] = ["home", "login", "register", "help"];
export const isHome = (path: string): boolean => homes.includes(findPlayerPath(path)?.name);

/** The first part of a path names its route: within it, pages change without moving the view. */
export const routeOf = (path: string): string => (isHome(path) ? "" : (path.split("/")[1] ?? ""));

const behavior = (): ScrollBehavior => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** Glides to the top after a change of route, and to the element a hash names (ROUTE-38, ROUTE-40); back and forward are where they were left, at once. */
export function useScrolling(): void {
  const path = useOutsidePath();
  const hash = useHash();
  const key = useLocationProperty(readKey);
  const route = routeOf(path);
  const seen = useRef({ route, key: "" });
  useEffect(() => {
    const isNew = seen.current.route !== route;
    seen.current.route = route;
    if (cameBack()) return;
    const id = decodeURIComponent(hash.slice(1));
    if (isNew && document.getElementById(id) === null) window.scrollTo({ top: 0, behavior: behavior() });
    if (id !== "")
      return whenThere(
        () => document.getElementById(id),
        (target) => target.scrollIntoView({ behavior: behavior() }),
      );
    return isNew ? whenThere(() => document.querySelector<HTMLElement>("#main h1"), focusHeading) : undefined;
  }, [route, hash]);
  useLayoutEffect(() => {
    const isNew = seen.current.key !== key;
    seen.current.key = key;
    return isNew ? leadBack() : undefined;
  }, [key]);
}

/** Whoever reads with the ears, or by the keyboard, begins at the page's name; a dialog that opened meanwhile keeps the focus. */
function focusHeading(heading: HTMLElement): void {
  if (document.querySelector("dialog[open]") !== null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Pages load as they are opened, so an element can come a moment after the address that names it. */
function whenThere(find: () => HTMLElement | null, act: (target: HTMLElement) => void): () => void {
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
  look();
  return () => watcher.disconnect();
  function look(): void {
    const target = find();
    if (target === null) return;
    watcher.disconnect();
    act(target);
  }
}
