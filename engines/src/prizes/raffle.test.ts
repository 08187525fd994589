import { expect, test } from "vitest";
import { entryFinder } from "./raffle.ts";

test("every ticket of a list is found at the entry that holds it, and one beyond all of them nowhere", () => {
  const lists = [[1], [3], [1, 1, 1], [5, 1, 7, 2], [2, 0, 0, 3, 1], Array.from({ length: 501 }, (_, at) => (at % 7) + 1), []];
  for (const tickets of lists) {
    const owners = tickets.flatMap((count, at) => Array.from({ length: count }, () => at));
    const find = entryFinder(tickets);
    expect(owners.map((_, ticket) => find(ticket))).toEqual(owners);
    expect(find(owners.length)).toBe(-1);
  }
});
