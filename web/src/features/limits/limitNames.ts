import { type Limit, limitKinds, limitPeriods, type TimeLimit } from "@laro/contract/limits";

export const kinds = [...limitKinds, "time"] as const;

/** Which limit: of money by its kind, or of time. */
export interface LimitName {
  readonly kind: (typeof kinds)[number];
  readonly period: Limit["period"];
}

export const allLimits: readonly LimitName[] = kinds.flatMap((kind) => limitPeriods.map((period) => ({ kind, period })));

/** A limit in force as a row shows it: amounts in minor units, or minutes. */
export interface SetLimit {
  readonly amount: bigint;
  readonly used: bigint;
  readonly next: { readonly amount: bigint | null; readonly from: string } | null;
}

type Limits = { readonly list: readonly Limit[]; readonly time: readonly TimeLimit[] };

/** The limit of that name, if one is set. */
export function findLimit(limits: Limits | undefined, { kind, period }: LimitName): SetLimit | undefined {
  if (kind !== "time") return limits?.list.find((limit) => limit.kind === kind && limit.period === period);
  const time = limits?.time.find((limit) => limit.period === period);
  if (time === undefined) return undefined;
  const { minutes, usedMinutes, next } = time;
  return {
    amount: BigInt(minutes),
    used: BigInt(usedMinutes),
    next: next && { amount: next.minutes === null ? null : BigInt(next.minutes), from: next.from },
  };
}
