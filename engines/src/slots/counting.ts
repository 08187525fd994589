import { lineWin, type ReelMachine, viewOf } from "./reels.ts";

/** What all stops of all reels show and pay, in line stakes. */
export interface Tally {
  spins: number;
  firstLinePays: number;
  pays: number;
  squares: number;
  hits: number;
  most: number;
  mostTimes: number;
  /** The same by how many of the counted symbol were in view. */
  readonly shown: { readonly spins: number; readonly pays: number; readonly most: number; readonly hits: number }[];
}

/** Counts a machine of lines window by window, without the formulas of its engine; `counted` is the symbol that `shown` is about. */
export function countLines(machine: ReelMachine, counted = machine.scatter): Tally {
  const SYMBOLS = machine.linePays.length;
  const { strips, lines, scatterPays } = machine;
  const windows = strips.map((strip) => strip.map((_, stop) => viewOf(strip, stop)));
  const seenOf = (symbol: number) => windows.map((reel) => reel.map((shown) => shown.filter((one) => one === symbol).length));
  const [scatters, seen] = [seenOf(machine.scatter), seenOf(counted)];
  /** Pay of each line of five, at the index whose digits are its symbols. */
  const linePay = Int32Array.from(
    { length: SYMBOLS ** 5 },
    (_, index) =>
      lineWin(
        machine,
        [4, 3, 2, 1, 0].map((reel) => Math.floor(index / SYMBOLS ** reel) % SYMBOLS),
      ).pays,
  );
  /** Whether a line can still pay after three reels. */
  const isAlive = Array.from({ length: SYMBOLS ** 3 }, (_, head) => linePay.subarray(head * SYMBOLS ** 2, (head + 1) * SYMBOLS ** 2).some((pays) => pays > 0));
  const tally: Tally = { spins: 0, firstLinePays: 0, pays: 0, squares: 0, hits: 0, most: 0, mostTimes: 0, shown: [] };
  const by = Array.from({ length: 16 }, () => ({ spins: 0, pays: 0, most: 0, hits: 0 }));
  const heads = new Int32Array(lines.length);
  const [first = [], second = [], third = [], fourth = [], fifth = []] = windows;

  /** Adds what the last two reels make of the first three. */
  const addTails = (scattersSoFar: number, seenSoFar: number): void => {
    const live = lines.flatMap((rows, line) => {
      const head = heads[line] ?? 0;
      return isAlive[head] ? [{ line, index: head * SYMBOLS ** 2, fourth: rows[3] ?? 0, fifth: rows[4] ?? 0 }] : [];
    });
    fourth.forEach((fourthShown, fourthStop) => {
      for (let fifthStop = 0; fifthStop < fifth.length; fifthStop += 1) {
        const fifthShown = fifth[fifthStop];
        let pays = scatterPays[scattersSoFar + (scatters[3]?.[fourthStop] ?? 0) + (scatters[4]?.[fifthStop] ?? 0)] ?? 0;
        for (const tail of live) {
          const linePays = linePay[tail.index + (fourthShown[tail.fourth] ?? 0) * SYMBOLS + (fifthShown?.[tail.fifth] ?? 0)] ?? 0;
          if (tail.line === 0) tally.firstLinePays += linePays;
          pays += linePays;
        }
        tally.spins += 1;
        tally.pays += pays;
        tally.squares += pays * pays;
        if (pays > 0) tally.hits += 1;
        if (pays === tally.most) tally.mostTimes += 1;
        if (pays > tally.most) [tally.most, tally.mostTimes] = [pays, 1];
        const one = by[seenSoFar + (seen[3]?.[fourthStop] ?? 0) + (seen[4]?.[fifthStop] ?? 0)];
        if (one === undefined) throw new RangeError("A window has fifteen cells.");
        one.spins += 1;
        one.pays += pays;
        if (pays > 0) one.hits += 1;
        if (pays > one.most) one.most = pays;
      }
    });
  };
  first.forEach((a, aStop) =>
    second.forEach((b, bStop) =>
      third.forEach((c, cStop) => {
        lines.forEach(([x = 0, y = 0, z = 0], line) => {
          heads[line] = ((a[x] ?? 0) * SYMBOLS + (b[y] ?? 0)) * SYMBOLS + (c[z] ?? 0);
        });
        const soFar = (of: readonly (readonly number[])[]): number => (of[0]?.[aStop] ?? 0) + (of[1]?.[bStop] ?? 0) + (of[2]?.[cStop] ?? 0);
        addTails(soFar(scatters), soFar(seen));
      }),
    ),
  );
  return { ...tally, shown: by };
}
