import type { DepositState } from "@laro/contract/deposits";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

const tones = {
  pending: "primary",
  submitted: "info",
  checked: "info",
  credited: "win",
  failed: "accent",
  expired: "neutral",
  rejected: "accent",
} as const satisfies Record<DepositState, BadgeTone>;

export function DepositBadge({ state }: { state: DepositState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(`deposits.state.${state}`)}</Badge>;
}
