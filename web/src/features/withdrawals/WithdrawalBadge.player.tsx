import type { WithdrawalState } from "@laro/contract/withdrawals";
import { type Key, useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

/** To the member a first of two approvals is still the review. */
const badges = {
  pending: { tone: "primary", word: "withdrawals.mine.pending" },
  checked: { tone: "primary", word: "withdrawals.mine.pending" },
  approved: { tone: "info", word: "withdrawals.mine.approved" },
  paid: { tone: "info", word: "withdrawals.mine.paid" },
  received: { tone: "win", word: "withdrawals.mine.received" },
  investigating: { tone: "primary", word: "withdrawals.mine.investigating" },
  returned: { tone: "win", word: "withdrawals.mine.returned" },
  rejected: { tone: "accent", word: "withdrawals.mine.rejected" },
  failed: { tone: "accent", word: "withdrawals.mine.failed" },
} as const satisfies Record<WithdrawalState, { tone: BadgeTone; word: Key }>;

export function WithdrawalBadge({ state }: { state: WithdrawalState }) {
  const t = useT();
  const { tone, word } = badges[state];
  return <Badge tone={tone}>{t(word)}</Badge>;
}
