/** The four games that stand in for whatever a cover shows. Their mathematics is all here; pays are in hundredths of the stake. */

export const kinds = ["reels", "wheel", "cards", "coin"] as const;
export type Kind = (typeof kinds)[number];

/** A stand-in as a game's code names it: `reels25-10001`, `wheel-10650`. */
export interface StandIn {
  readonly kind: Kind;
  /** Of reels alone, at most 125; 1 elsewhere. */
  readonly lines: number;
}

export interface Outcome {
  /** What is shown: letters of the reels by row, the segment, two cards, or the coin's side. */
  readonly shown: readonly string[];
  /** Won lines of the reels, from 1. */
  readonly wonLines: readonly number[];
  /** The win in hundredths of a line's stake, all lines together. */
  readonly pays: number;
}

/** Draws a whole number from 0 to below `count`, each as likely as any other. */
export type Draw = (count: number) => number;

const CODE = /^(?:reels([1-9][0-9]{0,2})|(wheel|cards|coin))-[0-9]{1,9}$/;
const LINES_MAX = 125;

/** Reads a game's code; undefined where it is none of ours. */
export function standInOf(code: string): StandIn | undefined {
  const [, lines, kind] = CODE.exec(code) ?? [];
  if (lines !== undefined) return Number(lines) <= LINES_MAX ? { kind: "reels", lines: Number(lines) } : undefined;
  return kind === undefined ? undefined : { kind: kind as Kind, lines: 1 };
}

/** Each cell of three reels with five rows shows one of these ten, whatever its neighbours show. */
const STRIP = "ABBCCCDDDD";
/** Three alike on a line: 156, 20, 12 and 5 line stakes, which is 96.00 % exactly. */
const THREE_PAY: Readonly<Record<string, number>> = { A: 15_600, B: 2_000, C: 1_200, D: 500 };
const ROWS = 5;
const REELS = 3;

/** The row a line crosses on each reel: five straight ones first, then every other way. */
const lineRows = (line: number): readonly number[] => {
  const [row, second, third] = [line % ROWS, Math.floor(line / ROWS) % ROWS, Math.floor(line / (ROWS * ROWS))];
  return [row, (row + second) % ROWS, (row + third) % ROWS];
};

/** A hundred segments: 1 × 20, 2 × 10, 5 × 5 and 16 × 2 are 97.00 %. */
const SEGMENTS: readonly number[] = [2_000, 1_000, 1_000, ...Array<number>(5).fill(500), ...Array<number>(16).fill(200), ...Array<number>(76).fill(0)];
const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");
/** The higher card wins 1.96; of two alike 0.98 comes back: 98.00 %. */
const [CARD_WIN, CARD_TIE] = [196, 98];
/** Heads wins 1.97: 98.50 %. */
const COIN_WIN = 197;

/** Plays one round. */
export function play({ kind, lines }: StandIn, draw: Draw): Outcome {
  if (kind === "wheel") {
    const pays = SEGMENTS[draw(SEGMENTS.length)]!;
    return { shown: [`× ${pays / 100}`], wonLines: [], pays };
  }
  if (kind === "cards") {
    const [own, house] = [draw(RANKS.length), draw(RANKS.length)];
    return { shown: [RANKS[own]!, RANKS[house]!], wonLines: [], pays: own > house ? CARD_WIN : own === house ? CARD_TIE : 0 };
  }
  if (kind === "coin") {
    const isHeads = draw(2) === 0;
    return { shown: [isHeads ? "heads" : "tails"], wonLines: [], pays: isHeads ? COIN_WIN : 0 };
  }
  const rows = Array.from({ length: ROWS }, () => Array.from({ length: REELS }, () => STRIP[draw(STRIP.length)]!));
  const wins = Array.from({ length: lines }, (_, line) => {
    const [first, ...rest] = lineRows(line).map((row, reel) => rows[row]![reel]!);
    return rest.every((sign) => sign === first) ? THREE_PAY[first!]! : 0;
  });
  return { shown: rows.map((row) => row.join("")), wonLines: wins.flatMap((win, line) => (win > 0 ? [line + 1] : [])), pays: wins.reduce((a, b) => a + b, 0) };
}

const chanceOf = (sign: string): number => [...STRIP].filter((one) => one === sign).length / STRIP.length;

/** Two lines that share some cells win with the same sign, or apart. Pays in stakes. */
function jointPay(shared: number): number {
  const signs = Object.entries(THREE_PAY).map(([sign, pay]) => ({ chance: chanceOf(sign), pay: pay / 100 }));
  if (shared === 0) return signs.reduce((sum, { chance, pay }) => sum + chance ** REELS * pay, 0) ** 2;
  return signs.reduce((sum, { chance, pay }) => sum + chance ** (2 * REELS - shared) * pay ** 2, 0);
}

const momentsOf = (pays: readonly number[]): { mean: number; square: number } => ({
  mean: pays.reduce((sum, pay) => sum + pay / 100, 0) / pays.length,
  square: pays.reduce((sum, pay) => sum + (pay / 100) ** 2, 0) / pays.length,
});

const tally: { readonly [Other in Exclude<Kind, "reels">]: readonly number[] } = {
  wheel: SEGMENTS,
  cards: RANKS.flatMap((_, own) => RANKS.map((__, house) => (own > house ? CARD_WIN : own === house ? CARD_TIE : 0))),
  coin: [COIN_WIN, 0],
};

/** The exact return in hundredths of a percent, and the standard deviation of a round over its stake: both enumerated, nothing sampled. */
export function figuresOf({ kind, lines }: StandIn): { rtpBps: number; deviation: number } {
  if (kind !== "reels") {
    const { mean, square } = momentsOf(tally[kind]);
    return { rtpBps: Math.round(mean * 10_000), deviation: Math.sqrt(square - mean ** 2) };
  }
  const mean = Math.sqrt(jointPay(0));
  const rows = Array.from({ length: lines }, (_, line) => lineRows(line));
  const square = rows.reduce((sum, one) => sum + rows.reduce((inner, other) => inner + jointPay(one.filter((row, reel) => row === other[reel]).length), 0), 0);
  return { rtpBps: Math.round(mean * 10_000), deviation: Math.sqrt(square / lines ** 2 - mean ** 2) };
}

/** 1 calm to 5 wild: steps of the deviation at 1, 3, 7 and 15. */
export const volatilityOf = (standIn: StandIn): number => 1 + [1, 3, 7, 15].filter((step) => figuresOf(standIn).deviation >= step).length;
