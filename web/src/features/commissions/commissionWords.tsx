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

type Awaited = Partial<Pick<Pay, "state" | "held" | "paysOn">> & Pick<Pay, "kind">;

/** When a pay is there that is not yet: its day, or once those of its day come to enough; undefined of any other. */
export function useWhen(): (pay: Awaited) => string | undefined {
  const t = useT();
  return ({ state, held, paysOn, kind }) => {
    if (held) return t("commissions.due", { due: formatCalendar(held.dueOn) });
    if (paysOn) return t("commissions.paysOn", { day: formatCalendar(paysOn) });
    return state === "approved" && (kind === "hourly" || kind === "realTime") ? t("commissions.gathered") : undefined;
  };
}

/** Why a pay is not there yet: being checked since then, and by when that is decided; or the day it is paid on. */
export function AwaitedNote(pay: Awaited) {
  const t = useT();
  const when = useWhen()(pay);
  const { held } = pay;
  if (when === undefined) return null;
  return <p className="text-sm text-muted">{held ? t("commissions.held", { since: formatManila(held.since), due: formatCalendar(held.dueOn) }) : when}</p>;
}
