import { type HomeSection, menuCategories, type Switchable } from "@laro/contract/core/homeSections";
import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";

const WIDTH = 300;
const SIDE = 14;
const INNER = WIDTH - 2 * SIDE;
const GAP = 10;
const TOP = 46;

const soft = "fill-text/12";
const plain = "fill-text/22";
const strong = "fill-primary";

interface Drawing {
  readonly height: number;
  readonly shapes: ReactNode;
}

const box = (x: number, y: number, width: number, height: number, className: string, key?: number) => (
  <rect key={key} x={x} y={y} width={width} height={height} rx={3} className={className} />
);

const head = (width: number) => box(0, 0, width, 6, plain);

/** A row of tiles under a heading, as games stand on the page. */
const rail = (title: number, tile: string): Drawing => ({
  height: 62,
  shapes: (
    <>
      {head(title)}
      {Array.from({ length: 7 }, (_, at) => box(at * 40, 12, 34, 46, tile, at))}
    </>
  ),
});

const columns = (count: number, height: number, className: string, y = 0) => {
  const width = (INNER - (count - 1) * 8) / count;
  return Array.from({ length: count }, (_, at) => box(at * (width + 8), y, width, height, className, at));
};

/** What each section looks like from afar. */
const drawings = {
  lead: {
    height: 52,
    shapes: (
      <>
        {box(0, 0, INNER, 52, soft)}
        {box(12, 12, 110, 8, plain)}
        {box(12, 25, 80, 5, plain)}
        {box(12, 36, 46, 9, strong)}
      </>
    ),
  },
  banners: { height: 46, shapes: columns(3, 46, "fill-accent/45") },
  continue: {
    height: 40,
    shapes: (
      <>
        {head(60)}
        {columns(4, 26, soft, 12)}
      </>
    ),
  },
  quick: { height: 20, shapes: columns(4, 20, "fill-info/35") },
  marquee: {
    height: 14,
    shapes: (
      <>
        {box(0, 0, INNER, 14, soft)}
        {box(8, 5, 150, 4, plain)}
      </>
    ),
  },
  winners: {
    height: 32,
    shapes: (
      <>
        {head(70)}
        {columns(5, 18, "fill-win/35", 12)}
      </>
    ),
  },
  hot: rail(40, "fill-accent/35"),
  inhouse: {
    height: 70,
    shapes: (
      <>
        {head(54)}
        {columns(2, 56, "fill-primary/45", 13)}
      </>
    ),
  },
  rng: rail(36, soft),
  live: rail(34, "fill-win/30"),
  providers: {
    height: 46,
    shapes: (
      <>
        {head(58)}
        {columns(6, 15, plain, 12)}
        {columns(6, 15, plain, 31)}
      </>
    ),
  },
  fish: rail(48, "fill-info/35"),
  matches: {
    height: 50,
    shapes: (
      <>
        {head(66)}
        {columns(3, 38, soft, 12)}
      </>
    ),
  },
  videos: {
    height: 62,
    shapes: (
      <>
        {head(44)}
        {columns(2, 50, soft, 12)}
        <path d="M58 28 l14 9 -14 9 z M198 28 l14 9 -14 9 z" className={plain} />
      </>
    ),
  },
  fair: {
    height: 44,
    shapes: (
      <>
        {head(90)}
        {columns(3, 32, soft, 12)}
      </>
    ),
  },
  limits: {
    height: 30,
    shapes: (
      <>
        {box(0, 0, INNER, 30, "fill-win/20")}
        {box(12, 9, 120, 5, plain)}
        {box(12, 18, 80, 4, plain)}
        {box(INNER - 60, 10, 48, 10, "fill-win/60")}
      </>
    ),
  },
  app: {
    height: 44,
    shapes: (
      <>
        {box(0, 0, INNER, 44, soft)}
        {box(12, 12, 90, 7, plain)}
        {box(12, 25, 60, 5, plain)}
        {box(INNER - 84, 6, 32, 32, plain)}
        {box(INNER - 44, 6, 32, 32, plain)}
      </>
    ),
  },
} as const satisfies Record<HomeSection, Drawing>;

export interface HomeSketchProps {
  /** What stands on the page, from the top. */
  sections: readonly HomeSection[];
  off: readonly Switchable[];
  /** The one that is pointed at in the list. */
  pointed: HomeSection | undefined;
  label: string;
}

/** The home page from afar: each section slides to its place as the list is ordered. */
export function HomeSketchOperator({ sections, off, pointed, label }: HomeSketchProps) {
  const placed = sections.map((section, at) => ({
    section,
    top: TOP + sections.slice(0, at).reduce((sum, before) => sum + drawings[before].height + GAP, 0),
  }));
  const height = TOP + sections.reduce((sum, section) => sum + drawings[section].height + GAP, 0) + 34;
  const entries = menuCategories.filter((code) => !off.includes(code)).length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
      className="mx-auto block h-auto max-h-[calc(100dvh-var(--header)-190px)] max-w-full rounded-sm border border-line bg-ground"
    >
      <rect width={WIDTH} height={22} className="fill-raised" />
      <path d="M20 5 l3 5 5 1 -4 4 1 5 -5 -3 -5 3 1 -5 -4 -4 5 -1 z" className={strong} />
      {box(WIDTH - 92, 6, 36, 10, soft)}
      {box(WIDTH - 50, 6, 36, 10, strong)}
      {Array.from({ length: entries + 3 }, (_, at) => box(SIDE + at * 22.8, 30, 18, 6, at === 0 ? strong : plain, at))}
      {/* In a fixed order in the page, so that each slides instead of being drawn anew. */}
      {placed
        .toSorted((a, b) => (a.section < b.section ? -1 : 1))
        .map(({ section, top }) => (
          <g
            key={section}
            data-sketch={section}
            className="transition-transform duration-200 motion-reduce:transition-none"
            style={{ transform: `translate(${SIDE}px, ${top}px)` }}
          >
            <rect
              x={-6}
              y={-5}
              width={INNER + 12}
              height={drawings[section].height + 10}
              rx={5}
              className={cx("fill-none transition-opacity", pointed === section ? "stroke-primary-text opacity-100" : "opacity-0")}
              strokeWidth={2}
            />
            <svg width={INNER} height={drawings[section].height} overflow="hidden">
              {drawings[section].shapes}
            </svg>
          </g>
        ))}
      <g className="transition-transform duration-200 motion-reduce:transition-none" style={{ transform: `translate(0px, ${height - 28}px)` }}>
        <rect width={WIDTH} height={28} className="fill-raised" />
        {Array.from({ length: 5 }, (_, at) => box(SIDE + at * 36, 10, 28, 7, plain, at))}
      </g>
    </svg>
  );
}
