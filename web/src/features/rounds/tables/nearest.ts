export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** What does not lie in the same row or column comes after all that does. */
const OFF_LINE = 10_000;
/** A step aside counts so much more than one ahead. */
const ASIDE = 3;
/** Two middles nearer than this in pixels are the same. */
const SAME = 1;

const middleOf = (from: number, to: number): number => (from + to) / 2;
/** Whether the middle of one span lies within the other, and not only at its edge. */
const isInLine = (one: readonly [number, number], other: readonly [number, number]): boolean =>
  holds(one, middleOf(...other)) || holds(other, middleOf(...one));
const holds = ([from, to]: readonly [number, number], middle: number): boolean => middle > from + SAME && middle < to - SAME;

/** How far a box lies in an arrow's direction, the way aside made longer; Infinity for one that does not lie there. */
export function distance(from: Box, to: Box, key: string): number {
  const [dx, dy] = ways[key] ?? [0, 0];
  const across = middleOf(to.left, to.right) - middleOf(from.left, from.right);
  const down = middleOf(to.top, to.bottom) - middleOf(from.top, from.bottom);
  const ahead = across * dx + down * dy;
  if (ahead <= SAME) return Infinity;
  const isAcross = dx !== 0;
  const isLine = isAcross ? isInLine([from.top, from.bottom], [to.top, to.bottom]) : isInLine([from.left, from.right], [to.left, to.right]);
  const aside = Math.abs(isAcross ? down : across);
  return isLine ? ahead + aside / ASIDE : OFF_LINE + ahead + aside * ASIDE;
}

/** The element whose middle is nearest in an arrow's direction. */
export function nearestIn(elements: Iterable<HTMLElement>, from: HTMLElement, key: string): HTMLElement | undefined {
  const box = from.getBoundingClientRect();
  let [nearest, least]: [HTMLElement | undefined, number] = [undefined, Infinity];
  for (const element of elements) {
    const other = element === from || element.offsetParent === null ? Infinity : distance(box, element.getBoundingClientRect(), key);
    if (other < least) [nearest, least] = [element, other];
  }
  return nearest;
}
