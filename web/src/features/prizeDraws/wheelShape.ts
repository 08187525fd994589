const FULL = 360;

export interface Arc<Of> {
  readonly of: Of;
  /** In degrees clockwise from the top. */
  readonly from: number;
  readonly to: number;
}

/** Each slice as wide as its weight, one after the other from the top on. */
export function arcsOf<Of extends { readonly weight: number }>(slices: readonly Of[], weights: number): readonly Arc<Of>[] {
  let from = 0;
  return slices.map((of) => {
    const arc = { of, from, to: from + (of.weight * FULL) / weights };
    from = arc.to;
    return arc;
  });
}

/** A point on a circle around the centre, as a path has it. */
function point(degrees: number, reach: number): string {
  const turn = (degrees * Math.PI) / 180;
  return `${(reach * Math.sin(turn)).toFixed(2)} ${(-reach * Math.cos(turn)).toFixed(2)}`;
}

/** An arc as a slice of a circle around the centre. */
export const slicePath = ({ from, to }: Arc<unknown>, reach: number): string =>
  `M0 0L${point(from, reach)}A${reach} ${reach} 0 ${to - from > FULL / 2 ? 1 : 0} 1 ${point(to, reach)}Z`;

/** How far the wheel is turned with a stop under the pointer, some whole turns on from where it stands. */
export function turnedTo({ stop, weights, from, turns }: { stop: number; weights: number; from: number; turns: number }): number {
  const rest = FULL - ((stop + 0.5) * FULL) / weights;
  return Math.ceil(from / FULL) * FULL + turns * FULL + rest;
}

/** So many draws a slice comes once in, with one decimal below ten. */
export function oneIn(weight: number, weights: number): number {
  const exact = weights / weight;
  return exact < 10 ? Math.round(exact * 10) / 10 : Math.round(exact);
}
