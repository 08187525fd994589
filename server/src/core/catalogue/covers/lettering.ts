import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

/** Seven open faces; one per studio, so that a studio looks like itself. Static WOFF: this version of the reader fails on varied WOFF2. */
const faces = [
  "lilita-one/files/lilita-one-latin-400-normal.woff",
  "bungee/files/bungee-latin-400-normal.woff",
  "titan-one/files/titan-one-latin-400-normal.woff",
  "righteous/files/righteous-latin-400-normal.woff",
  "bangers/files/bangers-latin-400-normal.woff",
  "bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff",
  "cinzel-decorative/files/cinzel-decorative-latin-900-normal.woff",
] as const;

export const LETTERINGS = faces.length;

const opened = new Map<number, Font>();
const readFile = createRequire(import.meta.url);

/** A face is read from disk once in a process. */
function faceOf(lettering: number): Font {
  const at = ((lettering % LETTERINGS) + LETTERINGS) % LETTERINGS;
  const known = opened.get(at);
  if (known !== undefined) return known;
  const face = create(readFileSync(readFile.resolve(`@fontsource/${faces[at] ?? faces[0]}`))) as Font;
  opened.set(at, face);
  return face;
}

/** How many faces this process has read from disk. */
export const facesRead = (): number => opened.size;

/** Straight, arched or slanted: how far down a point is moved that lies at `x` from the middle, both as parts of half the width. */
export const bends = {
  straight: (): number => 0,
  arched: (x: number): number => x * x * 0.1 - 0.05,
  slanted: (x: number): number => x * -0.075,
} as const satisfies Record<string, (x: number) => number>;
export type Bend = keyof typeof bends;
export const bendNames = Object.keys(bends) as Bend[];

export interface Block {
  readonly text: string;
  readonly lettering: number;
  readonly bend: Bend;
  readonly x: number;
  /** Where the block ends at the bottom. */
  readonly foot: number;
  readonly width: number;
  readonly height: number;
  /** The largest letter, in units of the em. */
  readonly sizeMax: number;
  /** What the outlines may weigh. */
  readonly bytesMax: number;
}

interface Row {
  readonly text: string;
  readonly advance: number;
}

/** Only signs the face has: a cover shows no empty boxes. */
const known = (face: Font, text: string): string =>
  [...text.normalize("NFC")]
    .filter((sign) => face.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
    .join("")
    .trim();
const rowOf = (face: Font, text: string): Row => ({ text, advance: face.layout(text).advanceWidth / face.unitsPerEm });

/** Every way to set words in one or two lines. */
function settings(face: Font, text: string): Row[][] {
  const words = text.split(/\s+/);
  const two = words.slice(1).map((_, at) => [rowOf(face, words.slice(0, at + 1).join(" ")), rowOf(face, words.slice(at + 1).join(" "))]);
  return [[rowOf(face, words.join(" "))], ...two];
}

/** A line's height over its letter's size: capitals, and the gap below them. */
const LEADING = 0.92;
const CAPITALS = 0.75;

/** How high the lines below a line stand. */
const below = (sizes: readonly number[], row: number): number => sizes.slice(row + 1).reduce((total, size) => total + size * LEADING, 0);

/** How much larger a short line may be than a long one. */
const STEP = 1.3;

/** The size of each line: as wide as the block, none much larger than the other, together no higher than the block. */
function sizesOf(rows: readonly Row[], { width, height, sizeMax }: Block): number[] {
  const wide = rows.map(({ advance }) => Math.min(sizeMax, width / Math.max(advance, 0.1)));
  const even = wide.map((size) => Math.min(size, Math.min(...wide) * STEP));
  const sum = even.reduce((total, size) => total + size, 0) * LEADING;
  return even.map((size) => size * Math.min(1, height / sum));
}

/** The largest letters win, weighed by line; of near equals the fewer lines. */
function bestOf(face: Font, text: string, block: Block): { readonly rows: Row[]; readonly sizes: number[] } {
  const all = settings(face, text).map((rows) => ({ rows, sizes: sizesOf(rows, block) }));
  return all.reduce((best, next) => (Math.min(...next.sizes) > Math.min(...best.sizes) * 1.04 ? next : best));
}

type Point = readonly [number, number];

/** Coarser than this and letters are no letters. */
const GRAIN_MAX = 16;

/** Writes outlines in whole numbers, each relative to where the last one ended. */
class Outline {
  path = "";
  #at: Point = [0, 0];
  readonly #grain: number;

  constructor(grain: number) {
    this.#grain = grain;
  }

  add(mark: string, points: readonly Point[]): void {
    const rounded = points.map(([x, y]) => [Math.round(x), Math.round(y)] as const);
    const end = rounded.at(-1);
    if (end === undefined) return void (this.path += "z");
    const [x, y] = this.#at;
    // What is shorter than the grain is no corner anyone sees.
    if (mark !== "M" && Math.abs(end[0] - x) + Math.abs(end[1] - y) < this.#grain) return;
    const flat = mark !== "M" && mark !== "L" && rounded.slice(0, -1).every((point) => isOnChord(this.#at, end, point, this.#grain));
    if (mark === "M") this.path += `M${pairs([end])}`;
    else this.path += `${flat ? "l" : mark.toLowerCase()}${pairs((flat ? [end] : rounded).map(([px, py]) => [px - x, py - y]))}`;
    this.#at = end;
  }
}

const pairs = (points: readonly Point[]): string =>
  points
    .flat()
    .map((value, at) => (at > 0 && value >= 0 ? ` ${value}` : `${value}`))
    .join("");

function isOnChord(from: Point, to: Point, point: Point, grain: number): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const area = Math.abs(dx * (point[1] - from[1]) - dy * (point[0] - from[0]));
  return area <= (grain * Math.hypot(dx, dy)) / 2;
}

const marks = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" } as const;

function outlineOf(face: Font, { rows, sizes }: ReturnType<typeof bestOf>, block: Block, grain: number): string {
  const outline = new Outline(grain);
  const half = block.width / 2;
  const bend = bends[block.bend];
  rows.forEach(({ text, advance }, row) => {
    const size = sizes[row] ?? 0;
    const scale = size / face.unitsPerEm;
    const base = block.foot - below(sizes, row);
    let pen = block.x - (advance * size) / 2;
    const run = face.layout(text);
    run.glyphs.forEach((glyph, at) => {
      for (const { command, args } of glyph.path.commands) {
        const points = Array.from({ length: args.length / 2 }, (_, of): Point => {
          const x = pen + (args[of * 2] ?? 0) * scale;
          return [x, base - (args[of * 2 + 1] ?? 0) * scale + bend((x - block.x) / half) * half];
        });
        outline.add(marks[command as keyof typeof marks], points);
      }
      pen += (run.positions[at]?.xAdvance ?? 0) * scale;
    });
  });
  return outline.path;
}

/** A text as outlines, fitted in one or two lines; empty if the face has none of its signs. Heavier outlines are drawn with a coarser grain. */
export function drawLetters(block: Block): { readonly path: string; readonly size: number; readonly top: number } {
  const face = faceOf(block.lettering);
  const text = known(face, block.text);
  if (text === "") return { path: "", size: 0, top: block.foot };
  const set = bestOf(face, text, block);
  const [first = 0] = set.sizes;
  const top = Math.round(block.foot - below(set.sizes, 0) - first * CAPITALS);
  let path = "";
  for (let grain = 2; grain <= GRAIN_MAX; grain += 2) {
    path = outlineOf(face, set, block, grain);
    if (path.length <= block.bytesMax) break;
  }
  return { path, size: Math.min(...set.sizes), top };
}
