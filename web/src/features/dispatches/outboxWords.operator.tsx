import type { Dispatch, DispatchState } from "@laro/contract/dispatches";
import { useT, type Key } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";

export const stateWords = {
  queued: "dispatches.outbox.state.queued",
  sending: "dispatches.outbox.state.sending",
  sent: "dispatches.outbox.state.sent",
  delivered: "dispatches.outbox.state.delivered",
  failed: "dispatches.outbox.state.failed",
  expired: "dispatches.outbox.state.expired",
} as const satisfies Record<DispatchState, Key>;

const tones = { queued: "neutral", sending: "info", sent: "primary", delivered: "win", failed: "accent", expired: "neutral" } as const satisfies Record<
  DispatchState,
  BadgeTone
>;

export function StateBadge({ state }: Pick<Dispatch, "state">) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(stateWords[state])}</Badge>;
}

const templateWords: Readonly<Record<string, Key>> = {
  register: "dispatches.outbox.template.register",
  login: "dispatches.outbox.template.login",
  recovery: "dispatches.outbox.template.recovery",
  recoveryMail: "dispatches.outbox.template.recoveryMail",
  contact: "dispatches.outbox.template.contact",
  challenge: "dispatches.outbox.template.challenge",
  taken: "dispatches.outbox.template.taken",
  newDevice: "dispatches.outbox.template.newDevice",
  closing: "dispatches.outbox.template.closing",
  credentialChanged: "dispatches.outbox.template.credentialChanged",
  factorFailing: "dispatches.outbox.template.factorFailing",
  rememberStolen: "dispatches.outbox.template.rememberStolen",
  recovered: "dispatches.outbox.template.recovered",
  feedbackAnswer: "dispatches.outbox.template.feedbackAnswer",
};

/** What staff call a letter. */
export function useTemplateWord(): (template: string) => string {
  const t = useT();
  return (template) => {
    const word = templateWords[template];
    return word === undefined ? template : t(word);
  };
}
