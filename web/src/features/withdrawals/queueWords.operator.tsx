import type { QueuedWithdrawal, Risk, WithdrawalState } from "@laro/contract/withdrawals";
import { TriangleAlert } from "lucide-react";
import { useT, type Key } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { useNow } from "../../ui/DateTime.tsx";

export const stateWords = {
  pending: "withdrawals.queuePending",
  checked: "withdrawals.queueChecked",
  approved: "withdrawals.queueApproved",
  paid: "withdrawals.queuePaid",
  received: "withdrawals.queueReceived",
  investigating: "withdrawals.queueInvestigating",
  returned: "withdrawals.queueReturned",
  rejected: "withdrawals.queueRejected",
  failed: "withdrawals.queueFailed",
} as const satisfies Record<WithdrawalState, Key>;

const tones = {
  pending: "primary",
  checked: "primary",
  approved: "info",
  paid: "info",
  received: "win",
  investigating: "accent",
  returned: "neutral",
  rejected: "accent",
  failed: "accent",
} as const satisfies Record<WithdrawalState, BadgeTone>;

export function StateBadge({ state }: { state: WithdrawalState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(stateWords[state])}</Badge>;
}

/** Each with the figure that says so. */
const riskWords = {
  firstWithdrawal: "withdrawals.risk.firstWithdrawal",
  newPayoutAccount: "withdrawals.risk.newPayoutAccount",
  largeAmount: "withdrawals.risk.largeAmount",
  quickAfterDeposit: "withdrawals.risk.quickAfterDeposit",
  littlePlay: "withdrawals.risk.littlePlay",
  manyToday: "withdrawals.risk.manyToday",
  turnoverOpen: "withdrawals.risk.turnoverOpen",
  vendorWin: "withdrawals.risk.vendorWin",
} as const satisfies Record<Risk["reason"], Key>;

/** Why a withdrawal deserves a second look, and whether an officer asked for it. */
export function RiskBadges({ risks, requestedBy }: Pick<QueuedWithdrawal, "risks" | "requestedBy">) {
  const t = useT();
  if (risks.length === 0 && requestedBy === null) return null;
  return (
    <span className="flex flex-wrap gap-1 max-md:justify-end">
      {requestedBy !== null && <Badge tone="info">{t("withdrawals.queueForExcluded")}</Badge>}
      {risks.map(({ reason, figure }) => (
        <Badge key={reason} tone="accent">
          <TriangleAlert aria-hidden="true" className="size-3" />
          {t(riskWords[reason], { figure })}
        </Badge>
      ))}
    </span>
  );
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
