import type { Pay } from "@laro/contract/commissions";
import { formatAmount } from "@laro/contract/core/money";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { formatCalendar, formatManila } from "../../ui/DateTime.tsx";
import { groupThousands } from "../../ui/Money.tsx";

const tones = { computed: "info", held: "primary", approved: "info", paid: "win", nothing: "neutral", voided: "accent" } as const satisfies Record<
  Pay["state"],
  BadgeTone
>;

export function PayState({ state }: Pick<Pay, "state">) {
  const t = useT();
  return <Badge tone={tones[state]}>{t("commissions.state", { state })}</Badge>;
}

/** A rate as people read it: 25000 thousandths of a percent are 25%. */
export const writeRate = (rate: number): string => `${rate / 1_000}%`;

/** An amount without its currency, for sentences that say it. */
export const writeAmount = (minor: bigint): string => groupThousands(formatAmount(minor));

/** The days of a period, or its hour or five minutes. */
export function writePeriod({ kind, startsAt, startsOn, endsOn }: Pick<Pay, "kind" | "startsAt" | "startsOn" | "endsOn">): string {
  if (kind === "hourly" || kind === "realTime") return formatManila(startsAt);
  return startsOn === endsOn ? formatCalendar(startsOn) : `${formatCalendar(startsOn)} – ${formatCalendar(endsOn)}`;
}

/** Why a pay is not there yet: being checked since then, and by when that is decided. */
export function HeldNote({ held }: Pick<Pay, "held">) {
  const t = useT();
  return held && <p className="text-sm text-muted">{t("commissions.held", { since: formatManila(held.since), due: formatCalendar(held.dueOn) })}</p>;
}
