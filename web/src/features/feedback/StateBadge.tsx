import type { FeedbackState } from "@laro/contract/feedback";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

const tones = { new: "info", open: "primary", answered: "win", closed: "neutral" } as const satisfies Record<FeedbackState, BadgeTone>;

/** How far a conversation with customer service is. */
export function StateBadge({ state }: { state: FeedbackState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(`feedback.state.${state}`)}</Badge>;
}
