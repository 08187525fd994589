import { miniRisks, WheelChoice, wheelSizes } from "@laro/contract/core/plays/minis";
import type { WheelOutcome } from "@laro/contract/core/plays/minis";
import { assertStake, rational, wholeStake } from "../engine.ts";
import type { InstantEngine } from "../engine.ts";
import { largestOf, leastOf, returnOf, varianceOf } from "./odds.ts";
import type { Ending } from "./odds.ts";

/** Ten segments in turn, repeated all around: what each pays in hundredths of the stake. */
const LOW_TEN = [150, 120, 120, 120, 0, 120, 120, 120, 120, 0] as const;

/** The middle wheels in turn from the top; every second segment or more pays nothing. */
const MIDDLE = {
  10: [350, 0, 140, 0, 180, 0, 140, 0, 180, 0],
  30: [500, 0, 150, 0, 200, 0, 150, 0, 150, 0, 200, 0, 150, 0, 150, 0, 320, 0, 150, 0, 200, 0, 150, 0, 150, 0, 200, 0, 150, 0],
  50: [
    550, 0, 150, 0, 200, 0, 150, 0, 150, 0, 200, 0, 150, 0, 300, 0, 150, 0, 150, 0, 200, 0, 150, 0, 200, 0, 150, 0, 300, 0, 150, 0, 200, 0, 150, 0, 150, 0, 200,
    0, 150, 0, 300, 0, 150, 0, 200, 0, 150, 0,
  ],
} as const satisfies Record<WheelChoice["segments"], readonly number[]>;

/** What each segment pays in hundredths of the stake, clockwise from the one at the top. */
export function segmentPays({ segments, risk }: WheelChoice): readonly number[] {
  if (risk === "mid") return MIDDLE[segments];
  // The one segment of a high wheel pays 99 % of an even game.
  return Array.from({ length: segments }, (_, at) => (risk === "low" ? (LOW_TEN[at % LOW_TEN.length] ?? 0) : at === 0 ? 99 * segments : 0));
}

const endingsOf = (choice: WheelChoice): readonly Ending[] => segmentPays(choice).map((pays) => ({ ways: 1n, pays }));

/** Every choice there is. */
export const wheelChoices: readonly WheelChoice[] = wheelSizes.flatMap((segments) => miniRisks.map((risk) => ({ segments, risk })));

const leastReturn = leastOf(wheelChoices.map((choice) => returnOf(endingsOf(choice))));
const largestVariance = largestOf(wheelChoices.map((choice) => varianceOf(endingsOf(choice))));
const mostPays = Math.max(...wheelChoices.flatMap(segmentPays));

const limits = { stakeMin: 100n, stakeMax: 1_000_000n, stakeStep: 100n };

/** Wheel: `stream.uniform(n)` is the segment of n that stops under the pointer, counted clockwise from the one that pays most. */
export const wheel: InstantEngine<WheelChoice, WheelOutcome> = {
  kind: "instant",
  gameCode: "WHEEL",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  parseChoice: WheelChoice,
  maxWinMultiple: rational(BigInt(mostPays), 100n),
  validMinor: wholeStake,
  play({ stakeMinor, choice, stream }) {
    assertStake(limits, stakeMinor);
    const read = WheelChoice.parse(choice);
    const segment = stream.uniform(read.segments);
    const multiplier = segmentPays(read)[segment] ?? 0;
    return { winMinor: (stakeMinor * BigInt(multiplier)) / 100n, outcome: { segment, multiplier } }; // Exact: a stake is whole hundreds.
  },
  exactReturn: (choice) => (choice === undefined ? leastReturn : returnOf(endingsOf(choice))),
  exactVariance: (choice) => (choice === undefined ? largestVariance : varianceOf(endingsOf(choice))),
  bets: () => wheelChoices.map((choice) => ({ choice, endings: endingsOf(choice) })),
};
