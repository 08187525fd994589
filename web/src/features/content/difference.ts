/** A run of words that stayed, went or came. */
export interface Run {
  readonly how: "kept" | "gone" | "come";
  readonly words: string;
}

/** Past so many changed words the rest is shown as gone and come: nobody reads that word by word, and the search would be slow. */
export const CHANGES_MAX = 600;

const wordsOf = (text: string): string[] => text.match(/\n|[^\s]+[^\S\n]*|[^\S\n]+/gu) ?? [];

/** The shortest way from one text to the other, word by word (Myers 1986), with what both begin and end with cut off first. */
export function compareWords(before: string, after: string): readonly Run[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let tail = 0;
  while (tail < old.length - start && tail < fresh.length - start && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const [gone, come] = [old.slice(start, old.length - tail), fresh.slice(start, fresh.length - tail)];
  const middle = search(gone, come) ?? [...gone.map(asRun("gone")), ...come.map(asRun("come"))];
  return join([...old.slice(0, start).map(asRun("kept")), ...middle, ...old.slice(old.length - tail).map(asRun("kept"))]);
}

const asRun =
  (how: Run["how"]) =>
  (words: string): Run => ({ how, words });

/** Undefined where more changed than is worth a search. */
function search(gone: readonly string[], come: readonly string[]): Run[] | undefined {
  const reach = new Map([[1, 0]]);
  const trace: Map<number, number>[] = [];
  const at = (diagonal: number): number => reach.get(diagonal) ?? -1;
  for (let steps = 0; steps <= Math.min(CHANGES_MAX, gone.length + come.length); steps++) {
    trace.push(new Map(reach));
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const isDown = diagonal === -steps || (diagonal !== steps && at(diagonal - 1) < at(diagonal + 1));
      let x = isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (x < gone.length && x - diagonal < come.length && gone[x] === come[x - diagonal]) x++;
      reach.set(diagonal, x);
      if (x >= gone.length && x - diagonal >= come.length) return walkBack(trace, gone, come);
    }
  }
  return undefined;
}

function walkBack(trace: readonly Map<number, number>[], gone: readonly string[], come: readonly string[]): Run[] {
  const runs: Run[] = [];
  let [x, y] = [gone.length, come.length];
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reach = trace[steps] ?? new Map<number, number>();
    const diagonal = x - y;
    const [left, right] = [reach.get(diagonal - 1) ?? -1, reach.get(diagonal + 1) ?? -1];
    const isDown = diagonal === -steps || (diagonal !== steps && left < right);
    const fromX = isDown ? right : left;
    const fromY = fromX - (isDown ? diagonal + 1 : diagonal - 1);
    for (; x > Math.max(0, fromX) && y > Math.max(0, fromY); y--) runs.push({ how: "kept", words: gone[--x] ?? "" });
    if (steps === 0) break;
    if (isDown) runs.push({ how: "come", words: come[--y] ?? "" });
    else runs.push({ how: "gone", words: gone[--x] ?? "" });
  }
  return runs.reverse();
}

function join(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.how === run.how) joined[joined.length - 1] = { how: run.how, words: last.words + run.words };
    else joined.push(run);
  }
  return joined;
}
