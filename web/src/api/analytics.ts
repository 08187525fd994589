import { useSyncExternalStore } from "react";
import { nowMs } from "./clock.ts";

/** Whether the visit may be counted; undefined until the visitor said so. */
export type AnalyticsChoice = "allow" | "deny" | undefined;

/** The page is composed by the server, whose policy names the counting origin only when this says "allow". */
const COOKIE = "analytics";
const YEAR_S = 31_536_000;

let isAskedAgain = false;
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the visitor chose on this browser. */
export function readAnalyticsChoice(): AnalyticsChoice {
  const [, value] = /(?:^|; )analytics=(allow|deny)(?:;|$)/.exec(document.cookie) ?? [];
  return value as AnalyticsChoice;
}

/** Keeps the choice. A policy cannot change under an open page, nor a script be taken back, so the page is loaded anew where either must. */
export function chooseAnalytics(choice: "allow" | "deny"): void {
  const before = readAnalyticsChoice();
  document.cookie = `${COOKIE}=${choice}; path=/; max-age=${YEAR_S}; samesite=lax`;
  isAskedAgain = false;
  tell();
  if ((before === "allow") !== (choice === "allow")) location.reload();
}

/** Opens the question once more. */
export function askAgain(): void {
  isAskedAgain = true;
  tell();
}

/** Whether the question stands open. */
export const useIsAsked = (): boolean => useSyncExternalStore(subscribe, () => isAskedAgain || readAnalyticsChoice() === undefined);

type Counted = typeof globalThis & { dataLayer?: unknown[] };

/** The tag reads its orders as the arguments of a call, and takes no plain list for one. */
function order(..._words: readonly unknown[]): void {
  ((globalThis as Counted).dataLayer ??= []).push(arguments);
}

/** Loads the tag once. It is told nothing by itself: neither the address with its query nor where the visitor came from. */
export function loadAnalytics({ id, url }: { id: string; url: string }): void {
  if (document.querySelector("script[data-analytics]") !== null) return;
  order("js", new Date(nowMs()));
  order("config", id, { send_page_view: false, page_referrer: "" });
  const script = document.createElement("script");
  const address = new URL(url);
  address.searchParams.set("id", id);
  Object.assign(script, { src: address.href, async: true, referrerPolicy: "no-referrer" });
  script.dataset["analytics"] = id;
  document.head.append(script);
}

/** Says that a page was opened, by its path alone. */
export function countPage(path: string): void {
  order("set", { page_location: location.origin + path, page_referrer: "", page_title: path });
  order("event", "page_view", { page_location: location.origin + path, page_referrer: "", page_title: path });
}
