import { type ComponentType, createElement, lazy } from "react";
import { NoAnswer } from "./noAnswer.ts";
import { loadWords } from "./language.ts";

/** How long a part of the site may take to come (ERR-44, CONST-45). */
const LOAD_TIMEOUT_MS = 120_000;
/** Set while a page was loaded anew for a file that is gone, so that it is done once for a build. */
const RELOADED = "reloadedFor";

type Shown<Props> = ComponentType<Props> & { readonly preload: () => void };

/**
 * A part of the site that loads on its own: its code and the words of its `part` at once. `part` is a name the build finds here, see `web/words.ts`.
 * Late, it throws `NoAnswer`; a file that a new release has taken away loads the page anew.
 */
export function area<Props extends object>(part: string, load: () => Promise<ComponentType<Props>>): Shown<Props> {
  const make = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [shown] = await inTime(Promise.all([load(), loadWords(part)]));
      return { default: shown };
    } catch (error) {
      // The next look asks again: what `lazy` holds stays broken for ever.
      Held = lazy(make);
      if (isGone(error)) reloadOnce();
      throw error instanceof NoAnswer ? error : new NoAnswer(navigator.onLine ? "errors.network.slow" : "errors.network.offline");
    }
  };
  let Held: ComponentType<Props> = lazy(make);
  const Area = (props: Props) => createElement(Held, props);
  return Object.assign(Area, { preload: () => void load().catch(() => undefined) });
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer("errors.network.slow")), LOAD_TIMEOUT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** A module that cannot be fetched or is no module, as each browser says it. */
const isGone = (error: unknown): boolean => error instanceof TypeError && /import|module/i.test(error.message);

/** Never in a game: a round that is under way stays where it is. */
function reloadOnce(): void {
  const build = document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === build || location.pathname.startsWith("/room/")) return;
  sessionStorage.setItem(RELOADED, build);
  location.reload();
}
