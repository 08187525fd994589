import { SlotChoice } from "@laro/contract/core/plays/slots";
import type { Pearl, PearlsOutcome, SlotOutcome } from "@laro/contract/core/plays/slots";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine, Rational } from "../engine.ts";
import type { Stream } from "../fair.ts";
import { choose } from "../minis/odds.ts";
import { less, type Moments, once, perStake, plus, power, times, whole, ZERO } from "./moments.ts";
import { exactReturn, linesOf, REELS, ROWS, shownOverAllStops, spin, spinsOf, stripsOf, totalPays, TWENTY_LINES } from "./reels.ts";
import type { ReelMachine } from "./reels.ts";

/** Symbols in index order: the mermaid is wild, the pearl belongs to no line. */
export const perlasSymbols = ["mermaid", "pearl", "galleon", "turtle", "fish", "starfish", "coral", "anchor", "shell"] as const;

const LETTERS = "MPSTFBCAK";

export const perlasMachine: ReelMachine = {
  strips: stripsOf(LETTERS, [
    "PPKKSBBBMKKFFBBBAACCTTCCAAKKKBBBS",
    "AAKKCCAAACCCFFMSPPPSTTBBCCCBBKKBB",
    "AAAKKBBBCCCAAAKKCCCKKBBFFMSTTPP",
    "FCCPPPKKKAAABBSCCCAAFFBBKKAAAMTT",
    "PPAAAKKKBBSBBMCCBBBKKTTAAAFFCCC",
  ]),
  lines: linesOf(`${TWENTY_LINES} 10101 12121 02020 20202 11122`),
  linePays: [
    [0, 0, 0, 60, 250, 1_000],
    [],
    [0, 0, 0, 40, 150, 500],
    [0, 0, 0, 30, 100, 300],
    [0, 0, 0, 20, 60, 200],
    [0, 0, 0, 12, 35, 100],
    [0, 0, 0, 10, 25, 80],
    [0, 0, 0, 8, 20, 60],
    [0, 0, 0, 5, 15, 50],
  ],
  scatterPays: [],
  wild: LETTERS.indexOf("M"),
  scatter: LETTERS.indexOf("P"),
};

export const PERLAS_COINS = perlasMachine.lines.length;
export const PEARLS_BEGIN = 6;
export const RESPINS = 3;
export const CELLS = REELS * ROWS;
/** A free cell brings a pearl in one of so many draws. */
export const PEARL_ODDS = 18;

/** What a pearl is worth in whole stakes, and how many of a hundred are. */
export const pearlWorths = [
  { worth: 1, of100: 44 },
  { worth: 2, of100: 24 },
  { worth: 3, of100: 14 },
  { worth: 5, of100: 10 },
  { worth: 10, of100: 6 },
  { worth: 20, of100: 2 },
] as const;

/** What the pearls that lie at the end bring on top, in whole stakes: the highest pot they reach. */
export const pearlPots = [
  { pearls: 9, pot: 20 },
  { pearls: 11, pot: 50 },
  { pearls: 13, pot: 150 },
  { pearls: CELLS, pot: 1_000 },
] as const;

export const potOf = (pearls: number): number => pearlPots.findLast((step) => pearls >= step.pearls)?.pot ?? 0;

const worths = pearlWorths.flatMap(({ worth, of100 }) => Array.from({ length: of100 }, () => worth));

/**
 * Counted over all stops of all reels, as the test counts them again, in coins: squares of what the lines pay, spins that win or begin respins, what the
 * lines pay in spins of six, seven … pearls, and the most they do there.
 */
export const perlasCounts = {
  squares: 77_018_256_045n,
  wins: 8_747_573n,
  beginningPays: [241_291n, 44_882n, 5_750n, 800n, 0n, 0n, 0n, 0n, 0n, 0n],
  beginningMost: 300,
};

const pearlChance = rational(1n, BigInt(PEARL_ODDS));

