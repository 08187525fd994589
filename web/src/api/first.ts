import { decodeAnswer, pathOf } from "@laro/contract/core/call";
import type { Answer, Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";

/** What the server put into the page, by the paths of the calls it answers: the first screen waits for none of them. */
const answers = JSON.parse(document.getElementById("answers")?.textContent ?? "{}") as Readonly<Record<string, Answer<unknown>>>;

/** When the page came, and the answers in it. */
export const cameAt = Date.now();

/** The answer that came with the page; undefined where none did. */
export function findFirst<E extends Endpoint>(endpoint: E, input: InputOf<E>): OutputOf<E> | undefined {
  const answer = answers[pathOf(endpoint, input)];
  return answer && decodeAnswer(endpoint, answer);
}
