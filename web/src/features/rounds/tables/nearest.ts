export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** A step aside counts so much more than one ahead. */
const ASIDE = 3;
/** Two middles nearer than this in pixels are the same. */
const SAME = 1;

const middleOf = ({ left, right, top, bottom }: Box): readonly [number, number] => [(left + right) / 2, (top + bottom) / 2];

/** How far a box lies in an arrow's direction, the way aside made longer; Infinity for one that does not lie there. */
export function distance(from: Box, to: Box, key: string): number {
  const [dx, dy] = ways[key] ?? [0, 0];
  const [[fromX, fromY], [toX, toY]] = [middleOf(from), middleOf(to)];
  const ahead = (toX - fromX) * dx + (toY - fromY) * dy;
  const aside = dx === 0 ? Math.abs(toX - fromX) : Math.abs(toY - fromY);
  return ahead > SAME ? ahead + aside * ASIDE : Infinity;
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
