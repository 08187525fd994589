import { rouletteSpots } from "@laro/engines/tables/wheel";

/** Where something lies on the felt: along the numbers (u: zero, twelve columns, column bets) and across them (v: three rows, dozens, even chances). */
export interface Place {
  readonly u: number;
  readonly v: number;
  readonly du: number;
  readonly dv: number;
}

const ROWS = 3;
/** How much of a cell the places between numbers take. */
const BETWEEN = 0.34;

const cellOf = (number: number): Place => ({ u: Math.ceil(number / ROWS), v: (ROWS - (number % ROWS)) % ROWS, du: 1, dv: 1 });

/** Zero and the outside bets. */
const named: Readonly<Record<string, Place>> = {
  "0": { u: 0, v: 0, du: 1, dv: 3 },
  column3: { u: 13, v: 0, du: 1, dv: 1 },
  column2: { u: 13, v: 1, du: 1, dv: 1 },
  column1: { u: 13, v: 2, du: 1, dv: 1 },
  dozen1: { u: 1, v: 3, du: 4, dv: 1 },
  dozen2: { u: 5, v: 3, du: 4, dv: 1 },
  dozen3: { u: 9, v: 3, du: 4, dv: 1 },
  low: { u: 1, v: 4, du: 2, dv: 1 },
  even: { u: 3, v: 4, du: 2, dv: 1 },
  red: { u: 5, v: 4, du: 2, dv: 1 },
  black: { u: 7, v: 4, du: 2, dv: 1 },
  odd: { u: 9, v: 4, du: 2, dv: 1 },
  high: { u: 11, v: 4, du: 2, dv: 1 },
};

/** A place around a point. */
const around = (u: number, v: number, du = BETWEEN, dv = BETWEEN): Place => ({ u: u - du / 2, v: v - dv / 2, du, dv });
const middleOf = ({ u, v, du, dv }: Place): readonly [number, number] => [u + du / 2, v + dv / 2];

/** The point between the cells of several numbers. */
function middle(covered: readonly number[]): readonly [number, number] {
  const points = covered.map((number) => middleOf(cellOf(number)));
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}

function placeInside(covered: readonly number[]): Place {
  const others = covered.filter((number) => number !== 0);
  const hasZero = others.length < covered.length;
  const [u, v] = middle(others);
  // Bets with zero lie on the line between it and the first numbers; the first four and streets at the edge by the dozens.
  if (hasZero) return others.length === ROWS ? around(1, ROWS) : around(1, v, BETWEEN, others.length === 1 ? 1 - BETWEEN : BETWEEN);
  const isRow = covered.length === ROWS;
  if (isRow) return around(u, ROWS, 1 - BETWEEN);
  if (covered.length === 2 * ROWS) return around(u, ROWS);
  if (covered.length === 4) return around(u, v);
  const isAlong = Number.isInteger(u);
  return isAlong ? around(u, v, BETWEEN, 1 - BETWEEN) : around(u, v, 1 - BETWEEN);
}

/** A number's cell leaves what lies between numbers to the bets there. */
export function placeOf(spot: string): Place {
  const place = named[spot];
  if (place !== undefined) return place;
  const covered = rouletteSpots.get(spot) ?? [];
  const [number = 0] = covered;
  return covered.length === 1 ? cellOf(number) : placeInside(covered);
}

/** Every spot with its place; those that lie on lines come after the cells they lie over. */
export const roulettePlaces: readonly { readonly spot: string; readonly covered: readonly number[]; readonly place: Place }[] = [...rouletteSpots]
  .map(([spot, covered]) => ({ spot, covered, place: placeOf(spot) }))
  .toSorted((one, other) => Number(isBetween(one.covered)) - Number(isBetween(other.covered)));

/** Whether a bet lies between cells and not in one of its own. */
export function isBetween(covered: readonly number[]): boolean {
  return covered.length > 1 && covered.length < 12;
}
