import { type Rational, rational } from "../engine.ts";
import type { Stream } from "../fair.ts";

/** Something to be drawn, and its part of all weights. */
export interface Weighted {
  readonly weight: number;
}

/** What is drawn from, in its published order. */
export interface Drawable<Of extends Weighted> {
  readonly slices: readonly Of[];
}

/** What a slice gives, and its part of all weights. */
export interface Slice extends Weighted {
  readonly points: number;
}

/** A wheel of prizes as it was published: whoever got a ticket draws on the version it was given for. */
export interface PrizeWheel extends Drawable<Slice> {
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

/** All weights together: a slice comes `weight` times in so many draws. */
export const weightsOf = ({ slices }: Drawable<Weighted>): number => slices.reduce((sum, { weight }) => sum + weight, 0);

/** Where a stream stops: one `uniform` over all weights, counted through the slices in their order (of a wheel clockwise from the top). */
export const drawStop = (drawable: Drawable<Weighted>, stream: Stream): number => stream.uniform(weightsOf(drawable));

/** The slice that lies at a stop. Throws a RangeError for one beyond all of them. */
export function sliceAt<Of extends Weighted>({ slices }: Drawable<Of>, stop: number): Of {
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
