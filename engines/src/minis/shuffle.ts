import type { Stream } from "../fair.ts";

/**
 * `count` different numbers of the `of` from `first` on, in the order they are drawn. The numbers stand in a row; for place i = 0, 1, 2 …
 * `stream.uniform(of - i)` = j, and the numbers at the places i and i + j change places. What then stands at place i is drawn.
 */
export function drawSome(stream: Stream, { first, of, count }: { first: number; of: number; count: number }): number[] {
  const row = Array.from({ length: of }, (_, at) => first + at);
  for (let place = 0; place < count; place += 1) {
    const other = place + stream.uniform(of - place);
    [row[place], row[other]] = [row[other] ?? 0, row[place] ?? 0];
  }
  return row.slice(0, count);
}
