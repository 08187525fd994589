import { findSeries } from "@laro/engines/registry";
import { canonical, computeDraw, type Draw, isSeed, keepsPromise } from "@laro/engines/verify";
import { digests } from "../../api/digests.ts";
import type { Key } from "../../api/language.ts";

/** What somebody typed to check a draw by; `result` and `commitment` are what was shown of it, where it was looked up. */
export interface TypedDraw {
  readonly series: string;
  readonly anchor: string;
  readonly salt: string;
  readonly link: string;
  readonly seed: string;
}
export type DrawField = keyof TypedDraw;
export type DrawFaults = Partial<Record<DrawField, Key>>;

/** Longer chains are not made, and hashing further would take longer than anybody waits. */
const LINK_MAX = 10_000_000;
const SALT_MAX = 200;

export interface ReadDraw {
  readonly series: string;
  readonly anchor: string;
  readonly salt: string;
  readonly link: number;
  readonly seed: string;
}

/** Reads what was typed, or says of each field what is wrong with it. */
export function readTyped(typed: TypedDraw): ReadDraw | DrawFaults {
  const { series, salt } = typed;
  const [anchor, seed, link] = [typed.anchor.trim().toLowerCase(), typed.seed.trim().toLowerCase(), typed.link.trim()];
  const faults: DrawFaults = {
    ...(findSeries(series) === undefined ? { series: "fair.fault.series" as const } : {}),
    ...(isSeed(anchor) ? {} : { anchor: "fair.fault.anchor" as const }),
    ...(isSeed(seed) ? {} : { seed: "fair.fault.seed" as const }),
    ...(salt.trim() !== "" && salt.length <= SALT_MAX && salt.isWellFormed() ? {} : { salt: "fair.fault.salt" as const }),
    ...(/^[1-9][0-9]{0,7}$/.test(link) && Number(link) <= LINK_MAX ? {} : { link: "fair.fault.link" as const }),
  };
  return Object.keys(faults).length > 0 ? faults : { series, anchor, seed, salt: salt.trim(), link: Number(link) };
}

export const isRead = (read: ReadDraw | DrawFaults): read is ReadDraw => typeof read.link === "number";

/** What fell by the seed, and each draw of it. */
export interface Fell {
  readonly draws: readonly Draw[];
  readonly result: unknown;
}

export const compute = (draw: ReadDraw): Fell => computeDraw(draw, digests)!;

/** Whether what was shown of a draw follows from its seed. */
export const isAsShown = (fell: Fell, shown: unknown): boolean => canonical(fell.result) === canonical(shown);
export const isPromised = (seed: string, promise: string): boolean => keepsPromise({ seed, promise }, digests);
export { bytesOf, hexOf } from "@laro/engines/verify";
