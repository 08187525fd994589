import { type ComponentType, createContext, createElement, lazy, use, useEffect, useSyncExternalStore } from "react";
import { loadWords, useT } from "./language.ts";
import type { NoAnswer } from "./noAnswer.ts";

/** How long a part of the site may take to come (ERR-44, CONST-45). */
const LOAD_TIMEOUT_MS = 120_000;
/** Set while a page was loaded anew for a file that is gone, so that it is done once for a build. */
const RELOADED = "reloadedFor";

/** A part as a component; `preload` brings it before anyone looks. */
export type Shown<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

export interface Failure {
  /** Why the part did not come, in the network's words (ERR-06, ERR-07). */
  readonly text: string;
  readonly onRetry: () => void;
}
export type FailureView = ComponentType<Failure>;

const FailureContext = createContext<FailureView>(() => null);
/** A site gives its way of showing a part that did not come here once. */
export const FailureProvider = FailureContext.Provider;

/** For a part that nobody asked for: without it the page is as good. */
export const NoFailure: FailureView = () => null;

/**
 * A part of the site that loads on its own: its code and the words of its `part` at once. `part` is a name the build finds here, see `web/words.ts`.
 * One that did not come says so in its own place, or as `FailureShown` does, and is asked for again by a press or when it is next looked at; a file that
 * a new release has taken away loads the page anew.
 */
export function area<Props extends object>(part: string, load: () => Promise<ComponentType<Props>>, FailureShown?: FailureView): Shown<Props> {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const bring = async (): Promise<ComponentType<Props>> => (await inTime(Promise.all([load(), loadWords(part)])))[0];
  const make = async (): Promise<{ default: ComponentType<Props> }> => {
    isAwaited = true;
    try {
      return { default: await bring() };
    } catch (error) {
      if (isGone(error)) reload({ isWished });
      return { default: failed(held, error === LATE || navigator.onLine ? "errors.network.slow" : "errors.network.offline") };
    }
  };
  let held: ComponentType<Props> = lazy(make);
  let [isWished, isAwaited] = [false, false];
  const again = (): void => {
    held = lazy(make);
    for (const listener of listeners) listener();
  };
  /** What is there before anyone looks is shown at once; a failure is told to whoever looks. */
  const preload = async (): Promise<void> => {
    const shown = await bring().catch(() => undefined);
    if (shown !== undefined && !isAwaited) held = shown;
  };
  const press = (): void => {
    isWished = true;
    again();
  };
  const failed = (mine: ComponentType<Props>, key: NoAnswer["key"]) =>
    function Failed() {
      const Usual = use(FailureContext);
      // Whoever left it and comes back looks again.
      useEffect(() => () => void (held === mine && again()), []);
      return createElement(FailureShown ?? Usual, { text: useT()(key), onRetry: press });
    };
  const Area = (props: Props) =>
    createElement(
      useSyncExternalStore(subscribe, () => held),
      props,
    );
  return Object.assign(Area, { preload });
}

const LATE = Symbol("late");

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(LATE), LOAD_TIMEOUT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** A module that cannot be fetched or is no module, as each browser says it. */
const isGone = (error: unknown): boolean => error instanceof TypeError && /import|module/i.test(error.message);

/** Reports what broke; for a file that a new release has taken away the page is loaded anew, once for a build. */
export function reportBroken(error: Error): void {
  if (isGone(error)) reload({ isWished: false });
  reportError(error);
}

/** By itself once for a build; by a press always, because a browser never fetches again what failed once. Never in a game: a round that is under way stays where it is. */
function reload({ isWished }: { isWished: boolean }): void {
  const build = document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
  if (!navigator.onLine || location.pathname.startsWith("/room/")) return;
  if (!isWished && sessionStorage.getItem(RELOADED) === build) return;
  sessionStorage.setItem(RELOADED, build);
  location.reload();
}
