import { SCRATCH_FIELDS } from "@laro/engines/minis/scratch";

export const COLUMNS = 3;
/** A field is rubbed in so many parts a side, and open once so many of them were touched. */
const PARTS = 4;
const OPEN_PARTS = 7;

/** Which parts of each field the finger has touched. */
export type Touched = readonly ReadonlySet<number>[];

export const untouched: Touched = Array.from({ length: SCRATCH_FIELDS }, () => new Set<number>());

/** A place on the plate, both ways from 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export function fieldAt({ x, y }: Place): number | undefined {
  if (x < 0 || y < 0 || x >= 1 || y >= 1) return undefined;
  return Math.floor(y * COLUMNS) * COLUMNS + Math.floor(x * COLUMNS);
}

/** What has been touched after the finger was at a place, and the field it was on if that one is open now. */
export function touch(touched: Touched, place: Place): { touched: Touched; opened: number | undefined } {
  const field = fieldAt(place);
  if (field === undefined) return { touched, opened: undefined };
  const within = (value: number): number => Math.floor(((value * COLUMNS) % 1) * PARTS);
  const parts = new Set(touched[field]).add(within(place.y) * PARTS + within(place.x));
  return { touched: touched.with(field, parts), opened: parts.size >= OPEN_PARTS ? field : undefined };
}
