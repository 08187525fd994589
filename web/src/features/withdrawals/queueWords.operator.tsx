import type { WithdrawalState } from "@laro/contract/withdrawals";
import { useT, type Key } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { useNow } from "../../ui/DateTime.tsx";

export const stateWords = {
  pending: "withdrawals.queuePending",
  approved: "withdrawals.queueApproved",
  paid: "withdrawals.queuePaid",
  received: "withdrawals.queueReceived",
  rejected: "withdrawals.queueRejected",
  failed: "withdrawals.queueFailed",
} as const satisfies Record<WithdrawalState, Key>;

const tones = { pending: "primary", approved: "info", paid: "info", received: "win", rejected: "accent", failed: "accent" } as const satisfies Record<
  WithdrawalState,
  BadgeTone
>;

export function StateBadge({ state }: { state: WithdrawalState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(stateWords[state])}</Badge>;
}

const MINUTE_MS = 60_000;

/** How long ago a moment was, in the two largest units. */
export function Waiting({ since }: { since: string }) {
  const t = useT();
  const minutes = Math.max(0, Math.floor((useNow() - Date.parse(since)) / MINUTE_MS));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60)];
  const text =
    days > 0
      ? t("withdrawals.queueDays", { days, hours: hours % 24 })
      : hours > 0
        ? t("withdrawals.queueHours", { hours, minutes: minutes % 60 })
        : t("withdrawals.queueMinutes", { minutes });
  return <span className="figures">{text}</span>;
}