/** The chance of each number of pearls at the end, from so many that lie and so many respins left. */
function endings(lying: number, left: number, known = new Map<string, readonly Rational[]>()): readonly Rational[] {
  const key = `${lying} ${left}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const free = CELLS - lying;
  const chances = Array.from({ length: CELLS + 1 }, (_, pearls) => (pearls === lying && (left === 0 || free === 0) ? whole(1) : ZERO));
  if (left > 0 && free > 0)
    for (let come = 0; come <= free; come += 1) {
      const chance = times(whole(choose(free, come)), power(pearlChance, come), power(less(whole(1), pearlChance), free - come));
      endings(lying + come, come > 0 ? RESPINS : left - 1, known).forEach((then, pearls) => {
        if (then.numerator > 0n) chances[pearls] = plus(chances[pearls] ?? ZERO, times(chance, then));
      });
    }
  known.set(key, chances);
  return chances;
}

const ofWorths = (value: (worth: number) => number): Rational => rational(BigInt(worths.reduce((sum, worth) => sum + value(worth), 0)), BigInt(worths.length));
const worthMean = ofWorths((worth) => worth);
const worthVariance = less(
  ofWorths((worth) => worth * worth),
  times(worthMean, worthMean),
);

/** What the respins bring from so many pearls, in whole stakes. */
function respinMoments(lying: number, known: Map<string, readonly Rational[]>): Moments {
  const chances = endings(lying, RESPINS, known);
  const won = chances.map((_, pearls) => plus(times(whole(pearls), worthMean), whole(potOf(pearls))));
  const expect = (value: (pearls: number) => Rational): Rational => plus(...chances.map((chance, pearls) => times(chance, value(pearls))));
  return {
    mean: expect((pearls) => won[pearls] ?? ZERO),
    square: expect((pearls) => plus(times(whole(pearls), worthVariance), times(won[pearls] ?? ZERO, won[pearls] ?? ZERO))),
  };
}

const spins = spinsOf(perlasMachine.strips);
const inCoins = whole(PERLAS_COINS);
const pearlsShown = shownOverAllStops(perlasMachine.strips, perlasMachine.scatter);

/** How often a spin begins the respins. */
export const perlasHoldChance = rational(
  pearlsShown.slice(PEARLS_BEGIN).reduce((sum, combinations) => sum + combinations, 0n),
  spins,
);
/** How often a round wins anything. */
export const perlasWinChance = rational(perlasCounts.wins, spins);

/** The respins by the pearls that begin them: how often, and what they bring. */
const round = once(() => {
  const known = new Map<string, readonly Rational[]>();
  const beginnings = pearlsShown.flatMap((combinations, pearls) =>
    pearls >= PEARLS_BEGIN && combinations > 0n ? [{ pearls, chance: rational(combinations, spins), won: respinMoments(pearls, known) }] : [],
  );
  return perStake(
    {
      mean: plus(times(exactReturn(perlasMachine), inCoins), ...beginnings.map(({ chance, won }) => times(chance, won.mean, inCoins))),
      // (lines + respins)², by the pearls in view: beyond their number the respins know nothing of the lines.
      square: plus(
        rational(perlasCounts.squares, spins),
        ...beginnings.map(({ chance, pearls, won }) =>
          plus(
            times(whole(2), rational(perlasCounts.beginningPays[pearls - PEARLS_BEGIN] ?? 0n, spins), won.mean, inCoins),
            times(chance, won.square, inCoins, inCoins),
          ),
        ),
      ),
    },
    PERLAS_COINS,
  );
});

const drawPearl = (cell: number, stream: Stream): Pearl => ({ cell, worth: worths[stream.uniform(worths.length)] ?? 0 });

/** Three respins of the free cells, in order; each pearl that comes stays, and they begin anew. */
function playHold(cells: readonly number[], stream: Stream): NonNullable<PearlsOutcome["hold"]> {
  const pearls = cells.map((cell) => drawPearl(cell, stream));
  const lying = new Set(cells);
  const respins: Pearl[][] = [];
  for (let left = RESPINS; left > 0 && lying.size < CELLS;) {
    const free = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => !lying.has(cell));
    const come = free.flatMap((cell) => (stream.uniform(PEARL_ODDS) === 0 ? [drawPearl(cell, stream)] : []));
    for (const { cell } of come) lying.add(cell);
    respins.push(come);
    left = come.length > 0 ? RESPINS : left - 1;
  }
  return { pearls, respins, pot: potOf(lying.size) };
}

const pearlCells = ({ grid }: SlotOutcome): number[] =>
  grid.flatMap((column, reel) => column.flatMap((symbol, row) => (symbol === perlasMachine.scatter ? [reel * ROWS + row] : [])));

/** What a hold brings, in whole stakes. */
export const worthOf = ({ pearls, respins, pot }: NonNullable<PearlsOutcome["hold"]>): number =>
  [...pearls, ...respins.flat()].reduce((sum, { worth }) => sum + worth, pot);

const limits = { stakeMin: 100n, stakeMax: 100_000n, stakeStep: 100n };

/**
 * Perlas Hold: five reels, three rows, 25 lines. Six pearls begin three respins. Each pearl in view, reel by reel from the top, draws its worth: `uniform(100)`
 * on the list of worths. A respin draws for each free cell, in the same order, `uniform(18)`: 0 is a pearl, which then draws its worth.
 */
export const perlasHold: InstantEngine<SlotChoice, PearlsOutcome> = {
  kind: "instant",
  gameCode: "PERLAS_HOLD",
  vendorCode: "BGS",
  gameType: "RNG",
  ...limits,
  cycleMs: 2_500, // Least slot cycle of the UK Gambling Commission's technical standards (RTS 14).
  parseChoice: SlotChoice,
  maxWinMultiple: plus(rational(BigInt(perlasCounts.beginningMost), BigInt(PERLAS_COINS)), whole(CELLS * Math.max(...worths) + potOf(CELLS))),
  validMinor: wholeStake,
  play({ stakeMinor, stream }) {
    assertStake(limits, stakeMinor);
    const first = spin(perlasMachine, stream);
    const cells = pearlCells(first);
    const hold = cells.length >= PEARLS_BEGIN ? playHold(cells, stream) : null;
    const lines = (stakeMinor / BigInt(PERLAS_COINS)) * BigInt(totalPays(first)); // Exact: a step of 100 is 25 times 4.
    return { winMinor: lines + (hold === null ? 0n : stakeMinor * BigInt(worthOf(hold))), outcome: { ...first, hold } };
  },
  exactReturn: () => round().mean,
  exactVariance: () => round().variance,
};
