import type { Adjustment } from "@laro/contract/adjustments";
import { useT, type Key } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

export const stateWords = {
  proposed: "adjustments.proposed",
  confirmed: "adjustments.confirmed",
  declined: "adjustments.declined",
} as const satisfies Record<Adjustment["state"], Key>;

export const kindWords = {
  credit: "adjustments.credit",
  debit: "adjustments.debit",
  reversal: "adjustments.reversal",
} as const satisfies Record<Adjustment["kind"], Key>;

/** What becomes of a bonus when its deposit is reversed, or became of it. */
export const bonusWords = {
  waiting: "adjustments.bonus.active",
  active: "adjustments.bonus.active",
  released: "adjustments.bonus.released",
  forfeited: "adjustments.bonus.forfeited",
  expired: "adjustments.bonus.expired",
} as const satisfies Record<NonNullable<Adjustment["bonus"]>["state"], Key>;

const stateTones = { proposed: "primary", confirmed: "win", declined: "accent" } as const satisfies Record<Adjustment["state"], BadgeTone>;
const kindTones = { credit: "win", debit: "accent", reversal: "info" } as const satisfies Record<Adjustment["kind"], BadgeTone>;

export function StateBadge({ state }: Pick<Adjustment, "state">) {
  const t = useT();
  return <Badge tone={stateTones[state]}>{t(stateWords[state])}</Badge>;
}

export function KindBadge({ kind }: Pick<Adjustment, "kind">) {
  const t = useT();
  return <Badge tone={kindTones[kind]}>{t(kindWords[kind])}</Badge>;
}

/** Where the lines of a member, or of one operation, are read. */
export const journalOf = (memberName: string, reference?: string | null): string =>
  `/journal?${new URLSearchParams({ member: memberName, ...(reference ? { reference } : {}) })}`;
