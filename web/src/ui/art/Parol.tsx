import { cx } from "../cx.ts";

const POINTS = 8;

interface StarShape {
  center: number;
  outer: number;
  inner: number;
}

const at = (center: number, radius: number, turn: number) => {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(center + radius * Math.cos(angle)).toFixed(2)} ${(center + radius * Math.sin(angle)).toFixed(2)}`;
};

/** The lit and the shaded half of each of the eight points, each half set as one path. */
function starFacets({ center, outer, inner }: StarShape): { lit: string; shaded: string } {
  const points = Array.from({ length: POINTS }, (_, point) => point / POINTS);
  const half = 0.5 / POINTS;
  const facet = (turn: number, side: number) => `M${center} ${center}L${at(center, inner, turn + side)}L${at(center, outer, turn)}Z`;
  return { lit: points.map((turn) => facet(turn, -half)).join(""), shaded: points.map((turn) => facet(turn, half)).join("") };
}

const mark = starFacets({ center: 24, outer: 24, inner: 9.6 });
const lantern = starFacets({ center: 48, outer: 42, inner: 17 });

/** The house mark: a parol of eight triangles. */
export function ParolMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path d={mark.lit} fill="#ffd76b" />
      <path d={mark.shaded} fill="#ff9a1f" />
      <circle cx="24" cy="24" r="5.4" fill="#c9184a" />
      <circle cx="24" cy="24" r="2.6" fill="#ffe7ae" />
    </svg>
  );
}

export function Logo({ className }: { className?: string | undefined }) {
  return (
    <span className={cx("flex h-9 min-w-9 flex-wrap items-center gap-x-2 overflow-hidden", className)}>
      <ParolMark className="size-9 shrink-0" />
      <span className="h-9 font-display text-[1.75rem] leading-8 font-extrabold tracking-[-0.03em]">laro</span>
    </span>
  );
}

/** The lantern with its capiz ring, drawn on a 96 px square. */
export const parolLantern = (
  <>
    <circle cx="48" cy="48" r="29" fill="none" stroke="#22c493" strokeWidth="5" />
    <circle cx="48" cy="48" r="29" fill="none" stroke="#eafff6" strokeWidth="5" strokeDasharray="1.6 6" opacity="0.7" />
    <path d={lantern.lit} fill="#ffdf85" />
    <path d={lantern.shaded} fill="#ff9a1f" />
    <circle cx="48" cy="48" r="10.5" fill="#c9184a" />
    <circle cx="48" cy="48" r="7" fill="#f0436a" />
    <circle cx="48" cy="48" r="3.4" fill="#ffe7ae" />
  </>
);
