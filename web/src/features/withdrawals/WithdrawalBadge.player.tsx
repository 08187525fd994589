import type { WithdrawalState } from "@laro/contract/withdrawals";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

const tones = { pending: "primary", approved: "info", paid: "info", received: "win", rejected: "accent", failed: "accent" } as const satisfies Record<
  WithdrawalState,
  BadgeTone
>;

export function WithdrawalBadge({ state }: { state: WithdrawalState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(`withdrawals.mine.${state}`)}</Badge>;
}
