import { decodeAnswer, pathOf } from "@laro/contract/core/call";
import type { Answer, Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { EVERYTHING } from "@laro/contract/core/live";

/** As long as an answer that nobody looks at: later it is asked for. */
export const KEPT_MS = 600_000;

/** What the server put into the page, by the paths of the calls it answers: the first screen waits for none of them. Each is the same for everyone. */
const answers = new Map(Object.entries(readAnswers()));

/** When the answers came: a page that the browser kept itself has old ones, which are shown and asked for again. */
export const cameAt = isFromServer() ? performance.timeOrigin : 0;

function readAnswers(): Record<string, Answer<unknown>> {
  try {
    return JSON.parse(document.getElementById("answers")?.textContent ?? "{}") as Record<string, Answer<unknown>>;
  } catch {
    return {};
  }
}

function isFromServer(): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (page === undefined || page.transferSize > 0) return true;
  // The service worker keeps no page and says no size; whoever goes back is shown what the browser kept.
  return page.workerStart > 0 && page.type !== "back_forward";
}

/** The answer that came with the page; undefined where none did, or none that can be read. */
export function findFirst<E extends Endpoint>(endpoint: E, input: InputOf<E>): OutputOf<E> | undefined {
  if (answers.size === 0 || performance.now() > KEPT_MS) return undefined;
  try {
    const answer = answers.get(pathOf(endpoint, input));
    return answer ? decodeAnswer(endpoint, answer) : undefined;
  } catch {
    return undefined;
  }
}

/** Lets go of the answers of an endpoint, or of all, because it answers otherwise now. */
export function forgetFirst(name: string): void {
  for (const path of answers.keys()) if (name === EVERYTHING || path.split("?")[0] === `/api/${name}`) answers.delete(path);
}
