import { type Rational, rational } from "../engine.ts";
import type { Stream } from "../fair.ts";

/** What a slice gives, and its part of all weights. */
export interface Slice {
  readonly points: number;
  readonly weight: number;
}

/** A wheel of prizes as it was published: whoever got a ticket draws on the version it was given for. */
export interface PrizeWheel {
  readonly version: number;
  /** Clockwise from the top. */
  readonly slices: readonly Slice[];
}

/** The VIP wheel, oldest version first; a changed one is a new version behind it. A ticket gives 100 points on average. */
const vipWheels: readonly PrizeWheel[] = [
  {
    version: 1,
    slices: [
      { points: 10, weight: 300 },
      { points: 1_000, weight: 15 },
      { points: 20, weight: 250 },
      { points: 200, weight: 70 },
      { points: 50, weight: 200 },
      { points: 5_000, weight: 5 },
      { points: 100, weight: 130 },
      { points: 500, weight: 30 },
    ],
  },
];

/** The wheel new tickets are given for. */
export const vipWheel: PrizeWheel = vipWheels.at(-1)!;

/** The VIP wheel of a version; undefined for one there never was. */
export const findVipWheel = (version: number): PrizeWheel | undefined => vipWheels.find((wheel) => wheel.version === version);

/** All weights of a wheel together: a slice comes `weight` times in so many draws. */
export const weightsOf = ({ slices }: PrizeWheel): number => slices.reduce((sum, { weight }) => sum + weight, 0);

/** Where a stream stops the wheel: one `uniform` over all weights, counted clockwise from the top. */
export const drawStop = (wheel: PrizeWheel, stream: Stream): number => stream.uniform(weightsOf(wheel));

/** The slice that lies at a stop. Throws a RangeError for one that is not on the wheel. */
export function sliceAt({ slices }: PrizeWheel, stop: number): Slice {
  let passed = 0;
  for (const slice of slices) {
    passed += slice.weight;
    if (stop >= 0 && stop < passed) return slice;
  }
  throw new RangeError(`A wheel of ${passed} does not stop at ${stop}.`);
}

/** What a draw gives on average, exactly. */
export const expectedPoints = (wheel: PrizeWheel): Rational =>
  rational(BigInt(wheel.slices.reduce((sum, { points, weight }) => sum + points * weight, 0)), BigInt(weightsOf(wheel)));
