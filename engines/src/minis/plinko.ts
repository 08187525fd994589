import { miniRisks, PlinkoChoice, plinkoRows } from "@laro/contract/core/plays/minis";
import type { PlinkoOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { choose, largestOf, leastOf, returnOf, varianceOf } from "./odds.ts";
import type { Ending } from "./odds.ts";

/** What the slots pay in hundredths of the stake, from the edge to the centre; the other side is the same. */
const HALVES = {
  8: { low: [500, 200, 120, 95, 54], mid: [1_200, 320, 140, 70, 30], high: [2_700, 450, 150, 26, 20] },
  12: {
    low: [900, 400, 180, 130, 110, 100, 49],
    mid: [3_000, 1_000, 450, 200, 120, 60, 15],
    high: [15_000, 2_500, 800, 250, 50, 20, 20],
  },
  16: {
    low: [1_500, 800, 300, 160, 130, 120, 110, 100, 49],
    mid: [10_000, 4_000, 1_200, 500, 300, 150, 100, 48, 30],
    high: [100_000, 12_000, 2_500, 900, 400, 206, 20, 20, 20],
  },
} as const satisfies Record<PlinkoChoice["rows"], Record<PlinkoChoice["risk"], readonly number[]>>;

/** What each slot pays in hundredths of the stake, from the left. */
export function slotPays({ rows, risk }: PlinkoChoice): readonly number[] {
  const half: readonly number[] = HALVES[rows][risk];
  return [...half, ...half.slice(0, -1).toReversed()];
}

/** How many of the 2^rows paths end in each slot, and what it pays. */
export const slotEndings = (choice: PlinkoChoice): readonly Ending[] => slotPays(choice).map((pays, slot) => ({ ways: choose(choice.rows, slot), pays }));

/** Every choice there is. */
export const plinkoChoices: readonly PlinkoChoice[] = plinkoRows.flatMap((rows) => miniRisks.map((risk) => ({ rows, risk })));

const leastReturn = leastOf(plinkoChoices.map((choice) => returnOf(slotEndings(choice))));
const largestVariance = largestOf(plinkoChoices.map((choice) => varianceOf(slotEndings(choice))));
const mostPays = Math.max(...plinkoChoices.flatMap(slotPays));

const limits = { stakeMin: 100n, stakeMax: 200_000n, stakeStep: 100n };

/** Plinko: at each row of pins `stream.uniform(2)` sends the ball left (0) or right (1); it ends in the slot whose number is how often it went right. */
export const plinko: InstantEngine<PlinkoChoice, PlinkoOutcome> = {
  kind: "instant",
  gameCode: "PLINKO",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: PlinkoChoice,
  maxWinMultiple: rational(BigInt(mostPays), 100n),
  validMinor: wholeStake,
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    const read = PlinkoChoice.parse(choice);
    const path = Array.from({ length: read.rows }, () => stream.uniform(2));
    const slot = path.reduce((rights, step) => rights + step, 0);
    const multiplier = slotPays(read)[slot] ?? 0;
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { path, slot, multiplier } }; // Exact: a stake is whole hundreds.
  },
  exactReturn: (choice) => (choice === undefined ? leastReturn : returnOf(slotEndings(choice))),
  exactVariance: (choice) => (choice === undefined ? largestVariance : varianceOf(slotEndings(choice))),
  bets: () => plinkoChoices.map((choice) => ({ choice, endings: slotEndings(choice) })),
};
