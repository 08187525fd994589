import type { OfficePay } from "@laro/contract/commissions";
import type { Run } from "@laro/contract/settlements";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { formatCalendar, formatManila } from "../../ui/DateTime.tsx";

const runTones = {
  computing: "info",
  preview: "primary",
  approved: "info",
  paying: "info",
  paid: "win",
  discarded: "accent",
} as const satisfies Record<Run["state"], BadgeTone>;

export function RunState({ state }: Pick<Run, "state">) {
  const t = useT();
  return <Badge tone={runTones[state]}>{t("settlements.runState", { state })}</Badge>;
}

const payTones = {
  computed: "info",
  held: "primary",
  approved: "info",
  paid: "win",
  nothing: "neutral",
  voided: "accent",
} as const satisfies Record<OfficePay["state"], BadgeTone>;

export function PayState({ state }: Pick<OfficePay, "state">) {
  const t = useT();
  return <Badge tone={payTones[state]}>{t("commissions.state", { state })}</Badge>;
}

/** The days of a period, both included. */
export const writeDays = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string =>
  startsOn === endsOn ? formatCalendar(startsOn) : `${formatCalendar(startsOn)} – ${formatCalendar(endsOn)}`;

/** What a pay is of: its days, or its hour or five minutes. */
export const writePeriod = (pay: OfficePay): string => (pay.kind === "hourly" || pay.kind === "realTime" ? formatManila(pay.startsAt) : writeDays(pay));
