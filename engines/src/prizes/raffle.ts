import type { Stream } from "../fair.ts";

/** How often a ticket is drawn at most: beyond it nobody is left who could win. */
export const TURNS_MAX = 20_000;

/** The list of a raffle as its hash is made of: a line for each entry in order, its number from 1 and its tickets, without a line end behind the last. */
export const listText = (tickets: readonly number[]): string => tickets.map((count, at) => `${at + 1} ${count}`).join("\n");

/** The tickets as they are drawn, one after the other, each time of all of them: numbers from 0. At most `TURNS_MAX`. */
export function* drawTickets(stream: Stream, tickets: number): Generator<number, void> {
  if (tickets < 1) return;
  for (let turn = 0; turn < TURNS_MAX; turn += 1) yield stream.uniform(tickets);
}

/** Says which entry of a list holds a ticket, by its place from 0; -1 for a ticket beyond all of them. */
export function entryFinder(tickets: readonly number[]): (ticket: number) => number {
  let sum = 0;
  const ends = tickets.map((count) => (sum += count));
  return (ticket) => {
    if (ticket >= sum) return -1;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ticket < ends[middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
