/** A bead: who won, and what else is marked on it. */
export interface Bead {
  readonly id: string;
  readonly winner: "first" | "second" | "tie";
  readonly isFirstPair?: boolean;
  readonly isSecondPair?: boolean;
}

export const ROWS = 6;

export interface RoadCell {
  readonly column: number;
  readonly row: number;
  readonly winner: "first" | "second";
  readonly ties: number;
}

/** Beads from the oldest to the newest, column by column downwards. */
export function beadPlate(beads: readonly Bead[]): readonly (Bead & { readonly column: number; readonly row: number })[] {
  return beads.map((bead, at) => ({ ...bead, column: Math.floor(at / ROWS), row: at % ROWS }));
}

/**
 * The big road: a run of one winner goes down a column, the other winner begins the next. A run that meets the floor or an earlier one turns to the side.
 * A tie has no place of its own: it is counted on the place before it, or on the first where the road begins with it.
 */
export function bigRoad(beads: readonly Bead[]): readonly RoadCell[] {
  const cells: RoadCell[] = [];
  const taken = new Set<string>();
  let ties = 0;
  let run = -1;
  for (const { winner } of beads) {
    const last = cells.at(-1);
    if (winner === "tie") {
      if (last === undefined) ties += 1;
      else cells[cells.length - 1] = { ...last, ties: last.ties + 1 };
      continue;
    }
    const goesOn = last?.winner === winner;
    if (!goesOn) {
      run += 1;
      while (taken.has(`${run} 0`)) run += 1;
    }
    const place = goesOn ? nextPlace(last, taken) : { column: run, row: 0 };
    taken.add(`${place.column} ${place.row}`);
    cells.push({ ...place, winner, ties });
    ties = 0;
  }
  return cells;
}

function nextPlace({ column, row }: RoadCell, taken: ReadonlySet<string>): { readonly column: number; readonly row: number } {
  // A tail that has turned goes on to the side.
  const hasTurned = taken.has(`${column - 1} ${row}`) && row > 0 && !taken.has(`${column} ${row - 1}`);
  const canFall = row + 1 < ROWS && !taken.has(`${column} ${row + 1}`) && !hasTurned;
  return canFall ? { column, row: row + 1 } : { column: column + 1, row };
}
