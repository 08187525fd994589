const FULL = 360;
const NOTHING = { fill: "#2b2358", text: "#cfc6f2" } as const;
/** From the best that a wheel pays to the least. */
const COLORS = [
  { fill: "#ffc02b", text: "#1a1203" },
  { fill: "#d81f5d", text: "#ffffff" },
  { fill: "#22c493", text: "#05231a" },
  { fill: "#1668b4", text: "#ffffff" },
] as const;

interface Color {
  readonly fill: string;
  readonly text: string;
}

const point = (degrees: number, reach: number): string => {
  const turn = (degrees * Math.PI) / 180;
  return `${(reach * Math.sin(turn)).toFixed(2)} ${(-reach * Math.cos(turn)).toFixed(2)}`;
};

/** One of `count` equal segments around the centre; the first has its middle at the top. */
export function segmentPath(at: number, count: number, reach: number): string {
  const [from, to] = [((at - 0.5) * FULL) / count, ((at + 0.5) * FULL) / count];
  return `M0 0L${point(from, reach)}A${reach} ${reach} 0 0 1 ${point(to, reach)}Z`;
}

/** The angle at which a segment stands at the top, reached from another angle by some whole turns forward. */
export function angleTo({ segment, count, from, turns }: { segment: number; count: number; from: number; turns: number }): number {
  const rest = FULL - (segment * FULL) / count;
  const whole = Math.ceil(from / FULL) * FULL;
  return whole + turns * FULL + (rest % FULL);
}

/** What a wheel pays, best first, and on how many of its segments. */
export function paysOf(segments: readonly number[]): readonly { readonly pays: number; readonly count: number }[] {
  const counts = Map.groupBy(segments, (pays) => pays);
  return [...counts].map(([pays, all]) => ({ pays, count: all.length })).toSorted((one, other) => other.pays - one.pays);
}

/** A colour for each of the things a wheel pays. */
export const colorsOf = (segments: readonly number[]): ReadonlyMap<number, Color> =>
  new Map(paysOf(segments).map(({ pays }, rank) => [pays, pays === 0 ? NOTHING : (COLORS[rank % COLORS.length] ?? NOTHING)]));

/** The colour of what pays nothing. */
export const NO_PAY: Color = NOTHING;
