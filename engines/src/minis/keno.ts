import { KENO_NUMBERS, KENO_PICKS_MAX, KenoChoice } from "@laro/contract/core/plays/minis";
import type { KenoOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { choose, largestOf, leastOf, returnOf, varianceOf } from "./odds.ts";
import type { Ending } from "./odds.ts";
import { drawSome } from "./shuffle.ts";

export const KENO_DRAWN = 10;

/** `PAYS[picks][hits]` in hundredths of the stake. */
const PAYS: readonly (readonly number[])[] = [
  [],
  [0, 385],
  [0, 100, 1_010],
  [0, 0, 300, 4_600],
  [0, 0, 150, 1_050, 10_000],
  [0, 0, 120, 415, 2_000, 30_000],
  [0, 0, 0, 375, 1_000, 10_000, 100_000],
  [0, 0, 0, 250, 510, 3_500, 20_000, 200_000],
  [0, 0, 0, 210, 320, 1_200, 6_000, 50_000, 400_000],
  [0, 0, 0, 190, 225, 500, 2_000, 15_000, 100_000, 500_000],
  [0, 0, 0, 150, 160, 450, 1_000, 5_000, 40_000, 200_000, 1_000_000],
];

/** What each number of hits pays for so many picks, in hundredths of the stake; the first is no hit. */
export const hitPays = (picks: number): readonly number[] => PAYS[picks] ?? [];

/** How many of the C(40, 10) draws hit so many of the picks, and what that pays. */
export const hitEndings = (picks: number): readonly Ending[] =>
  hitPays(picks).map((pays, hits) => ({ ways: choose(picks, hits) * choose(KENO_NUMBERS - picks, KENO_DRAWN - hits), pays }));

const everyEndings = Array.from({ length: KENO_PICKS_MAX }, (_, at) => hitEndings(at + 1));
const leastReturn = leastOf(everyEndings.map(returnOf));
const largestVariance = largestOf(everyEndings.map(varianceOf));
const mostPays = Math.max(...PAYS.flat());

const limits = { stakeMin: 100n, stakeMax: 20_000n, stakeStep: 100n };

/**
 * Keno: ten of the numbers 1 to 40 in a row, the i-th of them (i from 0) by `stream.uniform(40 - i)`: it is the place, counted from 0, among the numbers
 * that are left, where the place of each number drawn was filled by the one that stood first of them (the beginning of a Fisher–Yates shuffle).
 */
export const keno: InstantEngine<KenoChoice, KenoOutcome> = {
  kind: "instant",
  gameCode: "KENO",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: KenoChoice,
  maxWinMultiple: rational(BigInt(mostPays), 100n),
  validMinor: wholeStake,
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    const { picks } = KenoChoice.parse(choice);
    const drawn = drawSome(stream, { first: 1, of: KENO_NUMBERS, count: KENO_DRAWN });
    const hits = drawn.filter((number) => picks.includes(number)).length;
    const multiplier = hitPays(picks.length)[hits] ?? 0;
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { drawn, hits, multiplier } }; // Exact: a stake is whole hundreds.
  },
  exactReturn: (choice) => (choice === undefined ? leastReturn : returnOf(hitEndings(choice.picks.length))),
  exactVariance: (choice) => (choice === undefined ? largestVariance : varianceOf(hitEndings(choice.picks.length))),
  bets: () => everyEndings.map((endings, at) => ({ choice: { picks: Array.from({ length: at + 1 }, (_, index) => index + 1) }, endings })),
};
