/** Where an entry of the history was left: how far down, and the name of what was pressed last. */
interface Place {
  readonly top: number;
  readonly pressed?: string | undefined;
}

/** Kept for the tab: a vendor's game is a document of its own, and one comes back from it too. */
const STORE = "places";
const PLACES_MAX = 50;
/** A page that has not grown to where it was left by then stays where it is. */
const GIVE_UP_MS = 5_000;
const PRESSABLE = "#main a, #main button";

const places = new Map<string, Place>(JSON.parse(sessionStorage.getItem(STORE) ?? "[]") as [string, Place][]);
let returning: Place | undefined;

/** The entry of the history that is shown. */
export const readKey = (): string => (window.navigation as Navigation | undefined)?.currentEntry?.key ?? "";

/** The entry that was come back to last. */
let backTo: string | undefined;

/** Whether the page is shown again, and so belongs where it was left. */
export const cameBack = (): boolean => backTo === readKey();

function meetAgain(): void {
  returning = places.get(readKey());
  if (returning !== undefined) backTo = readKey();
}

const nameOf = (element: Element | null): string | undefined =>
  element?.matches(PRESSABLE) === true ? (element.getAttribute("aria-label") ?? element.textContent).slice(0, 120) : undefined;

function keep(place: Partial<Place> = {}): void {
  const key = readKey();
  const before = places.get(key);
  places.delete(key);
  places.set(key, { top: scrollY, pressed: before?.pressed, ...place });
  const [oldest] = places.keys();
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

/** Remembers from now on where each page is left, and takes the browser's own restoring away, which comes before a page has its height. */
export function keepPlaces(): void {
  history.scrollRestoration = "manual";
  meetAgain();
  addEventListener("popstate", meetAgain);
  addEventListener("scroll", () => returning ?? keep(), { passive: true });
  // Before whatever the press does: the address may be another one when it has done it.
  addEventListener("click", ({ target }) => keep({ pressed: nameOf((target as Element).closest(PRESSABLE)) }), { capture: true });
  addEventListener("pagehide", () => sessionStorage.setItem(STORE, JSON.stringify([...places])));
}

/** Puts a page that is shown again where it was left, at once, as soon as it is as long as it was; the focus returns to what was pressed. */
export function leadBack(): (() => void) | undefined {
  const place = returning;
  if (place === undefined) return undefined;
  const over = new AbortController();
  const size = new ResizeObserver(look);
  const parts = new MutationObserver(look);
  const stop = (): void => {
    size.disconnect();
    parts.disconnect();
    over.abort();
    clearTimeout(timer);
    if (returning === place) returning = undefined;
  };
  const timer = setTimeout(stop, GIVE_UP_MS);
  // Whoever moves the page is not pulled back.
  for (const wish of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(wish, stop, { signal: over.signal, passive: true });
  size.observe(document.body);
  parts.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
  function look(): void {
    scrollTo({ top: place!.top, behavior: "instant" });
    if (Math.abs(scrollY - place!.top) > 1) return;
    const pressed =
      place!.pressed === undefined ? undefined : [...document.querySelectorAll<HTMLElement>(PRESSABLE)].find((one) => nameOf(one) === place!.pressed);
    if (place!.pressed !== undefined && pressed === undefined) return;
    pressed?.focus({ preventScroll: true });
    stop();
  }
}
