import { cx } from "../../../ui/cx.ts";

const left = 27;
const mid = 50;
const right = 73;
const pips: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[mid, mid]],
  2: [
    [left, left],
    [right, right],
  ],
  3: [
    [left, left],
    [mid, mid],
    [right, right],
  ],
  4: [
    [left, left],
    [right, left],
    [left, right],
    [right, right],
  ],
  5: [
    [left, left],
    [right, left],
    [mid, mid],
    [left, right],
    [right, right],
  ],
  6: [
    [left, left],
    [right, left],
    [left, mid],
    [right, mid],
    [left, right],
    [right, right],
  ],
};

/** A die's face; one and four are red, as on Asian dice. */
export function Die({ face, className }: { face: number; className?: string }) {
  const isRed = face === 1 || face === 4;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={cx("block", className)}>
      <rect x="3" y="7" width="94" height="92" rx="20" fill="#c9b389" />
      <rect x="3" y="2" width="94" height="92" rx="20" fill="#fffaf0" />
      {pips[face]?.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y - 2} r={face === 1 ? 14 : 9.5} fill={isRed ? "#d0123c" : "#20263f"} />
      ))}
    </svg>
  );
}
