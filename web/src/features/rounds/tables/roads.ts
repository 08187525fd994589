/** A bead: who won, and what else is marked on it. */
export interface Bead {
  readonly id: string;
  readonly winner: "first" | "second" | "tie";
  readonly isFirstPair?: boolean;
  readonly isSecondPair?: boolean;
}

export const ROWS = 6;

export interface Place {
  readonly column: number;
  readonly row: number;
}

export interface RoadCell extends Place {
  readonly winner: "first" | "second";
  readonly ties: number;
}

/** Beads from the oldest to the newest, column by column downwards. */
export function beadPlate(beads: readonly Bead[]): readonly (Bead & { readonly column: number; readonly row: number })[] {
  return beads.map((bead, at) => ({ ...bead, column: Math.floor(at / ROWS), row: at % ROWS }));
}

/** Where each of a road's marks stands: a run of one kind goes down a column, another kind begins the next. A run that meets the floor or an earlier one turns to the side. */
export function layRoad(kinds: readonly string[]): readonly Place[] {
  const places: Place[] = [];
  const taken = new Set<string>();
  const isTaken = ({ column, row }: Place): boolean => row >= ROWS || taken.has(`${column} ${row}`);
  let run = -1;
  let hasTurned = false;
  for (const [at, kind] of kinds.entries()) {
    let place = places.at(-1);
    if (place !== undefined && kind === kinds[at - 1]) {
      const under = { column: place.column, row: place.row + 1 };
      hasTurned ||= isTaken(under);
      place = hasTurned ? { column: place.column + 1, row: place.row } : under;
    } else {
      do run += 1;
      while (isTaken({ column: run, row: 0 }));
      hasTurned = false;
      place = { column: run, row: 0 };
    }
    taken.add(`${place.column} ${place.row}`);
    places.push(place);
  }
  return places;
}

interface Won {
  readonly winner: "first" | "second";
  readonly ties: number;
}

/** What was won, in order. A tie has no place of its own: it is counted on the place before it, or on the first where the road begins with it. */
function listWon(beads: readonly Bead[]): readonly Won[] {
  const won: Won[] = [];
  let ties = 0;
  for (const { winner } of beads) {
    const last = won.at(-1);
    if (winner !== "tie") {
      won.push({ winner, ties });
      ties = 0;
    } else if (last === undefined) ties += 1;
    else won[won.length - 1] = { ...last, ties: last.ties + 1 };
  }
  return won;
}

/** The big road: every change of the winner begins a column. */
export function bigRoad(beads: readonly Bead[]): readonly RoadCell[] {
  const won = listWon(beads);
  return layRoad(won.map(({ winner }) => winner)).map((place, at) => ({ ...place, ...won[at]! }));
}

/** How far back each derived road looks, in columns of the big road. */
const looksBack = { bigEye: 1, small: 2, cockroach: 3 } as const;
export type DerivedRoad = keyof typeof looksBack;
export const derivedRoads = Object.keys(looksBack) as readonly DerivedRoad[];

/** Red: the big road does as it did before; blue: it does not. */
export type Mark = "red" | "blue";

/**
 * The marks of a derived road, oldest first. A place that begins a column of the big road is red where the column before it is as long as the one `looksBack` before
 * that. Any other is blue where the column `looksBack` before its own ends just above its row, and red else. Columns are counted as runs, however they are drawn;
 * where there is no such column, there is no mark. So all three begin with the second row of column 2, 3 or 4, or else with the head of the next.
 */
export function deriveMarks(beads: readonly Bead[], road: DerivedRoad): readonly Mark[] {
  const back = looksBack[road];
  const won = listWon(beads);
  const marks: Mark[] = [];
  const runs: number[] = [];
  for (const [at, { winner }] of won.entries()) {
    const row = won[at - 1]?.winner === winner ? runs.pop()! : 0;
    runs.push(row + 1);
    const column = runs.length - 1;
    const beside = runs[column - back - (row === 0 ? 1 : 0)];
    if (beside !== undefined) marks.push((row === 0 ? runs[column - 1] === beside : row !== beside) ? "red" : "blue");
  }
  return marks;
}

/** What a derived road would be marked with if this side won next; nothing where it has not begun by then. */
export function askRoad(beads: readonly Bead[], road: DerivedRoad, winner: Won["winner"]): Mark | undefined {
  const before = deriveMarks(beads, road);
  const after = deriveMarks([...beads, { id: "next", winner }], road);
  return after.length > before.length ? after.at(-1) : undefined;
}

/** How many columns of a road lie to the left of those shown: the newest always are. */
export const hiddenColumns = (places: readonly Place[], shown: number): number => Math.max(0, Math.max(-1, ...places.map(({ column }) => column)) + 1 - shown);
